#include "interface/calls/all_calls.h"
#include "vyre_driver_interop.h"

namespace vyre::interface {
namespace {

std::shared_ptr<Work> some_work(Caller& c) { return c.world.works.pick(c.random); }

uint64_t some_timeout(Caller& c) {
  return c.random.one_of<uint64_t>({0, 1000, 1'000'000, VYRE_FOREVER});
}

void wait(Caller& c) {
  const auto work = some_work(c);
  if (!work) return;
  c.begin("vyre_work_wait");
  Out<vyre_work_state> state(c);
  const uint64_t timeout = some_timeout(c);
  if (!c.end(vyre_work_wait(c.object(work->raw), timeout, state.place()), state)) return;
  if (timeout == VYRE_FOREVER && state.get() == VYRE_WORK_RUNNING)
    c.problem("a wait without end has ended early");
}

// Some works, of any devices, and holes between them.
struct Works {
  explicit Works(Caller& c) : count(1 + c.random.below(4)) {
    for (size_t i = 0; i < count; ++i) {
      auto work = c.random.one_in(8) && i != 0 ? nullptr : some_work(c);
      raw[i] = work ? work->raw : nullptr;
      kept[i] = std::move(work);
    }
  }
  size_t count;
  std::shared_ptr<Work> kept[4];
  vyre_work* raw[4];
};

void wait_any(Caller& c) {
  const Works works(c);
  if (works.raw[0] == nullptr) return;
  c.begin("vyre_work_wait_any");
  Out<size_t> index(c);
  c.end(vyre_work_wait_any(c.array(works.raw, works.count), works.count, some_timeout(c),
                           index.place()),
        index);
}

void wait_all(Caller& c) {
  const Works works(c);
  if (works.raw[0] == nullptr) return;
  c.begin("vyre_work_wait_all");
  Out<size_t> ended(c);
  const size_t count = c.odd_and_wrong() ? 0 : works.count;
  c.end(vyre_work_wait_all(c.array(works.raw, works.count), count, some_timeout(c), ended.place()),
        ended);
}

void get_error(Caller& c) {
  const auto work = some_work(c);
  if (!work) return;
  c.begin("vyre_work_get_error");
  Out<vyre_error*> out(c);
  if (!c.end(vyre_work_get_error(c.object(work->raw), out.place()), out) || out.get() == nullptr)
    return;
  c.world.errors.add(std::make_shared<Error>(out.get(), "vyre_error_destroy", vyre_error_destroy),
                     c.random);
}

void get_device(Caller& c) {
  const auto work = some_work(c);
  if (!work) return;
  c.begin("vyre_work_get_device");
  Out<vyre_device*> out(c);
  if (!c.end(vyre_work_get_device(c.object(work->raw), out.place()), out)) return;
  const Device held(out.get(), work->facts);
}

void collect(Caller& c) {
  const auto work = c.world.works.pick(c.random, [](const Work& one) { return one.is_dispatch; });
  if (!work) return;
  c.begin("vyre_work_collect");
  if (work->collected.exchange(true) || work->cancelled) c.unsound();
  c.any_code();  // of work that failed
  auto bindings = work->bindings;
  if (!bindings.empty() && c.odd()) bindings[0].slot = 99;
  if (!bindings.empty() && c.odd()) bindings[0].size = 3;
  c.end(vyre_work_collect(c.object(work->raw), c.array(bindings.data(), bindings.size()),
                          bindings.size()));
}

void collect_bytes(Caller& c) {
  const auto work =
      c.world.works.pick(c.random, [](const Work& one) { return one.read_bytes != 0; });
  if (!work) return;
  c.begin("vyre_work_collect_bytes");
  if (work->collected.exchange(true) || work->cancelled) c.unsound();
  const uint64_t size = c.number(work->read_bytes, {0, 1, work->read_bytes + 1, UINT64_MAX});
  c.end(vyre_work_collect_bytes(c.object(work->raw), c.array(c.results.data(), size), size));
}

void get_bytes(Caller& c) {
  const auto work =
      c.world.works.pick(c.random, [](const Work& one) { return one.read_bytes != 0; });
  if (!work) return;
  c.begin("vyre_work_get_bytes");
  if (work->collected || work->cancelled) c.unsound();
  Out<vyre_bytes> out(c);
  const auto read = static_cast<uint32_t>(c.number(0, {1, UINT32_MAX}));
  c.end(vyre_work_get_bytes(c.object(work->raw), read, out.place()), out);
}

void get_result(Caller& c) {
  const auto work = some_work(c);
  if (!work) return;
  c.begin("vyre_work_get_result");
  c.any_code();  // of work that failed; or it is under way
  StructOut<vyre_dispatch_result> out(c, VYRE_DISPATCH_RESULT_INIT);
  c.end(vyre_work_get_result(c.object(work->raw), out.place()), out);
}

// What a completion callback holds, perhaps the work itself: then it is called in the end.
struct Completion {
  std::shared_ptr<Work> work;  // may be NULL
  std::atomic<int> called{0};

  static void complete(void* user, vyre_work_state state) {
    auto* self = static_cast<Completion*>(user);
    if (++self->called != 1) tell_problem("a callback is called twice");
    if (state == VYRE_WORK_RUNNING) tell_problem("a callback of work that is running");
    if (self->work == nullptr) return;
    vyre_error* error = nullptr;
    vyre_error_destroy(vyre_work_get_error(self->work->raw, &error));
    vyre_error_destroy(error);
  }
  static void destroy(void* user) { delete static_cast<Completion*>(user); }
};

void on_complete(Caller& c) {
  const auto work = some_work(c);
  if (!work) return;
  const bool first = !work->has_callback.exchange(true);
  c.begin("vyre_work_on_complete");
  if (!first) c.unsound();
  auto completion = std::make_unique<Completion>();
  if (first && work->facts.has_threads && c.random.one_in(2)) completion->work = work;
  const bool owns_work = completion->work != nullptr;
  if (c.end(vyre_work_on_complete(c.object(work->raw), c.object(Completion::complete),
                                  completion.get(), Completion::destroy))) {
    (void)completion.release();
    if (owns_work) c.world.keep_waiting_for(work);
  }
}

void cancel(Caller& c) {
  const auto work = some_work(c);
  if (!work) return;
  c.begin("vyre_work_cancel");
  work->cancelled = true;
  c.end(vyre_work_cancel(c.object(work->raw)));
}

void get_point(Caller& c) {
  const auto work = some_work(c);
  if (!work) return;
  c.begin("vyre_work_get_point");
  if (work->facts.family != "vulkan" || !work->has_point) c.unsound();
  Out<vyre_sync_point> out(c);
  c.end(vyre_work_get_point(c.object(work->raw), out.place()), out);
}

constexpr Action kActions[] = {
    {"vyre_work_wait", 25, wait},
    {"vyre_work_wait_any", 15, wait_any},
    {"vyre_work_wait_all", 10, wait_all},
    {"vyre_work_get_error", 15, get_error},
    {"vyre_work_get_device", 10, get_device},
    {"vyre_work_collect", 15, collect},
    {"vyre_work_collect_bytes", 10, collect_bytes},
    {"vyre_work_get_bytes", 10, get_bytes},
    {"vyre_work_get_result", 15, get_result},
    {"vyre_work_on_complete", 10, on_complete},
    {"vyre_work_cancel", 5, cancel},
    {"vyre_work_get_point", 10, get_point},
};

}  // namespace

std::span<const Action> work_calls() { return kActions; }

}  // namespace vyre::interface

// interface_fuzz: calls every function of the C interface, in any order, on one thread or on
// several that share what they make. Most calls are sound; some have an odd value. It fails when
// something breaks a promise of the headers, when a function is not reached, and when a fifth of
// the sound calls is refused.
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "interface/calls/all_calls.h"
#include "interface/vulkan_side.h"

namespace vyre::interface {
namespace {

struct Options {
  uint64_t calls = 5000;
  uint64_t threads = 1;
  uint64_t seed = 1;
  uint64_t round = 20'000;  // calls of one round, all threads together
  bool refusals = false;    // prints what sound calls were refused with
};

std::vector<Action> every_action() {
  std::vector<Action> all;
  for (const auto part :
       {library_calls(), context_calls(), program_calls(), device_calls(), pipeline_calls(),
        buffer_calls(), image_calls(), dispatch_calls(), work_calls(), value_calls(),
        statement_calls(), sequence_calls(), tool_calls(), key_calls(), registry_calls(),
        registry_builder_calls(), plugin_calls(), vulkan_calls()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

// Ends the program when no call has ended for a while.
class Watch {
 public:
  explicit Watch(const std::vector<std::unique_ptr<Caller>>& callers)
      : callers_(callers), thread_([this] { watch(); }) {}
  ~Watch() {
    ends_ = true;
    thread_.join();
  }

 private:
  static constexpr int kMostSeconds = 240;

  void watch() const {
    uint64_t before = 0;
    for (int idle = 0; !ends_; ++idle) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      const uint64_t now = functions().calls();
      if (now != before) idle = 0;
      before = now;
      if (idle > kMostSeconds * 10) hang();
    }
  }
  [[noreturn]] void hang() const {
    for (const auto& caller : callers_) std::printf("HANGS %s\n", caller->where().c_str());
    std::fflush(stdout);
    std::abort();
  }

  const std::vector<std::unique_ptr<Caller>>& callers_;
  std::atomic<bool> ends_{false};
  std::thread thread_;
};

class Fuzz {
 public:
  explicit Fuzz(const Options& options) : options_(options), actions_(every_action()) {
    for (const Action& action : actions_) weights_ += action.weight;
  }

  void run() {
    vulkan_side* side = vulkan_side_create();
    for (uint64_t round = 0, calls = 0; goes_on(calls) && problems() == 0; ++round) {
      const uint64_t left = calls < options_.calls ? options_.calls - calls : options_.round;
      run_round(round, std::min(options_.round, left), side);
      calls = functions().calls();
    }
    if (vulkan_side_destroy(side) != 0) tell_problem("calls of Vulkan have failed");
  }

 private:
  // What is there to be called with, as a sequence that has run, is a matter of chance and time.
  bool goes_on(uint64_t calls) const {
    return calls < options_.calls || (!functions().all_reached() && calls < 10 * options_.calls);
  }

  void run_round(uint64_t round, uint64_t calls, vulkan_side* side) {
    const uint64_t seed = options_.seed * 1'000'003 + round;
    World world(seed, side);
    std::vector<std::unique_ptr<Caller>> callers;
    for (uint64_t i = 0; i < options_.threads; ++i) {
      callers.push_back(std::make_unique<Caller>(world, seed * 31 + i,
                                                 "seed " + std::to_string(options_.seed) +
                                                     ", round " + std::to_string(round) +
                                                     ", thread " + std::to_string(i)));
    }
    const Watch watch(callers);
    world.begin(*callers[0]);
    if (round == 0) reach_all(*callers[0]);
    std::vector<std::thread> threads;
    for (const auto& caller : callers) {
      threads.emplace_back([&, this] { call(*caller, calls / options_.threads); });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& caller : callers) {
      caller->building = nullptr;
      caller->recording = nullptr;
      caller->view = nullptr;
    }
    world.end(*callers[0]);
  }

  // Each action some times, whatever its weight.
  void reach_all(Caller& caller) const {
    for (int i = 0; i < 3; ++i) {
      for (const Action& action : actions_) action.run(caller);
    }
  }

  void call(Caller& caller, uint64_t calls) const {
    while (caller.calls() < calls) choose(caller.random).run(caller);
  }

  const Action& choose(Random& random) const {
    uint64_t at = random.below(weights_);
    for (const Action& action : actions_) {
      if (at < action.weight) return action;
      at -= action.weight;
    }
    return actions_[0];
  }

  const Options options_;
  const std::vector<Action> actions_;
  uint64_t weights_ = 0;
};

bool read_options(int count, char** arguments, Options& options) {
  for (int i = 1; i < count; ++i) {
    const std::string_view name = arguments[i];
    if (name == "--refusals") {
      options.refusals = true;
      continue;
    }
    uint64_t* number = name == "--calls"     ? &options.calls
                       : name == "--threads" ? &options.threads
                       : name == "--seed"    ? &options.seed
                       : name == "--round"   ? &options.round
                                             : nullptr;
    if (number == nullptr || ++i == count) return false;
    const std::string_view value = arguments[i];
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), *number);
    if (error != std::errc() || end != value.data() + value.size()) return false;
  }
  return options.threads != 0 && options.round != 0;
}

}  // namespace
}  // namespace vyre::interface

int main(int count, char** arguments) {
  using namespace vyre::interface;
  Options options;
  if (!read_options(count, arguments, options)) {
    std::fprintf(stderr,
                 "interface_fuzz: unknown arguments. Fix: --calls N --threads N --seed N --round N "
                 "--refusals\n");
    return 2;
  }
  if (!functions().read(VYRE_INTERFACE_API)) {
    std::fprintf(stderr, "interface_fuzz: cannot read %s. Fix: scripts/api --write\n",
                 VYRE_INTERFACE_API);
    return 2;
  }
  const vyre::test::TemporaryFolder folder;  // what odd names make ends with it
  if (::chdir(folder.path().c_str()) != 0) return 2;
  Fuzz(options).run();
  const int bad = functions().report(options.refusals);
  std::printf("interface: %" PRIu64 " calls from %" PRIu64 " threads with seed %" PRIu64
              ", %" PRIu64 " problems\n",
              functions().calls(), options.threads, options.seed, problems());
  return bad == 0 && problems() == 0 ? 0 : 1;
}

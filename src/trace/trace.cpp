#include "trace/trace.h"

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <cstring>
#include <memory>
#include <thread>

namespace vyre {

TraceLabel::TraceLabel(std::string_view text) {
  size_t size = std::min(text.size(), text_.size());
  const auto continues = [&](size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  while (size > 0 && continues(size)) --size;
  if (size > 0) std::memcpy(text_.data(), text.data(), size);
  size_ = static_cast<uint8_t>(size);
}

uint32_t trace_thread() {
#if defined(__linux__)
  thread_local const auto number = static_cast<uint32_t>(syscall(SYS_gettid));
#else
  static std::atomic<uint32_t> count = 0;
  thread_local const uint32_t number = ++count;
#endif
  return number;
}

Trace::Trace(uint64_t events, std::shared_ptr<std::pmr::memory_resource> memory)
    : memory_(std::move(memory)),
      began_(trace_clock()),
      made_((static_cast<size_t>(events) + kBlock - 1) / kBlock),
      slots_(Allocator(resource()).allocate(static_cast<size_t>(events)),
             static_cast<size_t>(events)) {}

Trace::~Trace() { Allocator(resource()).deallocate(slots_.data(), slots_.size()); }

std::pmr::memory_resource* Trace::resource() const {
  return memory_ != nullptr ? memory_.get() : std::pmr::new_delete_resource();
}

std::span<Trace::Slot> Trace::block_of(size_t block) const {
  const std::span rest = slots_.subspan(block * kBlock);
  return rest.first(std::min(rest.size(), kBlock));
}

// The first of those who come makes it, the others wait for that.
void Trace::make_block(size_t block) {
  std::atomic<Made>& made = made_[block];
  Made state = Made::kNot;
  if (made.compare_exchange_strong(state, Made::kBegun)) {
    std::ranges::uninitialized_value_construct(block_of(block));
    made.store(Made::kAll, std::memory_order_release);
  }
  while (made.load(std::memory_order_acquire) != Made::kAll) std::this_thread::yield();
}

void Trace::lock(Slot& slot) {
  while (slot.busy.exchange(true, std::memory_order_acquire)) std::this_thread::yield();
}

void Trace::add(const TraceEvent& event) {
  const uint64_t number = count_.fetch_add(1, std::memory_order_relaxed) + 1;
  const size_t at = (number - 1) % slots_.size();
  if (made_[at / kBlock].load(std::memory_order_acquire) != Made::kAll) make_block(at / kBlock);
  Slot& slot = slots_[at];
  lock(slot);
  if (slot.number < number) {  // else a later one was faster
    slot.event = event;
    slot.number = number;
  }
  unlock(slot);
}

uint32_t Trace::add_queue(std::string_view device) {
  const std::lock_guard lock(mutex_);
  queues_.emplace_back(device);
  return static_cast<uint32_t>(queues_.size() - 1);
}

void Trace::add_source(std::weak_ptr<TraceSource> source) {
  const std::lock_guard lock(mutex_);
  std::erase_if(sources_, [](const auto& one) { return one.expired(); });
  sources_.push_back(std::move(source));
}

// A source may call the host, so no lock is held around it.
void Trace::ask_sources() const {
  std::vector<std::weak_ptr<TraceSource>> sources;
  {
    const std::lock_guard lock(mutex_);
    sources = sources_;
  }
  for (const auto& source : sources) {
    if (const auto living = source.lock()) living->add_ended_events();
  }
}

Trace::Content Trace::content() const {
  ask_sources();
  Content content;
  content.began = began_;
  content.dropped = std::max(count_.load(), uint64_t{slots_.size()}) - slots_.size();
  for (size_t block = 0; block < made_.size(); ++block) {
    if (made_[block].load(std::memory_order_acquire) != Made::kAll) continue;
    for (Slot& slot : block_of(block)) {
      lock(slot);
      if (slot.number != 0) content.events.push_back(slot.event);
      unlock(slot);
    }
  }
  {
    const std::lock_guard lock(mutex_);
    content.queues = queues_;  // after the events, so that it has those of all
  }
  std::ranges::stable_sort(content.events, {},
                           [](const TraceEvent& event) { return ~uint64_t(event.end); });
  std::ranges::stable_sort(content.events, {},
                           [](const TraceEvent& event) { return uint64_t(event.start); });
  return content;
}

void TraceCall::begin(const char* name, std::string_view label, uint64_t bytes) {
  TraceEvent& event = event_.emplace();
  event.name = name;
  event.label = TraceLabel(label);
  event.bytes = bytes;
  event.thread = trace_thread();
  event.start = trace_clock();
}

void TraceCall::finish() {
  event_->end = trace_clock();
  trace_->add(*event_);
}

}  // namespace vyre

#include "interface/context_host.h"

#include <chrono>
#include <new>

#include "interface/caller.h"

namespace vyre::interface {

ContextHost::ContextHost(uint64_t seed) : random_(seed) {
  script_init(&scripted, vyre_error_create);
}

ContextHost::~ContextHost() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ContextHost::give(vyre_context_desc& desc, Random& random) {
  desc.log = log;
  desc.log_user = desc.allocate_user = desc.run_job_user = this;
  desc.log_level = random.one_of({VYRE_LOG_WARNING, VYRE_LOG_DEBUG});
  desc.log_destroy = destroy;
  desc.allocate = allocate;
  desc.deallocate = deallocate;
  desc.allocate_destroy = destroy;
  given_ = 2;
  if (!random.one_in(2)) return;
  desc.run_job = run_job;
  desc.run_job_destroy = destroy;
  ++given_;
  for (int i = 0; i < 2; ++i) threads_.emplace_back([this] { work(); });
}

std::string ContextHost::left() {
  // The last object may end on a thread of the library's.
  for (int i = 0; i < 5000 && !what_is_left().empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return what_is_left();
}

std::string ContextHost::what_is_left() const {
  if (bytes_ != 0 || blocks_ != 0) {
    return std::to_string(blocks_) + " blocks of " + std::to_string(bytes_) +
           " bytes were not given back, of a context with " + std::to_string(given_) + " callbacks";
  }
  if (destroyed_ != given_) {
    return std::to_string(destroyed_) + " of " + std::to_string(given_) +
           " destroy functions were called";
  }
  const script& s = scripted;
  if (s.live_works + s.live_memories + s.live_executables + s.live_devices != 0) {
    return "objects of a backend in C are left";
  }
  if (s.destroyed != tables) return "a backend in C was not destroyed";
  return s.freed_in_use + s.order_broken != 0
             ? "memory of a backend in C was used while its work was under way"
             : "";
}

void ContextHost::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ends_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    const Job job = jobs_.front();
    jobs_.pop_front();
    const bool late = random_.one_in(8);
    lock.unlock();
    if (late) std::this_thread::sleep_for(std::chrono::microseconds(200));
    job.run(job.data);
    lock.lock();
  }
}

void ContextHost::run(vyre_job_fn job, void* data) {
  {
    const std::lock_guard lock(mutex_);
    if (!random_.one_in(4)) {
      jobs_.push_back({job, data});
      changed_.notify_one();
      return;
    }
  }
  job(data);  // within the call
}

void ContextHost::log(void*, vyre_log_level level, vyre_string text) {
  const auto wrong = wrong_with_text({text.data, text.size});
  if (!wrong.empty() || level < VYRE_LOG_ERROR || level > VYRE_LOG_DEBUG) {
    tell_problem("a logged text " + wrong + ": " + std::string(text.data, text.size));
  }
}

void* ContextHost::allocate(void* user, size_t size, size_t alignment) {
  if (allocations_fail()) return nullptr;
  auto* host = static_cast<ContextHost*>(user);
  void* memory = ::operator new(size, std::align_val_t(alignment), std::nothrow);
  if (memory == nullptr) return nullptr;
  host->bytes_ += static_cast<int64_t>(size);
  ++host->blocks_;
  return memory;
}

void ContextHost::deallocate(void* user, void* memory, size_t size, size_t alignment) {
  auto* host = static_cast<ContextHost*>(user);
  host->bytes_ -= static_cast<int64_t>(size);
  --host->blocks_;
  ::operator delete(memory, std::align_val_t(alignment));
}

void ContextHost::run_job(void* user, vyre_job_fn job, void* data) {
  static_cast<ContextHost*>(user)->run(job, data);
}

void ContextHost::destroy(void* user) { ++static_cast<ContextHost*>(user)->destroyed_; }

}  // namespace vyre::interface

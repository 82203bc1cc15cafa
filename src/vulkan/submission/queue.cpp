#include "vulkan/submission/queue.h"

#include <algorithm>
#include <thread>

#include "base/memory/scratch_arena.h"
#include "vulkan/device/scoped_timer.h"
#include "vulkan/submission/timeline_semaphore.h"

namespace vyre::vulkan {
namespace {

using Clock = std::chrono::steady_clock;

// Longest wait inside the driver: it does not return by itself when another call has found the
// device lost.
constexpr std::chrono::milliseconds kSlice{20};
// The same of a wait that can be stopped.
constexpr std::chrono::milliseconds kStopSlice{2};

// For so long a device that is the processor itself is looked at without offering the processor to
// others: small work is over sooner, and who offers it comes behind all others for a while.
constexpr std::chrono::milliseconds kSmallWork{1};

uint64_t nanoseconds_until(backend::Deadline deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(deadline - Clock::now());
  return static_cast<uint64_t>(std::max<int64_t>(left.count(), 0));
}

// The device takes no others.
const TimelineSemaphore& timeline_of(const backend::Semaphore& semaphore) {
  return static_cast<const TimelineSemaphore&>(semaphore);
}

// One more while it lives.
class Counted {
 public:
  explicit Counted(std::atomic<uint32_t>& count) : count_(count) { count_.fetch_add(1); }
  ~Counted() { count_.fetch_sub(1); }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  std::atomic<uint32_t>& count_;
};

// Holds the host's lock of its queue.
class HostLock {
 public:
  explicit HostLock(const HostDevice* device) : device_(device) {
    if (device_ != nullptr && device_->lock != nullptr) device_->lock(device_->user);
  }
  ~HostLock() {
    if (device_ != nullptr && device_->unlock != nullptr) device_->unlock(device_->user);
  }
  HostLock(const HostLock&) = delete;
  HostLock& operator=(const HostLock&) = delete;

 private:
  const HostDevice* const device_;
};

}  // namespace

Result<std::unique_ptr<Queue>> Queue::create(const LogicalDevice& device,
                                             const kernel_host::SubmitSettings& settings) {
  std::unique_ptr<Queue> queue(new Queue(device, settings));
  VYRE_RETURN_IF_ERROR(create_timeline(device, queue->timeline_));
  device.debug().name(VK_OBJECT_TYPE_SEMAPHORE, queue->timeline_, "timeline");
  return queue;
}

Queue::~Queue() {
  if (timeline_ != VK_NULL_HANDLE) {
    device_.vk().vkDestroySemaphore(device_.handle(), timeline_, device_.callbacks());
  }
}

// What one submission alone waits for, behind what was to be waited for before. Goes from the lists
// with this object, when the submission has not emptied them.
class Queue::AddedWaits {
 public:
  AddedWaits(Queue& queue, backend::SyncPoints points)
      : queue_(queue), before_(queue.semaphores_.size()) {
    const size_t size = before_ + points.size();
    queue.semaphores_.reserve(size);
    queue.values_.reserve(size);
    queue.keep_alive_.reserve(size);
    for (const auto& [semaphore, value] : points) {
      queue.semaphores_.push_back(timeline_of(*semaphore).handle());
      queue.values_.push_back(value);
      queue.keep_alive_.push_back(timeline_of(*semaphore).keep_alive());
    }
  }
  ~AddedWaits() {
    if (queue_.semaphores_.size() <= before_) return;
    queue_.semaphores_.resize(before_);
    queue_.values_.resize(before_);
    queue_.keep_alive_.resize(before_);
  }
  AddedWaits(const AddedWaits&) = delete;
  AddedWaits& operator=(const AddedWaits&) = delete;

  size_t before() const { return before_; }

 private:
  Queue& queue_;
  const size_t before_;
};

// Those of the host, and then the device's own.
struct Queue::Signals {
  Signals(VkSemaphore own, uint64_t number, backend::SyncPoints points) {
    for (const auto& [semaphore, value] : points) {
      semaphores.push_back(timeline_of(*semaphore).handle());
      values.push_back(value);
    }
    semaphores.push_back(own);
    values.push_back(number);
  }

  std::vector<VkSemaphore> semaphores;
  std::vector<uint64_t> values;
};

// What one call of the driver gets: each of |commands|, which reaches a number of its own at its
// end. Borrows all.
class Queue::Batches {
 public:
  Batches(const VkSemaphore& own, uint64_t first, std::span<const VkCommandBuffer> commands) {
    if (commands.size() > 1) {
      several_.emplace(commands.size());
      batches_ = several_->batches;
      infos_ = several_->infos;
    }
    for (size_t i = 0; i < commands.size(); ++i) {
      batches_[i].number = first + i;
      batches_[i].timeline.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO;
      infos_[i].sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
      infos_[i].pNext = &batches_[i].timeline;
      infos_[i].commandBufferCount = commands[i] != VK_NULL_HANDLE ? 1 : 0;
      infos_[i].pCommandBuffers = &commands[i];
      signal(i, 1, &own, &batches_[i].number);
    }
  }
  Batches(const Batches&) = delete;
  Batches& operator=(const Batches&) = delete;

  void first_waits(const std::vector<VkSemaphore>& semaphores, const std::vector<uint64_t>& values,
                   const std::vector<VkPipelineStageFlags>& stages) {
    batches_.front().timeline.waitSemaphoreValueCount = static_cast<uint32_t>(values.size());
    batches_.front().timeline.pWaitSemaphoreValues = values.data();
    infos_.front().waitSemaphoreCount = static_cast<uint32_t>(semaphores.size());
    infos_.front().pWaitSemaphores = semaphores.data();
    infos_.front().pWaitDstStageMask = stages.data();
  }
  void last_signals(const Signals& signals) {
    signal(infos_.size() - 1, static_cast<uint32_t>(signals.values.size()),
           signals.semaphores.data(), signals.values.data());
  }
  std::span<const VkSubmitInfo> infos() const { return infos_; }

 private:
  void signal(size_t i, uint32_t count, const VkSemaphore* semaphores, const uint64_t* values) {
    batches_[i].timeline.signalSemaphoreValueCount = count;
    batches_[i].timeline.pSignalSemaphoreValues = values;
    infos_[i].signalSemaphoreCount = count;
    infos_[i].pSignalSemaphores = semaphores;
  }

  struct Batch {
    uint64_t number = 0;
    VkTimelineSemaphoreSubmitInfo timeline = {};
  };
  struct Several {
    explicit Several(size_t count)
        : batches(count, scratch.memory()), infos(count, scratch.memory()) {}
    Scratch scratch;
    std::pmr::vector<Batch> batches;
    std::pmr::vector<VkSubmitInfo> infos;
  };

  Batch batch_;  // where there is one, as nearly always
  VkSubmitInfo info_ = {};
  std::optional<Several> several_;
  std::span<Batch> batches_{&batch_, 1};
  std::span<VkSubmitInfo> infos_{&info_, 1};
};

Status Queue::hand_over(const Batches& batches, uint64_t number, VkFence fence) {
  const auto infos = batches.infos();
  const ScopedTimer timer(device_, &kernel_host::DeviceCounters::submit_ns, "submit", number);
  const VkResult result = device_.vk().vkQueueSubmit(
      device_.queue(), static_cast<uint32_t>(infos.size()), infos.data(), fence);
  return device_.check(result, "vkQueueSubmit", Code::kDispatchFailed);
}

// With what was to be waited for before. What is waited for and reached is kept until that is so.
Status Queue::submit_with(const QueuePoints& points, Batches& batches, uint64_t number,
                          VkFence fence) {
  waited_.reserve(waited_.size() + keep_alive_.size() + points.waits.size() +
                  points.signals.size());
  const AddedWaits added(*this, points.waits);
  const Signals signals(timeline_, number, points.signals);
  const std::vector<VkPipelineStageFlags> stages(semaphores_.size(),
                                                 VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
  batches.first_waits(semaphores_, values_, stages);
  batches.last_signals(signals);
  VYRE_RETURN_IF_ERROR(hand_over(batches, number, fence));
  if (added.before() != 0) after_semaphores_ = number;
  for (auto& semaphore : keep_alive_) waited_.push_back({std::move(semaphore), number, true});
  for (const auto& [semaphore, value] : points.signals) {
    waited_.push_back({timeline_of(*semaphore).keep_alive(), number, false});
  }
  semaphores_.clear();
  values_.clear();
  keep_alive_.clear();
  return {};
}

Result<uint64_t> Queue::submit_all(std::span<const VkCommandBuffer> commands, Fence* fence,
                                   const QueuePoints& points, Turn turn) {
  if (turn == Turn::kBehind) VYRE_RETURN_IF_ERROR(pass_ahead());
  if (device_.records_only()) return device_.records_only_error();
  if (device_.lost()) return device_.lost_error();
  const HostLock host(device_.borrowed());  // first: its callbacks hold no lock of ours
  std::lock_guard lock(mutex_);
  const uint64_t before = last_.load(std::memory_order_relaxed), number = before + commands.size();
  // No later than what the driver gets, so that nobody sees the device further than was promised.
  if (promised_.load(std::memory_order_relaxed) < number) {
    promised_.store(number, std::memory_order_release);
  }
  Batches batches(timeline_, before + 1, commands);
  const VkFence vk_fence = fence != nullptr ? fence->handle() : VK_NULL_HANDLE;
  const bool has_points = !semaphores_.empty() || points.any();
  VYRE_RETURN_IF_ERROR(has_points ? submit_with(points, batches, number, vk_fence)
                                  : hand_over(batches, number, vk_fence));
  last_.store(number, std::memory_order_release);
  if (fence != nullptr) fence->submitted(number);
  kernel_host::DeviceCounters::add(device_.counters().submissions, commands.size());
  return number;
}

Status Queue::wait_for_semaphore(VkSemaphore semaphore, uint64_t value,
                                 std::shared_ptr<const void> keep_alive) {
  if (device_.records_only()) return device_.records_only_error();
  release_semaphores();
  std::lock_guard lock(mutex_);
  semaphores_.reserve(semaphores_.size() + 1);  // all or none
  values_.reserve(values_.size() + 1);
  keep_alive_.push_back(std::move(keep_alive));
  values_.push_back(value);
  semaphores_.push_back(semaphore);
  return {};
}

void Queue::release_semaphores() { (void)take_released(); }

std::vector<Queue::Waited> Queue::take_released() {
  const std::lock_guard lock(mutex_);
  const auto over = std::partition(waited_.begin(), waited_.end(), [&](const Waited& waited) {
    return waited.number > completed_.load();
  });
  std::vector<Waited> released(std::make_move_iterator(over),
                               std::make_move_iterator(waited_.end()));
  waited_.erase(over, waited_.end());
  return released;
}

uint64_t Queue::last_before_waits() {
  const std::lock_guard lock(mutex_);
  uint64_t last = last_.load();
  for (const Waited& waited : waited_) {
    const bool is_over = waited.number <= completed_.load();
    if (waited.waits && !is_over) last = std::min(last, waited.number - 1);
  }
  return last;
}

bool Queue::may_stand() {
  const uint64_t newest = last();
  return !reached(newest) && last_before_waits() < newest;
}

Result<uint64_t> Queue::number_after_semaphores() {
  {
    std::lock_guard lock(mutex_);
    if (semaphores_.empty()) return after_semaphores_;
  }
  return submit(VK_NULL_HANDLE);
}

Status Queue::poll() {
  uint64_t value = 0;
  VYRE_RETURN_IF_ERROR(VYRE_DEVICE_CALL(device_, vkGetSemaphoreCounterValue, timeline_, &value));
  if (value > promised_.load()) {  // how some drivers say it
    return device_.error(VK_ERROR_DEVICE_LOST, "vkGetSemaphoreCounterValue");
  }
  advance(value);
  return {};
}

void Queue::advance(uint64_t value) {
  uint64_t known = completed_.load(std::memory_order_relaxed);
  while (known < value && !completed_.compare_exchange_weak(known, value)) {
  }
}

bool Queue::reached(uint64_t number) {
  if (completed_.load() >= number) return true;
  if (device_.lost()) return false;
  const Status status = poll();  // not knowing means not reached
  return completed_.load() >= number;
}

Result<bool> Queue::wait(uint64_t number, backend::Deadline deadline, const Fence* fence,
                         const backend::Stop& stop) {
  if (completed_.load() >= number) return true;
  if (device_.lost()) return device_.lost_error();
  VYRE_RETURN_IF_ERROR(poll());
  if (completed_.load() >= number) return true;
  if (Clock::now() >= deadline) return false;
  const Counted counted(waiting_);
  if (poll_for_a_while(number, deadline, stop)) return true;
  if (device_.lost()) return device_.lost_error();
  return block(number, deadline, fence, stop);
}

// Who waits in slices looks again and again for no longer than who waits at once.
Clock::time_point Queue::began_to_wait(uint64_t number) {
  if (awaited_.exchange(number) != number) awaited_since_ = Clock::now();
  return awaited_since_;
}

// Threads that poll take the processor from each other, and from a device that is the processor. An
// error shows itself in the blocking wait that follows.
bool Queue::poll_for_a_while(uint64_t number, backend::Deadline deadline,
                             const backend::Stop& stop) {
  const ScopedTimer timer(device_, &kernel_host::DeviceCounters::spin_ns, "spin");
  // A year is as good as forever, and does not wrap around.
  constexpr uint64_t kMax = uint64_t{1} << 55;
  const std::chrono::nanoseconds time(std::min(settings_.spin_ns(), kMax));
  const auto start = began_to_wait(number);
  const auto end = std::min(deadline, start + time);
  const uint32_t threads = settings_.spin_threads();
  while (waiting_.load(std::memory_order_relaxed) <= threads && Clock::now() < end) {
    if (!poll().ok() || device_.lost() || stop.asked()) return false;
    if (completed_.load() >= number) return true;
    if (is_cpu_ && Clock::now() > start + kSmallWork) std::this_thread::yield();
  }
  return false;
}

Result<bool> Queue::block(uint64_t number, backend::Deadline deadline, const Fence* fence,
                          const backend::Stop& stop) {
  const bool by_fence = fence != nullptr && fence->signals(number);
  kernel_host::DeviceCounters::add(device_.counters().waits);
  const ScopedTimer timer(device_, &kernel_host::DeviceCounters::block_ns, "block");
  const std::chrono::milliseconds slice = stop.reached != nullptr ? kStopSlice : kSlice;
  while (!stop.asked()) {
    const auto end = std::min(deadline, Clock::now() + slice);
    const uint64_t time = nanoseconds_until(end);
    const VkResult result = by_fence ? fence->wait(time) : wait_for_timeline(number, time);
    if (device_.lost()) return device_.lost_error();
    if (result == VK_SUCCESS) {
      if (!by_fence) VYRE_RETURN_IF_ERROR(poll());
      advance(number);
      return true;
    }
    if (result != VK_TIMEOUT) {
      return device_.error(result, by_fence ? "vkWaitForFences" : "vkWaitSemaphores");
    }
    if (Clock::now() >= deadline) break;
  }
  return false;
}

VkResult Queue::wait_for_timeline(uint64_t number, uint64_t nanoseconds) const {
  auto info = structure<VkSemaphoreWaitInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO);
  info.semaphoreCount = 1;
  info.pSemaphores = &timeline_;
  info.pValues = &number;
  return device_.vk().vkWaitSemaphores(device_.handle(), &info, nanoseconds);
}

Status Queue::wait_for_all() {
  flush_ahead();
  Result<bool> over = wait(last_.load(), backend::Deadline::max());
  // A host's device may be busy with what is not ours.
  if (over.ok() || device_.borrowed() != nullptr) return std::move(over).status();
  const std::lock_guard lock(mutex_);  // it is a use of the queue
  device_.vk().vkDeviceWaitIdle(device_.handle());
  return std::move(over).status();
}

}  // namespace vyre::vulkan

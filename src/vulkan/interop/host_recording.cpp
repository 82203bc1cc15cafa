#include <algorithm>
#include <cstring>
#include <iterator>
#include <mutex>

#include "vulkan/backend/device_objects.h"
#include "vulkan/backend/transfer.h"
#include "vulkan/dispatch/prepare.h"
#include "vulkan/interop/interop.h"

namespace vyre::vulkan {
namespace {

// Nobody before knows whose recording it is.
template <typename Object>
Status check_own(const VulkanDevice& opened, const Object& object, std::string_view what,
                 std::string_view fix) {
  if (is_own(opened, object)) return {};
  return fail(Code::kInvalidArgument, what, " belongs to another device. Fix: ", fix);
}

// Work in a command buffer of the host. Each piece has a context, which the pool gets back when the
// recording is retired.
class CommandRecording final : public HostRecording {
 public:
  CommandRecording(std::shared_ptr<VulkanDevice> opened, VkCommandBuffer commands,
                   const SyncScope& before, const SyncScope& after)
      : opened_(std::move(opened)), commands_(commands), before_(before), after_(after) {}

  // Nobody said that the device is done, so everything stays as long as the device is used.
  ~CommandRecording() override {
    for (auto& context : submissions_) {
      if (context == nullptr) continue;
      opened_->submissions().give_back(std::move(context),
                                       state_ == State::kRetired ? 0 : SubmissionPool::kNever);
    }
  }

  Status dispatch(const backend::Dispatch& dispatch) override {
    std::lock_guard lock(mutex_);
    VYRE_RETURN_IF_ERROR(check_open());
    VYRE_RETURN_IF_ERROR(check_own(*opened_, *dispatch.executables.front(), "the executable",
                                   "compile it on this one"));
    VYRE_RETURN_IF_ERROR(check_dispatch(*opened_, dispatch));
    const Kernel* first = own(*opened_, *dispatch.executables.front()).kernel().get();
    return add_piece(first, [&](SubmissionContext& context) {
      return prepare_recorded(*opened_, dispatch, context);
    });
  }

  Status write(backend::Memory& memory, uint64_t offset,
               std::span<const std::byte> bytes) override {
    std::lock_guard lock(mutex_);
    VYRE_RETURN_IF_ERROR(check_usable(memory));
    const DeviceBuffer& buffer = own(*opened_, memory, offset, bytes.size());
    if (bytes.empty()) return {};
    return add_piece(nullptr, [&](SubmissionContext& context) -> Status {
      auto& staging = context.begin_transfer(buffer.owned());
      VYRE_ASSIGN_OR_RETURN(const std::span<std::byte> upload,
                            context.add_upload(staging, buffer.range(offset, bytes.size())));
      std::memcpy(upload.data(), bytes.data(), bytes.size());
      return {};
    });
  }

  Status copy(backend::Memory& from_memory, uint64_t from_offset, backend::Memory& to_memory,
              uint64_t to_offset, uint64_t size) override {
    std::lock_guard lock(mutex_);
    VYRE_RETURN_IF_ERROR(check_usable(from_memory));
    VYRE_RETURN_IF_ERROR(check_usable(to_memory));
    const DeviceBuffer& from = own(*opened_, from_memory, from_offset, size);
    const DeviceBuffer& to = own(*opened_, to_memory, to_offset, size);
    if (size == 0) return {};
    return add_piece(nullptr, [&](SubmissionContext& context) -> Status {
      context.begin_transfer(from.owned());
      context.owned_memory.push_back(to.owned());
      context.next.uploads.push_back({from.range(from_offset, size), to.range(to_offset, size)});
      return {};
    });
  }

  Status fill(backend::Memory& memory, uint64_t offset, uint64_t size, uint32_t word) override {
    std::lock_guard lock(mutex_);
    VYRE_RETURN_IF_ERROR(check_usable(memory));
    const DeviceBuffer& buffer = own(*opened_, memory, offset, size);
    const BufferRange range = buffer.range(offset, size);
    VYRE_RETURN_IF_ERROR(check_words(range));
    if (size == 0) return {};
    return add_piece(nullptr, [&](SubmissionContext& context) -> Status {
      context.begin_transfer(buffer.owned());
      context.next.fills.push_back({range, word});
      return {};
    });
  }

  Result<uint32_t> read(backend::Memory& memory, uint64_t offset, uint64_t size) override {
    std::lock_guard lock(mutex_);
    VYRE_RETURN_IF_ERROR(check_usable(memory));
    const DeviceBuffer& buffer = own(*opened_, memory, offset, size);
    reads_.reserve(reads_.size() + 1);
    VYRE_RETURN_IF_ERROR(add_piece(nullptr, [&](SubmissionContext& context) {
      auto& staging = context.begin_transfer(buffer.owned());
      return context.add_download(staging, buffer.range(offset, size), size);
    }));
    reads_.push_back(submissions_.back().get());
    return static_cast<uint32_t>(reads_.size() - 1);
  }

  Result<SyncScope> end() override {
    std::lock_guard lock(mutex_);
    VYRE_RETURN_IF_ERROR(check_open());
    state_ = State::kEnded;
    if (!began_) return SyncScope();
    SyncScope after = after_;
    after.stages |= VK_PIPELINE_STAGE_HOST_BIT;
    after.accesses |= VK_ACCESS_HOST_READ_BIT;
    record_barrier(opened_->device(), commands_, work_scope(), after);
    return work_scope();
  }

  Status retire() override {
    std::vector<std::unique_ptr<SubmissionContext>> over;
    std::vector<std::shared_ptr<OwnedAllocation>> owned_memory;  // let go of without the lock, as
                                                                 // they may call the host
    Status first;
    {
      std::lock_guard lock(mutex_);
      if (state_ == State::kRetired) {
        return fail(Code::kInvalidArgument,
                    "the recording was retired already. Fix: retire it once, after its fence");
      }
      state_ = State::kRetired;
      for (auto& context : submissions_) {
        Status trapped = trap_status(*context);
        if (!trapped.ok()) kernel_host::DeviceCounters::add(opened_->device().counters().traps);
        if (first.ok()) first = std::move(trapped);
        if (!is_read(*context)) {
          over.push_back(std::move(context));
        } else {
          std::ranges::move(context->owned_memory, std::back_inserter(owned_memory));
          context->owned_memory.clear();
        }
      }
    }
    for (auto& context : over) opened_->submissions().give_back(std::move(context), 0);
    return first;
  }

  Status read_back(uint32_t number, uint64_t offset, std::span<std::byte> bytes) override {
    std::lock_guard lock(mutex_);
    if (state_ != State::kRetired) {
      return fail(Code::kInvalidArgument,
                  "a recording's bytes are asked for before it is retired. Fix: wait for the "
                  "host's fence and retire it first");
    }
    if (number >= reads_.size()) {
      return fail(Code::kNotFound, "read ", number, " was asked for, ", reads_.size(),
                  " were recorded. Fix: pass the number that vyre_recording_add_read gave");
    }
    const std::span<const std::byte> result = reads_[number]->staging[0].result;
    if (offset > result.size() || bytes.size() > result.size() - offset) {
      return fail(Code::kInvalidArgument, bytes.size(), " bytes at offset ", offset, " of read ",
                  number, " are asked for, it recorded ", result.size(), ". Fix: stay inside them");
    }
    if (!bytes.empty()) std::memcpy(bytes.data(), result.data() + offset, bytes.size());
    return {};
  }

 private:
  enum class State : uint8_t { kOpen, kEnded, kRetired };

  // All below need mutex_.
  Status check_open() const {
    if (state_ == State::kOpen) return opened_->check_not_lost();
    return fail(Code::kInvalidArgument, "the recording was ",
                state_ == State::kEnded ? "ended" : "retired",
                ", nothing more is recorded. Fix: create another recording");
  }

  Status check_usable(const backend::Memory& memory) const {
    VYRE_RETURN_IF_ERROR(check_open());
    return check_own(*opened_, memory, "the memory", "use the device that it was made on");
  }

  // |fill| puts down what is to be recorded. Nothing fails any more once the first command is.
  template <typename Fill>
  Status add_piece(const Kernel* kernel, const Fill& fill) {
    submissions_.reserve(submissions_.size() + 1);
    std::unique_ptr<SubmissionContext> context = opened_->submissions().acquire(kernel);
    Status status = fill(*context);
    if (status.ok()) status = context->prepare_next();
    if (!status.ok()) {
      opened_->submissions().give_back(std::move(context), 0);
      return status;
    }
    begin_piece(*context);
    context->record_next_into(commands_);
    submissions_.push_back(std::move(context));
    return {};
  }

  void begin_piece(SubmissionContext& context) {
    context.next.after_earlier_work = false;
    const bool barrier = began_ || before_.stages != 0;
    const SyncScope before = began_ ? work_scope() : before_;
    if (barrier) record_barrier(opened_->device(), commands_, before, work_scope());
    began_ = true;
    zero_new_memory(context);
  }

  // Before all else of the piece, its uploads included.
  void zero_new_memory(const SubmissionContext& context) {
    bool any = false;
    for (const auto& owned : context.owned_memory) {
      if (!owned->take_zeroing()) continue;
      const BufferRange range = range_of(owned->allocation(), 0, owned->allocation().size);
      opened_->device().vk().vkCmdFillBuffer(commands_, range.buffer, range.offset, range.size, 0);
      any = true;
    }
    if (any) record_barrier(opened_->device(), commands_, work_scope(), work_scope());
  }

  bool is_read(const SubmissionContext& context) const {
    return std::ranges::find(reads_, &context) != reads_.end();
  }

  const std::shared_ptr<VulkanDevice> opened_;
  const VkCommandBuffer commands_;
  const SyncScope before_;
  const SyncScope after_;

  std::mutex mutex_;
  // State below is guarded by mutex_.
  State state_ = State::kOpen;
  bool began_ = false;                                           // something is recorded
  std::vector<std::unique_ptr<SubmissionContext>> submissions_;  // one for each piece, in order
  std::vector<SubmissionContext*> reads_;  // those whose read-back memory has what was read
};

}  // namespace

Result<std::unique_ptr<HostRecording>> begin_recording(backend::Device& backend,
                                                       void* command_buffer,
                                                       const SyncScope& before,
                                                       const SyncScope& after) {
  VYRE_ASSIGN_OR_RETURN(auto opened, VulkanDevice::from(backend));
  if (opened->device().borrowed() == nullptr) {
    return fail(Code::kInvalidArgument, "device '", backend.id(),
                "' was not imported, so no command buffer of the host is its. Fix: import the "
                "host's device (vyre_device_import_vulkan)");
  }
  if (command_buffer == nullptr) {
    return fail(Code::kInvalidArgument,
                "the host's command buffer is NULL. Fix: pass a VkCommandBuffer that is being "
                "recorded");
  }
  return std::unique_ptr<HostRecording>(std::make_unique<CommandRecording>(
      std::move(opened), static_cast<VkCommandBuffer>(command_buffer), before, after));
}

}  // namespace vyre::vulkan

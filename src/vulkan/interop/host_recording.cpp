#include "vulkan/interop/host_recording.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "vulkan/context/device_objects.h"
#include "vulkan/dispatch/check.h"
#include "vulkan/dispatch/prepare.h"
#include "vulkan/submission/trap.h"

namespace vyre::vulkan {
namespace {

Access access_of(const HostAccess& access) { return {access.stages, access.accesses}; }

void copy_between(Slot& slot, const std::shared_ptr<Resident>& memory) {
  slot.next.clear();
  slot.forget_references();
  if (slot.staging.empty()) slot.staging.resize(1);
  slot.residents.push_back(memory);
}

}  // namespace

// Nobody said that the device is done, so everything stays as long as the device is used.
CommandRecording::~CommandRecording() {
  for (auto& slot : slots_) {
    if (slot == nullptr) continue;
    core_->slots().give_back(std::move(slot), state_ == State::kRetired ? 0 : SlotPool::kNever);
  }
}

Status CommandRecording::check_open() const {
  if (state_ == State::kOpen)
    return core_->device().lost() ? core_->device().lost_error() : Status();
  return fail(Code::kInvalidArgument, "the recording was ",
              state_ == State::kEnded ? "ended" : "retired",
              ", nothing more is recorded. Fix: create another recording");
}

Result<Slot*> CommandRecording::take_slot(const Kernel* kernel) {
  slots_.reserve(slots_.size() + 1);
  VYRE_ASSIGN_OR_RETURN(auto slot, core_->slots().acquire(kernel));
  slots_.push_back(std::move(slot));
  return slots_.back().get();
}

void CommandRecording::drop_last_slot() {
  core_->slots().give_back(std::move(slots_.back()), 0);
  slots_.pop_back();
}

// Nothing fails any more once the first command is recorded.
Status CommandRecording::record(Slot& slot) {
  VYRE_RETURN_IF_ERROR(slot.prepare_next());
  begin_piece(slot);
  slot.record_next_into(commands_);
  return {};
}

void CommandRecording::begin_piece(Slot& slot) {
  slot.next.after_earlier_work = false;
  const bool barrier = began_ || before_.stages != 0;
  const Access before = began_ ? work_access() : access_of(before_);
  if (barrier) record_barrier(core_->device(), commands_, before, work_access());
  began_ = true;
  zero_new_memory(slot);
}

// Before all else of the piece, its uploads included.
void CommandRecording::zero_new_memory(const Slot& slot) {
  bool any = false;
  for (const auto& resident : slot.residents) {
    if (!resident->take_zeroing()) continue;
    const BufferRange range = range_of(resident->span(), 0, resident->span().size);
    core_->device().vk().vkCmdFillBuffer(commands_, range.buffer, range.offset, range.size, 0);
    any = true;
  }
  if (any) record_barrier(core_->device(), commands_, work_access(), work_access());
}

Status CommandRecording::prepare(const backend::Dispatch& dispatch, Slot& slot) {
  VYRE_RETURN_IF_ERROR(prepare_recorded(*core_, dispatch, slot));
  return record(slot);
}

Status CommandRecording::dispatch(const backend::Dispatch& dispatch) {
  std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(check_open());
  VYRE_RETURN_IF_ERROR(check_dispatch(*core_, dispatch));
  const Kernel* first = own(*core_, dispatch.executable.get())->kernel().get();
  VYRE_ASSIGN_OR_RETURN(Slot * slot, take_slot(first));
  Status prepared = prepare(dispatch, *slot);
  if (!prepared.ok()) drop_last_slot();
  return prepared;
}

Status CommandRecording::write(backend::Memory& memory, uint64_t offset,
                               std::span<const std::byte> bytes) {
  std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(check_open());
  VYRE_ASSIGN_OR_RETURN(const DeviceBuffer* buffer,
                        own_range(*core_, &memory, offset, bytes.size()));
  if (bytes.empty()) return {};
  VYRE_ASSIGN_OR_RETURN(Slot * slot, take_slot(nullptr));
  copy_between(*slot, buffer->resident());
  Span& upload = slot->staging[0].upload;
  Status status = slot->reserve(upload, MemoryUse::kUpload, bytes.size());
  if (status.ok()) {
    std::memcpy(upload.data(), bytes.data(), bytes.size());
    slot->next.uploads.push_back({range_of(upload, 0, bytes.size()),
                                  range_of(buffer->resident()->span(), offset, bytes.size())});
    status = record(*slot);
  }
  if (!status.ok()) drop_last_slot();
  return status;
}

Result<uint32_t> CommandRecording::read(backend::Memory& memory, uint64_t offset, uint64_t size) {
  std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(check_open());
  VYRE_ASSIGN_OR_RETURN(const DeviceBuffer* buffer, own_range(*core_, &memory, offset, size));
  reads_.reserve(reads_.size() + 1);
  VYRE_ASSIGN_OR_RETURN(Slot * slot, take_slot(nullptr));
  copy_between(*slot, buffer->resident());
  Slot::Staging& staging = slot->staging[0];
  Status status =
      slot->reserve(staging.readback, MemoryUse::kReadback, std::max<uint64_t>(size, 4));
  if (status.ok()) {
    staging.result = staging.readback.bytes().first(static_cast<size_t>(size));
    if (size > 0) {
      slot->next.downloads.push_back({range_of(buffer->resident()->span(), offset, size),
                                      range_of(staging.readback, 0, size)});
    }
    status = record(*slot);
  }
  if (!status.ok()) {
    drop_last_slot();
    return status;
  }
  reads_.push_back(slot);
  return static_cast<uint32_t>(reads_.size() - 1);
}

Result<HostAccess> CommandRecording::end() {
  std::lock_guard lock(mutex_);
  VYRE_RETURN_IF_ERROR(check_open());
  state_ = State::kEnded;
  if (!began_) return HostAccess();
  Access after = access_of(after_);
  after.stages |= VK_PIPELINE_STAGE_HOST_BIT;
  after.accesses |= VK_ACCESS_HOST_READ_BIT;
  record_barrier(core_->device(), commands_, work_access(), after);
  return HostAccess{work_access().stages, work_access().accesses};
}

Status CommandRecording::retire() {
  std::vector<std::unique_ptr<Slot>> over;
  std::vector<std::shared_ptr<Resident>> residents;  // let go of without the lock, as they may
                                                     // call the host
  Status first;
  {
    std::lock_guard lock(mutex_);
    if (state_ == State::kRetired) {
      return fail(Code::kInvalidArgument,
                  "the recording was retired already. Fix: retire it once, after its fence");
    }
    state_ = State::kRetired;
    for (auto& slot : slots_) {
      Status trapped = trap_status(*slot);
      if (!trapped.ok()) Tally::add(core_->device().tally().traps);
      if (first.ok()) first = std::move(trapped);
      if (!is_read(*slot)) {
        over.push_back(std::move(slot));
      } else {
        std::move(slot->residents.begin(), slot->residents.end(), std::back_inserter(residents));
        slot->residents.clear();
      }
    }
  }
  for (auto& slot : over) core_->slots().give_back(std::move(slot), 0);
  return first;
}

bool CommandRecording::is_read(const Slot& slot) const {
  return std::ranges::find(reads_, &slot) != reads_.end();
}

Status CommandRecording::read_back(uint32_t number, std::span<std::byte> bytes) {
  std::lock_guard lock(mutex_);
  if (state_ != State::kRetired) {
    return fail(Code::kInvalidArgument,
                "a recording's bytes are asked for before it is retired. Fix: wait for the host's "
                "fence and retire it first");
  }
  if (number >= reads_.size()) {
    return fail(Code::kNotFound, "read ", number, " was asked for, ", reads_.size(),
                " were recorded. Fix: pass the number that vyre_record_read gave");
  }
  const std::span<const std::byte> result = reads_[number]->staging[0].result;
  if (bytes.size() != result.size()) {
    return fail(Code::kInvalidArgument, bytes.size(), " bytes of read ", number,
                " are asked for, it recorded ", result.size(), ". Fix: ask for all of them");
  }
  if (!bytes.empty()) std::memcpy(bytes.data(), result.data(), bytes.size());
  return {};
}

}  // namespace vyre::vulkan

#include "plugin/backend/transfer.h"

#include <utility>
#include <vector>

namespace vyre::plugin {

namespace {

using Kind = backend::Step::Kind;

PluginMemory* memory_of(const std::shared_ptr<backend::Memory>& memory) {
  return static_cast<PluginMemory*>(memory.get());
}

}  // namespace

Transfer::Transfer(std::shared_ptr<DeviceHandle> device, const backend::Step& step)
    : TransferJob(backend::bytes_for(step)), device_(std::move(device)), step_(step) {
  step_.bytes = {};
}

Status Transfer::start(const std::shared_ptr<Transfer>& job) {
  std::vector<backend::HostMemory*> memories;
  for (PluginMemory* memory : {memory_of(job->step_.from), memory_of(job->step_.to)}) {
    if (memory != nullptr) memories.push_back(&memory->users);
  }
  return job->device_->queue().start(job, memories);
}

Status Transfer::move(std::span<std::byte> bytes) {
  PluginMemory* const from = memory_of(step_.from);
  PluginMemory* const to = memory_of(step_.to);
  switch (step_.kind) {
    case Kind::kDispatch:
      break;
    case Kind::kCopy:
      return device_->copy(from->handle(), step_.from_offset, to->handle(), step_.to_offset,
                           step_.size);
    case Kind::kWrite:
      return device_->write(to->handle(), step_.to_offset, bytes);
    case Kind::kRead:
      return device_->read(from->handle(), step_.from_offset, bytes);
    case Kind::kFill:
      return device_->fill(to->handle(), step_.to_offset, step_.size, step_.word);
  }
  return {};
}

void Transfer::ended() {
  for (const auto* memory : {&step_.from, &step_.to}) {
    if (*memory != nullptr) device_->queue().forget(*this, memory_of(*memory)->users);
  }
  step_.from.reset();
  step_.to.reset();
}

}  // namespace vyre::plugin

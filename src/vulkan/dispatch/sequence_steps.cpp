#include "vulkan/dispatch/sequence_steps.h"

#include <algorithm>
#include <cstring>

#include "vulkan/backend/device_objects.h"
#include "vulkan/dispatch/prepare.h"

namespace vyre::vulkan {
namespace {

using backend::Step;

// Memory of the host may be known by several names, so all of it counts as one place.
kernel_host::MemoryRange place_of(const std::vector<std::shared_ptr<OwnedAllocation>>& owned_memory,
                                  const kernel_host::MemoryRange& range) {
  const auto holds = [&](const auto& owned) {
    const Block& block = *owned->allocation().block;
    return block.id == range.block && (block.adopted || block.imported != nullptr);
  };
  const bool is_hosts = std::ranges::any_of(owned_memory, holds);
  return is_hosts ? kernel_host::MemoryRange{0, 0, 1} : range;
}

void find_accesses(SequenceStep& step) {
  const Commands& commands = step.commands;
  const auto add_access = [&](const BufferRange& range, bool written) {
    step.accesses.push_back({place_of(step.owned_memory, range), written});
  };
  for (const auto* copies : {&commands.uploads, &commands.downloads}) {
    for (const BufferCopy& copy : *copies) {
      add_access(copy.from, false);
      add_access(copy.to, true);
    }
  }
  for (const BufferFill& fill : commands.fills) add_access(fill.to, true);
  const size_t bindings = step.kernels.empty() ? 0 : step.kernels[0]->bindings().size();
  for (size_t i = 0; i < bindings; ++i) {
    add_access(commands.buffers[i], any_writes(step.kernels, i));
  }
}

// What the context was given to do.
void take_work(SequenceStep& step) {
  step.kernels = step.context->kernels;
  step.owned_memory = std::move(step.context->owned_memory);
  step.commands = std::move(step.context->next);
}

}  // namespace

std::shared_ptr<SubmissionContext> SequenceSteps::new_context() const {
  return std::make_shared<SubmissionContext>(opened_->device(), opened_->allocator());
}

// Memory that a dispatch has for itself is not shared: what follows need not wait for it then.
std::shared_ptr<SubmissionContext> SequenceSteps::context_for(const backend::Dispatch& dispatch) {
  ContextKey key;
  for (const auto& one : dispatch.executables) key.push_back(own(*opened_, *one).kernel()->id());
  for (const backend::BufferUse& use : dispatch.buffers) {
    if (use.memory == nullptr) {
      if (use.size > 0) return new_context();
      key.push_back(UINT64_MAX);  // no block: what follows is of the next buffer
      continue;
    }
    const BufferRange range =
        own(*opened_, *use.memory, use.offset, use.size).range(use.offset, use.size);
    key.insert(key.end(), {range.block, range.offset, range.size});
  }
  std::weak_ptr<SubmissionContext>& known = shared_contexts_[std::move(key)];
  if (auto context = known.lock()) return context;
  auto context = new_context();
  known = context;
  return context;
}

Result<SequenceStep> SequenceSteps::prepare(const Step& step) {
  SequenceStep made(opened_->device().memory());
  made.kind = step.kind;
  VYRE_RETURN_IF_ERROR(prepare_kind(step, made));
  find_accesses(made);
  return made;
}

Status SequenceSteps::prepare_kind(const Step& step, SequenceStep& made) {
  switch (step.kind) {
    case Step::Kind::kDispatch:
      VYRE_RETURN_IF_ERROR(check_dispatch(*opened_, *step.dispatch));
      return prepare_dispatch(*step.dispatch, made);
    case Step::Kind::kCopy:
      return prepare_copy(step, made);
    case Step::Kind::kWrite:
      return prepare_write(step, made);
    case Step::Kind::kRead:
      return prepare_read(step, made);
  }
  return {};
}

Status SequenceSteps::prepare_dispatch(const backend::Dispatch& dispatch, SequenceStep& made) {
  made.context = context_for(dispatch);
  const bool is_new = made.context->kernels.empty();
  VYRE_RETURN_IF_ERROR(prepare_recorded(*opened_, dispatch, *made.context));
  if (is_new) VYRE_RETURN_IF_ERROR(made.context->prepare_next());
  take_work(made);
  return {};
}

Status SequenceSteps::prepare_copy(const Step& step, SequenceStep& made) {
  const DeviceBuffer& from = own(*opened_, *step.from, step.from_offset, step.size);
  const DeviceBuffer& to = own(*opened_, *step.to, step.to_offset, step.size);
  made.copied = step.size;
  if (const auto copy = opened_->copies().dispatch_of(opened_, step)) {
    return prepare_dispatch(copy->get(), made);
  }
  if (step.size > 0) {
    made.commands.uploads.push_back(
        {from.range(step.from_offset, step.size), to.range(step.to_offset, step.size)});
  }
  made.owned_memory = {from.owned(), to.owned()};
  return {};
}

Status SequenceSteps::prepare_write(const Step& step, SequenceStep& made) {
  const DeviceBuffer& to = own(*opened_, *step.to, step.to_offset, step.size);
  made.context = new_context();
  auto& staging = made.context->begin_transfer(to.owned());
  VYRE_ASSIGN_OR_RETURN(const std::span<std::byte> upload,
                        made.context->add_upload(staging, to.range(step.to_offset, step.size)));
  if (step.size > 0) {
    std::memcpy(upload.data(), step.bytes.data(), step.bytes.size());
    opened_->device().counters().uploaded(step.bytes.size());
  }
  take_work(made);
  return {};
}

Status SequenceSteps::prepare_read(const Step& step, SequenceStep& made) {
  const DeviceBuffer& from = own(*opened_, *step.from, step.from_offset, step.size);
  made.context = new_context();
  auto& staging = made.context->begin_transfer(from.owned());
  VYRE_RETURN_IF_ERROR(
      made.context->add_download(staging, from.range(step.from_offset, step.size), step.size));
  take_work(made);
  return {};
}

}  // namespace vyre::vulkan

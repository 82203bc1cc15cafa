#include "vulkan/dispatch/sequence_steps.h"

#include <algorithm>
#include <cstring>

#include "kernel_host/trap.h"
#include "vulkan/backend/device_objects.h"
#include "vulkan/backend/transfer.h"
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
  step.accesses.clear();
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
  for (const BufferRange& range : commands.addressed) add_access(range, true);
  if (const auto& grid = commands.grid_step) {
    const uint64_t before = grid->counts.size - backend::kGridBytes;
    add_access(grid->counts.part(before, backend::kGridBytes), false);
    add_access(grid->block, true);
  }
  const size_t bindings = step.kernels.empty() ? 0 : step.kernels[0]->bindings().size();
  for (size_t i = 0; i < bindings; ++i) {
    add_access(commands.buffers[i], any_writes(step.kernels, i));
  }
}

// The trap words are the last of the buffers.
void use_trap(const Allocation& trap, Commands& commands) {
  commands.buffers.back() = range_of(trap, 0, kernel_host::kTrapBytes);
  if (commands.grid_step) commands.grid_step->trap = commands.buffers.back();
}

// What the context was given to do.
void take_work(SequenceStep& step) {
  step.kernels = step.context->kernels;
  step.owned_memory = std::move(step.context->owned_memory);
  step.commands = std::move(step.context->next);
}

}  // namespace

std::shared_ptr<SubmissionContext> SequenceSteps::new_context() {
  if (spares_.empty()) {
    return std::make_shared<SubmissionContext>(opened_->device(), opened_->allocator());
  }
  auto context = std::move(spares_.back());
  spares_.pop_back();
  return context;
}

// Memory that a dispatch has for itself is not shared: what follows need not wait for it then. Nor
// is the block of a grid in memory, which the host writes anew for each step.
std::shared_ptr<SubmissionContext> SequenceSteps::context_for(const backend::Dispatch& dispatch) {
  if (dispatch.grid_words != nullptr) return new_context();
  std::vector<uint64_t> key;
  for (const auto& one : dispatch.executables) key.push_back(own(*opened_, *one).kernel()->id());
  const Kernel& kernel = *own(*opened_, *dispatch.executables.front()).kernel();
  if (kernel.has_texels()) return new_context();
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
  std::weak_ptr<SubmissionContext>& known = shared_contexts_[key];
  if (auto context = known.lock()) return context;
  auto context = new_context();
  known = context;
  return context;
}

Result<StepPtr> SequenceSteps::prepare(const Step& step) {
  auto made = std::make_shared<SequenceStep>(opened_->device().memory());
  made->kind = step.kind;
  VYRE_RETURN_IF_ERROR(prepare_kind(step, *made));
  find_accesses(*made);
  return made;
}

Result<StepPtr> SequenceSteps::twin(const StepPtr& step, Twins& twins) {
  const bool has_bytes = step->kind == Step::Kind::kWrite || step->kind == Step::Kind::kRead;
  if (!has_bytes && !step->can_trap()) return step;
  auto made = std::make_shared<SequenceStep>(opened_->device().memory());
  *made = *step;
  made->of = step;
  VYRE_RETURN_IF_ERROR(has_bytes ? prepare_host_twin(*step, *made)
                                 : prepare_trap_twin(*step, twins, *made));
  find_accesses(*made);
  return made;
}

Status SequenceSteps::prepare_host_twin(const SequenceStep& step, SequenceStep& made) {
  made.context = new_context();
  auto& staging = made.context->begin_transfer(nullptr);
  for (const BufferCopy& copy : step.commands.uploads) {
    VYRE_RETURN_IF_ERROR(made.context->add_upload(staging, copy.to).status());
  }
  for (const BufferCopy& copy : step.commands.downloads) {
    const size_t size = step.context->staging[0].result.size();
    VYRE_RETURN_IF_ERROR(made.context->add_download(staging, copy.from, size));
  }
  made.commands.uploads = made.context->next.uploads;
  made.commands.downloads = made.context->next.downloads;
  return {};
}

Status SequenceSteps::prepare_trap_twin(const SequenceStep& step, Twins& twins,
                                        SequenceStep& made) {
  std::weak_ptr<SubmissionContext>& known = twins[step.context];
  made.context = known.lock();
  if (made.context != nullptr) {
    use_trap(made.context->trap, made.commands);
    return {};
  }
  made.context = new_context();
  SubmissionContext& context = *made.context;
  VYRE_RETURN_IF_ERROR(
      context.reserve(context.trap, MemoryUse::kReadback, kernel_host::kTrapBytes));
  std::memset(context.trap.data(), 0, kernel_host::kTrapBytes);
  use_trap(context.trap, made.commands);
  context.next.buffers = made.commands.buffers;
  context.next.grid_step = made.commands.grid_step;
  context.kernels = step.kernels;
  context.reads_grid = made.commands.grid_step.has_value();
  VYRE_RETURN_IF_ERROR(context.prepare_next());
  known = made.context;
  return {};
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
    case Step::Kind::kFill:
      return prepare_fill(step, made);
  }
  return {};
}

Status SequenceSteps::prepare_dispatch(const backend::Dispatch& dispatch, SequenceStep& made) {
  made.context = context_for(dispatch);
  VYRE_RETURN_IF_ERROR(prepare_recorded(*opened_, dispatch, *made.context));
  if (!made.context->has_step) VYRE_RETURN_IF_ERROR(made.context->prepare_next());
  made.context->has_step = true;
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

Status SequenceSteps::prepare_fill(const Step& step, SequenceStep& made) {
  const DeviceBuffer& to = own(*opened_, *step.to, step.to_offset, step.size);
  const BufferRange range = to.range(step.to_offset, step.size);
  VYRE_RETURN_IF_ERROR(check_words(range));
  if (step.size > 0) made.commands.fills.push_back({range, step.word});
  made.owned_memory = {to.owned()};
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

void SequenceSteps::recycle(std::span<std::vector<StepPtr>* const> lists) {
  std::vector<std::shared_ptr<SubmissionContext>> contexts;
  for (std::vector<StepPtr>* steps : lists) {
    for (const StepPtr& step : *steps) {
      const bool has_context = step != nullptr && step->context != nullptr;
      if (has_context) contexts.push_back(step->context);
    }
    steps->clear();
  }
  std::ranges::reverse(contexts);
  for (auto& context : contexts) {
    if (context.use_count() > 1) {  // it comes again, or is under way
      context.reset();
      continue;
    }
    context->forget_references();
    context->has_step = false;
    spares_.push_back(std::move(context));
  }
  shared_contexts_.clear();
}

}  // namespace vyre::vulkan

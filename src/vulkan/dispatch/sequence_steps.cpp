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

// The trap words are the last of the buffers.
void use_trap(const Allocation& trap, Commands& commands) {
  commands.buffers.back() = range_of(trap, 0, kernel_host::kTrapBytes);
  if (commands.grid_step) commands.grid_step->trap = commands.buffers.back();
}

// What the context was given to do.
void take_work(SequenceStep& step) {
  step.owned_memory.swap(step.context->owned_memory);
  std::swap(step.commands, step.context->next);
}

// What a step keeps of its own for another that may come in its place.
constexpr uint64_t kMostKeptBytes = uint64_t{64} << 10;

}  // namespace

SubmissionContext& SequenceSteps::context_of(SequenceStep& made) {
  if (made.context == nullptr) {
    made.context = std::make_shared<SubmissionContext>(opened_->device(), opened_->allocator());
  }
  return *made.context;
}

// None: memory that a dispatch has for itself is not shared: what follows need not wait for it
// then. Nor is the block of a grid in memory, which the host writes anew for each step.
void SequenceSteps::find_key(const backend::Dispatch& dispatch) {
  key_.clear();
  if (dispatch.grid_words != nullptr) return;
  if (own(*opened_, *dispatch.executables.front()).kernel()->has_texels()) return;
  for (const auto& one : dispatch.executables) key_.push_back(own(*opened_, *one).kernel()->id());
  for (const backend::BufferUse& use : dispatch.buffers) {
    if (use.memory == nullptr && use.size > 0) return key_.clear();
    if (use.memory == nullptr) {
      key_.push_back(UINT64_MAX);  // no block: what follows is of the next buffer
      continue;
    }
    const BufferRange range =
        own(*opened_, *use.memory, use.offset, use.size).range(use.offset, use.size);
    key_.insert(key_.end(), {range.block, range.offset, range.size});
  }
}

void SequenceSteps::share_context(const Place& place, SequenceStep& made) {
  uint64_t mixed = 0;
  for (const uint64_t word : key_) mixed = (mixed ^ word) * 0x9e3779b97f4a7c15;
  const uint32_t known = std::exchange(last_added_[mixed >> 56], place.number);
  if (key_.empty() || known >= place.number) return;
  const auto& context = place.steps[known]->context;
  if (context != nullptr && context->key == key_) made.context = context;
}

StepPtr SequenceSteps::rebind(const backend::Rebinding& changes, uint32_t number,
                              const SequenceStep* now) {
  if (number >= spares_.size() || spares_[number] == nullptr) return nullptr;
  SequenceStep& spare = *spares_[number];
  if (spare.launch == 0 || spare.context == nullptr) return nullptr;
  const bool is_known = now != nullptr ? spare.launch == now->launch : spare.take_kernels();
  if (!is_known) return nullptr;
  spare.rebind(changes, now);
  SubmissionContext& context = *spare.context;
  context.key.clear();
  if (spare.can_trap()) std::memset(context.trap.data(), 0, kernel_host::kTrapBytes);
  if (!context.prepare(spare.kernels, spare.commands).ok()) {
    spare.let_go();
    return nullptr;
  }
  context.has_step = true;
  return std::move(spares_[number]);
}

StepPtr SequenceSteps::take_spare(uint32_t number) {
  if (number >= spares_.size()) spares_.resize(number + 1);
  StepPtr spare = std::move(spares_[number]);
  return spare != nullptr ? std::move(spare)
                          : std::make_shared<SequenceStep>(opened_->device().memory());
}

Result<StepPtr> SequenceSteps::prepare(const Step& step, uint32_t number,
                                       const std::vector<StepPtr>& steps) {
  StepPtr made = take_spare(number);
  made->kind = step.kind;
  if (made->context != nullptr) made->context->has_step = false;
  if (step.kind != Step::Kind::kDispatch) made->forget_dispatch();
  VYRE_RETURN_IF_ERROR(prepare_kind(step, {steps, number}, *made));
  made->find_accesses();
  return made;
}

Result<StepPtr> SequenceSteps::twin(const StepPtr& step, TwinContexts& twins) {
  const bool has_bytes = step->kind == Step::Kind::kWrite || step->kind == Step::Kind::kRead;
  if (!has_bytes && !step->can_trap()) return step;
  auto made = std::make_shared<SequenceStep>(opened_->device().memory());
  *made = *step;
  made->of = step;
  made->launch = 0;
  VYRE_RETURN_IF_ERROR(has_bytes ? prepare_host_twin(*step, *made)
                                 : prepare_trap_twin(*step, twins, *made));
  made->find_accesses();
  return made;
}

std::shared_ptr<SubmissionContext> SequenceSteps::twin_context() {
  if (spare_contexts_.empty()) {
    return std::make_shared<SubmissionContext>(opened_->device(), opened_->allocator());
  }
  auto context = std::move(spare_contexts_.back());
  spare_contexts_.pop_back();
  return context;
}

Status SequenceSteps::prepare_host_twin(const SequenceStep& step, SequenceStep& made) {
  made.context = twin_context();
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

Status SequenceSteps::prepare_trap_twin(const SequenceStep& step, TwinContexts& twins,
                                        SequenceStep& made) {
  std::weak_ptr<SubmissionContext>& known = twins[step.context];
  made.context = known.lock();
  if (made.context != nullptr) {
    use_trap(made.context->trap, made.commands);
    return {};
  }
  made.context = twin_context();
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

Status SequenceSteps::prepare_kind(const Step& step, const Place& place, SequenceStep& made) {
  switch (step.kind) {
    case Step::Kind::kDispatch:
      VYRE_RETURN_IF_ERROR(check_dispatch(*opened_, *step.dispatch));
      return prepare_dispatch(*step.dispatch, place, made);
    case Step::Kind::kCopy:
      return prepare_copy(step, place, made);
    case Step::Kind::kWrite:
      return prepare_write(step, made);
    case Step::Kind::kRead:
      return prepare_read(step, made);
    case Step::Kind::kFill:
      return prepare_fill(step, made);
  }
  return {};
}

Status SequenceSteps::prepare_dispatch(const backend::Dispatch& dispatch, const Place& place,
                                       SequenceStep& made) {
  key_.clear();
  if (place.is_new()) {
    find_key(dispatch);
    share_context(place, made);
  }
  SubmissionContext& context = context_of(made);
  context.key = key_;
  const RecordedWork work{made.commands, made.kernels, made.owned_memory,
                          place.is_new() ? nullptr : &place.steps[place.number]->owned_memory};
  VYRE_RETURN_IF_ERROR(prepare_recorded(*opened_, dispatch, context, work));
  if (!context.has_step) VYRE_RETURN_IF_ERROR(context.prepare(made.kernels, made.commands));
  context.has_step = true;
  made.launch = launch_of(made, place);
  return {};
}

uint64_t SequenceSteps::launch_of(const SequenceStep& made, const Place& place) {
  if (!made.has_buffers_alone()) return 0;
  const SequenceStep* const before = place.is_new() ? nullptr : place.steps[place.number].get();
  const bool is_known = before != nullptr && before->launch != 0 && made.is_launched_like(*before);
  return is_known ? before->launch : ++launches_;
}

Status SequenceSteps::prepare_copy(const Step& step, const Place& place, SequenceStep& made) {
  const DeviceBuffer& from = own(*opened_, *step.from, step.from_offset, step.size);
  const DeviceBuffer& to = own(*opened_, *step.to, step.to_offset, step.size);
  made.copied = step.size;
  if (const auto copy = opened_->copies().dispatch_of(opened_, step)) {
    return prepare_dispatch(copy->get(), place, made);
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
  auto& staging = context_of(made).begin_transfer(to.owned());
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
  auto& staging = context_of(made).begin_transfer(from.owned());
  VYRE_RETURN_IF_ERROR(
      made.context->add_download(staging, from.range(step.from_offset, step.size), step.size));
  take_work(made);
  return {};
}

void SequenceSteps::take_back(uint32_t number, StepPtr step) {
  if (step == nullptr || step.use_count() > 1 || step->of != nullptr) return;
  const bool is_large = step->context && step->context->reserved_bytes() > kMostKeptBytes;
  if (is_large) step->context.reset();
  keep(number, std::move(step));
}

void SequenceSteps::keep(uint32_t number, StepPtr step) {
  if (number >= spares_.size()) return;
  step->let_go();
  spares_[number] = std::move(step);
}

// The first of |lists| has the steps themselves, the others twins of some.
void SequenceSteps::recycle(std::span<std::vector<StepPtr>* const> lists) {
  for (std::vector<StepPtr>* twins : lists.subspan(1)) {
    for (StepPtr& step : *twins) {
      if (step != nullptr && step->of != nullptr) keep_context_of(std::move(step));
    }
    twins->clear();
  }
  std::vector<StepPtr>& steps = *lists.front();
  // From the last one: of those that share a context the first keeps it, which is asked first.
  for (auto i = static_cast<uint32_t>(steps.size()); i-- > 0;) {
    if (i < spares_.size()) spares_[i].reset();
    if (steps[i].use_count() == 1) keep(i, std::move(steps[i]));
  }
  steps.clear();
  for (const StepPtr& spare : spares_) {
    if (spare != nullptr) spare->let_go_of_kernels();
  }
}

void SequenceSteps::keep_context_of(StepPtr twin) {
  twin->let_go();
  if (twin->context != nullptr) spare_contexts_.push_back(std::move(twin->context));
}

}  // namespace vyre::vulkan

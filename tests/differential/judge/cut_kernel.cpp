#include "cut_kernel.h"

#include <algorithm>

#include "launch/layout.h"
#include "runtime/dispatch/dispatch.h"

namespace vyre::differential {
namespace {

constexpr std::chrono::minutes kLimit{2};

runtime::Binding binding_of(const DeclaredBuffer& buffer, uint32_t slot, size_t run, Bytes& bytes) {
  runtime::Binding binding;
  binding.slot = slot;
  binding.size = bytes.size();
  binding.kind = runtime::BindKind::kOutput;
  binding.output = reinterpret_cast<std::byte*>(bytes.data());
  if (has_no_input(buffer.record)) return binding;
  binding.kind = is_returned(buffer.record) ? runtime::BindKind::kInOut : runtime::BindKind::kInput;
  binding.input = reinterpret_cast<const std::byte*>(buffer.inputs[run].data());
  if (!is_returned(buffer.record)) binding.output = nullptr;
  return binding;
}

}  // namespace

bool waits_as_grid(const Case& sketch, const ir::Program& program) {
  const bool several = sketch.grid[0] * sketch.grid[1] * sketch.grid[2] > 1;
  return several && std::any_of(program.nodes.begin(), program.nodes.end(), [](const auto& node) {
           return node.kind == ir::NodeKind::kBarrier && node.ordering == ir::Ordering::kGridSync;
         });
}

Result<CutKernel> CutKernel::compile(const Case& sketch, std::shared_ptr<const ir::Program> program,
                                     backend::Device& device, bool division_gives_zero) {
  const auto context = runtime::Context::create({});
  const std::shared_ptr<backend::Device> borrowed(std::shared_ptr<void>(), &device);
  const auto backend = std::make_shared<runtime::Device>(context, borrowed);
  auto whole = std::make_shared<const runtime::Program>(context, std::move(program));
  runtime::PipelineOptions options;
  options.division_gives_zero = division_gives_zero;
  VYRE_ASSIGN_OR_RETURN(auto pipeline,
                        runtime::Pipeline::create(backend, std::move(whole), options));
  return CutKernel(sketch, std::move(pipeline));
}

Status CutKernel::dispatch(std::span<const runtime::Binding> bindings) const {
  runtime::DispatchOptions options;
  options.grid = case_->grid;
  options.timeout = kLimit;
  return runtime::dispatch(pipeline_, bindings, options).status();
}

Status CutKernel::dispatch_async(std::span<const runtime::Binding> bindings) const {
  runtime::DispatchOptions options;
  options.grid = case_->grid;
  VYRE_ASSIGN_OR_RETURN(const auto pending, runtime::dispatch_async(pipeline_, bindings, options));
  if (pending->wait(runtime::deadline_after(kLimit)) == backend::PendingState::kPending) {
    return fail(Code::kTimedOut, "still running after two minutes");
  }
  return pending->collect(bindings);
}

Outcome CutKernel::run(size_t number, std::optional<Code>& code) const {
  const ir::Program& program = pipeline_->ir();
  std::vector<Bytes> memory;
  for (size_t i = 0; i < case_->buffers.size(); ++i) {
    const DeclaredBuffer& buffer = case_->buffers[i];
    const auto declared =
        launch::packed_bytes(program.types, program.buffers[i].element, program.buffers[i].count);
    if (!declared.ok()) return {{}, declared.error().text()};
    memory.emplace_back(has_no_input(buffer.record) ? declared.value()
                                                    : buffer.inputs[number].size());
  }
  std::vector<runtime::Binding> bindings;
  for (size_t i = 0; i < memory.size(); ++i) {
    if (case_->buffers[i].record.access == ir::Access::kWorkgroup) continue;
    bindings.push_back(
        binding_of(case_->buffers[i], program.buffers[i].binding, number, memory[i]));
  }
  const Status status = number % 2 == 0 ? dispatch(bindings) : dispatch_async(bindings);
  if (!status.ok()) {
    code = status.code();
    return {{}, status.text()};
  }
  Outcome outcome;
  for (size_t i = 0; i < memory.size(); ++i) {
    if (is_returned(case_->buffers[i].record)) outcome.outputs.push_back(std::move(memory[i]));
  }
  return outcome;
}

}  // namespace vyre::differential

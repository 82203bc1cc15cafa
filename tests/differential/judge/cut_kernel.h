#pragma once

#include <memory>
#include <span>

#include "backend/device.h"
#include "judge.h"
#include "runtime/binding/resolve.h"
#include "runtime/pipeline/pipeline.h"

namespace vyre::differential {

// A program with grid barriers that is dispatched as hosts dispatch it: cut for its launch where
// the device cannot hold the grid at a barrier.
class CutKernel {
 public:
  // Borrows |sketch| and |device|.
  static Result<CutKernel> compile(const Case& sketch, std::shared_ptr<const ir::Program> program,
                                   backend::Device& device, bool division_gives_zero);

  // With the inputs of run |number|, every second one asynchronously. |code| says why it failed: a
  // launch that cannot be cut is kUnsupportedFeature.
  Outcome run(size_t number, std::optional<Code>& code) const;

 private:
  Status dispatch(std::span<const runtime::Binding> bindings) const;
  Status dispatch_async(std::span<const runtime::Binding> bindings) const;
  CutKernel(const Case& sketch, std::shared_ptr<runtime::Pipeline> pipeline)
      : case_(&sketch), pipeline_(std::move(pipeline)) {}

  const Case* case_;
  std::shared_ptr<runtime::Pipeline> pipeline_;
};

// Whether |program| has grid barriers and the launch of |sketch| several workgroups.
bool waits_as_grid(const Case& sketch, const ir::Program& program);

}  // namespace vyre::differential

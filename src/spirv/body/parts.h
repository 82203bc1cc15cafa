#pragma once

#include <type_traits>

#include "launch/kernel_source.h"
#include "spirv/analysis/analysis.h"
#include "spirv/body/op_functions.h"
#include "spirv/body/subnormal_flag.h"
#include "spirv/body/vector_access.h"
#include "spirv/module/traps.h"
#include "spirv/operators/conversions.h"
#include "spirv/operators/uint64.h"

namespace vyre::spirv {

// What a module is made of. All of it is borrowed.
struct Source {
  const launch::KernelSource& kernel;
  std::span<const ir::ConstantValue> named;
  const KnownSize& size;
  const Target& target;
  const Analysis& analysis;
  const Program& program = *kernel.program;
  const launch::BindingPlan& plan = *kernel.plan;
};

// What a lowering writes with. The parts refer to each other and are made in this order, which
// decides the ids of what they declare.
struct Parts {
  const Source& source;
  const Optimizations& optimizations;
  // How many neighbors on the x axis an invocation stands for.
  const uint32_t coarsened_by = optimizations.coarsening.possible ? kCoarsening : 1;
  const Program& program = source.program;
  const Target& target = source.target;
  const Analysis& analysis = source.analysis;
  DiagnosticPath path{source.kernel.paths.get()};
  MissingFeatures requirements{path};
  ModuleBuilder module = {};
  SpecConstants specs{module, source.named, program.workgroup_size};
  CodeWriter code{module};
  BufferViews views =
      make_views(program, source.plan, analysis, optimizations, source.kernel.launch, module);
  SubnormalFlag subnormal_flag{optimizations.subnormal_free_loops, code};
  Buffers buffers{views, !target.waits_at_memory_barriers, known_lanes(source.size) != 1u,
                  optimizations.barriers_order_storage, code};
  Invocation invocation{code, source.size, specs, coarsened_by, source.kernel};
  Locals locals{program, analysis, optimizations, code};
  VectorAccess vectors{views, buffers, optimizations, locals, code};
  Float32 float32{code, target, invocation, requirements};
  Uint64 uint64{code, target, requirements};
  Traps traps{code, invocation, path};
  Conversions conversions{code, float32, traps, path};
  OpFunctions functions{source.kernel, module};

  // Whether the device may have stopped the last loop: it counts the trips of all so far.
  bool may_have_stopped() const {
    return target.max_loop_trips && code.max_trips() >= *target.max_loop_trips;
  }
};
// The parts of a copy would refer to those of the first one.
static_assert(!std::is_copy_constructible_v<Parts>);

}  // namespace vyre::spirv

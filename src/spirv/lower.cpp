#include "spirv/lower.h"

#include <algorithm>

#include "spirv/body/statements.h"
#include "spirv/body/workgroup_init.h"
#include "spirv/optimize/optimizations.h"
#include "spirv/support.h"

namespace vyre::spirv {
namespace {

Status check_workgroup(const std::array<uint32_t, 3>& size) {
  const uint64_t lanes = uint64_t{size[0]} * size[1];
  if (lanes != 0 && size[2] != 0 && lanes <= UINT32_MAX / size[2]) return {};
  return fail(Code::kInvalidArgument, "a workgroup of ", size[0], " x ", size[1], " x ", size[2],
              " invocations. Fix: give every axis at least one and stay below 2^32");
}

// Subgroup operations count lanes before anything runs.
Status check_named_size(const KnownSize& size, const Analysis& analysis) {
  if (!analysis.subgroups.any || (size[0] && size[1] && size[2])) return {};
  return fail(Code::kUnsupportedFeature,
              "subgroup operations of a workgroup whose size is a constant of the pipeline. "
              "Fix: lower the program with numbers in place of the values that it names");
}

Result<Analysis> analyze(const Program& program, const std::array<uint32_t, 3>& size) {
  Analysis analysis(program);
  VYRE_RETURN_IF_ERROR(check_names(program, analysis));
  infer_kinds(program, analysis);
  find_subgroup_uses(program, analysis);
  VYRE_RETURN_IF_ERROR(find_uniformity(program, analysis));
  VYRE_RETURN_IF_ERROR(check_subgroups(program, size, analysis));
  VYRE_RETURN_IF_ERROR(find_async_copies(program, analysis));
  return analysis;
}

bool leaves_enough_invocations(const KnownSize& size, const Target& target) {
  if (!size[0] || !size[1] || !size[2]) return false;
  const bool all = target.optimizations == OptimizationMode::kAll;
  const uint32_t fewest = all ? 1 : target.min_coarsened_invocations;
  const uint32_t left = *size[0] / kCoarsening * *size[1] * *size[2];
  return fewest != 0 && *size[0] % kCoarsening == 0 && left >= fewest;
}

// The least that the size of a workgroup may be.
std::array<uint32_t, 3> min_size(const KnownSize& size) {
  return {size[0].value_or(1), size[1].value_or(1), size[2].value_or(1)};
}

std::optional<std::array<uint32_t, 3>> all_of(const KnownSize& size) {
  if (!size[0] || !size[1] || !size[2]) return std::nullopt;
  return std::array{*size[0], *size[1], *size[2]};
}

uint64_t shared_bytes(const Program& program, const launch::BindingPlan& plan) {
  uint64_t bytes = 0;
  for (const launch::Binding& binding : plan.bindings) {
    if (binding.role != launch::Role::kShared) continue;
    const ir::Buffer& buffer = program.buffers[binding.buffer];
    const uint64_t stride = ir::element_of(program.types, buffer.element).stride;
    bytes += buffer.count * ((stride + 3) / 4 * 4);
  }
  return bytes;
}

// The code of a subnormal-free loop is there twice. Mesa's software device, the one that stops
// loops by itself, goes through both forms, and flushing costs little where products need no second
// look.
bool subnormal_free_loops_pay(const Target& target) {
  if (target.optimizations == OptimizationMode::kAll) return true;
  return !target.preserves_f32_denormals || !target.max_loop_trips;
}

Optimizations optimized(const Program& program, const launch::BindingPlan& plan,
                        const KnownSize& size, const Target& target, const Segment& segment,
                        const Analysis& analysis) {
  Optimizations optimizations;
  if (target.optimizations == OptimizationMode::kNone) return optimizations;
  optimizations.uncanonical_floats = true;
  optimizations.unrolled_loads = find_unrolled_loads(program, plan, analysis);
  optimizations.vector_groups =
      find_vector_groups(program, plan, segment.launch, segment.parameters, analysis);
  if (plan.has_shared) {
    optimizations.initial_contents =
        find_initial_contents(program, plan, all_of(size), segment.parameters, false, analysis);
  }
  optimizations.barriers_order_storage = barriers_order_storage(program, plan, analysis);
  if (!size[0] || !size[1] || !size[2]) return optimizations;
  const uint32_t lanes = *size[0] * *size[1] * *size[2];
  const uint64_t taken = shared_bytes(program, plan);  // never too much: see check_support
  uint64_t spare = target.workgroup_memory_bytes - taken;
  if (spare >= kSubnormalFlagBytes && subnormal_free_loops_pay(target))
    optimizations.subnormal_free_loops = find_subnormal_free_loops(program, plan, analysis);
  if (!optimizations.subnormal_free_loops.loops.empty()) spare -= kSubnormalFlagBytes;
  optimizations.privatized =
      find_privatized_atomics(program, plan, segment.launch, target, lanes, spare, analysis);
  return optimizations;
}

// How many neighbors on the x axis an invocation stands for.
uint32_t coarsened_by(const Optimizations& optimizations) {
  return optimizations.coarsening.possible ? kCoarsening : 1;
}

// A named axis is a constant of the pipeline, which goes before what the mode says.
void declare_workgroup(ModuleBuilder& module, const KnownSize& size, Invocation& invocation,
                       uint32_t coarsened_by) {
  const std::array<uint32_t, 3> least = min_size(size);
  module.execution_mode(SpvExecutionModeLocalSize, {least[0] / coarsened_by, least[1], least[2]});
  if (size[0] && size[1] && size[2]) return;
  module.workgroup_size({invocation.size(0), invocation.size(1), invocation.size(2)});
}

void declare_modes(ModuleBuilder& module, const Target& target) {
  module.capability(SpvCapabilityShader);
  module.capability(SpvCapabilityVulkanMemoryModel);
  module.capability(SpvCapabilityVulkanMemoryModelDeviceScope);
  const auto float_mode = [&](bool offered, SpvCapability capability, SpvExecutionMode mode) {
    if (!offered) return;
    module.capability(capability);
    module.execution_mode(mode, {32});
  };
  float_mode(target.signed_zero_inf_nan_preserve, SpvCapabilitySignedZeroInfNanPreserve,
             SpvExecutionModeSignedZeroInfNanPreserve);
  float_mode(target.denorm_preserve_mode, SpvCapabilityDenormPreserve,
             SpvExecutionModeDenormPreserve);
  float_mode(target.rounding_rte_mode, SpvCapabilityRoundingModeRTE,
             SpvExecutionModeRoundingModeRTE);
}

// All parts of one lowering; they refer to each other.
class Lowering {
 public:
  Lowering(const Program& program, const launch::BindingPlan& plan,
           std::span<const ir::ConstantValue> named, const KnownSize& size, const Target& target,
           const Analysis& analysis, const Optimizations& optimizations, const Segment& segment)
      : program_(program),
        coarsening_(optimizations.coarsening),
        requirements_(path_),
        specs_(module_, named, program.workgroup_size),
        code_(module_),
        views_(make_views(program, plan, analysis, optimizations, segment.launch, module_)),
        subnormal_flag_(optimizations.subnormal_free_loops, code_),
        buffers_(views_, !target.waits_at_memory_barriers, optimizations.barriers_order_storage,
                 code_),
        invocation_(code_, size, specs_, coarsened_by(optimizations), segment),
        locals_(program, analysis, optimizations, code_),
        vectors_(views_, buffers_, optimizations, locals_, code_),
        privatized_(views_, buffers_, invocation_, code_),
        float32_(code_, target, invocation_, requirements_),
        uint64_(code_, target, requirements_),
        traps_(code_),
        conversions_(code_, float32_, traps_, path_),
        parts_{program,  code_,       views_,          buffers_,
               vectors_, privatized_, subnormal_flag_, invocation_,
               locals_,  float32_,    uint64_,         conversions_,
               traps_,   specs_,      path_,           optimizations.uncanonical_floats},
        expressions_(parts_),
        subgroups_(parts_, analysis, expressions_, requirements_, target.max_loop_trips),
        copies_(parts_, expressions_, analysis, target.max_loop_trips),
        masks_(parts_, expressions_),
        loops_(parts_, expressions_, subgroups_, masks_, analysis, optimizations, requirements_,
               target.max_loop_trips),
        statements_({parts_, expressions_, subgroups_, copies_, masks_, loops_, analysis,
                     optimizations, requirements_, path_}) {
    code_.ranges().use(target.optimizations != OptimizationMode::kNone);
    declare_workgroup(module_, size, invocation_, coarsened_by(optimizations));
    declare_modes(module_, target);
  }

  Result<Module> run(uint32_t number) {
    WorkgroupInit(views_, buffers_, privatized_, subnormal_flag_, invocation_, code_).run();
    statements_.lower({program_.entry, "body"}, false);
    copies_.end();
    privatized_.bring();
    VYRE_RETURN_IF_ERROR(requirements_.take());
    Module result;
    result.storage_buffers = result.parameter_words = views_.storage_buffers;
    result.written = written(views_);
    result.can_trap = traps_.can_trap();
    module_.append_function(code_.finish());
    if (result.can_trap) traps_.define(result.storage_buffers + 1, number);
    result.words = module_.finish();
    result.trap_sites = traps_.take_sites();
    return result;
  }

  CoarsenedKernel run_coarsened() {
    const Id first = invocation_.global(0);
    vectors_.load_vectors(first);
    for (uint32_t i = 0; i < kCoarsening; ++i) {
      invocation_.become(code_.word(SpvOpIAdd, first, code_.constant(i)));
      vectors_.become(i);
      statements_.lower({program_.entry, "body"}, false);
    }
    vectors_.store_vectors(first);
    module_.append_function(code_.finish());
    return {module_.finish(), in_vectors(views_), coarsening_.max_elements};
  }

 private:
  const Program& program_;
  const Coarsening& coarsening_;
  DiagnosticPath path_;
  MissingFeatures requirements_;
  ModuleBuilder module_;
  SpecConstants specs_;
  CodeWriter code_;
  BufferViews views_;
  SubnormalFlag subnormal_flag_;
  Buffers buffers_;
  Invocation invocation_;
  Locals locals_;
  VectorAccess vectors_;
  PrivatizedAtomics privatized_;
  Float32 float32_;
  Uint64 uint64_;
  Traps traps_;
  Conversions conversions_;
  const Expressions::Parts parts_;
  Expressions expressions_;
  Subgroups subgroups_;
  Copies copies_;
  MaskedBranches masks_;
  Loops loops_;
  Statements statements_;
};

Overwritten overwritten_of(const launch::BindingPlan& plan, const Coarsening& coarsening) {
  Overwritten overwritten;
  overwritten.max_elements = coarsening.max_elements;
  for (const launch::Binding& binding : plan.bindings) {
    if (binding.role == launch::Role::kShared) continue;
    const uint32_t number = static_cast<uint32_t>(overwritten.buffers.size());
    overwritten.buffers.push_back(coarsening.stored[binding.buffer]);
    if (coarsening.bounds[binding.buffer]) overwritten.bounded_by.push_back(number);
  }
  return overwritten;
}

// Lanes that trap do not come to what they would have stored to workgroup memory.
Result<Module> lower_again(const Program& program, const launch::BindingPlan& plan,
                           std::span<const ir::ConstantValue> named, const KnownSize& size,
                           const Target& target, const Segment& segment, const Analysis& analysis,
                           Optimizations& optimizations) {
  optimizations.initial_contents =
      find_initial_contents(program, plan, all_of(size), segment.parameters, true, analysis);
  return Lowering(program, plan, named, size, target, analysis, optimizations, segment)
      .run(segment.number);
}

// Whether no launch has as many elements as one workgroup of the coarsened kernel takes.
bool never_runs(const CoarsenedKernel& coarsened, const Program& program,
                const launch::BindingPlan& plan, uint32_t width, const Segment& segment) {
  uint32_t number = 0;  // of the storage buffer
  for (size_t i = 0; i < plan.bindings.size(); ++i) {
    if (plan.bindings[i].role == launch::Role::kShared) continue;
    const auto bounded = std::ranges::find(coarsened.bounded_by, number++);
    const std::optional<uint64_t> bytes = segment.launch.bytes_of(i);
    if (bounded == coarsened.bounded_by.end() || !bytes) continue;
    const ir::Buffer& buffer = program.buffers[plan.bindings[i].buffer];
    if (element_count(ir::element_of(program.types, buffer.element), *bytes) < width) return true;
  }
  return false;
}

}  // namespace

Result<Module> lower(const Program& program, const launch::BindingPlan& plan,
                     const std::array<uint32_t, 3>& workgroup_size, const Target& target,
                     const Segment& segment) {
  VYRE_ASSIGN_OR_RETURN(const std::vector<ir::ConstantValue> named, ir::constant_values(program));
  const KnownSize size = known_size(workgroup_size, named);
  VYRE_RETURN_IF_ERROR(check_workgroup(min_size(size)));
  VYRE_RETURN_IF_ERROR(check_support(program, plan, min_size(size), target));
  VYRE_ASSIGN_OR_RETURN(const Analysis analysis, analyze(program, min_size(size)));
  VYRE_RETURN_IF_ERROR(check_named_size(size, analysis));
  Optimizations optimizations = optimized(program, plan, size, target, segment, analysis);
  Lowering plain(program, plan, named, size, target, analysis, optimizations, segment);
  VYRE_ASSIGN_OR_RETURN(Module module, plain.run(segment.number));
  if (module.can_trap && std::ranges::find(optimizations.initial_contents, InitialContents::kAny) !=
                             optimizations.initial_contents.end()) {
    VYRE_ASSIGN_OR_RETURN(
        module, lower_again(program, plan, named, size, target, segment, analysis, optimizations));
  }
  for (const ir::ConstantValue& value : named) {
    module.constants.push_back({std::string(value.name), value.kind});
  }
  if (module.can_trap || target.optimizations == OptimizationMode::kNone) return module;
  module.active_workgroups = find_active_workgroups(program, segment.parameters, analysis);
  optimizations.coarsening = find_coarsening(program, plan, analysis);
  if (!optimizations.coarsening.possible) return module;
  module.overwritten = overwritten_of(plan, optimizations.coarsening);
  if (!leaves_enough_invocations(size, target)) return module;
  module.coarsened = Lowering(program, plan, named, size, target, analysis, optimizations, segment)
                         .run_coarsened();
  if (never_runs(*module.coarsened, program, plan, workgroup_size[0], segment))
    module.coarsened.reset();
  return module;
}

}  // namespace vyre::spirv

#include "spirv/lower.h"

#include <algorithm>

#include "ir/program/statement_path.h"
#include "spirv/body/privatized_atomics.h"
#include "spirv/body/statements.h"
#include "spirv/external/op_link.h"
#include "spirv/external/spirv_tools.h"
#include "spirv/support.h"

namespace vyre::spirv {
namespace {

// Where a workgroup is one invocation, its memory is that invocation's own: variables, which a
// compiler keeps in registers where it can tell the indices. Not more of it: a device sets memory
// aside for the variables of every lane that it has. Nor where copies write, which do so by
// atomics.
constexpr uint64_t kMaxPrivateBytes = 1024;

Status check_workgroup(const std::array<uint32_t, 3>& size) {
  const uint64_t lanes = uint64_t{size[0]} * size[1];
  if (lanes != 0 && size[2] != 0 && lanes <= UINT32_MAX / size[2]) return {};
  return fail(Code::kInvalidArgument, "a workgroup of ", size[0], " x ", size[1], " x ", size[2],
              " invocations. Fix: give every axis at least one and stay below 2^32");
}

// Subgroup operations count lanes before anything runs.
Status check_named_size(const KnownSize& size, const Analysis& analysis) {
  if (!analysis.subgroups.any || known_lanes(size)) return {};
  return fail(Code::kUnsupportedFeature,
              "subgroup operations of a workgroup whose size is a constant of the pipeline. "
              "Fix: lower the program with numbers in place of the values that it names");
}

Result<Analysis> analyze(const launch::KernelSource& kernel, const std::array<uint32_t, 3>& size) {
  const Program& program = *kernel.program;
  Analysis analysis(program);
  VYRE_RETURN_IF_ERROR(check_names(program, analysis));
  analysis.equal = ir::find_equal_exprs(program, kernel.parameters);
  infer_kinds(kernel, analysis);
  find_subgroup_uses(program, analysis);
  VYRE_RETURN_IF_ERROR(find_uniformity(program, analysis));
  VYRE_RETURN_IF_ERROR(check_subgroups(program, size, analysis));
  VYRE_RETURN_IF_ERROR(find_async_copies(program, analysis));
  return analysis;
}

bool leaves_enough_invocations(const KnownSize& size, const Target& target) {
  if (!known_lanes(size)) return false;
  const bool all = target.optimizations == OptimizationMode::kAll;
  const uint32_t fewest = all ? 1 : target.min_coarsened_invocations;
  const uint32_t left = *size[0] / kCoarsening * *size[1] * *size[2];
  return fewest != 0 && *size[0] % kCoarsening == 0 && left >= fewest;
}

// The least that the size of a workgroup may be.
std::array<uint32_t, 3> min_size(const KnownSize& size) {
  return {size[0].value_or(1), size[1].value_or(1), size[2].value_or(1)};
}

// The code of a subnormal-free loop is there twice. Mesa's software device, the one that stops
// loops by itself, goes through both forms, and flushing costs little where products need no second
// look.
bool subnormal_free_loops_pay(const Target& target) {
  if (target.optimizations == OptimizationMode::kAll) return true;
  return !target.preserves_f32_denormals || !target.max_loop_trips;
}

std::vector<InitialContents> initial_contents(const Source& source, bool may_end) {
  const KnownSize& size = source.size;
  const auto lanes = known_lanes(size) ? std::optional(min_size(size)) : std::nullopt;
  return find_initial_contents(source.program, source.plan, lanes, source.kernel.parameters,
                               may_end, source.analysis);
}

Optimizations optimized(const Source& source) {
  const auto& [kernel, named, size, target, analysis, program, plan] = source;
  Optimizations optimizations;
  if (target.optimizations == OptimizationMode::kNone) return optimizations;
  optimizations.uncanonical_floats = true;
  optimizations.unrolled_loads = find_unrolled_loads(program, plan, analysis);
  optimizations.vector_groups =
      find_vector_groups(program, plan, kernel.launch, kernel.parameters, analysis);
  if (plan.has_shared) optimizations.initial_contents = initial_contents(source, false);
  optimizations.barriers_order_storage = barriers_order_storage(program, plan, analysis);
  const std::optional<uint32_t> lanes = known_lanes(size);
  if (!lanes) return optimizations;
  const uint64_t taken = workgroup_bytes(program, plan);  // never too much: see check_support
  optimizations.private_memory =
      *lanes == 1 && taken <= kMaxPrivateBytes && analysis.copies.empty();
  uint64_t spare = target.workgroup_memory_bytes - taken;
  if (spare >= kSubnormalFlagBytes && subnormal_free_loops_pay(target))
    optimizations.subnormal_free_loops = find_subnormal_free_loops(program, plan, analysis);
  if (!optimizations.subnormal_free_loops.loops.empty()) spare -= kSubnormalFlagBytes;
  optimizations.privatized =
      find_privatized_atomics(program, plan, kernel.launch, target, *lanes, spare, analysis);
  return optimizations;
}

// A named axis is a constant of the pipeline, which goes before what the mode says.
void declare_workgroup(Parts& on) {
  const std::array<uint32_t, 3> least = min_size(on.source.size);
  on.module.execution_mode(SpvExecutionModeLocalSize,
                           {least[0] / on.coarsened_by, least[1], least[2]});
  if (known_lanes(on.source.size)) return;
  on.module.workgroup_size({on.invocation.size(0), on.invocation.size(1), on.invocation.size(2)});
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

// Makes a buffer of workgroup memory zero.
void fill(Parts& on, const View& view, Id zero) {
  const std::optional<uint32_t> lanes = on.invocation.known_lanes();
  const uint32_t words = *view.count * view.units;
  const Id count = on.code.constant(words);
  if (lanes && words <= *lanes) {
    const Id takes_part = on.code.test(SpvOpULessThan, on.invocation.linear(), count);
    return on.code.when(takes_part,
                        [&] { on.buffers.store_unit(view, on.invocation.linear(), zero); });
  }
  on.code.loop(on.invocation.linear(), count, on.invocation.lanes(), [&](Id index) {
    on.buffers.store_unit(view, index, zero);
    return kNoId;
  });
}

// Makes workgroup memory what a kernel finds. Every invocation of a workgroup executes it.
void init_workgroup_memory(Parts& on) {
  const Id zero = on.code.constant(0);
  bool any = clear_privatized(on);
  any |= on.subnormal_flag.forget(on.invocation);
  for (const View& view : on.views.all) {
    const bool is_filled = view.shared && !view.is_private && view.units != 0;
    if (!is_filled || view.start != InitialContents::kZero) continue;
    any = true;
    fill(on, view, zero);
  }
  if (any) on.buffers.barrier();
}

class Lowering {
 public:
  Lowering(const Source& source, const Optimizations& optimizations) : on_{source, optimizations} {
    on_.code.ranges().use(source.target.optimizations != OptimizationMode::kNone);
    declare_workgroup(on_);
    declare_modes(on_.module, source.target);
  }

  Result<Module> run() {
    init_workgroup_memory(on_);
    if (const Id exists = on_.invocation.exists(); exists == kNoId) {
      statements_.lower_program();
    } else {
      on_.code.when(exists, [&] { statements_.lower_program(); });
    }
    bring_privatized(on_);
    VYRE_RETURN_IF_ERROR(on_.requirements.take());
    Module result;
    result.storage_buffers = result.parameter_words = on_.views.storage_buffers;
    result.can_trap = on_.traps.can_trap();
    result.words = finish();
    result.trap_sites = trap_sites();
    return result;
  }

  // Adds the second kernel to |module|, and when it runs.
  void run_coarsened(Module& module) {
    on_.traps.begin_with(module.trap_sites);
    const Id first = on_.invocation.global(0);
    on_.vectors.load_vectors(first);
    for (uint32_t i = 0; i < kCoarsening; ++i) {
      on_.invocation.become(on_.code.word(SpvOpIAdd, first, on_.code.constant(i)));
      on_.vectors.become(i);
      statements_.lower_program();
    }
    // A guard that is gone here may have kept the other from it, which has no place for it then.
    if (on_.traps.can_trap() && !module.can_trap) return;
    on_.vectors.store_vectors(first);
    module.coarsened_words = finish();
    if (on_.traps.can_trap()) module.trap_sites = trap_sites();
    for (const View& view : on_.views.all) {
      if (!view.in_vectors) continue;
      module.rules.coarsened_within.push_back(view.parameter);
      // No launch has as many elements as one workgroup takes.
      if (view.count && *view.count < on_.source.kernel.workgroup_size[0]) {
        module.coarsened_words.clear();
      }
    }
  }

 private:
  std::vector<uint32_t> finish() {
    if (on_.traps.can_trap())
      on_.traps.tell(on_.views.storage_buffers + 1, on_.source.kernel.segment_number);
    on_.module.append_function(on_.code.finish());
    return on_.module.finish();
  }

  std::vector<TrapSite> trap_sites() {
    if (!on_.traps.can_trap()) return {};
    const auto& paths = on_.source.kernel.paths;
    return on_.traps.take_sites(paths != nullptr ? *paths : ir::statement_paths(on_.program));
  }

  Parts on_;
  Statements statements_{on_};
};

void find_overwritten(const launch::BindingPlan& plan, const Coarsening& coarsening,
                      launch::LaunchRules& rules) {
  rules.max_elements = coarsening.max_elements;
  for (const launch::PlannedBinding& binding : plan.bindings) {
    if (binding.role == launch::Role::kShared) continue;
    const uint32_t number = static_cast<uint32_t>(rules.overwritten.size());
    rules.overwritten.push_back(coarsening.stored[binding.buffer]);
    if (coarsening.bounds[binding.buffer]) rules.overwritten_within.push_back(number);
  }
}

// Where bodies of functions are checked at all.
Status check_linked(const launch::KernelSource& kernel, const Module& module) {
  if (kernel.functions.empty()) return {};
  for (const Words* words : {&module.words, &module.coarsened_words}) {
    if (words->empty()) continue;
    const Status valid = validate_module(*words);
    if (valid.ok()) continue;
    return fail(Code::kUnsupportedFeature,
                "the kernel with the SPIR-V functions of ops in it: ", valid.text());
  }
  return {};
}

Result<Module> lower_unchecked(const launch::KernelSource& kernel, const Target& target) {
  const Program& program = *kernel.program;
  const launch::BindingPlan& plan = *kernel.plan;
  VYRE_ASSIGN_OR_RETURN(const std::vector<ir::ConstantValue> named, ir::constant_values(program));
  const KnownSize size = known_size(kernel.workgroup_size, named);
  VYRE_RETURN_IF_ERROR(check_workgroup(min_size(size)));
  for (const auto& function : kernel.functions) VYRE_RETURN_IF_ERROR(check_link(*function));
  VYRE_RETURN_IF_ERROR(check_support(kernel, min_size(size), target));
  VYRE_ASSIGN_OR_RETURN(const Analysis analysis, analyze(kernel, min_size(size)));
  VYRE_RETURN_IF_ERROR(check_named_size(size, analysis));
  const Source source{kernel, named, size, target, analysis};
  Optimizations optimizations = optimized(source);
  VYRE_ASSIGN_OR_RETURN(Module module, Lowering(source, optimizations).run());
  const auto& contents = optimizations.initial_contents;
  if (module.can_trap && std::ranges::find(contents, InitialContents::kAny) != contents.end()) {
    // Lanes that trap do not come to what they would have stored to workgroup memory.
    optimizations.initial_contents = initial_contents(source, true);
    VYRE_ASSIGN_OR_RETURN(module, Lowering(source, optimizations).run());
  }
  for (const ir::ConstantValue& value : named) {
    module.constants.push_back({std::string(value.name), value.kind});
  }
  if (target.optimizations == OptimizationMode::kNone) return module;
  if (!module.can_trap) {
    module.rules.active_workgroups = find_active_workgroups(program, kernel.parameters, analysis);
  }
  optimizations.coarsening = find_coarsening(program, plan, analysis);
  if (!optimizations.coarsening.possible) return module;
  find_overwritten(plan, optimizations.coarsening, module.rules);
  if (!leaves_enough_invocations(size, target)) return module;
  Lowering(source, optimizations).run_coarsened(module);
  return module;
}

}  // namespace

bool can_coarsen(const Program& program, const launch::BindingPlan& plan) {
  return find_coarsening(program, plan, Analysis(program)).possible;
}

Result<Module> lower(const launch::KernelSource& kernel, const Target& target) {
  VYRE_ASSIGN_OR_RETURN(Module module, lower_unchecked(kernel, target));
  VYRE_RETURN_IF_ERROR(check_linked(kernel, module));
  return module;
}

}  // namespace vyre::spirv

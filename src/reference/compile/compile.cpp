#include "reference/compile/compile.h"

#include <algorithm>

#include "ir/program/display_name.h"
#include "ir/program/visit.h"
#include "reference/compile/limits.h"
#include "reference/compile/statement_compiler.h"

namespace vyre::reference {
namespace {

bool is_subgroup_operation(const ir::Expr& expr) {
  return !ir::subgroup_operation(expr.kind).empty();
}

Status check_workgroup(const std::array<uint32_t, 3>& size) {
  uint64_t lanes = 1;
  for (const uint32_t axis : size) {
    lanes *= axis;
    if (lanes >= 1 && lanes <= kMaxLanes) continue;
    return fail(Code::kUnsupportedFeature, "workgroup size [", size[0], ", ", size[1], ", ",
                size[2], "]: cpu-ref runs 1 to ", kMaxLanes,
                " invocations in a workgroup. Fix: choose axes of at least 1 with a product of ",
                kMaxLanes, " at most.");
  }
  return {};
}

Status shared_memory_too_large(const ir::Program& program, uint32_t buffer) {
  return fail(Code::kUnsupportedFeature, "workgroup buffer ",
              ir::display_name(program.names[program.buffers[buffer].name]),
              " brings workgroup memory over ", kMaxSharedBytes,
              " bytes, the most that cpu-ref gives. Fix: declare fewer or smaller workgroup "
              "buffers.");
}

Status lay_out_shared_memory(Bytecode& code) {
  for (const launch::Binding& binding : code.plan->bindings) {
    if (binding.role != launch::Role::kShared) continue;
    uint64_t bytes = 0;
    const bool overflow =
        __builtin_mul_overflow(uint64_t{code.program->buffers[binding.buffer].count},
                               code.elements[binding.buffer].stride, &bytes);
    if (overflow || bytes > kMaxSharedBytes - code.shared_bytes) {
      return shared_memory_too_large(*code.program, binding.buffer);
    }
    code.shared.push_back({binding.buffer, code.shared_bytes, bytes});
    code.shared_bytes = std::min((code.shared_bytes + bytes + 15) / 16 * 16, kMaxSharedBytes);
  }
  return {};
}

}  // namespace

Result<std::shared_ptr<const Bytecode>> compile(const launch::KernelSource& source) {
  auto code = std::make_shared<Bytecode>();
  code->program = source.program;
  code->plan = source.plan;
  code->workgroup_size = source.workgroup_size;
  code->ops = source.ops;
  VYRE_RETURN_IF_ERROR(check_workgroup(source.workgroup_size));
  const ir::Program& program = *source.program;
  code->has_subgroups = std::ranges::any_of(program.exprs, is_subgroup_operation);
  code->has_grid_barrier = std::ranges::any_of(program.nodes, ir::is_grid_barrier);
  for (const ir::Buffer& buffer : program.buffers) {
    code->elements.push_back(ir::element_of(program.types, buffer.element));
  }
  VYRE_RETURN_IF_ERROR(lay_out_shared_memory(*code));
  VYRE_RETURN_IF_ERROR(StatementCompiler(program, source.specialization.get(), *code).compile());
  return std::shared_ptr<const Bytecode>(std::move(code));
}

}  // namespace vyre::reference

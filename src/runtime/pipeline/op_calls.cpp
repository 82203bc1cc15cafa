#include "runtime/pipeline/op_calls.h"

#include <algorithm>

#include "ir/program/display_name.h"
#include "ir/program/statement_path.h"
#include "ir/program/visit.h"
#include "registry/builtin_dialects.h"
#include "registry/composition/composition.h"
#include "runtime/pipeline/compiled_program.h"

namespace vyre::runtime {
namespace {

using registry::OpDef;

// The one place that decides which op runs where.
bool can_run(const OpDef& op, const backend::Capabilities& can, const Lowerings& lowerings) {
  if (host_io_op(op.id)) return can.runs_host_io;
  if (lowerings.carries_out(op.id)) return true;
  return op.reference != nullptr && can.runs_reference_functions;
}

// What an op lacks on a device, and what would provide it.
struct Lack {
  std::string what;
  std::string fix;
};

Lack why_not(const OpDef& op, const Lowerings& lowerings) {
  if (const auto misfit = lowerings.misfits.find(op.id); misfit != lowerings.misfits.end()) {
    return {concat("has no composition, and its lowering is of no use: ", misfit->second.why),
            misfit->second.fix};
  }
  if (op.reference != nullptr) {
    return {"has only a reference function, which runs on the CPU alone",
            "register the op with a composition, or run the program on 'cpu-ref'"};
  }
  if (host_io_op(op.id)) {
    return {"does its work on the host side of a dispatch, which this device has not opted in to",
            "use a device that provides the io ops, or move the bytes with the host's own calls"};
  }
  if (op.id == registry::kIndirectDispatch) {
    return {"needs a device that launches work by itself, and this one does not",
            "give the buffer of the counts to the dispatch (grid_buffer)"};
  }
  return {"has neither a composition nor a reference function",
          "register it with one of them, or use a device that provides the op"};
}

// |path|: of the call; empty for none.
Finding lack_of(const OpDef& op, std::string path, std::string_view device,
                const Lowerings& lowerings) {
  Lack lack = why_not(op, lowerings);
  Finding finding{concat("op ", ir::display_name(op.id)), std::move(path), {}};
  finding.text =
      concat(finding.code, " of dialect ", ir::display_name(registrant_of(op)),
             finding.path.empty() ? "" : ", called at ", finding.path,
             finding.path.empty() ? "" : ",", " cannot run on '", device, "': it ", lack.what);
  finding.fix = std::move(lack.fix);
  return finding;
}

// What calls of one program are looked at with.
struct Look {
  const Compilation& on;
  const registry::Snapshot& snapshot;
  const Lowerings& lowerings;
};

Status check_call(const ir::Program& program, ir::NodeId at, std::string_view id, const Look& look,
                  Lacks& lacks) {
  const OpDef* op = look.snapshot.find(id);
  if (op == nullptr) {
    return fail(Code::kInvalidProgram, "op ", ir::display_name(id), " is called at ",
                ir::statement_path(program, at),
                " and is not registered. Fix: register it, or correct its name");
  }
  if (can_run(*op, look.on.can, look.lowerings)) return {};
  lacks.add(lack_of(*op, ir::statement_path(program, at), look.on.device, look.lowerings));
  return {};
}

// Whether the device can run every call that |program| still has when compositions have taken the
// place of theirs. Told before anything is compiled: the op, the device, the place of the call and
// what would provide the op.
Status check_calls(const ir::Program& program, const Look& look, Lacks& lacks) {
  return ir::check_each_node(program, program.entry, [&](ir::NodeId id, const ir::Node& node) {
    return ir::check_each_expr(program, node, [&](const ir::Expr& expr) {
      if (expr.kind != ir::ExprKind::kCall) return Status();
      return check_call(program, id, program.names[expr.name], look, lacks);
    });
  });
}

// What of the lowerings the program needs.
void keep_lowerings(const Lowerings& lowerings, CompiledProgram& compiled) {
  const ir::Program& program = *compiled.source.program;
  const auto is_called = [&](std::string_view op) {
    return std::ranges::any_of(program.exprs, [&](const ir::Expr& expr) {
      return expr.kind == ir::ExprKind::kCall && program.names[expr.name] == op;
    });
  };
  std::ranges::copy_if(lowerings.left, std::back_inserter(compiled.left), is_called);
  for (const auto& function : lowerings.functions) {
    if (is_called(function->op)) compiled.source.functions.push_back(function);
  }
}

}  // namespace

Status expand_calls(const Compilation& on, const registry::Snapshot& snapshot,
                    const Lowerings& lowerings, CompiledProgram& compiled, Lacks& lacks) {
  launch::KernelSource& source = compiled.source;
  source.program = on.program.shared_ir();
  if (!registry::calls_ops(*source.program)) return {};
  compiled.ops = registry::CalledOps::of(*source.program, snapshot);
  VYRE_ASSIGN_OR_RETURN(
      auto expanded, registry::inline_calls(std::move(source.program), {snapshot, lowerings.left},
                                            on.context.memory()));
  source.program = keep_memory(std::move(expanded), on.context);
  keep_lowerings(lowerings, compiled);
  // A kernel that calls none keeps none: what the host gave with them is its own again.
  if (registry::calls_ops(*source.program)) source.ops = compiled.ops;
  return check_calls(*source.program, {on, snapshot, lowerings}, lacks);
}

void note_call(const OpDef& op, const backend::Capabilities& can, std::string_view device,
               Lacks& lacks) {
  const Lowerings lowerings = find_lowerings(can, op);
  if (!can_run(op, can, lowerings)) lacks.add(lack_of(op, {}, device, lowerings));
}

}  // namespace vyre::runtime

#include "runtime/pipeline/op_calls.h"

#include "ir/program/display_name.h"
#include "ir/program/statement_path.h"
#include "ir/program/visit.h"
#include "registry/builtin_dialects.h"
#include "runtime/pipeline/compiled_program.h"

namespace vyre::runtime {
namespace {

using registry::OpDef;

// The one place that decides which op runs where.
bool can_run(const OpDef& op, const backend::Capabilities& can) {
  if (host_io_op(op.id)) return can.runs_host_io;
  if (!can.carries_out.empty() && op.lowerings.contains(extension_of(can))) return true;
  return op.reference != nullptr && can.runs_reference_functions;
}

// What an op lacks on a device, and what would provide it.
struct Lack {
  std::string_view what;
  std::string_view fix;
};

Lack why_not(const OpDef& op) {
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
Finding lack_of(const OpDef& op, std::string path, std::string_view device) {
  const Lack lack = why_not(op);
  Finding finding{concat("op ", ir::display_name(op.id)), std::move(path), {}};
  finding.text =
      concat(finding.code, " of dialect ", ir::display_name(registrant_of(op)),
             finding.path.empty() ? "" : ", called at ", finding.path,
             finding.path.empty() ? "" : ",", " cannot run on '", device, "': it ", lack.what);
  finding.fix = lack.fix;
  return finding;
}

Status check_call(const ir::Program& program, ir::NodeId at, std::string_view id,
                  const registry::Snapshot& snapshot, const Compilation& on, Lacks& lacks) {
  const OpDef* op = snapshot.find(id);
  if (op == nullptr) {
    return fail(Code::kInvalidProgram, "op ", ir::display_name(id), " is called at ",
                ir::statement_path(program, at),
                " and is not registered. Fix: register it, or correct its name");
  }
  if (!can_run(*op, on.can)) lacks.add(lack_of(*op, ir::statement_path(program, at), on.device));
  return {};
}

// Whether the device can run every call that |program| still has when compositions have taken the
// place of theirs. Told before anything is compiled: the op, the device, the place of the call and
// what would provide the op.
Status check_calls(const ir::Program& program, const registry::Snapshot& snapshot,
                   const Compilation& on, Lacks& lacks) {
  return ir::check_each_node(program, program.entry, [&](ir::NodeId id, const ir::Node& node) {
    return ir::check_each_expr(program, node, [&](const ir::Expr& expr) {
      if (expr.kind != ir::ExprKind::kCall) return Status();
      return check_call(program, id, program.names[expr.name], snapshot, on, lacks);
    });
  });
}

}  // namespace

registry::Target extension_of(const backend::Capabilities& can) {
  return {registry::Target::Kind::kExtension, can.carries_out};
}

Status expand_calls(const Compilation& on, const registry::Compositions& compositions,
                    CompiledProgram& compiled, Lacks& lacks) {
  launch::KernelSource& source = compiled.source;
  source.program = on.program.shared_ir();
  if (!registry::calls_ops(*source.program)) return {};
  compiled.ops = registry::CalledOps::of(*source.program, compositions.snapshot);
  VYRE_ASSIGN_OR_RETURN(auto expanded, registry::inline_calls(std::move(source.program),
                                                              compositions, on.context.memory()));
  source.program = keep_memory(std::move(expanded), on.context);
  // A kernel that calls none keeps none: what the host gave with them is its own again.
  if (registry::calls_ops(*source.program)) source.ops = compiled.ops;
  return check_calls(*source.program, compositions.snapshot, on, lacks);
}

void note_call(const OpDef& op, const backend::Capabilities& can, std::string_view device,
               Lacks& lacks) {
  if (!can_run(op, can)) lacks.add(lack_of(op, {}, device));
}

}  // namespace vyre::runtime

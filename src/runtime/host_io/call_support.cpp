#include "runtime/host_io/call_support.h"

#include "ir/program/display_name.h"
#include "ir/program/statement_path.h"
#include "ir/program/visit.h"
#include "registry/builtin_dialects.h"
#include "runtime/host_io/plan.h"

namespace vyre::runtime {
namespace {

using registry::OpDef;

// The one place that decides which op runs where.
bool can_run(const OpDef& op, const backend::Capabilities& can) {
  if (host_io_op(op.id)) return can.runs_host_io;
  return op.reference != nullptr && can.runs_reference_functions;
}

// What an op lacks on a backend, and what would provide it.
struct Lack {
  std::string_view what;
  std::string_view fix;
};

Lack lack_of(const OpDef& op) {
  if (op.reference != nullptr) {
    return {"has only a reference function, which runs on the CPU alone",
            "register the op with a composition, or run the program on 'cpu-ref'"};
  }
  if (host_io_op(op.id)) {
    return {"does its work on the host side of a dispatch, which this backend has not opted in to",
            "use a backend that provides the io ops, or move the bytes with the host's own calls"};
  }
  if (op.id == registry::kIndirectDispatch) {
    return {"needs a backend that launches work from the device, and this one does not",
            "read the workgroup count on the host and dispatch with it as the grid"};
  }
  return {"has neither a composition nor a reference function",
          "register it with one of them, or use a backend that provides the op"};
}

Status check_call(const ir::Program& program, ir::NodeId at, std::string_view id,
                  const registry::Snapshot& snapshot, const backend::Capabilities& can,
                  std::string_view device) {
  const OpDef* op = snapshot.find(id);
  if (op == nullptr) {
    return fail(Code::kInvalidProgram, "op ", ir::display_name(id), " is called at ",
                ir::statement_path(program, at),
                " and is not registered. Fix: register it, or correct its name");
  }
  if (can_run(*op, can)) return {};
  const Lack lack = lack_of(*op);
  return fail(Code::kUnsupportedFeature, "op ", ir::display_name(id), " of dialect ",
              ir::display_name(registrant_of(*op)), ", called at ", ir::statement_path(program, at),
              ", cannot run on '", device, "': it ", lack.what, ". Fix: ", lack.fix);
}

}  // namespace

Status check_calls(const ir::Program& program, const registry::Snapshot& snapshot,
                   const backend::Capabilities& can, std::string_view device) {
  return ir::check_each_node(program, program.entry, [&](ir::NodeId id, const ir::Node& node) {
    return ir::check_each_expr(program, node, [&](const ir::Expr& expr) {
      if (expr.kind != ir::ExprKind::kCall) return Status();
      return check_call(program, id, program.names[expr.name], snapshot, can, device);
    });
  });
}

}  // namespace vyre::runtime

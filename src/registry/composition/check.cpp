#include <algorithm>

#include "ir/program/constant_value.h"
#include "ir/program/display_name.h"
#include "ir/program/statement_path.h"
#include "ir/program/visit.h"
#include "ir/validate/validate.h"
#include "registry/composition/composition.h"

namespace vyre::registry {
namespace {

using ir::Expr;
using ir::ExprKind;
using ir::Node;
using ir::NodeKind;

constexpr std::string_view kLiteralPrefix = "vyre.literal.";

// What no composition holds; empty for all that one may hold.
std::string_view refused(NodeKind kind) {
  switch (kind) {
    case NodeKind::kReturn:
      return "a return";
    case NodeKind::kBarrier:
      return "a barrier";
    case NodeKind::kIndirectDispatch:
      return "an indirect dispatch";
    case NodeKind::kAsyncLoad:
    case NodeKind::kAsyncStore:
    case NodeKind::kAsyncWait:
      return "an asynchronous copy";
    case NodeKind::kResume:
      return "a resume";
    case NodeKind::kAllReduce:
    case NodeKind::kAllGather:
    case NodeKind::kReduceScatter:
    case NodeKind::kBroadcast:
      return "a collective operation";
    case NodeKind::kOpaque:
      return "an opaque statement";
    case NodeKind::kLet:
    case NodeKind::kAssign:
    case NodeKind::kStore:
    case NodeKind::kIf:
    case NodeKind::kLoop:
    case NodeKind::kBlock:
    case NodeKind::kRegion:
    case NodeKind::kTrap:
      return {};
  }
  return {};
}

std::string_view refused(ExprKind kind) {
  switch (kind) {
    case ExprKind::kAtomic:
      return "an atomic operation";
    case ExprKind::kSubgroupReduce:
    case ExprKind::kSubgroupShuffle:
    case ExprKind::kSubgroupBallot:
    case ExprKind::kSubgroupLocalId:
    case ExprKind::kSubgroupSize:
      return "a subgroup operation";
    case ExprKind::kBufLen:
      return "the length of a buffer";
    case ExprKind::kBufferRef:
      return "a whole buffer";
    case ExprKind::kLitU32:
    case ExprKind::kLitI32:
    case ExprKind::kLitBool:
    case ExprKind::kLitF32:
    case ExprKind::kVar:
    case ExprKind::kLoad:
    case ExprKind::kInvocationId:
    case ExprKind::kWorkgroupId:
    case ExprKind::kLocalId:
    case ExprKind::kBinOp:
    case ExprKind::kUnOp:
    case ExprKind::kCall:
    case ExprKind::kSelect:
    case ExprKind::kCast:
    case ExprKind::kFma:
    case ExprKind::kOpaque:
      return {};
  }
  return {};
}

bool is_input(const ir::Buffer& buffer) {
  const bool reads =
      buffer.access == ir::Access::kReadOnly || buffer.access == ir::Access::kUniform;
  return reads && !buffer.is_output && !buffer.pipeline_live_out;
}

// One walk over the buffers, statements and expressions of an op's composition.
class CompositionCheck {
 public:
  explicit CompositionCheck(const OpDef& op)
      : op_(op), program_(*op.composition), parts_(parts_of(program_)) {}

  Status run() {
    VYRE_RETURN_IF_ERROR(language());
    VYRE_RETURN_IF_ERROR(counts());
    for (size_t i = 0; i < parts_.inputs.size(); ++i) {
      VYRE_RETURN_IF_ERROR(buffer(parts_.inputs[i], "input", op_.signature.inputs[i].type));
    }
    if (parts_.output != ir::kNone) {
      VYRE_RETURN_IF_ERROR(buffer(parts_.output, "output", op_.signature.outputs[0].type));
    }
    return ir::check_each_node(program_, program_.entry, [&](ir::NodeId id, const Node& node) {
      return statement(id, node);
    });
  }

 private:
  template <typename... Parts>
  Status bad(const Parts&... parts) const {
    return fail(Code::kInvalidArgument, "the composition of op ", ir::display_name(op_.id),
                parts...);
  }

  template <typename... Parts>
  Status bad_at(ir::NodeId node, const Parts&... parts) const {
    return bad(" has at ", ir::statement_path(program_, node), ' ', parts...);
  }

  std::string quoted(ir::NameId name) const { return ir::display_name(program_.names[name]); }

  // What it calls is known only when the whole snapshot is.
  Status language() const {
    const Status status =
        ir::validate(program_, {.subgroup_operations = true, .distributed_collectives = true});
    return status.ok() ? Status() : bad(": ", status.text());
  }

  Status counts() const {
    const size_t outputs = program_.buffers.size() - parts_.inputs.size();
    if (parts_.inputs.size() != op_.signature.inputs.size()) {
      return bad(" reads ", parts_.inputs.size(), " buffers and the op has ",
                 op_.signature.inputs.size(),
                 " inputs. Fix: declare one read-only buffer for each input");
    }
    if (op_.signature.outputs.size() > 1) {
      return bad(" cannot give ", op_.signature.outputs.size(),
                 " outputs: a call has one value. Fix: declare one output, or none");
    }
    if (outputs == op_.signature.outputs.size()) return {};
    return bad(" has ", outputs, " buffers besides those it reads and the op has ",
               op_.signature.outputs.size(),
               " outputs. Fix: declare one output buffer for the output and no other memory");
  }

  Status buffer(uint32_t index, std::string_view role, const std::string& spelling) const {
    const ir::Buffer& buffer = program_.buffers[index];
    const std::string name = quoted(buffer.name);
    const bool is_output = index == parts_.output;
    const bool private_kind =
        buffer.kind == ir::MemoryKind::kShared || buffer.kind == ir::MemoryKind::kPersistent;
    const bool starts_zero =
        buffer.is_output || buffer.pipeline_live_out || buffer.access == ir::Access::kWriteOnly;
    if (private_kind || buffer.access == ir::Access::kWorkgroup || (is_output && !starts_zero)) {
      return bad(" has memory of its own in buffer ", name,
                 ". Fix: keep read-only buffers for the inputs and one declared as output");
    }
    if (buffer.count > 1) {
      return bad(": buffer ", name, " has ", buffer.count,
                 " elements and an argument or result is one. Fix: declare a count of 1 or 0");
    }
    return type(name, role, spelling, buffer.element);
  }

  Status type(const std::string& name, std::string_view role, const std::string& spelling,
              ir::TypeId element) const {
    const auto wanted = ir::find_spelled_type(spelling);
    const bool passes =
        wanted && *wanted != ir::DataType::kBytes && *wanted != ir::DataType::kHandle;
    if (!passes) {
      return bad(" cannot have the ", role, " type ", ir::display_name(spelling),
                 ". Fix: use u8 to u64, i8 to i64, f32, bool, vec2<u32> or vec4<u32>");
    }
    if (element == ir::scalar(*wanted)) return {};
    return bad(": buffer ", name, " has ", ir::type_name(program_.types, element),
               " elements and the ", role, " is ", ir::display_name(spelling),
               ". Fix: declare the same type");
  }

  Status statement(ir::NodeId id, const Node& node) const {
    if (node.kind == NodeKind::kReturn) {
      return bad_at(id,
                    "a return, which would end the caller too. Fix: put what follows into an If");
    }
    if (!refused(node.kind).empty()) {
      return bad_at(id, refused(node.kind), ". Fix: leave it to the program that calls");
    }
    if (node.kind == NodeKind::kAssign && program_.find_buffer(node.name) != ir::kNone) {
      return bad_at(id, "an assignment to buffer ", quoted(node.name), ". Fix: store to it");
    }
    if (node.kind == NodeKind::kStore) VYRE_RETURN_IF_ERROR(element(id, node.exprs[0], node.name));
    return ir::check_each_expr(program_, node,
                               [&](const Expr& expr) { return expression(id, expr); });
  }

  Status expression(ir::NodeId at, const Expr& expr) const {
    if (!refused(expr.kind).empty()) {
      return bad_at(at, refused(expr.kind), ". Fix: leave it to the program that calls");
    }
    if (expr.kind == ExprKind::kOpaque && !is_allowed(expr)) {
      return bad_at(at, "the opaque expression ", quoted(expr.name),
                    ". Fix: express it with the operators of the language");
    }
    return expr.kind == ExprKind::kLoad ? element(at, expr.operands[0], expr.name) : Status();
  }

  bool is_allowed(const Expr& opaque) const {
    return program_.names[opaque.name].starts_with(kLiteralPrefix) ||
           ir::is_constant_value(program_, opaque);
  }

  Status element(ir::NodeId at, ir::ExprId index, ir::NameId buffer) const {
    const Expr& expr = program_.exprs[index];
    const bool literal = expr.kind == ExprKind::kLitU32 || expr.kind == ExprKind::kLitI32;
    if (literal && expr.value == 0) return {};
    return bad_at(at, "an element of buffer ", quoted(buffer),
                  " other than the first. Fix: use the literal index 0, where the argument or the "
                  "result is");
  }

  const OpDef& op_;
  const ir::Program& program_;
  const CompositionParts parts_;
};

}  // namespace

CompositionParts parts_of(const ir::Program& composition) {
  CompositionParts parts;
  for (uint32_t i = 0; i < composition.buffers.size(); ++i) {
    if (is_input(composition.buffers[i])) {
      parts.inputs.push_back(i);
    } else if (parts.output == ir::kNone) {
      parts.output = i;
    }
  }
  std::ranges::stable_sort(parts.inputs, {},
                           [&](uint32_t input) { return composition.buffers[input].binding; });
  return parts;
}

Status check_composition(const OpDef& op) {
  return op.composition == nullptr ? Status() : CompositionCheck(op).run();
}

}  // namespace vyre::registry

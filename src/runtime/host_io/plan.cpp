#include "runtime/host_io/plan.h"

#include <algorithm>
#include <span>

#include "ir/analysis/writers.h"
#include "ir/program/display_name.h"
#include "ir/program/statement_path.h"
#include "ir/program/visit.h"
#include "registry/builtin_dialects.h"
#include "runtime/host_io/remove_statements.h"

namespace vyre::runtime {
namespace {

using ir::Expr;
using ir::ExprId;
using ir::ExprKind;
using ir::Node;
using ir::NodeId;
using ir::NodeKind;

bool stands_before(HostIoOp op) { return op == HostIoOp::kRead || op == HostIoOp::kMap; }

// All but those that only compute or hold others.
bool touches_memory(NodeKind kind) {
  using enum NodeKind;
  constexpr NodeKind kOthers[] = {kLet,   kAssign, kIf,   kLoop,  kReturn,
                                  kBlock, kRegion, kTrap, kResume};
  return std::ranges::find(kOthers, kind) == std::end(kOthers);
}

bool touches_memory(ExprKind kind) {
  return kind == ExprKind::kLoad || kind == ExprKind::kAtomic || kind == ExprKind::kCall;
}

// Reads the statements in order and puts down the steps.
class Planner {
 public:
  Planner(const ir::Program& program, HostIoPlan& plan) : program_(program), plan_(plan) {}

  // A run of statements that is executed once, from the first to the last.
  Status top_level(ir::Range range) {
    for (const NodeId id : program_.list(range)) {
      const Node& node = program_.nodes[id];
      if (node.kind == NodeKind::kRegion) {
        VYRE_RETURN_IF_ERROR(top_level(node.body));
      } else if (const auto op = op_of(node)) {
        VYRE_RETURN_IF_ERROR(step(id, *op));
      } else {
        VYRE_RETURN_IF_ERROR(statements(id));
        has_left_ |= node.kind == NodeKind::kReturn;
      }
    }
    return {};
  }

  const std::vector<NodeId>& taken() const { return taken_; }

 private:
  struct Handle {
    ir::NameId name;
    uint32_t buffer;
    bool is_mapped;
    bool is_unmapped;
  };

  std::optional<HostIoOp> op_of(const Node& node) const {
    if (node.kind != NodeKind::kLet) return std::nullopt;
    const Expr& value = program_.exprs[node.exprs[0]];
    return value.kind == ExprKind::kCall ? host_io_op(program_.names[value.name]) : std::nullopt;
  }

  template <typename... Parts>
  static Status invalid(const Parts&... parts) {
    return fail(Code::kInvalidProgram, parts...);
  }

  Status step(NodeId id, HostIoOp op) {
    const Node& node = program_.nodes[id];
    const Expr& call = program_.exprs[node.exprs[0]];
    HostIoStep step;
    step.op = op;
    step.name = concat(ir::display_name(program_.names[call.name]), " at ", path(id));
    VYRE_RETURN_IF_ERROR(check_place(step));
    const std::span<const ExprId> arguments = program_.arguments(call);
    if (stands_before(op)) {
      VYRE_RETURN_IF_ERROR(name_buffer(node.name, step));
    } else {
      VYRE_RETURN_IF_ERROR(find_handle(arguments[0], step));
    }
    VYRE_RETURN_IF_ERROR(read_arguments(arguments, step));
    taken_.push_back(id);
    if (stands_before(op)) {
      handles_.push_back({node.name, step.buffer, op == HostIoOp::kMap, false});
      plan_.before.push_back(std::move(step));
    } else {
      valueless_.push_back(node.name);
      last_after_ = step.name;
      plan_.after.push_back(std::move(step));
    }
    return {};
  }

  Status check_place(const HostIoStep& step) const {
    if (has_left_) {
      return invalid(step.name, " stands behind a return. Fix: move it before the return");
    }
    if (!stands_before(step.op)) return {};
    if (first_touch_ != ir::kNone) {
      return invalid(
          step.name, " stands behind ", path(first_touch_),
          ", which touches memory, and it runs before the launch. Fix: move it in front");
    }
    if (last_after_.empty()) return {};
    return invalid(step.name, " runs before the launch and stands behind ", last_after_,
                   ", which runs after it. Fix: move it in front");
  }

  Status name_buffer(ir::NameId name, HostIoStep& step) const {
    const std::string handle = ir::display_name(program_.names[name]);
    step.buffer = program_.find_buffer(name);
    if (step.buffer == ir::kNone) {
      return invalid(step.name, " is bound to local ", handle,
                     ", and the program has no buffer of that name. Fix: declare the storage "
                     "buffer ",
                     handle, " of kind Persistent");
    }
    const ir::Buffer& buffer = program_.buffers[step.buffer];
    if (buffer.kind != ir::MemoryKind::kPersistent || buffer.access == ir::Access::kWorkgroup) {
      return invalid(step.name, " names buffer ", handle,
                     ", which is not a storage buffer of kind Persistent. Fix: declare it so");
    }
    const bool taken =
        std::ranges::any_of(handles_, [&](const Handle& one) { return one.buffer == step.buffer; });
    if (!taken) return {};
    return invalid(step.name, " names buffer ", handle,
                   ", which an earlier op has given its bytes. Fix: use a buffer for each");
  }

  Status find_handle(ExprId argument, HostIoStep& step) {
    const Expr& expr = program_.exprs[argument];
    if (expr.kind == ExprKind::kVar) {
      for (Handle& handle : handles_) {
        if (handle.name == expr.name) return use_handle(handle, step);
      }
    }
    return invalid(step.name,
                   ": the handle is not a local that 'io.dma_from_nvme' or "
                   "'mem.zerocopy_map' has bound before. Fix: pass that local itself");
  }

  Status use_handle(Handle& handle, HostIoStep& step);

  Status read_arguments(std::span<const ExprId> arguments, HostIoStep& step) const {
    switch (step.op) {
      case HostIoOp::kRead:
        VYRE_RETURN_IF_ERROR(value(arguments[0], "fd", step, &step.fd));
        VYRE_RETURN_IF_ERROR(value(arguments[1], "offset", step, &step.offset));
        return value(arguments[2], "length", step, &step.length);
      case HostIoOp::kMap:
        return value(arguments[0], "fd", step, &step.fd);
      case HostIoOp::kWriteBack:
        VYRE_RETURN_IF_ERROR(value(arguments[1], "fd", step, &step.fd));
        return value(arguments[2], "offset", step, &step.offset);
      case HostIoOp::kUnmap:
        return {};
    }
    return {};
  }

  Status value(ExprId id, std::string_view what, const HostIoStep& step, HostValue* out) const {
    const Expr& expr = program_.exprs[id];
    if (is_literal(expr, out)) return {};
    if (expr.kind == ExprKind::kLoad) return element(expr, what, step, out);
    return invalid(step.name, ": the ", what,
                   " is computed, and the host knows it only as a "
                   "literal or an element of a uniform or read-only buffer at a literal index. "
                   "Fix: pass it in such a buffer");
  }

  bool is_literal(const Expr& expr, HostValue* out) const {
    if (expr.kind == ExprKind::kLitU32) {
      out->literal = expr.value;
      return true;
    }
    if (expr.kind == ExprKind::kLitI32) {
      out->literal = static_cast<int32_t>(expr.value);
      return true;
    }
    if (expr.kind != ExprKind::kOpaque) return false;
    const std::string_view kind = program_.names[expr.name];
    const std::span<const uint8_t> payload = program_.bytes(expr.args);
    if ((kind != "vyre.literal.u64" && kind != "vyre.literal.i64") || payload.size() != 8) {
      return false;
    }
    uint64_t bits = 0;
    for (size_t i = 0; i < payload.size(); ++i) bits |= uint64_t{payload[i]} << (8 * i);
    out->literal = static_cast<int64_t>(bits);
    return true;
  }

  Status element(const Expr& load, std::string_view what, const HostIoStep& step,
                 HostValue* out) const {
    const Expr& index = program_.exprs[load.operands[0]];
    const std::string name = ir::display_name(program_.names[load.name]);
    out->buffer = program_.find_buffer(load.name);
    const bool is_literal = index.kind == ExprKind::kLitU32 || index.kind == ExprKind::kLitI32;
    if (!is_literal) {
      return invalid(step.name, ": the ", what, " is an element of buffer ", name,
                     " at an index that is computed. Fix: use a literal index");
    }
    out->element = index.value;
    const ir::Buffer& buffer = program_.buffers[out->buffer];
    const bool only_read =
        buffer.access == ir::Access::kUniform || buffer.access == ir::Access::kReadOnly;
    if (!only_read || buffer.kind == ir::MemoryKind::kPersistent) {
      return invalid(step.name, ": the ", what, " is an element of buffer ", name,
                     ", which is neither uniform nor a read-only input. Fix: pass it in one");
    }
    const ir::DataType tag = program_.types[buffer.element].tag;
    const bool is_integer = tag == ir::DataType::kI32 || tag == ir::DataType::kU32 ||
                            tag == ir::DataType::kI64 || tag == ir::DataType::kU64;
    if (is_integer) return {};
    return invalid(step.name, ": the ", what, " is an element of buffer ", name,
                   ", which holds no 32- or 64-bit integers. Fix: declare it with them");
  }

  std::string path(NodeId id) const { return ir::statement_path(program_, id); }

  // A statement that is no step, with all that it holds.
  Status statements(NodeId root) {
    return ir::check_each_node(program_, root,
                               [&](NodeId id, const Node& node) { return statement(id, node); });
  }

  Status statement(NodeId id, const Node& node) {
    VYRE_RETURN_IF_ERROR(check_local(id, node));
    bool touches = touches_memory(node.kind);
    VYRE_RETURN_IF_ERROR(ir::check_each_expr(program_, node, [&](const Expr& expr) {
      touches |= touches_memory(expr.kind);
      return expression(id, expr);
    }));
    return touches ? note_touch(id) : Status();
  }

  Status note_touch(NodeId id) {
    if (first_touch_ == ir::kNone) first_touch_ = id;
    if (last_after_.empty()) return {};
    return invalid(last_after_, " runs after the launch and stands before ", path(id),
                   ", which touches memory. Fix: move it behind");
  }

  bool is_handle(ir::NameId name) const {
    return std::ranges::any_of(handles_, [&](const Handle& handle) { return handle.name == name; });
  }
  bool is_valueless(ir::NameId name) const {
    return std::ranges::find(valueless_, name) != valueless_.end();
  }

  Status check_local(NodeId id, const Node& node) const {
    const bool writes_local = node.kind == NodeKind::kLet || node.kind == NodeKind::kAssign ||
                              node.kind == NodeKind::kLoop;
    if (!writes_local || (!is_handle(node.name) && !is_valueless(node.name))) return {};
    return invalid(path(id), " writes local ", ir::display_name(program_.names[node.name]),
                   ", which an io op has bound. Fix: give one of them another name");
  }

  Status expression(NodeId at, const Expr& expr) const {
    if (expr.kind == ExprKind::kCall && host_io_op(program_.names[expr.name])) {
      return invalid("op ", ir::display_name(program_.names[expr.name]), " is called at ", path(at),
                     ", and it runs once, on the host. Fix: call it as the value of a Let at the "
                     "top level of the program");
    }
    if (expr.kind == ExprKind::kVar && (is_handle(expr.name) || is_valueless(expr.name))) {
      return invalid(path(at), " uses local ", ir::display_name(program_.names[expr.name]),
                     ", which an io op has bound and which has no value on the device. Fix: "
                     "pass it to io ops alone, and load from the buffer of that name");
    }
    return {};
  }

  const ir::Program& program_;
  HostIoPlan& plan_;
  std::vector<NodeId> taken_;
  std::vector<Handle> handles_;
  std::vector<ir::NameId> valueless_;  // locals bound to ops without output
  NodeId first_touch_ = ir::kNone;     // the first statement that touches memory
  std::string last_after_;             // name of the last step that runs after the launch
  bool has_left_ = false;              // a return stands at the top level
};

Status Planner::use_handle(Handle& handle, HostIoStep& step) {
  step.buffer = handle.buffer;
  const std::string name = ir::display_name(program_.names[handle.name]);
  if (handle.is_unmapped) {
    return invalid(step.name, ": ", name,
                   " was released before by 'mem.unmap'. Fix: release it "
                   "once, at the end");
  }
  if (step.op != HostIoOp::kUnmap) return {};
  if (!handle.is_mapped) {
    return invalid(step.name, ": ", name,
                   " is not mapped: 'io.dma_from_nvme' has read it. Fix: "
                   "release only what 'mem.zerocopy_map' has bound");
  }
  handle.is_unmapped = true;
  return {};
}

}  // namespace

std::optional<HostIoOp> host_io_op(std::string_view id) {
  if (id == registry::kDmaFromNvme) return HostIoOp::kRead;
  if (id == registry::kZerocopyMap) return HostIoOp::kMap;
  if (id == registry::kWriteBackToNvme) return HostIoOp::kWriteBack;
  if (id == registry::kUnmap) return HostIoOp::kUnmap;
  return std::nullopt;
}

bool calls_host_io(const ir::Program& program) {
  return std::ranges::any_of(program.exprs, [&](const Expr& expr) {
    return expr.kind == ExprKind::kCall && host_io_op(program.names[expr.name]).has_value();
  });
}

Result<HostIoPlan> plan_host_io(const ir::Program& program, std::pmr::memory_resource* memory) {
  HostIoPlan plan;
  Planner planner(program, plan);
  VYRE_RETURN_IF_ERROR(planner.top_level(program.entry));
  plan.device_program = without_statements(program, planner.taken(), memory);
  plan.writes = ir::written_buffers(*plan.device_program);
  return plan;
}

}  // namespace vyre::runtime

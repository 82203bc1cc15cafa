#include "spirv/support.h"

#include <algorithm>

#include "base/status/lacks.h"
#include "ir/program/display_name.h"
#include "ir/program/statement_path.h"
#include "spirv/analysis/analysis.h"
#include "spirv/body/buffer_views.h"
#include "spirv/body/subgroups.h"
#include "spirv/external/op_link.h"

namespace vyre::spirv {
namespace {

constexpr std::string_view kSmallerElements =
    "declare the buffer with a smaller element, such as U8 or U32";

// One walk over buffers, statements and expressions.
class SupportCheck {
 public:
  SupportCheck(const launch::KernelSource& kernel, const Target& target)
      : kernel_(kernel), target_(target) {}

  Status buffers(uint32_t lanes) {
    for (const launch::PlannedBinding& binding : plan_.bindings) {
      const ir::Buffer& buffer = program_.buffers[binding.buffer];
      const std::string path = concat("parameter ", buffer_name(buffer));
      const bool is_shared = binding.role == launch::Role::kShared;
      VYRE_RETURN_IF_ERROR(is_shared ? lacks_.note(shared(buffer, lanes), "workgroup memory", path)
                                     : lacks_.note(storage(buffer), storage_fact(buffer), path));
    }
    const uint64_t bytes = hidden_bytes(lanes) + workgroup_bytes(program_, plan_);
    if (bytes <= target_.workgroup_memory_bytes) return {};
    return lacks_.note(too_much_memory(bytes), "workgroup_memory_bytes");
  }

  Status too_much_memory(uint64_t bytes) const {
    return fail(Code::kUnsupportedFeature, "the program needs ", bytes,
                " bytes of workgroup memory and the device has ", target_.workgroup_memory_bytes,
                ". Fix: declare smaller Workgroup buffers, or run it on another device");
  }

  Status statements() {
    return ir::check_each_node(program_, program_.entry, [&](NodeId id, const Node& node) {
      at_ = id;
      return statement(node);
    });
  }

  Status verdict() const { return lacks_.status(); }

 private:
  std::string type_name(ir::TypeId type) const { return ir::type_name(program_.types, type); }
  std::string buffer_name(const ir::Buffer& buffer) const {
    return ir::display_name(program_.names[buffer.name]);
  }

  // What subgroup operations take.
  uint64_t hidden_bytes(uint32_t lanes) const {
    const bool any = std::ranges::any_of(program_.exprs, ir::is_subgroup_operation, &Expr::kind);
    return any ? uint64_t{lanes} * Subgroups::kLaneWords * 4 : 0;
  }

  Element element_of(const ir::Buffer& buffer) const {
    return ir::element_of(program_.types, buffer.element, program_.semantics);
  }

  // As the header calls it.
  std::string_view storage_fact(const ir::Buffer& buffer) const {
    return unit_bytes(element_of(buffer)) == 1 ? "STORAGE_8BIT" : "STORAGE_16BIT";
  }

  Status storage(const ir::Buffer& buffer) const {
    const uint32_t bytes = unit_bytes(element_of(buffer));
    const bool available = bytes == 1 ? target_.storage_8bit : target_.storage_16bit;
    if (bytes == 4 || available) return {};
    return fail(Code::kUnsupportedFeature, "buffer ", buffer_name(buffer), " has elements of type ",
                type_name(buffer.element), " and the device has no ", 8 * bytes, "-bit storage",
                ". Fix: use U32 elements, or run the program on another device");
  }

  Status shared(const ir::Buffer& buffer, uint32_t lanes) const {
    if (buffer.access != ir::Access::kWorkgroup || buffer.count == 0) {
      return fail(Code::kUnsupportedFeature, "buffer ", buffer_name(buffer),
                  " is of kind Shared without being a Workgroup buffer of known size",
                  ". Fix: declare it with access Workgroup and a count");
    }
    const uint64_t trips =
        workgroup_bytes(program_, buffer) / 4 / lanes;  // of the loop that zeroes it
    if (!target_.max_loop_trips || trips < *target_.max_loop_trips) return {};
    return fail(Code::kUnsupportedFeature, "Workgroup buffer ", buffer_name(buffer), " takes ",
                trips, " loop trips to zero and the device stops after ", *target_.max_loop_trips,
                ". Fix: declare a larger workgroup or a smaller buffer");
  }

  // Of what the oracle cannot do either.
  Status refuse(std::string_view what, std::string_view fact, std::string_view fix) {
    return lacks_.note(fail(Code::kUnsupportedFeature, what, " at ",
                            ir::statement_path(program_, at_), " has no lowering. Fix: ", fix),
                       fact, ir::statement_path(program_, at_));
  }

  Status statement(const Node& node) {
    if (node.kind == NodeKind::kStore) VYRE_RETURN_IF_ERROR(store(node));
    const bool copies = node.kind == NodeKind::kAsyncLoad || node.kind == NodeKind::kAsyncStore;
    if (copies) VYRE_RETURN_IF_ERROR(copy(node));
    if (ir::is_collective(node.kind)) VYRE_RETURN_IF_ERROR(collective(node));
    return ir::check_each_expr(program_, node, [&](const Expr& expr) { return expression(expr); });
  }

  Status expression(const Expr& expr) {
    if (expr.kind == ExprKind::kCall) return call(expr);
    if (expr.kind == ExprKind::kLoad) return load(expr);
    const bool names_buffer = expr.kind == ExprKind::kBufLen || expr.kind == ExprKind::kAtomic;
    return names_buffer ? declared(expr.name).status() : Status();
  }

  Status call(const Expr& expr) {
    const std::string_view op = program_.names[expr.name];
    const launch::OpFunction* function = launch::find_function(kernel_, op);
    const size_t given = program_.arguments(expr).size();
    if (function != nullptr && function->inputs.size() == given) return {};
    const std::string fact = concat("op ", ir::display_name(op));
    if (function == nullptr) {
      return refuse("Call", fact, "register a composition or a SPIR-V function for the op");
    }
    return refuse(concat("a Call with ", given, " arguments of a function with ",
                         function->inputs.size(), " parameters"),
                  fact, "pass one argument for each parameter");
  }

  Result<const ir::Buffer*> declared(NameId name) const {
    const uint32_t index = program_.find_buffer(name);
    if (index != ir::kNone) return &program_.buffers[index];
    return fail(Code::kInvalidProgram, "buffer ", ir::display_name(program_.names[name]),
                " is used at ", ir::statement_path(program_, at_),
                " and not declared. Fix: declare it");
  }

  Status collective(const Node& node) {
    if (ir::single_rank_meaning(node) != ir::SingleRank::kCopy) return {};
    VYRE_ASSIGN_OR_RETURN(const ir::Buffer* from, declared(node.name));
    VYRE_ASSIGN_OR_RETURN(const ir::Buffer* to, declared(node.name2));
    const Element element = element_of(*from);
    if (element.loadable && element.length_bits != 0 && element_of(*to).length_bits != 0) return {};
    return refuse(concat("a collective copy from ", buffer_name(*from), " to ", buffer_name(*to),
                         ", whose elements cannot be loaded or counted,"),
                  "collective copies of such elements", kSmallerElements);
  }

  // Undeclared buffers of a copy are a trap.
  Status copy(const Node& node) {
    for (const NameId name : {node.name, node.name2}) {
      const uint32_t index = program_.find_buffer(name);
      if (index == ir::kNone || element_of(program_.buffers[index]).stride != 0) continue;
      VYRE_RETURN_IF_ERROR(refuse(
          concat(node.kind == NodeKind::kAsyncLoad ? "AsyncLoad" : "AsyncStore", " with ",
                 buffer_name(program_.buffers[index]), ", whose elements have no fixed size,"),
          "asynchronous copies of such elements", kSmallerElements));
    }
    return {};
  }

  Status load(const Expr& expr) {
    VYRE_ASSIGN_OR_RETURN(const ir::Buffer* buffer, declared(expr.name));
    if (element_of(*buffer).loadable) return {};
    return refuse(concat("a load of ", buffer_name(*buffer), ", whose elements of type ",
                         type_name(buffer->element), " have more than ", ir::kMaxLoadedBytes,
                         " bytes or no fixed size,"),
                  "loads of such elements", kSmallerElements);
  }

  Status store(const Node& node) {
    VYRE_ASSIGN_OR_RETURN(const ir::Buffer* buffer, declared(node.name));
    if (program_.types[buffer->element].tag != DataType::kBytes) return {};
    return refuse(concat("a store to ", buffer_name(*buffer), ", which is a Bytes buffer,"),
                  "stores of bytes", "declare the buffer as U8");
  }

  const launch::KernelSource& kernel_;
  const Program& program_ = *kernel_.program;
  const launch::BindingPlan& plan_ = *kernel_.plan;
  const Target& target_;
  NodeId at_ = ir::kNone;  // the statement that is looked at
  Lacks lacks_;
};

}  // namespace

Status check_support(const launch::KernelSource& kernel,
                     const std::array<uint32_t, 3>& workgroup_size, const Target& target) {
  SupportCheck check(kernel, target);
  VYRE_RETURN_IF_ERROR(check.buffers(workgroup_size[0] * workgroup_size[1] * workgroup_size[2]));
  VYRE_RETURN_IF_ERROR(check.statements());
  return check.verdict();
}

Status check_barriers(const Program& program) {
  Analysis analysis(program);
  find_subgroup_uses(program, analysis);
  return find_uniformity(program, analysis);
}

}  // namespace vyre::spirv

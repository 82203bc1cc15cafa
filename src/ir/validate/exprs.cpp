#include "ir/program/limits.h"
#include "ir/program/visit.h"
#include "ir/validate/rules.h"

namespace vyre::ir {
namespace {

constexpr uint32_t kMaxExprDepth = 128;
constexpr uint8_t kAxes = 3;

// A handle kept in a local counts as U32: that is the type of a local whose value has none.
bool fits(const Validation& v, TypeId argument, DataType wanted) {
  const DataType tag = v.program.types[argument].tag;
  return tag == wanted || (wanted == DataType::kHandle && tag == DataType::kU32);
}

constexpr std::string_view kBufferSpelling = "buffer<";

// The op takes a buffer<T>.
void validate_whole_buffer(Validation& v, ExprId argument, std::string_view spelling) {
  const Expr& expr = v.program.exprs[argument];
  if (expr.kind != ExprKind::kBufferRef) {
    return v.findings.error("V053", "the argument is a value, the op takes ",
                            display_name(spelling));
  }
  spelling.remove_prefix(kBufferSpelling.size());
  const auto wanted = find_spelled_type(spelling.substr(0, spelling.size() - 1));
  const Buffer* buffer = v.buffer(expr.name);
  if (buffer == nullptr) {
    return v.findings.error("V052", "no buffer is named ", v.quoted(expr.name));
  }
  if (!wanted || buffer->element == scalar(*wanted)) return;
  v.findings.error("V054", "buffer ", v.quoted(expr.name), " has ", v.type(buffer->element),
                   " elements, the op takes ", tag_name(*wanted));
}

void validate_argument(Validation& v, uint32_t index, ExprId argument,
                       const std::string& spelling) {
  const auto step = v.findings.step("args", index);
  if (spelling.starts_with(kBufferSpelling)) return validate_whole_buffer(v, argument, spelling);
  const auto wanted = find_spelled_type(spelling);
  if (!wanted) {
    return v.findings.error("V021", "the op declares an input of unknown type ",
                            display_name(spelling));
  }
  const TypeId type = v.types.of(argument);
  if (type == kUnknownType || fits(v, type, *wanted)) return;
  v.findings.error("V022", "the argument is ", v.type(type), ", the op takes ",
                   display_name(spelling));
}

void validate_call(Validation& v, const Expr& expr) {
  if (v.options.ops == nullptr) return;
  const OpSignature* signature = v.options.ops->signature(v.program.names[expr.name]);
  if (signature == nullptr) {
    return v.findings.error("V016", "no op is named ", v.quoted(expr.name));
  }
  const auto arguments = v.program.arguments(expr);
  if (arguments.size() != signature->inputs.size()) {
    return v.findings.error("V020", "op ", v.quoted(expr.name), " takes ", signature->inputs.size(),
                            " arguments, the call has ", arguments.size());
  }
  for (uint32_t i = 0; i < arguments.size(); ++i) {
    validate_argument(v, i, arguments[i], signature->inputs[i]);
  }
}

// A name that means the workgroup size on an axis must be of its kind, and say nothing else.
void validate_reserved(Validation& v, const ConstantValue& value) {
  if (!value.name.starts_with(kReservedSpecPrefix)) return;
  const std::string name = display_name(value.name);
  const std::optional<uint32_t> axis = workgroup_axis(value.name);
  if (!axis) {
    return v.findings.error("R-SPEC", "the specialization value ", name,
                            " has a name that is kept for the driver, which does not know it");
  }
  if (value.kind != ConstantKind::kU32) {
    return v.findings.error("R-SPEC", "the workgroup size ", name, " is ",
                            constant_kind_name(value.kind), ", not U32");
  }
  const uint32_t declared = v.program.workgroup_size[*axis];
  if (!value.initial || *value.initial == declared) return;
  v.findings.error("R-SPEC", "the workgroup size ", name, " has the default ", *value.initial,
                   " and the program declares ", declared);
}

void validate_constant_value(Validation& v, const Expr& expr) {
  const Result<ConstantValue> read = read_constant_value(v.program.bytes(expr.args));
  if (!read.ok()) {
    return v.findings.error("V030", "a specialization value is malformed: ", read.error().text());
  }
  const ConstantValue& value = read.value();
  const ConstantValue& first = v.specs.emplace(value.name, value).first->second;
  if (first == value) return validate_reserved(v, value);
  v.findings.error("R-SPEC", "the specialization value ", display_name(value.name), " is ",
                   describe(value), ", and ", describe(first), " where it is named first");
}

// Walks one expression tree.
class ExprRules {
 public:
  explicit ExprRules(Validation& validation) : v_(validation) {}

  void check(const char* label, uint32_t index, ExprId id, uint32_t depth) {
    const Expr& expr = v_.program.exprs[id];
    if (depth <= kMaxExprDepth && is_plainly_right(expr)) return;
    const auto step = v_.findings.step(label, index);
    if (depth > kMaxExprDepth) {
      return v_.findings.error("V033", "expressions nest deeper than ", kMaxExprDepth);
    }
    switch (expr.kind) {
      case ExprKind::kLitU32:
      case ExprKind::kLitI32:
      case ExprKind::kLitF32:
      case ExprKind::kLitBool:
        break;
      case ExprKind::kVar:
        v_.findings.error("R-VAR", "no local named ", v_.quoted(expr.name), " is in scope");
        break;
      case ExprKind::kLoad:
        load(expr);
        inside("at", expr.operands[0], depth);
        break;
      case ExprKind::kBufLen:
        if (v_.buffer(expr.name) == nullptr) unknown_buffer("R-LENBUF", expr);
        break;
      case ExprKind::kBufferRef:
        v_.findings.error("V051", "the whole buffer ", v_.quoted(expr.name),
                          " stands where no call takes it");
        break;
      case ExprKind::kInvocationId:
      case ExprKind::kWorkgroupId:
      case ExprKind::kLocalId:
        if (expr.op >= kAxes) v_.findings.error("R-AXIS", "there is no axis ", expr.op);
        break;
      case ExprKind::kBinOp:
        inside("left", expr.operands[0], depth);
        inside("right", expr.operands[1], depth);
        validate_binary(v_, expr);
        break;
      case ExprKind::kUnOp:
        inside("operand", expr.operands[0], depth);
        validate_unary(v_, expr);
        break;
      case ExprKind::kCall:
        arguments(expr, depth);
        validate_call(v_, expr);
        break;
      case ExprKind::kSelect:
        inside("condition", expr.operands[0], depth);
        inside("if_true", expr.operands[1], depth);
        inside("if_false", expr.operands[2], depth);
        select(expr);
        break;
      case ExprKind::kCast:
        inside("value", expr.operands[0], depth);
        validate_cast(v_, expr);
        break;
      case ExprKind::kAtomic:
        atomic(expr, depth);
        break;
      case ExprKind::kFma:
        fma(expr, depth);
        break;
      case ExprKind::kSubgroupReduce:
        inside("value", expr.operands[0], depth);
        subgroup();
        reduction(expr);
        break;
      case ExprKind::kSubgroupShuffle:
        inside("value", expr.operands[0], depth);
        inside("lane", expr.operands[1], depth);
        subgroup();
        break;
      case ExprKind::kSubgroupBallot:
        inside("condition", expr.operands[0], depth);
        subgroup();
        break;
      case ExprKind::kSubgroupLocalId:
      case ExprKind::kSubgroupSize:
        subgroup();
        break;
      case ExprKind::kOpaque:
        opaque(expr);
        break;
    }
  }

 private:
  void inside(const char* label, ExprId id, uint32_t depth) { check(label, kNone, id, depth + 1); }

  // Most expressions; the walk does not note where they stand.
  bool is_plainly_right(const Expr& expr) {
    switch (expr.kind) {
      case ExprKind::kLitU32:
      case ExprKind::kLitI32:
      case ExprKind::kLitF32:
      case ExprKind::kLitBool:
        return true;
      case ExprKind::kVar:
        return v_.scopes.find(expr.name) != nullptr;
      default:
        return false;
    }
  }

  void unknown_buffer(const char* code, const Expr& expr) {
    v_.findings.error(code, "no buffer is named ", v_.quoted(expr.name));
  }

  void load(const Expr& expr) {
    const Buffer* buffer = v_.buffer(expr.name);
    if (buffer == nullptr) return unknown_buffer("R-LOADBUF", expr);
    if (buffer->element != scalar(DataType::kBytes) || buffer->bytes_extraction) return;
    v_.findings.error("V013", "load from the Bytes buffer ", v_.quoted(expr.name));
  }

  void arguments(const Expr& expr, uint32_t depth) {
    const auto arguments = v_.program.arguments(expr);
    for (uint32_t i = 0; i < arguments.size(); ++i) {
      const Expr& argument = v_.program.exprs[arguments[i]];
      if (argument.kind != ExprKind::kBufferRef) check("args", i, arguments[i], depth + 1);
    }
  }

  void select(const Expr& expr) {
    const TypeId yes = v_.types.of(expr.operands[1]);
    const TypeId no = v_.types.of(expr.operands[2]);
    if (yes == kUnknownType || no == kUnknownType || yes == no) return;
    v_.findings.error("V029", "the arms of a select are ", v_.type(yes), " and ", v_.type(no));
  }

  void fma(const Expr& expr, uint32_t depth) {
    constexpr const char* kLabels[] = {"a", "b", "c"};
    for (size_t i = 0; i < 3; ++i) inside(kLabels[i], expr.operands[i], depth);
    for (size_t i = 0; i < 3; ++i) {
      if (!v_.types.differs(expr.operands[i], DataType::kF32)) continue;
      v_.findings.error("V028", "operand ", kLabels[i], " of a fused multiply-add is ",
                        v_.type(v_.types.of(expr.operands[i])), ", not F32");
    }
  }

  void subgroup() {
    if (v_.options.subgroup_operations) return;
    v_.findings.error("V041", "subgroup operations are not supported");
  }

  void reduction(const Expr& expr) {
    const ExprId value = expr.operands[0];
    const bool of_bits = !ops::is_for_f32(expr.reduce_op());
    if (of_bits && v_.types.of(value) == scalar(DataType::kF32)) {
      v_.findings.error("V047", subgroup_operation(expr), " of F32");
    }
    if (!v_.options.typed_reductions) return;
    if (!v_.types.differs(value, DataType::kU32) || !v_.types.differs(value, DataType::kF32))
      return;
    v_.findings.error("R-REDUCE", "a reduction of ", v_.type(v_.types.of(value)));
  }

  void atomic(const Expr& expr, uint32_t depth) {
    if (const Buffer* buffer = v_.buffer(expr.name)) {
      atomic_target(expr, *buffer);
      atomic_operands(expr);
    } else {
      unknown_buffer("R-ATOMBUF", expr);
    }
    word_operand("V027", "index", expr.operands[0]);
    if (expr.ordering == Ordering::kGridSync) {
      v_.findings.error("V042", "an atomic cannot have grid-wide ordering");
    }
    inside("at", expr.operands[0], depth);
    if (expr.operands[1] != kNone) inside("expected", expr.operands[1], depth);
    inside("value", expr.operands[2], depth);
  }

  void atomic_target(const Expr& expr, const Buffer& buffer) {
    if (buffer.access == Access::kWorkgroup) {
      v_.findings.error("V025", "atomic on the workgroup buffer ", v_.quoted(expr.name));
    } else if (buffer.access != Access::kReadWrite) {
      v_.findings.error("V009", "atomic on the ", access_name(buffer.access), " buffer ",
                        v_.quoted(expr.name));
    }
    if (buffer.element == scalar(DataType::kBytes)) {
      v_.findings.error("V013", "atomic on the Bytes buffer ", v_.quoted(expr.name));
    }
    if (buffer.element != scalar(DataType::kU32)) {
      v_.findings.error("V014", "atomic on buffer ", v_.quoted(expr.name), " of ",
                        v_.type(buffer.element), " elements, not U32");
    }
  }

  void atomic_operands(const Expr& expr) {
    const bool compares = expr.atomic_op() == AtomicOp::kCompareExchange;
    const bool has_expected = expr.operands[1] != kNone;
    if (compares != has_expected) {
      v_.findings.error("R-ATOMSHAPE", compares ? "a compare-exchange has no expected value"
                                                : "only a compare-exchange has an expected value");
    }
    if (compares && has_expected) word_operand("R-ATOMEXP", "expected value", expr.operands[1]);
    word_operand("R-ATOMVAL", "value", expr.operands[2]);
  }

  void word_operand(const char* code, const char* what, ExprId id) {
    if (!v_.types.differs(id, DataType::kU32)) return;
    v_.findings.error(code, "the ", what, " of an atomic is ", v_.type(v_.types.of(id)),
                      ", not U32");
  }

  void opaque(const Expr& expr) {
    const std::string_view kind = v_.program.names[expr.name];
    if (kind.empty()) v_.findings.error("V030", "an opaque expression has no kind");
    if (kind == kConstantKind) return validate_constant_value(v_, expr);
    if (opaque_type(v_.program, expr) == kUnknownType) {
      return v_.findings.error("V030", "opaque expression ", v_.quoted(expr.name),
                               " is not registered: it has no result type");
    }
    if (expr.args.count == kLiteralBytes) return;
    v_.findings.error("V030", "literal ", v_.quoted(expr.name), " has ", expr.args.count,
                      " bytes, not ", kLiteralBytes);
  }

  Validation& v_;
};

}  // namespace

void validate_expression(Validation& v, const char* label, ExprId id) {
  ExprRules(v).check(label, kNone, id, 0);
}

}  // namespace vyre::ir

#include "ir/json/write.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>

#include "base/encoding/hex.h"
#include "base/encoding/little_endian.h"
#include "base/json/writer.h"
#include "ir/build/assembler.h"
#include "ir/json/form.h"
#include "ir/program/constant_value.h"
#include "ir/program/limits.h"
#include "ir/program/tag_names.h"

namespace vyre::ir {
namespace {

using Layout = JsonWriter::Layout;

template <typename Bits>
std::string hex_text(Bits bits) {
  std::array<uint8_t, sizeof(Bits)> bytes;
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<uint8_t>(bits >> (8 * (bytes.size() - 1 - i)));
  }
  return "\"0x" + hex_encode(bytes) + "\"";
}

template <typename Float>
std::string decimal_text(Float value) {
  char digits[32];
  const auto written = std::to_chars(digits, digits + sizeof digits, value);
  return {digits, written.ptr};
}

// A reader takes the number as a double first, which could round it twice.
bool reads_back(const std::string& text, float value) {
  double wide = 0;
  std::from_chars(text.data(), text.data() + text.size(), wide);
  return static_cast<float>(wide) == value;
}

// A floating-point literal as JSON: the shortest number that reads back the same, or the bits as a
// string like "0x7fc00000" where a number would lose something: zero with a sign, subnormals,
// infinities, NaNs.
std::string f32_text(uint32_t bits) {
  const auto value = std::bit_cast<float>(bits);
  if (!std::isnormal(value) && bits != 0) return hex_text(bits);
  const std::string text = decimal_text(value);
  return reads_back(text, value) ? text : hex_text(bits);
}

std::string f64_text(uint64_t bits) {
  const auto value = std::bit_cast<double>(bits);
  return std::isnormal(value) || bits == 0 ? decimal_text(value) : hex_text(bits);
}

class Writer {
 public:
  explicit Writer(const Program& program) : program_(program) {}

  std::string run() {
    out_.begin_object(Layout::kLines);
    if (program_.semantics != Semantics::kV0_6_2) {
      word("semantics", spelling::kSemantics, program_.semantics);
    }
    if (program_.entry_op_id) name("entry_op_id", *program_.entry_op_id);
    out_.key("workgroup_size").begin_array();
    for (const uint32_t axis : program_.workgroup_size) out_.integer(axis);
    out_.end();
    if (program_.non_composable_with_self) out_.key("non_composable_with_self").boolean(true);
    out_.key("buffers").begin_array(Layout::kLines);
    for (const Buffer& buffer : program_.buffers) this->buffer(buffer);
    out_.end();
    entry();
    out_.end();
    return out_.take() + "\n";
  }

 private:
  JsonWriter& key(std::string_view text) { return out_.key(text); }

  void name(std::string_view text, std::string_view name) {
    key(text);
    if (name.find('\0') == name.npos) {
      out_.string(name);
      return;
    }
    const std::span bytes(reinterpret_cast<const uint8_t*>(name.data()), name.size());
    out_.begin_object().key("hex").string(hex_encode(bytes)).end();
  }
  void name(std::string_view text, NameId id) { name(text, program_.names[id]); }

  void flag(std::string_view text, bool value) {
    if (value) key(text).boolean(true);
  }

  void wide(std::integral auto value) { out_.string(std::to_string(value)); }

  template <typename Tag>
  void word(std::string_view text, spelling::Words words, Tag tag) {
    key(text).string(spelling::word(words, tag));
  }

  void buffer(const Buffer& buffer) {
    out_.begin_object();
    name("name", buffer.name);
    key("binding").integer(buffer.binding);
    key("type").string(type_name(program_.types, buffer.element));
    if (buffer.count != 0) key("count").integer(buffer.count);
    word("access", spelling::kAccesses, buffer.access);
    if (buffer.kind != json::default_kind(buffer.access)) {
      word("kind", spelling::kMemoryKinds, buffer.kind);
    }
    flag("output", buffer.is_output);
    if (buffer.pipeline_live_out != buffer.is_output) {
      key("live_out").boolean(buffer.pipeline_live_out);
    }
    if (const auto& range = buffer.output_byte_range) {
      key("output_byte_range").begin_array();
      wide(range->start);
      wide(range->end);
      out_.end();
    }
    if (buffer.hints != Hints()) hints(buffer.hints);
    flag("bytes_extraction", buffer.bytes_extraction);
    if (buffer.linear_type != LinearType::kUnrestricted) {
      word("linear_type", spelling::kLinearTypes, buffer.linear_type);
    }
    if (buffer.shape_predicate != kNone) {
      key("shape_predicate");
      predicate(buffer.shape_predicate);
    }
    out_.end();
  }

  void hints(const Hints& hints) {
    key("hints").begin_object();
    if (hints.coalesce_axis) key("coalesce_axis").integer(uint32_t{*hints.coalesce_axis});
    if (hints.preferred_alignment != 0) key("alignment").integer(hints.preferred_alignment);
    if (hints.locality != Locality::kTemporal) {
      word("locality", spelling::kLocalities, hints.locality);
    }
    out_.end();
  }

  void predicate(uint32_t id) {
    const ShapePredicate& predicate = program_.predicates[id];
    const json::PredicateForm& form = json::form_of(predicate.kind);
    out_.begin_object().key(form.name);
    const int64_t numbers[] = {predicate.a, predicate.b, predicate.c, predicate.d};
    if (form.numbers > 1 || form.parts > 1) out_.begin_array();
    for (uint32_t i = 0; i < form.numbers; ++i) wide(numbers[i]);
    if (form.parts > 0) this->predicate(predicate.left);
    if (form.parts > 1) this->predicate(predicate.right);
    if (form.numbers > 1 || form.parts > 1) out_.end();
    out_.end();
  }

  // A root Region that a reader puts around the body anyway is left out.
  void entry() {
    const std::span<const NodeId> list = program_.list(program_.entry);
    if (json::is_wrapped(program_, list)) {
      nodes("body", program_.nodes[list[0]].body);
    } else {
      nodes(is_all_regions(program_, list) ? "body" : "entry", program_.entry);
    }
  }

  void nodes(std::string_view field, Range list) {
    key(field).begin_array(Layout::kLines);
    for (const NodeId id : program_.list(list)) node(program_.nodes[id]);
    out_.end();
  }

  // None is the expected value that an atomic does not have.
  void operand(std::string_view text, ExprId id) {
    if (id == kNone) return;
    key(text);
    expr(id);
  }

  void node(const Node& node) {
    if (node.kind == NodeKind::kReturn) {
      out_.string("return");
      return;
    }
    out_.begin_object();
    fields(node);
    out_.end();
  }

  template <typename Record>  // Node or Expr
  void fields(const Record& record) {
    with_row(
        record.kind, [&]<auto kKind>(Constant<kKind>) {
          if constexpr (!has_fields(kFields<kKind>)) flag(kFields<kKind>[0].key, true);
          return all_fields<json::kJsonFields<kKind>>(
              [&]<Field kField>(Constant<kField>, const char* text) {
                field<kField>(text, record);
                return true;
              });
        });
  }

  template <Field kField, typename Record>
  void field(std::string_view text, const Record& record) {
    using enum Field;
    constexpr Operands kOperands = operands_of(kField);
    if constexpr (kField == kName) name(text, record.name);
    if constexpr (kField == kName2) name(text, record.name2);
    if constexpr (kField == kSource) {
      if (record.name2 != kNone) name(text, record.name2);
    }
    if constexpr (kField == kTag) name(text, record.tag);
    if constexpr (kField == kOrdering) ordering(text, record);
    if constexpr (kField == kCollectiveOp) word(text, spelling::kCollectiveOps, record.op);
    if constexpr (kField == kBinOp || kField == kUnOp) key(text).integer(record.value);
    if constexpr (kField == kAtomicOp) atomic_op(text, record);
    if constexpr (kField == kAxis) axis(text, record.op);
    if constexpr (kField == kU32) key(text).integer(record.value);
    if constexpr (kField == kI32) key(text).integer(static_cast<int32_t>(record.value));
    if constexpr (kField == kF32) key(text).raw(f32_text(record.value));
    if constexpr (kField == kBool) key(text).boolean(record.value != 0);
    if constexpr (kField == kType) key(text).string(type_name(program_.types, record.value));
    if constexpr (kField == kRoot) key(text).integer(record.root);
    if constexpr (kField == kGroup) key(text).integer(record.number);
    if constexpr (kField == kNumber) key(text), wide(record.number);
    if constexpr (kField == kArguments) exprs(text, program_.arguments(record));
    if constexpr (kField == kBody) nodes(text, record.body);
    if constexpr (kField == kOtherwise) {
      if (record.otherwise.count != 0) nodes(text, record.otherwise);
    }
    if constexpr (kField == kPayload) {
      key(text).string(hex_encode(program_.bytes(payload_in(record))));
    }
    if constexpr (kOperands.count > 1) exprs(text, operands_in(record).first(kOperands.count));
    if constexpr (kOperands.count == 1) operand(text, operands_in(record)[kOperands.first]);
  }

  void ordering(std::string_view text, const Node& node) {
    word(text, spelling::kOrderings, node.ordering);
  }
  void ordering(std::string_view text, const Expr& expr) {
    if (expr.ordering != Ordering::kSeqCst) word(text, spelling::kOrderings, expr.ordering);
  }
  void expr(ExprId id) {
    const Expr& expr = program_.exprs[id];
    const bool has_nul = expr.kind == ExprKind::kVar &&
                         program_.names[expr.name].find('\0') != std::string_view::npos;
    if (expr.kind == ExprKind::kLitU32) {
      out_.integer(expr.value);
    } else if (expr.kind == ExprKind::kLitBool) {
      out_.boolean(expr.value != 0);
    } else if (expr.kind == ExprKind::kVar && !has_nul) {
      out_.string(program_.names[expr.name]);
    } else {
      out_.begin_object();
      object(expr);
      out_.end();
    }
  }

  void object(const Expr& expr) {
    const bool is_core = expr.op != kOpaqueOp;
    if (expr.kind == ExprKind::kBinOp && is_core) {
      exprs(spelling::word(spelling::kBinOps, expr.op), operands_in(expr).first(2));
    } else if (expr.kind == ExprKind::kUnOp && is_core) {
      operand(spelling::word(spelling::kUnOps, expr.op), expr.operands[0]);
    } else if (expr.kind == ExprKind::kSubgroupReduce) {
      operand(spelling::word(spelling::kReduceOps, expr.op), expr.operands[0]);
    } else if (expr.kind != ExprKind::kOpaque || !opaque(expr)) {
      fields(expr);
    }
  }

  void axis(std::string_view text, uint8_t axis) {
    if (axis < spelling::kAxes.size()) return word(text, spelling::kAxes, axis);
    key(text).integer(uint32_t{axis});
  }

  void exprs(std::string_view text, std::span<const ExprId> ids) {
    key(text).begin_array();
    for (const ExprId id : ids) expr(id);
    out_.end();
  }

  void atomic_op(std::string_view text, const Expr& expr) {
    if (expr.op != kOpaqueOp) return word(text, spelling::kAtomicOps, expr.op);
    key(text).integer(expr.value);
  }

  void constant_default(ConstantKind kind, uint32_t bits) {
    key("default");
    if (kind == ConstantKind::kF32) {
      out_.raw(f32_text(bits));
    } else if (kind == ConstantKind::kElementType) {
      out_.string(bits_text(kind, bits));
    } else {
      out_.raw(bits_text(kind, bits));
    }
  }

  void constant_value(const ConstantValue& value) {
    name("spec", value.name);
    key("type").string(constant_kind_name(value.kind));
    if (value.initial) constant_default(value.kind, *value.initial);
  }

  // The 64-bit literals and specialization values have a form of their own; false for others.
  bool opaque(const Expr& expr) {
    const std::string_view kind = program_.names[expr.name];
    const std::span<const uint8_t> payload = program_.bytes(expr.args);
    if (kind == kConstantKind) {
      const Result<ConstantValue> value = read_constant_value(payload);
      if (value.ok()) constant_value(value.value());
      return value.ok();
    }
    if (!is_literal_kind(kind) || payload.size() != kLiteralBytes) return false;
    wide_literal(kind.substr(kind.rfind('.') + 1), load_little_endian<uint64_t>(payload.data()));
    return true;
  }

  void wide_literal(std::string_view word, uint64_t bits) {
    key(word);
    if (word == "u64") return wide(bits);
    if (word == "i64") return wide(static_cast<int64_t>(bits));
    out_.raw(f64_text(bits));
  }

  const Program& program_;
  JsonWriter out_;
};

}  // namespace

std::string write_json(const Program& program) { return Writer(program).run(); }

}  // namespace vyre::ir

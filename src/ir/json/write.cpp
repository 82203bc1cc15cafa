#include "ir/json/write.h"

#include "base/encoding/hex.h"
#include "base/json/writer.h"
#include "ir/build/assembler.h"
#include "ir/json/form.h"
#include "ir/json/literals.h"
#include "ir/program/constant_value.h"
#include "ir/program/limits.h"
#include "ir/program/tag_names.h"

namespace vyre::ir {
namespace {

using Layout = JsonWriter::Layout;

class Writer {
 public:
  explicit Writer(const Program& program) : program_(program) {}

  std::string run() {
    out_.begin_object(Layout::kLines);
    if (program_.entry_op_id) name(out_.key("entry_op_id"), *program_.entry_op_id);
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

  void name(JsonWriter& out, NameId id) { name(out, program_.names[id]); }

  static void name(JsonWriter& out, std::string_view text) {
    if (text.find('\0') == text.npos) {
      out.string(text);
      return;
    }
    const std::span bytes(reinterpret_cast<const uint8_t*>(text.data()), text.size());
    out.begin_object().key("hex").string(hex_encode(bytes)).end();
  }

  void flag(std::string_view text, bool value) {
    if (value) key(text).boolean(true);
  }

  void wide(int64_t value) { out_.string(std::to_string(value)); }
  void wide(uint64_t value) { out_.string(std::to_string(value)); }

  template <typename Tag>
  void word(std::string_view text, spelling::Words words, Tag tag) {
    key(text).string(spelling::word(words, tag));
  }

  void buffer(const Buffer& buffer) {
    out_.begin_object();
    name(key("name"), buffer.name);
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
    if (buffer.output_byte_range) range(*buffer.output_byte_range);
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

  void range(ByteRange range) {
    key("output_byte_range").begin_array();
    wide(range.start);
    wide(range.end);
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
      nodes(json::is_all_regions(program_, list) ? "body" : "entry", program_.entry);
    }
  }

  void nodes(std::string_view field, Range list) {
    key(field).begin_array(Layout::kLines);
    for (const NodeId id : program_.list(list)) node(program_.nodes[id]);
    out_.end();
  }

  void field(std::string_view text, ExprId id) {
    key(text);
    expr(id);
  }
  void named(std::string_view text, NameId id) { name(key(text), id); }

  void node(const Node& node) {
    if (node.kind == NodeKind::kReturn) {
      out_.string("return");
      return;
    }
    out_.begin_object();
    fields(node);
    out_.end();
  }

  void fields(const Node& node) {
    switch (node.kind) {
      case NodeKind::kLet:
        return named("let", node.name), field("value", node.exprs[0]);
      case NodeKind::kAssign:
        return named("assign", node.name), field("value", node.exprs[0]);
      case NodeKind::kStore:
        return named("store", node.name), field("at", node.exprs[0]), field("value", node.exprs[1]);
      case NodeKind::kIf:
        return branch(node);
      case NodeKind::kLoop:
        return loop(node);
      case NodeKind::kReturn:
        return;
      case NodeKind::kBlock:
        return nodes("block", node.body);
      case NodeKind::kBarrier:
        return word("barrier", spelling::kOrderings, node.ordering);
      case NodeKind::kIndirectDispatch:
        return named("indirect_dispatch", node.name), key("offset"), wide(node.number);
      case NodeKind::kAsyncLoad:
        return async_copy("async_load", node);
      case NodeKind::kAsyncStore:
        return async_copy("async_store", node);
      case NodeKind::kAsyncWait:
        return named("async_wait", node.tag);
      case NodeKind::kResume:
        return named("resume", node.tag);
      case NodeKind::kRegion:
        return region(node);
      case NodeKind::kTrap:
        return field("trap", node.exprs[0]), named("tag", node.tag);
      case NodeKind::kAllReduce:
        return named("all_reduce", node.name), collective(node);
      case NodeKind::kAllGather:
        return named("all_gather", node.name), named("to", node.name2), group(node);
      case NodeKind::kReduceScatter:
        return named("reduce_scatter", node.name), named("to", node.name2), collective(node);
      case NodeKind::kBroadcast:
        return named("broadcast", node.name), out_.key("root").integer(node.root), group(node);
      case NodeKind::kOpaque:
        return opaque(node.name, node.body);
    }
  }

  void branch(const Node& node) {
    field("if", node.exprs[0]);
    nodes("then", node.body);
    if (node.otherwise.count != 0) nodes("else", node.otherwise);
  }

  void loop(const Node& node) {
    named("loop", node.name);
    field("from", node.exprs[0]);
    field("to", node.exprs[1]);
    nodes("body", node.body);
  }

  void region(const Node& node) {
    named("region", node.name);
    if (node.name2 != kNone) named("source", node.name2);
    nodes("body", node.body);
  }

  void async_copy(std::string_view text, const Node& node) {
    named(text, node.name);
    named("to", node.name2);
    field("offset", node.exprs[0]);
    field("size", node.exprs[1]);
    named("tag", node.tag);
  }

  void group(const Node& node) { key("group").integer(node.number); }
  void collective(const Node& node) {
    word("op", spelling::kCollectiveOps, node.op);
    group(node);
  }

  void opaque(NameId kind, Range payload) {
    named("opaque", kind);
    key("payload").string(hex_encode(program_.bytes(payload)));
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
      fields(expr);
      out_.end();
    }
  }

  void fields(const Expr& expr) {
    switch (expr.kind) {
      case ExprKind::kLitU32:
      case ExprKind::kLitBool:
        return;
      case ExprKind::kLitI32:
        key("i32").integer(static_cast<int32_t>(expr.value));
        return;
      case ExprKind::kLitF32:
        key("f32").raw(json::f32_text(expr.value));
        return;
      case ExprKind::kVar:
        return named("var", expr.name);
      case ExprKind::kLoad:
        return named("load", expr.name), field("at", expr.operands[0]);
      case ExprKind::kBufLen:
        return named("buf_len", expr.name);
      case ExprKind::kInvocationId:
        return axis("invocation_id", expr.op);
      case ExprKind::kWorkgroupId:
        return axis("workgroup_id", expr.op);
      case ExprKind::kLocalId:
        return axis("local_id", expr.op);
      case ExprKind::kBinOp:
        return binary(expr);
      case ExprKind::kUnOp:
        return unary(expr);
      case ExprKind::kCall:
        return call(expr);
      case ExprKind::kSelect:
        return operands("select", expr, 3);
      case ExprKind::kCast:
        key("cast").string(type_name(program_.types, expr.value));
        return field("value", expr.operands[0]);
      case ExprKind::kAtomic:
        return atomic(expr);
      case ExprKind::kFma:
        return operands("fma", expr, 3);
      case ExprKind::kSubgroupAdd:
        return field("subgroup_add", expr.operands[0]);
      case ExprKind::kSubgroupShuffle:
        return operands("subgroup_shuffle", expr, 2);
      case ExprKind::kSubgroupBallot:
        return field("subgroup_ballot", expr.operands[0]);
      case ExprKind::kSubgroupLocalId:
        return flag("subgroup_local_id", true);
      case ExprKind::kSubgroupSize:
        return flag("subgroup_size", true);
      case ExprKind::kOpaque:
        return opaque(expr);
    }
  }

  void axis(std::string_view text, uint8_t axis) {
    const std::string_view letter = spelling::word(spelling::kAxes, axis);
    if (letter.empty()) {
      key(text).integer(uint32_t{axis});
    } else {
      key(text).string(letter);
    }
  }

  void operands(std::string_view text, const Expr& expr, uint32_t count) {
    key(text).begin_array();
    for (uint32_t i = 0; i < count; ++i) this->expr(expr.operands[i]);
    out_.end();
  }

  void binary(const Expr& expr) {
    if (expr.bin_op() != BinOp::kOpaque) {
      return operands(spelling::word(spelling::kBinOps, expr.op), expr, 2);
    }
    key("binary").integer(expr.value);
    operands("of", expr, 2);
  }

  void unary(const Expr& expr) {
    if (expr.un_op() != UnOp::kOpaque) {
      return field(spelling::word(spelling::kUnOps, expr.op), expr.operands[0]);
    }
    key("unary").integer(expr.value);
    field("of", expr.operands[0]);
  }

  void call(const Expr& expr) {
    named("call", expr.name);
    key("args").begin_array();
    for (const ExprId argument : program_.arguments(expr)) this->expr(argument);
    out_.end();
  }

  void atomic(const Expr& expr) {
    if (expr.atomic_op() == AtomicOp::kOpaque) {
      key("atomic").integer(expr.value);
    } else {
      word("atomic", spelling::kAtomicOps, expr.op);
    }
    named("buffer", expr.name);
    field("at", expr.operands[0]);
    if (expr.operands[1] != kNone) field("expected", expr.operands[1]);
    field("value", expr.operands[2]);
    if (expr.ordering != Ordering::kSeqCst) {
      word("ordering", spelling::kOrderings, expr.ordering);
    }
  }

  void constant_default(ConstantKind kind, uint32_t bits) {
    key("default");
    switch (kind) {
      case ConstantKind::kU32:
        out_.integer(bits);
        return;
      case ConstantKind::kI32:
        out_.integer(static_cast<int32_t>(bits));
        return;
      case ConstantKind::kF32:
        out_.raw(json::f32_text(bits));
        return;
      case ConstantKind::kBool:
        out_.boolean(bits != 0);
        return;
      case ConstantKind::kElementType:
        out_.string(tag_name(static_cast<DataType>(bits)));
        return;
    }
  }

  void constant_value(const ConstantValue& value) {
    name(key("spec"), value.name);
    key("type").string(constant_kind_name(value.kind));
    if (value.initial) constant_default(value.kind, *value.initial);
  }

  // The 64-bit literals and specialization values have a form of their own.
  void opaque(const Expr& expr) {
    const std::string_view kind = program_.names[expr.name];
    const std::span<const uint8_t> payload = program_.bytes(expr.args);
    if (kind == kConstantKind) {
      const Result<ConstantValue> value = read_constant_value(payload);
      return value.ok() ? constant_value(value.value()) : opaque(expr.name, expr.args);
    }
    if (!is_literal_kind(kind) || payload.size() != kLiteralBytes) {
      return opaque(expr.name, expr.args);
    }
    uint64_t bits = 0;
    for (size_t i = 0; i < payload.size(); ++i) bits |= uint64_t{payload[i]} << (8 * i);
    key(kind.substr(kind.rfind('.') + 1));
    if (kind.ends_with("u64")) return wide(bits);
    if (kind.ends_with("i64")) return wide(static_cast<int64_t>(bits));
    out_.raw(json::f64_text(bits));
  }

  const Program& program_;
  JsonWriter out_;
};

}  // namespace

std::string write_json(const Program& program) { return Writer(program).run(); }

}  // namespace vyre::ir

#include "ir/json/read.h"

#include "ir/json/form.h"
#include "ir/json/read_body.h"

namespace vyre::ir {
namespace json {
namespace {

constexpr std::string_view kProgramKeys[] = {
    "semantics", "entry_op_id", "workgroup_size", "non_composable_with_self",
    "buffers",   "body",        "entry"};
constexpr std::string_view kBufferKeys[] = {
    "name",           "binding",          "type",
    "count",          "access",           "kind",
    "output",         "live_out",         "output_byte_range",
    "hints",          "bytes_extraction", "linear_type",
    "shape_predicate"};
constexpr std::string_view kHintKeys[] = {"coalesce_axis", "alignment", "locality"};

class Reader {
 public:
  Reader(std::pmr::memory_resource* memory, const LoadBounds& bounds, Semantics semantics)
      : out_(memory), in_(out_, bounds), semantics_(semantics) {}

  Result<std::shared_ptr<const Program>> run(JsonValue root) {
    if (!program(root)) return in_.take_status();
    if (semantics_ != Semantics::kAny) out_.program().semantics = semantics_;
    auto finished = out_.finish();  // the root Region may have been one level too many
    if (finished.ok()) return finished;
    return fail(Code::kMalformedJson, "program JSON, ", finished.error().text());
  }

 private:
  bool program(JsonValue root) {
    if (!in_.known_keys(root, kProgramKeys)) return false;
    Program& program = out_.program();
    const auto op_id = [&](JsonValue value) {
      return in_.name(value, program.entry_op_id.emplace());
    };
    return in_.optional(root, "semantics", [&](JsonValue value) { return semantics(value); }) &&
           in_.optional(root, "entry_op_id", op_id) &&
           in_.optional(root, "workgroup_size",
                        [&](JsonValue value) { return workgroup_size(value); }) &&
           in_.optional(root, "non_composable_with_self", &Input::boolean,
                        program.non_composable_with_self) &&
           in_.optional(root, "buffers", [&](JsonValue value) { return buffers(value); }) &&
           entry(root);
  }

  bool semantics(JsonValue value) {
    return in_.word(value, spelling::kSemantics, out_.program().semantics);
  }

  bool workgroup_size(JsonValue value) {
    auto& size = out_.program().workgroup_size;
    return in_.each_of(
        value, 3, [&](JsonValue number, uint32_t axis) { return in_.whole(number, size[axis]); });
  }

  // "body" goes into a root Region where builders would do that; "entry" is taken as it stands.
  bool entry(JsonValue root) {
    const JsonValue body = root.find("body");
    const JsonValue exact = root.find("entry");
    if (!body == !exact) {
      return in_.bad(body ? "there are both 'body' and 'entry'" : "'body' is missing",
                     "write one list of statements, \"body\"");
    }
    std::vector<NodeId> ids;
    if (body && !in_.count_statement()) return false;  // the Region
    const auto read = [&] { return read_statements(in_, out_, body ? body : exact, ids); };
    if (!in_.inside({body ? "body" : "entry"}, read)) return false;
    if (body) {
      out_.entry(ids);
    } else {
      out_.program().entry = out_.list(ids);
    }
    return true;
  }

  bool buffers(JsonValue array) {
    return in_.each(array, [&](JsonValue value) {
      Buffer buffer;
      if (!this->buffer(value, buffer)) return false;
      out_.add(buffer);
      return true;
    });
  }

  bool buffer(JsonValue value, Buffer& buffer) {
    return in_.known_keys(value, kBufferKeys) &&
           in_.member(value, "name", &Input::name, buffer.name) &&
           in_.member(value, "type", [&](JsonValue type) { return element(type, buffer); }) &&
           in_.optional(value, "count", &Input::whole, buffer.count) && usage(value, buffer) &&
           placement(value, buffer) && properties(value, buffer);
  }

  bool element(JsonValue value, Buffer& buffer) {
    if (!in_.type(value, buffer.element)) return false;
    const uint64_t bytes = size_bytes(out_.program().types, buffer.element).value_or(0);
    const uint64_t most = in_.bounds().max_element_bytes;
    if (bytes <= most) return true;
    return in_.bad(concat("an element of ", bytes, " bytes, at most ", most, " are allowed"),
                   "allow more (vyre_program_desc.max_element_bytes), or leave the program");
  }

  bool usage(JsonValue value, Buffer& buffer) {
    if (!in_.optional(value, "output", &Input::boolean, buffer.is_output)) return false;
    buffer.pipeline_live_out = buffer.is_output;
    if (!in_.optional(value, "live_out", &Input::boolean, buffer.pipeline_live_out)) return false;
    const bool returns = buffer.is_output || buffer.pipeline_live_out;
    buffer.access = returns ? Access::kReadWrite : Access::kReadOnly;
    const auto range = [&](JsonValue v) { return output_byte_range(v, buffer); };
    return in_.optional(value, "access", spelling::kAccesses, buffer.access) &&
           in_.optional(value, "output_byte_range", range);
  }

  bool placement(JsonValue value, Buffer& buffer) {
    buffer.kind = default_kind(buffer.access);
    if (!in_.optional(value, "kind", spelling::kMemoryKinds, buffer.kind)) return false;
    if (buffer.access != Access::kWorkgroup) buffer.binding = next_binding_++;
    return in_.optional(value, "binding", &Input::whole, buffer.binding);
  }

  bool output_byte_range(JsonValue value, Buffer& buffer) {
    ByteRange& range = buffer.output_byte_range.emplace();
    return in_.each_of(value, 2, [&](JsonValue number, uint32_t i) {
      return in_.wide(number, i == 0 ? range.start : range.end);
    });
  }

  bool properties(JsonValue value, Buffer& buffer) {
    const auto shape = [&](JsonValue v) { return predicate(v, 1, buffer.shape_predicate); };
    return in_.optional(value, "hints", [&](JsonValue v) { return hints(v, buffer.hints); }) &&
           in_.optional(value, "bytes_extraction", &Input::boolean, buffer.bytes_extraction) &&
           in_.optional(value, "linear_type", spelling::kLinearTypes, buffer.linear_type) &&
           in_.optional(value, "shape_predicate", shape);
  }

  bool hints(JsonValue value, Hints& hints) {
    const auto axis = [&](JsonValue v) { return in_.whole(v, hints.coalesce_axis.emplace()); };
    return in_.known_keys(value, kHintKeys) && in_.optional(value, "coalesce_axis", axis) &&
           in_.optional(value, "alignment", &Input::whole, hints.preferred_alignment) &&
           in_.optional(value, "locality", spelling::kLocalities, hints.locality);
  }

  bool predicate(JsonValue value, uint32_t depth, uint32_t& id) {
    if (!in_.expect(value, JsonValue::Kind::kObject)) return false;
    const JsonValue main = value.size() == 1 ? *value.begin() : JsonValue();
    const PredicateForm* form = main ? find_predicate(main.key()) : nullptr;
    if (form == nullptr || depth > Program::kMaxDepth) {
      return in_.bad("no shape predicate",
                     "write one of at_least, at_most, exactly, multiple_of, mod_equals, affine, "
                     "and, or, not, nested at most 480 deep");
    }
    ShapePredicate predicate{.kind = form->kind};
    const auto read = [&] {
      return form->parts > 0 ? parts(main, form->parts, depth, predicate)
                             : numbers(main, form->numbers, predicate);
    };
    if (!in_.inside({form->name}, read)) return false;
    id = out_.add(predicate);
    return true;
  }

  bool parts(JsonValue value, uint32_t count, uint32_t depth, ShapePredicate& predicate) {
    if (count == 1) return this->predicate(value, depth + 1, predicate.left);
    return in_.each_of(value, count, [&](JsonValue part, uint32_t i) {
      return this->predicate(part, depth + 1, i == 0 ? predicate.left : predicate.right);
    });
  }

  bool numbers(JsonValue value, uint32_t count, ShapePredicate& predicate) {
    if (count == 1) return in_.wide(value, predicate.a);
    int64_t* const places[] = {&predicate.a, &predicate.b, &predicate.c, &predicate.d};
    return in_.each_of(value, count,
                       [&](JsonValue number, uint32_t i) { return in_.wide(number, *places[i]); });
  }

  Assembler out_;
  Input in_;
  const Semantics semantics_;
  uint32_t next_binding_ = 0;
};

}  // namespace
}  // namespace json

Result<std::shared_ptr<const Program>> read_json(std::string_view text,
                                                 std::pmr::memory_resource* memory,
                                                 const LoadBounds& bounds, Semantics semantics) {
  VYRE_ASSIGN_OR_RETURN(const JsonDocument document, JsonDocument::parse(text));
  return read_json(document.root(), memory, bounds, semantics);
}

Result<std::shared_ptr<const Program>> read_json(JsonValue value, std::pmr::memory_resource* memory,
                                                 const LoadBounds& bounds, Semantics semantics) {
  return json::Reader(memory, bounds, semantics).run(value);
}

}  // namespace vyre::ir

#include "capi/op.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/target.h"
#include "ir/program/display_name.h"
#include "registry/ops/interner.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::registry::Interner;
using vyre::registry::LoweringAnswer;
using vyre::registry::OpDef;
using vyre::registry::Target;
using namespace vyre::capi;

namespace {

using Bytes = std::span<const std::byte>;
using Kind = LoweringAnswer::Kind;

constexpr int32_t number_of(vyre::registry::Category category) {
  return static_cast<int32_t>(category) + 1;
}
static_assert(std::is_same_v<vyre_op_id, vyre::registry::OpId>);
static_assert(number_of(vyre::registry::Category::kComposite) == VYRE_CATEGORY_COMPOSITE);
static_assert(number_of(vyre::registry::Category::kExtension) == VYRE_CATEGORY_EXTENSION);
static_assert(number_of(vyre::registry::Category::kIntrinsic) == VYRE_CATEGORY_INTRINSIC);

static_assert(static_cast<int32_t>(Kind::kNone) == VYRE_LOWERING_NONE);
static_assert(static_cast<int32_t>(Kind::kSentinel) == VYRE_LOWERING_SENTINEL);
static_assert(static_cast<int32_t>(Kind::kReference) == VYRE_LOWERING_REFERENCE);
static_assert(static_cast<int32_t>(Kind::kComposition) == VYRE_LOWERING_COMPOSITION);
static_assert(static_cast<int32_t>(Kind::kBuilder) == VYRE_LOWERING_BUILDER);
static_assert(static_cast<int32_t>(Kind::kData) == VYRE_LOWERING_DATA);

uint64_t flags_of(const OpDef& op) {
  uint64_t flags = op.signature.bytes_extraction ? VYRE_OP_BYTES_EXTRACTION : 0;
  if (op.reference != nullptr) flags |= VYRE_OP_REFERENCE;
  if (op.composition != nullptr) flags |= VYRE_OP_COMPOSITION;
  if (op.is_extern) flags |= VYRE_OP_EXTERN;
  return flags;
}

vyre_op_info describe(const OpDef& op) {
  vyre_op_info info = VYRE_OP_INFO_INIT;
  info.flags = flags_of(op);
  info.id = to_c(op.id);
  info.dialect = to_c(op.dialect);
  info.source = to_c(op.source);
  info.input_count = op.signature.inputs.size();
  info.output_count = op.signature.outputs.size();
  info.attribute_count = op.signature.attributes.size();
  info.law_count = op.laws.size();
  info.lowering_count = op.lowerings.size();
  info.number = Interner::process().find(op.id);
  info.category = number_of(op.category);
  return info;
}

vyre_parameter parameter_at(const std::vector<vyre::registry::Operand>& all, size_t index) {
  if (index >= all.size()) return {};
  return {to_c(all[index].name), to_c(all[index].type), {0, 0}};
}

Result<Bytes> lowering_bytes(const OpDef& op, const Target& target) {
  const LoweringAnswer answer = lowering_of(op, target.kind, target.extension);
  if (answer.lowering != nullptr) {
    VYRE_ASSIGN_OR_RETURN(const auto* bytes, answer.lowering->bytes(op.id, target));
    return Bytes(*bytes);
  }
  return vyre::fail(Code::kNotFound, "op ", vyre::ir::display_name(op.id),
                    " has no bytes for the target ",
                    vyre::ir::display_name(vyre::registry::target_text(target)),
                    ". Fix: register a lowering for it, or ask vyre_op_lowering first");
}

Result<std::vector<std::byte>> run_reference(const OpDef& op, Bytes arguments) {
  if (op.reference == nullptr) {
    return vyre::fail(Code::kUnsupportedFeature, "op ", vyre::ir::display_name(op.id),
                      " has no reference function; it was given ", arguments.size(),
                      " bytes of arguments. Fix: register one, or run it on a backend that "
                      "provides the op");
  }
  std::vector<std::byte> result;
  VYRE_RETURN_IF_ERROR(op.reference->run(arguments, result));
  return result;
}

}  // namespace

vyre_error* vyre_op_get_info(const vyre_op* op, vyre_op_info* out_info) {
  return guard(op, "op", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_info, "out_info"));
    return write_struct(out_info, describe(*op_of(op)), "vyre_op_info");
  });
}

vyre_parameter vyre_op_input(const vyre_op* op, size_t index) {
  return op == nullptr ? vyre_parameter{} : parameter_at(op_of(op)->signature.inputs, index);
}

vyre_parameter vyre_op_output(const vyre_op* op, size_t index) {
  return op == nullptr ? vyre_parameter{} : parameter_at(op_of(op)->signature.outputs, index);
}

vyre_attribute vyre_op_attribute(const vyre_op* op, size_t index) {
  if (op == nullptr || index >= op_of(op)->signature.attributes.size()) return {};
  const vyre::registry::Attribute& found = op_of(op)->signature.attributes[index];
  return {to_c(found.name), to_c(found.type), to_c(found.default_value), {0, 0}};
}

vyre_string vyre_op_law(const vyre_op* op, size_t index) {
  if (op == nullptr || index >= op_of(op)->laws.size()) return {nullptr, 0};
  return to_c(op_of(op)->laws[index]);
}

vyre_target vyre_op_target(const vyre_op* op, size_t index) {
  if (op == nullptr || index >= op_of(op)->lowerings.size()) return {};
  const auto found = std::next(op_of(op)->lowerings.begin(), static_cast<std::ptrdiff_t>(index));
  return to_c(found->first);
}

int32_t vyre_op_lowering(const vyre_op* op, vyre_target target) {
  const auto kind = kind_of(target);
  if (op == nullptr || !kind) return VYRE_LOWERING_NONE;
  const LoweringAnswer answer = lowering_of(*op_of(op), *kind, view(target.extension));
  return static_cast<int32_t>(answer.kind);
}

vyre_error* vyre_op_get_lowering(const vyre_op* op, vyre_target target, void* bytes,
                                 size_t capacity, size_t* out_size) {
  return write_sized(static_cast<std::byte*>(bytes), capacity, out_size, [&]() -> Result<Bytes> {
    VYRE_RETURN_IF_ERROR(require(op, "op"));
    VYRE_ASSIGN_OR_RETURN(const Target known, target_of(target));
    return lowering_bytes(*op_of(op), known);
  });
}

vyre_error* vyre_op_run_reference(const vyre_op* op, const void* arguments, size_t size,
                                  void* result, size_t capacity, size_t* out_size) {
  return write_sized(
      static_cast<std::byte*>(result), capacity, out_size, [&]() -> Result<std::vector<std::byte>> {
        VYRE_RETURN_IF_ERROR(require(op, "op"));
        VYRE_ASSIGN_OR_RETURN(const Bytes given, bytes_of(arguments, size, "arguments"));
        return run_reference(*op_of(op), given);
      });
}

vyre_error* vyre_op_get_composition(const vyre_op* op, vyre_context* context,
                                    vyre_program** out_program) {
  return guard(out_program, op, "op", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(context, "context"));
    const auto& composition = op_of(op)->composition;
    if (composition == nullptr) {
      return vyre::fail(Code::kNotFound, "op ", vyre::ir::display_name(op_of(op)->id),
                        " has no composition. Fix: ask vyre_op_get_info for VYRE_OP_COMPOSITION");
    }
    auto program = std::make_shared<const vyre::runtime::Program>(context->rep, composition);
    *out_program = new vyre_program{std::move(program)};
    return {};
  });
}

vyre_error* vyre_op_id_intern(vyre_string id, vyre_op_id* out_number) {
  return guard(out_number, [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(id, "id"));
    VYRE_ASSIGN_OR_RETURN(*out_number, Interner::process().intern(view(id)));
    return {};
  });
}

vyre_op_id vyre_op_id_find(vyre_string id) { return Interner::process().find(view(id)); }

vyre_string vyre_op_id_name(vyre_op_id number) { return to_c(Interner::process().name(number)); }

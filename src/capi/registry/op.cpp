#include "capi/boundary/blob.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/core/registry_info.h"
#include "capi/core/shared_context.h"
#include "capi/registry/target.h"
#include "ir/program/display_name.h"
#include "registry/ops/interner.h"
#include "runtime/pipeline/program_needs.h"

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

static_assert(std::is_same_v<vyre_op_id, vyre::registry::OpId>);
static_assert(static_cast<int>(Kind::kNone) == VYRE_LOWERING_NONE);
static_assert(static_cast<int>(Kind::kSentinel) == VYRE_LOWERING_SENTINEL);
static_assert(static_cast<int>(Kind::kReference) == VYRE_LOWERING_REFERENCE);
static_assert(static_cast<int>(Kind::kComposition) == VYRE_LOWERING_COMPOSITION);
static_assert(static_cast<int>(Kind::kBuilder) == VYRE_LOWERING_BUILDER);
static_assert(static_cast<int>(Kind::kData) == VYRE_LOWERING_DATA);

constexpr vyre_op_info empty_info() {
  vyre_op_info info = {};
  info.struct_size = sizeof info;
  info.id = info.dialect = info.source = {"", 0};
  return info;
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
                    ". Fix: register a lowering for it, or ask vyre_op_find_lowering first");
}

Result<std::vector<std::byte>> run_reference(const OpDef& op, Bytes arguments) {
  if (op.reference == nullptr) {
    return vyre::fail(Code::kUnsupportedFeature, "op ", vyre::ir::display_name(op.id),
                      " has no reference function; it was given ", arguments.size(),
                      " bytes of arguments. Fix: register one, or run it on a device that "
                      "provides the op");
  }
  std::vector<std::byte> result;
  VYRE_RETURN_IF_ERROR(op.reference->run(arguments, result));
  return result;
}

}  // namespace

const vyre_op_info* vyre_op_get_info(const vyre_op* op) {
  static constexpr vyre_op_info kNone = empty_info();
  return op == nullptr ? &kNone : &info_of(*op_of(op));
}

vyre_lowering vyre_op_find_lowering(const vyre_op* op, vyre_target target) {
  const auto kind = kind_of(target);
  if (op == nullptr || !kind) return VYRE_LOWERING_NONE;
  const LoweringAnswer answer = lowering_of(*op_of(op), *kind, view(target.extension));
  return static_cast<vyre_lowering>(answer.kind);
}

vyre_error* vyre_op_get_lowering(const vyre_op* op, vyre_target target, vyre_blob** out_bytes) {
  return guard(VYRE_OUT(out_bytes), VYRE_ARG(op), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const Target known, target_of(target));
    VYRE_ASSIGN_OR_RETURN(const Bytes bytes, lowering_bytes(*op_of(op), known));
    return hand_out_blob(out_bytes, bytes);
  });
}

vyre_error* vyre_op_run_reference(const vyre_op* op, const void* arguments, size_t size,
                                  vyre_blob** out_result) {
  return guard(VYRE_OUT(out_result), VYRE_ARG(op), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const Bytes given, bytes_of(arguments, size, "arguments"));
    VYRE_ASSIGN_OR_RETURN(const auto result, run_reference(*op_of(op), given));
    return hand_out_blob(out_result, result);
  });
}

vyre_error* vyre_device_check_op(const vyre_device* device, const vyre_op* op) {
  return guard(VYRE_ARG(device), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(op, "op"));
    return vyre::runtime::check_op(*device->rep, *op_of(op));
  });
}

vyre_error* vyre_op_get_composition(const vyre_op* op, vyre_context* context,
                                    vyre_program** out_program) {
  return guard(VYRE_OUT(out_program), VYRE_ARG(op), [&]() -> Status {
    const auto& composition = op_of(op)->composition;
    if (composition == nullptr) {
      return vyre::fail(Code::kNotFound, "op ", vyre::ir::display_name(op_of(op)->id),
                        " has no composition. Fix: look for VYRE_OP_COMPOSITION in "
                        "vyre_op_get_info");
    }
    VYRE_ASSIGN_OR_RETURN(auto known, context_or_shared(context));
    auto program = std::make_shared<const vyre::runtime::Program>(std::move(known), composition);
    *out_program = new vyre_program{std::move(program)};
    return {};
  });
}

vyre_error* vyre_op_id_intern(vyre_string id, vyre_op_id* out_number) {
  return guard(VYRE_OUT(out_number), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(id, "id"));
    VYRE_ASSIGN_OR_RETURN(*out_number, Interner::process().intern(view(id)));
    return {};
  });
}

vyre_op_id vyre_op_id_find(vyre_string id) { return Interner::process().find(view(id)); }

vyre_string vyre_op_id_name(vyre_op_id number) {
  const std::string_view name = Interner::process().name(number);
  return name.empty() ? vyre_string{"", 0} : to_c(name);
}

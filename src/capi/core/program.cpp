#include <algorithm>
#include <cstring>

#include "capi/boundary/blob.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/core/program_desc.h"
#include "capi/core/shared_context.h"
#include "ir/analysis/generations.h"
#include "ir/json/write.h"
#include "ir/program/constant_value.h"
#include "ir/program/limits.h"
#include "ir/wire/decode.h"
#include "ir/wire/encode.h"
#include "spirv/external/spirv_tools.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::ir::WireForm;
using vyre::runtime::Format;
using vyre::runtime::Program;
using namespace vyre::capi;

namespace {

// Such as only a front end that knows them reads.
bool has_extensions(const vyre::ir::Program& program) {
  using vyre::ir::ExprKind, vyre::ir::NodeKind;
  const auto is_known = [&](const vyre::ir::Expr& expr) {
    return expr.kind != ExprKind::kOpaque || vyre::ir::is_constant_value(program, expr) ||
           vyre::ir::is_literal_kind(program.names[expr.name]);
  };
  return !std::ranges::all_of(program.exprs, is_known) ||
         std::ranges::any_of(program.nodes,
                             [](const auto& node) { return node.kind == NodeKind::kOpaque; });
}

// The wire form has limits that only its reader knows. What was read from it keeps to them.
Status check_readable(const Program& program, WireForm form, std::span<const uint8_t> wire) {
  if (program.form() == form || has_extensions(program.ir())) return {};
  const auto read = vyre::ir::decode_wire(wire, program.context().memory(), {}, {.form = form});
  if (read.ok()) return {};
  const std::string& said = read.error().text();
  return vyre::fail(Code::kInvalidProgram, "the wire form cannot carry the program: ",
                    said.substr(0, said.find(". Fix: ")),
                    ". Fix: save it as JSON, or change what the rule names; an output needs an "
                    "element count");
}

Status save_wire(const Program& program, WireForm wanted, vyre_blob** out_blob) {
  const WireForm form = wanted == WireForm::kAny ? vyre::ir::default_form(program.ir()) : wanted;
  VYRE_RETURN_IF_ERROR(vyre::ir::check_meaning(program.ir(), form));
  vyre::ir::wire::Writer wire;
  VYRE_RETURN_IF_ERROR(vyre::ir::encode_wire(program.ir(), form, wire));
  const std::span<const uint8_t> bytes = wire.bytes();
  VYRE_RETURN_IF_ERROR(check_readable(program, form, bytes));
  return hand_out_blob(out_blob, std::as_bytes(bytes));
}

Status save(const Program& program, const SaveOptions& options, vyre_blob** out_blob) {
  switch (options.format) {
    case Format::kJson:
      return hand_out_blob(out_blob, std::string_view(vyre::ir::write_json(program.ir())));
    case Format::kSpirv:
      return hand_out_blob(out_blob, std::as_bytes(program.external()->module.words().words()));
    default:
      return save_wire(program, options.form, out_blob);
  }
}

constexpr uint64_t kKnownFlags = VYRE_VALIDATE_SUBGROUP | VYRE_VALIDATE_COLLECTIVES |
                                 VYRE_VALIDATE_ALLOW_SHADOWING | VYRE_VALIDATE_UNCHECKED_CALLS;

Status check(const vyre_validate_desc& desc) {
  VYRE_RETURN_IF_ERROR(check_bits(desc.flags, kKnownFlags, "vyre_validate_desc.flags"));
  if ((desc.flags & VYRE_VALIDATE_UNCHECKED_CALLS) == 0 || desc.registry == nullptr) return {};
  return vyre::fail(Code::kInvalidArgument,
                    "vyre_validate_desc has a registry and VYRE_VALIDATE_UNCHECKED_CALLS. Fix: "
                    "leave one of them out");
}

// The ops that calls are checked with; null: none.
std::shared_ptr<const vyre::registry::Snapshot> ops_of(const vyre_validate_desc& desc,
                                                       vyre::runtime::Context& context) {
  if ((desc.flags & VYRE_VALIDATE_UNCHECKED_CALLS) != 0) return nullptr;
  return desc.registry != nullptr ? desc.registry->rep : context.registry().current();
}

Status validate(const Program& program, const vyre_validate_desc& desc) {
  const auto ops = ops_of(desc, program.context());
  vyre::ir::ValidationOptions options;
  options.subgroup_operations = (desc.flags & VYRE_VALIDATE_SUBGROUP) != 0;
  options.distributed_collectives = (desc.flags & VYRE_VALIDATE_COLLECTIVES) != 0;
  options.allow_shadowing = (desc.flags & VYRE_VALIDATE_ALLOW_SHADOWING) != 0;
  options.ops = ops.get();
  return program.validate(options);
}

Result<vyre::Digest> fingerprint(const Program& program, vyre_wire_form given) {
  VYRE_ASSIGN_OR_RETURN(const WireForm form, written_form(given, "form"));
  if (program.external() == nullptr || form == WireForm::kAny) return program.fingerprint(form);
  return vyre::fail(Code::kUnsupportedFeature, "form is ", static_cast<uint32_t>(given),
                    ", and a SPIR-V module has no wire forms. Fix: pass VYRE_WIRE_ANY");
}

}  // namespace

vyre_error* vyre_program_load(vyre_context* context, const void* bytes, size_t size,
                              const vyre_program_desc* desc, vyre_program** out_program) {
  return guard(VYRE_OUT(out_program), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto memory, bytes_of(bytes, size, "bytes"));
    VYRE_ASSIGN_OR_RETURN(const auto options, load_options_of(desc));
    VYRE_ASSIGN_OR_RETURN(auto owner, context_or_shared(context));
    return hand_out(out_program, Program::load(std::move(owner), memory, options));
  });
}

vyre_error* vyre_program_save(const vyre_program* program, const vyre_save_desc* desc,
                              vyre_blob** out_blob) {
  return guard(VYRE_OUT(out_blob), VYRE_ARG(program), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto options, save_options_of(desc, *program->rep));
    return with_label(save(*program->rep, options, out_blob), program->rep->label());
  });
}

vyre_error* vyre_program_get_fingerprint(const vyre_program* program, vyre_wire_form form,
                                         uint8_t out_fingerprint[32]) {
  if (out_fingerprint != nullptr) std::fill_n(out_fingerprint, 32, uint8_t{0});
  return guard([&]() -> Status {
    if (out_fingerprint == nullptr) return null_place("out_fingerprint");
    VYRE_RETURN_IF_ERROR(require(program, "program"));
    auto made = fingerprint(*program->rep, form);
    if (!made.ok()) return with_label(std::move(made).status(), program->rep->label());
    std::ranges::copy(made.value(), out_fingerprint);
    return {};
  });
}

vyre_error* vyre_program_validate(const vyre_program* program, const vyre_validate_desc* given) {
  return guard(VYRE_ARG(program), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const vyre_validate_desc desc,
                          VYRE_READ_DESC(given, vyre_validate_desc, VYRE_VALIDATE_DESC_INIT));
    VYRE_RETURN_IF_ERROR(check(desc));
    return with_label(validate(*program->rep, desc), program->rep->label());
  });
}

void vyre_program_destroy(vyre_program* program) { delete program; }

vyre_build_flags vyre_get_build_flags(void) {
  return vyre::spirv::has_tools() ? VYRE_BUILD_SPIRV_TOOLS : vyre_build_flags{0};
}

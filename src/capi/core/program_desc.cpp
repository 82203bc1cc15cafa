#include "capi/core/program_desc.h"

#include "capi/boundary/convert.h"

namespace vyre::capi {
namespace {

using runtime::ExternalBinding;
using runtime::Format;
using runtime::LoadOptions;
using runtime::Program;

static_assert(static_cast<int>(Format::kBuilt) == VYRE_FORMAT_ANY);
static_assert(static_cast<int>(Format::kWire) == VYRE_FORMAT_WIRE);
static_assert(static_cast<int>(Format::kJson) == VYRE_FORMAT_JSON);
static_assert(static_cast<int>(Format::kSpirv) == VYRE_FORMAT_SPIRV);
static_assert(static_cast<int>(ir::WireForm::kAny) == VYRE_WIRE_ANY);
static_assert(static_cast<int>(ir::WireForm::k1) == VYRE_WIRE_FORM_1);
static_assert(static_cast<int>(ir::WireForm::k4) == VYRE_WIRE_FORM_4);
static_assert(static_cast<int>(ir::WireForm::k4Op) == VYRE_WIRE_FORM_4_OP);
static_assert(static_cast<int>(ir::WireForm::k5) == VYRE_WIRE_FORM_5);
static_assert(static_cast<int>(ir::WireForm::k6) == VYRE_WIRE_FORM_6);

constexpr size_t kMaxParameters = 1024;

Result<ExternalBinding> binding_of(const vyre_spirv_parameter& given) {
  VYRE_RETURN_IF_ERROR(check_string(given.name, "name"));
  VYRE_RETURN_IF_ERROR(check_string(given.element, "element"));
  VYRE_RETURN_IF_ERROR(check_reserved(given.reserved, "vyre_spirv_parameter"));
  if (given.element_count > UINT32_MAX || given.access > VYRE_ACCESS_WRITE_ONLY) {
    return fail(Code::kInvalidArgument, "set ", given.set, ", binding ", given.binding,
                " has the element_count ", given.element_count, " and the access ",
                static_cast<uint32_t>(given.access),
                ". Fix: a count fits into 32 bits, an access is VYRE_ACCESS_...");
  }
  ExternalBinding binding;
  binding.set = given.set;
  binding.binding = given.binding;
  binding.slot = given.slot;
  binding.name = view(given.name);
  binding.element = view(given.element);
  binding.count = static_cast<uint32_t>(given.element_count);
  binding.access = static_cast<ir::Access>(given.access);
  return binding;
}

Result<std::optional<std::vector<ExternalBinding>>> bindings_of(const vyre_program_desc& desc) {
  if (desc.parameters == nullptr && desc.parameter_count == 0) return {std::nullopt};
  if (desc.parameters == nullptr || desc.parameter_count > kMaxParameters) {
    return fail(Code::kInvalidArgument, "vyre_program_desc.parameter_count is ",
                desc.parameter_count, desc.parameters == nullptr ? " and |parameters| is NULL" : "",
                ". Fix: describe as many as there are, ", kMaxParameters, " at most");
  }
  std::vector<ExternalBinding> all;
  for (size_t i = 0; i < desc.parameter_count; ++i) {
    auto one = binding_of(desc.parameters[i]);
    if (!one.ok()) return of_entry(std::move(one).status(), "vyre_program_desc.parameters", i);
    all.push_back(one.take());
  }
  return {std::move(all)};
}

Status check_format(vyre_format format, std::string_view name) {
  if (format <= VYRE_FORMAT_SPIRV) return {};
  return fail(Code::kInvalidArgument, name, " is ", static_cast<uint32_t>(format),
              ". Fix: use a VYRE_FORMAT_ number");
}

// A form is one of wire bytes.
Result<vyre_format> format_with_form(vyre_format format, vyre_wire_form form,
                                     std::string_view name) {
  if (form == VYRE_WIRE_ANY || format == VYRE_FORMAT_WIRE) return format;
  if (format == VYRE_FORMAT_ANY) return VYRE_FORMAT_WIRE;
  return fail(Code::kInvalidArgument, name, ".form is ", static_cast<uint32_t>(form),
              " and its format is ", static_cast<uint32_t>(format),
              ", which has no forms. Fix: leave the form VYRE_WIRE_ANY");
}

Result<ir::Semantics> semantics_of(vyre_semantics semantics) {
  if (semantics <= VYRE_SEMANTICS_V0_7) return static_cast<ir::Semantics>(semantics);
  return fail(Code::kInvalidArgument, "vyre_program_desc.semantics is ",
              static_cast<uint32_t>(semantics), ". Fix: use a VYRE_SEMANTICS_ number");
}

Result<ir::WireForm> form_of(vyre_wire_form form, std::string_view name) {
  if (form <= VYRE_WIRE_FORM_6) return static_cast<ir::WireForm>(form);
  return fail(Code::kInvalidArgument, name, " is ", static_cast<uint32_t>(form),
              ". Fix: use a VYRE_WIRE_ number");
}

}  // namespace

Result<ir::WireForm> written_form(vyre_wire_form form, std::string_view name) {
  VYRE_ASSIGN_OR_RETURN(const ir::WireForm wanted, form_of(form, name));
  if (wanted != ir::WireForm::k1 && wanted != ir::WireForm::k5) return wanted;
  return fail(Code::kUnsupportedFeature, name, " is form ", ir::form_name(wanted),
              ", which is read and not written. Fix: use VYRE_WIRE_FORM_4 or VYRE_WIRE_FORM_6");
}

Result<LoadOptions> load_options_of(const vyre_program_desc* given) {
  VYRE_ASSIGN_OR_RETURN(const vyre_program_desc desc,
                        VYRE_READ_DESC(given, vyre_program_desc, VYRE_PROGRAM_DESC_INIT));
  VYRE_RETURN_IF_ERROR(check_string(desc.label, "label"));
  VYRE_RETURN_IF_ERROR(check_string(desc.entry, "entry"));
  VYRE_RETURN_IF_ERROR(check_reserved(desc.reserved, "vyre_program_desc"));
  VYRE_RETURN_IF_ERROR(check_format(desc.format, "vyre_program_desc.format"));
  LoadOptions options;
  VYRE_ASSIGN_OR_RETURN(options.reading.form, form_of(desc.form, "vyre_program_desc.form"));
  VYRE_ASSIGN_OR_RETURN(options.reading.semantics, semantics_of(desc.semantics));
  VYRE_ASSIGN_OR_RETURN(const vyre_format format,
                        format_with_form(desc.format, desc.form, "vyre_program_desc"));
  options.label = view(desc.label);
  if (desc.max_statements != 0) options.bounds.max_statements = desc.max_statements;
  if (desc.max_element_bytes != 0) options.bounds.max_element_bytes = desc.max_element_bytes;
  options.entry_point = view(desc.entry);
  if (format != VYRE_FORMAT_ANY) options.format = static_cast<Format>(format);
  VYRE_ASSIGN_OR_RETURN(options.bindings, bindings_of(desc));
  return options;
}

Result<SaveOptions> save_options_of(const vyre_save_desc* given, const Program& program) {
  VYRE_ASSIGN_OR_RETURN(const vyre_save_desc desc,
                        VYRE_READ_DESC(given, vyre_save_desc, VYRE_SAVE_DESC_INIT));
  VYRE_RETURN_IF_ERROR(check_format(desc.format, "vyre_save_desc.format"));
  SaveOptions options;
  VYRE_ASSIGN_OR_RETURN(options.form, written_form(desc.form, "vyre_save_desc.form"));
  VYRE_ASSIGN_OR_RETURN(const vyre_format wanted,
                        format_with_form(desc.format, desc.form, "vyre_save_desc"));
  options.format = wanted == VYRE_FORMAT_ANY ? program.format() : static_cast<Format>(wanted);
  if (options.format == Format::kBuilt) options.format = Format::kWire;
  const bool is_module = program.external() != nullptr;
  if (is_module == (options.format == Format::kSpirv)) return options;
  return fail(Code::kUnsupportedFeature, "the program is ",
              is_module ? "a SPIR-V module and has no wire bytes and no JSON"
                        : "one of the IR and no SPIR-V module",
              ". Fix: leave vyre_save_desc.format VYRE_FORMAT_ANY");
}

}  // namespace vyre::capi

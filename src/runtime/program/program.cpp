#include "runtime/program/program.h"

#include <cstring>

#include "ir/analysis/generations.h"
#include "ir/json/read.h"
#include "ir/wire/canonical.h"
#include "ir/wire/decode.h"
#include "spirv/external/spirv_tools.h"

namespace vyre::runtime {
namespace {

using Loaded = Result<std::shared_ptr<const Program>>;

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// A module begins with a number, in either order of bytes; JSON with a brace.
Format format_of(std::span<const std::byte> bytes) {
  uint32_t first = 0;
  if (bytes.size() >= sizeof first) std::memcpy(&first, bytes.data(), sizeof first);
  if (first == SpvMagicNumber || first == __builtin_bswap32(SpvMagicNumber)) return Format::kSpirv;
  const std::string_view text = text_of(bytes);
  const size_t brace = text.find_first_not_of(" \t\r\n");
  return brace != text.npos && text[brace] == '{' ? Format::kJson : Format::kWire;
}

Loaded load_module(std::shared_ptr<Context> context, std::span<const std::byte> bytes,
                   const LoadOptions& options) {
  VYRE_ASSIGN_OR_RETURN(const auto external,
                        read_external_program(bytes, options.entry_point, options.bindings));
  VYRE_ASSIGN_OR_RETURN(auto ir, declare_buffers(*external, context->memory()));
  ProgramOrigin origin{options.label, Format::kSpirv};
  return std::make_shared<const Program>(std::move(context), std::move(ir), std::move(origin),
                                         external);
}

Status check_not_of_module(const LoadOptions& options) {
  const bool has_entry = !options.entry_point.empty();
  if (!has_entry && !options.bindings) return {};
  return fail(Code::kInvalidArgument, "vyre_program_desc.", has_entry ? "entry" : "parameters",
              " is given, and the bytes are no SPIR-V module. Fix: leave it out");
}

Loaded load_ir(std::shared_ptr<Context> context, std::span<const std::byte> bytes, Format format,
               const LoadOptions& options) {
  VYRE_RETURN_IF_ERROR(check_not_of_module(options));
  const std::span octets(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  VYRE_ASSIGN_OR_RETURN(
      auto ir, format == Format::kJson
                   ? ir::read_json(text_of(bytes), context->memory(), options.bounds,
                                   options.reading.semantics)
                   : ir::decode_wire(octets, context->memory(), options.bounds, options.reading));
  ProgramOrigin origin{options.label, format};
  return std::make_shared<const Program>(std::move(context), std::move(ir), std::move(origin));
}

Status validate_words(std::span<const uint32_t> words) {
  if (spirv::has_tools()) return spirv::validate_module(words, spirv::kAllRules);
  return fail(Code::kUnsupportedFeature,
              "this library was built without SPIRV-Tools, which validating a module needs. Fix: "
              "build with -DVYRE_WITH_SPIRV_TOOLS=ON, or make the pipeline without it");
}

Digest digest_of(std::span<const uint32_t> words) {
  Blake3 hasher;
  for (const uint32_t word : words) hasher.update_integer(word);
  return hasher.digest();
}

}  // namespace

Loaded Program::load(std::shared_ptr<Context> context, std::span<const std::byte> bytes,
                     const LoadOptions& options) {
  const Format format = options.format.value_or(format_of(bytes));
  auto loaded = format == Format::kSpirv ? load_module(std::move(context), bytes, options)
                                         : load_ir(std::move(context), bytes, format, options);
  if (loaded.ok()) return loaded;
  return with_label(std::move(loaded).status(), options.label);
}

Program::Program(std::shared_ptr<Context> context, std::shared_ptr<const ir::Program> ir,
                 ProgramOrigin origin, std::shared_ptr<const ExternalProgram> external)
    : context_(std::move(context)),
      ir_(keep_memory(std::move(ir), *context_)),
      origin_(std::move(origin)),
      external_(std::move(external)) {}

std::unique_ptr<const Program> Program::without_context(Context& context) const {
  return std::make_unique<const Program>(
      std::shared_ptr<Context>(std::shared_ptr<void>(), &context), ir_, origin_, external_);
}

Status Program::validate(const ir::ValidationOptions& options) const {
  if (external_ != nullptr) return validate_words(external_->module.words().words());
  ir::ValidationReport report = ir::find_violations(*ir_, options);
  for (const Finding& warning : report.warnings) {
    context_->log(LogLevel::kWarning,
                  concat(warning.code, " at ", warning.path, ": ", warning.text));
  }
  return ir::verdict(std::move(report));
}

Result<Digest> Program::fingerprint(ir::WireForm form) const {
  if (external_ != nullptr) return digest_of(external_->module.words().words());
  if (form == ir::WireForm::kAny) return ir::fingerprint(*ir_);
  VYRE_RETURN_IF_ERROR(ir::check_meaning(*ir_, form));
  return ir::fingerprint(*ir_, form);
}

}  // namespace vyre::runtime

#include "runtime/program/program.h"

#include "ir/json/read.h"
#include "ir/load.h"
#include "ir/wire/decode.h"

namespace vyre::runtime {
namespace {

std::span<const uint8_t> octets(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()};
}

}  // namespace

Result<std::shared_ptr<const Program>> Program::decode(std::shared_ptr<Context> context,
                                                       std::span<const std::byte> bytes) {
  VYRE_ASSIGN_OR_RETURN(auto ir, ir::decode_wire(octets(bytes), context->memory()));
  return std::make_shared<const Program>(std::move(context), std::move(ir));
}

Result<std::shared_ptr<const Program>> Program::from_json(std::shared_ptr<Context> context,
                                                          std::string_view json) {
  VYRE_ASSIGN_OR_RETURN(auto ir, ir::read_json(json, context->memory()));
  return std::make_shared<const Program>(std::move(context), std::move(ir));
}

Result<std::shared_ptr<const Program>> Program::load(std::shared_ptr<Context> context,
                                                     std::span<const std::byte> bytes) {
  VYRE_ASSIGN_OR_RETURN(auto ir, ir::load_program(octets(bytes), context->memory()));
  return std::make_shared<const Program>(std::move(context), std::move(ir));
}

Program::Program(std::shared_ptr<Context> context, std::shared_ptr<const ir::Program> ir)
    : context_(std::move(context)), ir_(std::move(ir)) {
  element_names_.reserve(ir_->buffers.size());
  for (const ir::Buffer& buffer : ir_->buffers) {
    element_names_.push_back(ir::type_name(ir_->types, buffer.element));
  }
}

Status Program::validate(const ir::ValidationOptions& options) const {
  ir::ValidationReport report = ir::find_violations(*ir_, options);
  for (const Finding& warning : report.warnings) {
    context_->log(LogLevel::kWarning,
                  concat(warning.code, " at ", warning.path, ": ", warning.text));
  }
  return ir::verdict(std::move(report));
}

const Result<std::vector<ir::ConstantValue>>& Program::constant_values() const {
  std::call_once(specs_found_, [&] { specs_ = ir::constant_values(*ir_); });
  return specs_;
}

}  // namespace vyre::runtime

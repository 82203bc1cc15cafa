#include "registry.h"

#include <iterator>

namespace tool {

namespace {

bool has(const Op& op, uint64_t flag) { return (op.info.flags & flag) != 0; }

using GetParameter = vyre_parameter (*)(const vyre_op* op, size_t index);

std::string parameters_text(const Op& op, size_t count, GetParameter get) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    const vyre_parameter parameter = get(op.op, i);
    if (i != 0) text += ", ";
    text.append(view(parameter.name)).append(" ").append(view(parameter.type));
  }
  return text;
}

Result<std::string> target_text(vyre_target target) {
  return collect<std::string>([&](char* memory, size_t capacity, size_t* size) {
    return vyre_target_text(target, memory, capacity, size);
  });
}

void write_parameters(JsonWriter& json, std::string_view key, const Op& op, size_t count,
                      GetParameter get) {
  json.key(key).open_array();
  for (size_t i = 0; i < count; ++i) {
    const vyre_parameter parameter = get(op.op, i);
    json.open_object().member("name", view(parameter.name)).member("type", view(parameter.type));
    json.close_object();
  }
  json.close_array();
}

void write_attributes(JsonWriter& json, const Op& op) {
  json.key("attributes").open_array();
  for (size_t i = 0; i < op.info.attribute_count; ++i) {
    const vyre_attribute attribute = vyre_op_attribute(op.op, i);
    json.open_object().member("name", view(attribute.name)).member("type", view(attribute.type));
    json.member("default", view(attribute.default_value)).close_object();
  }
  json.close_array();
}

}  // namespace

Result<std::vector<Op>> ops_of(const vyre_registry* registry, const std::string& dialect) {
  std::vector<Op> ops;
  for (size_t i = 0; i < vyre_registry_op_count(registry); ++i) {
    Op op;
    op.op = vyre_registry_op(registry, i);
    if (vyre_error* error = vyre_op_get_info(op.op, &op.info)) return failure(error);
    if (dialect.empty() || view(op.info.dialect) == dialect) ops.push_back(op);
  }
  return ops;
}

std::string_view category_name(int32_t category) {
  static constexpr std::string_view kNames[] = {"", "composite", "extension", "intrinsic"};
  const auto index = static_cast<size_t>(category);
  return index < std::size(kNames) ? kNames[index] : kNames[0];
}

std::string signature_text(const Op& op) {
  const std::string inputs = parameters_text(op, op.info.input_count, vyre_op_input);
  const std::string outputs = parameters_text(op, op.info.output_count, vyre_op_output);
  return "(" + inputs + ")" + (outputs.empty() ? "" : " -> " + outputs);
}

Result<std::vector<std::string>> targets_of(const Op& op) {
  std::vector<std::string> targets;
  for (size_t i = 0; i < op.info.lowering_count; ++i) {
    Result<std::string> text = target_text(vyre_op_target(op.op, i));
    if (!text) return text.failure();
    targets.push_back(std::move(*text));
  }
  return targets;
}

std::optional<Failure> write_op(JsonWriter& json, const Op& op) {
  const Result<std::vector<std::string>> targets = targets_of(op);
  if (!targets) return targets.failure();
  json.open_object().member("id", view(op.info.id)).member("dialect", view(op.info.dialect));
  json.member("category", category_name(op.info.category)).member("source", view(op.info.source));
  write_parameters(json, "inputs", op, op.info.input_count, vyre_op_input);
  write_parameters(json, "outputs", op, op.info.output_count, vyre_op_output);
  write_attributes(json, op);
  json.member("bytes_extraction", has(op, VYRE_OP_BYTES_EXTRACTION));
  json.member("composition", has(op, VYRE_OP_COMPOSITION));
  json.member("reference", has(op, VYRE_OP_REFERENCE));
  json.list("lowerings", *targets).key("laws").open_array();
  for (size_t i = 0; i < op.info.law_count; ++i) json.value(view(vyre_op_law(op.op, i)));
  json.close_array().close_object();
  return std::nullopt;
}

}  // namespace tool

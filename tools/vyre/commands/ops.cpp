#include <vyre_driver_registry.h>

#include <cstdio>
#include <iterator>

#include "commands.h"
#include "host/joined.h"
#include "host/json.h"
#include "host/table.h"

namespace tool {

namespace {

using Registry = std::unique_ptr<vyre_registry, Destroy<vyre_registry_destroy>>;
using RegistryBuilder =
    std::unique_ptr<vyre_registry_builder, Destroy<vyre_registry_builder_destroy>>;

using Op = vyre_op_info;

bool has(const Op& op, uint64_t flag) { return (op.flags & flag) != 0; }

std::string operands_text(const vyre_operand* const* operands, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    if (i != 0) text += ", ";
    text.append(view(operands[i]->name)).append(" ").append(view(operands[i]->type));
  }
  return text;
}

Result<std::string> target_text(vyre_target target) {
  return content_of<std::string>([&](vyre_blob** out) { return vyre_target_save(target, out); });
}

void write_operands(JsonWriter& json, std::string_view key, const vyre_operand* const* operands,
                    size_t count) {
  json.key(key).open_array();
  for (size_t i = 0; i < count; ++i) {
    json.open_object().member("name", view(operands[i]->name));
    json.member("type", view(operands[i]->type)).close_object();
  }
  json.close_array();
}

void write_attributes(JsonWriter& json, const Op& op) {
  json.key("attributes").open_array();
  for (size_t i = 0; i < op.attribute_count; ++i) {
    const vyre_attribute& attribute = *op.attributes[i];
    json.open_object().member("name", view(attribute.name)).member("type", view(attribute.type));
    json.member("default", view(attribute.default_value)).close_object();
  }
  json.close_array();
}

// All ops of |registry| in its order; those of |dialect| unless that is empty.
std::vector<Op> ops_of(const vyre_registry* registry, const std::string& dialect) {
  std::vector<Op> ops;
  const vyre_registry_info* info = vyre_registry_get_info(registry);
  for (size_t i = 0; i < info->op_count; ++i) {
    const Op& op = *vyre_op_get_info(info->ops[i]);
    if (dialect.empty() || view(op.dialect) == dialect) ops.push_back(op);
  }
  return ops;
}

std::string_view category_name(vyre_category category) {
  static constexpr std::string_view kNames[] = {"", "composite", "extension", "intrinsic"};
  const auto index = static_cast<size_t>(category);
  return index < std::size(kNames) ? kNames[index] : kNames[0];
}

// "(fd i32, offset u64) -> handle GpuBufferHandle".
std::string signature_text(const Op& op) {
  const std::string inputs = operands_text(op.inputs, op.input_count);
  const std::string outputs = operands_text(op.outputs, op.output_count);
  return "(" + inputs + ")" + (outputs.empty() ? "" : " -> " + outputs);
}

// The targets that the op has a lowering for, as text.
Result<std::vector<std::string>> targets_of(const Op& op) {
  std::vector<std::string> targets;
  for (size_t i = 0; i < op.target_count; ++i) {
    Result<std::string> text = target_text(*op.targets[i]);
    if (!text) return text.failure();
    targets.push_back(std::move(*text));
  }
  return targets;
}

// One object.
std::optional<Failure> write_op(JsonWriter& json, const Op& op) {
  const Result<std::vector<std::string>> targets = targets_of(op);
  if (!targets) return targets.failure();
  json.open_object().member("id", view(op.id)).member("dialect", view(op.dialect));
  json.member("category", category_name(op.category)).member("source", view(op.source));
  write_operands(json, "inputs", op.inputs, op.input_count);
  write_operands(json, "outputs", op.outputs, op.output_count);
  write_attributes(json, op);
  json.member("bytes_extraction", has(op, VYRE_OP_BYTES_EXTRACTION));
  json.member("composition", has(op, VYRE_OP_COMPOSITION));
  json.member("reference", has(op, VYRE_OP_REFERENCE));
  json.list("lowerings", *targets).key("laws").open_array();
  for (size_t i = 0; i < op.law_count; ++i) json.value(view(*op.laws[i]));
  json.close_array().close_object();
  return std::nullopt;
}

// The registry of |context| with all manifests of |folders|.
Result<Registry> registry_with(vyre_context* context, const std::vector<std::string>& folders) {
  for (const std::string& folder : folders)
    if (vyre_error* error = vyre_context_load_manifests(context, borrow(folder)))
      return failure(error);
  return make<Registry>(
      [&](vyre_registry** out) { return vyre_context_get_registry(context, out); });
}

// What makes calls of an op run: "composition", "reference", targets with bytes of their own.
Result<std::string> implementation_text(const Op& op) {
  Result<std::vector<std::string>> parts = targets_of(op);
  if (!parts) return parts.failure();
  if (op.flags & VYRE_OP_REFERENCE) parts->insert(parts->begin(), "reference");
  if (op.flags & VYRE_OP_COMPOSITION) parts->insert(parts->begin(), "composition");
  return joined(*parts, "-");
}

int print_table(const std::vector<Op>& ops) {
  Table table({"dialect", "op", "category", "has", "call"});
  for (const Op& op : ops) {
    const Result<std::string> implementation = implementation_text(op);
    if (!implementation) return report(implementation.failure());
    table.add({std::string(view(op.dialect)), std::string(view(op.id)),
               std::string(category_name(op.category)), *implementation, signature_text(op)});
  }
  std::fputs(table.text().c_str(), stdout);
  return kExitOk;
}

int print_json(const std::vector<Op>& ops, const vyre_registry* registry) {
  JsonWriter json;
  json.open_object().key("ops").open_array();
  for (const Op& op : ops)
    if (const auto failed = write_op(json, op)) return report(*failed);
  json.close_array().key("extern_dialects").open_array();
  const vyre_registry_info* info = vyre_registry_get_info(registry);
  for (size_t i = 0; i < info->dialect_count; ++i) {
    const vyre_dialect_info& dialect = *info->dialects[i];
    if ((dialect.flags & VYRE_DIALECT_EXTERN) == 0) continue;
    json.open_object().member("name", view(dialect.name)).member("version", view(dialect.version));
    json.member("url", view(dialect.url)).member("source", view(dialect.source)).close_object();
  }
  json.close_array().close_object();
  std::puts(json.text().c_str());
  return kExitOk;
}

// Adds the manifest in the file |path|; "-" is standard input, which can name no files.
vyre_error* add_manifest(vyre_registry_builder* builder, const std::string& path,
                         const Bytes& input) {
  if (path != "-") return vyre_registry_builder_add_manifests(builder, borrow(path));
  const vyre_string json = {reinterpret_cast<const char*>(input.data()), input.size()};
  return vyre_registry_builder_add_manifest(builder, json, borrow(""));
}

// What is wrong with a manifest: an answer when there are findings, else a failure.
int print_findings(const std::string& path, vyre_error* error) {
  const std::vector<Finding> all = findings(error);
  if (all.empty()) return report(failure(error));
  const Error owner(error);
  std::printf("%s is not right, %zu finding%s:\n", path.c_str(), all.size(),
              all.size() == 1 ? "" : "s");
  for (const Finding& finding : all)
    std::printf("%-20s %s\n", finding.code.c_str(), finding.text.c_str());
  return kExitFailed;
}

// A builder that has the ops of every context.
Result<RegistryBuilder> builder_with_builtin(vyre_context* context) {
  const Result<Registry> known = registry_with(context, {});
  if (!known) return known.failure();
  Result<RegistryBuilder> builder = make<RegistryBuilder>(
      [&](vyre_registry_builder** out) { return vyre_registry_builder_create(context, out); });
  if (!builder) return builder;
  if (vyre_error* error = vyre_registry_builder_add_registry(builder->get(), known->get()))
    return failure(error);
  return builder;
}

}  // namespace

int ops(const OpsOptions& options) {
  const Result<Context> context = create_context();
  if (!context) return report(context.failure());
  const Result<Registry> registry = registry_with(context->get(), options.manifests);
  if (!registry) return report(registry.failure());
  const std::vector<Op> all = ops_of(registry->get(), options.dialect);
  if (all.empty())
    return report({"no op belongs to the dialect '" + options.dialect +
                   "'. Fix: use one that 'vyre ops' lists, or name its folder with --manifests."});
  return options.json ? print_json(all, registry->get()) : print_table(all);
}

int check_manifest(const CheckManifestOptions& options) {
  const Result<Context> context = create_context();
  if (!context) return report(context.failure());
  const Result<RegistryBuilder> builder = builder_with_builtin(context->get());
  if (!builder) return report(builder.failure());
  const Result<Bytes> input = options.manifest == "-" ? read_file("-") : Result<Bytes>(Bytes());
  if (!input) return report(input.failure());
  vyre_registry* finished = nullptr;
  vyre_error* error = add_manifest(builder->get(), options.manifest, *input);
  if (error == nullptr) error = vyre_registry_builder_finish(builder->get(), &finished);
  const Registry registry(finished);
  if (error != nullptr) return print_findings(options.manifest, error);
  std::printf("%s is right\n", options.manifest.c_str());
  return kExitOk;
}

}  // namespace tool

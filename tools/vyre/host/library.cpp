#include "library.h"

#include <vyre_driver_tools.h>

#include <cstdio>
#include <iterator>

namespace tool {

namespace {

void print_message(void*, vyre_log_level level, vyre_string text) {
  const char* urgency = level == VYRE_LOG_ERROR ? "error" : "warning";
  std::fprintf(stderr, "vyre: %s: %.*s\n", urgency, static_cast<int>(text.size), text.data);
}

}  // namespace

std::vector<Finding> findings(const vyre_error* error) {
  std::vector<Finding> result;
  const vyre_error_info* info = vyre_error_get_info(error);
  for (size_t i = 0; i < info->finding_count; ++i) {
    const vyre_finding& finding = *info->findings[i];
    std::string text(view(finding.text));
    if (finding.fix.size != 0) text.append(". Fix: ").append(view(finding.fix));
    result.push_back(
        {std::string(view(finding.code)), std::string(view(finding.path)), std::move(text)});
  }
  return result;
}

Failure failure(vyre_error* error) {
  const Error owner(error);
  return {vyre_error_text(error), vyre_error_get_code(error)};
}

std::optional<Failure> failure_of(vyre_error* error) {
  return error == nullptr ? std::nullopt : std::optional(failure(error));
}

vyre_error* (*make_context)(const vyre_context_desc* desc,
                            vyre_context** out_context) = vyre_context_create;

Result<Context> create_context(const DeviceOptions& options) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.log = print_message;
  desc.log_level = options.quiet ? VYRE_LOG_ERROR : VYRE_LOG_WARNING;
  desc.flags = VYRE_CONTEXT_READ_ENVIRONMENT;
  if (!options.trace.empty()) desc.flags |= VYRE_CONTEXT_TRACE;
  if (options.validation) desc.flags |= VYRE_CONTEXT_VULKAN_VALIDATION;
  if (options.cache_read_only) desc.flags |= VYRE_CONTEXT_CACHE_READ_ONLY;
  desc.cache_folder = borrow(options.cache_folder);
  desc.cache_disk_bytes = options.cache_bytes;
  return make<Context>([&](vyre_context** out) { return make_context(&desc, out); });
}

std::optional<Failure> write_trace(const vyre_context* context, const DeviceOptions& options) {
  if (options.trace.empty()) return std::nullopt;
  Bytes text;
  const vyre_write_fn append = [](void* user, const void* bytes, size_t size) -> vyre_error* {
    const auto* begin = static_cast<const uint8_t*>(bytes);
    static_cast<Bytes*>(user)->insert(static_cast<Bytes*>(user)->end(), begin, begin + size);
    return nullptr;
  };
  if (vyre_error* error = vyre_context_write_trace(context, append, &text)) return failure(error);
  return write_file(options.trace, text);
}

Result<std::vector<std::string>> load_plugins(vyre_context* context,
                                              const std::vector<std::string>& paths) {
  std::vector<std::string> ids;
  for (const std::string& path : paths) {
    vyre_string id = {nullptr, 0};
    if (vyre_error* error = vyre_context_load_plugin(context, borrow(path), nullptr, 0, &id))
      return failure(error);
    ids.emplace_back(view(id));
  }
  return ids;
}

Result<Device> open_device(vyre_context* context, const DeviceOptions& options) {
  const auto loaded = load_plugins(context, options.plugins);
  if (!loaded) return loaded.failure();
  std::string id = options.device;
  if (id.empty() && !loaded->empty()) id = loaded->back();
  return make<Device>(
      [&](vyre_device** out) { return vyre_device_open_id(context, id.c_str(), out); });
}

std::vector<vyre_parameter_info> parameters_of(const vyre_program* program) {
  const vyre_program_info* info = vyre_program_get_info(program);
  return list_of(info->parameters, info->parameter_count);
}

Result<Loaded> load(const std::string& path, const DeviceOptions& options,
                    const vyre_program_desc* desc) {
  Result<Context> context = create_context(options);
  if (!context) return context.failure();
  const Result<Bytes> bytes = read_file(path);
  if (!bytes) return bytes.failure();
  Result<Program> program = make<Program>([&](vyre_program** out) {
    return vyre_program_load(context->get(), bytes->data(), bytes->size(), desc, out);
  });
  if (program) return Loaded{std::move(*context), std::move(*program)};
  return Failure{"program '" + path + "' (" + std::to_string(bytes->size()) +
                     " bytes): " + program.failure().message,
                 program.failure().code};
}

Result<Pipeline> compile(vyre_device* device, const vyre_program* program,
                         const std::vector<vyre_constant>& constants) {
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  desc.constants = constants.data();
  desc.constant_count = constants.size();
  return make<Pipeline>(
      [&](vyre_pipeline** out) { return vyre_pipeline_create(device, program, &desc, out); });
}

namespace {

template <class Content>
Result<Content> saved(const vyre_program* program, vyre_format format,
                      vyre_wire_form form = VYRE_WIRE_ANY) {
  vyre_save_desc desc = VYRE_SAVE_DESC_INIT;
  desc.format = format;
  desc.form = form;
  return content_of<Content>(
      [&](vyre_blob** out) { return vyre_program_save(program, &desc, out); });
}

}  // namespace

Result<Bytes> wire_of(const vyre_program* program, vyre_wire_form form) {
  return saved<Bytes>(program, VYRE_FORMAT_WIRE, form);
}

Result<std::string> json_of(const vyre_program* program) {
  return saved<std::string>(program, VYRE_FORMAT_JSON);
}

bool takes_input(const vyre_parameter_info& parameter) {
  return parameter.role == VYRE_ROLE_INPUT || parameter.role == VYRE_ROLE_UNIFORM ||
         parameter.role == VYRE_ROLE_INPUT_OUTPUT;
}

bool gives_output(const vyre_parameter_info& parameter) {
  return (parameter.flags & VYRE_PARAMETER_RETURNED) != 0;
}

std::string expected_size(const vyre_parameter_info& parameter) {
  if (parameter.static_bytes != 0)
    return std::to_string(parameter.static_bytes) + " bytes (" +
           std::to_string(parameter.element_count) + " x " + std::string(view(parameter.element)) +
           ")";
  return "any number of " + std::string(view(parameter.element)) + " elements";
}

std::optional<Failure> check_size(const vyre_parameter_info& parameter, const std::string& path,
                                  uint64_t size) {
  const bool fits = parameter.static_bytes != 0
                        ? size == parameter.static_bytes
                        : parameter.element_bytes == 0 || size % parameter.element_bytes == 0;
  if (fits) return std::nullopt;
  return Failure{"file '" + path + "' for parameter '" + std::string(view(parameter.name)) +
                 "' has " + std::to_string(size) + " bytes; the parameter takes " +
                 expected_size(parameter) + ". Fix: give a file of that size."};
}

std::string_view role_name(uint32_t role) {
  static constexpr std::string_view kNames[] = {"?",     "shared",       "persistent", "output",
                                                "input", "input-output", "uniform"};
  return role < std::size(kNames) ? kNames[role] : kNames[0];
}

std::string_view access_name(uint32_t access) {
  static constexpr std::string_view kNames[] = {"read-only", "read-write", "uniform", "workgroup",
                                                "write-only"};
  return access < std::size(kNames) ? kNames[access] : std::string_view("?");
}

std::string_view resource_name(const vyre_parameter_info& parameter) {
  static constexpr std::string_view kNames[] = {"storage", "storage image", "texture", "sampler",
                                                "sampled texture"};
  if (parameter.resource == VYRE_RESOURCE_BUFFER && parameter.access == VYRE_ACCESS_UNIFORM)
    return "uniform";
  return parameter.resource < std::size(kNames) ? kNames[parameter.resource]
                                                : std::string_view("?");
}

namespace {

template <size_t kCount>
std::vector<std::string_view> names_of(uint64_t bits, const std::string_view (&names)[kCount]) {
  std::vector<std::string_view> result;
  for (size_t i = 0; i < kCount; ++i)
    if ((bits >> i & 1) != 0) result.push_back(names[i]);
  return result;
}

}  // namespace

std::vector<std::string_view> need_names(uint64_t needs) {
  static constexpr std::string_view kNames[] = {
      // scripts/generate writes: needs
      "atomics",
      "workgroup memory",
      "workgroup barrier",
      "grid barrier",
      "subgroup operations",
      "f16",
      "bf16",
      "f32",
      "f64",
      "64-bit integers",
      "8-bit storage",
      "16-bit storage",
      "trap",
      "calls",
      "async copies",
      "indirect dispatch",
      "collectives",
      "extensions",
      "transcendental functions",
      // scripts/generate ends
  };
  return names_of(needs, kNames);
}

std::vector<std::string_view> feature_names(uint64_t features) {
  static constexpr std::string_view kNames[] = {
      // scripts/generate writes: features
      "subgroup_operations",
      "subgroup_shuffle",
      "f16",
      "bf16",
      "f64",
      "int64",
      "storage_8bit",
      "storage_16bit",
      "tensor_cores",
      "indirect_dispatch",
      "grid_barrier",
      "device_timestamps",
      "hardware_counters",
      "f32_denormals",
      "exact_f32_division",
      "exact_f32_fma",
      "unified_memory",
      "collectives",
      "async_copies",
      "integer_dot",
      "int64_atomics",
      "buffer_addresses",
      "subgroup_size_control",
      "cooperative_matrix",
      "images",
      "memory_budget",
      "distributed",
      "signed_zero_mode",
      "denorm_mode",
      "rounding_mode",
      // scripts/generate ends
  };
  return names_of(features, kNames);
}

std::vector<std::string_view> quirk_names(uint64_t quirks) {
  static constexpr std::string_view kNames[] = {"loop_limit", "slow_compiler", "constant_zeros",
                                                "coarse_barriers"};
  static_assert(VYRE_QUIRK_COARSE_BARRIERS == uint64_t{1} << (std::size(kNames) - 1));
  return names_of(quirks, kNames);
}

}  // namespace tool

#include <cinttypes>
#include <cstdio>

#include "commands.h"
#include "constants.h"
#include "host/json.h"
#include "host/table.h"

namespace tool {

namespace {

std::string place_text(const vyre_parameter_info& parameter) {
  return std::to_string(parameter.set) + "." + std::to_string(parameter.binding);
}

std::string size_text(const vyre_parameter_info& parameter) {
  return parameter.static_bytes != 0 ? std::to_string(parameter.static_bytes)
                                     : "from " + std::to_string(parameter.min_bytes);
}

void print_bindings(const std::vector<vyre_parameter_info>& parameters) {
  if (parameters.empty()) return;
  Table table({"set.binding", "slot", "name", "kind", "element", "bytes", "access"});
  for (const vyre_parameter_info& one : parameters)
    table.add({place_text(one), std::to_string(one.slot), std::string(view(one.name)),
               std::string(resource_name(one)), std::string(view(one.element)), size_text(one),
               std::string(access_name(one.access))});
  std::printf("\n%s", table.text().c_str());
}

std::string axis_text(const vyre_constant_info& constant) {
  if (constant.workgroup_axis == 0) return "-";
  return "workgroup " + std::string(1, "xyz"[constant.workgroup_axis - 1]);
}

void print_constants(const std::vector<vyre_constant_info>& constants) {
  if (constants.empty()) return;
  Table table({"number", "constant", "type", "default", "is"});
  for (const vyre_constant_info& one : constants)
    table.add({std::to_string(one.number), std::string(view(one.name)),
               std::string(constant_kind_name(one.kind)),
               one.has_initial != 0 ? constant_text(one.initial) : "-", axis_text(one)});
  std::printf("\n%s", table.text().c_str());
}

std::vector<std::string_view> entry_points_of(const vyre_program_info& info) {
  std::vector<std::string_view> names;
  for (size_t i = 0; i < info.entry_point_count; ++i) names.push_back(view(*info.entry_points[i]));
  return names;
}

void print_entry_points(const vyre_program_info& info) {
  if (info.entry_point_count < 2) return;
  std::printf("of         ");
  for (const std::string_view name : entry_points_of(info)) {
    std::printf("%.*s ", static_cast<int>(name.size()), name.data());
  }
  std::printf("\n");
}

void print_module(const vyre_program* program) {
  const vyre_program_info& info = *vyre_program_get_info(program);
  std::printf("entry      %.*s\n", static_cast<int>(info.entry.size), info.entry.data);
  print_entry_points(info);
  std::printf("workgroup  %u x %u x %u, %" PRIu64 " bytes of workgroup memory\n", info.workgroup[0],
              info.workgroup[1], info.workgroup[2], info.workgroup_memory_bytes);
  std::printf("pushed     %u bytes\n", info.push_constant_bytes);
  print_bindings(parameters_of(program));
  print_constants(constants_of(program));
}

void write_binding(JsonWriter& json, const vyre_parameter_info& one) {
  json.open_object().member("set", one.set).member("binding", one.binding);
  json.member("slot", one.slot).member("name", view(one.name));
  json.member("kind", resource_name(one)).member("element", view(one.element));
  json.member("bytes", one.static_bytes).member("min_bytes", one.min_bytes);
  json.member("array_count", one.array_count).member("access", access_name(one.access));
  json.close_object();
}

void write_constant(JsonWriter& json, const vyre_constant_info& one) {
  json.open_object().member("number", one.number).member("name", view(one.name));
  json.member("type", constant_kind_name(one.kind)).key("default");
  one.has_initial != 0 ? json.value(constant_text(one.initial)) : json.null();
  json.member("workgroup_axis", one.workgroup_axis).close_object();
}

std::string json_of_module(const vyre_program* program) {
  const vyre_program_info& info = *vyre_program_get_info(program);
  JsonWriter json;
  json.open_object().member("entry", view(info.entry)).key("entry_points").open_array();
  for (const std::string_view name : entry_points_of(info)) json.value(name);
  json.close_array().list("workgroup", info.workgroup);
  json.member("workgroup_memory_bytes", info.workgroup_memory_bytes);
  json.member("push_constant_bytes", info.push_constant_bytes).key("bindings").open_array();
  for (const vyre_parameter_info& one : parameters_of(program)) write_binding(json, one);
  json.close_array().key("constants").open_array();
  for (const vyre_constant_info& one : constants_of(program)) write_constant(json, one);
  json.close_array().close_object();
  return json.text();
}

}  // namespace

int module(const ModuleOptions& options) {
  if (options.run) return run_modules(options);
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  desc.format = VYRE_FORMAT_SPIRV;
  desc.entry = borrow(options.entry);
  const Result<Loaded> loaded = load(options.path, options.device, &desc);
  if (!loaded) return report(loaded.failure());
  const vyre_program* program = loaded->program.get();
  options.json ? (void)std::printf("%s\n", json_of_module(program).c_str()) : print_module(program);
  return kExitOk;
}

}  // namespace tool

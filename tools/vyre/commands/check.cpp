#include <cinttypes>
#include <cstdio>

#include "commands.h"
#include "constants.h"
#include "host/joined.h"
#include "host/table.h"

namespace tool {

namespace {

std::string size_text(const vyre_parameter_info& parameter) {
  if (parameter.element_count == 0) return "as bound";
  return std::to_string(parameter.element_count) + " (" + std::to_string(parameter.static_bytes) +
         " bytes)";
}

std::string slot_text(const vyre_parameter_info& parameter) {
  return parameter.role == VYRE_ROLE_SHARED ? "-" : std::to_string(parameter.slot);
}

void print_parameters(const std::vector<vyre_parameter_info>& parameters) {
  Table table({"slot", "parameter", "element", "count", "access", "role"});
  for (const vyre_parameter_info& parameter : parameters)
    table.add({slot_text(parameter), std::string(view(parameter.name)),
               std::string(view(parameter.element)), size_text(parameter),
               std::string(access_name(parameter.access)), std::string(role_name(parameter.role))});
  std::fputs(table.text().c_str(), stdout);
}

void print_constants(const std::vector<vyre_constant_info>& constants) {
  if (constants.empty()) return;
  Table table({"constant", "type", "default"});
  for (const vyre_constant_info& constant : constants)
    table.add({std::string(view(constant.name)), std::string(constant_kind_name(constant.kind)),
               constant.has_initial != 0 ? constant_text(constant.initial) : "-"});
  std::printf("\n%s", table.text().c_str());
}

void print_facts(const vyre_program_info& info) {
  if (info.entry.size != 0)
    std::printf("entry      %.*s\n", static_cast<int>(info.entry.size), info.entry.data);
  std::printf("workgroup  %u x %u x %u, %" PRIu64 " bytes of workgroup memory\n", info.workgroup[0],
              info.workgroup[1], info.workgroup[2], info.workgroup_memory_bytes);
  std::printf("size       %" PRIu64 " statements, %" PRIu64 " expressions\n", info.statement_count,
              info.expression_count);
  std::printf("needs      %s\n", joined(need_names(info.needs), "nothing special").c_str());
}

int print_verdict(const std::string& path, vyre_error* error) {
  const Error owner(error);
  if (!error) {
    std::printf("\n%s is valid\n", path.c_str());
    return kExitOk;
  }
  const std::vector<Finding> all = findings(error);
  std::printf("\n%s is not valid, %zu finding%s:\n", path.c_str(), all.size(),
              all.size() == 1 ? "" : "s");
  for (const Finding& finding : all)
    std::printf("%-14s %s: %s\n", finding.code.c_str(), finding.path.c_str(), finding.text.c_str());
  return kExitFailed;
}

// What a device has to have is no fault of the program: it is among the needs.
vyre_error* validate(const vyre_program* program) {
  vyre_validate_desc desc = VYRE_VALIDATE_DESC_INIT;
  desc.flags = VYRE_VALIDATE_SUBGROUP | VYRE_VALIDATE_COLLECTIVES;
  return vyre_program_validate(program, &desc);
}

}  // namespace

int check(const CheckOptions& options) {
  const Result<Loaded> loaded = load(options.program);
  if (!loaded) return report(loaded.failure());
  const vyre_program* program = loaded->program.get();
  print_facts(*vyre_program_get_info(program));
  std::puts("");
  print_parameters(parameters_of(program));
  print_constants(constants_of(program));
  return print_verdict(options.program, validate(program));
}

}  // namespace tool

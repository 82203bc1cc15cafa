#include <array>
#include <cinttypes>
#include <cstdio>
#include <optional>

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

constexpr std::string_view form_name(vyre_wire_form form) {
  constexpr std::string_view kNames[] = {"", "1", "4", "4 op", "5", "6"};
  return kNames[form];
}
constexpr std::string_view version_name(vyre_semantics semantics) {
  constexpr std::string_view kNames[] = {"", "0.6.2", "0.6.5", "0.7"};
  return kNames[semantics];
}

using Fingerprint = std::array<uint8_t, 32>;

// Of what the bytes at |path| are in |form|; none when they are nothing in it.
std::optional<Fingerprint> read_as(const std::string& path, vyre_wire_form form) {
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  desc.form = form;
  desc.semantics = VYRE_SEMANTICS_V0_7;  // by which both are written alike
  const Result<Loaded> loaded = load(path, {}, &desc);
  Fingerprint print;
  const auto failure = loaded ? failure_of(vyre_program_get_fingerprint(
                                    loaded->program.get(), VYRE_WIRE_FORM_6, print.data()))
                              : loaded.failure();
  return failure ? std::nullopt : std::optional(print);
}

// Bytes of forms 4 and 4 op look alike. A file alone can be read again.
bool has_two_readings(const std::string& path, vyre_wire_form form) {
  if (path == "-" || (form != VYRE_WIRE_FORM_4 && form != VYRE_WIRE_FORM_4_OP)) return false;
  const auto old_reading = read_as(path, VYRE_WIRE_FORM_4);
  const auto new_reading = read_as(path, VYRE_WIRE_FORM_4_OP);
  return old_reading && new_reading && *old_reading != *new_reading;
}

void print_form(const std::string& path, const vyre_program_info& info) {
  if (info.semantics == VYRE_SEMANTICS_ANY) return;
  const std::string_view version = version_name(info.semantics);
  std::printf("results    as of vyre %.*s\n", static_cast<int>(version.size()), version.data());
  if (info.form == VYRE_WIRE_ANY) return;
  const std::string_view form = form_name(info.form);
  std::printf("form       %.*s%s\n", static_cast<int>(form.size()), form.data(),
              has_two_readings(path, info.form)
                  ? "; the bytes are a program in forms 4 and 4 op, and not the same one"
                  : "");
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
  print_form(options.program, *vyre_program_get_info(program));
  std::puts("");
  print_parameters(parameters_of(program));
  print_constants(constants_of(program));
  return print_verdict(options.program, validate(program));
}

}  // namespace tool

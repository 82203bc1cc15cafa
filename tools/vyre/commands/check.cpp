#include <cinttypes>
#include <cstdio>

#include "commands.h"
#include "host/joined.h"
#include "host/table.h"
#include "specialization.h"

namespace tool {

namespace {

std::string size_text(const vyre_buffer_info& buffer) {
  if (buffer.element_count == 0) return "as bound";
  return std::to_string(buffer.element_count) + " (" + std::to_string(buffer.static_bytes) +
         " bytes)";
}

std::string slot_text(const vyre_buffer_info& buffer) {
  return buffer.role == VYRE_ROLE_SHARED ? "-" : std::to_string(buffer.slot);
}

void print_buffers(const std::vector<vyre_buffer_info>& buffers) {
  Table table({"slot", "buffer", "element", "count", "access", "role"});
  for (const vyre_buffer_info& buffer : buffers)
    table.add({slot_text(buffer), std::string(view(buffer.name)), std::string(view(buffer.element)),
               size_text(buffer), std::string(access_name(buffer.access)),
               std::string(role_name(buffer.role))});
  std::fputs(table.text().c_str(), stdout);
}

void print_specs(const std::vector<vyre_spec_info>& specs) {
  if (specs.empty()) return;
  Table table({"value", "type", "default"});
  for (const vyre_spec_info& spec : specs)
    table.add({std::string(view(spec.name)), std::string(constant_kind_name(spec.kind)),
               spec.has_initial != 0 ? spec_text(spec.initial) : "-"});
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

}  // namespace

int check(const CheckOptions& options) {
  const Result<Loaded> loaded = load(options.program);
  if (!loaded) return report(loaded.failure());
  const vyre_program* program = loaded->program.get();
  const Result<vyre_program_info> facts = info_of(program);
  if (!facts) return report(facts.failure());
  const Result<std::vector<vyre_buffer_info>> buffers = buffers_of(program);
  if (!buffers) return report(buffers.failure());
  print_facts(*facts);
  std::puts("");
  print_buffers(*buffers);
  // Values that are malformed or do not agree are findings.
  if (const auto specs = specs_of(program)) print_specs(*specs);
  return print_verdict(options.program, vyre_program_validate(program, nullptr));
}

}  // namespace tool

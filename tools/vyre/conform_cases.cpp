#include "conform_cases.h"

#include "compare.h"
#include "published.h"

namespace tool {

namespace {

constexpr uint32_t kElementF32 = 0x0B;

// What the backend lacks, without the names of the program at hand, so that equal reasons count
// together.
std::string general_reason(const std::string& message) {
  std::string text = message.substr(0, message.find(" Fix:"));
  std::string general;
  bool quoted = false;
  for (const char c : text) {
    if (c == '\'') {
      if (!quoted) general += "'*'";
      quoted = !quoted;
    } else if (!quoted) {
      general += c;
    }
  }
  return general;
}

}  // namespace

Verdict verdict_of(const Failure& failure, const std::string& step) {
  if (failure.code == VYRE_ERROR_UNSUPPORTED_FEATURE)
    return refused(general_reason(failure.message));
  return failed(step + ": " + failure.message);
}

std::string joined(const std::vector<std::string>& codes) {
  std::string text;
  for (const std::string& code : codes) text += (text.empty() ? "" : " ") + code;
  return text.empty() ? "none" : text;
}

std::optional<std::vector<Bytes>> hex_list(const Json& list) {
  std::vector<Bytes> result;
  for (const Json& item : list.items()) {
    auto bytes = item.hex_bytes();
    if (!bytes) return std::nullopt;
    result.push_back(std::move(*bytes));
  }
  return list.is_array() ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<std::vector<Bytes>> bytes_of_buffers(const CaseProgram& program,
                                                   const std::vector<Bytes>& inputs) {
  std::vector<Bytes> result(program.buffers.size());
  size_t next = 0;
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const vyre_buffer_info& buffer = program.buffers[i];
    if (published::allocates(buffer)) result[i].resize(buffer.static_bytes);
    if (!published::takes(buffer)) continue;
    if (next == inputs.size()) return std::nullopt;
    result[i] = inputs[next++];
  }
  return next == inputs.size() ? std::optional(std::move(result)) : std::nullopt;
}

std::string output_difference(const CaseProgram& program, const std::vector<Bytes>& actual,
                              const std::vector<Bytes>& expected, uint32_t ulp) {
  size_t next = 0;
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const vyre_buffer_info& buffer = program.buffers[i];
    if (!published::returns(buffer)) continue;
    if (next == expected.size()) return "the case has fewer outputs than the program";
    const bool loose =
        buffer.element_type == kElementF32 && (program.info.needs & VYRE_NEEDS_TRANSCENDENTAL) != 0;
    const std::string difference = first_difference(actual[i], expected[next++], {loose ? ulp : 0});
    if (!difference.empty())
      return "output '" + std::string(view(buffer.name)) + "': " + difference;
  }
  return next == expected.size() ? "" : "the case has more outputs than the program";
}

}  // namespace tool

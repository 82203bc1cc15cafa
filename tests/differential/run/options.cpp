#include "options.h"

#include <algorithm>
#include <charconv>

#include "ir/program/tag_names.h"

namespace vyre::differential {
namespace {

template <typename T>
Status number(const std::string& text, T& value) {
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec == std::errc() && read.ptr == end && !text.empty()) return {};
  return fail(Code::kInvalidArgument, "'", text, "' is no number that fits. Fix: ", kUsage);
}

Status widths(std::string text, std::vector<uint32_t>& values) {
  values.clear();
  for (text += ','; !text.empty(); text.erase(0, text.find(',') + 1)) {
    values.push_back(0);
    VYRE_RETURN_IF_ERROR(number(text.substr(0, text.find(',')), values.back()));
  }
  return {};
}

Status semantics(const std::string& text, ir::Semantics& value) {
  const auto found = std::ranges::find(ir::spelling::kSemantics, text);
  if (text.empty() || found == ir::spelling::kSemantics.end()) {
    return fail(Code::kInvalidArgument, "'", text, "' names no semantics. Fix: ", kUsage);
  }
  value = static_cast<ir::Semantics>(found - ir::spelling::kSemantics.begin());
  return {};
}

Status set(Options& options, const std::string& name, const std::string& value) {
  if (name == "--seed") return number(value, options.seed);
  if (name == "--from") return number(value, options.from);
  if (name == "--count") return number(value, options.count);
  if (name == "--jobs") return number(value, options.jobs);
  if (name == "--widths") return widths(value, options.widths);
  if (name == "--semantics") return semantics(value, options.semantics);
  if (name == "--print") return number(value, options.print.emplace());
  return fail(Code::kInvalidArgument, "unknown option '", name, "'. Fix: ", kUsage);
}

}  // namespace

Result<Options> Options::parse(const std::vector<std::string>& arguments) {
  Options options;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (name == "--spread" || name == "--grid-sync") {
      (name == "--spread" ? options.spread : options.grid_sync) = true;
      continue;
    }
    if (name == "--no-reduce") {
      options.reduce = false;
      continue;
    }
    const std::string value = i + 1 < arguments.size() ? arguments[i + 1] : "";
    VYRE_RETURN_IF_ERROR(set(options, name, value));
    ++i;
  }
  if (options.jobs == 0 || options.count == 0)
    return fail(Code::kInvalidArgument, "nothing to do. Fix: give --jobs and --count at least 1");
  return options;
}

}  // namespace vyre::differential

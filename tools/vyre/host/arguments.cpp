#include "arguments.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace tool {

Result<std::vector<Assignment>> parse_assignments(const std::vector<std::string>& texts,
                                                  const std::string& option) {
  std::vector<Assignment> result;
  for (const std::string& text : texts) {
    const size_t split = text.find('=');
    if (split == std::string::npos || split == 0 || split + 1 == text.size())
      return Failure{option + " '" + text + "' is not of the form NAME=VALUE. Fix: write " +
                     option + " NAME=VALUE."};
    const std::string name = text.substr(0, split);
    for (const Assignment& earlier : result)
      if (earlier.name == name)
        return Failure{option + " names '" + name + "' twice. Fix: give it once."};
    result.push_back({name, text.substr(split + 1)});
  }
  return result;
}

Result<std::vector<Assignment>> parse_inputs(const std::vector<std::string>& texts,
                                             const std::string& program) {
  auto inputs = parse_assignments(texts, "--input");
  if (!inputs) return inputs;
  const auto from_stdin = [](const Assignment& input) { return input.value == "-"; };
  if (std::count_if(inputs->begin(), inputs->end(), from_stdin) + (program == "-") > 1)
    return Failure{"standard input is named more than once. Fix: use '-' for one file only."};
  return inputs;
}

Result<uint64_t> parse_number(const std::string& text, uint64_t limit, const std::string& what) {
  uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && stop == end && number <= limit) return number;
  return Failure{what + " is '" + text + "', not a number from 0 to " + std::to_string(limit) +
                 ". Fix: write one of these, in decimal digits."};
}

namespace {

std::optional<Failure> set_axes(const std::string& text, const std::string& what,
                                uint32_t (&axes)[3]) {
  if (text.empty()) return std::nullopt;
  std::array<uint32_t, 3> values = {1, 1, 1};
  size_t begin = 0;
  for (size_t axis = 0; begin <= text.size(); ++axis) {
    if (axis == values.size())
      return Failure{what + " '" + text + "' has more than three axes. Fix: write --" + what +
                     " X,Y,Z."};
    const size_t end = std::min(text.find(',', begin), text.size());
    const auto number =
        parse_number(text.substr(begin, end - begin), UINT32_MAX,
                     "axis " + std::to_string(axis) + " of " + what + " '" + text + "'");
    if (!number) return number.failure();
    values[axis] = static_cast<uint32_t>(*number);
    begin = end + 1;
  }
  std::copy(values.begin(), values.end(), axes);
  return std::nullopt;
}

}  // namespace

std::optional<Failure> set_launch(const std::string& grid, const std::string& shape,
                                  vyre_dispatch_desc& desc) {
  if (auto failure = set_axes(grid, "grid", desc.grid)) return failure;
  return set_axes(shape, "shape", desc.shape);
}

}  // namespace tool

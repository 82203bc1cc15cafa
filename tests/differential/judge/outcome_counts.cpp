#include "outcome_counts.h"

#include <array>
#include <charconv>

namespace vyre::differential {
namespace {

using Counts = std::map<std::string, uint64_t>;

// Each line is a letter for the list, a count and a name.
template <typename T>
auto lists(T& outcomes) {
  return std::array{std::pair{'v', &outcomes.verdicts}, std::pair{'r', &outcomes.refusals},
                    std::pair{'f', &outcomes.features}, std::pair{'d', &outcomes.devices}};
}

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kMatched:
      return "matched";
    case Verdict::kBothFailed:
      return "failed on both";
    case Verdict::kRefused:
      return "refused";
    case Verdict::kInvalid:
      return "invalid";
    case Verdict::kMismatch:
      return "mismatched";
  }
  return "";
}

void OutcomeCounts::add(const Case& sketch, const Judgment& judgment, const std::string& device) {
  ++verdicts[std::string(verdict_name(judgment.verdict))];
  ++devices[device];
  if (judgment.verdict == Verdict::kRefused) {
    ++refusals[general_reason(judgment.reason)];
    return;
  }
  for (const std::string& feature : sketch.features) ++features[feature];
}

void OutcomeCounts::add(const OutcomeCounts& other) {
  const auto from = lists(other);
  const auto to = lists(*this);
  for (size_t i = 0; i < to.size(); ++i) {
    for (const auto& [name, count] : *from[i].second) (*to[i].second)[name] += count;
  }
}

uint64_t OutcomeCounts::programs() const {
  uint64_t sum = 0;
  for (const auto& [name, count] : verdicts) sum += count;
  return sum;
}

std::string OutcomeCounts::write() const {
  std::string text;
  for (const auto& [letter, counts] : lists(*this)) {
    for (const auto& [name, count] : *counts) text += concat(letter, " ", count, " ", name, "\n");
  }
  return text;
}

OutcomeCounts OutcomeCounts::read(std::string_view text) {
  OutcomeCounts outcomes;
  while (text.size() > 2) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    uint64_t count = 0;
    const char* const end = line.data() + line.size();
    const auto number = std::from_chars(line.data() + 2, end, count);
    if (number.ec != std::errc() || number.ptr == end) continue;
    const std::string name(number.ptr + 1, end);
    for (const auto& [letter, counts] : lists(outcomes)) {
      if (letter == line[0]) (*counts)[name] += count;
    }
  }
  return outcomes;
}

}  // namespace vyre::differential

#include "interface/functions.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "base/json/document.h"

namespace vyre::interface {
namespace {

constexpr uint64_t kEnough = 20;  // sound calls of one function, to judge it by

// Those that any fallible function may return.
constexpr vyre_error_code kUsual[] = {VYRE_ERROR_INVALID_ARGUMENT, VYRE_ERROR_DEVICE_LOST,
                                      VYRE_ERROR_OUT_OF_HOST_MEMORY,
                                      VYRE_ERROR_DEVICE_OUT_OF_MEMORY};

std::map<std::string, uint32_t, std::less<>> numbers_of_codes() {
  std::map<std::string, uint32_t, std::less<>> numbers;
  for (uint32_t number = 1000; number < 3000; ++number) {
    const vyre_string name = vyre_error_code_name(static_cast<vyre_error_code>(number));
    if (name.size != 0) numbers[{name.data, name.size}] = number;
  }
  return numbers;
}

void fill(Function& function, std::string_view name, JsonValue said,
          const std::map<std::string, uint32_t, std::less<>>& numbers) {
  function.name = name;
  function.fallible = said.find("fallible").boolean();
  if (!function.fallible) return;
  function.blocks = said.find("blocks").boolean();
  for (const vyre_error_code code : kUsual) function.codes.insert(code);
  for (const JsonValue code : said.find("errors")) {
    function.codes.insert(numbers.find(code.string())->second);
  }
}

// |text| with its numbers as '#', so that equal refusals look equal.
std::string without_numbers(std::string_view text) {
  std::string result;
  for (const char c : text.substr(0, 200)) {
    if (c >= '0' && c <= '9') {
      if (result.empty() || result.back() != '#') result += '#';
    } else {
      result += c == '\n' ? ' ' : c;
    }
  }
  return result;
}

}  // namespace

bool Functions::read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto document = JsonDocument::parse(text);
  if (!document.ok()) return false;
  const auto numbers = numbers_of_codes();
  for (const JsonValue header : document.value().root().find("headers")) {
    for (const JsonValue function : header.find("functions")) {
      if (function.find("inline").boolean()) continue;
      fill(all_[std::string(function.key())], function.key(), function, numbers);
    }
  }
  return !all_.empty();
}

Function& Functions::find(std::string_view name) {
  const auto found = all_.find(name);
  if (found != all_.end()) return found->second;
  std::fprintf(stderr, "interface: there is no function %.*s\n", static_cast<int>(name.size()),
               name.data());
  std::abort();
}

void Functions::keep_refusal(Function& function, std::string_view text) {
  const std::lock_guard lock(mutex_);
  if (function.refusals.size() < 50) ++function.refusals[without_numbers(text)];
}

uint64_t Functions::calls() const {
  uint64_t sum = 0;
  for (const auto& [name, function] : all_) sum += function.calls();
  return sum;
}

bool Functions::all_reached() const {
  return std::ranges::none_of(all_, [](const auto& one) { return one.second.calls() == 0; });
}

int Functions::report(const Function& function, bool with_refusals) const {
  const uint64_t accepted = function.sound_accepted, refused = function.sound_refused;
  const bool missed = function.calls() == 0;
  const bool too_often = refused * 5 > accepted + refused && accepted + refused >= kEnough;
  std::printf("%-36s %9" PRIu64 " %9" PRIu64 " %9" PRIu64 " %9" PRIu64 "%s\n",
              function.name.c_str(), accepted, refused, function.odd_accepted.load(),
              function.odd_refused.load(),
              missed      ? "  NOT REACHED"
              : too_often ? "  REFUSED TOO OFTEN"
                          : "");
  if (!with_refusals && !too_often) return missed ? 1 : 0;
  for (const auto& [text, times] : function.refusals) {
    std::printf("    %" PRIu64 " x %s\n", times, text.c_str());
  }
  return missed || too_often ? 1 : 0;
}

int Functions::report(bool with_refusals) const {
  uint64_t sums[4] = {};
  int bad = 0;
  std::printf("%-36s %9s %9s %9s %9s\n", "function", "sound", "refused", "odd", "refused");
  for (const auto& [name, function] : all_) {
    bad += report(function, with_refusals);
    sums[0] += function.sound_accepted;
    sums[1] += function.sound_refused;
    sums[2] += function.odd_accepted;
    sums[3] += function.odd_refused;
  }
  std::printf("%-36s %9" PRIu64 " %9" PRIu64 " %9" PRIu64 " %9" PRIu64 "\n", "all of them", sums[0],
              sums[1], sums[2], sums[3]);
  std::printf(
      "%zu functions; refused of the sound calls: %.1f %%, of the odd ones: %.1f %%\n", all_.size(),
      100.0 * static_cast<double>(sums[1]) / std::max(1.0, static_cast<double>(sums[0] + sums[1])),
      100.0 * static_cast<double>(sums[3]) / std::max(1.0, static_cast<double>(sums[2] + sums[3])));
  if (sums[1] * 5 > sums[0] + sums[1]) ++bad;
  return bad;
}

Functions& functions() {
  static Functions all;
  return all;
}

}  // namespace vyre::interface

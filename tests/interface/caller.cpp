#include "interface/caller.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "base/encoding/utf8.h"
#include "interface/world.h"

namespace vyre::interface {
namespace {

constexpr uint64_t kMostProblems = 20;

std::atomic<uint64_t> told_problems{0};

std::string_view view_of(vyre_string text) { return {text.data, text.size}; }

const std::string& long_text() {
  static const std::string text(100'000, 'x');
  return text;
}

}  // namespace

uint64_t problems() { return told_problems; }

void tell_problem(const std::string& text) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  std::printf("PROBLEM %s\n", text.c_str());
  std::fflush(stdout);
  if (++told_problems < kMostProblems) return;
  std::printf("interface: %d problems are enough\n", static_cast<int>(kMostProblems));
  std::_Exit(1);
}

std::string wrong_with_text(std::string_view text) {
  if (text.data() == nullptr) return "is NULL";
  if (!is_utf8(text)) return "is not UTF-8";
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) < 32 && c != '\n' && c != '\t') || c == 127) {
      return "has the control character " + std::to_string(c);
    }
  }
  return text.data()[text.size()] == 0 ? "" : "has no NUL behind it";
}

bool& allocations_fail() {
  static thread_local bool fail = false;
  return fail;
}

Caller::Caller(World& of, uint64_t seed, std::string name)
    : world(of), random(seed), name_(std::move(name)) {}

void Caller::begin(std::string_view function) {
  function_ = &functions().find(function);
  current_.store(function_->name.c_str(), std::memory_order_relaxed);
  may_be_odd_ = !sound_only && random.one_in(6);
  sound_ = true;
  must_refuse_ = any_code_ = may_be_unsupported_ = false;
  if (may_be_odd_ && function_->fallible && !function_->blocks && random.one_in(6)) {
    sound_ = false;
    allocations_fail() = true;
  }
}

void Caller::on(const DeviceFacts& facts) {
  if (!facts.record_only) return;
  unsound();
  may_be_unsupported();
}

void Caller::with(const Pipeline& pipeline) {
  on(pipeline.facts);
  if (!pipeline.good || !pipeline.ready) any_code();
}

bool Caller::odd() {
  if (!may_be_odd_ || !random.one_in(3)) return false;
  sound_ = false;
  return true;
}

bool Caller::odd_and_wrong(Place place) {
  if (!odd()) return false;
  must_refuse_ = true;
  wrong_at_ = place;
  return true;
}

uint64_t Caller::number(uint64_t usual, std::initializer_list<uint64_t> odd_ones) {
  return odd() ? random.one_of(odd_ones) : usual;
}

uint64_t Caller::size(uint64_t usual) {
  return number(usual, {0, 1, usual + 1, usual - 1, usual + 2, usual + 4, usual * 2, UINT64_MAX,
                        UINT64_MAX - 3, uint64_t{1} << 63, uint64_t{1} << 32});
}

uint64_t Caller::flags(uint64_t known, Place place) {
  const uint64_t some = random.one_in(2) ? 0 : random.next() & random.next() & known;
  if (!odd_and_wrong(place)) return some;
  const uint64_t unknown =
      random.one_of<uint64_t>({1u << 20, uint64_t{1} << 40, uint64_t{1} << 63});
  return some | ((unknown & known) != 0 ? uint64_t{1} << 63 : unknown);
}

void Caller::struct_size(size_t& size, Place place) {
  if (odd_and_wrong(place)) {
    size = random.one_of<size_t>(
        {0, 1, 8, size - 1, size - 4, size - 8, size + 1, size + 8, SIZE_MAX});
  }
}

vyre_string Caller::text(std::string_view usual) {
  if (!odd()) return {usual.data(), usual.size()};
  static constexpr std::string_view kOdd[] = {
      "",     {"a\0b", 3}, "\xff\xfe\x80", "\x1b[31mred\r\n", "\xed\xa0\x80",
      "a\tb", {"\0", 1},   "\x7f",         "%s%n%d",          ".odd"};
  const uint64_t which = random.below(std::size(kOdd) + 2);
  if (which == std::size(kOdd)) return {nullptr, 5};
  const std::string_view chosen = which < std::size(kOdd) ? kOdd[which] : long_text();
  return {chosen.data(), chosen.size()};
}

vyre_string Caller::label() {
  return text(random.one_of<std::string_view>({"", "", "saxpy",
                                               "gr\xc3\xb6\xc3\x9f"
                                               "e",
                                               "a b"}));
}

void Caller::end(bool accepted, std::string_view refusal) {
  allocations_fail() = false;
  function_->count(sound_, accepted);
  if (sound_ && !accepted) functions().keep_refusal(*function_, refusal);
  calls_.fetch_add(1, std::memory_order_relaxed);
}

bool Caller::ended(vyre_error* error) {
  allocations_fail() = false;
  calls_.fetch_add(1, std::memory_order_relaxed);
  function_->count(sound_, error == nullptr);
  if (error == nullptr) {
    if (must_refuse_) {
      problem(std::string("a mistake was accepted, of ") + wrong_at_.file + ":" +
              std::to_string(wrong_at_.line));
    }
    return true;
  }
  check_error(error);
  if (sound_) functions().keep_refusal(*function_, vyre_error_text(error));
  keep_or_destroy(error);
  return false;
}

void Caller::check_error(const vyre_error* error) const {
  const std::string text = vyre_error_text(error);
  const vyre_error_info* info = vyre_error_get_info(error);
  if (text.find("Fix: ") == std::string::npos) problem("no way out in: " + text);
  if (const auto wrong = wrong_with_text(text); !wrong.empty())
    problem("the text " + wrong + ": " + text);
  const bool unsupported = may_be_unsupported_ && info->code == VYRE_ERROR_UNSUPPORTED_FEATURE;
  if (!any_code_ && !unsupported && !function_->codes.contains(info->code)) {
    problem("returns " + std::string(vyre_error_code_name(info->code).data) +
            ", which its header does not name: " + text);
  }
  if (info->code == VYRE_ERROR_INTERNAL) problem("a mistake of the library: " + text);
  for (const vyre_string part :
       {info->message, info->fix, info->label, info->path, info->trap_tag}) {
    if (const auto wrong = wrong_with_text(view_of(part)); !wrong.empty())
      problem("a part " + wrong + ": " + text);
  }
  for (size_t i = 0; i < info->finding_count; ++i) {
    const vyre_finding& finding = *info->findings[i];
    for (const vyre_string part :
         {finding.code, finding.path, finding.other, finding.text, finding.fix, finding.label}) {
      if (const auto wrong = wrong_with_text(view_of(part)); !wrong.empty())
        problem("a finding " + wrong + ": " + text);
    }
  }
}

void Caller::keep_or_destroy(vyre_error* error) {
  auto held = std::make_shared<Held<vyre_error>>(error, "vyre_error_destroy", vyre_error_destroy);
  if (random.one_in(8)) world.errors.add(std::move(held), random);
}

void Caller::problem(const std::string& text) const { tell_problem(where() + ": " + text); }

std::string Caller::where() const {
  return name_ + ", call " + std::to_string(calls()) + ", " +
         current_.load(std::memory_order_relaxed);
}

}  // namespace vyre::interface

#include "spirv/module/traps.h"

#include <algorithm>

namespace vyre::spirv {
namespace {

// The words of the trap buffer.
constexpr uint32_t kKindWord = 0;
constexpr uint32_t kSiteWord = 1;
constexpr uint32_t kValueWord = 2;
constexpr uint32_t kNumberWord = 3;
constexpr uint32_t kInvocationWord = 4;

}  // namespace

void Traps::report(Id condition, Id kind, std::string text, Id value, std::string_view name) {
  code_.when(condition, [&] {
    ModuleBuilder& module = code_.module();
    if (function_ == kNoId) function_ = module.allocate();
    const Id site_id = code_.constant(site_of(std::move(text), name));
    const Id x = invocation_.global(0), y = invocation_.global(1), z = invocation_.global(2);
    code_.emit(SpvOpFunctionCall, module.void_type(), {function_, kind, site_id, value, x, y, z});
    end_invocation();
  });
}

// The text says the statement.
uint32_t Traps::site_of(std::string text, std::string_view name) {
  const auto equals = [&](const TrapSite& site) { return site.text == text && site.name == name; };
  const auto found = repeats_ ? std::ranges::find_if(sites_, equals) : sites_.end();
  const auto number = static_cast<uint32_t>(found - sites_.begin());
  if (found != sites_.end()) return number;
  sites_.push_back({std::move(text), {}, std::string(name)});
  statements_.push_back(path_.statement());
  return number;
}

std::vector<TrapSite> Traps::take_sites(std::span<const std::string> paths) {
  for (size_t i = 0; i < sites_.size(); ++i) {
    if (statements_[i] != ir::kNone) sites_[i].path = paths[statements_[i]];
  }
  return std::move(sites_);
}

// void report(kind, site, ...) { if (cas(buffer[0], 0, kind) == 0) { buffer[1] = site; ... } }
void Traps::define(uint32_t binding, uint32_t number) {
  ModuleBuilder& module = code_.module();
  const Id u32 = module.u32_type();
  const Id buffer = module.global(SpvStorageClassStorageBuffer, module.storage_block(4, false));
  module.bind(buffer, binding);
  const Id pointer = module.pointer(SpvStorageClassStorageBuffer, u32);
  const Id zero = module.u32(0);
  Words words;
  const auto at = [&](uint32_t word) {
    const Id place = module.allocate();
    put(words, SpvOpAccessChain, {pointer, place, buffer, zero, module.u32(word)});
    return place;
  };
  const auto store = [&](uint32_t word, Id value) { put(words, SpvOpStore, {at(word), value}); };
  const Id type = module.function({module.void_type(), u32, u32, u32, u32, u32, u32});
  put(words, SpvOpFunction, {module.void_type(), function_, SpvFunctionControlMaskNone, type});
  std::array<Id, 6> given;  // kind, site, value and the invocation
  for (Id& parameter : given) {
    parameter = module.allocate();
    put(words, SpvOpFunctionParameter, {u32, parameter});
  }
  const Id old = module.allocate(), is_first = module.allocate();
  const Id claimed = module.allocate(), done = module.allocate();
  put(words, SpvOpLabel, {module.allocate()});
  const Id kind = at(kKindWord);
  put(words, SpvOpAtomicCompareExchange,
      {u32, old, kind, module.u32(SpvScopeDevice), zero, zero, given[0], zero});
  put(words, SpvOpIEqual, {module.bool_type(), is_first, old, zero});
  put(words, SpvOpSelectionMerge, {done, SpvSelectionControlMaskNone});
  put(words, SpvOpBranchConditional, {is_first, claimed, done});
  put(words, SpvOpLabel, {claimed});
  store(kSiteWord, given[1]);
  store(kValueWord, given[2]);
  if (number != 0) store(kNumberWord, module.u32(number));  // the word is 0 before
  for (uint32_t axis = 0; axis < 3; ++axis) store(kInvocationWord + axis, given[3 + axis]);
  put(words, SpvOpBranch, {done});
  put(words, SpvOpLabel, {done});
  put(words, SpvOpReturn, {});
  put(words, SpvOpFunctionEnd, {});
  module.append_function(words);
}

}  // namespace vyre::spirv

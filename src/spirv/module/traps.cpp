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

const Traps::Kept& Traps::kept() {
  if (kept_.kind != kNoId) return kept_;
  ModuleBuilder& module = code_.module();
  const auto variable = [&] { return code_.variable(module.u32_type(), module.u32(0)); };
  kept_ = {variable(), variable(), variable(), variable()};
  return kept_;
}

void Traps::report(Id condition, Id kind, std::string text, Id value, std::string_view name) {
  code_.when(condition, [&] {
    code_.store(kept().kind, kind);
    code_.store(kept().site, code_.constant(site_of(std::move(text), name)));
    code_.store(kept().value, value);
    code_.store(kept().x, invocation_.global(0));
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

// if (kind != 0 && cas(buffer[0], 0, kind) == 0) { buffer[1] = site; ... }
void Traps::tell(uint32_t binding, uint32_t number) {
  ModuleBuilder& module = code_.module();
  const Id buffer = module.global(SpvStorageClassStorageBuffer, module.storage_block(4, false));
  module.bind(buffer, binding);
  const Id pointer = module.pointer(SpvStorageClassStorageBuffer, module.u32_type());
  const Id zero = module.u32(0);
  const auto at = [&](uint32_t word) {
    return code_.emit(SpvOpAccessChain, pointer, {buffer, zero, module.u32(word)});
  };
  const auto store = [&](uint32_t word, Id value) { code_.store(at(word), value); };
  const Id kind = code_.load(kept_.kind);
  code_.when(code_.test(SpvOpINotEqual, kind, zero), [&] {
    const Id old = code_.emit(SpvOpAtomicCompareExchange, module.u32_type(),
                              {at(kKindWord), module.u32(SpvScopeDevice), zero, zero, kind, zero});
    code_.when(code_.test(SpvOpIEqual, old, zero), [&] {
      store(kSiteWord, code_.load(kept_.site));
      store(kValueWord, code_.load(kept_.value));
      if (number != 0) store(kNumberWord, module.u32(number));  // the word is 0 before
      store(kInvocationWord, code_.load(kept_.x));
      store(kInvocationWord + 1, invocation_.global(1));
      store(kInvocationWord + 2, invocation_.global(2));
    });
  });
}

}  // namespace vyre::spirv

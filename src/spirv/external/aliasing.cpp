#include <algorithm>

#include "spirv/external/external_module.h"

namespace vyre::spirv {
namespace {

// What promises that a buffer shares no bytes with another.
bool is_restrict(const ModuleInstruction& one) {
  const bool of_whole = one.op == SpvOpDecorate && one[2] == SpvDecorationRestrict;
  return of_whole || (one.op == SpvOpMemberDecorate && one[3] == SpvDecorationRestrict);
}

}  // namespace

// Whether |one| gives a variable its number, which stands there once, and nothing else says that
// the variable may share bytes.
bool ExternalModule::wants_alias(const ModuleInstruction& one) const {
  if (one.op != SpvOpDecorate || one[2] != SpvDecorationBinding) return false;
  return note(one[1], SpvDecorationAliased) == nullptr;
}

std::vector<uint32_t> ExternalModule::aliased(std::span<const uint32_t> rebound) const {
  constexpr uint32_t kHeaderWords = 5;
  std::vector<uint32_t> words(rebound.begin(), rebound.begin() + kHeaderWords);
  const Status walked = words_.for_each([&](const ModuleInstruction& one) {
    if (is_restrict(one)) return Status();
    if (wants_alias(one)) {
      words.insert(words.end(),
                   {3u << SpvWordCountShift | SpvOpDecorate, one[1], SpvDecorationAliased});
    }
    const std::span<const uint32_t> as_it_is = rebound.subspan(one.at, one.words.size());
    words.insert(words.end(), as_it_is.begin(), as_it_is.end());
    return Status();
  });
  return words;
}

}  // namespace vyre::spirv

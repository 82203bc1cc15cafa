#include "spirv/external/words.h"

#include <algorithm>
#include <cstring>

#include "base/encoding/utf8.h"
#include "spirv/external/grammar.h"

namespace vyre::spirv {
namespace {

constexpr size_t kMaxBytes = size_t{64} << 20;
constexpr uint32_t kMaxIds = 1'048'576;   // that are read here
constexpr uint32_t kMostIds = 4'194'303;  // the specification's own limit
constexpr uint32_t kNewestMinor = 6;

uint32_t swapped(uint32_t word) { return __builtin_bswap32(word); }

size_t min_words(SpvOp op) {
  const InstructionForm* const form = instruction_form(op);
  return form != nullptr ? form->min_words() : 1;
}

Status broken(std::string_view what, uint32_t at) {
  return fail(Code::kMalformedModule, "the SPIR-V module is broken at word ", at, ": ", what,
              ". Fix: pass the words as the compiler wrote them");
}

}  // namespace

Result<ModuleWords> ModuleWords::read(std::span<const std::byte> bytes) {
  if (bytes.size() % sizeof(uint32_t) != 0 || bytes.size() < kHeaderWords * sizeof(uint32_t) ||
      bytes.size() > kMaxBytes) {
    return fail(Code::kMalformedModule, "the SPIR-V module has ", bytes.size(),
                " bytes. Fix: pass whole words of 4 bytes, the 5 of the header included, ",
                kMaxBytes, " bytes at most");
  }
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  ModuleWords module(std::move(words));
  VYRE_RETURN_IF_ERROR(module.check_header());
  VYRE_RETURN_IF_ERROR(module.check_instructions());
  return module;
}

// The specification lets a module have either order of bytes.
Status ModuleWords::check_header() {
  if (words_[0] == swapped(SpvMagicNumber)) {
    std::transform(words_.begin(), words_.end(), words_.begin(), swapped);
  }
  if (words_[0] != SpvMagicNumber) return broken("it does not begin with SPIR-V's number", 0);
  const uint32_t version = words_[1];
  const bool is_version = version >> 16 == 1 && (version & 0xFF) == 0;
  if (!is_version || minor_version() > kNewestMinor) {
    return fail(is_version ? Code::kUnsupportedFeature : Code::kMalformedModule,
                "the SPIR-V module has the version word ", version,
                ". Fix: compile it as SPIR-V 1.0 to 1.", kNewestMinor);
  }
  if (bound() == 0 || bound() > kMostIds) return broken("its bound of ids is no such number", 3);
  if (bound() <= kMaxIds) return {};
  return fail(Code::kUnsupportedFeature, "the SPIR-V module has ", bound(), " ids, more than ",
              kMaxIds, ". Fix: compile it in parts, or run spirv-opt --compact-ids over it");
}

Status ModuleWords::check_instructions() const {
  const auto size = static_cast<uint32_t>(words_.size());
  for (uint32_t at = kHeaderWords; at < size;) {
    const uint32_t length = words_[at] >> SpvWordCountShift;
    if (length == 0 || length > size - at) return broken("an instruction has a wrong length", at);
    const auto op = static_cast<SpvOp>(words_[at] & SpvOpCodeMask);
    if (length < min_words(op)) {
      return broken(concat("instruction ", words_[at] & SpvOpCodeMask, " is too short"), at);
    }
    at += length;
  }
  return {};
}

ModuleInstruction ModuleWords::instruction(uint32_t at) const {
  const std::span<const uint32_t> rest = words().subspan(at);
  return {static_cast<SpvOp>(rest[0] & SpvOpCodeMask), at,
          rest.first(rest[0] >> SpvWordCountShift)};
}

size_t text_words(const ModuleInstruction& instruction, size_t first) {
  const auto ends = [](uint32_t word) { return ((word - 0x01010101u) & ~word & 0x80808080u) != 0; };
  const std::span<const uint32_t> rest = instruction.words.subspan(first);
  const auto last = std::ranges::find_if(rest, ends);
  return std::min(rest.size(), static_cast<size_t>(last - rest.begin()) + 1);
}

std::optional<std::string> literal_text(const ModuleInstruction& instruction, size_t first) {
  std::string text;
  for (size_t i = first; i < instruction.words.size(); ++i) {
    for (uint32_t shift = 0; shift < 32; shift += 8) {
      const char byte = static_cast<char>(instruction[i] >> shift & 0xFF);
      if (byte == '\0') return is_utf8(text) ? std::optional(std::move(text)) : std::nullopt;
      text += byte;
    }
  }
  return std::nullopt;
}

}  // namespace vyre::spirv

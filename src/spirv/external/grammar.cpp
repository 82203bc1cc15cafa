#include "spirv/external/grammar.h"

#include <algorithm>

namespace vyre::spirv {
namespace {

struct CapabilityRow {
  uint32_t number;
  std::string_view name;
};

constexpr CapabilityRow kCapabilities[] = {
#define VYRE_CAPABILITY(number, name) {number, #name},
#define VYRE_INSTRUCTION(...)
#include "spirv/external/grammar.inc"
#undef VYRE_CAPABILITY
#undef VYRE_INSTRUCTION
};

constexpr InstructionForm kInstructions[] = {
#define VYRE_CAPABILITY(...)
#define VYRE_INSTRUCTION(number, has_type, has_result, makes, operands) \
  {static_cast<SpvOp>(number), has_type, has_result, Makes::makes, operands},
#include "spirv/external/grammar.inc"
#undef VYRE_CAPABILITY
#undef VYRE_INSTRUCTION
};

template <typename Rows, typename Number, typename Key>
auto row_in(const Rows& rows, Number number, Key key) {
  const auto* const row = std::ranges::lower_bound(rows, number, {}, key);
  return row != std::end(rows) && (*row).*key == number ? row : nullptr;
}

}  // namespace

size_t InstructionForm::min_words() const {
  const std::string_view needed = operands.substr(0, operands.find_first_of("?("));
  return first_operand() + needed.size();
}

const InstructionForm* instruction_form(SpvOp op) {
  return row_in(kInstructions, op, &InstructionForm::op);
}

std::string_view capability_name(uint32_t capability) {
  const CapabilityRow* const row = row_in(kCapabilities, capability, &CapabilityRow::number);
  return row != nullptr ? row->name : std::string_view();
}

}  // namespace vyre::spirv

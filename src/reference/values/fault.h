#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ir/math/division.h"
#include "ir/program/trap_text.h"

namespace vyre::reference {

enum class Fault : uint8_t {
#define VYRE_FAULT(name, reason, fix) name,
#include "reference/values/faults.def"
};

struct FaultText {
  std::string_view reason;
  std::string_view fix;
};

constexpr FaultText fault_text(Fault fault) {
  constexpr FaultText kTexts[] = {
#define VYRE_FAULT(name, reason, fix) {reason, fix},
#include "reference/values/faults.def"
  };
  return kTexts[static_cast<size_t>(fault)];
}

}  // namespace vyre::reference

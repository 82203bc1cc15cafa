#pragma once

#include <cstddef>
#include <cstdint>

// What published generations of programs differ in.
namespace vyre::ir {

// The layouts of the wire form. Numbers of the C interface; each has all that those before it have,
// but for the first, which stands alone.
enum class WireForm : uint8_t {
  kAny,
  k1,    // 0.4.0
  k4,    // 0.4.1 to 0.6.3
  k4Op,  // 0.6.4 and 0.6.5: an operator in each reduction
  k5,    // whole buffers as arguments; written by nobody
  k6     // 0.7: traits of buffers
};

// Whose results a program has where generations differ. Numbers of the C interface.
enum class Semantics : uint8_t { kAny, kV0_6_2, kV0_6_5, kV0_7 };

// As messages say it.
constexpr const char* form_name(WireForm form) {
  constexpr const char* kNames[] = {"any", "1", "4", "4 op", "5", "6"};
  return kNames[static_cast<size_t>(form)];
}

// What programs of that form mean, unless told otherwise.
constexpr Semantics semantics_of(WireForm form) {
  if (form == WireForm::kAny) return Semantics::kAny;
  if (form == WireForm::k4Op) return Semantics::kV0_6_5;
  return form < WireForm::k4Op ? Semantics::kV0_6_2 : Semantics::kV0_7;
}

}  // namespace vyre::ir

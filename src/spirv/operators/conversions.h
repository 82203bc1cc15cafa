#pragma once

#include <string_view>

#include "spirv/module/code_writer.h"
#include "spirv/module/diagnostic_path.h"
#include "spirv/module/traps.h"
#include "spirv/module/value_kinds.h"
#include "spirv/operators/float32.h"
#include "spirv/operators/float64.h"

namespace vyre::spirv {

// What contexts make of a value: an index, a truth value, a stored word, a cast. A value whose kind
// is known only at run time is converted as every kind that it may have, and the right one taken.
class Conversions {
 public:
  Conversions(CodeWriter& code, Float32& float32, Traps& traps, const DiagnosticPath& path)
      : code_(code), float32_(float32), wide_(code), traps_(traps), path_(path) {}

  Id word(const Value& value);         // its low bits
  Id float_word(const Value& value) {  // the same of an f32 that may be uncanonical
    return value.uncanonical ? value.word : word(value);
  }
  Id upper(const Value& value, size_t i) {
    return value.upper[i] == kNoId ? code_.constant(0) : value.upper[i];
  }
  Pair pair(const Value& value);
  Id number_of(Kind kind) { return code_.constant(static_cast<uint32_t>(kind)); }
  Id kind_number(const Value& value);  // which Kind it has
  Id has_kind(const Value& value, Kind kind);
  Id truth(const Value& value);
  // The value as an index, a bound or an atomic operand; |role| tells which. Traps where it is
  // negative, not finite or too large.
  Id as_u32(const Value& value, std::string_view role);
  Pair as_u64(const Value& value, std::string_view role, bool extends_sign = false);
  Value narrowed(const Value& value);  // as operators take it: an F64 as the f32 nearest to it
  Value cast(const Value& value, DataType target, ir::Semantics semantics);
  Bits stored(const Value& value, const Element& element);
  Id loaded_half(const Element& element, Id word);  // the f32 of a 16-bit float

 private:
  // convert(kind) of the kind that the value has, as |type|; zero or false when it has none.
  template <typename Convert>
  Id by_kind(const Value& value, Id type, Convert convert) {
    Id result = kNoId;
    for (const Kind kind : kAllKinds) {
      if (!value.kinds.has(kind)) continue;
      const Id one = convert(kind);
      const bool first = result == kNoId;
      result = first ? one : code_.emit(SpvOpSelect, type, {has_kind(value, kind), one, result});
    }
    return result == kNoId ? code_.module().null(type) : result;
  }

  Id truth_as(Kind kind, const Value& value);
  Id u32_as(Kind kind, const Value& value);
  Id fits_u32(Kind kind, const Value& value);
  Id fits_u64(Kind kind, const Value& value);
  Pair as_f64(const Value& value);
  void check_cast(const Value& value, std::string_view target, KindSet risky);
  Id cast_to_i32(Kind kind, const Value& value);
  Id cast_word_to_f32(Kind kind, const Value& value);
  Value cast_to_f32(const Value& value);
  Value cast_to_u64(const Value& value, ir::Semantics semantics);
  Value cast_to_narrow(const Value& value, DataType target);
  Value cast_to_half(const Value& value, DataType target);
  Value cast_to_bytes(const Value& value, DataType target);
  Bits bytes(const Value& value, size_t words);
  Id second_word(const Value& value);
  Id stored_f32(Kind kind, const Value& value);
  Id stored_half(Kind kind, const Element& element, const Value& value);

  CodeWriter& code_;
  Float32& float32_;
  Float64 wide_;
  Traps& traps_;
  const DiagnosticPath& path_;
};

}  // namespace vyre::spirv

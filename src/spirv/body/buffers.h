#pragma once

#include "spirv/body/buffer_views.h"
#include "spirv/module/code_writer.h"

namespace vyre::spirv {

// Of words, in any order: the word before.
Id relaxed_atomic(CodeWriter& code, AtomicOp op, Id at, SpvScope scope, Id value);

// Access to the buffers of a kernel by element; no access leaves a buffer. An index out of bounds
// reads 0 and writes nothing.
//
// A buffer that the kernel writes or whose elements are wider than a word is accessed under a
// branch, so that an index out of bounds touches nothing. Of the others element 0 is read instead,
// which is always there. An index that is known to be within bounds (ValueRanges) is not checked.
class Buffers {
 public:
  // |has_barriers|: a workgroup has several invocations, which wait for each other.
  Buffers(BufferViews& views, bool orders_atomics, bool has_barriers, bool barriers_order_storage,
          CodeWriter& code);

  Id length(uint32_t buffer);  // BufLen; only where the element has one
  // How many elements can be accessed; of those that never can, how many there are.
  Id accessible(uint32_t buffer);
  Id in_bounds(uint32_t buffer, Id index);
  bool is_certain(Id inside) { return inside == code_.module().boolean(true); }

  struct Loaded {
    Bits bits;
    Id inside = kNoId;  // whether the index is within bounds; none in vectors
  };
  Loaded load(uint32_t buffer, Id index);
  // kNoId, or the truth value that a loop over a long element ended before its time.
  Id store(uint32_t buffer, Id index, const Bits& bits);
  // The word before; |expected| only for CompareExchange.
  Id atomic(uint32_t buffer, const Expr& expr, Id index, Id expected, Id value);
  // work(), a word, where |index| is within bounds, else 0.
  template <typename Work>
  Id within_bounds(uint32_t buffer, Id index, Work work) {
    const Id inside = in_bounds(buffer, index);
    return is_certain(inside) ? work() : code_.when_or_zero(inside, work);
  }

  // Of a unit that is there.
  Id pointer(const View& view, Id unit);
  Id first_unit(const View& view, Id index) {
    return view.units == 1 ? index : code_.word(SpvOpIMul, index, code_.constant(view.units));
  }
  Id load_unit(const View& view, Id unit);
  void store_unit(const View& view, Id unit, Id word);

  void barrier();  // every invocation of a workgroup executes it

 private:
  Id unit_type(const View& view);
  Id element_of_vector(const View& view, Id unit);
  Bits load_unchecked(const View& view, Id index);
  void store_units(const View& view, Id first, uint32_t count, const Bits& bits);
  Id store_long(const View& view, Id first, const Bits& bits);

  BufferViews& views_;
  const bool orders_atomics_;
  const bool has_barriers_;
  const bool barriers_order_storage_;
  CodeWriter& code_;
  Id parameters_ = kNoId;
};

}  // namespace vyre::spirv

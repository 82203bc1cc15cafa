#pragma once

#include <array>
#include <vector>

#include "ir/program/program.h"
#include "launch/binding_plan.h"
#include "spirv/analysis/analysis.h"
#include "spirv/module/code_writer.h"
#include "spirv/module/invocation.h"
#include "spirv/module/target.h"
#include "spirv/optimize/optimizations.h"

namespace vyre::spirv {

// The four bytes from |byte| on, of the words that hold it and the byte three behind it.
Id join_bytes(CodeWriter& code, Id low, Id high, Id byte);

// How wide the units are of which a storage buffer is seen as an array: 4, 2 or 1 bytes.
uint32_t unit_bytes(const ir::Element& element);

// The buffers of a kernel, by index into Program::buffers: each has one view as words, half words
// or bytes, and no access leaves it. An index out of bounds reads 0 and writes nothing.
//
// A buffer that the kernel writes or whose elements are wider than a word is accessed under a
// branch, so that an index out of bounds touches nothing. Of the others element 0 is read instead,
// which is always there. An index that is known to be within bounds (ValueRanges) is not checked.
//
// A buffer in vectors (Optimizations::elementwise) is seen as vectors of four words and accessed by
// load_vectors and store_vectors alone; in between loads and stores work on what is loaded.
class Memory {
 public:
  Memory(const ir::Program& program, const launch::BindingPlan& plan, const Analysis& analysis,
         const Optimizations& optimizations, const Target& target,
         const launch::KnownLaunch& launch, CodeWriter& code);

  uint32_t storage_buffers() const { return storage_buffers_; }
  std::vector<bool> written() const;  // by storage buffer

  const ir::Element& element(uint32_t buffer) const { return views_[buffer].element; }
  Id length(uint32_t buffer);  // BufLen; only where the element has one

  struct Loaded {
    Bits bits;
    Id inside = kNoId;  // whether the index is within bounds; none in vectors
  };
  Loaded load(uint32_t buffer, Id index);
  // Four elements from |index| on, of a buffer of rows (Optimizations::rows, fours); none unless
  // the index is known to be a multiple of four and, in workgroup memory, within bounds.
  using Row = std::array<Id, kCoarsening>;
  std::optional<Row> load_row(uint32_t buffer, Id index);
  // Whether they can be stored at once.
  bool is_row(uint32_t buffer, Id index) const;
  void store_row(uint32_t buffer, Id index, const Row& words);
  // kNoId, or the truth value that a loop over a long element ended before its time.
  Id store(uint32_t buffer, Id index, const Bits& bits);
  // Whether what is in a buffer of f32 may be loose (Value::loose), as nothing else shows it.
  bool may_be_uncanonical(uint32_t buffer) const { return views_[buffer].may_be_uncanonical; }
  void publish(Id is_subnormal_free);  // SubnormalFreeLoops::told, of a word that is stored
  // All of this workgroup before the last barrier, and all own ones where some may be |untold|.
  Id stores_were_subnormal_free(bool unpublished);
  void publish_to_others();  // at a barrier
  // The word before; |expected| only for CompareExchange.
  Id atomic(uint32_t buffer, const ir::Expr& expr, Id index, Id expected, Id value);

  // The buffer as bytes; only of elements with a size.
  Id byte_length(uint32_t buffer);
  Id load_bytes(uint32_t buffer, Id byte);  // four from there on; beyond the end they are 0
  // Those of bytes 4 * |number| and on that |mask| has; they lie within the buffer.
  void store_bytes(uint32_t buffer, Id number, Id word, Id mask);

  std::vector<uint32_t> in_vectors() const;  // numbers of storage buffers
  // Four elements from |first| on, a multiple of four, of each buffer in vectors; |become| says to
  // which of the four neighbors loads and stores belong, whatever their index is.
  void load_vectors(Id first);
  void become(uint32_t neighbor) { neighbor_ = neighbor; }
  void store_vectors(Id first);

  // Every invocation of a workgroup executes these.
  void zero_workgroup_memory(Invocation& invocation);
  void bring_privatized(Invocation& invocation);  // at the end, to the buffers
  void barrier();

 private:
  struct View {
    Id variable = kNoId;
    Id length = kNoId;
    uint32_t parameter = 0;         // its parameter word holds the length
    std::optional<uint32_t> count;  // elements, where every run has as many
    ir::Element element;
    Id gathering = kNoId;                    // in workgroup memory, of |gathered|
    std::optional<ir::AtomicOp> privatized;  // each workgroup gathers these atomics
    uint32_t unit_bytes = 4;
    uint32_t units = 1;  // of an element
    bool shared = false;
    InitialContents start = InitialContents::kZero;  // of workgroup memory
    bool written = false;
    bool may_be_uncanonical = false;
    bool in_rows = false;  // an array of vectors of four words
    bool in_vectors = false;
    bool stored = false;              // since load_vectors
    std::array<Id, kCoarsening> own;  // since load_vectors: the elements of the neighbors
  };

  void add_storage(uint32_t buffer, const launch::Binding& binding, std::optional<uint64_t> bytes);
  void add_shared(uint32_t buffer, uint32_t count);
  Id accessible(uint32_t buffer);
  Id parameter(uint32_t word);
  Id unit_type(const View& view);
  Id pointer(const View& view, Id unit);
  bool is_in_rows(uint32_t buffer) const;
  Id element_of_row(const View& view, Id unit);
  Id row_pointer(const View& view, Id index);
  Row load_row_unchecked(const View& view, Id index);
  Id first_unit(const View& view, Id index);
  Id in_bounds(uint32_t buffer, Id index);
  Id load_unit(const View& view, Id unit);
  Bits load_unchecked(const View& view, Id index);
  void store_unit(const View& view, Id unit, Id word);
  void store_units(const View& view, Id first, uint32_t count, const Bits& bits);
  Id store_long(const View& view, Id first, const Bits& bits);
  Id atomic_unchecked(const View& view, const ir::Expr& expr, Id index, Id expected, Id value);

  struct BytePlace {
    Id unit;
    Id shift;  // bits
  };
  static bool lies_in_words(const View& view);
  BytePlace place_of(const View& view, Id byte);
  Id load_word_of(uint32_t buffer, Id byte);
  Id load_byte(uint32_t buffer, Id byte);
  void store_byte(const View& view, Id byte, Id value);
  void store_masked(const View& view, Id unit, Id word, Id mask);

  Id relaxed_atomic(ir::AtomicOp op, Id at, SpvScope scope, Id value);
  void add_subnormal_flag();
  void add_privatized(View& view, ir::AtomicOp op);
  bool forget_subnormal_stores(Invocation& invocation);  // whether there can be any
  bool empty_privatized(Invocation& invocation);         // whether there are any
  Id privatized_pointer(const View& view, Id index);
  template <typename Work>
  void for_each_privatized(Invocation& invocation, const View& view, Work work);

  Id vector_pointer(const View& view, Id first);

  CodeWriter& code_;
  const Analysis& analysis_;
  const Optimizations& optimizations_;
  const bool orders_atomics_;
  std::vector<View> views_;
  Id parameters_ = kNoId;
  Id subnormal_ = kNoId;      // a word of workgroup memory: not 0 where some lane's own one is true
  Id own_subnormal_ = kNoId;  // a truth value: this lane has stored what is not tame
  uint32_t storage_buffers_ = 0;
  uint32_t neighbor_ = 0;
};

}  // namespace vyre::spirv

#pragma once

#include <array>
#include <vector>

#include "ir/program.h"
#include "launch/binding_plan.h"
#include "spirv/analysis.h"
#include "spirv/code_writer.h"
#include "spirv/invocation.h"
#include "spirv/lower.h"

namespace vyre::spirv {

// The buffers of a kernel, by index into Program::buffers: each has one view as words or bytes,
// and no access leaves it. An index at or over the length reads 0 and writes nothing.
//
// A buffer that the kernel writes is accessed under a branch, so that an index out of bounds
// touches nothing. Of the others element 0 is read instead, which is always there.
//
// A buffer in vectors (Analysis::elementwise) is seen as vectors of four words and accessed by
// load_vectors and store_vectors alone; in between loads and stores work on what is loaded.
class Memory {
 public:
  Memory(const ir::Program& program, const launch::BindingPlan& plan, const Analysis& analysis,
         const Target& target, CodeWriter& code);

  uint32_t storage_buffers() const { return storage_buffers_; }

  Id length(uint32_t buffer);  // elements
  Id load(uint32_t buffer, Id index);
  void store(uint32_t buffer, Id index, Id word);
  // The word before; |expected| only for CompareExchange.
  Id atomic(uint32_t buffer, const ir::Expr& expr, Id index, Id expected, Id value);

  std::vector<uint32_t> in_vectors() const;  // numbers of storage buffers
  // Four elements from |first| on, a multiple of four, of each buffer in vectors; |become| says to
  // which of the four neighbours loads and stores belong, whatever their index is.
  void load_vectors(Id first);
  void become(uint32_t neighbour) { neighbour_ = neighbour; }
  void store_vectors(Id first);

  // Every invocation of a workgroup executes these.
  void zero_workgroup_memory(Invocation& invocation);
  void barrier();

 private:
  struct View {
    Id variable = kNoId;
    Id length = kNoId;
    uint32_t parameter = 0;  // its parameter word holds the length
    uint32_t count = 0;      // elements of workgroup memory
    uint32_t element_bytes = 4;
    bool shared = false;
    bool written = false;
    bool in_vectors = false;
    bool stored = false;              // since load_vectors
    std::array<Id, kNeighbours> own;  // since load_vectors: the elements of the neighbours
  };

  void add_storage(uint32_t buffer, const launch::Binding& binding);
  void add_shared(uint32_t buffer, uint32_t count);
  Id parameter(uint32_t word);
  Id pointer(const View& view, Id index);
  Id in_bounds(uint32_t buffer, Id index);
  Id load_unchecked(const View& view, Id index);
  void store_unchecked(const View& view, Id index, Id word);
  Id atomic_unchecked(const View& view, const ir::Expr& expr, Id index, Id expected, Id value);

  Id vector_pointer(const View& view, Id first);

  CodeWriter& code_;
  const Analysis& analysis_;
  const bool orders_atomics_;
  std::vector<View> views_;
  Id parameters_ = kNoId;
  uint32_t storage_buffers_ = 0;
  uint32_t neighbour_ = 0;
};

}  // namespace vyre::spirv

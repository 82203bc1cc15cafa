#pragma once

#include <span>
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
  };

  void add_storage(uint32_t buffer, const launch::Binding& binding, bool written);
  void add_shared(uint32_t buffer, uint32_t count);
  Id parameter(uint32_t word);
  Id pointer(const View& view, Id index);
  Id in_bounds(uint32_t buffer, Id index);
  Id load_unchecked(const View& view, Id index);
  void store_unchecked(const View& view, Id index, Id word);
  Id atomic_unchecked(const View& view, const ir::Expr& expr, Id index, Id expected, Id value);

  CodeWriter& code_;
  const bool orders_atomics_;
  std::vector<View> views_;
  Id parameters_ = kNoId;
  uint32_t storage_buffers_ = 0;
};

}  // namespace vyre::spirv

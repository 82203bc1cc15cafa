#pragma once

#include "spirv/body/buffers.h"
#include "spirv/module/invocation.h"

namespace vyre::spirv {

// Atomics that each workgroup gathers in its own memory (View::privatized). Every invocation of a
// workgroup executes clear() and bring().
class PrivatizedAtomics {
 public:
  PrivatizedAtomics(const BufferViews& views, Buffers& buffers, Invocation& invocation,
                    CodeWriter& code)
      : views_(views), buffers_(buffers), invocation_(invocation), code_(code) {}

  bool clear();  // whether there are any
  Id atomic(uint32_t buffer, Id index, Id value);
  void bring();  // at the end, to the buffers

 private:
  Id pointer(const View& view, Id index);
  template <typename Work>
  void for_each(const View& view, Work work);

  const BufferViews& views_;
  Buffers& buffers_;
  Invocation& invocation_;
  CodeWriter& code_;
};

}  // namespace vyre::spirv

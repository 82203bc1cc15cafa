#pragma once

#include "spirv/body/privatized_atomics.h"
#include "spirv/body/subnormal_flag.h"

namespace vyre::spirv {

// Workgroup memory as a kernel finds it. Every invocation of a workgroup executes run().
class WorkgroupInit {
 public:
  WorkgroupInit(const BufferViews& views, Buffers& buffers, PrivatizedAtomics& privatized,
                SubnormalFlag& subnormal_flag, Invocation& invocation, CodeWriter& code)
      : views_(views),
        buffers_(buffers),
        privatized_(privatized),
        subnormal_flag_(subnormal_flag),
        invocation_(invocation),
        code_(code) {}

  void run();

 private:
  void fill(const View& view, Id word);

  const BufferViews& views_;
  Buffers& buffers_;
  PrivatizedAtomics& privatized_;
  SubnormalFlag& subnormal_flag_;
  Invocation& invocation_;
  CodeWriter& code_;
};

}  // namespace vyre::spirv

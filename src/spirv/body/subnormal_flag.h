#pragma once

#include "spirv/module/code_writer.h"
#include "spirv/module/invocation.h"
#include "spirv/optimize/optimizations.h"

namespace vyre::spirv {

// What workgroup memory knows of the numbers in it, for subnormal-free loops. Each lane remembers
// what it stored, without a branch, and publishes it at the next barrier, before which they may
// not look at it.
class SubnormalFlag {
 public:
  SubnormalFlag(const SubnormalFreeLoops& loops, CodeWriter& code);

  bool watches(uint32_t buffer) const {
    return !loops_.published.empty() && loops_.published[buffer];
  }
  void publish(Id is_subnormal_free);  // of a word that is stored to such a buffer
  // All of this workgroup before the last barrier, and all own ones where some may be
  // |unpublished|.
  Id stores_were_subnormal_free(bool unpublished);
  void publish_at(NodeId barrier);
  // Every invocation of a workgroup executes it. Whether there is anything to forget.
  bool forget(Invocation& invocation);

 private:
  const SubnormalFreeLoops& loops_;
  CodeWriter& code_;
  Id found_ = kNoId;  // a word of workgroup memory: not 0 where some lane's own one is true
  Id own_ = kNoId;    // a truth value: this lane has stored what is not subnormal-free
};

}  // namespace vyre::spirv

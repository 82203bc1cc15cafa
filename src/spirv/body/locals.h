#pragma once

#include <vector>

#include "spirv/analysis/analysis.h"
#include "spirv/module/code_writer.h"
#include "spirv/module/value_kinds.h"
#include "spirv/optimize/optimizations.h"

namespace vyre::spirv {

// The locals of a kernel, by declaration. A local that only its Let writes is used directly where
// the region of the Let is still open; every other use goes through a variable.
class Locals {
 public:
  Locals(const Program& program, const Analysis& analysis, const Optimizations& optimizations,
         CodeWriter& code);

  void bind_index(NodeId loop, Id index) {
    locals_[loop].direct = Value::of(Kind::kU32, index);
    locals_[loop].region = code_.region();
  }
  // The index for lanes that take part; the others keep the one that they had. So it is read while
  // |read_late| is on.
  void bind_late(NodeId loop, Id index) {
    locals_[loop].late = true;
    assign(loop, Value::of(Kind::kU32, index), index, kNoId);
  }
  void read_late(bool on) { reads_late_ = on; }
  // |word| and |kind| are those of |value|.
  void bind(NodeId let, const Value& value, Id word, Id kind);
  void assign(NodeId let, const Value& value, Id word, Id kind);
  Value read_local(NodeId declaration);

 private:
  struct Local {
    Id word = kNoId;  // variables
    Id kind = kNoId;
    std::array<Id, kMaxWords - 1> upper = {};
    Value direct;
    uint32_t region = ir::kNone;  // of the direct value
    bool late = false;
  };

  Local& with_variables(NodeId let);

  const Analysis& analysis_;
  const Optimizations& optimizations_;
  CodeWriter& code_;
  std::vector<Local> locals_;
  bool regions_close_early_ = false;  // some statement ends invocations or masks them
  bool reads_late_ = false;
};

}  // namespace vyre::spirv

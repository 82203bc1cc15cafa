#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vyre::ir {

// What a registered op takes and gives: the spellings of its types ("u32", "vec2<u32>",
// "GpuBufferHandle"), in order.
struct OpSignature {
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
};

// Where validation learns about ops that programs call. Called from any thread.
class OpSignatures {
 public:
  virtual ~OpSignatures() = default;

  // Null when no op has that id. Lives as long as this object.
  virtual const OpSignature* find(std::string_view op_id) const = 0;
};

}  // namespace vyre::ir

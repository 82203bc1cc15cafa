#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "ir/types/type_table.h"

namespace vyre::ir {

// What a registered op takes and gives: the spellings of its types ("u32", "vec2<u32>",
// "GpuBufferHandle"), in order.
struct OpSignature {
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
};

// The type of arguments with that spelling: scalars in lower case or as the tag is called, the two
// vectors, and handles of the io ops, "GpuBufferHandle" with or without what it points to. None for
// every other text, "f64" among them.
std::optional<DataType> find_spelled_type(std::string_view spelling);

// The reference function of an op: the bytes of all arguments, one after the other, to the bytes of
// the result (docs/compositions.md). Called from any thread, from several at once.
class OpReference {
 public:
  virtual ~OpReference() = default;
  virtual Status run(std::span<const std::byte> input, std::vector<std::byte>& output) const = 0;
};

// Where validation and the oracle learn about ops that programs call. Immutable; called from any
// thread.
class OpTable {
 public:
  virtual ~OpTable() = default;

  // Null when no op has that id. Lives as long as this object.
  virtual const OpSignature* signature(std::string_view op_id) const = 0;

  // Null when the op is unknown or has none. Lives as long as this object.
  virtual const OpReference* reference(std::string_view op_id) const = 0;

  // What the op is for the backend |extension|, made when it is first asked for; null when the op
  // is unknown or has nothing for it, which is the default. Lives as long as this object.
  virtual Result<const std::vector<std::byte>*> lowering(
      [[maybe_unused]] std::string_view op_id, [[maybe_unused]] std::string_view extension) const {
    return nullptr;
  }
};

}  // namespace vyre::ir

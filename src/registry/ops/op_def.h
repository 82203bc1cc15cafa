#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/program/program.h"
#include "ir/types/op_table.h"
#include "registry/ops/attachment.h"
#include "registry/ops/lowering.h"
#include "registry/ops/target.h"

namespace vyre::registry {

// A composes of other ops, B comes from outside, C needs a backend that knows it.
enum class Category : uint8_t { kComposite, kExtension, kIntrinsic };

struct Operand {
  std::string name;
  std::string type;  // a spelling: "u32", "vec2<u32>", "GpuBufferHandle"
};

struct Attribute {
  std::string name;
  std::string type;
  std::string default_value;  // as text; empty: it has to be given
};

struct Signature {
  std::vector<Operand> inputs;
  std::vector<Operand> outputs;
  std::vector<Attribute> attributes;
  bool bytes_extraction = false;
};

// One op. Immutable once it is in a snapshot, and shared by all snapshots that have it.
struct OpDef {
  std::string id;       // its only key
  std::string dialect;  // who registered it
  Category category = Category::kIntrinsic;
  Signature signature;
  ir::OpSignature types;  // those of the signature, as validation wants them; set by a Builder
  std::shared_ptr<const ir::OpReference> reference;  // null: the sentinel, which cannot run
  std::shared_ptr<const ir::Program> composition;    // null: none; see composition.h
  std::map<Target, std::shared_ptr<const Lowering>> lowerings;  // never for Kind::kReference
  std::vector<std::string> laws;
  bool is_extern = false;  // of an extern dialect, which has to be registered too
  std::string source;      // absolute path of its manifest; empty: registered by a call
  Attachment attachment;
};

// Who an error names as the owner of an op: its dialect, if it has one.
inline std::string_view registrant_of(const OpDef& op) {
  return op.dialect.empty() ? "<unknown dialect>" : std::string_view(op.dialect);
}

// A dialect from outside the library, whose ops it lists.
struct ExternDialect {
  std::string name;  // begins with kExternPrefix
  std::string version;
  std::string url;
  std::string source;  // absolute path of its manifest; empty: registered by a call
};

inline constexpr std::string_view kExternPrefix = "vyre-libs-";

}  // namespace vyre::registry

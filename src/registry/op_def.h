#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "ir/op_table.h"
#include "ir/program.h"
#include "registry/interner.h"
#include "registry/target.h"

namespace vyre::registry {

// A composes of other ops, B comes from outside, C needs a backend that knows it.
enum class Category : uint8_t { kComposite, kExtension, kIntrinsic };

// "composite", "extension", "intrinsic".
std::string_view category_name(Category category);
std::optional<Category> parse_category(std::string_view name);

struct Parameter {
  std::string name;
  std::string type;  // a spelling: "u32", "vec2<u32>", "GpuBufferHandle"
};

struct Attribute {
  std::string name;
  std::string type;
  std::string default_value;  // as text; empty: it has to be given
};

struct Signature {
  std::vector<Parameter> inputs;
  std::vector<Parameter> outputs;
  std::vector<Attribute> attributes;
  bool bytes_extraction = false;
};

// What a registered op is for a target: bytes (SPIR-V words, text, a binary), or a function that
// makes them when they are first asked for. What it made is kept.
class Lowering {
 public:
  using Bytes = std::vector<std::byte>;
  using Builder = std::function<Result<Bytes>(std::string_view op_id, const Target& target)>;

  explicit Lowering(Bytes data) : data_(std::move(data)) {}
  explicit Lowering(Builder builder) : builder_(std::move(builder)) {}

  bool is_builder() const { return builder_ != nullptr; }

  // The bytes; lives as long as this object. A builder that failed is asked again the next time.
  Result<const Bytes*> bytes(std::string_view op_id, const Target& target) const;

 private:
  const Builder builder_;
  mutable std::mutex mutex_;
  mutable std::optional<Bytes> data_;  // guarded by mutex_ when there is a builder
};

// One op. Immutable once it is in a snapshot, and shared by all snapshots that have it.
struct OpDef {
  std::string id;       // its only key
  std::string dialect;  // who registered it
  Category category = Category::kIntrinsic;
  Signature signature;
  std::shared_ptr<const ir::OpReference> reference;  // null: the sentinel, which cannot run
  std::shared_ptr<const ir::Program> composition;    // null: none; see composition.h
  std::map<Target, std::shared_ptr<const Lowering>> lowerings;  // never for Kind::kReference
  std::vector<std::string> laws;
};

// Who an error names as the owner of an op: its dialect, or a placeholder.
std::string_view registrant_of(const OpDef& op);

// "<unknown dialect>", for an op without dialect.
inline constexpr std::string_view kUnknownDialect = "<unknown dialect>";

}  // namespace vyre::registry

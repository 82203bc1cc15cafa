#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "launch/image.h"
#include "spirv/external/words.h"

namespace vyre::spirv {

enum class ConstantKind : uint8_t { kU32, kI32, kF32, kBool, kOther };

std::string_view kind_name(ConstantKind kind);

// A constant that a pipeline may give another value.
struct SpecConstant {
  uint32_t number = 0;  // its SpecId
  std::string name;     // may be empty
  ConstantKind kind = ConstantKind::kOther;
  uint32_t bits = 0;       // of its default; a truth is 0 or 1
  uint32_t high_bits = 0;  // of one with more than 32
};

// The value of the constants with this number.
struct SpecChoice {
  uint32_t number = 0;
  uint32_t bits = 0;
};

// A descriptor that the kernel uses, or several that are one by their numbers.
struct ModuleBinding {
  uint32_t set = 0;
  uint32_t binding = 0;
  std::string name;  // of the variable or its block; may be empty
  bool is_uniform = false;
  launch::Descriptor descriptor;  // of one of them
  bool is_read = true;
  bool is_written = true;
  std::string element;  // "F32", "Vec<F32,4>", or "Bytes" where the block is more than an array
  uint64_t fixed_bytes = 0;         // what lies before an array of open length, or all
  uint64_t open_element_bytes = 0;  // stride of that array; 0: there is none
  uint32_t array_count = 1;         // descriptors, each as said
};

struct ByteSpan {
  uint64_t offset = 0;
  uint64_t size = 0;
};

// What a kernel is to its host: what it wants bound, pushed and chosen. Of one entry point.
struct ModuleInterface {
  std::string entry_point;
  std::array<uint32_t, 3> workgroup_size = {1, 1, 1};
  std::array<std::optional<uint32_t>, 3> workgroup_constants;  // SpecId of what it is on an axis
  uint32_t dimensions = 1;  // 1 to 3: the highest axis of the workgroup size, or seen of ids
  std::vector<ModuleBinding> bindings;   // by set, then by binding
  uint32_t push_constant_bytes = 0;      // a multiple of 4; 0: none
  std::vector<ByteSpan> push_constants;  // the members of the block; between them nothing is read
  std::vector<uint64_t> push_addresses;  // where in them a pointer to a buffer stands
  std::optional<uint64_t> workgroup_memory_bytes;  // none: the module does not say it plainly
  bool takes_addresses = false;                    // of buffers, pushed or in memory
  bool has_atomics = false;
  bool has_workgroup_barrier = false;
  bool has_workgroup_memory = false;
  bool has_transcendental = false;
};

// A module that somebody else compiled, read as far as its host must know it. Neither are bodies
// checked nor whether types fit: that is a validator's work. Any words give a module or an error.
class ExternalModule {
 public:
  static Result<ExternalModule> read(std::span<const std::byte> bytes);

  const ModuleWords& words() const { return words_; }
  const std::vector<uint32_t>& capabilities() const { return capabilities_; }
  const std::vector<std::string>& extensions() const { return extensions_; }
  const std::vector<SpecConstant>& constants() const { return constants_; }  // by number
  std::vector<std::string> compute_entry_points() const;                     // as they stand
  bool has_floats_of(uint32_t bits) const { return float_widths_.contains(bits); }

  // What entry point |name| is with these choices; an empty name is the only one for compute.
  Result<ModuleInterface> interface_of(std::string_view name,
                                       std::span<const SpecChoice> choices) const;
  // The same with all defaults, which need not give a workgroup size: an axis is then 0.
  Result<ModuleInterface> initial_interface(std::string_view name) const;

  // Its words for this library's layout: |numbers|, parallel to |interface.bindings|, are the
  // bindings in descriptor set 0, and the workgroup size stands in the module as a number.
  std::vector<uint32_t> rebound(const ModuleInterface& interface,
                                std::span<const uint32_t> numbers) const;
  // The words of rebound(), in which any two buffers may share bytes.
  std::vector<uint32_t> aliased(std::span<const uint32_t> rebound) const;

 private:
  friend class ConstantDivisions;
  friend class DescriptorReader;
  friend class ExternalConstants;
  friend class InterfaceReader;
  friend class TypeBounds;
  friend class ModuleUses;

  struct Definition {
    uint32_t id = 0;
    uint32_t at = 0;  // of its instruction
  };
  // A decoration or a name: of an id, or of a member of one.
  static constexpr uint32_t kWhole = 0xFFFFFFFF;
  struct Note {
    uint32_t id = 0;
    uint32_t member = kWhole;
    uint32_t kind = 0;  // a SpvDecoration, or any other number
    uint32_t value = 0;
    uint32_t at = 0;  // of the word |value|; 0: the decoration has none
  };
  struct EntryPoint {
    std::string name;
    uint32_t function = 0;
    bool is_compute = false;
  };
  struct Body {
    uint32_t id = 0;
    uint32_t begin = 0, end = 0;  // words
  };

  // The row of |id| among |rows|, which are by id; null when there is none.
  template <typename Row>
  static const Row* row_of(const std::vector<Row>& rows, uint32_t id) {
    const auto row = std::ranges::lower_bound(rows, id, {}, &Row::id);
    return row != rows.end() && row->id == id ? &*row : nullptr;
  }

  explicit ExternalModule(ModuleWords words) : words_(std::move(words)) {}
  Status read_tables();
  Status read_one(const ModuleInstruction& one);
  Status read_function(const ModuleInstruction& one);
  Status define(uint32_t id, uint32_t at);
  Status read_constants();
  Status add_constant(const Note& number);

  // The instruction that makes |id|, of types, constants, variables and functions; or none.
  std::optional<ModuleInstruction> find(uint32_t id) const;
  std::optional<uint64_t> literal(uint32_t id) const;  // bits of a number that is written out
  const Note* note(uint32_t id, uint32_t kind, uint32_t member = kWhole) const;
  std::string name_of(uint32_t id) const;  // empty when it has none
  ConstantKind kind_of(uint32_t type) const;
  bool wants_alias(const ModuleInstruction& one) const;

  ModuleWords words_;
  std::vector<uint32_t> capabilities_;
  std::vector<std::string> extensions_;
  std::vector<uint32_t> glsl_sets_;  // ids of GLSL.std.450, sorted
  std::set<uint32_t> float_widths_;  // of its types
  std::vector<EntryPoint> entry_points_;
  std::vector<uint32_t> execution_modes_;  // where they stand
  std::vector<Definition> definitions_;    // by id
  std::vector<Definition> names_;          // by id; of several the first
  std::vector<Note> notes_;                // by id, member and kind
  std::vector<uint32_t> variables_;        // where those outside of functions stand
  std::vector<uint32_t> local_variables_;  // and those inside
  std::vector<Body> bodies_;               // by id
  std::vector<SpecConstant> constants_;
  bool in_function_ = false;  // while it is read
};

}  // namespace vyre::spirv

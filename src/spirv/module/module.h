#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "ir/program/constant_value.h"
#include "launch/kernel_source.h"
#include "launch/launch_rules.h"
#include "specialization/map.h"
#include "spirv/module/ir_names.h"

namespace vyre::spirv {

enum class TrapKind : uint32_t {
  kNone = 0,
  kProgram = 1,
  kLoopLimit = 2,
  kConversion = 3,
  kKindMismatch = 4,
  kNoMeaning = 5,
  kDivisionByZero = 6,  // of the value, an i32
  kDivisionOverflow = 7,
  kGrid = 8  // of GridWords; the site is the axis, the segment number the limit
};

// A place where a kernel can trap.
struct TrapSite {
  std::string text;  // for people, with where it is
  std::string path;  // the statement as its author wrote it; empty: none
  std::string name;  // of a trap of the program its tag, of a division its operator; else empty
  bool operator==(const TrapSite&) const = default;
};

// The push constants that stand before a segment's parameters, without the shape.
inline constexpr uint32_t kBaseWords = 3;
inline uint32_t words_before_parameters(const launch::KernelSource& source) {
  return kBaseWords + (source.guarded ? launch::kShapeWords : 0);
}

inline constexpr uint32_t kTrapWords = 7;  // of the trap buffer
inline constexpr std::string_view kEntryPoint = "main";

// A kernel. Descriptor set 0 holds, in this order: one storage buffer per non-shared binding of the
// plan (binding number = index among the non-shared bindings, in plan order), one uniform buffer
// of |parameter_words| words, and, when |can_trap|, one storage buffer of seven words {kind, site,
// value, number, x, y, z}, kind != 0 after a trap of the invocation x, y, z. Push constants:
// |kBaseWords|, the workgroup base of the grid; of a guarded kernel the shape; and behind them the
// segment's parameters. Parameter word i of the uniform buffer is how many elements of the i-th
// storage buffer can be accessed or, where none ever can, its BufLen (Element::counted_bits).
struct Module {
  std::vector<uint32_t> words;
  uint32_t storage_buffers = 0;
  uint32_t parameter_words = 0;
  bool can_trap = false;
  std::vector<TrapSite> trap_sites;
  // What the program names: specialization constants that are words, by number. A pipeline gives
  // each of them its word; the module is the same whatever they are.
  struct Constant {
    std::string name;
    ir::ConstantKind kind = ir::ConstantKind::kU32;
  };
  std::vector<Constant> constants;
  // A second kernel for workgroups whose elements are all within bounds, with the same interface:
  // one invocation does the work of several neighbors on the x axis. Empty: there is none.
  std::vector<uint32_t> coarsened_words;
  launch::LaunchRules rules;
};

// How many elements of |element| fit into |bytes|, as parameter words say it.
inline uint32_t element_count(const Element& element, uint64_t bytes) {
  const uint64_t bits = element.counted_bits();
  return bits == 0 ? 0 : static_cast<uint32_t>(std::min<uint64_t>(bytes * 8 / bits, UINT32_MAX));
}

// The words of |module|'s constants for |values|, by number.
std::vector<uint32_t> constant_words(const Module& module, const specialization::Map& values);

// Makes |values| those that the constants in |module|'s words have unless a pipeline gives others.
void put_constants(Module& module, const specialization::Map& values);

// A module as bytes that say all of it, and back. Reading fails with kInvalidArgument when the
// bytes are anything else; what the words mean is not looked at.
std::vector<uint8_t> to_bytes(const Module& module);
Result<Module> from_bytes(std::span<const uint8_t> bytes);

// Whether a module from elsewhere has the bindings of |plan|: dispatches rely on that.
bool fits(const Module& module, const launch::BindingPlan& plan);

}  // namespace vyre::spirv

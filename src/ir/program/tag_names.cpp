#include "ir/program/tag_names.h"

namespace vyre::ir::spelling {
namespace {

constexpr std::string_view kBinOpWords[] = {"",
                                            "add",
                                            "sub",
                                            "mul",
                                            "div",
                                            "mod",
                                            "bit_and",
                                            "bit_or",
                                            "bit_xor",
                                            "shl",
                                            "shr",
                                            "eq",
                                            "ne",
                                            "lt",
                                            "gt",
                                            "le",
                                            "ge",
                                            "and",
                                            "or",
                                            "abs_diff",
                                            "min",
                                            "max",
                                            "saturating_add",
                                            "saturating_sub",
                                            "saturating_mul",
                                            "shuffle",
                                            "ballot",
                                            "wave_reduce",
                                            "wave_broadcast",
                                            "rotate_left",
                                            "rotate_right",
                                            "wrapping_add",
                                            "wrapping_sub",
                                            "mul_high"};
static_assert(std::size(kBinOpWords) == 0x22);

constexpr std::string_view kUnOpWords[] = {
    "",          "negate",       "bit_not",     "logical_not",  "popcount",    "clz",
    "ctz",       "reverse_bits", "cos",         "sin",          "abs",         "sqrt",
    "floor",     "ceil",         "round",       "trunc",        "sign",        "is_nan",
    "is_inf",    "is_finite",    "exp",         "log",          "log2",        "exp2",
    "tan",       "acos",         "asin",        "atan",         "tanh",        "sinh",
    "cosh",      "inverse_sqrt", "unpack4_low", "unpack4_high", "unpack8_low", "unpack8_high",
    "reciprocal"};
static_assert(std::size(kUnOpWords) == 0x25);

constexpr std::string_view kAtomicOpWords[] = {"",
                                               "add",
                                               "or",
                                               "and",
                                               "xor",
                                               "min",
                                               "max",
                                               "exchange",
                                               "compare_exchange",
                                               "compare_exchange_weak",
                                               "fetch_nand",
                                               "lru_update"};
static_assert(std::size(kAtomicOpWords) == 0x0C);

constexpr std::string_view kCollectiveOpWords[] = {"",        "sum",    "min",    "max",
                                                   "bit_and", "bit_or", "bit_xor"};
constexpr std::string_view kOrderingWords[] = {"relaxed", "acquire", "release",
                                               "acq_rel", "seq_cst", "grid_sync"};
constexpr std::string_view kAccessWords[] = {"read_only", "read_write", "uniform", "workgroup",
                                             "write_only"};
constexpr std::string_view kMemoryKindWords[] = {"global",   "shared", "uniform",   "local",
                                                 "readonly", "push",   "persistent"};
constexpr std::string_view kLocalityWords[] = {"streaming", "temporal", "random"};
constexpr std::string_view kLinearTypeWords[] = {"unrestricted", "linear", "affine", "relevant"};
constexpr std::string_view kAxisWords[] = {"x", "y", "z"};

}  // namespace

const Words kBinOps = kBinOpWords;
const Words kUnOps = kUnOpWords;
const Words kAtomicOps = kAtomicOpWords;
const Words kCollectiveOps = kCollectiveOpWords;
const Words kOrderings = kOrderingWords;
const Words kAccesses = kAccessWords;
const Words kMemoryKinds = kMemoryKindWords;
const Words kLocalities = kLocalityWords;
const Words kLinearTypes = kLinearTypeWords;
const Words kAxes = kAxisWords;

std::optional<uint8_t> find(Words words, std::string_view text) {
  for (size_t tag = 0; tag < words.size() && !text.empty(); ++tag) {
    if (words[tag] == text) return static_cast<uint8_t>(tag);
  }
  return std::nullopt;
}

}  // namespace vyre::ir::spelling

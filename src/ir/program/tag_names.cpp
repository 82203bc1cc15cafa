#include "ir/program/tag_names.h"

namespace vyre::ir::spelling {
namespace {

constexpr std::string_view kBinOpWords[] = {
    "",
#define BINARY(name, c_name, json, ...) #json,
#include "ir/program/ops.def"
};
constexpr std::string_view kUnOpWords[] = {
    "",
#define UNARY(name, c_name, json, ...) #json,
#include "ir/program/ops.def"
};
constexpr std::string_view kAtomicOpWords[] = {
    "",
#define ATOMIC(name, c_name, json, ...) #json,
#include "ir/program/ops.def"
};
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

// Prints a digest of the plan of each case of a file like gridsync.json: of the wire form of its
// segments, their order and the hidden buffers. Two processes must print the same.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "base/encoding/hex.h"
#include "base/hash/blake3.h"
#include "base/json/document.h"
#include "grid_sync/split.h"
#include "ir/validate/validate.h"
#include "ir/wire/decode.h"
#include "ir/wire/encode.h"

namespace vyre::grid_sync {
namespace {

using Bytes = std::vector<uint8_t>;

Bytes hex_of(JsonValue text) { return hex_decode(text.string()).value_or(Bytes{}); }

std::array<uint32_t, 3> axes(JsonValue list) {
  std::array<uint32_t, 3> sizes{};
  size_t axis = 0;
  for (const JsonValue size : list) sizes[axis++ % 3] = static_cast<uint32_t>(size.number());
  return sizes;
}

std::vector<uint32_t> lengths_of(const ir::Program& program, JsonValue inputs) {
  std::vector<uint32_t> lengths;
  for (const ir::Buffer& buffer : program.buffers) {
    uint64_t length = buffer.count;
    for (const JsonValue input : inputs) {
      if (input.find("name").string() != program.names[buffer.name]) continue;
      const uint64_t bits = ir::bit_width(program.types, buffer.element).value_or(8);
      length = uint64_t{hex_of(input.find("hex")).size()} * 8 / bits;
    }
    lengths.push_back(static_cast<uint32_t>(length));
  }
  return lengths;
}

void append(Bytes& all, uint64_t number) {
  for (uint32_t shift = 0; shift < 64; shift += 8) {
    all.push_back(static_cast<uint8_t>(number >> shift));
  }
}

Result<std::string> digest_of(const Plan& plan) {
  Bytes all;
  for (const SegmentCode& code : plan.programs) {
    VYRE_ASSIGN_OR_RETURN(const auto wire, ir::encode_wire(*code.program));
    append(all, wire.size());
    all.insert(all.end(), wire.begin(), wire.end());
    for (const ir::ExprId parameter : code.parameters) append(all, parameter);
  }
  for (const uint32_t segment : plan.segments) append(all, segment);
  for (const uint32_t word : plan.words) append(all, word);
  for (const uint64_t bytes : plan.hidden) append(all, bytes);
  append(all, plan.hidden_bytes);
  append(all, plan.barriers);
  return concat(plan.segments.size(), " ", hex_encode(blake3(all)));
}

// A plan, or why there is none.
Result<std::string> line_of(JsonValue item) {
  VYRE_ASSIGN_OR_RETURN(const auto program, ir::decode_wire(hex_of(item.find("wire"))));
  VYRE_RETURN_IF_ERROR(ir::validate(*program, {}));
  const std::vector<uint32_t> lengths = lengths_of(*program, item.find("inputs"));
  const Launch launch{axes(item.find("grid")), program->workgroup_size, lengths};
  VYRE_ASSIGN_OR_RETURN(const Plan plan, make_plan(*program, launch, {.max_parameters = 8},
                                                   std::pmr::get_default_resource()));
  return digest_of(plan);
}

int main(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto document = JsonDocument::parse(text);
  if (!document.ok()) {
    std::fprintf(stderr, "%s: %s\n", path, document.error().text().c_str());
    return 1;
  }
  for (const JsonValue item : document.value().root().find("cases")) {
    const auto line = line_of(item);
    std::printf("%s %s\n", std::string(item.find("name").string()).c_str(),
                line.ok() ? line.value().c_str() : line.error().text().c_str());
  }
  return 0;
}

}  // namespace
}  // namespace vyre::grid_sync

int main(int count, char** arguments) {
  return count == 2 ? vyre::grid_sync::main(arguments[1]) : 2;
}

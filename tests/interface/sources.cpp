#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "interface/world.h"

// The programs of a round: a few that are right in every form, and some that are not.
namespace vyre::interface {
namespace {

constexpr const char* kSaxpy = R"({
  "workgroup_size": [64, 1, 1],
  "buffers": [{"name": "a", "type": "F32", "count": 1},
              {"name": "x", "type": "F32"}, {"name": "y", "type": "F32"},
              {"name": "out", "type": "F32", "access": "write_only"}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"if": {"lt": ["i", {"buf_len": "x"}]},
            "then": [{"store": "out", "at": "i", "value": {"add": [
              {"mul": [{"load": "a", "at": 0}, {"load": "x", "at": "i"}]},
              {"load": "y", "at": "i"}]}}]}]
})";

constexpr const char* kIncrement = R"({
  "buffers": [{"name": "in", "type": "U32", "count": 64},
              {"name": "out", "type": "U32", "count": 64, "access": "read_write"}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"if": {"lt": ["i", 64]}, "then": [{"store": "out", "at": "i",
            "value": {"add": [{"load": "in", "at": "i"}, {"load": "out", "at": "i"}]}}]}]
})";

constexpr const char* kAcrossTheGrid = R"({
  "workgroup_size": [4, 1, 1],
  "buffers": [{"name": "in", "type": "U32", "count": 16},
              {"name": "mid", "type": "U32", "count": 16, "access": "read_write"},
              {"name": "out", "type": "U32", "count": 16, "access": "write_only"}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"store": "mid", "at": "i", "value": {"load": "in", "at": "i"}},
           {"barrier": "grid_sync"},
           {"store": "out", "at": "i",
            "value": {"load": "mid", "at": {"mod": [{"add": ["i", 1]}, 16]}}}]
})";

constexpr const char* kConstants = R"({
  "buffers": [{"name": "out", "type": "U32", "count": 2, "output": true}],
  "body": [{"store": "out", "at": 0, "value": {"spec": "u", "type": "U32", "default": 7}},
           {"store": "out", "at": 1, "value": {"cast": "U32", "value":
             {"spec": "f", "type": "F32", "default": 2.5}}}]
})";

constexpr const char* kTrap = R"({
  "buffers": [{"name": "out", "type": "U32", "count": 4, "output": true}],
  "body": [{"if": {"lt": [{"invocation_id": "x"}, 2]},
            "then": [{"trap": {"invocation_id": "x"}, "tag": "on purpose"}]},
           {"store": "out", "at": 0, "value": 1}]
})";

constexpr const char* kCalls = R"({
  "buffers": [{"name": "out", "type": "U32", "count": 1, "output": true}],
  "body": [{"store": "out", "at": 0, "value": {"call": "fuzz.twice", "args": [21]}}]
})";

constexpr const char* kBroken = R"({
  "buffers": [{"name": "out", "type": "U32", "count": 1, "output": true}],
  "body": [{"store": "out", "at": 0, "value": {"add": [{"f32": 1}, 2]}}, {"let": "out", "value": "none"}]
})";

std::string kernel(const char* name) {
  const char* folder = std::getenv("VYRE_TEST_KERNELS");
  std::ifstream file(
      std::string(folder != nullptr ? folder : VYRE_TEST_KERNELS) + "/" + name + ".spv",
      std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string wire_of(const char* json) {
  vyre_program* program = nullptr;
  vyre_blob* blob = nullptr;
  vyre_save_desc desc = VYRE_SAVE_DESC_INIT;
  desc.format = VYRE_FORMAT_WIRE;
  vyre_error* error = vyre_program_load(nullptr, json, std::strlen(json), nullptr, &program);
  if (error == nullptr) error = vyre_program_save(program, &desc, &blob);
  vyre_error_destroy(error);
  const vyre_bytes bytes = vyre_blob_get_bytes(blob);
  std::string wire(static_cast<const char*>(bytes.data), bytes.size);
  vyre_blob_destroy(blob);
  vyre_program_destroy(program);
  return wire;
}

}  // namespace

std::vector<Source> make_sources() {
  std::vector<Source> sources;
  for (const char* json : {kSaxpy, kIncrement, kConstants}) sources.push_back({json});
  sources.push_back({kAcrossTheGrid, true, false, true});
  sources.push_back({wire_of(kIncrement)});
  sources.push_back({wire_of(kAcrossTheGrid), true, false, true});
  sources.push_back({kernel("saxpy"), true, true});
  for (const char* json : {kTrap, kCalls, kBroken}) sources.push_back({json, false});
  return sources;
}

}  // namespace vyre::interface

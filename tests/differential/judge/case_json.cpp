#include "case_json.h"

#include "base/encoding/hex.h"
#include "base/json/writer.h"
#include "ir/json/write.h"

namespace vyre::differential {
namespace {

void write_inputs(JsonWriter& json, const Case& sketch, size_t run) {
  json.key("inputs").begin_object();
  for (const DeclaredBuffer& buffer : sketch.buffers) {
    if (has_no_input(buffer.record)) continue;
    json.key(buffer.name).string(hex_encode(buffer.inputs[run]));
  }
  json.end();
}

void write_outcome(JsonWriter& json, const Case& sketch, const std::vector<Outcome>& outcomes,
                   size_t run) {
  if (run >= outcomes.size()) {
    json.null();
    return;
  }
  json.begin_object();
  if (!outcomes[run].error.empty()) json.key("error").string(outcomes[run].error);
  size_t output = 0;
  for (const DeclaredBuffer& buffer : sketch.buffers) {
    if (!is_returned(buffer.record) || output >= outcomes[run].outputs.size()) continue;
    json.key(buffer.name).string(hex_encode(outcomes[run].outputs[output++]));
  }
  json.end();
}

}  // namespace

std::string write_case(const Case& sketch, const Judgment& judgment) {
  JsonWriter json;
  json.begin_object(JsonWriter::Layout::kLines);
  json.key("reason").string(judgment.reason);
  json.key("grid").begin_array();
  for (const uint32_t axis : sketch.grid) json.integer(axis);
  json.end();
  json.key("known_launch").boolean(sketch.known_launch);
  const auto program = program_of(sketch);
  json.key("program").raw(program.ok() ? ir::write_json(*program.value()) : "null");
  json.key("runs").begin_array(JsonWriter::Layout::kLines);
  for (size_t run = 0; run < sketch.runs; ++run) {
    json.begin_object(JsonWriter::Layout::kLines);
    write_inputs(json, sketch, run);
    json.key("oracle");
    write_outcome(json, sketch, judgment.expected, run);
    json.key("device");
    write_outcome(json, sketch, judgment.got, run);
    json.end();
  }
  json.end().end();
  return json.take();
}

}  // namespace vyre::differential

#include "commands.h"

namespace tool {

namespace {

Result<Bytes> text_of(const vyre_program* program) {
  const Result<std::string> json = json_of(program);
  if (!json) return json.failure();
  Bytes bytes(json->begin(), json->end());
  bytes.push_back('\n');
  return bytes;
}

}  // namespace

int convert(const ConvertOptions& options) {
  const Result<Loaded> loaded = load(options.input);
  if (!loaded) return report(loaded.failure());
  const vyre_program* program = loaded->program.get();
  if (options.json && options.form != VYRE_WIRE_ANY)
    return report(Failure{"--json and --form are given. Fix: leave one of them out."});
  const Result<Bytes> bytes = options.json ? text_of(program) : wire_of(program, options.form);
  if (!bytes) return report(bytes.failure());
  if (const auto failure = write_file(options.output, *bytes)) return report(*failure);
  return kExitOk;
}

}  // namespace tool

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
  const Result<Context> context = create_context();
  if (!context) return report(context.failure());
  const Result<Program> program = load_program(context->get(), options.input);
  if (!program) return report(program.failure());
  const Result<Bytes> bytes = options.json ? text_of(program->get()) : wire_of(program->get());
  if (!bytes) return report(bytes.failure(), kExitFailed);
  if (const auto failure = write_file(options.output, *bytes)) return report(*failure);
  return kExitOk;
}

}  // namespace tool

#include "commands.h"
#include "host/files.h"

namespace tool {

namespace {

// Asks for the size first, then for the bytes.
template <class Write>
Result<Bytes> collect(Write write) {
  size_t size = 0;
  if (vyre_error* error = write(nullptr, 0, &size)) return failure(error);
  Bytes bytes(size);
  if (vyre_error* error = write(bytes.data(), bytes.size(), &size)) return failure(error);
  return bytes;
}

Result<Bytes> text_of(const vyre_program* program) {
  Result<Bytes> bytes = collect([&](uint8_t* memory, size_t capacity, size_t* size) {
    return vyre_program_to_json(program, reinterpret_cast<char*>(memory), capacity, size);
  });
  if (bytes) bytes->push_back('\n');
  return bytes;
}

Result<Bytes> wire_of(const vyre_program* program) {
  return collect([&](uint8_t* memory, size_t capacity, size_t* size) {
    return vyre_program_encode(program, memory, capacity, size);
  });
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

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "ir/json/write.h"
#include "ir/wire/canonical.h"
#include "ir/wire/encode.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::runtime::Program;
using namespace vyre::capi;

namespace {

using Loaded = Result<std::shared_ptr<const Program>>;

// The common part of all functions that read a program.
template <typename Read>
vyre_error* read_program(vyre_context* context, const void* bytes, uint64_t size,
                         vyre_program** out_program, Read read) {
  return guard(out_program, context, "context", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto memory, bytes_of(bytes, size, "bytes"));
    return hand_out(out_program, read(context->rep, memory));
  });
}

// The common part of all functions that write a program to memory of the caller.
template <typename Element, typename Write>
vyre_error* write_program(const vyre_program* program, Element* memory, size_t capacity,
                          size_t* out_size, Write write) {
  return write_sized(memory, capacity, out_size, [&]() -> decltype(write(program->rep->ir())) {
    VYRE_RETURN_IF_ERROR(require(program, "program"));
    return write(program->rep->ir());
  });
}

constexpr uint64_t kKnownFlags = VYRE_VALIDATE_SUBGROUP | VYRE_VALIDATE_COLLECTIVES |
                                 VYRE_VALIDATE_ALLOW_SHADOWING | VYRE_VALIDATE_UNCHECKED_CALLS;

Status check(const vyre_validate_desc& desc) {
  VYRE_RETURN_IF_ERROR(check_bits(desc.flags, kKnownFlags, "vyre_validate_desc.flags"));
  if ((desc.flags & VYRE_VALIDATE_UNCHECKED_CALLS) == 0 || desc.registry == nullptr) return {};
  return vyre::fail(Code::kInvalidArgument,
                    "vyre_validate_desc has a registry and VYRE_VALIDATE_UNCHECKED_CALLS. Fix: "
                    "leave one of them out");
}

// The ops that calls are checked with; null: none.
std::shared_ptr<const vyre::registry::Snapshot> ops_of(const vyre_validate_desc& desc,
                                                       vyre::runtime::Context& context) {
  if ((desc.flags & VYRE_VALIDATE_UNCHECKED_CALLS) != 0) return nullptr;
  return desc.registry != nullptr ? desc.registry->rep : context.registry().current();
}

}  // namespace

vyre_error* vyre_program_decode(vyre_context* context, const void* bytes, size_t size,
                                vyre_program** out_program) {
  return read_program(context, bytes, size, out_program, &Program::decode);
}

vyre_error* vyre_program_load(vyre_context* context, const void* bytes, size_t size,
                              vyre_program** out_program) {
  return read_program(context, bytes, size, out_program, &Program::load);
}

vyre_error* vyre_program_from_json(vyre_context* context, vyre_string json,
                                   vyre_program** out_program) {
  return read_program(context, json.data, json.size, out_program,
                      [&](auto owner, auto) { return Program::from_json(owner, view(json)); });
}

vyre_error* vyre_program_encode(const vyre_program* program, void* bytes, size_t capacity,
                                size_t* out_size) {
  vyre::ir::wire::Writer wire;
  return write_program(program, static_cast<uint8_t*>(bytes), capacity, out_size,
                       [&](const vyre::ir::Program& ir) -> Result<std::span<uint8_t>> {
                         VYRE_RETURN_IF_ERROR(vyre::ir::encode_wire(ir, wire));
                         return wire.bytes();
                       });
}

vyre_error* vyre_program_to_json(const vyre_program* program, char* text, size_t capacity,
                                 size_t* out_size) {
  return write_program(
      program, text, capacity, out_size,
      [](const vyre::ir::Program& ir) -> Result<std::string> { return vyre::ir::write_json(ir); });
}

vyre_error* vyre_program_fingerprint(const vyre_program* program, uint8_t out_fingerprint[32]) {
  return guard(program, "program", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_fingerprint, "out_fingerprint"));
    std::fill_n(out_fingerprint, 32, uint8_t{0});
    VYRE_ASSIGN_OR_RETURN(const vyre::Digest digest, vyre::ir::fingerprint(program->rep->ir()));
    static_assert(sizeof digest == 32);
    std::memcpy(out_fingerprint, &digest, sizeof digest);
    return {};
  });
}

vyre_error* vyre_program_validate(const vyre_program* program, const vyre_validate_desc* given) {
  return guard(program, "program", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const vyre_validate_desc desc,
                          VYRE_READ_DESC(given, vyre_validate_desc, VYRE_VALIDATE_DESC_INIT));
    VYRE_RETURN_IF_ERROR(check(desc));
    const auto ops = ops_of(desc, program->rep->context());
    vyre::ir::ValidationOptions options;
    options.subgroup_operations = (desc.flags & VYRE_VALIDATE_SUBGROUP) != 0;
    options.distributed_collectives = (desc.flags & VYRE_VALIDATE_COLLECTIVES) != 0;
    options.allow_shadowing = (desc.flags & VYRE_VALIDATE_ALLOW_SHADOWING) != 0;
    options.ops = ops.get();
    return program->rep->validate(options);
  });
}

void vyre_program_destroy(vyre_program* program) { delete program; }

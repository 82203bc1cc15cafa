#include "interface/calls/all_calls.h"

namespace vyre::interface {
namespace {

void load(Caller& c) {
  const auto& sources = c.world.sources();
  load_program(c, sources[c.random.below(sources.size())]);
}

// Bytes with something changed.
void load_damaged(Caller& c) {
  const auto& sources = c.world.sources();
  std::string bytes = sources[c.random.below(sources.size())].bytes;
  for (uint64_t i = c.random.below(4); i != 0; --i) {
    bytes[c.random.below(bytes.size())] = static_cast<char>(c.random.below(256));
  }
  if (c.random.one_in(2)) bytes.resize(c.random.below(bytes.size() + 1));
  c.begin("vyre_program_load");
  c.unsound();
  Out<vyre_program*> out(c);
  if (!c.end(vyre_program_load(nullptr, bytes.data(), bytes.size(), nullptr, out.place()), out))
    return;
  auto made = std::make_shared<Program>(out.get());
  made->valid = false;
  c.world.programs.add(std::move(made), c.random);
}

void save(Caller& c) {
  const auto program = c.world.program(c, false);
  vyre_save_desc desc = VYRE_SAVE_DESC_INIT;
  c.begin("vyre_program_save");
  c.struct_size(desc.struct_size);
  if (!program->module) desc.format = VYRE_FORMAT_JSON;
  if (c.odd())
    desc.format = c.random.one_of({VYRE_FORMAT_WIRE, VYRE_FORMAT_SPIRV, VYRE_FORMAT_ANY});
  if (c.odd())
    desc.form =
        c.random.one_of({VYRE_WIRE_FORM_1, VYRE_WIRE_FORM_6, static_cast<vyre_wire_form>(50)});
  Out<vyre_blob*> out(c);
  if (!c.end(vyre_program_save(c.object(program->raw), &desc, out.place()), out)) return;
  c.world.blobs.add(std::make_shared<Blob>(out.get(), "vyre_blob_destroy", vyre_blob_destroy),
                    c.random);
}

void info(Caller& c) {
  const auto program = c.world.program(c, false);
  c.begin("vyre_program_get_info");
  const vyre_program_info* info = vyre_program_get_info(c.or_null(program->raw));
  for (size_t i = 0; i < info->parameter_count; ++i) {
    if (info->parameters[i]->name.data == nullptr) c.problem("a parameter's name is NULL");
  }
  c.end();
}

void fingerprint(Caller& c) {
  const auto program = c.world.program(c);
  c.begin("vyre_program_get_fingerprint");
  if (!program->module) c.unsound();  // not every program has a wire form
  uint8_t out[32];
  const auto form = c.odd() ? c.random.one_of({VYRE_WIRE_FORM_1, static_cast<vyre_wire_form>(77)})
                            : VYRE_WIRE_ANY;
  c.end(vyre_program_get_fingerprint(c.object(program->raw), form, c.object(&out[0])));
}

void validate(Caller& c) {
  const auto program = c.world.program(c, false);
  const auto registry = c.world.registry(c);
  if (!registry) return;
  vyre_validate_desc desc = VYRE_VALIDATE_DESC_INIT;
  c.begin("vyre_program_validate");
  if (!program->valid) c.unsound();
  c.struct_size(desc.struct_size);
  desc.flags = c.flags(VYRE_VALIDATE_SUBGROUP | VYRE_VALIDATE_COLLECTIVES |
                       VYRE_VALIDATE_ALLOW_SHADOWING | VYRE_VALIDATE_UNCHECKED_CALLS);
  const bool unchecked = (desc.flags & VYRE_VALIDATE_UNCHECKED_CALLS) != 0;
  if (!unchecked) desc.registry = c.or_null(registry->raw);
  if (unchecked && c.odd_and_wrong()) desc.registry = registry->raw;
  c.end(vyre_program_validate(c.object(program->raw), &desc));
}

constexpr Action kActions[] = {
    {"vyre_program_load", 15, load},
    {"vyre_program_load", 15, load_damaged},
    {"vyre_program_save", 20, save},
    {"vyre_program_get_info", 20, info},
    {"vyre_program_get_fingerprint", 15, fingerprint},
    {"vyre_program_validate", 10, validate},
};

}  // namespace

void load_program(Caller& c, const Source& source) {
  const auto context = c.world.contexts.pick(c.random);
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  c.begin("vyre_program_load");
  c.struct_size(desc.struct_size);
  desc.label = c.label();
  if (c.odd()) desc.entry = c.text("main");
  desc.max_statements = c.number(0, {1, UINT64_MAX});
  desc.max_element_bytes = c.number(0, {1, UINT64_MAX});
  if (c.odd()) desc.format = c.choice(VYRE_FORMAT_WIRE);
  if (c.odd()) desc.form = c.choice(VYRE_WIRE_FORM_6);
  if (c.odd()) desc.semantics = c.choice(VYRE_SEMANTICS_V0_7);
  if (c.odd_and_wrong()) desc.reserved = 1;
  if (c.odd_and_wrong()) desc.parameter_count = 3;
  Out<vyre_program*> out(c);
  const auto* bytes = c.object(source.bytes.data());
  if (!c.end(vyre_program_load(context ? c.or_null(context->raw) : nullptr, bytes,
                               source.bytes.size(), &desc, out.place()),
             out)) {
    return;
  }
  auto made = std::make_shared<Program>(out.get());
  made->valid = source.valid;
  made->module = source.module;
  made->cut = source.cut;
  c.world.programs.add(std::move(made), c.random);
}

std::span<const Action> program_calls() { return kActions; }

}  // namespace vyre::interface

#include "interface/calls/all_calls.h"
#include "vyre_driver_keys.h"

namespace vyre::interface {
namespace {

vyre_constant constant(Caller& c, const char* name) {
  vyre_constant made = vyre_constant_u32(name, c.random.below32(100));
  switch (c.random.below(4)) {
    case 0:
      made = vyre_constant_f32(name, -0.0f);
      break;
    case 1:
      made = vyre_constant_bool(name, 1);
      break;
    case 2:
      made.kind = VYRE_CONSTANT_TYPE;
      made.bits = 0;
      made.element = vyre_str("Vec<F32,4>");
      break;
    default:
      break;
  }
  made.name = c.text(name);
  made.kind = c.choice(made.kind);
  if (c.odd()) made.bits = uint64_t{1} << 40;
  if (c.odd()) made.reserved = 1;
  if (c.odd()) made.element = c.text("U32,");
  return made;
}

// Some constants, and their number.
struct Constants {
  explicit Constants(Caller& c) : count(c.random.below(4)) {
    constexpr const char* kNames[] = {"tile", "fast", ""};
    for (size_t i = 0; i < count; ++i) all[i] = constant(c, kNames[i]);
    if (count > 1 && c.odd_and_wrong()) all[1] = all[0];
    given = c.array(all, count);
  }
  const size_t count;
  vyre_constant all[3] = {};
  const vyre_constant* given;
};

void get_number(Caller& c) {
  c.begin("vyre_constant_get_number");
  Out<double> out(c);
  c.end(vyre_constant_get_number(constant(c, "n"), out.place()), out);
}

void get_contribution(Caller& c) {
  c.begin("vyre_constant_get_contribution");
  Out<uint64_t> out(c);
  c.end(vyre_constant_get_contribution(constant(c, "n"), out.place()), out);
}

void hash(Caller& c) {
  c.begin("vyre_constants_hash");
  const Constants constants(c);
  Out<uint64_t> out(c);
  c.end(vyre_constants_hash(constants.given, constants.count, out.place()), out);
}

void encode(Caller& c) {
  c.begin("vyre_constants_encode");
  const Constants constants(c);
  Out<vyre_blob*> out(c);
  if (!c.end(vyre_constants_encode(constants.given, constants.count, out.place()), out)) return;
  c.world.blobs.add(std::make_shared<Blob>(out.get(), "vyre_blob_destroy", vyre_blob_destroy),
                    c.random);
}

void program_key(Caller& c) {
  const auto program = c.world.programs.pick(c.random);
  if (!program) return;
  c.begin("vyre_program_get_key");
  c.unsound();  // outputs without a count have no wire form
  const Constants constants(c);
  Out<vyre_key> out(c);
  c.end(vyre_program_get_key(c.object(program->raw), constants.given, constants.count, out.place()),
        out);
}

void artifact_key(Caller& c) {
  c.begin("vyre_artifact_get_key");
  char digits[64];
  const auto hash = c.text("aa"), print = c.text("vulkan");
  c.end(vyre_artifact_get_key(c.size32(1), hash, print, c.object(&digits[0])));
}

constexpr Action kActions[] = {
    {"vyre_constant_get_number", 10, get_number},
    {"vyre_constant_get_contribution", 10, get_contribution},
    {"vyre_constants_hash", 10, hash},
    {"vyre_constants_encode", 10, encode},
    {"vyre_program_get_key", 10, program_key},
    {"vyre_artifact_get_key", 10, artifact_key},
};

}  // namespace

std::span<const Action> key_calls() { return kActions; }

}  // namespace vyre::interface

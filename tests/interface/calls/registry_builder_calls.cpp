#include "interface/calls/all_calls.h"

namespace vyre::interface {
namespace {

// A builder that no other thread knows the state of meanwhile.
struct Locked {
  explicit Locked(Caller& c) {
    builder = c.world.registry_builders.pick(c.random);
    if (!builder) make(c);
    if (!builder) return;
    lock = std::unique_lock(builder->mutex, std::try_to_lock);
  }
  explicit operator bool() const { return lock.owns_lock(); }
  void make(Caller& c);
  std::shared_ptr<RegistryBuilder> builder;
  std::unique_lock<std::mutex> lock;
};

void Locked::make(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  c.begin("vyre_registry_builder_create");
  Out<vyre_registry_builder*> out(c);
  if (!c.end(vyre_registry_builder_create(c.or_null(context->raw), out.place()), out)) return;
  builder = std::make_shared<RegistryBuilder>(out.get());
  c.world.registry_builders.add(builder, c.random);
}

void create(Caller& c) {
  Locked unlocked(c);
  if (unlocked) unlocked.make(c);
}

void write(vyre_writer* writer, const void* bytes, size_t size) {
  vyre_writer_write(writer, bytes, size);
  functions().find("vyre_writer_write").count(true, true);
}

vyre_error* reference(void*, const void* arguments, size_t size, vyre_writer* writer) {
  if (size == 0)
    return vyre_error_create(VYRE_ERROR_INVALID_ARGUMENT, 0, vyre_str("no bytes. Fix: give some"));
  write(writer, arguments, size);
  write(writer, nullptr, 0);
  return nullptr;
}

vyre_error* lower(void*, vyre_string id, vyre_target, vyre_writer* writer) {
  if (id.size % 2 == 0)
    return vyre_error_create(static_cast<vyre_error_code>(4711), 7, vyre_str("\xff\x01"));
  write(writer, id.data, id.size);
  return nullptr;
}

void write_nowhere(Caller& c) {
  c.begin("vyre_writer_write");
  vyre_writer_write(nullptr, "abc", 3);
  c.end();
}

void count_destroy(void* user) { ++*static_cast<std::atomic<int>*>(user); }

// An op of the host's, with all that one may have.
struct OpDesc {
  explicit OpDesc(Caller& c) : id("fuzz.op" + std::to_string(c.world.names++)) {
    static std::atomic<int> destroyed{0};
    c.struct_size(desc.struct_size);
    desc.id = c.text(id);
    desc.dialect = c.text("fuzz");
    desc.flags = c.flags(VYRE_OP_BYTES_EXTRACTION);
    desc.input_count = c.random.below(3);
    desc.inputs = c.array(operands, desc.input_count);
    desc.output_count = 1;
    desc.outputs = c.array(operands, 1);
    desc.attribute_count = c.random.below(2);
    desc.attributes = c.array(attributes, desc.attribute_count);
    desc.law_count = c.random.below(2);
    desc.laws = c.array(laws, desc.law_count);
    if (c.random.one_in(2)) {
      desc.reference = reference;
      desc.reference_user = &destroyed;
      desc.reference_destroy = count_destroy;
    }
    lowerings[0].target = vyre_target_extension("scripted");
    lowerings[0].build = lower;
    lowerings[1].target = vyre_target_of(VYRE_TARGET_PTX);
    lowerings[1].data = "ptx";
    lowerings[1].size = 3;
    desc.lowering_count = c.random.below(3);
    desc.lowerings = c.array(lowerings, desc.lowering_count);
    if (c.odd()) lowerings[0].target.kind = static_cast<vyre_target_kind>(c.random.below32(12));
    if (c.odd()) lowerings[1].build = lower;
    if (c.odd()) operands[1].name = c.text("a");
    if (c.odd()) operands[0].type = c.text("");
    if (c.odd()) operands[0].reserved[0] = 1;
    if (c.odd()) desc.category = static_cast<vyre_category>(c.random.below32(6));
    if (c.odd_and_wrong()) desc.reserved = 1;
    if (c.odd_and_wrong()) desc.reference = nullptr, desc.reference_user = &destroyed;
  }
  const std::string id;
  vyre_operand operands[2] = {{vyre_str("a"), vyre_str("u32"), {0, 0}},
                              {vyre_str("b"), vyre_str("u32"), {0, 0}}};
  const vyre_attribute attributes[1] = {
      {vyre_str("mode"), vyre_str("string"), vyre_str("wrap"), {0, 0}}};
  const vyre_string laws[1] = {vyre_str("commutative")};
  vyre_lowering_desc lowerings[2] = {};
  vyre_op_desc desc = VYRE_OP_DESC_INIT;
};

void add_op(Caller& c) {
  const Locked locked(c);
  if (!locked) return;
  c.begin("vyre_registry_builder_add_op");
  const OpDesc op(c);
  const bool odd = !c.sound();
  if (c.end(vyre_registry_builder_add_op(c.object(locked.builder->raw), c.object(&op.desc)))) {
    locked.builder->broken |= odd;
  }
}

void add_registry(Caller& c) {
  const auto registry = c.world.registry(c);
  const Locked locked(c);
  if (!locked || !registry) return;
  c.begin("vyre_registry_builder_add_registry");
  if (locked.builder->holds_registry) return;
  if (!c.end(vyre_registry_builder_add_registry(c.object(locked.builder->raw),
                                                c.object(registry->raw))))
    return;
  locked.builder->holds_registry = true;
}

void add_dialect(Caller& c) {
  const Locked locked(c);
  if (!locked) return;
  const std::string name = "vyre-libs-" + std::to_string(c.world.names++);
  c.begin("vyre_registry_builder_add_dialect");
  const bool done = c.end(vyre_registry_builder_add_dialect(c.object(locked.builder->raw),
                                                            c.text(name), c.text("1"), c.text("")));
  if (done && !c.sound()) locked.builder->broken = true;
}

// The dialect under a name of its own, with something changed at times.
std::string manifest(Caller& c) {
  const std::string number = std::to_string(c.world.names++);
  std::string text = R"({"format": 1, "dialect": "vyre-libs-m)" + number +
                     R"(", "version": "1", "ops": [
    {"id": "fuzz.m)" +
                     number + R"(", "inputs": [{"name": "x", "type": "u32"}],
     "outputs": [{"name": "y", "type": "u32"}], "laws": ["monotonic"]}]})";
  if (c.odd()) text[c.random.below(text.size())] = static_cast<char>(c.random.below(256));
  return text;
}

void add_manifest(Caller& c) {
  const Locked locked(c);
  if (!locked) return;
  c.begin("vyre_registry_builder_add_manifest");
  const std::string text = manifest(c);
  const bool done = c.end(vyre_registry_builder_add_manifest(c.object(locked.builder->raw),
                                                             c.text(text), {nullptr, 0}));
  if (done && !c.sound()) locked.builder->broken = true;
}

void add_manifests(Caller& c) {
  const Locked locked(c);
  if (!locked) return;
  const std::string folder = c.world.folder().path("manifests");
  c.begin("vyre_registry_builder_add_manifests");
  if (c.end(vyre_registry_builder_add_manifests(c.object(locked.builder->raw), c.text(folder)))) {
    locked.builder->broken = true;  // the second time its ids are taken
  }
}

void finish(Caller& c) {
  Locked locked(c);
  if (!locked) return;
  c.begin("vyre_registry_builder_finish");
  if (locked.builder->broken || locked.builder->holds_registry) c.unsound();
  Out<vyre_registry*> out(c);
  if (c.end(vyre_registry_builder_finish(c.object(locked.builder->raw), out.place()), out)) {
    c.world.registries.add(std::make_shared<Registry>(out.get()), c.random);
  }
  locked.lock.unlock();
  if (locked.builder->broken) locked.make(c);
}

constexpr Action kActions[] = {
    {"vyre_writer_write", 5, write_nowhere},
    {"vyre_registry_builder_create", 5, create},
    {"vyre_registry_builder_add_op", 15, add_op},
    {"vyre_registry_builder_add_registry", 3, add_registry},
    {"vyre_registry_builder_add_dialect", 5, add_dialect},
    {"vyre_registry_builder_add_manifest", 5, add_manifest},
    {"vyre_registry_builder_add_manifests", 1, add_manifests},
    {"vyre_registry_builder_finish", 5, finish},
};

}  // namespace

std::span<const Action> registry_builder_calls() { return kActions; }

}  // namespace vyre::interface

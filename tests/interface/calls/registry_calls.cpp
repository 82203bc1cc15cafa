#include "interface/calls/all_calls.h"

namespace vyre::interface {

struct RegistryView : Held<vyre_registry_view> {
  using Held::Held;
};

namespace {

void keep_blob(Caller& c, vyre_blob* made) {
  c.world.blobs.add(std::make_shared<Blob>(made, "vyre_blob_destroy", vyre_blob_destroy), c.random);
}

// ---- Numbers and targets ----

void intern(Caller& c) {
  c.begin("vyre_op_id_intern");
  const std::string id = "fuzz." + std::to_string(c.random.below(64));
  Out<vyre_op_id> out(c);
  c.end(vyre_op_id_intern(c.text(id), out.place()), out);
}

void find_id(Caller& c) {
  c.begin("vyre_op_id_find");
  const vyre_op_id number = vyre_op_id_find(c.text("fuzz.1"));
  if (number != 0 && c.sound() && std::string_view(vyre_op_id_name(number).data) != "fuzz.1")
    c.problem("another id");
  c.end();
}

void id_name(Caller& c) {
  c.begin("vyre_op_id_name");
  if (vyre_op_id_name(c.size32(1 + c.random.below32(8))).data == nullptr)
    c.problem("a name is NULL");
  c.end();
}

vyre_target target(Caller& c) {
  vyre_target made = vyre_target_of(VYRE_TARGET_SPIRV);
  if (c.random.one_in(3)) made = vyre_target_extension("scripted");
  if (c.odd())
    made.kind = static_cast<vyre_target_kind>(c.random.one_of({0u, 1u, 7u, 9u, 99u, UINT32_MAX}));
  if (c.odd()) made.reserved = 1;
  if (c.odd())
    made.extension =
        c.random.one_of({vyre_string{nullptr, 4}, vyre_string{"\xff", 1}, vyre_str("spv")});
  return made;
}

void aot_id(Caller& c) {
  c.begin("vyre_target_aot_id");
  (void)vyre_target_aot_id(target(c));
  c.end();
}

void save_target(Caller& c) {
  c.begin("vyre_target_save");
  Out<vyre_blob*> out(c);
  if (c.end(vyre_target_save(target(c), out.place()), out)) keep_blob(c, out.get());
}

void load_target(Caller& c) {
  c.begin("vyre_target_load");
  Out<vyre_target> out(c);
  c.end(vyre_target_load(
            c.text(c.random.one_of<std::string_view>({"ptx", "spirv", "extension:acme"})),
            out.place()),
        out);
}

// ---- What a context publishes ----

void publish(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  const auto registry = c.world.registry(c), expected = c.world.registry(c);
  if (!registry || !expected) return;
  c.begin("vyre_context_publish");
  const bool any = !c.odd();
  c.end(vyre_context_publish(c.object(context->raw), c.object(registry->raw),
                             any ? nullptr : expected->raw));
}

void load_manifests(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  const std::string folder = c.world.folder().path("manifests");
  c.begin("vyre_context_load_manifests");
  c.unsound();  // another registry may have its ids
  c.end(vyre_context_load_manifests(c.object(context->raw), c.text(folder)));
}

void registry_info(Caller& c) {
  const auto registry = c.world.registry(c);
  c.begin("vyre_registry_get_info");
  const vyre_registry_info* info =
      vyre_registry_get_info(registry ? c.or_null(registry->raw) : nullptr);
  for (size_t i = 0; i < info->op_count; ++i) {
    if (info->ops[i] == nullptr) c.problem("an op is NULL");
  }
  c.end();
}

void find(Caller& c) {
  const auto registry = c.world.registry(c);
  c.begin("vyre_registry_find");
  (void)vyre_registry_find(registry ? c.or_null(registry->raw) : nullptr, c.text("fuzz.twice"));
  c.end();
}

void create_view(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  c.begin("vyre_registry_view_create");
  Out<vyre_registry_view*> out(c);
  if (!c.end(vyre_registry_view_create(c.object(context->raw), out.place()), out)) return;
  c.view = std::make_shared<RegistryView>(out.get(), "vyre_registry_view_destroy",
                                          vyre_registry_view_destroy);
}

void get_view(Caller& c) {
  c.begin("vyre_registry_view_get");
  const vyre_registry* now = vyre_registry_view_get(c.view ? c.or_null(c.view->raw) : nullptr);
  (void)vyre_registry_get_info(now);
  c.end();
}

// ---- Ops ----

// One op, and the registry that it is borrowed from.
struct Op {
  explicit Op(Caller& c) : registry(c.world.registry(c)) {
    const vyre_registry_info* info = vyre_registry_get_info(registry ? registry->raw : nullptr);
    if (info->op_count != 0) raw = info->ops[c.random.below(info->op_count)];
  }
  std::shared_ptr<Registry> registry;
  const vyre_op* raw = nullptr;
};

void op_info(Caller& c) {
  const Op op(c);
  c.begin("vyre_op_get_info");
  if (vyre_op_get_info(c.or_null(op.raw))->id.data == nullptr) c.problem("an id is NULL");
  c.end();
}

void find_lowering(Caller& c) {
  const Op op(c);
  c.begin("vyre_op_find_lowering");
  (void)vyre_op_find_lowering(c.or_null(op.raw), target(c));
  c.end();
}

void get_lowering(Caller& c) {
  const Op op(c);
  c.begin("vyre_op_get_lowering");
  c.any_code();  // of the function that makes it; most have none
  Out<vyre_blob*> out(c);
  if (c.end(vyre_op_get_lowering(c.object(op.raw), target(c), out.place()), out))
    keep_blob(c, out.get());
}

void run_reference(Caller& c) {
  const Op op(c);
  c.begin("vyre_op_run_reference");
  c.any_code();  // of the function; most have none
  const size_t size = c.random.one_of<size_t>({0, 4, 8});
  Out<vyre_blob*> out(c);
  if (c.end(vyre_op_run_reference(c.object(op.raw), c.array(c.in.data(), size), size, out.place()),
            out)) {
    keep_blob(c, out.get());
  }
}

void get_composition(Caller& c) {
  const Op op(c);
  const auto context = c.world.contexts.pick(c.random);
  c.begin("vyre_op_get_composition");
  c.unsound();  // most have none
  Out<vyre_program*> out(c);
  if (!c.end(vyre_op_get_composition(c.object(op.raw), c.or_null(context->raw), out.place()), out))
    return;
  auto program = std::make_shared<Program>(out.get());
  program->valid = false;  // it has no size that a dispatch could follow
  c.world.programs.add(std::move(program), c.random);
}

void check_op(Caller& c) {
  const Op op(c);
  const auto device = c.world.device(c);
  c.begin("vyre_device_check_op");
  c.unsound();  // a device need not have it
  c.end(vyre_device_check_op(c.object(device->raw), c.object(op.raw)));
}

constexpr Action kActions[] = {
    {"vyre_op_id_intern", 10, intern},
    {"vyre_op_id_find", 10, find_id},
    {"vyre_op_id_name", 10, id_name},
    {"vyre_target_aot_id", 10, aot_id},
    {"vyre_target_save", 10, save_target},
    {"vyre_target_load", 10, load_target},
    {"vyre_context_get_registry", 5, get_registry},
    {"vyre_context_publish", 5, publish},
    {"vyre_context_load_manifests", 1, load_manifests},
    {"vyre_registry_get_info", 10, registry_info},
    {"vyre_registry_find", 10, find},
    {"vyre_registry_view_create", 2, create_view},
    {"vyre_registry_view_get", 10, get_view},
    {"vyre_op_get_info", 10, op_info},
    {"vyre_op_find_lowering", 10, find_lowering},
    {"vyre_op_get_lowering", 10, get_lowering},
    {"vyre_op_run_reference", 10, run_reference},
    {"vyre_op_get_composition", 5, get_composition},
    {"vyre_device_check_op", 10, check_op},
};

}  // namespace

void get_registry(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  c.begin("vyre_context_get_registry");
  Out<vyre_registry*> out(c);
  if (!c.end(vyre_context_get_registry(c.object(context->raw), out.place()), out)) return;
  c.world.registries.add(std::make_shared<Registry>(out.get()), c.random);
}

std::span<const Action> registry_calls() { return kActions; }

}  // namespace vyre::interface

#include "interface/calls/all_calls.h"

// Versions, blobs, errors, and what is destroyed that is none.
namespace vyre::interface {
namespace {

void version(Caller& c) {
  c.begin("vyre_version");
  if (vyre_version().size == 0) c.problem("the version is empty");
  c.end();
}

void abi_version(Caller& c) {
  c.begin("vyre_abi_version");
  if (vyre_abi_version() != VYRE_ABI_VERSION) c.problem("another ABI version");
  c.end();
}

void build_flags(Caller& c) {
  c.begin("vyre_get_build_flags");
  (void)vyre_get_build_flags();
  c.end();
}

void blob_bytes(Caller& c) {
  const auto blob = c.world.blobs.pick(c.random);
  c.begin("vyre_blob_get_bytes");
  const vyre_bytes bytes = vyre_blob_get_bytes(blob ? c.or_null(blob->raw) : nullptr);
  if (bytes.size != 0 && static_cast<const char*>(bytes.data)[bytes.size] != 0) {
    c.problem("a blob has no NUL behind it");
  }
  c.end();
}

const vyre_error* some_error(Caller& c, std::shared_ptr<Error>& kept) {
  kept = c.world.errors.pick(c.random);
  return kept && !c.random.one_in(8) ? kept->raw : nullptr;
}

void error_code(Caller& c) {
  std::shared_ptr<Error> kept;
  const vyre_error* error = some_error(c, kept);
  c.begin("vyre_error_get_code");
  if ((vyre_error_get_code(error) == VYRE_OK) != (error == nullptr)) c.problem("a wrong code");
  c.end();
}

void error_text(Caller& c) {
  std::shared_ptr<Error> kept;
  const vyre_error* error = some_error(c, kept);
  c.begin("vyre_error_text");
  if ((*vyre_error_text(error) == 0) != (error == nullptr)) c.problem("a wrong text");
  c.end();
}

void error_info(Caller& c) {
  std::shared_ptr<Error> kept;
  const vyre_error* error = some_error(c, kept);
  c.begin("vyre_error_get_info");
  if (vyre_error_get_info(error)->struct_size != sizeof(vyre_error_info)) c.problem("a wrong info");
  c.end();
}

void error_share(Caller& c) {
  std::shared_ptr<Error> kept;
  const vyre_error* error = some_error(c, kept);
  c.begin("vyre_error_share");
  vyre_error* shared = vyre_error_share(error);
  c.end();
  if (shared == nullptr) return;
  c.world.errors.add(std::make_shared<Error>(shared, "vyre_error_destroy", vyre_error_destroy),
                     c.random);
}

void error_code_name(Caller& c) {
  c.begin("vyre_error_code_name");
  const vyre_string name =
      vyre_error_code_name(c.choice(c.random.one_of({VYRE_ERROR_INTERNAL, VYRE_ERROR_NOT_FOUND})));
  if (name.data == nullptr) c.problem("a name is NULL");
  c.end();
}

void error_create(Caller& c) {
  c.begin("vyre_error_create");
  const auto code = c.choice(VYRE_ERROR_NOT_FOUND);
  vyre_error* made =
      vyre_error_create(code, static_cast<int64_t>(c.size(5)), c.text("what. Fix: do. Fix: more"));
  c.end();
  const auto held = std::make_shared<Error>(made, "vyre_error_destroy", vyre_error_destroy);
  const vyre_error_info* info = vyre_error_get_info(made);
  for (const vyre_string text : {info->message, info->fix}) {
    const auto wrong = wrong_with_text({text.data, text.size});
    if (!wrong.empty()) c.problem("a text of a made error " + wrong);
  }
  c.world.errors.add(held, c.random);
}

template <typename Handle>
void end_nothing(Caller& c, const char* function, void (*destroy)(Handle*)) {
  c.begin(function);
  destroy(nullptr);
  c.end();
}

void destroy_nothing(Caller& c) {
#define END_NOTHING(name) end_nothing(c, #name, name);
  END_NOTHING(vyre_blob_destroy)
  END_NOTHING(vyre_error_destroy)
  END_NOTHING(vyre_context_destroy)
  END_NOTHING(vyre_program_destroy)
  END_NOTHING(vyre_pipeline_destroy)
  END_NOTHING(vyre_device_destroy)
  END_NOTHING(vyre_device_list_destroy)
  END_NOTHING(vyre_buffer_destroy)
  END_NOTHING(vyre_work_destroy)
  END_NOTHING(vyre_builder_destroy)
  END_NOTHING(vyre_sequence_destroy)
  END_NOTHING(vyre_plan_destroy)
  END_NOTHING(vyre_emission_destroy)
  END_NOTHING(vyre_metric_list_destroy)
  END_NOTHING(vyre_cache_list_destroy)
  END_NOTHING(vyre_backend_list_destroy)
  END_NOTHING(vyre_registry_destroy)
  END_NOTHING(vyre_registry_view_destroy)
  END_NOTHING(vyre_registry_builder_destroy)
  END_NOTHING(vyre_semaphore_destroy)
  END_NOTHING(vyre_image_destroy)
  END_NOTHING(vyre_sampler_destroy)
  END_NOTHING(vyre_recording_destroy)
#undef END_NOTHING
}

constexpr Action kActions[] = {
    {"vyre_version", 2, version},
    {"vyre_abi_version", 2, abi_version},
    {"vyre_get_build_flags", 2, build_flags},
    {"vyre_blob_get_bytes", 20, blob_bytes},
    {"vyre_error_get_code", 10, error_code},
    {"vyre_error_text", 10, error_text},
    {"vyre_error_get_info", 10, error_info},
    {"vyre_error_share", 10, error_share},
    {"vyre_error_code_name", 10, error_code_name},
    {"vyre_error_create", 10, error_create},
    {"vyre_error_destroy", 2, destroy_nothing},
};

}  // namespace

std::span<const Action> library_calls() { return kActions; }

}  // namespace vyre::interface

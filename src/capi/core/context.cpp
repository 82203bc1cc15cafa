#include "runtime/context/context.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include "base/encoding/shown.h"
#include "base/memory/callback_resource.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/user_data.h"
#include "capi/core/builtin_backends.h"
#include "capi/core/create_context.h"
#include "capi/core/registry_info.h"
#include "capi/core/shared_context.h"
#include "registry/builtin_dialects.h"
#include "trace/trace.h"

namespace vyre::capi {
namespace {

// What a description says. |user_data| is owned by the context only when own() is called, after
// everything has worked out.
struct ContextSetup {
  runtime::ContextOptions options;
  AllUserData user_data;
};

constexpr uint64_t kKnownFlags = VYRE_CONTEXT_OWN_THREADS | VYRE_CONTEXT_READ_ENVIRONMENT |
                                 VYRE_CONTEXT_VULKAN_VALIDATION | VYRE_CONTEXT_CACHE_READ_ONLY |
                                 VYRE_CONTEXT_MEASURE_TIMES | VYRE_CONTEXT_TRACE |
                                 VYRE_CONTEXT_DEBUG_LABELS;

Status check_trace(const vyre_context_desc& desc) {
  if (desc.trace_events == 0) return {};
  if ((desc.flags & VYRE_CONTEXT_TRACE) == 0) {
    return fail(Code::kInvalidArgument, "vyre_context_desc.trace_events is ", desc.trace_events,
                " without VYRE_CONTEXT_TRACE. Fix: set that flag, or leave the number 0");
  }
  if (desc.trace_events <= Trace::kMaxEvents) return {};
  return fail(Code::kInvalidArgument, "vyre_context_desc.trace_events is ", desc.trace_events,
              ". Fix: at most ", Trace::kMaxEvents, ", or 0 for ", Trace::kUsualEvents);
}

Status check(const vyre_context_desc& desc) {
  VYRE_RETURN_IF_ERROR(check_bits(desc.flags, kKnownFlags, "vyre_context_desc.flags"));
  VYRE_RETURN_IF_ERROR(check_file_name(desc.cache_folder, "vyre_context_desc.cache_folder"));
  VYRE_RETURN_IF_ERROR(check_file_name(desc.vulkan_library, "vyre_context_desc.vulkan_library"));
  if ((desc.allocate == nullptr) != (desc.deallocate == nullptr)) {
    return fail(Code::kInvalidArgument, "vyre_context_desc has only one of |allocate| and ",
                "|deallocate|. Fix: set both or none");
  }
  if (desc.log_level > VYRE_LOG_DEBUG) {
    return fail(Code::kInvalidArgument, "vyre_context_desc.log_level is ", desc.log_level,
                ". Fix: use a VYRE_LOG_ value, or 0 for warnings");
  }
  VYRE_RETURN_IF_ERROR(check_trace(desc));
  return check_reserved(desc.reserved, "vyre_context_desc");
}

// The host's allocator together with its user data.
struct HostMemory {
  const std::shared_ptr<UserData> data;
  CallbackResource resource;
};

// A job on its way through the host, which knows only a function and a pointer.
struct Job {
  std::function<void()> work;

  static void run(void* data) {
    const std::unique_ptr<Job> job(static_cast<Job*>(data));
    // The host's thread takes no exception; who waits for the work is told.
    (void)run_guarded(job->work);
  }
};

void set_log(const vyre_context_desc& desc, ContextSetup& setup) {
  auto data = setup.user_data.add(desc.log_user, desc.log_destroy);
  if (desc.log == nullptr) return;
  const vyre_log_level least_urgent = desc.log_level == 0 ? VYRE_LOG_WARNING : desc.log_level;
  setup.options.log = [log = desc.log, data = std::move(data), least_urgent](
                          LogLevel level, std::string_view text) {
    const auto number = static_cast<vyre_log_level>(level);
    if (number > least_urgent) return;
    if (is_shown(text)) return log(data->get(), number, to_c(text));
    log(data->get(), number, to_c(shown(text)));
  };
}

void set_memory(const vyre_context_desc& desc, ContextSetup& setup) {
  auto data = setup.user_data.add(desc.allocate_user, desc.allocate_destroy);
  if (desc.allocate == nullptr) return;
  const AllocationCallbacks callbacks = {desc.allocate, desc.deallocate, desc.allocate_user};
  const std::shared_ptr<HostMemory> memory(
      new HostMemory{std::move(data), CallbackResource(callbacks)});
  setup.options.memory = {memory, &memory->resource};
}

void set_threads(const vyre_context_desc& desc, ContextSetup& setup) {
  auto data = setup.user_data.add(desc.run_job_user, desc.run_job_destroy);
  setup.options.own_threads = (desc.flags & VYRE_CONTEXT_OWN_THREADS) != 0;
  if (desc.run_job == nullptr) return;
  setup.options.run_job = [run_job = desc.run_job,
                           data = std::move(data)](std::function<void()> work) {
    auto made = std::make_unique<Job>(Job{std::move(work)});
    const auto job = std::make_shared<std::unique_ptr<Job>>(std::move(made));
    return [run_job, data, job] { run_job(data->get(), &Job::run, job->release()); };
  };
}

// "a, b" as its parts, without blanks around them.
std::vector<std::string> listed(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    std::string_view part = text.substr(0, comma);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    if (!part.empty()) parts.emplace_back(part);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

backend::SelectOptions environment_selection() {
  backend::SelectOptions selection;
  selection.id = environment("VYRE_BACKEND");
  selection.exclude = listed(environment("VYRE_BACKEND_EXCLUDE"));
  selection.origin = selection.id.empty() ? "VYRE_BACKEND_EXCLUDE" : "VYRE_BACKEND";
  return selection;
}

std::string_view cache_folder(const vyre_context_desc& desc) {
  const std::string_view given = view(desc.cache_folder);
  if (!given.empty() || (desc.flags & VYRE_CONTEXT_READ_ENVIRONMENT) == 0) return given;
  return environment("VYRE_CACHE_DIR");
}

void set_cache(const vyre_context_desc& desc, ContextSetup& setup) {
  cache::MemoryOptions& memory = setup.options.code_budget;
  if (desc.cache_memory_bytes != 0) memory.max_bytes = desc.cache_memory_bytes;
  if (desc.cache_memory_entries != 0) memory.max_entries = desc.cache_memory_entries;
  const std::string_view folder = cache_folder(desc);
  if (folder.empty()) return;
  cache::DiskOptions options;
  if (desc.cache_disk_bytes != 0) options.max_bytes = desc.cache_disk_bytes;
  options.read_only = (desc.flags & VYRE_CONTEXT_CACHE_READ_ONLY) != 0;
  options.trims_itself = false;
  auto disk = cache::DiskStore::open(std::string(folder), options);
  if (disk.ok()) {
    setup.options.disk_store = disk.take();
  } else if (setup.options.log) {
    setup.options.log(LogLevel::kWarning, concat("nothing is cached: ", disk.error().text()));
  }
}

Observation observation(const vyre_context_desc& desc,
                        const std::shared_ptr<std::pmr::memory_resource>& memory) {
  constexpr uint64_t kNamed =
      VYRE_CONTEXT_DEBUG_LABELS | VYRE_CONTEXT_TRACE | VYRE_CONTEXT_VULKAN_VALIDATION;
  Observation observe;
  observe.times = (desc.flags & VYRE_CONTEXT_MEASURE_TIMES) != 0;
  observe.labels = (desc.flags & kNamed) != 0;
  if ((desc.flags & VYRE_CONTEXT_TRACE) == 0) return observe;
  const uint64_t events = desc.trace_events == 0 ? Trace::kUsualEvents : desc.trace_events;
  observe.trace = std::make_shared<Trace>(events, memory);
  return observe;
}

// |given| may be null.
Result<std::shared_ptr<runtime::Context>> make_context(const vyre_context_desc* given,
                                                       spirv::OptimizationMode mode) {
  VYRE_ASSIGN_OR_RETURN(const vyre_context_desc desc,
                        VYRE_READ_DESC(given, vyre_context_desc, VYRE_CONTEXT_DESC_INIT));
  VYRE_RETURN_IF_ERROR(check(desc));
  ContextSetup setup;
  set_memory(desc, setup);
  set_log(desc, setup);
  set_threads(desc, setup);
  set_cache(desc, setup);
  if ((desc.flags & VYRE_CONTEXT_READ_ENVIRONMENT) != 0) {
    setup.options.selection = environment_selection();
  }
  setup.options.observe = observation(desc, setup.options.memory);
  setup.options.backends = builtin_backends(desc, setup.options, mode);
  VYRE_ASSIGN_OR_RETURN(setup.options.registry, registry::builtin_snapshot());
  setup.options.prepare_registry = &make_registry_infos;
  auto context = runtime::Context::create(std::move(setup.options));
  setup.user_data.own();
  return context;
}

// The context that the process shares, for as long as somebody owns it.
class SharedContext {
 public:
  Result<std::shared_ptr<runtime::Context>> get() {
    std::lock_guard lock(mutex_);
    if (auto context = context_.lock()) return context;
    VYRE_ASSIGN_OR_RETURN(auto context, make_context(nullptr, spirv::OptimizationMode::kAutomatic));
    context_ = context;
    return context;
  }

 private:
  std::mutex mutex_;
  std::weak_ptr<runtime::Context> context_;  // guarded by mutex_
};

constinit SharedContext shared_context;

}  // namespace

Result<std::shared_ptr<runtime::Context>> context_or_shared(const vyre_context* context) {
  if (context == nullptr) return shared_context.get();
  return context->rep;
}

vyre_error* create_context(const vyre_context_desc* desc, spirv::OptimizationMode mode,
                           vyre_context** out_context) noexcept {
  return guard(
      VYRE_OUT(out_context),
      [&]() -> Status {
        auto handle = std::make_unique<vyre_context>();  // first: nothing fails behind user data
        VYRE_ASSIGN_OR_RETURN(handle->rep, make_context(desc, mode));
        *out_context = handle.release();
        return {};
      },
      "vyre_context_create");
}

}  // namespace vyre::capi

using vyre::Status;
using namespace vyre::capi;

vyre_error* vyre_context_create(const vyre_context_desc* desc, vyre_context** out_context) {
  return create_context(desc, vyre::spirv::OptimizationMode::kAutomatic, out_context);
}

vyre_error* vyre_context_get_shared(vyre_context** out_context) {
  return guard(VYRE_OUT(out_context),
               [&] { return hand_out(out_context, context_or_shared(nullptr)); });
}

vyre_error* vyre_context_run_callbacks(vyre_context* context, uint32_t* out_ran) {
  return guard_optional(out_ran, VYRE_ARG(context), [&](uint32_t& ran) -> Status {
    const auto rep = context->rep;     // a callback may destroy the handle
    ran = rep->compilations().poll();  // first: callbacks may be due then
    ran += rep->completions().poll();
    return {};
  });
}

void vyre_context_destroy(vyre_context* context) { delete context; }

vyre_string vyre_version(void) { return to_c(VYRE_VERSION); }

uint32_t vyre_abi_version(void) { return VYRE_ABI_VERSION; }

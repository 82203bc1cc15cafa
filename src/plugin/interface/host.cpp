#include "plugin/interface/host.h"

#include <mutex>
#include <unordered_set>

#include "backend/check.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "reference/reference_device.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using namespace vyre::capi;
using namespace vyre::plugin;

// A program on a device of the oracle's that only it uses.
struct vyre_oracle {
  std::shared_ptr<std::pmr::memory_resource> memory;  // outlives what is in it
  std::shared_ptr<vyre::backend::Device> backend;
  std::shared_ptr<vyre::backend::Executable> executable;
  std::shared_ptr<const vyre::ir::Program> program;
  std::shared_ptr<const vyre::launch::BindingPlan> plan;
};

namespace {

using vyre::backend::BufferUse;
using vyre::backend::PendingState;

vyre_error* error_create(int32_t code, int64_t native_code, vyre_string text) {
  vyre_error* error = vyre_error_create(
      code, text.size == 0 ? to_c("it gives no reason. Fix: ask the backend's author") : text);
  if (auto* info = std::get_if<vyre::ErrorInfo>(&error->rep)) info->native_code = native_code;
  return lent_error(error);
}

void error_destroy(vyre_error* error) {
  if (take_back_error(error)) vyre_error_destroy(error);
}

// |kCall| of the C interface, whose error goes to a plug-in.
template <auto kCall, typename... Arguments>
vyre_error* lent(Arguments... arguments) {
  return lent_error(kCall(arguments...));
}

Status lower(vyre_compilation& compilation) {
  if (compilation.module) return {};
  vyre::launch::KernelSource plain = vyre::launch::with_literals(compilation.source);
  plain.launch = {};
  VYRE_ASSIGN_OR_RETURN(compilation.module,
                        vyre::spirv::lower(plain, vyre::spirv::Target{compilation.profile}));
  for (const std::string& site : compilation.module->trap_sites) {
    compilation.trap_sites.push_back(to_c(site));
  }
  return {};
}

vyre_error* compilation_get_spirv(vyre_compilation* compilation, vyre_spirv_module* out_module) {
  return lent_error(guard(compilation, "compilation", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_module, "out_module"));
    VYRE_RETURN_IF_ERROR(lower(*compilation));
    const vyre::spirv::Module& made = *compilation->module;
    vyre_spirv_module module = VYRE_SPIRV_MODULE_INIT;
    module.words = made.words.data();
    module.word_count = made.words.size();
    module.trap_sites = compilation->trap_sites.data();
    module.trap_site_count = compilation->trap_sites.size();
    module.storage_buffers = made.storage_buffers;
    module.parameter_words = made.parameter_words;
    module.can_trap = made.can_trap ? 1 : 0;
    return write_struct(out_module, module, "vyre_spirv_module");
  }));
}

vyre_error* oracle_create(vyre_compilation* compilation, vyre_oracle** out_oracle) {
  return lent_error(guard(out_oracle, compilation, "compilation", [&]() -> Status {
    auto oracle = std::make_unique<vyre_oracle>();
    oracle->memory = compilation->host.memory();
    std::pmr::memory_resource* memory =
        oracle->memory ? oracle->memory.get() : std::pmr::new_delete_resource();
    VYRE_ASSIGN_OR_RETURN(oracle->backend, vyre::reference::create_reference_device(memory));
    VYRE_ASSIGN_OR_RETURN(auto loaded, oracle->backend->load(compilation->source, {}, {}));
    oracle->executable = std::move(loaded.executable);
    oracle->program = compilation->source.program;
    oracle->plan = compilation->source.plan;
    *out_oracle = oracle.release();
    return {};
  }));
}

bool is_shared(const vyre_oracle& oracle, size_t binding) {
  return oracle.plan->bindings[binding].role == vyre::launch::Role::kShared;
}

// Buffers of the oracle's own, filled with what |buffers| have.
Result<std::vector<BufferUse>> uses_of(const vyre_oracle& oracle, const vyre_oracle_buffer* buffers,
                                       size_t count) {
  if (count != oracle.plan->bindings.size()) {
    return fail(Code::kInvalidArgument, count, " buffers for a program with ",
                oracle.plan->bindings.size(), ". Fix: give one for each binding");
  }
  std::vector<BufferUse> uses(count);
  for (size_t i = 0; i < count; ++i) {
    if (is_shared(oracle, i)) continue;
    VYRE_ASSIGN_OR_RETURN(uses[i].input, bytes_of(static_cast<const void*>(buffers[i].bytes),
                                                  buffers[i].size, "bytes"));
    uses[i].size = buffers[i].size;
    uses[i].read_back = true;
  }
  return uses;
}

Status read_back(vyre::backend::DeviceWork& work, const vyre_oracle& oracle,
                 const vyre_oracle_buffer* buffers, size_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (is_shared(oracle, i) || buffers[i].size == 0) continue;
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(buffers[i].bytes, buffers[i].size, "bytes"));
    VYRE_RETURN_IF_ERROR(work.read(i, 0, bytes));
  }
  return {};
}

vyre_error* oracle_run(vyre_oracle* oracle, const uint32_t grid[3],
                       const vyre_oracle_buffer* buffers, size_t buffer_count) {
  return lent_error(guard(oracle, "oracle", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(grid, "grid"));
    if (buffer_count != 0) VYRE_RETURN_IF_ERROR(require(buffers, "buffers"));
    VYRE_ASSIGN_OR_RETURN(const auto uses, uses_of(*oracle, buffers, buffer_count));
    const vyre::backend::Dispatch dispatch{
        {&oracle->executable, 1}, {grid[0], grid[1], grid[2]}, uses};
    VYRE_RETURN_IF_ERROR(
        vyre::backend::check_dispatch(*oracle->backend, {oracle->program, oracle->plan}, dispatch));
    VYRE_ASSIGN_OR_RETURN(const auto work, oracle->backend->submit(dispatch));
    if (work->wait(vyre::backend::Deadline::max()) == PendingState::kFailed) return work->status();
    return read_back(*work, *oracle, buffers, buffer_count);
  }));
}

void oracle_destroy(vyre_oracle* oracle) { delete oracle; }

}  // namespace

namespace vyre::plugin {
namespace {

struct Lent {
  std::mutex mutex;
  std::unordered_multiset<const vyre_error*> errors;  // guarded by mutex; static ones come again
};

Lent& lent_errors() {
  static Lent all;
  return all;
}

}  // namespace

// What there is no memory to note will be taken for a stranger's, and is not freed.
vyre_error* lent_error(vyre_error* error) noexcept {
  if (error == nullptr) return nullptr;
  vyre_error* failure = capi::guard([&]() -> Status {
    const std::lock_guard lock(lent_errors().mutex);
    lent_errors().errors.insert(error);
    return {};
  });
  vyre_error_destroy(failure);
  return error;
}

bool take_back_error(const vyre_error* error) noexcept {
  const std::lock_guard lock(lent_errors().mutex);
  const auto found = lent_errors().errors.find(error);
  if (found == lent_errors().errors.end()) return false;
  lent_errors().errors.erase(found);
  return true;
}

PluginHost::PluginHost(LogSink log, std::shared_ptr<std::pmr::memory_resource> memory)
    : log_(std::move(log)), memory_(std::move(memory)), table_{} {
  table_.struct_size = sizeof table_;
  table_.abi_version = VYRE_ABI_VERSION;
  table_.context = this;
  table_.error_create = &error_create;
  table_.error_code = &vyre_error_code;
  table_.error_text = &vyre_error_text;
  table_.error_destroy = &error_destroy;
  table_.log = &PluginHost::log;
  table_.program_get_info = &lent<&vyre_program_get_info>;
  table_.program_get_buffer = &lent<&vyre_program_get_buffer>;
  table_.program_encode = &lent<&vyre_program_encode>;
  table_.program_to_json = &lent<&vyre_program_to_json>;
  table_.compilation_get_spirv = &compilation_get_spirv;
  table_.oracle_create = &oracle_create;
  table_.oracle_run = &oracle_run;
  table_.oracle_destroy = &oracle_destroy;
}

void PluginHost::log(void* context, int32_t level, vyre_string text) {
  if (context == nullptr || level < VYRE_LOG_ERROR || level > VYRE_LOG_DEBUG) return;
  vyre_error* error = guard([&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(text, "text"));
    const LogSink& sink = static_cast<const PluginHost*>(context)->log_;
    if (sink) sink(static_cast<LogLevel>(level), view(text));
    return {};
  });
  vyre_error_destroy(error);
}

}  // namespace vyre::plugin

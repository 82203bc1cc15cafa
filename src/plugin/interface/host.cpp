#include "plugin/interface/host.h"

#include <mutex>
#include <utility>

#include "backend/check.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "ir/program/display_name.h"
#include "plugin/interface/metrics.h"
#include "plugin/interface/ops.h"
#include "reference/reference_device.h"
#include "vyre_driver_plugin.h"

using vyre::Code;
using vyre::concat;
using vyre::Result;
using vyre::Status;
using namespace vyre::capi;
using namespace vyre::plugin;

// A program on a device of the oracle's that only it uses.
struct vyre_oracle {
  std::shared_ptr<std::pmr::memory_resource> memory;  // outlives what is in it
  std::shared_ptr<vyre::backend::Device> device;
  std::shared_ptr<vyre::backend::Executable> executable;
  std::shared_ptr<const vyre::ir::Program> program;
  std::shared_ptr<const vyre::launch::BindingPlan> plan;
};

namespace {

using vyre::backend::BufferUse;
using vyre::backend::PendingState;

Status check_finding(const vyre_finding* given) {
  VYRE_RETURN_IF_ERROR(require(given, "finding"));
  VYRE_RETURN_IF_ERROR(check_struct_size(given->struct_size, sizeof *given, "vyre_finding"));
  for (const vyre_string text :
       {given->code, given->path, given->other, given->text, given->fix, given->label}) {
    VYRE_RETURN_IF_ERROR(check_string(text, "a text of vyre_finding"));
  }
  return {};
}

vyre_error* error_create(vyre_error_code code, int64_t native_code, vyre_string text) {
  const bool says_why = text.data != nullptr && text.size != 0;
  return lent_error(vyre_error_create(
      code, native_code,
      says_why ? text : to_c("it gives no reason. Fix: ask the backend's author")));
}

// What is wrong with |given| is told in its place.
vyre::Finding finding_of(const vyre_finding* given) {
  const Status checked = check_finding(given);
  if (!checked.ok()) return {"", "", concat("error_add_finding: ", checked.text())};
  return {std::string(view(given->code)), std::string(view(given->path)),
          std::string(view(given->text)), std::string(view(given->other)),
          std::string(view(given->fix)),  std::string(view(given->label))};
}

// A copy of |error| with the finding; null when there is no memory for it.
vyre_error* with_finding(const vyre_error& error, const vyre_finding* finding) {
  vyre_error* made = nullptr;
  vyre_error* failure = guard([&]() -> Status {
    vyre::ErrorInfo info = static_cast<const MadeError&>(error).rep();
    info.findings.push_back(finding_of(finding));
    made = new MadeError(std::move(info));
    return {};
  });
  vyre_error_destroy(failure);
  return made;
}

vyre_error* error_add_finding(vyre_error* error, const vyre_finding* finding) {
  if (!take_back_error(error)) return error;
  vyre_error* const made = error->is_static ? nullptr : with_finding(*error, finding);
  if (made == nullptr) return lent_error(error);
  vyre_error_destroy(error);
  return lent_error(made);
}

void error_destroy(vyre_error* error) {
  if (take_back_error(error)) vyre_error_destroy(error);
}

vyre_error* program_save(const vyre_program* program, const vyre_save_desc* desc,
                         vyre_blob** out_blob) {
  return lent_error(vyre_program_save(program, desc, out_blob));
}

Status lower(vyre_compilation& compilation) {
  if (compilation.module) return {};
  vyre::launch::KernelSource plain = vyre::launch::with_literals(compilation.source);
  plain.launch = {};
  VYRE_ASSIGN_OR_RETURN(compilation.module,
                        vyre::spirv::lower(plain, vyre::spirv::Target{compilation.profile}));
  for (const vyre::spirv::TrapSite& site : compilation.module->trap_sites) {
    compilation.trap_sites.add(to_c(site.text));
  }
  return {};
}

vyre_error* compilation_get_spirv(vyre_compilation* compilation, vyre_plugin_spirv* out_spirv) {
  return lent_error(guard(VYRE_ARG(compilation), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_spirv, "out_spirv"));
    VYRE_RETURN_IF_ERROR(check_place(out_spirv, "vyre_plugin_spirv"));
    VYRE_RETURN_IF_ERROR(lower(*compilation));
    const vyre::spirv::Module& made = *compilation->module;
    vyre_plugin_spirv spirv = VYRE_PLUGIN_SPIRV_INIT;
    spirv.words = made.words.data();
    spirv.word_count = made.words.size();
    spirv.trap_sites = compilation->trap_sites.data();
    spirv.trap_site_count = compilation->trap_sites.size();
    spirv.storage_buffers = made.storage_buffers;
    spirv.count_words = made.parameter_words;
    spirv.can_trap = made.can_trap ? 1 : 0;
    return write_struct(out_spirv, spirv, "vyre_plugin_spirv");
  }));
}

// The name of the backend is that of its devices up to the colon.
vyre_error* compilation_get_lowering(vyre_compilation* compilation, vyre_string op_id,
                                     vyre_bytes* out_bytes) {
  return lent_error(guard(VYRE_OUT(out_bytes), VYRE_ARG(compilation), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(op_id, "op_id"));
    const auto& ops = compilation->source.ops;
    const std::vector<std::byte>* bytes = nullptr;
    if (ops != nullptr) {
      VYRE_ASSIGN_OR_RETURN(bytes, ops->lowering(view(op_id), compilation->backend_id));
    }
    if (bytes == nullptr) {
      return fail(Code::kNotFound, "op_id is ", vyre::ir::display_name(view(op_id)),
                  ", no op that the program calls and that has a lowering for '",
                  compilation->backend_id, "'. Fix: ask for the ops of calls in the program");
    }
    *out_bytes = {bytes->data(), bytes->size()};
    return {};
  }));
}

vyre_error* oracle_create(vyre_compilation* compilation, vyre_oracle** out_oracle) {
  return lent_error(guard(VYRE_OUT(out_oracle), VYRE_ARG(compilation), [&]() -> Status {
    auto oracle = std::make_unique<vyre_oracle>();
    oracle->memory = compilation->host.memory();
    std::pmr::memory_resource* memory =
        oracle->memory ? oracle->memory.get() : std::pmr::new_delete_resource();
    VYRE_ASSIGN_OR_RETURN(oracle->device, vyre::reference::create_reference_device(memory));
    VYRE_ASSIGN_OR_RETURN(auto loaded, oracle->device->load(compilation->source, {}, {}));
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

// Buffers of the oracle's own, filled with what |ranges| have.
Result<std::vector<BufferUse>> uses_of(const vyre_oracle& oracle, const vyre_oracle_range* ranges,
                                       size_t count) {
  if (count != oracle.plan->bindings.size()) {
    return fail(Code::kInvalidArgument, "range_count is ", count, " for a program with ",
                oracle.plan->bindings.size(), " parameters. Fix: give a range for each of them");
  }
  std::vector<BufferUse> uses(count);
  for (size_t i = 0; i < count; ++i) {
    if (is_shared(oracle, i)) continue;
    VYRE_ASSIGN_OR_RETURN(uses[i].input, bytes_of(static_cast<const void*>(ranges[i].bytes),
                                                  ranges[i].size, concat("ranges[", i, "]")));
    uses[i].size = ranges[i].size;
    uses[i].read_back = true;
  }
  return uses;
}

Status read_back(vyre::backend::DeviceWork& work, const vyre_oracle& oracle,
                 const vyre_oracle_range* ranges, size_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (is_shared(oracle, i) || ranges[i].size == 0) continue;
    const std::span bytes(static_cast<std::byte*>(ranges[i].bytes), ranges[i].size);
    VYRE_RETURN_IF_ERROR(work.read(i, 0, bytes));
  }
  return {};
}

vyre_error* oracle_run(vyre_oracle* oracle, const uint32_t grid[3], const vyre_oracle_range* ranges,
                       size_t range_count) {
  return lent_error(guard(VYRE_ARG(oracle), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(grid, "grid"));
    if (range_count != 0) VYRE_RETURN_IF_ERROR(require(ranges, "ranges"));
    VYRE_ASSIGN_OR_RETURN(const auto uses, uses_of(*oracle, ranges, range_count));
    const vyre::backend::Dispatch dispatch{
        {&oracle->executable, 1}, {grid[0], grid[1], grid[2]}, uses};
    VYRE_RETURN_IF_ERROR(
        vyre::backend::check_dispatch(*oracle->device, {oracle->program, oracle->plan}, dispatch));
    VYRE_ASSIGN_OR_RETURN(const auto work, oracle->device->submit(dispatch));
    if (work->wait(vyre::backend::Deadline::max()) == PendingState::kFailed) return work->status();
    return read_back(*work, *oracle, ranges, range_count);
  }));
}

void oracle_destroy(vyre_oracle* oracle) { delete oracle; }

}  // namespace

namespace vyre::plugin {
namespace {

// Those that tables have: linked through themselves, so that noting one cannot fail.
struct Lent {
  std::mutex mutex;
  MadeError* first = nullptr;  // guarded by mutex
};
constinit Lent lent;

// Belong to nobody, and come again and again.
bool is_static_error(const vyre_error* error) {
  return error == error_of(Thrown::kNoMemory) || error == error_of(Thrown::kOther);
}

}  // namespace

vyre_error* lent_error(vyre_error* error) noexcept {
  if (error == nullptr || error->is_static) return error;
  auto* const made = static_cast<MadeError*>(error);
  const std::lock_guard lock(lent.mutex);
  made->next_lent = std::exchange(lent.first, made);
  return error;
}

bool take_back_error(const vyre_error* error) noexcept {
  if (is_static_error(error)) return true;
  const std::lock_guard lock(lent.mutex);
  for (MadeError** at = &lent.first; *at != nullptr; at = &(*at)->next_lent) {
    if (*at != error) continue;
    *at = (*at)->next_lent;
    return true;
  }
  return false;
}

PluginHost::PluginHost(LogSink log, std::shared_ptr<std::pmr::memory_resource> memory)
    : log_(std::move(log)), memory_(std::move(memory)), table_{} {
  table_.struct_size = sizeof table_;
  table_.abi_version = VYRE_ABI_VERSION;
  table_.context = this;
  table_.error_create = &error_create;
  table_.error_add_finding = &error_add_finding;
  table_.error_get_info = &vyre_error_get_info;
  table_.error_destroy = &error_destroy;
  table_.log = &PluginHost::log;
  table_.program_get_info = &vyre_program_get_info;
  table_.program_save = &program_save;
  table_.blob_get_bytes = &vyre_blob_get_bytes;
  table_.blob_destroy = &vyre_blob_destroy;
  table_.compilation_get_spirv = &compilation_get_spirv;
  table_.oracle_create = &oracle_create;
  table_.oracle_run = &oracle_run;
  table_.oracle_destroy = &oracle_destroy;
  table_.compilation_get_lowering = &compilation_get_lowering;
  table_.metric_add = &metric_add;
  table_.op_add = &op_add;
  table_.writer_write = &vyre_writer_write;
}

void PluginHost::log(void* context, vyre_log_level level, vyre_string text) {
  if (context == nullptr || level < VYRE_LOG_ERROR || level > VYRE_LOG_DEBUG) return;
  vyre_error* error = guard([&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(text, "text"));
    static_cast<const PluginHost*>(context)->tell(static_cast<LogLevel>(level),
                                                  std::string(view(text)));
    return {};
  });
  vyre_error_destroy(error);
}

}  // namespace vyre::plugin

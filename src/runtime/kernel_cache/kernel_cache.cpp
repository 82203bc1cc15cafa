#include "runtime/kernel_cache/kernel_cache.h"

#include <algorithm>
#include <utility>

#include "base/encoding/byte_stream.h"
#include "ir/program/display_name.h"
#include "runtime/kernel_cache/serialized_source.h"
#include "spirv/lower.h"

namespace vyre::runtime {
namespace {

using Bytes = std::vector<uint8_t>;
using launch::KernelSource;

// What an executable has on disk: its serialized source, and what the driver wants back.
struct OnDisk {
  Bytes serialized;
  backend::DriverData driver_data;
};

Bytes to_bytes(std::span<const uint8_t> serialized, std::span<const uint8_t> driver_data) {
  ByteWriter out;
  out.text(serialized);
  out.text(driver_data);
  return out.take();
}

std::optional<OnDisk> read(cache::DiskStore& disk, const cache::Key& key) {
  const auto found = disk.read(key);
  const Bytes* bytes = std::get_if<Bytes>(&found);
  if (bytes == nullptr) return std::nullopt;
  ByteReader in(*bytes);
  const auto serialized = in.bytes(), driver_data = in.bytes();
  if (!in.done()) return std::nullopt;
  return OnDisk{{serialized.begin(), serialized.end()}, {driver_data.begin(), driver_data.end()}};
}

cache::KeyBuilder common_of(const backend::Device& raw) {
  cache::KeyBuilder common;
  common.add("library", code_id()).add("backend", raw.id()).add("version", raw.version());
  common.add("device", raw.capabilities().code_identity);
  return common;
}

// What is kept may outlive the ops of the host, and its bytes say all of it.
KernelSource without_ops(const KernelSource& source) {
  KernelSource plain = source;
  plain.ops = nullptr;
  return plain;
}

Status not_kept(const KernelSource& source) {
  const std::string in = source.label.empty() ? "" : concat(" of ", ir::display_name(source.label));
  return fail(
      Code::kNotReady, "the kernel", in,
      " is not kept and would have to be compiled, which VYRE_PIPELINE_ONLY_CACHED forbids. "
      "Fix: make the pipeline without the flag, in the background perhaps "
      "(vyre_pipeline_create_async)");
}

}  // namespace

KernelCache::KernelCache(Context& context, const backend::Device& raw, backend::Counts& counters)
    : context_(context),
      disk_(context.disk_store()),
      keeps_(!raw.capabilities().code_identity.empty()),
      common_(common_of(raw)),
      counters_(counters),
      memory_(context.code_budget()) {}

cache::Key KernelCache::key_of(std::string_view what, std::span<const uint8_t> serialized) const {
  cache::KeyBuilder key = common_;
  return key.add(what, serialized).key();
}

Result<KernelCache::Executable> KernelCache::get(backend::Device& raw, const KernelSource& source,
                                                 Origin* origin, bool only_kept) {
  Origin unused = Origin::kUnknown;
  Origin& from = origin != nullptr ? *origin : unused;
  from = Origin::kUnknown;
  const std::optional<Bytes> serialized = keeps_ ? serialized_source(source) : std::nullopt;
  if (!serialized) return only_kept ? not_kept(source) : compile(raw, source);
  if (source.ops != nullptr) return get(raw, without_ops(source), origin, only_kept);
  const cache::Key key = key_of("executable", *serialized);
  for (;;) {
    auto found = find_or_make(raw, key, {source, *serialized, only_kept}, from);
    // Who may compile has waited for somebody who may not. What was made here is the answer.
    const bool has_waited = from == Origin::kMemory;
    if (only_kept || found.ok() || !has_waited) return found;
    if (found.error().code() != vyre::Code::kNotReady) return found;
  }
}

Result<KernelCache::Executable> KernelCache::find_or_make(backend::Device& raw,
                                                          const cache::Key& key,
                                                          const Request& request, Origin& origin) {
  origin = Origin::kMemory;
  const auto make = [&]() -> Result<cache::MemoryStore::Made> {
    origin = Origin::kCompiled;
    if (request.only_kept && disk_ == nullptr) return not_kept(request.source);
    VYRE_ASSIGN_OR_RETURN(Executable made, disk_ == nullptr
                                               ? compile(raw, request.source)
                                               : compile_kept(raw, key, request, origin));
    const uint64_t bytes = made->bytes();
    return cache::MemoryStore::Made{std::move(made), bytes};
  };
  VYRE_ASSIGN_OR_RETURN(const auto object, memory_.get(key, make));
  return std::const_pointer_cast<backend::Executable>(
      std::static_pointer_cast<const backend::Executable>(object));
}

// Nothing of it is kept beyond the memory.
Result<KernelCache::Executable> KernelCache::compile(backend::Device& raw,
                                                     const KernelSource& source) {
  const TraceCall call(context_.trace(), "compile");
  VYRE_RETURN_IF_ERROR(raw.check_not_lost());
  VYRE_ASSIGN_OR_RETURN(Code code, code_of({source}, raw.target()));
  VYRE_ASSIGN_OR_RETURN(backend::LoadedKernel loaded,
                        load(raw, source, std::move(code), std::nullopt));
  return std::move(loaded.executable);
}

Result<KernelCache::Executable> KernelCache::compile_kept(backend::Device& raw,
                                                          const cache::Key& key,
                                                          const Request& request, Origin& origin) {
  const TraceCall call(context_.trace(), "compile");
  VYRE_RETURN_IF_ERROR(raw.check_not_lost());
  std::optional<OnDisk> found = read(*disk_, key);
  const bool was_on_disk = found && std::ranges::equal(found->serialized, request.serialized);
  if (request.only_kept && !was_on_disk) return not_kept(request.source);
  if (request.only_kept && raw.target() == nullptr) {
    return load_kept(raw, request.source, std::move(found->driver_data), origin);
  }
  VYRE_ASSIGN_OR_RETURN(Code code, code_of(request, raw.target()));
  const bool had_module = code.module && !code.is_new;
  VYRE_ASSIGN_OR_RETURN(backend::LoadedKernel loaded,
                        load(raw, request.source, std::move(code),
                             was_on_disk ? std::move(found->driver_data) : backend::DriverData()));
  const bool has_code = raw.target() != nullptr;  // else the driver's data are all that is kept
  if (!has_code ? loaded.was_kept : request.source.external != nullptr ? was_on_disk : had_module) {
    origin = Origin::kDisk;
  }
  if ((has_code && !was_on_disk) || !loaded.driver_data.empty()) {
    context_.keep_on_disk(key, to_bytes(request.serialized, loaded.driver_data));
  }
  return std::move(loaded.executable);
}

// Code that is right for any values is tried first; some sources have none, as subgroup operations
// ask for the size of the workgroup.
Result<KernelCache::Code> KernelCache::code_of(const Request& request,
                                               const spirv::Target* target) {
  const KernelSource& source = request.source;
  const bool has_values = source.specialization != nullptr;
  Code code;
  if (target == nullptr || source.external != nullptr) return code;
  std::optional<Bytes> for_any;
  if (has_values && !request.serialized.empty()) for_any = serialized_for_any_values(source);
  const bool only_kept = request.only_kept;
  auto module =
      module_of({source, for_any ? *for_any : request.serialized, only_kept}, *target, code.is_new);
  if (!module.ok() && has_values) {
    module = module_of({launch::with_literals(source), request.serialized, only_kept}, *target,
                       code.is_new);
  }
  if (!module.ok()) return std::move(module).status();
  code.module = module.take();
  return code;
}

// What the disk has, else lowered now.
Result<spirv::Module> KernelCache::module_of(const Request& request, const spirv::Target& target,
                                             bool& is_new) {
  if (request.serialized.empty()) return spirv::lower(request.source, target);
  const cache::Key key = key_of("code", request.serialized);
  const auto found = disk_->read(key);
  if (const Bytes* bytes = std::get_if<Bytes>(&found)) {
    Result<spirv::Module> module = spirv::from_bytes(*bytes);
    if (module.ok() && spirv::fits(module.value(), *request.source.plan)) return module;
    if (!request.only_kept) return spirv::lower(request.source, target);
  }
  if (request.only_kept) return not_kept(request.source);
  is_new = true;
  VYRE_ASSIGN_OR_RETURN(spirv::Module made, spirv::lower(request.source, target));
  context_.keep_on_disk(key, spirv::to_bytes(made));
  return made;
}

Result<backend::LoadedKernel> KernelCache::load(backend::Device& raw, const KernelSource& source,
                                                Code code,
                                                std::optional<backend::DriverData> driver_data) {
  auto loaded = raw.load(source, std::move(code.module), std::move(driver_data));
  if (loaded.ok()) backend::Counts::add(counters_.kernels_compiled);
  return loaded;
}

// The driver's data are all that there is.
Result<KernelCache::Executable> KernelCache::load_kept(backend::Device& raw,
                                                       const KernelSource& source,
                                                       backend::DriverData driver_data,
                                                       Origin& origin) {
  VYRE_ASSIGN_OR_RETURN(backend::LoadedKernel loaded,
                        raw.load_kept(source, std::move(driver_data)));
  if (loaded.executable == nullptr) return not_kept(source);
  if (loaded.was_kept) origin = Origin::kDisk;
  return std::move(loaded.executable);
}

bool KernelCache::prepare(backend::Device& raw, const cache::Key& key) {
  if (!keeps_ || disk_ == nullptr) return false;
  const std::optional<OnDisk> found = read(*disk_, key);
  if (!found || key_of("executable", found->serialized) != key) return false;
  const auto source = read_source(found->serialized, context_);
  Origin origin;
  return source.ok() && find_or_make(raw, key, {source.value(), found->serialized}, origin).ok();
}

}  // namespace vyre::runtime

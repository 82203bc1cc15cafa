#include "runtime/kernel_cache/kernel_cache.h"

#include <algorithm>
#include <utility>

#include "base/encoding/byte_stream.h"
#include "runtime/kernel_cache/code_id.h"
#include "runtime/kernel_cache/serialized_request.h"

namespace vyre::runtime {
namespace {

using Bytes = backend::ArtifactCache::Bytes;

// What an executable has on disk: its serialized request, and what the driver wants back.
struct OnDisk {
  Bytes serialized;
  Bytes driver_data;
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

}  // namespace

// Of one request, for the call that compiles it.
class KernelCache::Kept final : public backend::ArtifactCache {
 public:
  Kept(KernelCache& store, const cache::Key& key, std::span<const uint8_t> serialized,
       const backend::CompileRequest& request)
      : store_(store), disk_(*store.disk_), key_(key), serialized_(serialized), request_(request) {}

  Result<std::shared_ptr<const Bytes>> code(Values values,
                                            const std::function<Result<Bytes>()>& make) override {
    const cache::Key key = code_key(values);
    auto found = disk_.read(key);
    if (Bytes* bytes = std::get_if<Bytes>(&found)) {
      had_code_ = true;
      return std::make_shared<const Bytes>(std::move(*bytes));
    }
    made_code_ = true;
    VYRE_ASSIGN_OR_RETURN(Bytes made, make());
    store_.context_.keep_on_disk(key, made);
    return std::make_shared<const Bytes>(std::move(made));
  }

  Bytes driver_data() override {
    std::optional<OnDisk> found = read(disk_, key_);
    is_on_disk_ = was_on_disk_ = found && std::ranges::equal(found->serialized, serialized_);
    return is_on_disk_ ? std::move(found->driver_data) : Bytes();
  }

  void keep_driver_data(Bytes bytes) override {
    driver_data_ = std::move(bytes);
    is_on_disk_ = false;
  }

  bool had_code() const { return had_code_ && !made_code_; }
  bool was_on_disk() const { return was_on_disk_; }  // and what the driver kept

  void write() {
    if (!is_on_disk_) store_.context_.keep_on_disk(key_, to_bytes(serialized_, driver_data_));
  }

 private:
  cache::Key code_key(Values values) const {
    if (values == Values::kThese || request_.specialization == nullptr) {
      return store_.key_of("code", serialized_);
    }
    return store_.key_of("code", serialized_for_any_values(request_).value_or(Bytes()));
  }

  KernelCache& store_;
  cache::DiskStore& disk_;
  const cache::Key key_;
  const std::span<const uint8_t> serialized_;
  const backend::CompileRequest& request_;  // has a serialized form
  bool had_code_ = false, made_code_ = false, was_on_disk_ = false;
  bool is_on_disk_ = false;
  Bytes driver_data_;
};

KernelCache::KernelCache(Context& context, const backend::Device& raw)
    : context_(context),
      disk_(context.disk_store()),
      keeps_(!raw.capabilities().code_identity.empty()),
      common_(common_of(raw)),
      memory_(context.code_budget()) {}

cache::Key KernelCache::key_of(std::string_view what, std::span<const uint8_t> serialized) const {
  cache::KeyBuilder key = common_;
  return key.add(what, serialized).key();
}

Result<KernelCache::Executable> KernelCache::get(const backend::CompileRequest& request,
                                                 const Compile& compile, Origin* origin) {
  Origin unused = Origin::kUnknown;
  Origin& from = origin != nullptr ? *origin : unused;
  from = Origin::kUnknown;
  if (!keeps_) return compile(request);
  const std::optional<Bytes> serialized = serialized_request(request);
  if (!serialized) return compile(request);
  return find_or_make(key_of("executable", *serialized), *serialized, request, compile, from);
}

Result<KernelCache::Executable> KernelCache::find_or_make(const cache::Key& key,
                                                          std::span<const uint8_t> serialized,
                                                          const backend::CompileRequest& request,
                                                          const Compile& compile, Origin& origin) {
  origin = Origin::kMemory;
  const auto make = [&]() -> Result<cache::MemoryStore::Made> {
    VYRE_ASSIGN_OR_RETURN(Executable made, compile_kept(key, serialized, request, compile, origin));
    const uint64_t bytes = made->bytes();
    return cache::MemoryStore::Made{std::move(made), bytes};
  };
  VYRE_ASSIGN_OR_RETURN(const auto object, memory_.get(key, make));
  return std::const_pointer_cast<backend::Executable>(
      std::static_pointer_cast<const backend::Executable>(object));
}

Result<KernelCache::Executable> KernelCache::compile_kept(const cache::Key& key,
                                                          std::span<const uint8_t> serialized,
                                                          const backend::CompileRequest& request,
                                                          const Compile& compile, Origin& origin) {
  origin = Origin::kCompiled;
  if (disk_ == nullptr) return compile(request);
  Kept kept(*this, key, serialized, request);
  backend::CompileRequest keeping = request;
  keeping.artifacts = &kept;
  VYRE_ASSIGN_OR_RETURN(Executable made, compile(keeping));
  const bool had_all = request.external != nullptr ? kept.was_on_disk() : kept.had_code();
  if (had_all) origin = Origin::kDisk;
  kept.write();
  return made;
}

bool KernelCache::prepare(const cache::Key& key, const Compile& compile) {
  if (!keeps_ || disk_ == nullptr) return false;
  const std::optional<OnDisk> found = read(*disk_, key);
  if (!found || key_of("executable", found->serialized) != key) return false;
  const auto request = read_request(found->serialized, context_);
  Origin origin;
  return request.ok() &&
         find_or_make(key, found->serialized, request.value(), compile, origin).ok();
}

}  // namespace vyre::runtime

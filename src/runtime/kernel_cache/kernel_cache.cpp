#include "runtime/kernel_cache/kernel_cache.h"

#include <algorithm>
#include <utility>

#include "base/encoding/byte_stream.h"
#include "runtime/kernel_cache/code_id.h"
#include "runtime/kernel_cache/serialized_request.h"

namespace vyre::runtime {
namespace {

using Bytes = backend::Artefacts::Bytes;

// What an executable has on disk: its recipe, and what the driver wants back.
struct OnDisk {
  Bytes recipe;
  Bytes driver_data;
};

Bytes to_bytes(std::span<const uint8_t> recipe, std::span<const uint8_t> driver_data) {
  ByteWriter out;
  out.text(recipe);
  out.text(driver_data);
  return out.take();
}

std::optional<OnDisk> read(cache::DiskStore& disk, const cache::Key& key) {
  const auto found = disk.read(key);
  const Bytes* bytes = std::get_if<Bytes>(&found);
  if (bytes == nullptr) return std::nullopt;
  ByteReader in(*bytes);
  const auto recipe = in.bytes(), driver_data = in.bytes();
  if (!in.done()) return std::nullopt;
  return OnDisk{{recipe.begin(), recipe.end()}, {driver_data.begin(), driver_data.end()}};
}

cache::KeyBuilder common_of(const backend::Backend& device) {
  cache::KeyBuilder common;
  common.add("library", code_id()).add("backend", device.id()).add("version", device.version());
  common.add("device", device.code_identity());
  return common;
}

}  // namespace

// Of one request, for the call that compiles it.
class CodeStore::Kept final : public backend::Artefacts {
 public:
  Kept(CodeStore& store, const cache::Key& key, std::span<const uint8_t> recipe,
       const backend::CompileRequest& request)
      : store_(store), disk_(*store.disk_), key_(key), recipe_(recipe), request_(request) {}

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
    is_on_disk_ = had_recipe_ = found && std::ranges::equal(found->recipe, recipe_);
    return is_on_disk_ ? std::move(found->driver_data) : Bytes();
  }

  void keep_driver_data(Bytes bytes) override {
    driver_data_ = std::move(bytes);
    is_on_disk_ = false;
  }

  bool had_code() const { return had_code_ && !made_code_; }
  bool had_recipe() const { return had_recipe_; }  // and what the driver kept

  void write() {
    if (!is_on_disk_) store_.context_.keep_on_disk(key_, to_bytes(recipe_, driver_data_));
  }

 private:
  cache::Key code_key(Values values) const {
    if (values == Values::kThese || request_.specialization == nullptr) {
      return store_.key_of("code", recipe_);
    }
    return store_.key_of("code", recipe_for_any_values(request_).value_or(Bytes()));
  }

  CodeStore& store_;
  cache::DiskStore& disk_;
  const cache::Key key_;
  const std::span<const uint8_t> recipe_;
  const backend::CompileRequest& request_;  // has a recipe
  bool had_code_ = false, made_code_ = false, had_recipe_ = false;
  bool is_on_disk_ = false;
  Bytes driver_data_;
};

CodeStore::CodeStore(Context& context, const backend::Backend& device)
    : context_(context),
      disk_(context.disk_store()),
      keeps_(!device.code_identity().empty()),
      common_(common_of(device)),
      memory_(context.code_budget()) {}

cache::Key CodeStore::key_of(std::string_view what, std::span<const uint8_t> recipe) const {
  cache::KeyBuilder key = common_;
  return key.add(what, recipe).key();
}

Result<CodeStore::Executable> CodeStore::get(const backend::CompileRequest& request,
                                             const Compile& compile, Origin* origin) {
  Origin unused = Origin::kUnknown;
  Origin& from = origin != nullptr ? *origin : unused;
  from = Origin::kUnknown;
  if (!keeps_) return compile(request);
  const std::optional<Bytes> recipe = recipe_of(request);
  if (!recipe) return compile(request);
  return find_or_make(key_of("executable", *recipe), *recipe, request, compile, from);
}

Result<CodeStore::Executable> CodeStore::find_or_make(const cache::Key& key,
                                                      std::span<const uint8_t> recipe,
                                                      const backend::CompileRequest& request,
                                                      const Compile& compile, Origin& origin) {
  origin = Origin::kMemory;
  const auto make = [&]() -> Result<cache::MemoryStore::Made> {
    VYRE_ASSIGN_OR_RETURN(Executable made, compile_kept(key, recipe, request, compile, origin));
    const uint64_t bytes = made->bytes();
    return cache::MemoryStore::Made{std::move(made), bytes};
  };
  VYRE_ASSIGN_OR_RETURN(const auto object, memory_.get(key, make));
  return std::const_pointer_cast<backend::Executable>(
      std::static_pointer_cast<const backend::Executable>(object));
}

Result<CodeStore::Executable> CodeStore::compile_kept(const cache::Key& key,
                                                      std::span<const uint8_t> recipe,
                                                      const backend::CompileRequest& request,
                                                      const Compile& compile, Origin& origin) {
  origin = Origin::kCompiled;
  if (disk_ == nullptr) return compile(request);
  Kept kept(*this, key, recipe, request);
  backend::CompileRequest keeping = request;
  keeping.artefacts = &kept;
  VYRE_ASSIGN_OR_RETURN(Executable made, compile(keeping));
  const bool had_all = request.foreign != nullptr ? kept.had_recipe() : kept.had_code();
  if (had_all) origin = Origin::kDisk;
  kept.write();
  return made;
}

bool CodeStore::prepare(const cache::Key& key, const Compile& compile) {
  if (!keeps_ || disk_ == nullptr) return false;
  const std::optional<OnDisk> found = read(*disk_, key);
  if (!found || key_of("executable", found->recipe) != key) return false;
  const auto request = read_recipe(found->recipe, context_);
  Origin origin;
  return request.ok() && find_or_make(key, found->recipe, request.value(), compile, origin).ok();
}

}  // namespace vyre::runtime

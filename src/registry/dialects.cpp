#include "registry/dialects.h"

#include "registry/builder.h"

namespace vyre::registry {
namespace {

OpDef intrinsic(std::string_view dialect, std::string_view id, std::vector<Parameter> inputs,
                std::vector<Parameter> outputs) {
  OpDef op;
  op.id = id;
  op.dialect = dialect;
  op.category = Category::kIntrinsic;
  op.signature.inputs = std::move(inputs);
  op.signature.outputs = std::move(outputs);
  return op;
}

const Parameter kHandle = {"handle", "GpuBufferHandle"};
const Parameter kFd = {"fd", "i32"};
const Parameter kOffset = {"offset", "u64"};

}  // namespace

Result<std::shared_ptr<const Snapshot>> builtin_snapshot() {
  Builder builder;
  builder.add(
      intrinsic("core", kIndirectDispatch, {{"workgroup_count", "GpuBufferHandle<[u32;3]>"}}, {}));
  builder.add(intrinsic("io", kDmaFromNvme, {kFd, kOffset, {"length", "u64"}}, {kHandle}));
  builder.add(intrinsic("io", kWriteBackToNvme, {kHandle, kFd, kOffset}, {}));
  builder.add(intrinsic("io", kZerocopyMap, {kFd}, {kHandle}));
  builder.add(intrinsic("io", kUnmap, {kHandle}, {}));
  return builder.freeze();
}

}  // namespace vyre::registry

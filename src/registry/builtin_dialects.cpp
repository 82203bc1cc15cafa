#include "registry/builtin_dialects.h"

#include <utility>
#include <vector>

#include "registry/builder.h"

namespace vyre::registry {
namespace {

OpDef intrinsic(std::string_view dialect, std::string_view id, std::vector<Operand> inputs,
                std::vector<Operand> outputs) {
  OpDef op;
  op.id = id;
  op.dialect = dialect;
  op.category = Category::kIntrinsic;
  op.signature.inputs = std::move(inputs);
  op.signature.outputs = std::move(outputs);
  return op;
}

}  // namespace

Result<std::shared_ptr<const Snapshot>> builtin_snapshot() {
  const Operand handle = {"handle", "GpuBufferHandle"}, fd = {"fd", "i32"};
  const Operand offset = {"offset", "u64"}, length = {"length", "u64"};
  const Operand count = {"workgroup_count", "GpuBufferHandle<[u32;3]>"};
  Builder builder;
  builder.add(intrinsic("core", kIndirectDispatch, {count}, {}));
  builder.add(intrinsic("io", kDmaFromNvme, {fd, offset, length}, {handle}));
  builder.add(intrinsic("io", kWriteBackToNvme, {handle, fd, offset}, {}));
  builder.add(intrinsic("io", kZerocopyMap, {fd}, {handle}));
  builder.add(intrinsic("io", kUnmap, {handle}, {}));
  return builder.freeze();
}

}  // namespace vyre::registry

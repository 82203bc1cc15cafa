#include "registry/builtin_dialects.h"

#include <initializer_list>
#include <string>
#include <vector>

#include "registry/builder.h"

namespace vyre::registry {
namespace {

// Values, not objects: a context may be made before objects of the library are.
struct Typed {
  std::string_view name;
  std::string_view type;
};
constexpr Typed kHandle = {"handle", "GpuBufferHandle"};
constexpr Typed kFd = {"fd", "i32"};
constexpr Typed kOffset = {"offset", "u64"};
constexpr Typed kLength = {"length", "u64"};
constexpr Typed kCount = {"workgroup_count", "GpuBufferHandle<[u32;3]>"};

std::vector<Operand> operands(std::initializer_list<Typed> list) {
  std::vector<Operand> operands;
  for (const Typed& typed : list) {
    operands.push_back({std::string(typed.name), std::string(typed.type)});
  }
  return operands;
}

OpDef intrinsic(std::string_view dialect, std::string_view id, std::initializer_list<Typed> inputs,
                std::initializer_list<Typed> outputs) {
  OpDef op;
  op.id = id;
  op.dialect = dialect;
  op.category = Category::kIntrinsic;
  op.signature.inputs = operands(inputs);
  op.signature.outputs = operands(outputs);
  return op;
}

}  // namespace

Result<std::shared_ptr<const Snapshot>> builtin_snapshot() {
  Builder builder;
  builder.add(intrinsic("core", kIndirectDispatch, {kCount}, {}));
  builder.add(intrinsic("io", kDmaFromNvme, {kFd, kOffset, kLength}, {kHandle}));
  builder.add(intrinsic("io", kWriteBackToNvme, {kHandle, kFd, kOffset}, {}));
  builder.add(intrinsic("io", kZerocopyMap, {kFd}, {kHandle}));
  builder.add(intrinsic("io", kUnmap, {kHandle}, {}));
  return builder.freeze();
}

}  // namespace vyre::registry

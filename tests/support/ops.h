#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "build.h"
#include "registry/builder.h"
#include "registry/composition/composition.h"
#include "support/matchers.h"
#include "value_of.h"

namespace vyre::test {

using Snapshots = std::shared_ptr<const registry::Snapshot>;

// "u32(f32, f32)" in code: an op with these types.
inline registry::OpDef op_def(std::string_view id, const std::vector<std::string>& inputs,
                              const std::vector<std::string>& outputs) {
  registry::OpDef op;
  op.id = id;
  op.dialect = "test";
  op.category = registry::Category::kComposite;
  for (size_t i = 0; i < inputs.size(); ++i) {
    op.signature.inputs.push_back({std::string(1, static_cast<char>('a' + i)), inputs[i]});
  }
  for (const std::string& output : outputs) op.signature.outputs.push_back({"out", output});
  return op;
}

// A composition over buffers "a", "b", ... of |type| and "out".
class Composition : public Build {
 public:
  Composition(uint32_t inputs, ir::DataType type) {
    for (uint32_t i = 0; i < inputs; ++i) {
      buffer(std::string(1, static_cast<char>('a' + i)), input(i, 1, type));
    }
    buffer("out", output(inputs, 1, type));
  }
  ir::ExprId arg(std::string_view name) { return load(name, u32(0)); }
  ir::NodeId result(ir::ExprId value) { return store("out", u32(0), value); }
};

inline std::string spelled(ir::DataType type) {
  if (type == ir::DataType::kF32) return "f32";
  return type == ir::DataType::kI32 ? "i32" : "u32";
}

// An op of |inputs| values of |type| whose composition has the statements that |body| gives.
inline registry::OpDef composed(std::string_view id, uint32_t inputs, ir::DataType type,
                                const std::function<Build::Nodes(Composition&)>& body) {
  registry::OpDef op = op_def(id, std::vector<std::string>(inputs, spelled(type)), {spelled(type)});
  Composition b(inputs, type);
  op.composition = b.finish(body(b));
  return op;
}

// An op that runs |run| on the CPU.
class FunctionReference final : public ir::OpReference {
 public:
  using Run = std::function<Status(std::span<const std::byte>, std::vector<std::byte>&)>;
  explicit FunctionReference(Run run) : run_(std::move(run)) {}
  Status run(std::span<const std::byte> input, std::vector<std::byte>& output) const override {
    return run_(input, output);
  }

 private:
  const Run run_;
};

inline Snapshots frozen(std::vector<registry::OpDef> ops) {
  registry::Builder builder;
  for (registry::OpDef& op : ops) builder.add(std::move(op));
  return value_of(builder.freeze());
}

inline std::shared_ptr<const ir::Program> inlined(std::shared_ptr<const ir::Program> program,
                                                  const Snapshots& snapshot) {
  return value_of(
      registry::inline_calls(std::move(program), {*snapshot}, std::pmr::get_default_resource()));
}

}  // namespace vyre::test

#include "launch/binding_plan.h"

#include "launch/layout.h"
#include "support/build.h"
#include "support/matchers.h"
#include "support/refuses.h"
#include "support/value_of.h"

namespace vyre::launch {
namespace {

using test::Build;

Result<BindingPlan> plan_of(Build& build) { return BindingPlan::create(*build.finish({})); }

std::vector<Role> roles(const BindingPlan& plan) {
  std::vector<Role> result;
  for (const PlannedBinding& binding : plan.bindings) result.push_back(binding.role);
  return result;
}

std::vector<uint32_t> slots(const BindingPlan& plan) {
  std::vector<uint32_t> result;
  for (const PlannedBinding& binding : plan.bindings) result.push_back(binding.slot);
  return result;
}

TEST(BindingPlan, OrdersBuffersBySlot) {
  Build build;
  build.buffer("c", test::input(7, 1))
      .buffer("a", test::output(2, 1))
      .buffer("b", test::input(3, 1));
  const auto plan = test::value_of(plan_of(build));
  EXPECT_THAT(slots(plan), ElementsAre(2, 3, 7));
}

TEST(BindingPlan, GivesEachBufferTheFirstRoleThatMatches) {
  Build build;
  ir::Buffer persistent = test::in_out(2, 1);
  persistent.kind = ir::MemoryKind::kPersistent;
  ir::Buffer live_out = test::input(3, 1);
  live_out.pipeline_live_out = true;
  ir::Buffer write_only = test::in_out(6, 1);
  write_only.access = ir::Access::kWriteOnly;
  ir::Buffer shared_kind = test::in_out(8, 1);
  shared_kind.kind = ir::MemoryKind::kShared;
  build.buffer("shared", test::shared(4)).buffer("input", test::input(1, 1));
  build.buffer("persistent", persistent).buffer("live", live_out);
  build.buffer("output", test::output(4, 1)).buffer("both", test::in_out(5, 1));
  build.buffer("written", write_only).buffer("uniform", test::uniform(7, 1));
  build.buffer("kind", shared_kind);
  const auto plan = test::value_of(plan_of(build));
  EXPECT_THAT(roles(plan), ElementsAre(Role::kShared, Role::kInput, Role::kPersistent,
                                       Role::kOutput, Role::kOutput, Role::kInputOutput,
                                       Role::kOutput, Role::kUniform, Role::kShared));
}

TEST(BindingPlan, NumbersInputsAndOutputsBySlot) {
  Build build;
  ir::Buffer persistent = test::in_out(4, 1);
  persistent.kind = ir::MemoryKind::kPersistent;
  persistent.pipeline_live_out = true;
  build.buffer("d", test::uniform(3, 1)).buffer("c", test::in_out(2, 1));
  build.buffer("b", test::output(1, 1)).buffer("a", test::input(0, 1)).buffer("e", persistent);
  const auto bindings = test::value_of(plan_of(build)).bindings;
  EXPECT_EQ(bindings[0].input_index, 0u);
  EXPECT_EQ(bindings[0].output_index, std::nullopt);
  EXPECT_EQ(bindings[1].input_index, std::nullopt);
  EXPECT_EQ(bindings[1].output_index, 0u);
  EXPECT_EQ(bindings[2].input_index, 1u);
  EXPECT_EQ(bindings[2].output_index, 1u);
  EXPECT_EQ(bindings[3].input_index, 2u);
  EXPECT_EQ(bindings[3].output_index, std::nullopt);
  EXPECT_EQ(bindings[4].input_index, std::nullopt);
  EXPECT_EQ(bindings[4].output_index, 2u) << "a live-out persistent buffer is read back";
}

TEST(BindingPlan, FindsBindingsBySlotButNeverSharedOnes) {
  Build build;
  build.buffer("s", test::shared(4)).buffer("t", test::shared(4)).buffer("a", test::input(0, 1));
  build.buffer("b", test::input(5, 1));
  const auto plan = test::value_of(plan_of(build));
  EXPECT_EQ(plan.bindings[plan.find_slot(0)].buffer, 2u);
  EXPECT_EQ(plan.bindings[plan.find_slot(5)].buffer, 3u);
  EXPECT_EQ(plan.find_slot(1), ir::kNone);
  EXPECT_EQ(plan.find_slot(6), ir::kNone);
}

TEST(BindingPlan, SlotsOfAModuleCountWithinItsSets) {
  Build build;
  build.buffer("a", test::input(1, 1)).buffer("b", test::input(1, 1));
  build.buffer("c", test::input(0, 1));
  const auto program = build.finish({});
  EXPECT_FALSE(BindingPlan::create(*program).ok());
  auto plan = test::value_of(BindingPlan::create(*program, true));
  plan.bindings[1].set = 2;
  plan.bindings[2].set = 5;
  EXPECT_EQ(plan.find_slot(0), 0u);
  EXPECT_EQ(plan.bindings[plan.find_slot(1, 2)].buffer, 0u);
  EXPECT_EQ(plan.bindings[plan.find_slot(1, 5)].buffer, 1u);
  EXPECT_EQ(plan.find_slot(1), ir::kNone);
  EXPECT_EQ(plan.find_slot(0, 5), ir::kNone);
}

TEST(BindingPlan, KnowsWhatTheProgramContains) {
  Build build;
  build.buffer("s", test::shared(4)).buffer("a", test::in_out(0, 1));
  const auto ticket = build.atomic(ir::AtomicOp::kAdd, "a", build.u32(0), build.u32(1));
  const auto program = build.finish(
      {build.let("t", ticket), build.barrier(), build.barrier(ir::Ordering::kGridSync)});
  const auto plan = test::value_of(BindingPlan::create(*program));
  EXPECT_TRUE(plan.has_shared);
  EXPECT_TRUE(plan.has_atomics);
  EXPECT_TRUE(plan.has_workgroup_barrier);
  EXPECT_TRUE(plan.has_grid_barrier);

  Build plain;
  plain.buffer("a", test::in_out(0, 1));
  const auto without = test::value_of(plan_of(plain));
  EXPECT_FALSE(without.has_shared);
  EXPECT_FALSE(without.has_atomics);
  EXPECT_FALSE(without.has_workgroup_barrier);
  EXPECT_FALSE(without.has_grid_barrier);
}

TEST(BindingPlan, WhatAnAccessOrAStatementWritesIsWritten) {
  Build build;
  build.buffer("read", test::input(0, 4)).buffer("declared", test::in_out(1, 4));
  build.buffer("copied", test::input(2, 4)).buffer("own", test::shared(4));
  ir::Node copy{.kind = ir::NodeKind::kAsyncLoad,
                .name = build.assembler().name("read"),
                .name2 = build.assembler().name("copied"),
                .tag = build.assembler().name("tag")};
  copy.exprs = {build.u32(0), build.u32(16)};
  const auto program =
      build.finish({build.store("own", build.u32(0), build.u32(1)), build.assembler().add(copy)});
  const auto plan = test::value_of(BindingPlan::create(*program));
  std::vector<std::string> written;
  for (const PlannedBinding& binding : plan.bindings) {
    EXPECT_EQ(binding.has_writer, binding.slot == 2 && binding.role != Role::kShared);
    if (!binding.is_written) continue;
    written.emplace_back(program->names[program->buffers[binding.buffer].name]);
  }
  EXPECT_THAT(written, ElementsAre("declared", "copied"));
}

TEST(BindingPlan, StaticLengthIsPacked) {
  Build build;
  build.buffer("nibbles", test::input(0, 3, ir::DataType::kI4));
  build.buffer("words", test::input(1, 3)).buffer("open", test::input(2, 0));
  const auto plan = test::value_of(plan_of(build));
  EXPECT_EQ(plan.bindings[0].static_bytes, 2u);
  EXPECT_EQ(plan.bindings[0].element_bytes, 1u);
  EXPECT_EQ(plan.bindings[1].static_bytes, 12u);
  EXPECT_EQ(plan.bindings[2].static_bytes, std::nullopt);
}

TEST(BindingPlan, RefusesACountOfUnsizedElements) {
  Build build;
  build.buffer("t", test::input(0, 3, ir::DataType::kTensor));
  const auto plan = plan_of(build);
  EXPECT_THAT(plan, test::refuses(Code::kInvalidProgram, "parameter 't' (slot 0)"));
  EXPECT_THAT(plan, test::refuses(Code::kInvalidProgram, "Tensor"));
}

TEST(BindingPlan, RefusesMalformedElementTypes) {
  Build build;
  ir::Buffer buffer = test::input(0, 0);
  buffer.element = build.assembler().type(
      {.tag = ir::DataType::kVec, .element = ir::scalar(ir::DataType::kF32), .size = 0});
  build.buffer("v", buffer);
  const auto plan = plan_of(build);
  EXPECT_THAT(plan, test::refuses(Code::kInvalidProgram, "a vector of no lanes"));
}

Result<BindingPlan> plan_with_alignment(uint32_t hint) {
  Build build;
  ir::Buffer buffer = test::input(0, 4, ir::DataType::kU64);
  buffer.hints.preferred_alignment = hint;
  build.buffer("a", buffer);
  return plan_of(build);
}

TEST(BindingPlan, AlignmentIsTheHintWhenItIsAPowerOfTwo) {
  const auto plan = test::value_of(plan_with_alignment(64));
  EXPECT_EQ(plan.bindings[0].alignment, 64u);
}

TEST(BindingPlan, AlignmentIsAtLeastTheElementSize) {
  for (const uint32_t hint : {0u, 4u}) {
    const auto plan = test::value_of(plan_with_alignment(hint));
    EXPECT_EQ(plan.bindings[0].alignment, 8u) << "hint " << hint;
  }
}

TEST(BindingPlan, OtherHintsAreRefusedWithNameAndValue) {
  const auto plan = plan_with_alignment(48);
  EXPECT_THAT(plan, test::refuses(Code::kInvalidProgram, "parameter 'a'"));
  EXPECT_THAT(plan, test::refuses(Code::kInvalidProgram, "48"));
}

TEST(BindingPlan, DuplicateSlotsAreRefused) {
  Build build;
  build.buffer("left", test::input(3, 1)).buffer("right", test::input(3, 1));
  const auto plan = plan_of(build);
  EXPECT_THAT(
      plan, test::refuses(Code::kInvalidProgram, "parameters 'left' and 'right' both have slot 3"));
}

TEST(BindingPlan, WorkgroupMemoryHasNoSlotToClashWith) {
  Build build;
  build.buffer("a", test::input(0, 1)).buffer("s", test::shared(1)).buffer("t", test::shared(1));
  EXPECT_TRUE(plan_of(build).ok());
  Build hidden;
  hidden.buffer("a", test::input(0, 1)).buffer("s", test::shared(1)).buffer("b", test::input(0, 1));
  EXPECT_FALSE(plan_of(hidden).ok()) << "a shared buffer between two equal slots hides nothing";
}

TEST(BindingPlan, EveryRoleHasAName) {
  EXPECT_EQ(role_name(Role::kShared), "shared");
  EXPECT_EQ(role_name(Role::kPersistent), "persistent");
  EXPECT_EQ(role_name(Role::kOutput), "output");
  EXPECT_EQ(role_name(Role::kInput), "input");
  EXPECT_EQ(role_name(Role::kInputOutput), "input-output");
  EXPECT_EQ(role_name(Role::kUniform), "uniform");
}

}  // namespace
}  // namespace vyre::launch

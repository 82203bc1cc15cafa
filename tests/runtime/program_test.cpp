// Programs as they are read: which form, what a module is without a device.
#include "runtime/program/program.h"

#include "base/encoding/hex.h"
#include "ir/json/write.h"
#include "ir/wire/canonical.h"
#include "ir/wire/encode.h"
#include "runtime/pipeline/pipeline.h"
#include "scripted_runtime.h"
#include "spirv/external/spirv_tools.h"
#include "support/kernels.h"

namespace vyre::runtime {
namespace {

using test::refuses;
using test::value_of;

Result<std::shared_ptr<const Program>> load(std::string_view bytes,
                                            const LoadOptions& options = {}) {
  return Program::load(Context::create({}), std::as_bytes(std::span(bytes)), options);
}

std::string wire_of(const ir::Program& program) {
  const auto bytes = value_of(ir::encode_wire(program));
  return {bytes.begin(), bytes.end()};
}

ExternalBinding described(uint32_t set, uint32_t binding, uint32_t slot) {
  return {set, binding, slot, "", "U32", 0, ir::Access::kReadOnly};
}

// Those of the kernel "matmul".
std::vector<ExternalBinding> all_described() {
  std::vector<ExternalBinding> all = {described(1, 4, 0), described(0, 2, 1), described(0, 7, 0)};
  all[2].access = ir::Access::kReadWrite;
  return all;
}

TEST(Program, FirstBytesTellTheForm) {
  const auto ir = test::copies();
  const auto wire = value_of(load(wire_of(*ir))), json = value_of(load(ir::write_json(*ir)));
  const auto module = value_of(load(test::kernel("saxpy")));
  EXPECT_EQ(wire->format(), Format::kWire);
  EXPECT_EQ(json->format(), Format::kJson);
  EXPECT_EQ(module->format(), Format::kSpirv);
  EXPECT_EQ(wire->semantics(), ir::Semantics::kV0_6_2);
  EXPECT_EQ(json->semantics(), ir::Semantics::kV0_6_2);
  EXPECT_EQ(module->semantics(), ir::Semantics::kAny);
  const Program built(Context::create({}), ir);
  EXPECT_EQ(built.format(), Format::kBuilt);
  EXPECT_EQ(wire->external(), nullptr);
  EXPECT_NE(module->external(), nullptr);
}

TEST(Program, AFormThatIsInsistedOnIsTheOnlyOne) {
  const auto ir = test::copies();
  LoadOptions options;
  options.format = Format::kWire;
  EXPECT_THAT(load(ir::write_json(*ir), options), refuses(Code::kMalformedWire, ""));
  options.format = Format::kJson;
  EXPECT_THAT(load(wire_of(*ir), options), refuses(Code::kMalformedJson, ""));
  options.format = Format::kSpirv;
  EXPECT_THAT(load(wire_of(*ir), options), refuses(Code::kMalformedModule, "SPIR-V"));
  EXPECT_THAT(load(""), refuses(Code::kMalformedWire, ""));
}

TEST(Program, WhatIsOfAModuleIsRefusedForOthers) {
  LoadOptions options;
  options.entry_point = "main";
  EXPECT_THAT(load(wire_of(*test::copies()), options),
              refuses(Code::kInvalidArgument, "vyre_program_desc.entry is given"));
  options = {};
  options.bindings.emplace();
  EXPECT_THAT(load(ir::write_json(*test::copies()), options),
              refuses(Code::kInvalidArgument, "vyre_program_desc.parameters is given"));
}

TEST(Program, FailuresHaveTheLabel) {
  const auto refused = load("{", {.label = "blur"});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().info().label, "blur");
}

TEST(Program, AModuleDeclaresItsBuffersBySlotAndSet) {
  const auto program = value_of(load(test::kernel("matmul")));
  const ExternalProgram& external = *program->external();
  ASSERT_EQ(external.bindings.size(), 3u);
  EXPECT_EQ(external.bindings[0].slot, 2u);
  EXPECT_EQ(external.bindings[1].slot, 4u);
  EXPECT_EQ(external.bindings[1].set, 1u);
  EXPECT_EQ(external.bindings[2].slot, 7u);
  ASSERT_EQ(program->ir().buffers.size(), 3u);
  EXPECT_EQ(program->ir().names[program->ir().buffers[1].name], "left");
  EXPECT_EQ(program->ir().buffers[1].binding, 4u);
}

TEST(Program, SlotsOfAModuleCountWithinItsSets) {
  LoadOptions options;
  options.bindings = all_described();
  const auto program = value_of(load(test::kernel("matmul"), options));
  const std::vector<ExternalBinding>& bindings = program->external()->bindings;
  EXPECT_EQ(bindings[0].binding, 7u);  // slot 0 of set 0
  EXPECT_EQ(bindings[1].binding, 4u);  // slot 0 of set 1
  EXPECT_EQ(bindings[2].binding, 2u);
  options.bindings->at(1).slot = 0;
  EXPECT_THAT(load(test::kernel("matmul"), options),
              refuses(Code::kInvalidArgument, "both have slot 0"));
}

TEST(Program, DescribedParametersHaveToBeTheModules) {
  const auto refused = [](std::vector<ExternalBinding> bindings) {
    LoadOptions options;
    options.bindings = std::move(bindings);
    return load(test::kernel("matmul"), options);
  };
  auto all = all_described();
  all.push_back(described(3, 3, 3));
  EXPECT_THAT(refused(all), refuses(Code::kNotFound, "set3.binding3"));
  all.resize(2);
  EXPECT_THAT(refused(all), refuses(Code::kInvalidArgument, "set0.binding7 ('product')"));
  all = all_described();
  all[2].access = ir::Access::kUniform;
  EXPECT_THAT(refused(all), refuses(Code::kInvalidArgument, "is a storage buffer"));
  all = all_described();
  all[2].element = "F33";
  EXPECT_THAT(refused(all), refuses(Code::kInvalidArgument, "F33"));
}

TEST(Program, AFingerprintIsThatOfTheCanonicalFormOrOfTheWords) {
  const auto ir = test::copies();
  EXPECT_EQ(value_of(value_of(load(wire_of(*ir)))->fingerprint()), value_of(ir::fingerprint(*ir)));
  std::string words = test::kernel("saxpy");
  const Digest expected = Blake3().update(words).digest();
  EXPECT_EQ(value_of(value_of(load(words))->fingerprint()), expected);
  for (size_t i = 0; i + 3 < words.size(); i += 4) {
    std::swap(words[i], words[i + 3]);
    std::swap(words[i + 1], words[i + 2]);
  }
  EXPECT_EQ(value_of(value_of(load(words))->fingerprint()), expected) << "in the other order";
}

TEST(Program, AModuleIsValidatedBySpirvTools) {
  const auto program = value_of(load(test::kernel("saxpy")));
  const Status status = program->validate({});
  if (spirv::has_tools()) {
    EXPECT_TRUE(status.ok());
  } else {
    EXPECT_THAT(status, refuses(Code::kUnsupportedFeature, "without SPIRV-Tools"));
  }
}

class ModulePipelines : public testing::Test {
 protected:
  ModulePipelines() {
    ContextOptions options;
    options.log = [this](LogLevel, std::string_view text) { logged_ += text; };
    const auto raw = std::make_shared<test::ScriptedDevice>("scripted");
    raw->can.takes_external_code = true;
    raw->can.modules.newest_minor = 6;
    raw->can.modules.capabilities = {1};  // Shader
    raw->can.modules.extensions = {"SPV_KHR_storage_buffer_storage_class"};
    device_ = std::make_shared<Device>(Context::create(std::move(options)), raw);
  }

  Result<std::shared_ptr<Pipeline>> make(
      std::string_view kernel,
      std::initializer_list<std::pair<std::string_view, specialization::Value>> constants = {},
      PipelineOptions options = {}) {
    for (const auto& [name, value] : constants) {
      EXPECT_TRUE(options.specialization.set(name, value).ok());
    }
    return Pipeline::create(device_, value_of(load(test::kernel(kernel))), options);
  }

  std::string logged_;
  std::shared_ptr<Device> device_;
};

using specialization::Value;

TEST_F(ModulePipelines, HaveTheFactsOfTheirConstants) {
  const auto plain = value_of(make("matmul")),
             tiled = value_of(make("matmul", {{"#0", Value::u32(8)}}));
  EXPECT_EQ(plain->facts().workgroup_size, (launch::Axes{1, 1, 1}));
  EXPECT_EQ(tiled->facts().workgroup_size, (launch::Axes{8, 8, 1}));
  EXPECT_EQ(tiled->facts().workgroup_memory_bytes, 2u * 4 * 8 * 8);
  EXPECT_EQ(tiled->facts().push_constant_bytes, 4u);
  EXPECT_EQ(tiled->dimensions(), 2u);
  EXPECT_EQ(value_of(make("saxpy"))->dimensions(), 1u);
}

TEST_F(ModulePipelines, FindBuffersBySetAndSlot) {
  const auto pipeline = value_of(make("matmul"));
  const launch::BindingPlan& plan = pipeline->plan();
  EXPECT_EQ(plan.find_slot(2, 0), 0u);
  EXPECT_EQ(plan.find_slot(4, 1), 1u);
  EXPECT_EQ(plan.find_slot(4, 0), ir::kNone);
}

TEST_F(ModulePipelines, TakeAnIntegerForTheOtherKind) {
  EXPECT_EQ(value_of(make("matmul", {{"TILE", Value::i32(4)}}))->facts().workgroup_size[0], 4u);
  EXPECT_TRUE(make("matmul", {{"OFFSET", Value::u32(4)}}).ok());
  EXPECT_TRUE(make("matmul", {{"#3", Value::u32(2)}}).ok());  // a truth
  EXPECT_THAT(make("matmul", {{"TILE", Value::f32(4)}}),
              refuses(Code::kInvalidArgument, "another kind, f32"));
}

TEST_F(ModulePipelines, NameAllConstantsThatAreNotThere) {
  const auto refused = make("matmul", {{"TILES", Value::u32(4)}, {"#9", Value::u32(1)}});
  EXPECT_THAT(refused, refuses(Code::kNotFound, "'#9', 'TILES'"));
  EXPECT_EQ(refused.error().info().findings.size(), 2u);
  auto made =
      make("matmul", {{"TILES", Value::u32(4)}, {"TILE", Value::u32(2)}}, {.ignore_unknown = true});
  EXPECT_EQ(value_of(std::move(made))->facts().workgroup_size[0], 2u);
  EXPECT_THAT(logged_, HasSubstr("'TILES'"));
}

TEST_F(ModulePipelines, KeepTheirOwnWorkgroupSize) {
  EXPECT_TRUE(make("saxpy", {}, {.workgroup_size = launch::Axes{64, 1, 1}}).ok());
  EXPECT_THAT(make("saxpy", {}, {.workgroup_size = launch::Axes{32, 1, 1}}),
              refuses(Code::kInvalidArgument, "the SPIR-V module has [64, 1, 1]"));
}

TEST_F(ModulePipelines, FailuresHaveTheNearestLabel) {
  const auto program = value_of(load(test::kernel("saxpy"), {.label = "mix"}));
  PipelineOptions options;
  ASSERT_TRUE(options.specialization.set("none", Value::u32(1)).ok());
  EXPECT_EQ(Pipeline::create(device_, program, options).error().info().label, "mix");
  options.label = "mix at night";
  const auto refused = Pipeline::create(device_, program, options);
  EXPECT_EQ(refused.error().info().label, "mix at night");
  EXPECT_EQ(refused.error().info().findings.at(0).label, "mix at night");
}

TEST_F(ModulePipelines, PushConstantsBehindTheBlockAreDropped) {
  const auto pipeline = value_of(make("saxpy"));
  const std::vector<uint32_t> words(12, 7);
  const PushRange all{0, std::as_bytes(std::span(words))};
  std::vector<uint32_t> pushed, none;
  EXPECT_TRUE(push_words(pipeline->external(), {&all, 1}, pushed).ok());
  EXPECT_THAT(pushed, SizeIs(8));
  const PushRange behind{64, all.bytes};
  EXPECT_THAT(push_words(pipeline->external(), {&behind, 1}, none),
              refuses(Code::kInvalidArgument, "byte 0 is not given"));
  EXPECT_THAT(push_words(nullptr, {&all, 1}, none), refuses(Code::kInvalidArgument, "have none"));
}

TEST_F(ModulePipelines, PushConstantsComeAboveThoseOfAnEarlierDispatch) {
  const auto pipeline = value_of(make("saxpy"));
  std::vector<uint32_t> pushed(8, 7);
  const std::array<uint32_t, 2> nines = {9, 9};
  const PushRange part{8, std::as_bytes(std::span(nines))};
  EXPECT_TRUE(push_words(pipeline->external(), {&part, 1}, pushed).ok());
  EXPECT_THAT(pushed, testing::ElementsAre(7, 7, 9, 9, 7, 7, 7, 7));
}

}  // namespace
}  // namespace vyre::runtime

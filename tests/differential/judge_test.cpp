#include "differential/judge/judge.h"

#include "differential/generate/generator.h"
#include "differential/judge/case_json.h"
#include "differential/judge/outcome_counts.h"
#include "differential/judge/reducer.h"
#include "differential/model/tree.h"
#include "reference/reference_device.h"
#include "support/matchers.h"
#include "support/value_of.h"
#include "vulkan/backend/vulkan_device.h"

namespace vyre::differential {
namespace {

class Judge : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { oracle_ = reference::create_reference_device().take(); }
  static void TearDownTestSuite() { oracle_ = nullptr; }

  static std::shared_ptr<backend::Device> device(const vulkan::DeviceOptions& options = {}) {
    auto instance = test::value_of(vulkan::Instance::open({}));
    return test::value_of(vulkan::VulkanDevice::open(std::move(instance), 0, options));
  }

  // o[0] = |value|, in one invocation.
  static Case storing(Expression value) {
    Case sketch;
    DeclaredBuffer output;
    output.name = "o";
    output.element = "U32";
    output.record.count = 1;
    output.record.access = ir::Access::kReadWrite;
    output.record.kind = ir::MemoryKind::kGlobal;
    output.record.is_output = output.record.pipeline_live_out = true;
    sketch.buffers.push_back(output);
    sketch.body.push_back(tree::store("o", tree::u32(0), std::move(value)));
    return sketch;
  }

  static inline std::shared_ptr<backend::Device> oracle_;
};

TEST_F(Judge, EqualBytesMatch) {
  const auto judged = judge(storing(tree::u32(7)), *oracle_, *oracle_);
  EXPECT_EQ(judged.verdict, Verdict::kMatched) << judged.reason;
  EXPECT_EQ(judged.expected.at(0).outputs.at(0), (Bytes{7, 0, 0, 0}));
}

// Everything but the names: a backend that forgets them is found.
TEST_F(Judge, NamesInPlaceOfLiteralsChangeNothing) {
  Case sketch = storing(tree::binary(ir::BinOp::kAdd, tree::u32(7), tree::u32(5)));
  size_t named = 0;
  for (const uint32_t extra : {0u, 1u, 2u}) {
    auto program = test::value_of(program_of(sketch));
    named += program->exprs.size() % 3 == 0 ? 1 : 0;
    EXPECT_EQ(judge(sketch, *oracle_, *device()).verdict, Verdict::kMatched) << extra;
    sketch.body.push_back(tree::store("o", tree::u32(0), tree::u32(extra)));
  }
  EXPECT_EQ(named, 1u);
}

TEST_F(Judge, AnInvalidProgramIsNoMatch) {
  const auto judged = judge(storing(tree::f32(0)), *oracle_, *oracle_);
  EXPECT_EQ(judged.verdict, Verdict::kInvalid);
}

TEST_F(Judge, AFailureOnBothIsNoMatch) {
  Case sketch = storing(tree::u32(7));
  sketch.body.push_back(tree::statement(ir::NodeKind::kTrap, {}, {tree::u32(1)}));
  sketch.body.back().tag = "t";
  EXPECT_EQ(judge(sketch, *oracle_, *device()).verdict, Verdict::kBothFailed);
}

TEST_F(Judge, ASignedDivisionByZeroFailsOnBoth) {
  Expression zero = tree::load("o", tree::u32(0));
  Expression quotient =
      tree::binary(ir::BinOp::kDiv, tree::i32(1), tree::cast("I32", std::move(zero)));
  const Case sketch = storing(tree::cast("U32", std::move(quotient)));
  const auto judged = judge(sketch, *oracle_, *device());
  EXPECT_EQ(judged.verdict, Verdict::kBothFailed);
  EXPECT_THAT(judged.got.at(0).error, HasSubstr("signed division by zero"));
}

// The software device multiplies and adds with two roundings. One that says otherwise must be found
// out, and the program that tells must be small and shown.
TEST_F(Judge, ADeviceWithAWrongFusedMultiplyAddIsFoundOut) {
  vulkan::DeviceOptions wrong;
  wrong.patch_device = [](vulkan::PhysicalDevice& device) { device.profile.exact_f32_fma = true; };
  const auto liar = device(wrong);
  const auto differs = [&](const Case& sketch) {
    return judge(sketch, *oracle_, *liar).verdict == Verdict::kMismatch;
  };
  for (uint64_t index = 0; index < 400; ++index) {
    const Case sketch = generate(1, index);
    if (!sketch.features.contains("fma") || !differs(sketch)) continue;
    const Case small = reduce(sketch, differs, 400);
    EXPECT_LE(count_statements(small.body), 6u);
    const std::string json = write_case(small, judge(small, *oracle_, *liar));
    EXPECT_THAT(json, HasSubstr("fma"));
    EXPECT_THAT(json, HasSubstr("\"oracle\""));
    return;
  }
  ADD_FAILURE() << "no program told";
}

// Runs only the first of several segments.
class Forgetful : public backend::Device {
 public:
  explicit Forgetful(std::shared_ptr<backend::Device> device) : device_(std::move(device)) {}

  std::string_view id() const override { return device_->id(); }
  std::string_view version() const override { return device_->version(); }
  const profile::DeviceProfile& profile() const override { return device_->profile(); }
  const backend::Capabilities& capabilities() const override { return capabilities_; }
  Result<std::shared_ptr<backend::Memory>> allocate(
      uint64_t size, const backend::AllocateOptions& options) override {
    return device_->allocate(size, options);
  }
  Status write(backend::Memory& memory, uint64_t offset,
               std::span<const std::byte> bytes) override {
    return device_->write(memory, offset, bytes);
  }
  Status read(backend::Memory& memory, uint64_t offset, std::span<std::byte> bytes) override {
    return device_->read(memory, offset, bytes);
  }
  const spirv::Target* target() const override { return device_->target(); }
  Result<backend::LoadedKernel> load(const launch::KernelSource& source,
                                     std::optional<spirv::Module> module,
                                     std::optional<backend::DriverData> driver_data) override {
    return device_->load(source, std::move(module), std::move(driver_data));
  }
  Result<std::unique_ptr<backend::DeviceWork>> submit(const backend::Dispatch& dispatch) override {
    backend::Dispatch first = dispatch;
    first.executables = dispatch.executables.first(1);
    return device_->submit(first);
  }

 private:
  const std::shared_ptr<backend::Device> device_;
  const backend::Capabilities capabilities_{.runs_segments = true};
};

TEST_F(Judge, SegmentsThatDoNotRunAreFoundOut) {
  Forgetful forgetful(device());
  size_t found = 0;
  for (uint64_t index = 0; index < 8; ++index) {
    const Case sketch = generate(1, index, grid_sync_weights());
    found += judge(sketch, *oracle_, forgetful).verdict == Verdict::kMismatch ? 1 : 0;
  }
  EXPECT_GE(found, 5u);
}

TEST(OutcomeCounts, RefusedCutsAreCountedByRule) {
  EXPECT_EQ(general_reason("the grid barrier at body[3] stands in an If whose condition reads "
                           "local 'x', so that. Fix: none"),
            "unknown condition around a grid barrier");
}

TEST(OutcomeCounts, CountsCrossAsText) {
  OutcomeCounts outcomes;
  Case sketch;
  sketch.features = {"cast of U8 of 1 bytes to Bool"};
  outcomes.add(sketch, {Verdict::kMatched}, "a device, with a comma");
  outcomes.add(sketch, {Verdict::kRefused, "Call at body[3] has no lowering. Fix: none"},
               "another");
  const OutcomeCounts read = OutcomeCounts::read("i 17\n" + outcomes.write());
  EXPECT_EQ(read.verdicts, outcomes.verdicts);
  EXPECT_EQ(read.features, outcomes.features);
  EXPECT_EQ(read.devices, outcomes.devices);
  EXPECT_EQ(read.refusals.at("Call at ... has no lowering"), 1u);
  EXPECT_EQ(read.programs(), 2u);
}

}  // namespace
}  // namespace vyre::differential

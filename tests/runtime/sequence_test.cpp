#include "runtime/dispatch/sequence.h"

#include <gmock/gmock.h>

#include "scripted_runtime.h"

namespace vyre::runtime {
namespace {

using test::Script;

std::shared_ptr<const ir::Program> writes_one() {
  test::Build b({{"out", test::output(0, 1)}});
  return b.finish({b.store("out", b.u32(0), b.u32(1))});
}

// On a device that records nothing: a run submits each dispatch.
class EagerSteps : public testing::Test {
 protected:
  std::vector<Binding> bindings() const {
    Binding binding;
    binding.kind = BindKind::kBuffer;
    binding.buffer = buffer_.get();
    binding.size = kWholeSize;
    return {binding};
  }
  Result<uint32_t> add(const std::string& label) {
    DispatchOptions options;
    options.label = label;
    return sequence_->add_dispatch(pipeline_, bindings(), options);
  }

  const std::shared_ptr<Script> script_ = Script::of_finished_work();
  const std::shared_ptr<Device> device_ = test::scripted_backend(script_);
  const std::shared_ptr<Pipeline> pipeline_ = test::pipeline_of(device_, writes_one());
  const std::shared_ptr<Buffer> buffer_ = Buffer::create(device_, 4, {}).take();
  const std::shared_ptr<Sequence> sequence_ = Sequence::create(device_, false, "steps").take();
};

// Each label is gone by the time that it is told.
TEST_F(EagerSteps, ADispatchKeepsItsLabel) {
  ASSERT_TRUE(add("first").ok());
  ASSERT_TRUE(add("second").ok());
  ASSERT_TRUE(sequence_->submit().ok());
  EXPECT_THAT(script_->labels, ElementsAre("first", "second"));
}

TEST_F(EagerSteps, AChangedDispatchHasItsNewLabel) {
  ASSERT_TRUE(add("first").ok());
  DispatchOptions options;
  options.label = "third";
  ASSERT_TRUE(sequence_->set_dispatch(0, bindings(), options).ok());
  ASSERT_TRUE(sequence_->submit().ok());
  EXPECT_THAT(script_->labels, ElementsAre("third"));
}

}  // namespace
}  // namespace vyre::runtime

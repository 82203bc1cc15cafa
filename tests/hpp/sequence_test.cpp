// Sequences of vyre_driver.hpp.
#include "support.h"

namespace hpp {
namespace {

// Four numbers in |a_|, their doubles in |b_|, and the last two of these in |c_|, which is read.
class Sequences : public OnDevice {
 protected:
  Sequences() {
    auto a = k_.input<uint32_t>("a");
    auto b = k_.output<uint32_t>("b");
    auto i = k_.index();
    b[i] = a[i] * 2;
    kernel_ = finish();
    input_ = sequence_.add_write(a_, Words{1, 2, 3, 4});
    step_ = sequence_.add_dispatch(kernel_, {vyre::on("a", a_), vyre::on("b", b_)});
    copy_ = sequence_.add_copy(b_, 8, c_, 0, 8);
    output_ = sequence_.add_read(c_, 0, 16);
  }
  Words results() const {
    Words words(4);
    sequence_.get_bytes(output_, words);
    return words;
  }

  vyre::Buffer a_ = vyre::Buffer::create(device_, 16);
  vyre::Buffer b_ = vyre::Buffer::create(device_, 16);
  vyre::Buffer c_ = vyre::Buffer::create(device_, 16);
  vyre::Pipeline kernel_;
  vyre::Sequence sequence_ = vyre::Sequence::create(device_);
  uint32_t input_ = 0, step_ = 0, copy_ = 0, output_ = 0;
};
VYRE_ON_DEVICES(Sequences);

TEST_P(Sequences, RunAgainAndAgain) {
  EXPECT_EQ((Words{input_, step_, copy_, output_}), (Words{0, 1, 2, 3}));
  sequence_.run();
  EXPECT_EQ(results(), (Words{6, 8, 0, 0}));
  sequence_.set_bytes(input_, Words{10, 20}, 8);
  sequence_.run();
  EXPECT_EQ(results(), (Words{20, 40, 0, 0}));
}

TEST_P(Sequences, RunOnTheirOwn) {
  EXPECT_EQ(sequence_.wait(), VYRE_WORK_READY);
  const vyre::Work work = sequence_.run_async();
  EXPECT_EQ(work.wait(), VYRE_WORK_READY);
  EXPECT_EQ(sequence_.wait(), VYRE_WORK_READY);
  EXPECT_FALSE(sequence_.get_error());
  EXPECT_EQ(results(), (Words{6, 8, 0, 0}));
}

TEST_P(Sequences, ChangeTheirSteps) {
  sequence_.run();
  const auto other = vyre::Buffer::create(device_, 16);
  other.write(Words{5, 6, 7, 8});
  const vyre::Binding changed = vyre::on("a", other);
  vyre_step_update update = {};
  update.step = step_;
  update.bindings = &changed.raw;
  update.binding_count = 1;
  sequence_.update({update});
  sequence_.run();
  EXPECT_EQ(results(), (Words{14, 16, 0, 0}));
}

TEST_P(Sequences, SayWhatGoesWrong) {
  vyre::Error error;
  Words words(4);
  sequence_.get_bytes(output_, words, 0, error);
  EXPECT_EQ(error.code(), VYRE_ERROR_NOT_READY) << error.what();
  sequence_.add_dispatch(kernel_, {vyre::in("a", words), vyre::on("b", b_)}, {}, error);
  EXPECT_EQ(error.code(), VYRE_ERROR_INVALID_ARGUMENT) << error.what();
  vyre_step_update update = {};
  update.step = 99;
  sequence_.update({update}, error);
  EXPECT_EQ(error.code(), VYRE_ERROR_NOT_FOUND) << error.what();
  EXPECT_THROW(sequence_.add_copy(a_, 0, b_, 8, 16), vyre::Error);
  sequence_.run(VYRE_RUN_DESC_DEFAULT, error);
  EXPECT_FALSE(error) << error.what();
}

}  // namespace
}  // namespace hpp

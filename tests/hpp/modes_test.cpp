// One program uses vyre_driver.hpp with exceptions here, and without them in another file.
#include <string>

#include "support.h"
#include "without_exceptions.h"

namespace hpp {
namespace {

class Modes : public OnDevice {};
VYRE_ON_DEVICES(Modes);

TEST_P(Modes, ComputeTheSame) {
  auto a = k_.input<float>("a"), out = k_.output<float>("out");
  out[0] = a[0] + a[1];
  const Floats x{1.5f, 2.25f};
  float sum = 0, other = 0;
  finish().dispatch({vyre::in("a", x), vyre::out("out", sum)});
  EXPECT_EQ(sum_without_exceptions(GetParam(), x.data(), x.size(), &other), VYRE_OK);
  EXPECT_EQ(sum, 3.75f);
  EXPECT_EQ(other, sum);
}

TEST(WithoutExceptions, ErrorsStayInTheirPlace) {
  const float x = 1;
  float sum = 0;
  EXPECT_EQ(sum_without_exceptions("no-such-backend", &x, 1, &sum), VYRE_ERROR_NOT_FOUND);
}

TEST(WithoutExceptions, ErrorsGoToTheOtherModeInC) {
  try {
    vyre::check(fail_without_exceptions());
    FAIL() << "it has not failed";
  } catch (const vyre::Error& error) {
    EXPECT_EQ(error.code(), VYRE_ERROR_NOT_FOUND);
  }
}

TEST(WithoutExceptionsDeathTest, ErrorsWithoutAPlaceArePrintedAndAbort) {
  EXPECT_DEATH(open_without_exceptions(), "no-such-backend");
}

}  // namespace
}  // namespace hpp

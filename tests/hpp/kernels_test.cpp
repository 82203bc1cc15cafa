// Kernels that are written with the builder of vyre_driver.hpp compute what they say.
#include <cmath>

#include "support.h"

namespace hpp {
namespace {

class Kernels : public OnDevice {};
VYRE_ON_DEVICES(Kernels);

TEST_P(Kernels, ComputeTheSample) {
  auto a = k_.input<float>("a"), b = k_.input<float>("b");
  auto out = k_.output<float>("out");
  auto i = k_.index();
  out[i] = a[i] * 2.0f + b[i];

  const auto kernel = finish();
  Floats x{1, 2.5f, -3, 4000}, y{1, 1, 1, 1}, z(4);
  kernel.dispatch({vyre::in("a", x), vyre::in("b", y), vyre::out("out", z)});
  EXPECT_EQ(z, (Floats{3, 6, -5, 8001}));
}

TEST_P(Kernels, AccumulateInVariables) {
  auto a = k_.input<float>("a");
  auto out = k_.output<float>("out");
  auto i = k_.index();
  auto sum = k_.var(0.0f);
  auto count = k_.var(0u);
  k_.for_(0, i + 1, [&](auto j) {
    sum += a[j];
    count = count.get() + 1;
  });
  out[i] = sum.get() * 10 + vyre::cast<float>(count.get());

  Floats x{1, 2, 3, 4}, z(4);
  finish().dispatch({vyre::in("a", x), vyre::out("out", z)});
  EXPECT_EQ(z, (Floats{11, 32, 63, 104}));
}

TEST_P(Kernels, KeepValuesAsTheyWereWhereTheyWereMade) {
  auto o = k_.inout<uint32_t>("o");
  auto before = o[0];
  auto v = k_.var(before.get() + 1);
  auto eight = v.get();
  v = 100u;
  o[0] = 50;
  o[1] = before;
  o[2] = o[0] + before;
  o[3] += 5;
  o[4] = o[3];
  o[5] = eight + v.get();
  o[6] -= 1, o[6] *= 3, o[6] /= 2;

  Words words{7, 8, 9, 10, 11, 12, 13};
  finish().dispatch({vyre::inout("o", words)}, vyre::Launch().shape(1));
  EXPECT_EQ(words, (Words{50, 7, 57, 15, 15, 108, 18}));
}

TEST_P(Kernels, RunInTwoDimensions) {
  auto out = k_.output<uint32_t>("out");
  auto width = k_.uniform<uint32_t>("width");
  auto x = k_.index(0), y = k_.index(1);
  out[y * width + x] = y * 100 + x;

  const auto kernel = finish();
  const uint32_t columns = 7, rows = 5;
  Words pixels(columns * rows);
  kernel.dispatch({vyre::out("out", pixels), vyre::in("width", columns)},
                  vyre::Launch().shape(columns, rows));
  for (uint32_t n = 0; n < pixels.size(); ++n) {
    EXPECT_EQ(pixels[n], n / columns * 100 + n % columns);
  }

  vyre::Error error;
  kernel.dispatch({vyre::out("out", pixels), vyre::in("width", columns)}, {}, error);
  EXPECT_EQ(error.code(), VYRE_ERROR_INVALID_ARGUMENT) << error.what();
}

TEST_P(Kernels, Branch) {
  auto a = k_.input<int32_t>("a");
  auto out = k_.output<int32_t>("out");
  auto i = k_.index();
  k_.if_(a[i] == 3, [&] { k_.return_(); });
  k_.if_(
      a[i] > 0 && !(a[i] >= 10), [&] { out[i] = a[i] * 2; }, [&] { out[i] = -a[i]; });

  Ints x{1, 3, 9, 10, -4}, z(5);
  finish().dispatch({vyre::in("a", x), vyre::out("out", z)});
  EXPECT_EQ(z, (Ints{2, 0, 18, -10, 4}));
}

TEST_P(Kernels, ShareMemoryOfAWorkgroup) {
  constexpr uint32_t kSize = 64;
  k_.set_workgroup(kSize);
  auto a = k_.input<uint32_t>("a");
  auto out = k_.output<uint32_t>("out");
  auto tile = k_.shared<uint32_t>("tile", kSize);
  auto local = k_.id(VYRE_ID_LOCAL);
  tile[local] = a[k_.index()];
  k_.barrier();
  out[k_.index()] = tile[kSize - 1 - local];

  Words x(2 * kSize), z(2 * kSize);
  for (uint32_t n = 0; n < x.size(); ++n) x[n] = n;
  finish().dispatch({vyre::in("a", x), vyre::out("out", z)}, vyre::Launch().grid(2));
  for (uint32_t n = 0; n < z.size(); ++n) EXPECT_EQ(z[n], n / kSize * kSize + 63 - n % kSize);
}

TEST_P(Kernels, CountWithAtomics) {
  auto a = k_.input<uint32_t>("a");
  auto bins = k_.inout<uint32_t>("bins"), first = k_.inout<uint32_t>("first");
  auto i = k_.index();
  bins.atomic(VYRE_ATOMIC_ADD, a[i] % 4, 1);
  first.atomic(VYRE_ATOMIC_COMPARE_EXCHANGE, 0, a[i], {0});

  Words x(1000), counts(4), one(1);
  for (uint32_t n = 0; n < x.size(); ++n) x[n] = n + 1;
  finish().dispatch({vyre::in("a", x), vyre::inout("bins", counts), vyre::inout("first", one)});
  EXPECT_EQ(counts, (Words{250, 250, 250, 250}));
  EXPECT_TRUE(one[0] >= 1 && one[0] <= 1000) << one[0];
}

TEST_P(Kernels, HaveTheOperatorsOfSignedNumbers) {
  auto a = k_.input<int32_t>("a");
  auto o = k_.output<int32_t>("o");
  auto x = a[0].get(), y = a[1].get();
  o[0] = x + y, o[1] = x - 1, o[2] = 3 * y, o[3] = x / y, o[4] = x % y;
  o[5] = x & y, o[6] = x | 8, o[7] = x ^ y, o[8] = ~x, o[9] = -x;
  o[10] = min(x, y), o[11] = vyre::max(x, 2), o[12] = vyre::select(x > y, 100, x);
  o[13] = vyre::cast<int32_t>(vyre::cast<uint32_t>(x) >> 28);
  o[14] = (x % y) * 2 + (x & 12);

  constexpr int32_t p = -7, q = 3;
  Ints given{p, q}, got(15);
  finish().dispatch({vyre::in("a", given), vyre::out("o", got)}, vyre::Launch().shape(1));
  EXPECT_EQ(got, (Ints{p + q, p - 1, 3 * q, p / q, p % q, p & q, p | 8, p ^ q, ~p, -p, p, 2, p, 15,
                       (p % q) * 2 + (p & 12)}));
}

TEST_P(Kernels, HaveTheOperatorsOfUnsignedNumbers) {
  auto a = k_.input<uint32_t>("a");
  auto o = k_.output<uint32_t>("o");
  auto x = a[0].get(), y = a[1].get();
  o[0] = x + y, o[1] = y - x, o[2] = x * y, o[3] = y / x, o[4] = y % x, o[5] = x << 3,
  o[6] = y >> 1;
  o[7] = ~x, o[8] = -x, o[9] = 1u << x, o[10] = vyre::cast<uint32_t>(x != y);
  o[11] = vyre::unary<uint32_t>(VYRE_UNARY_POPCOUNT, y);
  o[12] = vyre::select(x == 5 || x > y, 1 + y, x);

  constexpr uint32_t p = 5, q = 0x80000013;
  Words given{p, q}, got(13);
  finish().dispatch({vyre::in("a", given), vyre::out("o", got)}, vyre::Launch().shape(1));
  EXPECT_EQ(got, (Words{p + q, q - p, p * q, q / p, q % p, p << 3, q >> 1, ~p, 0 - p, 1u << p, 1, 4,
                        q + 1}));
}

TEST_P(Kernels, HaveTheFunctionsOfFractions) {
  auto a = k_.input<float>("a");
  auto o = k_.output<float>("o");
  auto x = a[0].get(), y = a[1].get();
  o[0] = abs(x), o[1] = sqrt(y), o[2] = floor(x), o[3] = ceil(x), o[4] = trunc(x), o[5] = -x;
  o[6] = max(x, 0.0f), o[7] = min(x, y), o[8] = vyre::fma(x, y, 1), o[9] = 1 / y, o[10] = sign(x);
  o[11] = vyre::select(is_nan(x) || !is_finite(y), x, y * 0.5), o[12] = inverse_sqrt(y);
  o[13] = vyre::cast<float>(vyre::cast<int32_t>(x)), o[14] = round(x);

  Floats given{-2.5f, 4}, got(15);
  finish().dispatch({vyre::in("a", given), vyre::out("o", got)}, vyre::Launch().shape(1));
  EXPECT_EQ(got, (Floats{2.5f, 2, -3, -2, -2, 2.5f, 0, -2.5f, -9, 0.25f, -1, 2, 0.5f, -2, -3}));
}

TEST_P(Kernels, HaveTheFunctionsOfTheMathLibrary) {
  auto o = k_.output<float>("o");
  auto x = k_.uniform<float>("x");
  o[0] = exp(x), o[1] = exp2(x), o[2] = log(x), o[3] = log2(x), o[4] = cos(x), o[5] = sin(x);
  o[6] = tan(x), o[7] = acos(x), o[8] = asin(x), o[9] = atan(x), o[10] = cosh(x), o[11] = sinh(x);
  o[12] = tanh(x);

  const float f = 0.625f;
  Floats got(13);
  finish().dispatch({vyre::in("x", f), vyre::out("o", got)}, vyre::Launch().shape(1));
  const float expected[] = {std::exp(f),  std::exp2(f), std::log(f),  std::log2(f), std::cos(f),
                            std::sin(f),  std::tan(f),  std::acos(f), std::asin(f), std::atan(f),
                            std::cosh(f), std::sinh(f), std::tanh(f)};
  for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], 1e-6) << i;
}

TEST_P(Kernels, TakeConstants) {
  auto out = k_.output<uint32_t>("out");
  out[k_.index()] = k_.constant("factor", 3u) * 10 + vyre::cast<uint32_t>(k_.constant("more", -1));
  const auto program = k_.finish();

  Words z(2);
  vyre::Pipeline::create(device_, program).dispatch({vyre::out("out", z)});
  EXPECT_EQ(z, (Words{29, 29}));
  vyre::Options options;
  options.constant("factor", 5u).constant("more", 7).label("five");
  const auto kernel = vyre::Pipeline::create(device_, program, options);
  kernel.dispatch({vyre::out("out", z)});
  EXPECT_EQ(z, (Words{57, 57}));
  EXPECT_STREQ(kernel.info().label.data, "five");

  vyre::Error error;
  vyre::Pipeline::create(device_, program, vyre::Options().constant("factor", 5.0f), error);
  EXPECT_EQ(error.code(), VYRE_ERROR_INVALID_ARGUMENT) << error.what();
  vyre::Pipeline::create(device_, program, vyre::Options().constant("other", 5u), error);
  EXPECT_EQ(error.code(), VYRE_ERROR_NOT_FOUND) << error.what();
}

// Counts up what it is bound to.
class Runs : public OnDevice {
 protected:
  Runs() {
    auto a = k_.inout<uint32_t>("a");
    a[k_.index()] += 1;
    program_ = k_.finish();
    kernel_ = vyre::Pipeline::create(device_, program_);
  }

  vyre::Program program_;
  vyre::Pipeline kernel_;
};
VYRE_ON_DEVICES(Runs);

TEST_P(Runs, OnTheirOwn) {
  Words x{1, 2, 3};
  vyre::Work work = kernel_.dispatch_async({vyre::inout("a", x)});
  EXPECT_EQ(work.wait(), VYRE_WORK_READY);
  EXPECT_FALSE(work.get_error());
  work.collect({vyre::inout("a", x)});
  EXPECT_EQ(x, (Words{2, 3, 4}));
  EXPECT_TRUE(device_.wait_idle());
}

TEST_P(Runs, AsOftenAsTheLaunchSays) {
  Words x{1, 2, 3};
  const vyre::Launch launch = vyre::Launch().iterations(3).label("three times");
  kernel_.dispatch({vyre::inout("a", x)}, launch);
  EXPECT_EQ(x, (Words{4, 5, 6}));
  const vyre::Binding bindings[] = {vyre::inout(0, x)};
  kernel_.dispatch(bindings, 1);
  kernel_.dispatch({bindings, 1}, vyre::Launch().timed());
  EXPECT_EQ(x, (Words{6, 7, 8}));
}

TEST_P(Runs, OnBuffers) {
  const auto buffer = vyre::Buffer::create(device_, 64);
  EXPECT_EQ(buffer.info().size, 64u);
  const Words x{10, 20};
  buffer.write(x, 32);
  kernel_.dispatch({vyre::on("a", buffer)});
  uint32_t got[4];
  buffer.read(got, 28);
  EXPECT_EQ(Words(got, got + 4), (Words{1, 11, 21, 1}));
  uint32_t one = 0;
  buffer.read(one, 36);
  EXPECT_EQ(one, 21u);

  vyre::Error error;
  buffer.read(got, 60, error);
  EXPECT_EQ(error.code(), VYRE_ERROR_INVALID_ARGUMENT) << error.what();
  buffer.free();
  buffer.write(x, 0, error);
  EXPECT_EQ(error.code(), VYRE_ERROR_INVALID_ARGUMENT) << error.what();
}

TEST_P(Runs, FromBytes) {
  const vyre::Blob bytes = program_.save();
  ASSERT_GT(bytes.size(), 4u);
  const std::vector<char> copy(bytes.data(), bytes.data() + bytes.size());
  for (const auto& program : {vyre::Program::load(bytes), vyre::Program::load(context_, copy)}) {
    ASSERT_EQ(program.info().parameter_count, 1u);
    EXPECT_STREQ(program.info().parameters[0]->name.data, "a");
    program.validate();
    Words x{1};
    vyre::Pipeline::create(device_, program).dispatch({vyre::inout("a", x)});
    EXPECT_EQ(x[0], 2u);
  }
}

}  // namespace
}  // namespace hpp

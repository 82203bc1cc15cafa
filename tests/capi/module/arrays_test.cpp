// Arrays of descriptors: each is bound for itself.
#include "capi/support/spirv_support.h"

namespace vyre::test {
namespace {

using Words = std::vector<uint32_t>;

class SpirvArrays : public testing::Test {
 protected:
  static vyre_binding in_array(uint32_t index, vyre_binding binding) {
    binding.array_index = index;
    return binding;
  }

  // All but the results.
  Bindings inputs() const {
    Bindings all;
    for (uint32_t i = 0; i < 4; ++i) all.push_back(in_array(i, bind_input(0, pages_[i])));
    for (uint32_t i = 0; i < 2; ++i) all.push_back(in_array(i, bind_input(1, factors_[i])));
    return all;
  }
  Bindings with(std::initializer_list<vyre_binding> more) const {
    Bindings all = inputs();
    all.insert(all.end(), more);
    return all;
  }

  Opened session_ = open_device("vulkan");
  const Words pages_[4] = {Words(64, 1), Words(64, 20), Words(64, 300), Words(64, 4000)};
  const Words factors_[2] = {{2, 0, 0, 0}, {3, 0, 0, 0}};
  Words sums_[2] = {Words(64), Words(64)};
};

TEST_F(SpirvArrays, AreDescribedWithTheirLength) {
  const Program program = load(session_.context, kernel("array"));
  const vyre_program_info& info = *vyre_program_get_info(program.get());
  ASSERT_EQ(info.parameter_count, 3u);
  const struct {
    const char* name;
    uint32_t slot, count;
  } expected[] = {{"pages", 0, 4}, {"factors", 1, 2}, {"sums", 4, 2}};
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(string_of(info.parameters[i]->name), expected[i].name);
    EXPECT_EQ(info.parameters[i]->slot, expected[i].slot);
    EXPECT_EQ(info.parameters[i]->array_count, expected[i].count);
  }
}

TEST_F(SpirvArrays, RunOnEachOfTheirBuffers) {
  const Pipeline pipeline = make(session_, "array");
  const Bindings all = with({in_array(0, bind_output(4, sums_[0])),
                             vyre_bind_name("sums", in_array(1, bind_output(0, sums_[1])))});
  ASSERT_TRUE(ok(dispatch(pipeline, all, vyre_grid(1, 1, 1))));
  EXPECT_EQ(sums_[0], Words(64, 2 * 21));
  EXPECT_EQ(sums_[1], Words(64, 3 * 4300));
}

TEST_F(SpirvArrays, WhatIsNotBoundOrNotThereIsNamed) {
  const Pipeline pipeline = make(session_, "array");
  const auto refused = [&](const Bindings& bindings, vyre_error_code code,
                           std::initializer_list<std::string_view> parts) {
    return vyre::test::refused(dispatch(pipeline, bindings, vyre_grid(1, 1, 1)), code, parts);
  };
  Bindings missing = inputs();
  missing.erase(missing.begin() + 2);
  EXPECT_TRUE(refused(missing, VYRE_ERROR_INVALID_ARGUMENT, {"'pages[2]'", "nothing is bound"}));
  EXPECT_TRUE(refused(with({in_array(2, bind_output(4, sums_[0]))}), VYRE_ERROR_INVALID_ARGUMENT,
                      {"'sums'", "array_index 2"}));
  EXPECT_TRUE(
      refused(with({in_array(7, bind_output(9, sums_[0]))}), VYRE_ERROR_NOT_FOUND, {"slot 9"}));
  EXPECT_TRUE(refused(with({in_array(1, bind_input(1, factors_[0]))}), VYRE_ERROR_INVALID_ARGUMENT,
                      {"'factors[1]'"}));
}

TEST_F(SpirvArrays, OfBuffersOfTheDeviceMayNotShareWhatIsWritten) {
  const Pipeline pipeline = make(session_, "array");
  const Buffer buffer =
      made<Buffer>(vyre_buffer_create, session_.device.get(), uint64_t{256}, nullptr);
  const auto both = with({in_array(0, vyre_bind_buffer(4, buffer.get())),
                          in_array(1, vyre_bind_buffer(4, buffer.get()))});
  EXPECT_TRUE(vyre::test::refused(dispatch(pipeline, both, vyre_grid(1, 1, 1)),
                                  VYRE_ERROR_INVALID_ARGUMENT,
                                  {"'sums'", "'sums[1]'", "share bytes"}));
}

TEST_F(SpirvArrays, OfPartsOfOneBuffer) {
  const Pipeline pipeline = make(session_, "array");
  const Buffer buffer =
      made<Buffer>(vyre_buffer_create, session_.device.get(), uint64_t{512}, nullptr);
  const auto parts = with({in_array(0, vyre_bind_range(4, buffer.get(), 256, 256)),
                           in_array(1, vyre_bind_range(4, buffer.get(), 0, 256))});
  ASSERT_TRUE(ok(dispatch(pipeline, parts, vyre_grid(1, 1, 1))));
  Words both(128);
  ASSERT_TRUE(ok(vyre_buffer_read(buffer.get(), 0, both.data(), 512)));
  EXPECT_EQ(Words(both.begin(), both.begin() + 64), Words(64, 3 * 4300));
  EXPECT_EQ(Words(both.begin() + 64, both.end()), Words(64, 2 * 21));
}

}  // namespace
}  // namespace vyre::test

// Owners, errors and places of vyre_driver.hpp.
#include <string>

#include "support.h"

namespace hpp {
namespace {

TEST(Errors, AreThrown) {
  try {
    vyre::Device::open("no-such-backend");
    FAIL() << "it was opened";
  } catch (const std::exception& caught) {
    EXPECT_NE(std::string(caught.what()).find("no-such-backend"), std::string::npos);
  }
  EXPECT_THROW(vyre::Pipeline::create(vyre::Device(), vyre::Program()), vyre::Error);
  EXPECT_THROW(vyre::Program::load(std::string("neither")), vyre::Error);
  EXPECT_THROW(vyre::check(vyre_device_prepare(nullptr)), vyre::Error);
  EXPECT_NO_THROW(vyre::check(nullptr));
}

TEST(Errors, AreStoredInAPlace) {
  vyre::Error error;
  EXPECT_FALSE(error);
  EXPECT_EQ(error.code(), VYRE_OK);
  EXPECT_STREQ(error.what(), "");
  const auto device = vyre::Device::open("no-such-backend", error);
  EXPECT_FALSE(device);
  ASSERT_TRUE(error);
  EXPECT_EQ(error.code(), VYRE_ERROR_NOT_FOUND);
  EXPECT_EQ(error.info().code, VYRE_ERROR_NOT_FOUND);
  EXPECT_GT(error.info().message.size, 0u);
  EXPECT_GT(error.info().fix.size, 0u);

  EXPECT_TRUE(vyre::Device::open("cpu-ref", error));
  EXPECT_FALSE(error) << "a call that succeeds leaves an old error: " << error.what();
}

TEST(Errors, NameTheCallAndItsArgument) {
  vyre::Error error;
  vyre::Pipeline::create(vyre::Device(), vyre::Program(), {}, error);
  EXPECT_NE(std::string(error.what()).find("vyre_pipeline_create: device is NULL"),
            std::string::npos)
      << error.what();
}

TEST(Errors, HaveManyOwners) {
  vyre::Error last;
  {
    vyre::Error first;
    vyre::Device::open("no-such-backend", first);
    vyre::Error copy = first, other;
    other = copy;
    const char* text = first.what();
    EXPECT_EQ(copy.what(), text);
    copy = vyre::Error();
    last = std::move(first);
    EXPECT_FALSE(first);  // NOLINT: what is left of it is promised
    EXPECT_EQ(last.what(), text);
    EXPECT_EQ(other.what(), text);
  }
  last = *&last;
  EXPECT_EQ(last.code(), VYRE_ERROR_NOT_FOUND);
}

TEST(Errors, ComeFromCAndGoThere) {
  vyre::Error made(vyre_error_create(VYRE_ERROR_TIMED_OUT, 7, vyre_str("late. Fix: wait")));
  EXPECT_EQ(made.info().native_code, 7);
  EXPECT_NE(std::string(made.what()).find("late"), std::string::npos);
  vyre::Error place;
  vyre::check(vyre_error_create(VYRE_ERROR_CANCELLED, 0, vyre_str("no")), place);
  EXPECT_EQ(place.code(), VYRE_ERROR_CANCELLED);
}

TEST(Owners, MoveAndAreEmptyBehindIt) {
  auto first = vyre::Device::open("cpu-ref");
  vyre_device* raw = first.get();
  auto second = std::move(first);
  EXPECT_FALSE(first);  // NOLINT: what is left of it is promised
  EXPECT_EQ(second.get(), raw);
  vyre::Device& same = second;
  second = std::move(same);
  EXPECT_EQ(second.get(), raw);
  first = std::move(second);
  EXPECT_EQ(first.get(), raw);
  vyre::Device third(first.release());
  EXPECT_FALSE(first);
  EXPECT_STREQ(third.info().id.data, "cpu-ref");
}

TEST(Owners, TakeWhatCGives) {
  const auto device = vyre::Device::open("cpu-ref");
  const auto buffer = vyre::Buffer::create(device, 16);
  vyre::Device other = vyre::Device::open("cpu-ref");
  vyre::check(vyre_buffer_get_device(buffer.get(), other.out()));
  ASSERT_TRUE(other);
  EXPECT_STREQ(other.info().id.data, device.info().id.data);
  EXPECT_FALSE(other.is_lost());
}

TEST(Buffers, AreCopiedAndFilled) {
  const auto device = vyre::Device::open("cpu-ref");
  const auto a = vyre::Buffer::create(device, 16), b = vyre::Buffer::create(device, 16);
  a.fill(4, 8, 7);
  a.copy(4, b, 8, 8);
  std::vector<uint32_t> words(4);
  b.read(words);
  EXPECT_EQ(words, (std::vector<uint32_t>{0, 0, 7, 7}));
}

TEST(Owners, AreHarmlessWhenEmpty) {
  const vyre::Device device;
  const vyre::Program program;
  const vyre::Blob blob;
  EXPECT_EQ(device.info().id.size, 0u);
  EXPECT_EQ(program.info().parameter_count, 0u);
  EXPECT_EQ(blob.size(), 0u);
  EXPECT_FALSE(device.is_lost());
  vyre::Error error;
  vyre::Sequence().run(VYRE_RUN_DESC_DEFAULT, error);
  EXPECT_EQ(error.code(), VYRE_ERROR_INVALID_ARGUMENT);
  vyre::Builder none;
  none.output<float>("out")[none.index()] = 1.0f;
  EXPECT_FALSE(none.finish(error));
  EXPECT_EQ(error.code(), VYRE_ERROR_INVALID_ARGUMENT);
}

TEST(Owners, ListDevices) {
  const auto list = vyre::DeviceList::create();
  bool is_found = false;
  for (size_t i = 0; i < list.info().device_count; ++i) {
    is_found |= std::string_view(list.info().devices[i]->id.data) == "cpu-ref";
  }
  EXPECT_TRUE(is_found);
}

TEST(Builders, KeepTheFirstMistake) {
  auto k = vyre::Builder::create();
  EXPECT_FALSE(k.get_error());
  k.input<float>("a"), k.input<float>("a");
  k.set_workgroup(0);
  const vyre::Error mistake = k.get_error();
  EXPECT_EQ(mistake.code(), VYRE_ERROR_INVALID_ARGUMENT);
  vyre::Error error;
  EXPECT_FALSE(k.finish(error));
  EXPECT_STREQ(error.what(), mistake.what());
  k.output<float>("out")[k.index()] = 1.0f;
  EXPECT_TRUE(k.finish(error)) << error.what();
}

TEST(BuildersDeathTest, RefuseWhatCannotBeMeant) {
  const auto k = vyre::Builder::create(), other = vyre::Builder::create();
  const vyre::Value<uint32_t> one(k.get(), vyre_builder_u32(k.get(), 1));
  const vyre::Value<uint32_t> two(other.get(), vyre_builder_u32(other.get(), 2));
  EXPECT_DEATH((void)(one + two), "two builders in one expression. Fix: use one");
  EXPECT_DEATH((void)(one + -1), "beyond its type. Fix: write one within");
  EXPECT_DEATH((void)(one < 4294967296), "beyond its type. Fix: write one within");
  const vyre::Value<float> half = vyre::cast<float>(one) * 0.5;
  EXPECT_DEATH((void)(half * 16777217), "beyond its type. Fix: write one within");
  (void)(half * 16777216);
}

TEST(OptionsDeathTest, HaveSixteenConstants) {
  vyre::Options options;
  for (uint32_t i = 0; i < 16; ++i) options.constant("n", i);
  EXPECT_EQ(options.raw.constant_count, 16u);
  EXPECT_DEATH(options.constant("n", 16u), "over 16 constants. Fix: fill raw");
}

}  // namespace
}  // namespace hpp

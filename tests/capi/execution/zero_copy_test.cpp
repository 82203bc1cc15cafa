// Large buffers of the host that a device of the host's processor works on where they lie.
#include <sys/mman.h>

#include <functional>

#include "capi/support/fixpoint_support.h"
#include "vyre_driver_tools.h"

namespace vyre::test {
namespace {

constexpr size_t kCount = size_t{1} << 16;
constexpr uint64_t kBytes = kCount * 4;

constexpr std::string_view kXor = R"({
  "workgroup_size": [64, 1, 1],
  "buffers": [{"name": "a", "type": "U32", "binding": 0, "access": "read_only"},
              {"name": "b", "type": "U32", "binding": 1, "access": "read_only"},
              {"name": "out", "type": "U32", "binding": 2, "access": "write_only", "output": true}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"store": "out", "at": "i",
            "value": {"bit_xor": [{"load": "a", "at": "i"}, {"load": "b", "at": "i"}]}}]})";

// Leaves even elements as they are.
constexpr std::string_view kOdd = R"({
  "workgroup_size": [64, 1, 1],
  "buffers": [{"name": "out", "type": "U32", "binding": 0, "access": "read_write"}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"if": {"eq": [{"mod": ["i", 2]}, 1]},
            "then": [{"store": "out", "at": "i", "value": {"add": [{"load": "out", "at": "i"}, 7]}}]}]})";

constexpr std::string_view kLastTraps = R"({
  "workgroup_size": [64, 1, 1],
  "buffers": [{"name": "in", "type": "U32", "binding": 0, "access": "read_only"},
              {"name": "out", "type": "U32", "binding": 1, "access": "write_only", "output": true}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"store": "out", "at": "i", "value": {"load": "in", "at": "i"}},
           {"if": {"eq": [{"load": "in", "at": "i"}, 4711]},
            "then": [{"trap": 0, "tag": "last"}]}]})";

// Words at a multiple of a page, between pages that nobody may touch.
class Pages {
 public:
  explicit Pages(uint64_t bytes) : size_(bytes + 2 * kPage) {
    all_ = static_cast<std::byte*>(
        mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(all_ + kPage, bytes, PROT_READ | PROT_WRITE);
  }
  ~Pages() { munmap(all_, size_); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  uint32_t* words() { return reinterpret_cast<uint32_t*>(all_ + kPage); }
  void protect() { mprotect(all_ + kPage, size_ - 2 * kPage, PROT_READ); }

 private:
  static constexpr uint64_t kPage = 4096;
  const uint64_t size_;
  std::byte* all_;
};

class InPlace : public ::testing::TestWithParam<std::string> {
 protected:
  InPlace() : opened_(open_device(GetParam())) {
    for (Pages* pages : {&a_, &b_}) {
      for (size_t i = 0; i < kCount; ++i) pages->words()[i] = next_ = next_ * 1664525 + 1013904223;
    }
    std::fill_n(out_.words(), kCount, 0xA5A5A5A5u);
  }

  // Copies between memory of the host and of the device while |work| runs.
  uint64_t copied_bytes(const std::function<void()>& work) {
    const auto copied = [&] {
      return metric_of(opened_, VYRE_METRIC_UPLOADED_BYTES) +
             metric_of(opened_, VYRE_METRIC_DOWNLOADED_BYTES);
    };
    const uint64_t before = copied();
    work();
    return copied() - before;
  }

  // What is copied of |bytes| that can stay where they are.
  uint64_t unless_in_place(uint64_t bytes) const {
    return info_of(opened_).kind == VYRE_DEVICE_CPU ? 0 : bytes;
  }

  void run(std::string_view program, const Bindings& bindings,
           const vyre_dispatch_desc* desc = nullptr) {
    const Pipeline pipeline = make_pipeline(opened_, program);
    EXPECT_TRUE(ok(dispatch(pipeline, bindings, desc)));
  }

  Words exclusive_or() {
    Words words(kCount);
    for (size_t i = 0; i < kCount; ++i) words[i] = a_.words()[i] ^ b_.words()[i];
    return words;
  }

  static Words copy_of(const uint32_t* words) { return {words, words + kCount}; }

  Opened opened_;
  Pages a_{kBytes}, b_{kBytes}, out_{kBytes};
  uint32_t next_ = 1;
};

Bindings three(const void* a, const void* b, void* out) {
  return {vyre_bind_input(0, a, kBytes), vyre_bind_input(1, b, kBytes),
          vyre_bind_output(2, out, kBytes)};
}

TEST_P(InPlace, AlignedBytesAreNotCopied) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(copied_bytes([&] { run(kXor, three(a_.words(), b_.words(), out_.words())); }),
              unless_in_place(3 * kBytes));
    EXPECT_EQ(copy_of(out_.words()), exclusive_or());
    std::fill_n(out_.words(), kCount, 0u);
    a_.words()[i] += 77;
  }
}

TEST_P(InPlace, InputsMayBeReadOnly) {
  const Words expected = exclusive_or();
  a_.protect();
  b_.protect();
  run(kXor, three(a_.words(), b_.words(), out_.words()));
  EXPECT_EQ(copy_of(out_.words()), expected);
}

TEST_P(InPlace, AnyPlaceGivesTheSame) {
  Words a(kCount + 8), b(kCount + 8), out(kCount + 8, 5);
  std::copy_n(a_.words(), kCount, a.data() + 3);
  std::copy_n(b_.words(), kCount, b.data() + 4);
  for (size_t at = 0; at < 8; ++at) {
    run(kXor, three(a.data() + 3, b.data() + 4, out.data() + at));
    EXPECT_EQ(copy_of(out.data() + at), exclusive_or());
    std::fill(out.begin(), out.end(), 5);
  }
}

TEST_P(InPlace, NothingButTheOutputIsWritten) {
  Words out(kCount + 64, 5);
  std::byte* const place = reinterpret_cast<std::byte*>(out.data()) + 128;
  run(kXor, three(a_.words(), b_.words(), place));
  EXPECT_EQ(copy_of(out.data() + 32), exclusive_or());
  EXPECT_EQ(std::count(out.begin(), out.begin() + 32, 5u), 32);
  EXPECT_EQ(std::count(out.end() - 32, out.end(), 5u), 32);
}

// What is written has memory of its own.
TEST_P(InPlace, AnOutputOverAnInputIsRefused) {
  const Pipeline pipeline = make_pipeline(opened_, kXor);
  const Words before = copy_of(a_.words());
  const auto refuses = [&](const void* a, void* out) {
    return refused(dispatch(pipeline, three(a, b_.words(), out)), VYRE_ERROR_INVALID_ARGUMENT,
                   {"'out' (slot 2)", "'a' (slot 0)", "host memory"});
  };
  EXPECT_TRUE(refuses(a_.words(), a_.words()));
  EXPECT_EQ(copy_of(a_.words()), before);
  Words both(2 * kCount + 4);
  EXPECT_TRUE(refuses(both.data(), both.data() + kCount / 2));
  EXPECT_TRUE(refuses(both.data(), both.data() + kCount - 1));
  EXPECT_TRUE(refuses(both.data() + kCount - 1, both.data()));
}

TEST_P(InPlace, AnOutputBesideAnInputIsRight) {
  Words both(2 * kCount);
  std::copy_n(a_.words(), kCount, both.data());
  run(kXor, three(both.data(), b_.words(), both.data() + kCount));
  EXPECT_EQ(copy_of(both.data() + kCount), exclusive_or());
  EXPECT_EQ(copy_of(both.data()), copy_of(a_.words()));
}

TEST_P(InPlace, InputsMayShareTheirBytes) {
  run(kXor, three(a_.words(), a_.words(), out_.words()));
  EXPECT_EQ(copy_of(out_.words()), Words(kCount));
}

TEST_P(InPlace, AnOutputThatIsNotAllStoredStartsZeroed) {
  EXPECT_EQ(copied_bytes([&] { run(kOdd, {vyre_bind_output(0, out_.words(), kBytes)}); }),
            unless_in_place(kBytes));
  for (size_t i = 0; i < kCount; ++i) ASSERT_EQ(out_.words()[i], i % 2 * 7) << i;
}

TEST_P(InPlace, AGridThatDoesNotCoverTheOutputLeavesZeroes) {
  const vyre_dispatch_desc desc = with_grid(VYRE_DISPATCH_DESC_INIT, kCount / 64 - 1);
  run(kXor, three(a_.words(), b_.words(), out_.words()), &desc);
  Words expected = exclusive_or();
  std::fill(expected.end() - 64, expected.end(), 0u);
  EXPECT_EQ(copy_of(out_.words()), expected);
}

TEST_P(InPlace, InOutInOnePlaceIsNotCopied) {
  const Words before = copy_of(a_.words());
  EXPECT_EQ(copied_bytes([&] { run(kOdd, {vyre_bind_inout(0, a_.words(), kBytes)}); }),
            unless_in_place(2 * kBytes));
  for (size_t i = 0; i < kCount; ++i) ASSERT_EQ(a_.words()[i], before[i] + i % 2 * 7) << i;
}

TEST_P(InPlace, InOutOfTwoPlacesLeavesItsInput) {
  const Words before = copy_of(a_.words());
  Bindings bindings = {vyre_bind_inout(0, out_.words(), kBytes)};
  bindings[0].input = a_.words();
  run(kOdd, bindings);
  EXPECT_EQ(copy_of(a_.words()), before);
  for (size_t i = 0; i < kCount; ++i) ASSERT_EQ(out_.words()[i], before[i] + i % 2 * 7) << i;
}

TEST_P(InPlace, ATrapLeavesOutputsAsTheyWere) {
  a_.words()[kCount - 1] = 4711;
  const Pipeline pipeline = make_pipeline(opened_, kLastTraps);
  EXPECT_THAT(said(dispatch(pipeline, {vyre_bind_input(0, a_.words(), kBytes),
                                       vyre_bind_output(1, out_.words(), kBytes)})),
              HasSubstr("last"));
  EXPECT_EQ(copy_of(out_.words()), Words(kCount, 0xA5A5A5A5u));
}

// The work may go on behind a call that has given up.
TEST_P(InPlace, WithATimeoutBytesAreCopied) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.timeout_ns = UINT64_C(60000000000);
  EXPECT_EQ(copied_bytes([&] { run(kXor, three(a_.words(), b_.words(), out_.words()), &desc); }),
            3 * kBytes);
  EXPECT_EQ(copy_of(out_.words()), exclusive_or());
}

TEST_P(InPlace, AsynchronousWorkHasCopiesOfItsInputs) {
  const Pipeline pipeline = make_pipeline(opened_, kXor);
  const Words expected = exclusive_or();
  const auto bindings = three(a_.words(), b_.words(), out_.words());
  const Work work = begin_dispatch(pipeline, bindings);
  std::fill_n(a_.words(), kCount, 0u);
  EXPECT_TRUE(ok(collect(work, {bindings[2]})));
  EXPECT_EQ(copy_of(out_.words()), expected);
}

INSTANTIATE_TEST_SUITE_P(Backends, InPlace, ::testing::Values("vulkan"));

}  // namespace
}  // namespace vyre::test

// Copies, fills, writes and reads in random order against a model, and from many threads.
#include <cstring>
#include <random>

#include "capi/support/each_backend.h"
#include "support/threads.h"

namespace vyre::test {
namespace {

constexpr size_t kSize = 4096;

Work copy_async(const Buffer& from, uint64_t from_offset, const Buffer& to, uint64_t to_offset,
                uint64_t size) {
  return made<Work>(vyre_buffer_copy_async, from.get(), from_offset, to.get(), to_offset, size);
}

// A read that was started, and what it has to give.
struct Expected {
  Work work;
  Bytes bytes;
};

bool is_right(const Expected& read) {
  Bytes found(read.bytes.size());
  EXPECT_TRUE(ok(vyre_work_collect_bytes(read.work.get(), found.data(), found.size())));
  vyre_bytes bytes = {nullptr, 0};
  EXPECT_TRUE(ok(vyre_work_get_bytes(read.work.get(), 0, &bytes)));
  return found == read.bytes && bytes.size == found.size();
}

class Transfers : public EachBackend {
 protected:
  Transfers() { scripted_.what.at_once = is("ordered") ? 1 : 0; }

  struct Range {
    size_t offset, size;
  };
  size_t below(size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(random_); }
  Range range(size_t unit = 1) {
    const size_t offset = below(kSize / unit + 1) * unit;
    return {offset, below((kSize - offset) / unit + 1) * unit};
  }
  bool is_blocking() { return below(2) == 0; }

  void write(size_t which) {
    const Range to = range();
    Bytes bytes(to.size);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random_());
    vyre_buffer* const buffer = buffers_[which].get();
    EXPECT_TRUE(ok(is_blocking() ? vyre_buffer_write(buffer, to.offset, bytes.data(), to.size)
                                 : vyre_buffer_write_async(buffer, to.offset, bytes.data(), to.size,
                                                           nullptr)));
    std::copy(bytes.begin(), bytes.end(),
              model_[which].begin() + static_cast<ptrdiff_t>(to.offset));
  }
  void fill(size_t which) {
    const Range to = range(4);
    const uint32_t word = static_cast<uint32_t>(random_());
    vyre_buffer* const buffer = buffers_[which].get();
    EXPECT_TRUE(ok(is_blocking()
                       ? vyre_buffer_fill(buffer, to.offset, to.size, word)
                       : vyre_buffer_fill_async(buffer, to.offset, to.size, word, nullptr)));
    for (size_t i = 0; i < to.size; i += 4) std::memcpy(&model_[which][to.offset + i], &word, 4);
  }
  void copy(size_t from, size_t to) {
    const Range source = range();
    const size_t at = below(kSize - source.size + 1);
    const bool overlaps =
        from == to && source.offset < at + source.size && at < source.offset + source.size;
    vyre_buffer *const a = buffers_[from].get(), *const b = buffers_[to].get();
    vyre_error* const error =
        is_blocking() ? vyre_buffer_copy(a, source.offset, b, at, source.size)
                      : vyre_buffer_copy_async(a, source.offset, b, at, source.size, nullptr);
    if (overlaps) {
      EXPECT_TRUE(refused(error, VYRE_ERROR_INVALID_ARGUMENT, {"overlaps itself"}));
      return;
    }
    EXPECT_TRUE(ok(error));
    const auto first = model_[from].begin() + static_cast<ptrdiff_t>(source.offset);
    std::copy(first, first + static_cast<ptrdiff_t>(source.size),
              model_[to].begin() + static_cast<ptrdiff_t>(at));
  }
  void read(size_t which) {
    const Range from = range();
    const auto first = model_[which].begin() + static_cast<ptrdiff_t>(from.offset);
    Expected expected{nullptr, Bytes(first, first + static_cast<ptrdiff_t>(from.size))};
    if (is_blocking()) {
      Bytes found(from.size);
      EXPECT_TRUE(
          ok(vyre_buffer_read(buffers_[which].get(), from.offset, found.data(), from.size)));
      EXPECT_EQ(found, expected.bytes);
      return;
    }
    expected.work =
        made<Work>(vyre_buffer_read_async, buffers_[which].get(), from.offset, from.size);
    reads_.push_back(std::move(expected));
  }
  // out[i] = in[i] + 1.
  void increment(size_t from, size_t to) {
    if (from == to) return;
    const vyre_binding bindings[] = {vyre_bind_buffer(0, buffers_[from].get()),
                                     vyre_bind_buffer(1, buffers_[to].get())};
    EXPECT_TRUE(ok(vyre_dispatch_async(increment_.get(), bindings, 2, nullptr, nullptr)));
    for (size_t i = 0; i < kSize; i += 4) {
      uint32_t word = 0;
      std::memcpy(&word, &model_[from][i], 4);
      ++word;
      std::memcpy(&model_[to][i], &word, 4);
    }
  }
  void step() {
    const size_t one = below(3), other = below(3);
    switch (below(6)) {
      case 0:
        return write(one);
      case 1:
        return fill(one);
      case 2:
        return read(one);
      case 3:
        return increment(one, other);
      default:
        return copy(one, other);
    }
  }

  std::mt19937_64 random_{20260114};
  const Pipeline increment_ = make_pipeline(opened_, kIncrement);
  const std::array<Buffer, 3> buffers_ = {make_buffer(opened_, kSize), make_buffer(opened_, kSize),
                                          make_buffer(opened_, kSize)};
  std::array<Bytes, 3> model_ = {Bytes(kSize), Bytes(kSize), Bytes(kSize)};
  std::vector<Expected> reads_;
};

VYRE_ON_EACH_BACKEND(Transfers);

TEST_P(Transfers, InRandomOrderLeaveWhatTheModelHas) {
  const int steps = is("cpu-ref") ? 150 : 600;
  for (int i = 0; i < steps && !HasFailure(); ++i) step();
  for (const Expected& read : reads_) EXPECT_TRUE(is_right(read));
  EXPECT_TRUE(ok(vyre_device_wait_idle(opened_.device.get(), VYRE_FOREVER, nullptr)));
  for (size_t i = 0; i < 3; ++i) {
    Bytes found(kSize);
    EXPECT_TRUE(ok(vyre_buffer_read(buffers_[i].get(), 0, found.data(), kSize)));
    EXPECT_EQ(found, model_[i]) << "buffer " << i;
  }
}

TEST_P(Transfers, OfManyThreadsKeepEachOnesOrder) {
  std::atomic<int> wrong = 0;
  on_threads(4, [&](uint32_t thread) {
    const uint64_t mine = 1024 * thread;  // of all three buffers
    for (uint32_t round = 1; round <= 20; ++round) {
      const Words words(256, 1000 * thread + round);
      vyre_buffer *const a = buffers_[0].get(), *const b = buffers_[1].get();
      if (vyre_error* error = vyre_buffer_write_async(a, mine, words.data(), 1024, nullptr)) {
        wrong += said(error).empty() ? 0 : 1;
      }
      const Work copied = copy_async(buffers_[0], mine, buffers_[1], mine, 1024);
      wrong += ok(vyre_buffer_fill_async(a, mine, 1024, round, nullptr)) ? 0 : 1;
      const Work read = made<Work>(vyre_buffer_read_async, b, mine, uint64_t{1024});
      Words found(256);
      wrong += ok(vyre_work_collect_bytes(read.get(), found.data(), 1024)) ? 0 : 1;
      wrong += found == words ? 0 : 1;
      wrong += ok(vyre_buffer_read(a, mine, found.data(), 1024)) ? 0 : 1;
      wrong += found == Words(256, round) ? 0 : 1;
    }
  });
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace vyre::test

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "registry/builtin_dialects.h"
#include "runtime/dispatch/dispatch.h"
#include "support/faulty_files.h"
#include "vulkan/support/counted.h"
#include "vulkan/support/on_device.h"

// Programs of the io dialect on the software device: files in, a kernel, files out.

namespace vyre::vulkan {
namespace {

using runtime::Binding;
using runtime::BindKind;
using Bytes = std::vector<std::byte>;

ir::Buffer persistent(uint32_t slot, ir::Access access = ir::Access::kReadWrite) {
  ir::Buffer buffer = test::in_out(slot, 0);
  buffer.kind = ir::MemoryKind::kPersistent;
  buffer.access = access;
  return buffer;
}

ir::Buffer uniform(uint32_t slot, uint32_t count, ir::DataType type) {
  ir::Buffer buffer = test::input(slot, count);
  buffer.access = ir::Access::kUniform;
  buffer.kind = ir::MemoryKind::kUniform;
  buffer.element = ir::scalar(type);
  return buffer;
}

// h[i] = h[i] ^ 0x5A5A5A5A between a step before and steps after. Slots: h 0, fds 1, places 2.
std::shared_ptr<const ir::Program> flip(bool map) {
  test::Build b(64, {{"h", persistent(0)}, {"fds", uniform(1, 2, ir::DataType::kI32)}});
  b.buffer("places", uniform(2, 3, ir::DataType::kU64));
  const auto place = [&](uint32_t i) { return b.load("places", b.u32(i)); };
  const auto fd = [&](uint32_t i) { return b.load("fds", b.u32(i)); };
  test::Build::Nodes body;
  body.push_back(b.let("h", map ? b.call(registry::kZerocopyMap, {fd(0)})
                                : b.call(registry::kDmaFromNvme, {fd(0), place(0), place(1)})));
  const auto flipped = b.binary(ir::BinOp::kBitXor, b.load("h", b.gid()), b.u32(0x5A5A5A5A));
  body.push_back(b.store("h", b.gid(), flipped));
  if (map) {
    body.push_back(b.let("gone", b.call(registry::kUnmap, {b.var("h")})));
  } else {
    body.push_back(
        b.let("done", b.call(registry::kWriteBackToNvme, {b.var("h"), fd(1), place(2)})));
  }
  return b.finish(body);
}

// A file that is gone when it is closed.
class TestFile {
 public:
  explicit TestFile(const Bytes& bytes = {}) {
    char path[] = "/tmp/vyre_io_XXXXXX";
    fd_ = mkstemp(path);
    unlink(path);
    EXPECT_EQ(pwrite(fd_, bytes.data(), bytes.size(), 0), static_cast<ssize_t>(bytes.size()));
  }
  ~TestFile() { close(); }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }
  int fd() const { return fd_; }
  Bytes bytes() const {
    Bytes all(static_cast<size_t>(lseek(fd_, 0, SEEK_END)));
    EXPECT_EQ(pread(fd_, all.data(), all.size(), 0), static_cast<ssize_t>(all.size()));
    return all;
  }

 private:
  int fd_ = -1;
};

Bytes pattern(size_t size) {
  Bytes bytes(size);
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 11 + (i >> 10));
  return bytes;
}

Bytes flipped(Bytes bytes) {
  for (std::byte& byte : bytes) byte ^= std::byte{0x5A};
  return bytes;
}

class HostIo : public OnDevice {
 protected:
  std::shared_ptr<runtime::Pipeline> pipeline(
      std::shared_ptr<const ir::Program> ir, const DeviceOptions& device = {},
      const runtime::PipelineOptions& pipeline_options = {}) {
    runtime::ContextOptions options;
    options.files = &files_;
    options.registry = registry::builtin_snapshot().take();
    context_ = runtime::Context::create(std::move(options));
    backend_ = std::make_shared<runtime::Device>(context_, open(device));
    auto program = std::make_shared<const runtime::Program>(context_, std::move(ir));
    return test::value_of(runtime::Pipeline::create(backend_, program, pipeline_options));
  }

  // Bindings of the descriptors and places of flip().
  std::vector<Binding> arguments(int in, int out, uint64_t from, uint64_t size, uint64_t to) {
    fds_[0] = in;
    fds_[1] = out;
    places_[0] = from;
    places_[1] = size;
    places_[2] = to;
    return {input(1, fds_, sizeof fds_), input(2, places_, sizeof places_)};
  }
  static Binding input(uint32_t slot, const void* data, uint64_t size) {
    Binding binding;
    binding.slot = slot;
    binding.input = static_cast<const std::byte*>(data);
    binding.size = size;
    return binding;
  }

  test::FaultyFiles files_;
  std::shared_ptr<runtime::Context> context_;
  std::shared_ptr<runtime::Device> backend_;
  int32_t fds_[2] = {-1, -1};
  uint64_t places_[3] = {0, 0, 0};
};

TEST_F(HostIo, ArgumentsCanBeSpecializationValues) {
  test::Build b(64, {{"h", persistent(0)}, {"fds", uniform(1, 2, ir::DataType::kI32)}});
  b.buffer("places", uniform(2, 3, ir::DataType::kU64));
  const auto place = [&](const char* index) { return b.load("places", b.spec(index)); };
  const auto fd = [&](const char* name) { return b.spec(name, ir::ConstantKind::kI32); };
  const auto flip = b.binary(ir::BinOp::kBitXor, b.load("h", b.gid()), b.spec("flip"));
  const auto program = b.finish(
      {b.let("h", b.call(registry::kDmaFromNvme, {fd("in"), place("from"), place("size")})),
       b.store("h", b.gid(), flip),
       b.let("done", b.call(registry::kWriteBackToNvme, {b.var("h"), fd("out"), place("to")}))});
  const Bytes bytes = pattern(4000);
  const TestFile in(bytes), out;
  using specialization::Value;
  runtime::PipelineOptions options;
  const std::pair<const char*, Value> values[] = {
      {"in", Value::i32(in.fd())}, {"out", Value::i32(out.fd())}, {"flip", Value::u32(0x5A5A5A5A)},
      {"from", Value::u32(0)},     {"size", Value::u32(1)},       {"to", Value::u32(2)}};
  for (const auto& [name, value] : values)
    ASSERT_TRUE(options.specialization.set(name, value).ok());
  const auto p = pipeline(program, {}, options);
  ASSERT_NE(p, nullptr);
  const auto report = runtime::dispatch(p, arguments(-1, -1, 0, 4000, 0), {});
  ASSERT_TRUE(report.ok()) << report.error().text();
  EXPECT_TRUE(out.bytes() == flipped(bytes));
}

TEST_F(HostIo, AFileGoesThroughAKernelAndBackByteByByte) {
  for (const bool staging : {false, true}) {
    DeviceOptions options = staged(staging);
    const auto p = pipeline(flip(false), options);
    ASSERT_NE(p, nullptr);
    for (const size_t size : {size_t{0}, size_t{4}, size_t{4100}, (size_t{40} << 20) + 12}) {
      const Bytes bytes = pattern(size + 3);
      const TestFile in(bytes), out;
      const auto report = runtime::dispatch(p, arguments(in.fd(), out.fd(), 3, size, 5), {});
      ASSERT_TRUE(report.ok()) << report.error().text();
      Bytes expected(size > 0 ? 5 : 0);
      const Bytes tail = flipped(Bytes(bytes.begin() + 3, bytes.end()));
      expected.insert(expected.end(), tail.begin(), tail.end());
      EXPECT_TRUE(out.bytes() == expected) << size;
      EXPECT_TRUE(in.bytes() == bytes);
    }
  }
}

TEST_F(HostIo, NoByteIsCopiedOnTheDeviceBetweenTheFileAndTheKernel) {
  VYRE_SKIP_UNLESS_MEMORY_IS_SHARED();
  DeviceOptions options;
  options.patch_functions = CountedCopies::patch;
  const auto p = pipeline(flip(false), options);
  const Bytes bytes = pattern(size_t{8} << 20);
  const TestFile in(bytes), out;
  ASSERT_TRUE(runtime::dispatch(p, arguments(in.fd(), out.fd(), 0, bytes.size(), 0), {}).ok());
  EXPECT_TRUE(out.bytes() == flipped(bytes));
  EXPECT_EQ(CountedCopies::count, 0u);
  EXPECT_EQ(files_.bytes_read, bytes.size());  // each byte once, by the system
  EXPECT_EQ(files_.bytes_written, bytes.size());
}

TEST_F(HostIo, AMappedFileIsTheBufferItself) {
  VYRE_SKIP_UNLESS_MEMORY_IS_SHARED();
  const auto p = pipeline(flip(true));
  const Bytes bytes = pattern(10000);
  const TestFile file(bytes);
  ASSERT_TRUE(runtime::dispatch(p, arguments(file.fd(), -1, 0, 0, 0), {}).ok());
  EXPECT_TRUE(file.bytes() == flipped(bytes));
  EXPECT_EQ(files_.bytes_read + files_.bytes_written, 0u);
  EXPECT_EQ(files_.maps, 1);
  EXPECT_EQ(files_.unmaps, 1);
}

TEST_F(HostIo, MappingsThatCannotBeAreRefused) {
  const auto p = pipeline(flip(true));
  const TestFile empty, odd(pattern(10)), file(pattern(64));
  const std::string path = concat("/proc/self/fd/", file.fd());
  const int read_only = ::open(path.c_str(), O_RDONLY);
  EXPECT_THAT(runtime::dispatch(p, arguments(empty.fd(), -1, 0, 0, 0), {}),
              refuses(Code::kInvalidArgument, "'mem.zerocopy_map' at body[0].region.body[0]"));
  EXPECT_THAT(runtime::dispatch(p, arguments(empty.fd(), -1, 0, 0, 0), {}),
              refuses(Code::kInvalidArgument, "has no bytes to map"));
  EXPECT_THAT(runtime::dispatch(p, arguments(odd.fd(), -1, 0, 0, 0), {}),
              refuses(Code::kInvalidArgument, "10 bytes"));
  EXPECT_THAT(runtime::dispatch(p, arguments(read_only, -1, 0, 0, 0), {}),
              refuses(Code::kInvalidArgument, "is read-only"));
  ::close(read_only);
  DeviceOptions options;
  options.patch_device = [](PhysicalDevice& device) { device.host_import_alignment = 0; };
  EXPECT_THAT(
      runtime::dispatch(pipeline(flip(true), options), arguments(file.fd(), -1, 0, 0, 0), {}),
      refuses(Code::kUnsupportedFeature, "VK_EXT_external_memory_host"));
}

TEST_F(HostIo, ABoundBufferIsFilledInPlace) {
  const auto p = pipeline(flip(false));
  const Bytes bytes = pattern(256);
  const TestFile in(bytes), out;
  auto buffer = runtime::Buffer::create(backend_, 512).take();
  auto bindings = arguments(in.fd(), out.fd(), 0, 256, 0);
  Binding bound;
  bound.kind = BindKind::kBuffer;
  bound.buffer = buffer.get();
  bound.offset = 256;
  bound.size = 256;
  bindings.push_back(bound);
  const auto report = runtime::dispatch(p, bindings, {});
  ASSERT_TRUE(report.ok()) << report.error().text();
  Bytes back(512), expected(256);
  const Bytes tail = flipped(bytes);
  expected.insert(expected.end(), tail.begin(), tail.end());
  ASSERT_TRUE(buffer->read(0, back).ok());
  EXPECT_TRUE(back == expected);
  EXPECT_TRUE(out.bytes() == tail);
}

TEST_F(HostIo, TheResultCanAlsoBeAnOutput) {
  const auto p = pipeline(flip(false));
  const Bytes bytes = pattern(256);
  const TestFile in(bytes), out;
  Bytes result(256);
  auto bindings = arguments(in.fd(), out.fd(), 0, 256, 0);
  Binding output;
  output.kind = BindKind::kOutput;
  output.output = result.data();
  output.size = result.size();
  bindings.push_back(output);
  ASSERT_TRUE(runtime::dispatch(p, bindings, {}).ok());
  EXPECT_TRUE(result == flipped(bytes));
}

TEST_F(HostIo, WhatTheCallerBindsMustLeaveTheBytesToTheOp) {
  const auto p = pipeline(flip(false));
  const TestFile in(pattern(256)), out;
  auto bindings = arguments(in.fd(), out.fd(), 0, 256, 0);
  const Bytes own(256);
  bindings.push_back(input(0, own.data(), own.size()));
  EXPECT_THAT(runtime::dispatch(p, bindings, {}),
              refuses(Code::kInvalidArgument, "is bound as input, and 'io.dma_from_nvme'"));
  bindings.back().kind = BindKind::kBuffer;
  const auto short_buffer = runtime::Buffer::create(backend_, 128).take();
  bindings.back().buffer = short_buffer.get();
  bindings.back().size = runtime::kWholeSize;
  EXPECT_THAT(runtime::dispatch(p, bindings, {}),
              refuses(Code::kInvalidArgument, "128 bytes of a device buffer"));
}

TEST_F(HostIo, ArgumentsThatAreWrongFailTheDispatchAndNothingHappens) {
  const auto p = pipeline(flip(false));
  const Bytes bytes = pattern(256);
  const TestFile in(bytes), out;
  TestFile closed;
  const int gone = closed.fd();
  closed.close();
  const auto dispatch = [&](int from_fd, int to_fd, uint64_t from, uint64_t size, uint64_t to) {
    return runtime::dispatch(p, arguments(from_fd, to_fd, from, size, to), {});
  };
  EXPECT_THAT(dispatch(gone, out.fd(), 0, 256, 0), refuses(Code::kInvalidArgument, "is not open"));
  EXPECT_THAT(dispatch(in.fd(), gone, 0, 256, 0), refuses(Code::kInvalidArgument, "is not open"));
  EXPECT_THAT(dispatch(in.fd(), -7, 0, 256, 0), refuses(Code::kInvalidArgument, "descriptor -7"));
  EXPECT_THAT(dispatch(in.fd(), out.fd(), 4, 256, 0),
              refuses(Code::kInputOutput, "'io.dma_from_nvme' at body[0].region.body[0]: file"));
  EXPECT_THAT(dispatch(in.fd(), out.fd(), 0, 255, 0), refuses(Code::kInvalidArgument, "255"));
  EXPECT_THAT(dispatch(in.fd(), out.fd(), UINT64_MAX, 256, 0),
              refuses(Code::kInvalidArgument, "beyond what a file can have"));
  EXPECT_THAT(dispatch(in.fd(), out.fd(), 0, uint64_t{1} << 60, 0),
              refuses(Code::kUnsupportedFeature, "binds at most"));
  EXPECT_THAT(dispatch(in.fd(), out.fd(), 0, 256, UINT64_MAX),
              refuses(Code::kInvalidArgument, "'io.write_back_to_nvme'"));
  EXPECT_EQ(out.bytes().size(), 0u);
  EXPECT_EQ(files_.bytes_written, 0u);
}

TEST_F(HostIo, AnElementBeyondItsBufferIsRefused) {
  test::Build b({{"h", persistent(0)}, {"places", uniform(1, 0, ir::DataType::kU64)}});
  const auto place = [&](uint32_t i) { return b.load("places", b.u32(i)); };
  const auto read = b.call(registry::kDmaFromNvme, {b.i32(0), place(0), place(9)});
  const auto p = pipeline(b.finish({b.let("h", read), b.store("h", b.u32(0), b.u32(1))}));
  EXPECT_THAT(runtime::dispatch(p, std::vector{input(1, places_, 24)}, {}),
              refuses(Code::kInvalidArgument, "the length is element 9 of parameter 'places'"));
}

TEST_F(HostIo, PendingWorkWritesBackOnceWhenItsEndIsSeen) {
  const auto p = pipeline(flip(false));
  const Bytes bytes = pattern(4096);
  TestFile in(bytes), out;
  const int kept = dup(out.fd());
  auto pending = test::value_of(
      runtime::dispatch_async(p, arguments(in.fd(), out.fd(), 0, bytes.size(), 0), {}));
  in.close();
  out.close();
  EXPECT_TRUE(pending->collect({}).ok());
  EXPECT_EQ(pending->poll(), backend::PendingState::kReady);
  EXPECT_EQ(files_.bytes_written, bytes.size());
  Bytes back(bytes.size());
  EXPECT_EQ(pread(kept, back.data(), back.size(), 0), static_cast<ssize_t>(back.size()));
  EXPECT_TRUE(back == flipped(bytes));
  ::close(kept);
}

TEST_F(HostIo, PendingWorkThatIsDroppedWritesNothing) {
  const auto p = pipeline(flip(false));
  const TestFile in(pattern(4096)), out;
  ASSERT_TRUE(runtime::dispatch_async(p, arguments(in.fd(), out.fd(), 0, 4096, 0), {}).ok());
  EXPECT_EQ(out.bytes().size(), 0u);
}

// Every call that fails fails the dispatch by its name; the caller's buffer, the file's length and
// what follows are as if it had not been tried.
TEST_F(HostIo, EveryFileCallMayFail) {
  const auto p = pipeline(flip(false));
  const Bytes bytes = pattern(4096);
  const TestFile in(bytes);
  auto buffer = runtime::Buffer::create(backend_, 4096).take();
  Binding bound;
  bound.kind = BindKind::kBuffer;
  bound.buffer = buffer.get();
  bound.size = runtime::kWholeSize;
  int failures = 0;
  for (int nth = 1; nth < 50; ++nth) {
    const TestFile out;
    auto bindings = arguments(in.fd(), out.fd(), 0, 4096, 0);
    bindings.push_back(bound);
    ASSERT_TRUE(buffer->write(0, Bytes(4096)).ok());
    files_.arm(nth, EIO);
    const auto report = runtime::dispatch(p, bindings, {});
    const bool struck = files_.has_struck();
    const bool before_launch = files_.bytes_written == 0 && !files_.struck_write;
    files_.disarm();
    if (!struck) {
      EXPECT_TRUE(report.ok()) << report.error().text();
      EXPECT_TRUE(out.bytes() == flipped(bytes));
      break;
    }
    if (report.ok()) continue;  // closing and unmapping answer nobody
    ++failures;
    EXPECT_THAT(report, refuses(Code::kInputOutput, "file descriptor"));
    EXPECT_EQ(out.bytes().size(), 0u) << nth;
    Bytes back(4096);
    ASSERT_TRUE(buffer->read(0, back).ok());
    EXPECT_TRUE(!before_launch || back == Bytes(4096)) << nth;
  }
  EXPECT_GE(failures, 6);
}

}  // namespace
}  // namespace vyre::vulkan

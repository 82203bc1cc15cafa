#include "device.h"

#include <cstring>

namespace bench {

using namespace cu;

namespace {

// PTX of an entry whose threads each have one word, or |vector| of four, at |byte| of the buffers.
std::string entry(const std::string& name, bool vector, const std::string& body) {
  return ".visible .entry " + name +
         "(.param .u64 left, .param .u64 right, .param .u64 result, .param .u32 count)\n{" + R"(
  .reg .pred %outside;
  .reg .u32 %block, %size, %at, %count;
  .reg .u32 %a<4>, %b<4>;
  .reg .u64 %byte, %left, %right, %result;
  mov.u32 %block, %ctaid.x;
  mov.u32 %size, %ntid.x;
  mov.u32 %at, %tid.x;
  mad.lo.u32 %at, %block, %size, %at;
  ld.param.u32 %count, [count];
  shr.u32 %count, %count, )" +
         (vector ? "2" : "0") + R"(;
  setp.ge.u32 %outside, %at, %count;
  @%outside bra done;
  mul.wide.u32 %byte, %at, )" +
         (vector ? "16" : "4") + R"(;
  ld.param.u64 %left, [left];
  ld.param.u64 %right, [right];
  ld.param.u64 %result, [result];
  cvta.to.global.u64 %left, %left;
  cvta.to.global.u64 %right, %right;
  cvta.to.global.u64 %result, %result;
  add.u64 %left, %left, %byte;
  add.u64 %right, %right, %byte;
  add.u64 %result, %result, %byte;
)" + body +
         "done:\n  ret;\n}\n";
}

// |load| and |store| say how caches take part.
std::string vectors(const std::string& load, const std::string& store) {
  return "  ld.global" + load + ".v4.u32 {%a0, %a1, %a2, %a3}, [%left];\n  ld.global" + load +
         ".v4.u32 {%b0, %b1, %b2, %b3}, [%right];\n  xor.b32 %a0, %a0, %b0;\n"
         "  xor.b32 %a1, %a1, %b1;\n  xor.b32 %a2, %a2, %b2;\n  xor.b32 %a3, %a3, %b3;\n"
         "  st.global" +
         store + ".v4.u32 [%result], {%a0, %a1, %a2, %a3};\n";
}

std::string program() {
  return ".version 6.0\n.target sm_60\n.address_size 64\n" +
         entry("xor_words", false,
               "  ld.global.u32 %a0, [%left];\n  ld.global.u32 %b0, [%right];\n"
               "  xor.b32 %a0, %a0, %b0;\n  st.global.u32 [%result], %a0;\n") +
         entry("xor_vectors", true, vectors(".nc", "")) +
         entry("xor_streams", true, vectors(".cs", ".cs"));
}

struct WaitFacts {
  const char* name;
  unsigned flag;  // of the context
};
constexpr WaitFacts kWaits[] = {{"spin", kScheduleSpin},
                                {"yield", kScheduleYield},
                                {"blocking", kScheduleBlocking},
                                {"query", kScheduleSpin}};
const WaitFacts& facts_of(CudaWait wait) { return kWaits[static_cast<size_t>(wait)]; }

}  // namespace

const char* name_of(CudaWait wait) { return facts_of(wait).name; }

std::span<const CudaVariant> cuda_variants() {
  static const CudaVariant variants[] = {
      {"words, blocks of 256", "xor_words", 1, 256},
      {"words, blocks of 1,024", "xor_words", 1, 1024},
      {"vectors of four, blocks of 128", "xor_vectors", 4, 128},
      {"vectors of four, blocks of 256", "xor_vectors", 4, 256},
      {"vectors of four, blocks of 1,024", "xor_vectors", 4, 1024},
      {"streamed vectors, blocks of 256", "xor_streams", 4, 256},
      {"streamed vectors, blocks of 1,024", "xor_streams", 4, 1024},
  };
  return variants;
}

int CudaDevice::find(const std::array<uint8_t, 16>& uuid) {
  int count = 0;
  check(cuDeviceGetCount(&count), "cuDeviceGetCount");
  for (int i = 0; i < count; ++i) {
    Device device = 0;
    std::array<uint8_t, 16> found{};
    check(cuDeviceGet(&device, i), "cuDeviceGet");
    check(cuDeviceGetUuid_v2(found.data(), device), "cuDeviceGetUuid_v2");
    if (found == uuid) return i;
  }
  return -1;
}

CudaDevice::CudaDevice(int ordinal, CudaWait wait) : wait_(wait) {
  Device device = 0;
  check(cuDeviceGet(&device, ordinal), "cuDeviceGet");
  check(cuCtxCreate_v2(&context_, facts_of(wait).flag, device), "cuCtxCreate_v2");
  check(cuStreamCreate(&stream_, kStreamNonBlocking), "cuStreamCreate");
  check(cuModuleLoadData(&module_, program().c_str()), "cuModuleLoadData");
}

CudaDevice::~CudaDevice() { cuCtxDestroy_v2(context_); }

void CudaDevice::wait() const {
  if (wait_ != CudaWait::kQuery) {
    return check(cuStreamSynchronize(stream_), "cuStreamSynchronize");
  }
  int state = kNotReady;
  while (state == kNotReady) state = cuStreamQuery(stream_);
  check(state, "cuStreamQuery");
}

Handle CudaDevice::function(const char* entry) const {
  Handle function = nullptr;
  check(cuModuleGetFunction(&function, module_, entry), "cuModuleGetFunction");
  return function;
}

size_t CudaDevice::free_bytes() const {
  size_t free = 0, total = 0;
  use();
  check(cuMemGetInfo_v2(&free, &total), "cuMemGetInfo_v2");
  return free;
}

CudaXor::CudaXor(const CudaDevice& device, const CudaVariant& variant, uint32_t count,
                 uint32_t dispatches)
    : device_(device), variant_(variant), count_(count) {
  device_.use();
  function_ = device_.function(variant_.entry);
  const size_t size = size_t{count} * sizeof(uint32_t);
  for (size_t i = 0; i < buffers_.size(); ++i) {
    check(cuMemAlloc_v2(&buffers_[i], i < 2 ? size : size * dispatches), "cuMemAlloc_v2");
  }
  check(cuEventCreate(&begin_, 0), "cuEventCreate");
  check(cuEventCreate(&end_, 0), "cuEventCreate");
}

CudaXor::~CudaXor() {
  device_.use();
  device_.wait();
  cuEventDestroy_v2(begin_);
  cuEventDestroy_v2(end_);
  for (const Address buffer : buffers_) cuMemFree_v2(buffer);
}

CudaXor::Parameters CudaXor::parameters(uint32_t part) const {
  const Address offset = Address{part} * count_ * sizeof(uint32_t);
  return {buffers_[0], buffers_[1], buffers_[2] + offset, count_};
}

unsigned CudaXor::grid() const {
  const unsigned per_block = variant_.block * variant_.elements_per_thread;
  return (count_ + per_block - 1) / per_block;
}

void CudaXor::write(const XorInputs& words) const {
  device_.use();
  check(cuMemcpyHtoD_v2(buffers_[0], words.left.data(), words.bytes()), "cuMemcpyHtoD_v2");
  check(cuMemcpyHtoD_v2(buffers_[1], words.right.data(), words.bytes()), "cuMemcpyHtoD_v2");
}

void CudaXor::read(XorInputs& words) const {
  device_.use();
  device_.wait();
  check(cuMemcpyDtoH_v2(words.result.data(), buffers_[2], words.bytes()), "cuMemcpyDtoH_v2");
}

void CudaXor::launch(uint32_t part) const {
  Parameters values = parameters(part);
  std::array<void*, 4> pointers = values.pointers();
  check(cuLaunchKernel(function_, grid(), 1, 1, variant_.block, 1, 1, 0, device_.stream(),
                       pointers.data(), nullptr),
        "cuLaunchKernel");
}

double CudaXor::device_seconds() const {
  device_.use();
  launch();  // the device is busy when the first event is recorded: nothing waits for the host
  check(cuEventRecord(begin_, device_.stream()), "cuEventRecord");
  launch();
  check(cuEventRecord(end_, device_.stream()), "cuEventRecord");
  check(cuEventSynchronize(end_), "cuEventSynchronize");
  float milliseconds = 0;
  check(cuEventElapsedTime(&milliseconds, begin_, end_), "cuEventElapsedTime");
  return static_cast<double>(milliseconds) * 1e-3;
}

void CudaXor::run_copies(XorInputs& words) const {
  write(words);
  launch();
  read(words);
}

void CudaXor::run_stream(XorInputs& words) const {
  device_.use();
  const Handle stream = device_.stream();
  check(cuMemcpyHtoDAsync_v2(buffers_[0], words.left.data(), words.bytes(), stream),
        "cuMemcpyHtoDAsync_v2");
  check(cuMemcpyHtoDAsync_v2(buffers_[1], words.right.data(), words.bytes(), stream),
        "cuMemcpyHtoDAsync_v2");
  launch();
  check(cuMemcpyDtoHAsync_v2(words.result.data(), buffers_[2], words.bytes(), stream),
        "cuMemcpyDtoHAsync_v2");
  device_.wait();
}

CudaGraph::CudaGraph(const CudaXor& job, uint32_t launches, bool in_order) : job_(job) {
  job_.device_.use();
  check(cuGraphCreate(&graph_, 0), "cuGraphCreate");
  Handle last = nullptr;
  for (uint32_t i = 0; i < launches; ++i) {
    CudaXor::Parameters values = job_.parameters(in_order ? 0 : i);
    std::array<void*, 4> pointers = values.pointers();
    const KernelNode kernel{
        job_.function_, {job_.grid(), 1, 1}, {job_.variant_.block, 1, 1}, 0, pointers.data(),
        nullptr};
    const Handle before = last;
    check(cuGraphAddKernelNode(&last, graph_, &before, in_order && i > 0 ? 1 : 0, &kernel),
          "cuGraphAddKernelNode");
  }
  check(cuGraphInstantiateWithFlags(&executable_, graph_, 0), "cuGraphInstantiateWithFlags");
}

CudaGraph::~CudaGraph() {
  job_.device_.use();
  job_.wait();
  cuGraphExecDestroy(executable_);
  cuGraphDestroy(graph_);
}

void CudaGraph::submit() const {
  check(cuGraphLaunch(executable_, job_.device_.stream()), "cuGraphLaunch");
}

CudaPinned::CudaPinned(const CudaXor& job, bool in_place) : job_(job) {
  job_.device_.use();
  for (void*& memory : memory_) {
    check(cuMemHostAlloc(&memory, size_t{job_.count_} * sizeof(uint32_t), kHostDeviceMap),
          "cuMemHostAlloc");
  }
  capture(in_place);
}

CudaPinned::~CudaPinned() {
  job_.device_.use();
  job_.wait();
  cuGraphExecDestroy(executable_);
  cuGraphDestroy(graph_);
  for (void* const memory : memory_) cuMemFreeHost(memory);
}

void CudaPinned::launch_in_place() const {
  CudaXor::Parameters values{0, 0, 0, job_.count_};
  Address* const addresses[] = {&values.left, &values.right, &values.result};
  for (size_t i = 0; i < memory_.size(); ++i) {
    check(cuMemHostGetDevicePointer_v2(addresses[i], memory_[i], 0),
          "cuMemHostGetDevicePointer_v2");
  }
  std::array<void*, 4> pointers = values.pointers();
  check(cuLaunchKernel(job_.function_, job_.grid(), 1, 1, job_.variant_.block, 1, 1, 0,
                       job_.device_.stream(), pointers.data(), nullptr),
        "cuLaunchKernel");
}

void CudaPinned::capture(bool in_place) {
  const Handle stream = job_.device_.stream();
  const size_t size = size_t{job_.count_} * sizeof(uint32_t);
  check(cuStreamBeginCapture_v2(stream, kCaptureRelaxed), "cuStreamBeginCapture_v2");
  for (size_t i = 0; !in_place && i < 2; ++i) {
    check(cuMemcpyHtoDAsync_v2(job_.buffers_[i], memory_[i], size, stream), "cuMemcpyHtoDAsync_v2");
  }
  in_place ? launch_in_place() : job_.launch();
  if (!in_place) {
    check(cuMemcpyDtoHAsync_v2(memory_[2], job_.buffers_[2], size, stream), "cuMemcpyDtoHAsync_v2");
  }
  check(cuStreamEndCapture(stream, &graph_), "cuStreamEndCapture");
  check(cuGraphInstantiateWithFlags(&executable_, graph_, 0), "cuGraphInstantiateWithFlags");
}

void CudaPinned::run(XorInputs& words) const {
  job_.device_.use();
  std::memcpy(memory_[0], words.left.data(), words.bytes());
  std::memcpy(memory_[1], words.right.data(), words.bytes());
  check(cuGraphLaunch(executable_, job_.device_.stream()), "cuGraphLaunch");
  job_.wait();
  std::memcpy(words.result.data(), memory_[2], words.bytes());
}

}  // namespace bench

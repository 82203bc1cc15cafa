#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "functions.h"
#include "harness/xor_inputs.h"

namespace bench {

// How the host waits in a CUDA context: by the flag that the context was made with, or asking.
enum class CudaWait { kSpin, kYield, kBlocking, kQuery };
inline constexpr std::array<CudaWait, 4> kCudaWaits = {CudaWait::kSpin, CudaWait::kYield,
                                                       CudaWait::kBlocking, CudaWait::kQuery};
const char* name_of(CudaWait wait);

// One way to write the same kernel.
struct CudaVariant {
  const char* name;
  const char* entry;
  unsigned elements_per_thread;
  unsigned block;
};
std::span<const CudaVariant> cuda_variants();

// A CUDA context with a stream on the device with a UUID. Objects of it make it current themselves.
class CudaDevice {
 public:
  // An ordinal below 0: CUDA has no such device.
  static int find(const std::array<uint8_t, 16>& uuid);
  CudaDevice(int ordinal, CudaWait wait);
  ~CudaDevice();
  CudaDevice(const CudaDevice&) = delete;
  CudaDevice& operator=(const CudaDevice&) = delete;

  void use() const { cu::check(cu::cuCtxSetCurrent(context_), "cuCtxSetCurrent"); }
  void wait() const;
  cu::Handle stream() const { return stream_; }
  cu::Handle function(const char* entry) const;
  size_t free_bytes() const;

 private:
  const CudaWait wait_;
  cu::Handle context_ = nullptr;
  cu::Handle stream_ = nullptr;
  cu::Handle module_ = nullptr;
};

// result[i] = left[i] ^ right[i] on memory of the device. With several dispatches each computes its
// own part of the result, or all the same one.
class CudaXor {
 public:
  CudaXor(const CudaDevice& device, const CudaVariant& variant, uint32_t count,
          uint32_t dispatches = 1);
  ~CudaXor();
  CudaXor(const CudaXor&) = delete;
  CudaXor& operator=(const CudaXor&) = delete;

  void write(const XorInputs& words) const;
  void read(XorInputs& words) const;
  void launch(uint32_t part = 0) const;  // does not wait
  void wait() const { device_.wait(); }
  double device_seconds() const;  // of one launch, by events

  // Host bytes in and out: copies that wait, or copies in the stream.
  void run_copies(XorInputs& words) const;
  void run_stream(XorInputs& words) const;

  const CudaDevice& device() const { return device_; }
  const CudaVariant& variant() const { return variant_; }

 private:
  friend class CudaGraph;
  friend class CudaPinned;
  struct Parameters {
    cu::Address left, right, result;
    uint32_t count;
    std::array<void*, 4> pointers() { return {&left, &right, &result, &count}; }
  };
  Parameters parameters(uint32_t part) const;
  unsigned grid() const;

  const CudaDevice& device_;  // borrowed, outlives this
  const CudaVariant variant_;
  const uint32_t count_;
  cu::Handle function_ = nullptr;
  cu::Handle begin_ = nullptr, end_ = nullptr;
  std::array<cu::Address, 3> buffers_{};
};

// Launches of |job| as one graph: one after the other on the same part, or each on its own at once.
class CudaGraph {
 public:
  CudaGraph(const CudaXor& job, uint32_t launches, bool in_order);
  ~CudaGraph();
  CudaGraph(const CudaGraph&) = delete;
  CudaGraph& operator=(const CudaGraph&) = delete;

  void submit() const;
  void wait() const { job_.wait(); }

 private:
  const CudaXor& job_;  // borrowed, outlives this
  cu::Handle graph_ = nullptr, executable_ = nullptr;
};

// Pinned memory of the host for the words of |job|: read and written by the kernel where it lies,
// or copied by a graph of copies and the kernel.
class CudaPinned {
 public:
  CudaPinned(const CudaXor& job, bool in_place);
  ~CudaPinned();
  CudaPinned(const CudaPinned&) = delete;
  CudaPinned& operator=(const CudaPinned&) = delete;

  void run(XorInputs& words) const;

 private:
  void capture(bool in_place);
  void launch_in_place() const;

  const CudaXor& job_;  // borrowed, outlives this
  std::array<void*, 3> memory_{};
  cu::Handle graph_ = nullptr, executable_ = nullptr;
};

}  // namespace bench

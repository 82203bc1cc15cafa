#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

// What the CUDA side calls of the NVIDIA driver's own interface, taken from libcuda.so.1 at run
// time: no CUDA SDK is needed. Names and numbers are the driver's.
namespace bench::cu {

using Device = int;
using Address = unsigned long long;
using Handle = struct Opaque*;  // of contexts, modules, functions, streams, events and graphs

constexpr int kSuccess = 0;
constexpr int kNotReady = 600;
constexpr unsigned kScheduleSpin = 1, kScheduleYield = 2, kScheduleBlocking = 4;
constexpr unsigned kStreamNonBlocking = 1;
constexpr int kCaptureRelaxed = 2;
constexpr unsigned kHostDeviceMap = 2;

struct KernelNode {
  Handle function;
  unsigned grid[3];
  unsigned block[3];
  unsigned shared_bytes;
  void** parameters;
  void** extra;
};

// clang-format off
#define BENCH_CUDA_FUNCTIONS(X)                                                                     \
  X(cuInit, (unsigned flags))                                                                       \
  X(cuDriverGetVersion, (int* version))                                                             \
  X(cuGetErrorName, (int result, const char** name))                                                \
  X(cuDeviceGetCount, (int* count))                                                                 \
  X(cuDeviceGet, (Device* device, int ordinal))                                                     \
  X(cuDeviceGetUuid_v2, (uint8_t* uuid, Device device))                                             \
  X(cuCtxCreate_v2, (Handle* context, unsigned flags, Device device))                               \
  X(cuCtxDestroy_v2, (Handle context))                                                              \
  X(cuCtxSetCurrent, (Handle context))                                                              \
  X(cuModuleLoadData, (Handle* module, const void* image))                                          \
  X(cuModuleGetFunction, (Handle* function, Handle module, const char* name))                       \
  X(cuMemGetInfo_v2, (size_t* free, size_t* total))                                                 \
  X(cuMemAlloc_v2, (Address* address, size_t size))                                                 \
  X(cuMemFree_v2, (Address address))                                                                \
  X(cuMemHostAlloc, (void** memory, size_t size, unsigned flags))                                   \
  X(cuMemHostGetDevicePointer_v2, (Address* address, void* memory, unsigned flags))                 \
  X(cuMemFreeHost, (void* memory))                                                                  \
  X(cuMemcpyHtoD_v2, (Address to, const void* from, size_t size))                                   \
  X(cuMemcpyDtoH_v2, (void* to, Address from, size_t size))                                         \
  X(cuMemcpyHtoDAsync_v2, (Address to, const void* from, size_t size, Handle stream))               \
  X(cuMemcpyDtoHAsync_v2, (void* to, Address from, size_t size, Handle stream))                     \
  X(cuLaunchKernel, (Handle function, unsigned grid_x, unsigned grid_y, unsigned grid_z,            \
                     unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,   \
                     Handle stream, void** parameters, void** extra))                               \
  X(cuStreamCreate, (Handle* stream, unsigned flags))                                               \
  X(cuStreamDestroy_v2, (Handle stream))                                                            \
  X(cuStreamSynchronize, (Handle stream))                                                           \
  X(cuStreamQuery, (Handle stream))                                                                 \
  X(cuStreamBeginCapture_v2, (Handle stream, int mode))                                             \
  X(cuStreamEndCapture, (Handle stream, Handle* graph))                                             \
  X(cuGraphCreate, (Handle* graph, unsigned flags))                                                 \
  X(cuGraphAddKernelNode, (Handle* node, Handle graph, const Handle* after, size_t after_count,     \
                           const KernelNode* kernel))                                               \
  X(cuGraphInstantiateWithFlags, (Handle* executable, Handle graph, unsigned long long flags))      \
  X(cuGraphLaunch, (Handle executable, Handle stream))                                              \
  X(cuGraphExecDestroy, (Handle executable))                                                        \
  X(cuGraphDestroy, (Handle graph))                                                                 \
  X(cuEventCreate, (Handle* event, unsigned flags))                                                 \
  X(cuEventDestroy_v2, (Handle event))                                                              \
  X(cuEventRecord, (Handle event, Handle stream))                                                   \
  X(cuEventSynchronize, (Handle event))                                                             \
  X(cuEventElapsedTime, (float* milliseconds, Handle from, Handle to))
// clang-format on

#define BENCH_DECLARE(name, arguments) extern int(*name) arguments;
BENCH_CUDA_FUNCTIONS(BENCH_DECLARE)
#undef BENCH_DECLARE

// Fills the pointers above and starts the driver; why that cannot be, else empty.
std::string load();

// Ends the process with |what| and the driver's name of |result| unless that is success.
void check(int result, const char* what);

}  // namespace bench::cu

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "xor_kernel.h"

namespace bench {

// A vyre program with up to three buffers that stay on the device, dispatched as any user would.
class VyreKernel {
 public:
  // |program| is JSON; |counts|: words of each buffer, 0 where the program has none. |grid| in
  // workgroups; all 0: inferred.
  VyreKernel(const VyreDevice& device, const std::string& program,
             const std::array<uint64_t, 3>& counts, const std::array<uint32_t, 3>& grid);

  void write(size_t slot, std::span<const uint32_t> words);
  void read(size_t slot, std::span<uint32_t> words) const;
  void run() const;                         // dispatches and waits
  std::optional<double> run_timed() const;  // seconds, as the device measured them

 private:
  VyrePipeline pipeline_;
  std::array<VyreBuffer, 3> buffers_;
  std::array<vyre_binding, 3> bindings_;
  size_t binding_count_ = 0;
  vyre_dispatch_desc desc_ = VYRE_DISPATCH_DESC_INIT;
};

// The exclusive or of |words|, which lie on the device; slot 2 has the result.
VyreKernel resident_xor(const VyreDevice& device, const XorInputs& words);

}  // namespace bench

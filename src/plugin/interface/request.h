#pragma once

#include <cstdint>
#include <vector>

#include "backend/device.h"
#include "capi/boundary/info.h"
#include "vyre_driver_plugin.h"

namespace vyre::plugin {

// What a table's |compile| is told about a source, which outlives it.
class Request {
 public:
  explicit Request(const launch::KernelSource& source);
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  // All but what the caller adds: the host, the compilation and the program.
  vyre_plugin_compile c() const;

 private:
  vyre_plugin_parameter parameter_of(const launch::PlannedBinding& planned);
  void add_constants();

  const launch::KernelSource& source_;
  capi::Texts texts_;
  std::vector<vyre_plugin_parameter> parameters_;
  std::vector<vyre_constant> constants_;
  std::vector<uint8_t> wire_;  // empty: the program has no such form
};

}  // namespace vyre::plugin

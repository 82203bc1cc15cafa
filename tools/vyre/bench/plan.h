#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "host/files.h"
#include "host/library.h"

namespace tool {

struct BenchOptions {
  std::string program;
  DeviceOptions device;
  std::vector<std::string> devices;    // each a list with commas; the first is the yardstick
  std::vector<std::string> sizes;      // the same: elements of buffers that declare none
  std::vector<std::string> inputs;     // NAME=FILE
  std::vector<std::string> constants;  // NAME=VALUE
  std::string grid;                    // X,Y,Z or empty
  std::string shape;                   // X,Y,Z or empty
  std::string format = "table";        // or json, csv
  vyre_split split = VYRE_SPLIT_AUTOMATIC;
  uint32_t repeat = 20;
  uint32_t warmup = 3;
  uint32_t in_flight = 0;  // asynchronous dispatches at once; 0: synchronous ones
  bool resident = false;
};

// A buffer that every dispatch of a case binds.
struct BenchBuffer {
  vyre_parameter_info info;
  uint64_t bytes = 0;
  Bytes input;  // what it starts with; empty for those that start zeroed
};

// What is dispatched over and over.
struct BenchCase {
  std::optional<uint64_t> elements;  // of buffers without a count; none when all declare one
  std::vector<BenchBuffer> buffers;
  uint64_t bytes = 0;  // of all buffers together
};

// The cases of one bench: what the command line says, checked against the program before a device
// is opened. Bytes are made case by case, because all of them together may not fit.
class BenchPlan {
 public:
  static Result<BenchPlan> create(const vyre_program* program, const BenchOptions& options);
  size_t size() const { return sizes_.empty() ? 1 : sizes_.size(); }
  BenchCase at(size_t index) const;

 private:
  std::optional<Failure> read_inputs(const BenchOptions& options);
  std::optional<Failure> read_input(const std::string& name, const std::string& path);
  std::optional<Failure> check_sizes(const BenchOptions& options);
  bool sized_by_option(const vyre_parameter_info& buffer) const;
  std::optional<uint64_t> bytes_of(const vyre_parameter_info& buffer, uint64_t elements) const;
  std::optional<Failure> check_memory(uint64_t elements, uint64_t copies) const;

  std::vector<vyre_parameter_info> buffers_;  // without workgroup memory
  std::map<uint32_t, Bytes> files_;           // by slot
  std::vector<uint64_t> sizes_;               // empty: every buffer's size is known
};

// "1000", "64Ki", "2Mi", "1Gi": at least 1.
Result<uint64_t> parse_elements(const std::string& text);

// The parts of lists with commas, none of them empty.
Result<std::vector<std::string>> parse_list(const std::vector<std::string>& texts,
                                            const std::string& option);

// |size| bytes that are the same in every run: noise, for floating-point types numbers between
// one half and one of either sign, for booleans 0 and 1.
Bytes generated_bytes(const vyre_parameter_info& buffer, uint64_t size);

}  // namespace tool

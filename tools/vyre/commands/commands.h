#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/plan.h"
#include "host/library.h"

// One function per subcommand. Data goes to standard output, everything else to standard error;
// the result is the exit code.
namespace tool {

struct InfoOptions {
  std::vector<std::string> plugins;
  bool json = false;
  bool why = false;
  bool measure = false;
};
int info(const InfoOptions& options);

struct CheckOptions {
  std::string program;
};
int check(const CheckOptions& options);

struct RunOptions {
  std::string program;
  DeviceOptions device;
  std::vector<std::string> inputs;     // NAME=FILE
  std::vector<std::string> outputs;    // NAME=FILE
  std::vector<std::string> sizes;      // NAME=BYTES
  std::vector<std::string> constants;  // NAME=VALUE
  std::string grid;                    // X,Y,Z or empty
  std::string shape;                   // X,Y,Z or empty
  vyre_split split = VYRE_SPLIT_AUTOMATIC;
  uint32_t timeout_seconds = 0;  // 0: none
  std::optional<uint32_t> iterations;
  bool until_stable = false;
  bool time = false;
};
int run(const RunOptions& options);

int bench(const BenchOptions& options);

struct SplitOptions {
  std::string program;
  DeviceOptions device;
  std::vector<std::string> sizes;      // NAME=BYTES
  std::vector<std::string> constants;  // NAME=VALUE
  std::string grid;                    // X,Y,Z or empty
  std::string shape;                   // X,Y,Z or empty
};
int split(const SplitOptions& options);

struct EmitOptions {
  std::string program;
  std::string result;  // of the JSON text
  std::string target = "spirv";
  std::string code;                    // folder for the code of each kernel; empty: none
  DeviceOptions device;                // without one: the least that every device of the target has
  std::vector<std::string> constants;  // NAME=VALUE
  std::string grid;                    // X,Y,Z or empty
  std::string shape;                   // X,Y,Z or empty
};
int emit(const EmitOptions& options);

struct ConvertOptions {
  std::string input;
  std::string output;
  bool json = false;
  vyre_wire_form form = VYRE_WIRE_ANY;
};
int convert(const ConvertOptions& options);

struct ConformOptions {
  DeviceOptions device;
  vyre_split split = VYRE_SPLIT_AUTOMATIC;
  std::vector<std::string> files;
  bool json = false;
};
int conform(const ConformOptions& options);

struct OpsOptions {
  std::string dialect;                 // empty: all
  std::vector<std::string> manifests;  // folders
  bool json = false;
};
int ops(const OpsOptions& options);

struct CheckManifestOptions {
  std::string manifest;
};
int check_manifest(const CheckManifestOptions& options);

struct ModuleOptions {
  std::string path;  // of a SPIR-V module; with |run| or of a folder of such
  std::string entry;
  DeviceOptions device;
  bool run = false;
  bool json = false;
  std::string behind;             // runs those whose names come behind this one
  uint32_t timeout_seconds = 15;  // for each dispatch
};
int module(const ModuleOptions& options);
int run_modules(const ModuleOptions& options);

struct CacheOptions {
  std::string folder;  // empty: VYRE_CACHE_DIR
  uint64_t bytes = 0;  // budget; 0: the library's default
  bool json = false;
};
int cache_list(const CacheOptions& options);
int cache_verify(const CacheOptions& options);
int cache_trim(const CacheOptions& options);
int cache_clear(const CacheOptions& options);

// Prints "vyre: error NAME (CODE): MESSAGE" to standard error; the exit code is that of the error.
int report(const Failure& failure);

}  // namespace tool

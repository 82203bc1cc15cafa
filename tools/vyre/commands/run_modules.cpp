#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>

#include "commands.h"
#include "constants.h"
#include "host/json.h"

namespace tool {

namespace {

namespace fs = std::filesystem;

// Elements of 1 to 64 bytes divide it, those of 12 and 48 too.
constexpr uint64_t kStorageBytes = 3 << 18;
constexpr uint64_t kUniformBytes = 3 << 12;

// What became of a module.
struct Outcome {
  const char* word = "ok";
  std::string reason = {};
};

bool is_not_a_refusal(vyre_error_code code) {
  return code == VYRE_ERROR_DEVICE_LOST || code == VYRE_ERROR_INTERNAL ||
         code == VYRE_ERROR_UNKNOWN || code == VYRE_ERROR_OUT_OF_HOST_MEMORY ||
         code == VYRE_ERROR_KERNEL_COMPILE_FAILED;
}

std::string reason_of(const Failure& failure) {
  return std::string(view(vyre_error_code_name(failure.code))) + ": " + failure.message;
}

// The only entry point for compute, or the first.
Result<Program> load_module(vyre_context* context, const Bytes& bytes, const std::string& entry) {
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  desc.format = VYRE_FORMAT_SPIRV;
  desc.entry = borrow(entry);
  vyre_program* program = nullptr;
  vyre_error* error = vyre_program_load(context, bytes.data(), bytes.size(), &desc, &program);
  if (error == nullptr) return Program(program);
  const std::vector<Finding> entries = findings(error);
  const bool has_several = vyre_error_get_info(error)->code == VYRE_ERROR_NOT_FOUND;
  if (!has_several || !entry.empty() || entries.empty()) return failure(error);
  Error owner(error);
  const auto first = std::find_if(entries.begin(), entries.end(),
                                  [](const Finding& one) { return one.code == "compute"; });
  if (first == entries.end()) return failure(owner.release());
  const std::string quoted = first->path.substr(first->path.find('\'') + 1);
  return load_module(context, bytes, quoted.substr(0, quoted.size() - 1));
}

// Whether it reads or writes through numbers that its host gives it.
bool takes_addresses(const Bytes& module) {
  constexpr uint32_t kCapability = 2u << 16 | 17, kPhysicalStorageBufferAddresses = 5347;
  constexpr size_t kHeaderBytes = 20, kEachBytes = 8;
  for (size_t at = kHeaderBytes; at + kEachBytes <= module.size(); at += kEachBytes) {
    uint32_t words[2];
    std::memcpy(words, module.data() + at, sizeof words);
    if (words[0] != kCapability) return false;
    if (words[1] == kPhysicalStorageBufferAddresses) return true;
  }
  return false;
}

bool takes_images(const vyre_program* program) {
  const vyre_program_info& info = *vyre_program_get_info(program);
  return std::any_of(
      info.parameters, info.parameters + info.parameter_count,
      [](const vyre_parameter_info* one) { return one->resource != VYRE_RESOURCE_BUFFER; });
}

// Sizes for the axes of the workgroup that are left to the host.
std::vector<vyre_constant> workgroup_of(const vyre_program* program) {
  constexpr uint32_t kSizes[] = {8, 4, 1};
  std::vector<vyre_constant> chosen;
  for (const vyre_constant_info& one : constants_of(program)) {
    if (one.workgroup_axis == 0 || one.initial.bits != 1) continue;
    chosen.push_back(one.initial);
    chosen.back().bits = kSizes[one.workgroup_axis - 1];
  }
  return chosen;
}

// Takes modules one after the other, each on its own, and says what became of it.
class ModuleRunner {
 public:
  explicit ModuleRunner(const ModuleOptions& options)
      : options_(options), ones_(kUniformBytes / sizeof(uint32_t), 1) {}

  std::optional<Failure> open() {
    device_.reset();
    is_stopped_ = false;
    if (auto failure = keep(create_context(options_.device), context_)) return failure;
    return keep(open_device(context_.get(), options_.device), device_);
  }

  Outcome run(const std::string& path) {
    if (is_stopped_) {
      if (const auto failure = open()) return {"failed", reason_of(*failure)};
    }
    const Result<Bytes> bytes = read_file(path);
    if (!bytes) return {"failed", reason_of(bytes.failure())};
    const Result<Program> program = load_module(context_.get(), *bytes, options_.entry);
    if (!program) return not_made(program.failure());
    const auto pipeline = compile(device_.get(), program->get(), workgroup_of(program->get()));
    if (!pipeline) return not_made(pipeline.failure());
    if (takes_addresses(*bytes)) return {"made", "it takes addresses, which nobody knows here"};
    if (takes_images(program->get())) return {"made", "it takes images, whose sizes nobody knows"};
    const auto failure = dispatch(pipeline->get(), program->get());
    return failure ? not_run(*failure) : Outcome();
  }

 private:
  static Outcome not_made(const Failure& failure) {
    return {is_not_a_refusal(failure.code) ? "failed" : "refused", reason_of(failure)};
  }

  // A device that was lost, or is busy for ever, is opened again for the next one.
  Outcome not_run(const Failure& failure) {
    const bool is_stopped = is_not_a_refusal(failure.code) || failure.code == VYRE_ERROR_TIMED_OUT;
    if (!is_stopped) return {"undispatched", reason_of(failure)};
    is_stopped_ = true;
    return {"stopped", reason_of(failure)};
  }

  vyre_binding bind(const vyre_parameter_info& one) const {
    if (one.access == VYRE_ACCESS_UNIFORM)
      return vyre_bind_at(one.set, one.slot,
                          vyre_bind_input(one.slot, ones_.data(), kUniformBytes));
    return vyre_bind_at(one.set, one.slot,
                        vyre_bind_zeros(one.slot, std::max(kStorageBytes, one.min_bytes)));
  }

  // One workgroup on zeroed storage buffers; uniform buffers and push constants have the number 1
  // in each word, so that what they divide by or count with is not 0.
  std::optional<Failure> dispatch(vyre_pipeline* pipeline, const vyre_program* program) const {
    std::vector<vyre_binding> bindings;
    for (const vyre_parameter_info& one : parameters_of(program)) {
      for (uint32_t i = 0; i < one.array_count; ++i) {
        bindings.push_back(bind(one));
        bindings.back().array_index = i;
      }
    }
    const uint32_t pushed_bytes = vyre_program_get_info(program)->push_constant_bytes;
    const vyre_push_range pushed = vyre_push(ones_.data(), pushed_bytes);
    vyre_dispatch_desc desc = vyre_grid(1, 1, 1);
    desc.timeout_ns = uint64_t{options_.timeout_seconds} * 1'000'000'000;
    desc.push = &pushed;
    desc.push_count = pushed_bytes != 0 ? 1 : 0;
    return failure_of(vyre_dispatch(pipeline, bindings.data(), bindings.size(), &desc, nullptr));
  }

  const ModuleOptions& options_;
  const std::vector<uint32_t> ones_;
  Context context_;
  Device device_;
  bool is_stopped_ = false;  // what it was told before is to be seen before it is waited for
};

std::string name_of(const fs::path& file, const fs::path& folder) {
  const fs::path name = file == folder ? file.filename() : file.lexically_relative(folder);
  return fs::path(name).replace_extension().generic_string();
}

// The modules at |path|, by name.
Result<std::map<std::string, fs::path>> modules_at(const fs::path& path) {
  std::map<std::string, fs::path> all;
  std::error_code error;
  if (!fs::is_directory(path, error)) return std::map{std::pair(name_of(path, path), path)};
  for (fs::recursive_directory_iterator one(path, error), end; !error && one != end;
       one.increment(error)) {
    if (one->path().extension() == ".spv") all.emplace(name_of(one->path(), path), one->path());
  }
  if (error)
    return Failure{"cannot read folder '" + path.string() + "': " + error.message() +
                   ". Fix: give one that can be read."};
  return all;
}

void print_outcome(const std::string& name, const Outcome& outcome, bool as_json) {
  if (as_json) {
    JsonWriter json;
    json.open_object().member("name", name).member("outcome", outcome.word);
    json.member("reason", outcome.reason).close_object();
    std::printf("%s\n", json.text().c_str());
  } else {
    std::printf("%-12s %s%s%s\n", outcome.word, name.c_str(), outcome.reason.empty() ? "" : ": ",
                outcome.reason.c_str());
  }
  std::fflush(stdout);  // who waits for it may have to end us
}

}  // namespace

int run_modules(const ModuleOptions& options) {
  const auto modules = modules_at(options.path);
  if (!modules) return report(modules.failure());
  ModuleRunner runner(options);
  if (const auto failure = runner.open()) return report(*failure);
  std::map<std::string, size_t> counts;
  bool is_all_well = true;
  for (const auto& [name, file] : *modules) {
    if (!options.behind.empty() && name <= options.behind) continue;
    const Outcome outcome = runner.run(file.string());
    print_outcome(name, outcome, options.json);
    ++counts[outcome.word];
    is_all_well &= outcome.word == std::string("ok") || outcome.word == std::string("made");
  }
  for (const auto& [word, count] : counts) std::fprintf(stderr, "%zu %s\n", count, word.c_str());
  return is_all_well ? kExitOk : kExitFailed;
}

}  // namespace tool

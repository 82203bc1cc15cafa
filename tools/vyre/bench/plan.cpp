#include "plan.h"

#include <unistd.h>

#include <algorithm>

#include "host/arguments.h"
#include "host/joined.h"

namespace tool {

namespace {

constexpr const char* kDefaultSize = "64Ki";
constexpr uint64_t kMaxElements = uint64_t{1} << 40;

uint64_t machine_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return UINT64_MAX;
  return static_cast<uint64_t>(pages) * static_cast<uint64_t>(page);
}

std::string_view name_of_input(const vyre_parameter_info& buffer) {
  return takes_input(buffer) ? view(buffer.name) : std::string_view();
}

std::optional<Failure> check_numbers(const BenchOptions& options) {
  constexpr uint32_t kMaxRuns = 10'000'000;
  constexpr uint32_t kMaxInFlight = 1024;
  if (options.repeat == 0 || options.repeat > kMaxRuns)
    return Failure{"--repeat is " + std::to_string(options.repeat) + ". Fix: 1 to " +
                   std::to_string(kMaxRuns) + " measured runs."};
  if (options.warmup > kMaxRuns)
    return Failure{"--warmup is " + std::to_string(options.warmup) + ". Fix: at most " +
                   std::to_string(kMaxRuns) + " runs."};
  if (options.in_flight > kMaxInFlight)
    return Failure{"--in-flight is " + std::to_string(options.in_flight) + ". Fix: at most " +
                   std::to_string(kMaxInFlight) + " dispatches at once."};
  return std::nullopt;
}

}  // namespace

Result<std::vector<std::string>> parse_list(const std::vector<std::string>& texts,
                                            const std::string& option) {
  std::vector<std::string> parts;
  for (const std::string& text : texts) {
    for (size_t begin = 0; begin <= text.size();) {
      const size_t end = std::min(text.find(',', begin), text.size());
      if (end == begin)
        return Failure{option + " '" + text + "' has an empty part. Fix: write " + option +
                       " A,B,C."};
      parts.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return parts;
}

Result<uint64_t> parse_elements(const std::string& text) {
  std::string digits = text;
  uint64_t unit = 1;
  for (const auto& [suffix, factor] :
       {std::pair{"Ki", uint64_t{1} << 10}, {"Mi", uint64_t{1} << 20}, {"Gi", uint64_t{1} << 30}}) {
    if (!digits.ends_with(suffix)) continue;
    digits.resize(digits.size() - 2);
    unit = factor;
    break;
  }
  const auto number = parse_number(digits, kMaxElements / unit, "--sizes");
  if (number && *number != 0) return *number * unit;
  return Failure{"--sizes has '" + text + "', which is no count of elements from 1 to " +
                 std::to_string(kMaxElements) + ". Fix: write counts such as 1000,64Ki,2Mi."};
}

std::optional<Failure> BenchPlan::read_input(const std::string& name, const std::string& path) {
  const auto buffer = std::find_if(buffers_.begin(), buffers_.end(), [&](const auto& one) {
    return view(one.name) == name && takes_input(one);
  });
  if (buffer == buffers_.end())
    return Failure{"--input names '" + name + "', which is no buffer that takes bytes. Fix: use " +
                   "one of: " + joined_names(buffers_, name_of_input) + "."};
  Result<Bytes> bytes = read_file(path);
  if (!bytes)
    return Failure{"buffer '" + name + "': " + bytes.failure().message, bytes.failure().code};
  if (auto failure = check_size(*buffer, path, bytes->size())) return failure;
  if (bytes->empty())
    return Failure{"file '" + path + "' for buffer '" + name + "' is empty. Fix: give a file of " +
                   "at least one element."};
  files_[buffer->slot] = std::move(*bytes);
  return std::nullopt;
}

std::optional<Failure> BenchPlan::read_inputs(const BenchOptions& options) {
  const auto inputs = parse_inputs(options.inputs, options.program);
  if (!inputs) return inputs.failure();
  for (const Assignment& input : *inputs)
    if (auto failure = read_input(input.name, input.value)) return failure;
  return std::nullopt;
}

bool BenchPlan::sized_by_option(const vyre_parameter_info& buffer) const {
  return buffer.static_bytes == 0 && !files_.contains(buffer.slot);
}

// None when it does not fit in 64 bits. A type without a size has elements of one byte.
std::optional<uint64_t> BenchPlan::bytes_of(const vyre_parameter_info& buffer,
                                            uint64_t elements) const {
  if (buffer.static_bytes != 0) return buffer.static_bytes;
  if (const auto file = files_.find(buffer.slot); file != files_.end()) return file->second.size();
  const uint64_t each = std::max<uint64_t>(buffer.element_bytes, 1);
  return elements > UINT64_MAX / each ? std::nullopt : std::optional(elements * each);
}

std::optional<Failure> BenchPlan::check_memory(uint64_t elements, uint64_t copies) const {
  const uint64_t limit = machine_memory();
  uint64_t sum = 0;
  for (const vyre_parameter_info& buffer : buffers_) {
    const auto bytes = bytes_of(buffer, elements);
    if (!bytes || *bytes > (limit - sum) / copies)
      return Failure{"buffers of " + std::to_string(elements) + " elements, " +
                     std::to_string(copies) + " times, need more than the " +
                     std::to_string(limit) + " bytes of memory of this machine. Fix: smaller " +
                     "--sizes or --in-flight."};
    sum += *bytes * copies;
  }
  return std::nullopt;
}

std::optional<Failure> BenchPlan::check_sizes(const BenchOptions& options) {
  const bool needed = std::any_of(buffers_.begin(), buffers_.end(),
                                  [&](const auto& buffer) { return sized_by_option(buffer); });
  if (!needed && !options.sizes.empty())
    return Failure{"--sizes is given, but the size of every buffer of program '" + options.program +
                   "' is known. Fix: leave it out."};
  auto texts = parse_list(options.sizes, "--sizes");
  if (!texts) return texts.failure();
  if (needed && texts->empty()) texts->emplace_back(kDefaultSize);
  for (const std::string& text : *texts) {
    const auto elements = parse_elements(text);
    if (!elements) return elements.failure();
    sizes_.push_back(*elements);
  }
  const uint64_t largest = sizes_.empty() ? 0 : *std::max_element(sizes_.begin(), sizes_.end());
  return check_memory(largest, uint64_t{1} + std::max(options.in_flight, 1u));
}

Result<BenchPlan> BenchPlan::create(const vyre_program* program, const BenchOptions& options) {
  if (auto failure = check_numbers(options)) return *failure;
  BenchPlan plan;
  for (const vyre_parameter_info& buffer : parameters_of(program))
    if (buffer.role != VYRE_ROLE_SHARED) plan.buffers_.push_back(buffer);
  if (auto failure = plan.read_inputs(options)) return *failure;
  if (auto failure = plan.check_sizes(options)) return *failure;
  return plan;
}

BenchCase BenchPlan::at(size_t index) const {
  BenchCase result;
  if (!sizes_.empty()) result.elements = sizes_[index];
  for (const vyre_parameter_info& info : buffers_) {
    BenchBuffer& buffer = result.buffers.emplace_back();
    buffer.info = info;
    buffer.bytes = *bytes_of(info, result.elements.value_or(0));
    const auto file = files_.find(info.slot);
    if (file != files_.end())
      buffer.input = file->second;
    else if (takes_input(info))
      buffer.input = generated_bytes(info, buffer.bytes);
    result.bytes += buffer.bytes;
  }
  return result;
}

}  // namespace tool

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <span>

#include "commands.h"
#include "constants.h"
#include "host/arguments.h"
#include "host/files.h"
#include "host/joined.h"

namespace tool {

namespace {

// What the command line gives one declared buffer.
struct Slot {
  vyre_parameter_info parameter;
  Bytes input;
  bool has_input = false;
  uint64_t declared_size = 0;  // --size
  std::string output_path;     // --output
  Bytes output;
};

// One run from the command line to the written files.
class Runner {
 public:
  explicit Runner(const RunOptions& options) : options_(options) {}
  std::optional<Failure> prepare();
  std::optional<Failure> dispatch();
  std::optional<Failure> deliver() const;
  void print_passes() const;
  void print_times() const;

 private:
  using Accepts = bool (*)(const vyre_parameter_info&);
  Result<Slot*> find_for(const std::string& option, const std::string& name, Accepts accepts);
  using Use = std::optional<Failure> (*)(Slot&, const Assignment&);
  // Calls |use| for each assignment that |option| has |given|.
  std::optional<Failure> take(const Result<std::vector<Assignment>>& given,
                              const std::string& option, Accepts accepts, Use use);
  std::optional<Failure> check_complete() const;
  void make_room();
  std::vector<vyre_binding> bindings();
  Result<vyre_dispatch_desc> description() const;

  const RunOptions& options_;
  Loaded loaded_;
  Device device_;
  Pipeline pipeline_;
  std::vector<Slot> slots_;
  vyre_dispatch_result result_ = VYRE_DISPATCH_RESULT_INIT;
};

Result<Slot*> Runner::find_for(const std::string& option, const std::string& name,
                               Accepts accepts) {
  const auto slot = std::find_if(slots_.begin(), slots_.end(),
                                 [&](const Slot& one) { return view(one.parameter.name) == name; });
  const bool found = slot != slots_.end();
  if (found && accepts(slot->parameter)) return &*slot;
  const std::string what =
      found ? "has the role " + std::string(role_name(slot->parameter.role)) : "is no parameter";
  const auto name_of = [&](const Slot& one) {
    return accepts(one.parameter) ? view(one.parameter.name) : std::string_view();
  };
  return Failure{option + " names '" + name + "', which " + what + " in program '" +
                 options_.program + "'. Fix: use one of: " + joined_names(slots_, name_of) + "."};
}

std::optional<Failure> Runner::take(const Result<std::vector<Assignment>>& given,
                                    const std::string& option, Accepts accepts, Use use) {
  if (!given) return given.failure();
  for (const Assignment& one : *given) {
    Result<Slot*> slot = find_for(option, one.name, accepts);
    if (!slot) return slot.failure();
    if (auto failure = use(**slot, one)) return failure;
  }
  return std::nullopt;
}

std::optional<Failure> read_input(Slot& slot, const Assignment& given) {
  Result<Bytes> bytes = read_file(given.value);
  if (!bytes)
    return Failure{"parameter '" + given.name + "': " + bytes.failure().message,
                   bytes.failure().code};
  if (auto failure = check_size(slot.parameter, given.value, bytes->size())) return failure;
  slot.input = std::move(*bytes);
  slot.has_input = true;
  return std::nullopt;
}

std::optional<Failure> set_output(Slot& slot, const Assignment& given) {
  slot.output_path = given.value;
  return std::nullopt;
}

std::optional<Failure> set_size(Slot& slot, const Assignment& given) {
  if (slot.parameter.static_bytes != 0 || takes_input(slot.parameter))
    return Failure{"--size names '" + given.name + "', whose size is known. Fix: leave it out."};
  return keep(parse_number(given.value, UINT64_MAX, "--size of parameter '" + given.name + "'"),
              slot.declared_size);
}

std::optional<Failure> Runner::check_complete() const {
  for (const Slot& slot : slots_) {
    const std::string name(view(slot.parameter.name));
    if (takes_input(slot.parameter) && !slot.has_input)
      return Failure{"parameter '" + name + "' (" + std::string(role_name(slot.parameter.role)) +
                     ", " + expected_size(slot.parameter) + ") has no bytes. Fix: add --input " +
                     name + "=FILE."};
    const bool sized = slot.parameter.static_bytes != 0 || slot.declared_size != 0;
    if (slot.parameter.role == VYRE_ROLE_OUTPUT && !sized)
      return Failure{"output '" + name + "' declares no size. Fix: add --size " + name + "=BYTES."};
  }
  return std::nullopt;
}

std::optional<Failure> Runner::prepare() {
  if (auto failure = keep(load(options_.program, options_.device), loaded_)) return failure;
  for (const vyre_parameter_info& parameter : parameters_of(loaded_.program.get()))
    slots_.emplace_back().parameter = parameter;
  const auto inputs = parse_inputs(options_.inputs, options_.program);
  if (auto failure = take(inputs, "--input", takes_input, read_input)) return failure;
  const auto outputs = parse_assignments(options_.outputs, "--output");
  if (auto failure = take(outputs, "--output", gives_output, set_output)) return failure;
  const auto sizes = parse_assignments(options_.sizes, "--size");
  if (auto failure = take(sizes, "--size", gives_output, set_size)) return failure;
  if (auto failure = check_complete()) return failure;
  const auto grid = description();
  return grid ? std::nullopt : std::optional(grid.failure());
}

std::vector<vyre_binding> Runner::bindings() {
  std::vector<vyre_binding> result;
  for (Slot& slot : slots_) {
    vyre_binding binding{};
    if (slot.parameter.role == VYRE_ROLE_INPUT_OUTPUT) {
      binding = vyre_bind_inout(slot.parameter.slot, slot.input.data(), slot.input.size());
      binding.output = slot.output.data();
    } else if (takes_input(slot.parameter)) {
      binding = vyre_bind_input(slot.parameter.slot, slot.input.data(), slot.input.size());
    } else if (slot.parameter.role == VYRE_ROLE_OUTPUT) {
      binding = vyre_bind_output(slot.parameter.slot, slot.output.data(), slot.output.size());
    } else {
      continue;
    }
    result.push_back(binding);
  }
  return result;
}

// An output has room for its whole buffer until the library says how much of it comes back.
void Runner::make_room() {
  for (Slot& slot : slots_) {
    if (!gives_output(slot.parameter)) continue;
    slot.output.resize(slot.has_input            ? slot.input.size()
                       : slot.declared_size != 0 ? slot.declared_size
                                                 : slot.parameter.static_bytes);
  }
}

Result<vyre_dispatch_desc> Runner::description() const {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  if (options_.time) desc.flags |= VYRE_DISPATCH_TIMED;
  if (options_.timeout_seconds != 0)
    desc.timeout_ns = uint64_t{options_.timeout_seconds} * 1'000'000'000;
  desc.label = borrow(options_.program);
  desc.split = options_.split;
  if (options_.until_stable) desc.flags |= VYRE_DISPATCH_UNTIL_STABLE;
  desc.iterations = options_.iterations.value_or(options_.until_stable ? UINT32_MAX : 1);
  if (auto failure = set_launch(options_.grid, options_.shape, desc)) return *failure;
  return desc;
}

std::optional<Failure> Runner::dispatch() {
  const vyre_program* program = loaded_.program.get();
  vyre_context* context = loaded_.context.get();
  if (auto failure = keep(open_device(context, options_.device), device_)) return failure;
  const auto constants = parse_constants(program, options_.constants);
  if (!constants) return constants.failure();
  if (auto failure = keep(compile(device_.get(), program, *constants), pipeline_)) return failure;
  make_room();
  const auto desc = description();
  if (!desc) return desc.failure();
  const std::vector<vyre_binding> bound = bindings();
  return failure_of(vyre_dispatch(pipeline_.get(), bound.data(), bound.size(), &*desc, &result_));
}

uint64_t returned_bytes(const vyre_parameter_info& buffer, uint64_t room) {
  if ((buffer.flags & VYRE_PARAMETER_RETURNS_RANGE) == 0) return room;
  return std::min(room, buffer.return_end - buffer.return_start);
}

constexpr size_t kMaxShown = 64;
constexpr size_t kPerRow = 8;

template <class T>
T read(const uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

std::string formatted(const char* format, auto... values) {
  char text[40];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

template <class T>
std::string whole(const uint8_t* at) {
  return std::to_string(read<T>(at));
}
std::string f32(const uint8_t* at) {
  return formatted("%.*g", 9, static_cast<double>(read<float>(at)));
}
std::string f64(const uint8_t* at) { return formatted("%.*g", 17, read<double>(at)); }
std::string hex(const uint8_t* at) { return formatted("%02x", *at); }

// How an element type reads, by its tag of the wire form.
struct Format {
  uint32_t tag;
  size_t width;
  std::string (*text)(const uint8_t* at);
};
constexpr Format kFormats[] = {
    {0x01, 4, whole<uint32_t>},  // U32
    {0x02, 4, whole<int32_t>},   // I32
    {0x03, 8, whole<uint64_t>},  // U64
    {0x06, 4, whole<uint32_t>},  // Bool
    {0x0B, 4, f32},              // F32
    {0x0C, 8, f64},              // F64
    {0x0E, 1, whole<uint8_t>},   // U8
    {0x0F, 2, whole<uint16_t>},  // U16
    {0x10, 1, whole<int8_t>},    // I8
    {0x11, 2, whole<int16_t>},   // I16
    {0x12, 8, whole<int64_t>},   // I64
};
constexpr Format kOther = {0, 1, hex};

const Format& format_of(uint32_t tag) {
  for (const Format& format : kFormats)
    if (format.tag == tag) return format;
  return kOther;
}

// The first elements of |bytes| for a person: numbers in rows as |element_type| (a tag of the wire
// form) reads them, single bytes in hexadecimal for types that have no number form.
std::string readable(std::span<const uint8_t> bytes, uint32_t element_type) {
  const Format& format = format_of(element_type);
  const size_t count = bytes.size() / format.width;
  const size_t shown = std::min(count, kMaxShown);
  std::string text;
  for (size_t i = 0; i < shown; ++i) {
    text += i % kPerRow == 0 ? "  " : " ";
    text += format.text(bytes.data() + i * format.width);
    if (i % kPerRow == kPerRow - 1 || i + 1 == shown) text += '\n';
  }
  if (shown < count)
    text += "  ... " + std::to_string(count - shown) + " more; --output writes all of it\n";
  return text;
}

std::optional<Failure> Runner::deliver() const {
  for (const Slot& slot : slots_) {
    if (!gives_output(slot.parameter)) continue;
    const auto size = static_cast<size_t>(returned_bytes(slot.parameter, slot.output.size()));
    const auto bytes = std::span(slot.output).first(size);
    if (!slot.output_path.empty()) {
      if (auto failure = write_file(slot.output_path, bytes)) return failure;
    } else if (options_.outputs.empty()) {
      std::printf("%.*s: %.*s, %zu bytes\n%s", static_cast<int>(slot.parameter.name.size),
                  slot.parameter.name.data, static_cast<int>(slot.parameter.element.size),
                  slot.parameter.element.data, size,
                  readable(bytes, slot.parameter.element_type).c_str());
    }
  }
  return write_trace(loaded_.context.get(), options_.device);
}

void Runner::print_passes() const { std::fprintf(stderr, "passes      %u\n", result_.iterations); }

void Runner::print_times() const {
  std::fprintf(stderr, "device      %s\n", vyre_device_get_info(device_.get())->name.data);
  std::fprintf(stderr, "grid        %u x %u x %u groups of %u x %u x %u\n", result_.grid[0],
               result_.grid[1], result_.grid[2], result_.workgroup[0], result_.workgroup[1],
               result_.workgroup[2]);
  std::fprintf(stderr, "host time   %.3f ms\n", static_cast<double>(result_.host_ns) / 1e6);
  if (result_.device_ns != VYRE_UNKNOWN)
    std::fprintf(stderr, "device time %.3f ms\n", static_cast<double>(result_.device_ns) / 1e6);
  else
    std::fprintf(stderr, "device time not measured by this device\n");
}

}  // namespace

int run(const RunOptions& options) {
  Runner runner(options);
  if (const auto failure = runner.prepare()) return report(*failure);
  if (const auto failure = runner.dispatch()) return report(*failure);
  if (const auto failure = runner.deliver()) return report(*failure);
  if (options.until_stable) runner.print_passes();
  if (options.time) runner.print_times();
  return kExitOk;
}

}  // namespace tool

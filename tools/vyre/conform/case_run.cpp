#include "case_run.h"

#include <algorithm>

#include "published_interpreter.h"

namespace tool {

namespace {

constexpr uint64_t kCaseTimeout = 300'000'000'000;  // nanoseconds

// A buffer that the published interpreter fills from the caller but this library zeroes, which
// only memory on the device can be.
bool needs_device_memory(const vyre_parameter_info& buffer) {
  return published::takes(buffer) && buffer.role == VYRE_ROLE_OUTPUT;
}

vyre_binding host_binding(const vyre_parameter_info& buffer, Bytes& bytes) {
  if (published::allocates(buffer))
    return vyre_bind_output(buffer.slot, bytes.data(), bytes.size());
  if (published::returns(buffer)) return vyre_bind_inout(buffer.slot, bytes.data(), bytes.size());
  return vyre_bind_input(buffer.slot, bytes.data(), bytes.size());
}

// The part of a buffer that comes back where the program declares a range of it.
Bytes cut_to_range(const vyre_parameter_info& buffer, Bytes bytes) {
  const bool fits = buffer.return_start <= buffer.return_end && buffer.return_end <= bytes.size();
  if ((buffer.flags & VYRE_PARAMETER_RETURNS_RANGE) == 0 || !fits) return bytes;
  const auto begin = bytes.begin();
  return Bytes(begin + static_cast<ptrdiff_t>(buffer.return_start),
               begin + static_cast<ptrdiff_t>(buffer.return_end));
}

}  // namespace

Result<Session> Session::create(const DeviceOptions& options, vyre_split split) {
  Session session;
  session.options_ = options;
  session.split_ = split;
  if (auto failure = keep(create_context(options), session.context_)) return *failure;
  return session;
}

std::optional<Failure> Session::open_device() {
  if (device_) return std::nullopt;
  Result<Device> device = tool::open_device(context_.get(), options_);
  if (!device) return device.failure();
  sequential_ = vyre_device_get_info(device->get())->kind == VYRE_DEVICE_ORACLE;
  device_ = std::move(*device);
  return std::nullopt;
}

Session* Session::oracle() {
  if (sequential_) return this;
  if (oracle_) return oracle_.get();
  DeviceOptions options;
  options.device = "cpu-ref";
  options.quiet = true;
  Result<Session> session = Session::create(options);
  if (!session || session->open_device()) return nullptr;
  oracle_ = std::make_unique<Session>(std::move(*session));
  return oracle_.get();
}

constexpr vyre_program_desc wire_desc() {
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  desc.format = VYRE_FORMAT_WIRE;
  return desc;
}
constexpr vyre_program_desc kWire = wire_desc();

Result<CaseProgram> Session::decode(const Bytes& wire, const vyre_program_desc* desc) const {
  return inspect(make<Program>([&](vyre_program** out) {
    return vyre_program_load(context_.get(), wire.data(), wire.size(), desc ? desc : &kWire, out);
  }));
}

Result<CaseProgram> Session::inspect(Result<Program> program) const {
  if (!program) return program.failure();
  const vyre_program_info& info = *vyre_program_get_info(program->get());
  auto parameters = parameters_of(program->get());
  return CaseProgram{std::move(*program), info, std::move(parameters)};
}

Result<Pipeline> Session::compile(const CaseProgram& program) const {
  return tool::compile(device_.get(), program.program.get());
}

std::optional<Failure> Session::dispatch(const Pipeline& pipeline,
                                         const std::vector<vyre_binding>& bindings,
                                         const CaseLaunch& launch) const {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  std::copy(launch.grid.begin(), launch.grid.end(), desc.grid);
  desc.iterations = launch.repeats;
  desc.split = split_;
  desc.timeout_ns = kCaseTimeout;
  return failure_of(
      vyre_dispatch(pipeline.get(), bindings.data(), bindings.size(), &desc, nullptr));
}

Result<std::vector<Bytes>> Session::execute(const CaseProgram& program, const Pipeline& pipeline,
                                            CaseLaunch launch) const {
  const bool resident =
      std::any_of(program.buffers.begin(), program.buffers.end(), needs_device_memory);
  return resident ? execute_on_device_buffers(program, pipeline, launch)
                  : execute_on_host_memory(program, pipeline, std::move(launch));
}

Result<std::vector<Bytes>> Session::execute_on_host_memory(const CaseProgram& program,
                                                           const Pipeline& pipeline,
                                                           CaseLaunch launch) const {
  std::vector<vyre_binding> bindings;
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    if (program.buffers[i].role == VYRE_ROLE_SHARED) continue;
    bindings.push_back(host_binding(program.buffers[i], launch.bytes[i]));
  }
  if (auto failure = dispatch(pipeline, bindings, launch)) return *failure;
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const vyre_parameter_info& buffer = program.buffers[i];
    if (!published::returns(buffer)) launch.bytes[i].clear();
    if ((buffer.flags & VYRE_PARAMETER_RETURNS_RANGE) != 0)
      launch.bytes[i].resize(buffer.return_end - buffer.return_start);
  }
  return std::move(launch.bytes);
}

Result<std::vector<Bytes>> Session::execute_on_device_buffers(const CaseProgram& program,
                                                              const Pipeline& pipeline,
                                                              const CaseLaunch& launch) const {
  std::vector<DeviceBuffer> memory(program.buffers.size());
  std::vector<vyre_binding> bindings;
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    if (program.buffers[i].role == VYRE_ROLE_SHARED) continue;
    const Bytes& bytes = launch.bytes[i];
    auto buffer = make<DeviceBuffer>([&](vyre_buffer** out) {
      return vyre_buffer_create(device_.get(), bytes.size(), nullptr, out);
    });
    if (!buffer) return buffer.failure();
    memory[i] = std::move(*buffer);
    if (vyre_error* error = vyre_buffer_write(memory[i].get(), 0, bytes.data(), bytes.size()))
      return failure(error);
    bindings.push_back(vyre_bind_buffer(program.buffers[i].slot, memory[i].get()));
  }
  if (auto failure = dispatch(pipeline, bindings, launch)) return *failure;
  std::vector<Bytes> results(program.buffers.size());
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    if (!memory[i] || !published::returns(program.buffers[i])) continue;
    Bytes bytes(launch.bytes[i].size());
    if (vyre_error* error = vyre_buffer_read(memory[i].get(), 0, bytes.data(), bytes.size()))
      return failure(error);
    results[i] = cut_to_range(program.buffers[i], std::move(bytes));
  }
  return results;
}

std::vector<std::string> validate(const CaseProgram& program, uint64_t flags) {
  vyre_validate_desc desc = VYRE_VALIDATE_DESC_INIT;
  desc.flags = flags;
  const Error error(vyre_program_validate(program.program.get(), &desc));
  std::vector<std::string> codes;
  for (const Finding& finding : findings(error.get())) codes.push_back(finding.code);
  return codes;
}

}  // namespace tool

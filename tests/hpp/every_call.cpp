// Every call of vyre_driver.hpp, as it stands and with a place for its error. It is compiled in
// each mode and standard, and never run.
#include <array>
#include <string>
#include <vector>
#include <vyre_driver.hpp>

namespace {

using vyre::Error;

template <class T>
T& any() noexcept {
  static T* none = nullptr;
  return *none;
}

static_assert(!noexcept(vyre::Device::open()));
static_assert(noexcept(vyre::Device::open("vulkan", any<Error>())));
static_assert(!noexcept(any<vyre::Buffer>().free()));
static_assert(noexcept(any<vyre::Buffer>().free(any<Error>())));
static_assert(noexcept(any<vyre::Builder>().finish(any<Error>())));
static_assert(std::is_nothrow_default_constructible_v<vyre::Device>);
static_assert(std::is_nothrow_move_constructible_v<vyre::Device>);
static_assert(std::is_nothrow_move_assignable_v<vyre::Device>);
static_assert(!std::is_copy_constructible_v<vyre::Device>);
static_assert(std::is_nothrow_copy_constructible_v<Error>);
static_assert(sizeof(vyre::Device) == sizeof(void*));
static_assert(sizeof(vyre::Binding) == sizeof(vyre_binding));
static_assert(std::is_standard_layout_v<vyre::Binding>);

}  // namespace

void use_devices(Error& error);
void use_devices(Error& error) {
  const vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  vyre::Context context = vyre::Context::create(desc);
  context = vyre::Context::create(desc, error);
  vyre::Device device = vyre::Device::open();
  device = vyre::Device::open("vulkan");
  device = vyre::Device::open(std::string("vulkan"), error);
  device = vyre::Device::open(context, "vulkan");
  device = vyre::Device::open(context, "vulkan", error);
  device.prepare();
  device.prepare(error);
  device.recover();
  device.recover(error);
  device.shutdown();
  device.shutdown(error);
  bool idle = device.wait_idle() && device.wait_idle(0) && device.wait_idle(VYRE_FOREVER, error);
  idle = idle || device.is_lost() || device.info().name.size != 0;
  vyre::DeviceList list = vyre::DeviceList::create();
  list = vyre::DeviceList::create(error);
  idle = idle || list.info().device_count != 0;
  vyre::check(vyre_device_open(context.get(), nullptr, device.out()));
  vyre::check(vyre_device_open(context.get(), nullptr, device.out()), error);
  if (error && error.code() == VYRE_ERROR_NOT_FOUND && error.info().finding_count == 0) error = {};
}

vyre::Program use_programs(const vyre::Context& context, Error& error);
vyre::Program use_programs(const vyre::Context& context, Error& error) {
  const std::vector<uint32_t> words(4);
  const std::string json = "{}";
  vyre::Context changeable;
  vyre::Program program = vyre::Program::load(words);
  program = vyre::Program::load(json, error);
  program = vyre::Program::load(context, words);
  program = vyre::Program::load(changeable, words);
  std::vector<char> loaded(4);
  program = vyre::Program::load(context, loaded);
  program = vyre::Program::load(context, json, error);
  program = vyre::Program::load(program.save());
  program = vyre::Program::load(std::vector<char>(4));
  const vyre::Blob blob = program.save(error);
  program.validate();
  program.validate(error);
  return blob.size() == program.info().parameter_count ? vyre::Program() : std::move(program);
}

void use_bindings(const vyre::Pipeline& pipeline, const vyre::Buffer& buffer, Error& error);
void use_bindings(const vyre::Pipeline& pipeline, const vyre::Buffer& buffer, Error& error) {
  std::vector<float> x(4);
  const std::array<int32_t, 2> y{};
  float z[4];
  uint32_t one = 1;
  const std::string name = "x";
  const std::string_view view = "y";
  const vyre::Binding array[] = {vyre::in(name, x), vyre::in(view, y), vyre::out("z", z)};
  const vyre::Bindings bindings = {array, 3};
  const vyre::Launch launch = vyre::Launch().shape(4, 4, 1).timed().label("label");
  pipeline.dispatch({});
  pipeline.dispatch(bindings);
  pipeline.dispatch(array, 3);
  pipeline.dispatch(array, 3, launch);
  pipeline.dispatch(array, 3, launch, error);
  pipeline.dispatch({vyre::in(0, x), vyre::inout({1, 2}, one), vyre::zeros(one, 16)});
  pipeline.dispatch({vyre::on("b", buffer), vyre::on(2u, buffer, 4, 8)}, launch);
  pipeline.dispatch({vyre::out("z", z)}, vyre::Launch().grid(2), error);
  vyre::Work work = pipeline.dispatch_async(bindings);
  work =
      pipeline.dispatch_async({vyre::in("x", x)}, vyre::Launch().iterations(2).timeout(5), error);
  if (work.wait() == VYRE_WORK_FAILED || work.wait(0, error) == VYRE_WORK_RUNNING) return;
  error = work.get_error();
  error = work.get_error(error);
  work.cancel();
  work.cancel(error);
  work.collect(bindings);
  work.collect({vyre::out("z", z)}, error);
}

void use_pipelines(const vyre::Device& device, const vyre::Program& program, Error& error);
void use_pipelines(const vyre::Device& device, const vyre::Program& program, Error& error) {
  vyre::Options options;
  options.constant("a", 1.0f).constant("b", int32_t(1)).constant("c", 1u).constant("d", true);
  options.workgroup(64).flags(VYRE_PIPELINE_CHECKED).label("label");
  vyre::Pipeline pipeline = vyre::Pipeline::create(device, program);
  pipeline = vyre::Pipeline::create(device, program, options);
  pipeline = vyre::Pipeline::create(device, program, {}, error);
  pipeline = vyre::Pipeline::create(device, program, vyre::Options().constant("n", 4u), error);
  vyre::Buffer buffer = vyre::Buffer::create(device, pipeline.info().dimensions);
  buffer = vyre::Buffer::create(device, 64, error);
  std::vector<float> x(4);
  buffer.write(x);
  buffer.write(x, 16);
  buffer.write(x, buffer.info().size, error);
  buffer.read(x);
  buffer.read(x, 16);
  buffer.read(x, 16, error);
  buffer.copy(0, buffer, 16, 8);
  buffer.copy(0, buffer, 16, 8, error);
  buffer.fill(0, 16, 7);
  buffer.fill(0, 16, 7, error);
  buffer.free();
  buffer.free(error);
}

void use_sequences(const vyre::Device& device, const vyre::Pipeline& pipeline, Error& error);
void use_sequences(const vyre::Device& device, const vyre::Pipeline& pipeline, Error& error) {
  vyre::Sequence sequence = vyre::Sequence::create(device);
  sequence = vyre::Sequence::create(device, error);
  vyre::Buffer a, b;
  std::array<float, 4> x{};
  uint32_t step = sequence.add_dispatch(pipeline, {vyre::on("a", a)});
  step = sequence.add_dispatch(pipeline, {vyre::on("a", a)}, vyre::Launch().grid(1), error);
  step = sequence.add_copy(a, 0, b, 0, 16);
  step = sequence.add_copy(a, 0, b, 0, 16, error);
  step = sequence.add_write(a, x);
  step = sequence.add_write(a, x, 16, error);
  step = sequence.add_read(a, 0, 16);
  step = sequence.add_read(a, 0, 16, error);
  sequence.set_bytes(step, x);
  sequence.set_bytes(step, x, 4, error);
  sequence.get_bytes(step, x);
  sequence.get_bytes(step, x, 4, error);
  vyre_step_update update = {};
  update.step = step;
  sequence.update({update});
  sequence.update({update, update}, error);
  vyre_run_desc desc = VYRE_RUN_DESC_INIT;
  desc.timeout_ns = 1000;
  sequence.run();
  sequence.run(desc);
  sequence.run({desc}, error);
  vyre::Work work = sequence.run_async();
  work = sequence.run_async(desc, error);
  if (sequence.wait() == VYRE_WORK_FAILED || sequence.wait(0, error) == VYRE_WORK_RUNNING) return;
  error = sequence.get_error();
  error = sequence.get_error(error);
  sequence.cancel();
  sequence.cancel(error);
}

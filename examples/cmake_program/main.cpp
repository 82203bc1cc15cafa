// Squares numbers on the best Vulkan device, with a program that is built here.
#include <vyre_driver.h>
#include <vyre_driver_builder.h>

#include <cstdlib>
#include <iostream>
#include <memory>

static void check(vyre_error* error) {
  if (vyre_error_print(error) != 0) std::exit(1);
}

template <typename Object, typename Create, typename... Arguments>
auto own(void (*destroy)(Object*), Create create, Arguments... arguments) {
  Object* object = nullptr;
  check(create(arguments..., &object));
  return std::unique_ptr<Object, void (*)(Object*)>(object, destroy);
}

int main() {
  auto device = own(vyre_device_destroy, vyre_device_open, nullptr, nullptr);
  auto builder = own(vyre_builder_destroy, vyre_builder_create, nullptr);
  vyre_builder* b = builder.get();
  const vyre_parameter in = vyre_builder_input(b, "in", VYRE_TYPE_F32);
  const vyre_parameter out = vyre_builder_output(b, "out", VYRE_TYPE_F32);
  const vyre_expr i = vyre_builder_index(b);
  const vyre_expr x = vyre_builder_load(b, in, i);
  vyre_builder_store(b, out, i, vyre_builder_mul(b, x, x));
  auto program = own(vyre_program_destroy, vyre_builder_finish, b);
  auto pipeline =
      own(vyre_pipeline_destroy, vyre_pipeline_create, device.get(), program.get(), nullptr);
  float a[] = {1.5F, 2, -3}, c[3];
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, c, sizeof c)};
  check(vyre_dispatch(pipeline.get(), bindings, 2, nullptr, nullptr));
  std::cout << c[0] << ' ' << c[1] << ' ' << c[2] << '\n';
}

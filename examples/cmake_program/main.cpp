// Squares numbers on the best Vulkan device, with a program that is built here.
#include <vyre_driver.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <string_view>

static void check(vyre_error* error) {
  if (error == nullptr) return;
  std::cerr << std::string_view(vyre_error_text(error).data, vyre_error_text(error).size) << '\n';
  std::exit(vyre_error_consume(error));
}

template <typename Object, typename Create, typename... Arguments>
auto own(void (*destroy)(Object*), Create create, Arguments... arguments) {
  Object* object = nullptr;
  check(create(arguments..., &object));
  return std::unique_ptr<Object, void (*)(Object*)>(object, destroy);
}

int main() {
  const vyre_string in = vyre_str("in"), out = vyre_str("out"), type = vyre_str("F32");
  auto context = own(vyre_context_destroy, vyre_context_create, nullptr);
  auto backend = own(vyre_backend_destroy, vyre_backend_acquire_preferred, context.get(), nullptr);
  auto builder = own(vyre_builder_destroy, vyre_builder_create, context.get());
  vyre_builder* b = builder.get();
  vyre_builder_declare_input(b, 0, in, type);
  vyre_builder_declare_output(b, 1, out, type);
  const vyre_expr i = vyre_builder_id(b, VYRE_ID_INVOCATION, 0);
  const vyre_expr x = vyre_builder_let(b, vyre_str("x"), vyre_builder_load(b, in, i));
  vyre_builder_store(b, out, i, vyre_builder_binary(b, VYRE_BINARY_MUL, x, x));
  auto program = own(vyre_program_destroy, vyre_builder_finish, b);
  auto pipeline =
      own(vyre_pipeline_destroy, vyre_pipeline_create, backend.get(), program.get(), nullptr);
  float a[] = {1.5F, 2, -3}, c[3];
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, c, sizeof c)};
  check(vyre_dispatch(pipeline.get(), bindings, 2, nullptr, nullptr));
  std::cout << c[0] << ' ' << c[1] << ' ' << c[2] << '\n';
}

/* Doubles numbers on a Vulkan device, with a program that is built here.
 *   cc double.c $(pkg-config --cflags --libs vyre_driver) -o double */
#include <stdio.h>
#include <stdlib.h>
#include <vyre_driver.h>

static void check(vyre_error* error) {
  if (error == NULL) return;
  fprintf(stderr, "%.*s\n", (int)vyre_error_text(error).size, vyre_error_text(error).data);
  exit(vyre_error_consume(error) != VYRE_OK);
}

int main(void) {
  vyre_context* context;
  vyre_backend* backend;
  vyre_builder* builder;
  vyre_program* program;
  vyre_pipeline* pipeline;
  float a[] = {1, 2.5F, -3, 4000}, out[4];
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof out)};

  check(vyre_context_create(NULL, &context));
  check(vyre_backend_acquire(context, vyre_str("vulkan"), NULL, &backend));
  check(vyre_builder_create(context, &builder));
  vyre_builder_declare_input(builder, 0, vyre_str("a"), vyre_str("F32"));
  vyre_builder_declare_output(builder, 1, vyre_str("out"), vyre_str("F32"));
  vyre_expr i = vyre_builder_id(builder, VYRE_ID_INVOCATION, 0);
  vyre_expr x = vyre_builder_load(builder, vyre_str("a"), i);
  x = vyre_builder_binary(builder, VYRE_BINARY_MUL, x, vyre_builder_f32(builder, 2));
  vyre_builder_store(builder, vyre_str("out"), i, x);
  check(vyre_builder_finish(builder, &program));
  check(vyre_pipeline_create(backend, program, NULL, &pipeline));
  check(vyre_dispatch(pipeline, bindings, 2, NULL, NULL));
  printf("%g %g %g %g\n", out[0], out[1], out[2], out[3]);
  vyre_pipeline_destroy(pipeline);
  vyre_program_destroy(program);
  vyre_builder_destroy(builder);
  vyre_backend_destroy(backend);
  vyre_context_destroy(context);
}

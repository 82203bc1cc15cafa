/* Computes out = a * 2 + b.   cc double.c $(pkg-config --cflags --libs vyre_driver) -o double */
#include <stdio.h>
#include <vyre_driver.h>
#include <vyre_driver_builder.h>

static vyre_error* build_kernel(vyre_program** out_program) {
  vyre_builder* k;
  vyre_error* error = vyre_builder_create(NULL, &k);
  if (error) return error;
  vyre_parameter a = vyre_builder_input(k, "a", VYRE_TYPE_F32);
  vyre_parameter b = vyre_builder_input(k, "b", VYRE_TYPE_F32);
  vyre_parameter out = vyre_builder_output(k, "out", VYRE_TYPE_F32);
  vyre_expr i = vyre_builder_index(k);
  vyre_expr twice = vyre_builder_mul(k, vyre_builder_load(k, a, i), vyre_builder_f32(k, 2));
  vyre_builder_store(k, out, i, vyre_builder_add(k, twice, vyre_builder_load(k, b, i)));
  error = vyre_builder_finish(k, out_program);
  vyre_builder_destroy(k);
  return error;
}

int main(void) {
  float a[] = {1, 2.5f, -3, 4000}, b[] = {1, 1, 1, 1}, out[4];
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_input(1, b, sizeof b),
                             vyre_bind_output(2, out, sizeof out)};
  vyre_device* device = NULL;
  vyre_program* program = NULL;
  vyre_pipeline* pipeline = NULL;
  vyre_error* error = vyre_device_open(NULL, NULL, &device);
  if (!error) error = build_kernel(&program);
  if (!error) error = vyre_pipeline_create(device, program, NULL, &pipeline);
  if (!error) error = vyre_dispatch(pipeline, bindings, 3, NULL, NULL);
  if (!error)
    printf("%g %g %g %g on %s\n", out[0], out[1], out[2], out[3],
           vyre_device_get_info(device)->name.data);
  vyre_pipeline_destroy(pipeline);
  vyre_program_destroy(program);
  vyre_device_destroy(device);
  return vyre_error_print(error);
}

/* One layer of a transformer, by kernels in GLSL: attention of several heads and a network of one
 * hidden layer, each behind a normalization and beside what it gets. What it computes stands here
 * as data, so that others can run the same kernels. */
#ifndef TRANSFORMER_H
#define TRANSFORMER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { LAYER_ROWS = 128, LAYER_WIDTH = 768, LAYER_HEADS = 12, LAYER_HIDDEN = 3072 };

/* Its arrays of floats. Weights have their shifts behind them. */
typedef enum layer_array {
  LAYER_INPUT,
  LAYER_NORM_1,  /* weights of the first normalization */
  LAYER_QUERIES, /* weights of queries, keys and values */
  LAYER_OUT,     /* weights behind the attention */
  LAYER_NORM_2,
  LAYER_EXPAND,   /* weights to the hidden layer */
  LAYER_CONTRACT, /* and back */
  LAYER_GIVEN_COUNT,
  LAYER_NORMAL = LAYER_GIVEN_COUNT, /* from here on they are computed */
  LAYER_HEADS_IN,                   /* queries, keys and values of each row */
  LAYER_MIXED,
  LAYER_BRANCH,
  LAYER_MIDDLE,
  LAYER_INNER,
  LAYER_RESULT,
  LAYER_ARRAY_COUNT
} layer_array;

typedef enum layer_kernel {
  LAYER_NORMALIZE,
  LAYER_PROJECT,
  LAYER_PROJECT_GELU,
  LAYER_ATTEND,
  LAYER_ADD,
  LAYER_KERNEL_COUNT
} layer_kernel;

/* A kernel on |from|, |with| and |to|, its bindings 0, 1 and 2. */
typedef struct layer_step {
  layer_kernel kernel;
  layer_array from, with, to;
  uint32_t pushed[2];
  uint32_t groups[2]; /* workgroups on x and y */
} layer_step;

enum { LAYER_STEP_COUNT = 9 };
extern const layer_step kLayerSteps[LAYER_STEP_COUNT];

/* The code of a kernel, and its size in bytes. Its specialization constant 0 is the workgroup. */
typedef struct layer_code {
  const uint32_t* words;
  size_t size;
  uint32_t workgroup;
} layer_code;
layer_code layer_code_of(layer_kernel kernel);

/* How many floats an array has. */
size_t layer_count(layer_array array);

/* Fills one of those that are given, with the same numbers each time. */
void layer_fill(layer_array array, float* numbers);

#ifdef __cplusplus
}
#endif
#endif

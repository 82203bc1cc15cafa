#include "transformer.h"

#include "add.h"
#include "attend.h"
#include "normalize.h"
#include "project.h"
#include "project_gelu.h"

enum { kRows = LAYER_ROWS, kWidth = LAYER_WIDTH, kHidden = LAYER_HIDDEN };

/* Tiles of 64 x 64, and lines of 64. */
#define TILES(columns) \
  { (columns) / 64, kRows / 64 }

const layer_step kLayerSteps[LAYER_STEP_COUNT] = {
    {LAYER_NORMALIZE, LAYER_INPUT, LAYER_NORM_1, LAYER_NORMAL, {kWidth, 0}, {kRows, 1}},
    {LAYER_PROJECT,
     LAYER_NORMAL,
     LAYER_QUERIES,
     LAYER_HEADS_IN,
     {kWidth, 3 * kWidth},
     TILES(3 * kWidth)},
    {LAYER_ATTEND,
     LAYER_HEADS_IN,
     LAYER_HEADS_IN,
     LAYER_MIXED,
     {kWidth / LAYER_HEADS, LAYER_HEADS},
     {kRows, LAYER_HEADS}},
    {LAYER_PROJECT, LAYER_MIXED, LAYER_OUT, LAYER_BRANCH, {kWidth, kWidth}, TILES(kWidth)},
    {LAYER_ADD, LAYER_BRANCH, LAYER_INPUT, LAYER_MIDDLE, {0, 0}, {kRows * kWidth / 64, 1}},
    {LAYER_NORMALIZE, LAYER_MIDDLE, LAYER_NORM_2, LAYER_NORMAL, {kWidth, 0}, {kRows, 1}},
    {LAYER_PROJECT_GELU,
     LAYER_NORMAL,
     LAYER_EXPAND,
     LAYER_INNER,
     {kWidth, kHidden},
     TILES(kHidden)},
    {LAYER_PROJECT, LAYER_INNER, LAYER_CONTRACT, LAYER_BRANCH, {kHidden, kWidth}, TILES(kWidth)},
    {LAYER_ADD, LAYER_BRANCH, LAYER_MIDDLE, LAYER_RESULT, {0, 0}, {kRows * kWidth / 64, 1}}};

layer_code layer_code_of(layer_kernel kernel) {
  const layer_code codes[LAYER_KERNEL_COUNT] = {{normalize, sizeof normalize, 64},
                                                {project, sizeof project, 256},
                                                {project_gelu, sizeof project_gelu, 256},
                                                {attend, sizeof attend, 64},
                                                {add, sizeof add, 64}};
  return codes[kernel];
}

static size_t weights(size_t from, size_t to) { return from * to + to; }

size_t layer_count(layer_array array) {
  switch (array) {
    case LAYER_NORM_1:
    case LAYER_NORM_2:
      return weights(1, kWidth);
    case LAYER_QUERIES:
      return weights(kWidth, 3 * kWidth);
    case LAYER_OUT:
      return weights(kWidth, kWidth);
    case LAYER_EXPAND:
      return weights(kWidth, kHidden);
    case LAYER_CONTRACT:
      return weights(kHidden, kWidth);
    case LAYER_HEADS_IN:
      return (size_t)kRows * 3 * kWidth;
    case LAYER_INNER:
      return (size_t)kRows * kHidden;
    default:
      return (size_t)kRows * kWidth;
  }
}

/* From -1 to 1. */
static float next(uint32_t* state) {
  *state = *state * 1664525u + 1013904223u;
  return (float)(*state >> 8) / 8388608.0f - 1.0f;
}

void layer_fill(layer_array array, float* numbers) {
  const int is_norm = array == LAYER_NORM_1 || array == LAYER_NORM_2;
  const float scale = array == LAYER_INPUT ? 1.0f : is_norm ? 0.2f : 0.05f;
  uint32_t state = 17u + (uint32_t)array;
  for (size_t i = 0; i < layer_count(array); ++i) {
    numbers[i] = scale * next(&state) + (is_norm && i < kWidth ? 1.0f : 0.0f);
  }
}

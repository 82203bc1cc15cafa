/* Tests that run on one backend, which the command line names. */
#ifndef VYRE_TESTS_CAPI_ON_BACKEND_H
#define VYRE_TESTS_CAPI_ON_BACKEND_H

#include "check.h"

static const char* backend_id = "cpu-ref";

static inline void name_backend(int argc, char** argv) {
  if (argc > 1) backend_id = argv[1];
}

static inline int is_oracle(void) { return strcmp(backend_id, "cpu-ref") == 0; }

/* Runs |test| on a context, a device and a pipeline of its own. */
static inline void with_fixture(const char* json, void (*test)(fixture*)) {
  fixture f = make_fixture(backend_id, json);
  test(&f);
  destroy_fixture(&f);
}

#endif

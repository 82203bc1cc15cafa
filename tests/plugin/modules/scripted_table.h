/* A backend in C for tests: its memory is the host's, its programs run on the host table's oracle.
 * A script says what it is to do wrong, and counts what it was asked. */
#ifndef VYRE_TESTS_CAPI_SCRIPTED_TABLE_H
#define VYRE_TESTS_CAPI_SCRIPTED_TABLE_H

#include "vyre_driver_plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Functions of a table, with what they are: R required, O optional. Those for ops and for kept
 * executables have tests of their own. */
#define TABLE_ENTRIES(X)  \
  X(R, get_device_info)   \
  X(R, open_device)       \
  X(R, close_device)      \
  X(R, allocate_memory)   \
  X(R, free_memory)       \
  X(R, write_memory)      \
  X(R, read_memory)       \
  X(R, compile)           \
  X(R, free_executable)   \
  X(R, submit)            \
  X(R, wait)              \
  X(R, free_work)         \
  X(O, count_devices)     \
  X(O, get_device_ns)     \
  X(O, allocate_unfilled) \
  X(O, copy_memory)       \
  X(O, import_host)       \
  X(O, prepare)           \
  X(O, wait_idle)         \
  X(O, shutdown)          \
  X(O, is_lost)           \
  X(O, recover)           \
  X(O, get_metrics)       \
  X(O, fill_memory)       \
  X(O, get_memory)        \
  X(O, cancel)

enum {
#define TABLE_NUMBER(kind, entry) ENTRY_##entry,
  TABLE_ENTRIES(TABLE_NUMBER)
#undef TABLE_NUMBER
      ENTRY_COUNT
};

#define EVERY_ENTRY (-1)
#define NO_ENTRY (-2)

typedef vyre_error* (*error_create_fn)(vyre_error_code code, int64_t native_code, vyre_string text);

typedef struct script {
  error_create_fn error_create; /* the host's */

  /* Set by the test. */
  int failing;           /* ENTRY_...: returns an error of |code| with the text "scripted" */
  int lying;             /* ENTRY_...: succeeds without doing anything */
  vyre_error_code code;  /* of errors */
  vyre_work_state state; /* what |wait| sets when the work has ended */
  uint32_t waits;        /* how often |wait| says that work is under way before it ends */
  int at_once;           /* |submit| does all of the work, as a device that keeps order may */
  uint32_t devices;      /* what count_devices counts */
  uint64_t device_ns;    /* what get_device_ns gives */
  uint32_t lost;         /* what is_lost gives */
  uint32_t busy;         /* how often |wait_idle| says that time ran out */
  int deaf;              /* cancel ends nothing */
  vyre_device_info profile;

  /* Counted. */
  uint32_t calls[ENTRY_COUNT];
  uint32_t live_devices;
  uint32_t live_memories;
  uint32_t live_executables;
  uint32_t live_works;
  uint32_t destroyed;
  uint32_t inside;     /* calls under way now */
  uint32_t max_inside; /* at once, at any time */
  uint32_t max_commands;
  uint32_t freed_in_use; /* memory that unfinished work had */
  uint32_t order_broken; /* commands or transfers on memory that unfinished work had */
  uint32_t last_wire_size, last_spirv_words, last_parameter_count;
} script;

/* A script that does everything right. */
void script_init(script* s, error_create_fn error_create);

/* A table of all entries for |s|, which outlives it. */
void scripted_table(script* s, vyre_backend_table* table);

#ifdef __cplusplus
}
#endif

#endif

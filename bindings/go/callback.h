// callback.h: the Go functions that the library calls, and the one C function that Go calls by
// pointer. |user| is a cell made by newUser.
#ifndef VYRE_GO_CALLBACK_H
#define VYRE_GO_CALLBACK_H

#include "all.h"

extern void vyreGoLog(void* user, vyre_log_level level, vyre_string text);
extern void* vyreGoAllocate(void* user, size_t size, size_t alignment);
extern void vyreGoDeallocate(void* user, void* memory, size_t size, size_t alignment);
extern void vyreGoRunJob(void* user, vyre_job_fn job, void* data);
extern void vyreGoComplete(void* user, vyre_work_state state);
extern void vyreGoDestroy(void* user);
extern uint32_t vyreGoAsk(void* user, uint64_t wanted, uint64_t used);
extern uint32_t vyreGoProgress(void* user, uint64_t done, uint64_t total);
extern vyre_error* vyreGoReference(void* user, void* arguments, size_t size, vyre_writer* writer);
extern vyre_error* vyreGoLowering(void* user, vyre_string id, vyre_target target,
                                  vyre_writer* writer);
extern vyre_error* vyreGoWrite(void* user, void* bytes, size_t size);

/* Go knows no const: the functions as the header types them. */
static inline vyre_write_fn vyre_go_write(void) { return (vyre_write_fn)vyreGoWrite; }

static inline vyre_reference_fn vyre_go_reference(void) {
  return (vyre_reference_fn)vyreGoReference;
}

static inline void vyre_go_call(vyre_job_fn job, void* data) { job(data); }

#endif

/* vyre_driver_sequence.h: work that is recorded once and run again and again.
 *
 * For those who repeat the same dispatches each frame, step or token. A sequence is a list of steps
 * on buffers: dispatches, copies, fills, writes and reads. Each step sees what those before it
 * wrote. The rules at the head of vyre_driver.h hold here too.
 *
 *   vyre_sequence* sequence;
 *   uint32_t input, step, output;
 *   vyre_binding bindings[] = {vyre_bind_buffer(0, a), vyre_bind_buffer(1, b)};
 *   vyre_error* error = vyre_sequence_create(device, NULL, &sequence);
 *   if (!error) error = vyre_sequence_add_write(sequence, a, 0, numbers, size, &input);
 *   if (!error) error = vyre_sequence_add_dispatch(sequence, pipeline, bindings, 2, NULL, &step);
 *   if (!error) error = vyre_sequence_add_read(sequence, b, 0, size, &output);
 *   while (!error && next(numbers)) {
 *     error = vyre_sequence_set_bytes(sequence, input, 0, numbers, size);
 *     if (!error) error = vyre_sequence_run(sequence, NULL, NULL);
 *     if (!error) error = vyre_sequence_get_bytes(sequence, output, 0, results, size);
 *   }
 *
 * What is particular:
 *
 *  - On Vulkan a run is one submission of commands that stay recorded. A barrier stands only before
 *    a step that depends on one since the last barrier. The oracle and plug-ins record nothing:
 *    there the steps run one after another inside the call that starts the run.
 *  - Bindings of steps are buffers, images, samplers and zeroes. Memory of the host is
 *    INVALID_ARGUMENT: its bytes go in and out by steps that write and read.
 *  - Runs follow one another on the device and never overlap there. Other work keeps its order with
 *    them, buffer by buffer.
 *  - Many runs may be under way at once. Runs with updates, runs of a sequence with a write or a
 *    read, and timed runs are at most |runs_in_flight|; one more is NOT_READY. Each has its own
 *    updates and bytes.
 *  - While a run is under way, steps are neither added nor cleared: that is NOT_READY too.
 *  - A trap fails its run, and of those under way the runs that repeat the same commands: runs
 *    without updates, bytes of the host and times. The error has the step. What the buffers hold
 *    then is not promised. The next run is not affected.
 *  - A sequence keeps its device and the pipelines and buffers of its steps alive. A buffer that is
 *    freed early (vyre_buffer_free) makes the next run INVALID_ARGUMENT, until an update binds
 *    another. After vyre_device_recover a sequence from before is DEVICE_LOST.
 *  - Ops that programs call are those published when the step was added.
 *  - Functions of one sequence wait for each other, but not for those that wait for the device.
 */
#ifndef VYRE_DRIVER_SEQUENCE_H
#define VYRE_DRIVER_SEQUENCE_H

#include "vyre_driver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Recorded steps. */
typedef struct vyre_sequence vyre_sequence;

/* How a sequence behaves. */
typedef uint64_t vyre_sequence_flags;
/* The device is asked how long each run takes. */
#define VYRE_SEQUENCE_TIMED (UINT64_C(1) << 0)
/* The device is asked how long each step takes, and each run. Steps may then overlap less. */
#define VYRE_SEQUENCE_TIMED_STEPS (UINT64_C(1) << 1)

/* A sequence to create. */
typedef struct vyre_sequence_desc {
  size_t struct_size;
  vyre_sequence_flags flags;
  vyre_string label; /* in messages, traces and debugging tools; copied */
  /* How many runs with updates, of steps that write or read, or timed ones, may be under way at
   * once. The INIT is 1; 0 is an error. Each takes memory for its updates and bytes. */
  uint32_t runs_in_flight;
  uint32_t reserved; /* 0 */
} vyre_sequence_desc;

#define VYRE_SEQUENCE_DESC_INIT \
  { sizeof(vyre_sequence_desc), 0, {NULL, 0}, 1, 0 }
#define VYRE_SEQUENCE_DESC_DEFAULT VYRE_LITERAL(vyre_sequence_desc, VYRE_SEQUENCE_DESC_INIT)

/* What changes in one dispatch of a sequence. What is NULL or 0 stays as it was. Begin with all
 * zeroes. Never changes.
 *
 * At most one of |shape|, |grid| and |grid_buffer| is given, and it replaces what the step had. A
 * shape or grid that is given has no axis of 0, unless the step has VYRE_DISPATCH_MAY_BE_EMPTY:
 * then such an axis runs nothing. Pipeline, label and flags cannot be changed. */
typedef struct vyre_step_update {
  uint32_t step;                /* of a dispatch, from vyre_sequence_add_dispatch */
  uint32_t shape[3];            /* invocations on each axis */
  uint32_t grid[3];             /* workgroups on each axis */
  uint32_t iterations;          /* how often the program runs */
  const vyre_binding* bindings; /* those that change; not of host memory */
  size_t binding_count;
  const vyre_push_range* push; /* the bytes that change; copied */
  size_t push_count;
  vyre_buffer* grid_buffer; /* the grid is three U32 in it, at |grid_offset| */
  uint64_t grid_offset;     /* bytes, a multiple of 4; counts with |grid_buffer| */
} vyre_step_update;

/* One run. */
typedef struct vyre_run_desc {
  size_t struct_size;
  /* Nanoseconds from the call on; after them the run is cancelled, one of
   * vyre_sequence_run_async too. The INIT is VYRE_FOREVER; 0 looks once. */
  uint64_t timeout_ns;
  const vyre_step_update* updates; /* they hold from this run on; runs under way keep theirs */
  size_t update_count;
  const vyre_sync_point* wait_points; /* the run begins behind all of them */
  size_t wait_point_count;
  /* Reached when the run ends, also when it trapped or was cancelled; never on a lost device. */
  const vyre_sync_point* signal_points;
  size_t signal_point_count;
} vyre_run_desc;

#define VYRE_RUN_DESC_INIT \
  { sizeof(vyre_run_desc), VYRE_FOREVER, NULL, 0, NULL, 0, NULL, 0 }
#define VYRE_RUN_DESC_DEFAULT VYRE_LITERAL(vyre_run_desc, VYRE_RUN_DESC_INIT)

/* What is known about a sequence and its last run. Numbers that nobody knows are VYRE_UNKNOWN. */
typedef struct vyre_sequence_result {
  size_t struct_size;
  uint64_t host_ns;   /* from the start of the last run to its observed end */
  uint64_t device_ns; /* of the last run, measured by the device; only of timed sequences */
  uint64_t runs;      /* that were started */
  uint32_t steps;     /* that were added */
  uint32_t barriers;  /* between steps, as last recorded; 0 where nothing is recorded */
} vyre_sequence_result;

#define VYRE_SEQUENCE_RESULT_INIT \
  { sizeof(vyre_sequence_result), 0, 0, 0, 0, 0 }
#define VYRE_SEQUENCE_RESULT_DEFAULT VYRE_LITERAL(vyre_sequence_result, VYRE_SEQUENCE_RESULT_INIT)

/* ---- Steps ---------------------------------------------------------------------------------- */

/* Makes a sequence without steps. |desc| may be NULL. |out_sequence| gets an owner.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_sequence_create(vyre_device* device, const vyre_sequence_desc* desc,
                              vyre_sequence** out_sequence);

/* Adds a dispatch. |out_step| gets the number of the step, here and below: 0, 1, and so on, at most
 * 1,048,576 steps. |bindings| are as for vyre_dispatch, but not of host memory; zeroes are zero in
 * every run. NULL is allowed when |binding_count| is 0. |desc| may be NULL, and so may |out_step|.
 * A |grid_buffer| is read in each run, when the device gets there.
 *
 * A timeout, wait and signal points and VYRE_DISPATCH_TIMED in |desc| are INVALID_ARGUMENT: they
 * belong to the run. So is VYRE_DISPATCH_UNTIL_STABLE, which needs the host between passes.
 * Programs whose ops the host carries out are UNSUPPORTED_FEATURE. A pipeline that is not ready is
 * NOT_READY; one that failed gives its error. May compile. After an error nothing is added, here
 * and below.
 * Errors: COOPERATIVE_RESIDENCY, INVALID_PROGRAM, KERNEL_COMPILE_FAILED, NOT_FOUND, NOT_READY,
 * UNSUPPORTED_FEATURE. */
VYRE_TRY vyre_sequence_add_dispatch(vyre_sequence* sequence, vyre_pipeline* pipeline,
                                    const vyre_binding* bindings, size_t binding_count,
                                    const vyre_dispatch_desc* desc, uint32_t* out_step);

/* Adds a copy of |size| bytes, from |from_offset| of |from| to |to_offset| of |to|. Both are
 * buffers of the sequence's device. Ranges of one buffer may not overlap. |out_step| may be NULL.
 * Errors: NOT_READY. */
VYRE_TRY vyre_sequence_add_copy(vyre_sequence* sequence, vyre_buffer* from, uint64_t from_offset,
                                vyre_buffer* to, uint64_t to_offset, uint64_t size,
                                uint32_t* out_step);

/* Adds a fill of |size| bytes from |offset| on with |word|, again and again. |size| and |offset|
 * are multiples of 4. |out_step| may be NULL.
 * Errors: NOT_READY. */
VYRE_TRY vyre_sequence_add_fill(vyre_sequence* sequence, vyre_buffer* buffer, uint64_t offset,
                                uint64_t size, uint32_t word, uint32_t* out_step);

/* Adds a write of |size| bytes to |offset| of the buffer. The bytes are copied from |data| now;
 * vyre_sequence_set_bytes changes them. |out_step| may be NULL.
 * Errors: NOT_READY. */
VYRE_TRY vyre_sequence_add_write(vyre_sequence* sequence, vyre_buffer* buffer, uint64_t offset,
                                 const void* data, size_t size, uint32_t* out_step);

/* Adds a read of |size| bytes from |offset| of the buffer. vyre_sequence_get_bytes has what the
 * last run read, vyre_work_get_bytes what the run of a work read. |out_step| may be NULL.
 * Errors: NOT_READY. */
VYRE_TRY vyre_sequence_add_read(vyre_sequence* sequence, vyre_buffer* buffer, uint64_t offset,
                                uint64_t size, uint32_t* out_step);

/* Changes |update_count| dispatches in one call. It costs what changes: nothing else is checked or
 * recorded again. It is NOT_READY while a run is under way; vyre_run_desc.updates changes steps for
 * the next run without waiting. A step that is no dispatch is INVALID_ARGUMENT, one that is not
 * there NOT_FOUND. May compile, where a program is cut at grid barriers. After an error no step has
 * changed.
 * Errors: COOPERATIVE_RESIDENCY, KERNEL_COMPILE_FAILED, NOT_FOUND, NOT_READY, UNSUPPORTED_FEATURE.
 */
VYRE_TRY vyre_sequence_update(vyre_sequence* sequence, const vyre_step_update* updates,
                              size_t update_count);

/* Takes all steps away; numbers begin at 0 again. What was allocated is kept for the next steps.
 * Errors: NOT_READY. */
VYRE_TRY vyre_sequence_clear(vyre_sequence* sequence);

/* Changes |size| bytes, from byte |offset| on, of what write |step| writes. They are copied from
 * |data| now and hold from the next run on; runs under way keep theirs. It is NOT_READY while
 * |runs_in_flight| runs are under way. Nothing is recorded again.
 * Errors: NOT_FOUND, NOT_READY. */
VYRE_TRY vyre_sequence_set_bytes(vyre_sequence* sequence, uint32_t step, uint64_t offset,
                                 const void* data, size_t size);

/* Copies |size| bytes, from byte |offset| on, of what read |step| read in the last run to |data|.
 * It is NOT_READY before the first run and while the last one is under way. After a run that failed
 * the bytes are not promised.
 * Errors: NOT_FOUND, NOT_READY. */
VYRE_TRY vyre_sequence_get_bytes(const vyre_sequence* sequence, uint32_t step, uint64_t offset,
                                 void* data, size_t size);

/* Writes to |ns| how many nanoseconds each of the first |step_count| steps took on the device in
 * the last run. VYRE_UNKNOWN stands for a step that was not measured: while the run is under way,
 * without VYRE_SEQUENCE_TIMED_STEPS, after a run that failed, for a step that was added behind it,
 * and where the device has no timestamps; the oracle takes the clock of the host.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_sequence_get_step_ns(const vyre_sequence* sequence, uint64_t* ns, size_t step_count);

/* ---- Runs ----------------------------------------------------------------------------------- */

/* Records now what the next run would otherwise record first. Never needed; it does nothing while a
 * run is under way. It submits nothing.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_sequence_prepare(vyre_sequence* sequence);

/* Starts a run and waits for its end. |desc| and |out_result| may be NULL; |out_result| is set up
 * with its INIT. It fails with why the run failed. After |timeout_ns| the run is cancelled and the
 * call is TIMED_OUT. Updates are as for vyre_sequence_update, but they are taken while runs are
 * under way; after an error with which no run was started no step has changed.
 * Errors: CANCELLED, COOPERATIVE_RESIDENCY, DISPATCH_FAILED, KERNEL_COMPILE_FAILED, NOT_FOUND,
 * NOT_READY, TIMED_OUT, UNSUPPORTED_FEATURE.
 * Submits. Blocks. */
VYRE_TRY vyre_sequence_run(vyre_sequence* sequence, const vyre_run_desc* desc,
                           vyre_sequence_result* out_result);

/* Starts a run and returns. |desc| as for vyre_sequence_run. |out_work| gets an owner; it serves
 * for waiting, completion callbacks and vyre_work_get_bytes with the number of a read, until as
 * many other runs have begun as |runs_in_flight|. It may be NULL: then nothing is allocated, and
 * vyre_sequence_wait waits; a failure is logged, and the next vyre_device_wait_idle returns it.
 * Destroying the work neither waits nor stops the run.
 *
 * A submit policy with |max_submission_ns| may make a run several submissions, which are handed
 * over together. Where nothing is recorded (the oracle, plug-ins) the steps run inside this call.
 * Errors: COOPERATIVE_RESIDENCY, KERNEL_COMPILE_FAILED, NOT_FOUND, NOT_READY, UNSUPPORTED_FEATURE.
 * Submits. */
VYRE_TRY vyre_sequence_run_async(vyre_sequence* sequence, const vyre_run_desc* desc,
                                 vyre_work** out_work);

/* Waits for the last run, |timeout_ns| nanoseconds at most: 0 looks, VYRE_FOREVER has no end.
 * |out_state| gets how it stands then; VYRE_WORK_READY when there was none. A wait that ran out of
 * time is no error, and neither is a run that failed: vyre_sequence_get_error says why.
 * Errors: none beyond the usual.
 * Blocks. */
VYRE_TRY vyre_sequence_wait(vyre_sequence* sequence, uint64_t timeout_ns,
                            vyre_work_state* out_state);

/* Ends all runs under way, those without a work too: they are VYRE_WORK_FAILED with CANCELLED,
 * and whoever waits learns it at once, also where vyre_sequence_run waits for points. What the
 * device has not got yet never runs. What it has got runs on, and what it read is dropped. Buffers
 * may be written in part. Runs that have ended stay as they are. Never blocks.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_sequence_cancel(vyre_sequence* sequence);

/* Gives why the last run failed: |out_error| gets an owner of it, or NULL when it has not failed.
 * The error that is returned is about this call alone.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_sequence_get_error(const vyre_sequence* sequence, vyre_error** out_error);

/* Copies what is known about the sequence and its last run. |out_result| is set up with its INIT.
 * Times are VYRE_UNKNOWN before the first run and while the last one is under way.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_sequence_get_result(const vyre_sequence* sequence, vyre_sequence_result* out_result);

/* Ends a sequence. Never blocks and stops nothing: a run under way goes on. |sequence| may be NULL.
 */
VYRE_API void vyre_sequence_destroy(vyre_sequence* sequence);

/* ---- Functions by object --------------------------------------------------------------------
 *
 * Steps
 *   vyre_sequence_create
 *   vyre_sequence_add_dispatch
 *   vyre_sequence_add_copy
 *   vyre_sequence_add_fill
 *   vyre_sequence_add_write
 *   vyre_sequence_add_read
 *   vyre_sequence_update
 *   vyre_sequence_clear
 *   vyre_sequence_set_bytes
 *   vyre_sequence_get_bytes
 *   vyre_sequence_get_step_ns
 * Runs
 *   vyre_sequence_prepare
 *   vyre_sequence_run
 *   vyre_sequence_run_async
 *   vyre_sequence_wait
 *   vyre_sequence_cancel
 *   vyre_sequence_get_error
 *   vyre_sequence_get_result
 *   vyre_sequence_destroy
 */

#ifdef __cplusplus
}
#endif

#endif

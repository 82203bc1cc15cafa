/* vyre_driver_tools.h: look inside, measure, tune and operate.
 *
 * For whoever tunes kernels, ships them ahead of time, exports metrics, records traces, or looks
 * after a folder of compiled kernels. A program that only runs kernels does not need this header.
 *
 *   vyre_metric_list* list = NULL;
 *   vyre_error* error = vyre_metric_list_create(device, &list);
 *   if (error != NULL) return error;
 *   const vyre_metric_list_info* info = vyre_metric_list_get_info(list);
 *   for (size_t i = 0; i < info->metric_count; ++i) {
 *     const vyre_metric_info* metric = info->metrics[i];
 *     if (metric->value == VYRE_UNKNOWN) continue;
 *     printf("%s %" PRIu64 " %s\n", metric->name.data, metric->value, metric->unit.data);
 *   }
 *   vyre_metric_list_destroy(list);
 *
 * What is particular here:
 *
 *  - Nothing in this header changes what a program computes.
 *  - Lists are snapshots: they show what was there when they were made. Make a new one to look
 *    again.
 *  - Numbers are counted or measured, never estimated, unless the comment says so. What nobody
 *    counts is VYRE_UNKNOWN.
 *
 * The general rules of vyre_driver.h hold: errors, owners, threads, strings, structs.
 */
#ifndef VYRE_DRIVER_TOOLS_H
#define VYRE_DRIVER_TOOLS_H

#include "vyre_driver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Objects --------------------------------------------------------------------------------- */

typedef struct vyre_plan vyre_plan;               /* what one dispatch would do */
typedef struct vyre_emission vyre_emission;       /* kernels to take away */
typedef struct vyre_metric_list vyre_metric_list; /* what a device has counted */
typedef struct vyre_cache_list vyre_cache_list;   /* the files of a cache folder */

/* ---- Plans ----------------------------------------------------------------------------------- */
/* A plan tells what a dispatch would do: its grid, the sizes of its outputs, and how a program with
 * grid barriers is cut. Nothing runs and nothing is compiled.
 *
 * A barrier for the whole grid is a place that every workgroup has to reach before any goes on.
 * Most devices cannot wait there. So the program is cut at its barriers into segments, which run
 * one after the other over the whole grid. A value that is needed behind a barrier is computed
 * again, or kept in a hidden buffer. */

/* What a dispatch returns of one parameter. */
typedef struct vyre_output_info {
  size_t struct_size;
  vyre_string name;
  uint64_t bytes;           /* returned: the room that a host output needs */
  uint64_t start;           /* where these bytes begin in the parameter */
  uint64_t parameter_bytes; /* size of the whole parameter */
  uint32_t slot;
  vyre_role role;
} vyre_output_info;

/* The plan as data. It lives as long as the plan, with all that it points to. */
typedef struct vyre_plan_info {
  size_t struct_size;
  const vyre_output_info* const* outputs; /* by slot */
  size_t output_count;
  uint32_t grid[3];              /* workgroups on each axis; 0, 0, 0 with a grid_buffer */
  uint32_t workgroup[3];         /* invocations of one workgroup on each axis */
  uint64_t segments;             /* that run one after the other; 1 without a grid barrier */
  uint64_t programs;             /* different kernels among them: equal segments share one */
  uint64_t hidden_bytes;         /* of the hidden buffers, together */
  uint64_t bytes_per_invocation; /* of hidden buffers, for each invocation */
  uint64_t bytes_per_workgroup;  /* of hidden buffers, for each workgroup: its memory, kept */
  /* Why the program cannot be cut: the barrier and the rule. Then the five numbers above are 0.
   * NULL: it can be cut, or has no grid barrier. */
  const vyre_finding* split_refusal;
} vyre_plan_info;

/* Plans a dispatch of |pipeline|. |bindings| and |desc| are those of vyre_dispatch. |bindings| may
 * be NULL when |binding_count| is 0. |desc| may be NULL.
 *
 * A parameter whose size the program declares needs no binding here. One without a declared size
 * that is not bound counts 0 bytes. Pointers to host memory and the sizes of host outputs are not
 * looked at. The cut is told whether the device needs it or not. The same program and the same
 * launch have the same plan in every process.
 *
 * NOT_FOUND names a binding that fits no parameter. NOT_READY: the pipeline is still being
 * compiled; one that failed gives its own error. UNSUPPORTED_FEATURE names what the launch asks for
 * and the device lacks.
 * Errors: NOT_FOUND, NOT_READY, UNSUPPORTED_FEATURE. */
VYRE_TRY vyre_plan_create(const vyre_pipeline* pipeline, const vyre_binding* bindings,
                          size_t binding_count, const vyre_dispatch_desc* desc,
                          vyre_plan** out_plan);

/* The plan as data. Never NULL: for NULL it is an empty one. */
VYRE_API const vyre_plan_info* vyre_plan_get_info(const vyre_plan* plan);

/* Writes the plan for people, segment by segment: what is kept at each barrier, how, and why. The
 * blob is UTF-8 text. The caller owns it. The text may change from version to version.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_plan_describe(const vyre_plan* plan, vyre_blob** out_text);

/* Ends the plan, and with it its info. |plan| may be NULL. */
VYRE_API void vyre_plan_destroy(vyre_plan* plan);

/* ---- Emission -------------------------------------------------------------------------------- */
/* Kernels ahead of time: the code of a program and a table of what to bind where, to be run without
 * this library (docs/emission.md). */

/* What an argument of a kernel is.
 *
 * PARAMETER: it begins as a dispatch would begin it: an output with zeros. COUNTS: word i is how
 * many elements storage buffer i of the table has: bytes * 8 / element_bits. TRAP: the words are
 * kind, site, value, number, x, y and z. Set them to 0 before the first kernel. A kind other than 0
 * afterwards: invocation x, y, z has trapped, at trap_sites[site] of kernel |number|. HIDDEN: the
 * same slot is the same buffer in every kernel of the emission; it needs no first contents. */
VYRE_ENUM(vyre_argument_kind){
    VYRE_ARGUMENT_PARAMETER = 0, /* a parameter of the program, as a storage buffer */
    VYRE_ARGUMENT_COUNTS = 1,    /* a uniform buffer of 32-bit words */
    VYRE_ARGUMENT_TRAP = 2,      /* a storage buffer of seven 32-bit words */
    VYRE_ARGUMENT_HIDDEN = 3     /* a storage buffer that carries values between segments */
};

/* One argument of a kernel. */
typedef struct vyre_argument_info {
  size_t struct_size;
  vyre_string name;      /* of a parameter; else empty */
  uint64_t bytes;        /* to bind, rounded up to words; 0: chosen when it is bound, 4 at least */
  uint64_t element_bits; /* of a parameter or a hidden buffer; 0: its count is 0 */
  vyre_argument_kind kind;
  uint32_t slot;     /* of a parameter or a hidden buffer */
  uint32_t set;      /* descriptor set of SPIR-V */
  uint32_t binding;  /* its binding number in that set */
  uint32_t position; /* place among the kernel's arguments, from 0: the order in PTX */
  vyre_access access;
} vyre_argument_info;

/* One kernel. */
typedef struct vyre_kernel_info {
  size_t struct_size;
  vyre_bytes code;   /* SPIR-V words in the byte order of this machine, or PTX text */
  vyre_string entry; /* name of the entry point in |code| */
  const vyre_argument_info* const* arguments; /* by |position| */
  size_t argument_count;
  const vyre_string* const* trap_sites; /* where it can trap, by the number that a trap reports */
  size_t trap_site_count;
  uint64_t workgroup_memory_bytes;
  uint32_t workgroup[3]; /* invocations of one workgroup on each axis */
  /* Three words: the first workgroup; 0 for a whole grid. Where there are six, the others are the
   * shape: invocations at or beyond it do nothing. */
  uint32_t push_constant_bytes;
} vyre_kernel_info;

/* The emission as data. It lives as long as the emission, with all that it points to. */
typedef struct vyre_emission_info {
  size_t struct_size;
  vyre_string aot_id; /* of the target, as vyre_target_aot_id gives it */
  /* One for each segment, in the order to run them: each on the whole grid, behind all that those
   * before it wrote. Equal segments share one. */
  const vyre_kernel_info* const* kernels;
  size_t kernel_count;
  uint32_t grid[3]; /* workgroups on each axis that they are for; 0, 0, 0: any */
  uint32_t reserved;
} vyre_emission_info;

/* What vyre_program_emit makes. */
typedef struct vyre_emit_desc {
  size_t struct_size;
  vyre_string target; /* "spirv" or "ptx". Required */
  /* What the code may use: of an open device, of a list of devices, or written by hand. Limits of
   * 0, and NULL: the least that every device of the target has. */
  const vyre_device_info* device;
  const vyre_pipeline_desc* pipeline; /* constants, workgroup size, flags of code. NULL: none */
  /* The launch that grid barriers are cut for: its shape or grid alone counts. NULL: none. */
  const vyre_dispatch_desc* dispatch;
} vyre_emit_desc;

#define VYRE_EMIT_DESC_INIT \
  { sizeof(vyre_emit_desc), {NULL, 0}, NULL, NULL, NULL }
#define VYRE_EMIT_DESC_DEFAULT VYRE_LITERAL(vyre_emit_desc, VYRE_EMIT_DESC_INIT)

/* Makes the kernels of |program| for a target. It needs no device and runs nothing: a description
 * of one is enough. |desc| names the target and is not NULL. A program with grid barriers needs
 * |desc->dispatch| with a shape or a grid; so does one that is longer than what the described
 * device takes. It is cut by declared sizes alone. Ops are those that the program's context
 * publishes now. The same call gives the same code: for the info of a Vulkan device that of a
 * pipeline there, unless the device chose its workgroup size (vyre_pipeline_emit gives that one).
 *
 * NOT_FOUND: there is no such target. INVALID_PROGRAM has a finding for each rule that the program
 * breaks. UNSUPPORTED_FEATURE names what the described device lacks, the target when this build
 * cannot write it, a program that is a SPIR-V module, or one with ops that the host runs.
 * Errors: INVALID_PROGRAM, NOT_FOUND, UNSUPPORTED_FEATURE. */
VYRE_TRY vyre_program_emit(const vyre_program* program, const vyre_emit_desc* desc,
                           vyre_emission** out_emission);

/* Gives the kernels that this pipeline runs, exactly these, with its constants as their own.
 * |target| is that of the pipeline's device: "spirv" on Vulkan. Where the pipeline has a faster
 * form of a kernel for some of its workgroups, it is left out: the kernel is right for all.
 *
 * NOT_FOUND: there is no such target. UNSUPPORTED_FEATURE: the device runs other code, or the
 * program is cut anew for each launch; use vyre_program_emit. NOT_READY: the pipeline is still
 * being compiled; one that failed gives its own error.
 * Errors: NOT_FOUND, NOT_READY, UNSUPPORTED_FEATURE. */
VYRE_TRY vyre_pipeline_emit(const vyre_pipeline* pipeline, vyre_string target,
                            vyre_emission** out_emission);

/* The emission as data. Never NULL: for NULL it is an empty one. */
VYRE_API const vyre_emission_info* vyre_emission_get_info(const vyre_emission* emission);

/* Writes all of the emission as one JSON text, the code in base64 (docs/emission.md has the form).
 * The caller owns the blob.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_emission_save(const vyre_emission* emission, vyre_blob** out_json);

/* Ends the emission, and with it its info and code. |emission| may be NULL. */
VYRE_API void vyre_emission_destroy(vyre_emission* emission);

/* ---- Metrics --------------------------------------------------------------------------------- */

/* What the library counts on a device from the time when it was opened, recoveries included. What
 * says "now" goes up and down; "most" is a highest value; all others only grow. The CACHE metrics
 * are of the device's memory of kernels, the DISK metrics of the context's cache folder. The misses
 * have twelve numbers, 42 plus a vyre_cache_miss. The times
 * RECORD, SUBMIT, SPIN and BLOCK are sums over all threads. They are known only with
 * VYRE_CONTEXT_MEASURE_TIMES. */
VYRE_ENUM(vyre_metric_id){
    /* scripts/generate writes: metrics */
    VYRE_METRIC_DISPATCHES = 0,           /* accepted, each with all its segments */
    VYRE_METRIC_SPLIT_DISPATCHES = 1,     /* of those: cut at grid barriers */
    VYRE_METRIC_SEGMENTS = 2,             /* that split dispatches ran */
    VYRE_METRIC_GRID_BARRIERS = 3,        /* between those segments */
    VYRE_METRIC_SPILLED_BYTES = 4,        /* of hidden buffers that carry values across the cuts */
    VYRE_METRIC_SUBMISSIONS = 5,          /* to the device, copies included */
    VYRE_METRIC_WAITS = 6,                /* calls that blocked until the device was further */
    VYRE_METRIC_KERNELS_COMPILED = 7,     /* each segment of a program is one */
    VYRE_METRIC_KERNELS_ALIVE = 8,        /* now */
    VYRE_METRIC_BUFFERS_ALIVE = 9,        /* buffers that have memory now */
    VYRE_METRIC_DEVICE_BYTES = 10,        /* of device memory that is reserved now */
    VYRE_METRIC_MAX_DEVICE_BYTES = 11,    /* the most that were reserved at once */
    VYRE_METRIC_TRAPS = 12,               /* dispatches that a trap ended */
    VYRE_METRIC_DEVICE_LOSSES = 13,       /* how often the device was lost */
    VYRE_METRIC_RECOVERIES = 14,          /* how often it was opened again */
    VYRE_METRIC_RECORD_NS = 15,           /* preparing and recording commands */
    VYRE_METRIC_SUBMIT_NS = 16,           /* in the driver's call that submits them */
    VYRE_METRIC_SPIN_NS = 17,             /* waiting for the device, looking again and again */
    VYRE_METRIC_BLOCK_NS = 18,            /* waiting for the device asleep */
    VYRE_METRIC_DEVICE_NS = 19,           /* that the device measured, for timed dispatches */
    VYRE_METRIC_DEVICE_TIMED = 20,        /* dispatches that asked the device for its time */
    VYRE_METRIC_UPLOADS = 21,             /* copies of host bytes into memory of the device */
    VYRE_METRIC_UPLOADED_BYTES = 22,      /* of these; what is used where it lies is no copy */
    VYRE_METRIC_DOWNLOADS = 23,           /* copies of bytes of the device to host memory */
    VYRE_METRIC_DOWNLOADED_BYTES = 24,    /* of these */
    VYRE_METRIC_DEVICE_COPIES = 25,       /* between buffers of the device */
    VYRE_METRIC_DEVICE_COPIED_BYTES = 26, /* of these */
    VYRE_METRIC_RECORDINGS = 27,          /* command buffers that were recorded */
    VYRE_METRIC_REPETITIONS = 28,         /* submissions of one as it was recorded before */
    VYRE_METRIC_BARRIERS = 29,            /* that were recorded */
    VYRE_METRIC_CACHE_ASKED = 30,         /* kernels that were asked for */
    VYRE_METRIC_CACHE_HITS = 31,          /* that were there, or were being made */
    VYRE_METRIC_CACHE_WAITS = 32,         /* of these: another thread was making them */
    VYRE_METRIC_CACHE_MADE = 33,          /* compiled, or taken from the folder */
    VYRE_METRIC_CACHE_FAILURES = 34,      /* attempts that made nothing */
    VYRE_METRIC_CACHE_EVICTED = 35,       /* had to go for the budgets */
    VYRE_METRIC_CACHE_ENTRIES = 36,       /* kernels that are kept now */
    VYRE_METRIC_CACHE_BYTES = 37,         /* that they take now; an estimate */
    VYRE_METRIC_DISK_HITS = 38,           /* files that were used; a kernel has two */
    VYRE_METRIC_DISK_WRITES = 39,         /* files that were written */
    VYRE_METRIC_DISK_FAILED_WRITES = 40,  /* not kept; nothing else happened */
    VYRE_METRIC_DISK_TRIMMED = 41,        /* removed for the budget */
    VYRE_METRIC_DISK_MISSES = 42          /* files that were not used: 42 to 53, by reason */
};
/* scripts/generate ends */

/* How a metric moves. */
VYRE_ENUM(vyre_metric_kind){
    VYRE_METRIC_KIND_COUNTER = 0, /* only grows */
    VYRE_METRIC_KIND_GAUGE = 1    /* how it is now */
};

/* One metric. */
typedef struct vyre_metric_info {
  size_t struct_size;
  vyre_string name; /* for exporters: does not change */
  vyre_string unit; /* "ns", "bytes"; empty for plain counts */
  vyre_string text; /* what is counted, for people */
  uint64_t value;   /* VYRE_UNKNOWN: nobody counts it */
  vyre_metric_kind kind;
  vyre_metric_id id; /* UINT32_MAX: a metric of the plug-in's own */
} vyre_metric_info;

/* The metrics by |id|, and behind them those of a plug-in's own. It lives as long as the list. */
typedef struct vyre_metric_list_info {
  size_t struct_size;
  const vyre_metric_info* const* metrics;
  size_t metric_count;
} vyre_metric_list_info;

/* Copies the metrics of |device| as they are now. Each number is read by itself while other threads
 * go on. Works with a device that is lost or was shut down, too.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_metric_list_create(const vyre_device* device, vyre_metric_list** out_list);

/* The metrics as data. Never NULL: for NULL it is an empty list. */
VYRE_API const vyre_metric_list_info* vyre_metric_list_get_info(const vyre_metric_list* list);

/* Ends the list, and with it its info. |list| may be NULL. */
VYRE_API void vyre_metric_list_destroy(vyre_metric_list* list);

/* ---- Submit policy and bandwidth ------------------------------------------------------------- */

/* How a device gets work and how the library waits for it. No result depends on it. A new device
 * has values that suit it. Begin with those of vyre_device_get_submit_policy and change what you
 * want: _INIT is all zero, which is a policy, too. */
typedef struct vyre_submit_policy {
  size_t struct_size;
  /* How long a waiting thread looks again and again before it sleeps, in nanoseconds. 0: it sleeps
   * at once. Waking up takes longer than a small dispatch; looking takes a processor. */
  uint64_t spin_ns;
  /* Work that would keep the device busy for longer is submitted in parts of about this many
   * nanoseconds each, some 1,000 parts at most. 0: never. For devices whose watchdog ends long
   * work, and for those that have to draw meanwhile. The first dispatch of a pipeline begins with
   * small parts and waits for each of them, to learn how long they take; asynchronous ones do, too.
   * The device time of such work is the sum of its parts. What a host records is not cut, nor is
   * the grid of a SPIR-V module. */
  uint64_t max_submission_ns;
  /* Threads look only while no more than this many wait for the device. Beyond it they sleep. */
  uint32_t max_spinning_threads;
  uint32_t reserved; /* 0 */
} vyre_submit_policy;

#define VYRE_SUBMIT_POLICY_INIT \
  { sizeof(vyre_submit_policy), 0, 0, 0, 0 }
#define VYRE_SUBMIT_POLICY_DEFAULT VYRE_LITERAL(vyre_submit_policy, VYRE_SUBMIT_POLICY_INIT)

/* Copies the policy as it is now. UNSUPPORTED_FEATURE: only Vulkan devices have one.
 * Errors: UNSUPPORTED_FEATURE. */
VYRE_TRY vyre_device_get_submit_policy(const vyre_device* device, vyre_submit_policy* out_policy);

/* Sets the policy for dispatches and waits that begin afterwards. |policy| is copied and is not
 * NULL. It stays through a recovery. UNSUPPORTED_FEATURE: only Vulkan devices have one.
 * Errors: UNSUPPORTED_FEATURE. */
VYRE_TRY vyre_device_set_submit_policy(vyre_device* device, const vyre_submit_policy* policy);

/* Measures how fast the device reads and writes its memory. It copies there for some milliseconds.
 * The device takes the time where it can, else the host. |out_bytes_per_second| gets bytes read and
 * bytes written together. It may be NULL.
 *
 * The context remembers the figure: it chooses devices by it later, and device infos that are made
 * from now on have it, with VYRE_FACT_MEASURED. Infos that exist stay as they are.
 * UNSUPPORTED_FEATURE: a device that only records.
 * Errors: KERNEL_COMPILE_FAILED, UNSUPPORTED_FEATURE.
 * Submits. Blocks. */
VYRE_TRY vyre_device_measure_bandwidth(vyre_device* device, uint64_t* out_bytes_per_second);

/* ---- Traces ---------------------------------------------------------------------------------- */

/* Takes the next |size| bytes (more than 0) of what is written. Returns NULL, or an error of
 * vyre_error_create, which the library takes; it ends the writing. Called on the thread of the call
 * that writes. |bytes| live for the call. */
typedef vyre_error*(VYRE_CALL* vyre_write_fn)(void* user, const void* bytes, size_t size);

/* Writes what the context and its devices did last, as JSON in the form of Chrome's traces, which
 * ui.perfetto.dev opens: calls by thread, submissions, times of devices. The context needs
 * VYRE_CONTEXT_TRACE. Without it the call is INVALID_ARGUMENT.
 *
 * |write| gets the text piece by piece, on this thread. It can be gigabytes. What |write| returns
 * is the error of this call. Nothing is forgotten: a later trace has it, too. Work that is still
 * under way and that nobody has waited for is missing.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_context_write_trace(const vyre_context* context, vyre_write_fn write, void* user);

/* ---- Compiled kernels that are kept ---------------------------------------------------------- */
/* Each device keeps compiled kernels in memory. A context with a cache folder
 * (vyre_context_desc.cache_folder) keeps them there, too, and several processes may use one folder
 * at once. A kernel is found again by a key of all that its code depends on: program, constants,
 * sizes, device, driver, and the build of this library. A file is used only when its checksums are
 * right. Else it counts as a miss, and the kernel is compiled as if there were no file. Nothing has
 * to be called for any of this. */

/* Why a file of the folder was not used. */
VYRE_ENUM(vyre_cache_miss){
    VYRE_CACHE_MISS_ABSENT = 0,         /* there is no such file: the usual one */
    VYRE_CACHE_MISS_UNREADABLE = 1,     /* the system does not open or read it */
    VYRE_CACHE_MISS_NOT_A_FILE = 2,     /* a symbolic link, a folder, a pipe */
    VYRE_CACHE_MISS_FOREIGN_OWNER = 3,  /* another user's, and not root's */
    VYRE_CACHE_MISS_TOO_LARGE = 4,      /* over 64 MiB; it is not read */
    VYRE_CACHE_MISS_NOT_AN_ENTRY = 5,   /* it does not begin like one */
    VYRE_CACHE_MISS_OLDER_FORM = 6,     /* an older library wrote it */
    VYRE_CACHE_MISS_NEWER_FORM = 7,     /* a newer library wrote it */
    VYRE_CACHE_MISS_DAMAGED_HEADER = 8, /* the checksum of its header is wrong */
    VYRE_CACHE_MISS_OTHER_KEY = 9,      /* whole, but it belongs to another key: moved or copied */
    VYRE_CACHE_MISS_TRUNCATED = 10,     /* shorter than its header says */
    VYRE_CACHE_MISS_DAMAGED_BYTES = 11  /* wrong checksum, or longer than its header says */
};

/* How vyre_cache_list_create looks. */
typedef uint64_t vyre_cache_list_flags;
/* Read every file and compare its checksums. Without it only names, sizes and times are read. */
#define VYRE_CACHE_LIST_CHECK (UINT64_C(1) << 0)

/* One file of the folder. */
typedef struct vyre_cache_entry_info {
  size_t struct_size;
  vyre_string path; /* inside the folder: two digits, a slash, the 64 digits of the key */
  uint64_t bytes;
  int64_t used_ns;         /* when it was last read or written, in nanoseconds since 1970 */
  vyre_cache_miss damaged; /* what is wrong with it; 0: nothing, or it was not checked */
  uint32_t reserved;
} vyre_cache_entry_info;

/* The files in the order of their paths. It lives as long as the list. */
typedef struct vyre_cache_list_info {
  size_t struct_size;
  const vyre_cache_entry_info* const* entries;
  size_t entry_count;
} vyre_cache_list_info;

/* The name of a miss: "damaged header". Empty for numbers that are none. Lives for ever. */
VYRE_API vyre_string vyre_cache_miss_name(vyre_cache_miss miss);

/* Looks at the context's folder as it is now. |flags| may be 0. NOT_FOUND: the context has no
 * folder.
 * Errors: NOT_FOUND.
 * Blocks. */
VYRE_TRY vyre_cache_list_create(const vyre_context* context, vyre_cache_list_flags flags,
                                vyre_cache_list** out_list);

/* The files as data. Never NULL: for NULL it is an empty list. */
VYRE_API const vyre_cache_list_info* vyre_cache_list_get_info(const vyre_cache_list* list);

/* Ends the list, and with it its info. |list| may be NULL. */
VYRE_API void vyre_cache_list_destroy(vyre_cache_list* list);

/* Removes from the context's folder what was used longest ago, until the rest is within the budget,
 * and what killed processes left half written. It does nothing while another process trims, and
 * with VYRE_CONTEXT_CACHE_READ_ONLY. |out_removed| gets the number of removed files. It may be
 * NULL. The library trims by itself when it has written much. NOT_FOUND: the context has no folder.
 * Errors: NOT_FOUND.
 * Blocks. */
VYRE_TRY vyre_context_trim_cache(vyre_context* context, uint64_t* out_removed);

/* Removes every kernel from the context's folder. Files that the library did not write stay. It
 * does nothing with VYRE_CONTEXT_CACHE_READ_ONLY. |out_removed| gets the number of removed kernel
 * files. It may be NULL. NOT_FOUND: the context has no folder.
 * Errors: NOT_FOUND.
 * Blocks. */
VYRE_TRY vyre_context_clear_cache(vyre_context* context, uint64_t* out_removed);

/* |done| of |total| keys are through. Returns 0 to go on; anything else ends the preparation, which
 * is no error. Called on the thread of vyre_device_prepare_keys. It may call the library. */
typedef uint32_t(VYRE_CALL* vyre_progress_fn)(void* user, uint64_t done, uint64_t total);

/* Writes the keys of all kernels that the device has in memory now, 32 bytes each. Store them, and
 * give them to vyre_device_prepare_keys in a later run. The caller owns the blob. It is empty when
 * there are none.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_device_save_keys(const vyre_device* device, vyre_blob** out_keys);

/* Takes the kernels of these keys from the context's folder into memory, so that pipelines which
 * need them find them there. |keys| are |size| bytes of vyre_device_save_keys, a multiple of 32.
 * They are read during the call. Keys that the folder does not have, or that belong to another
 * device, driver or build, are passed over.
 *
 * |progress| is called behind each key. It may be NULL. |out_prepared| gets how many of the kernels
 * are in memory afterwards. It may be NULL.
 * Errors: KERNEL_COMPILE_FAILED.
 * Blocks. */
VYRE_TRY vyre_device_prepare_keys(vyre_device* device, const void* keys, size_t size,
                                  vyre_progress_fn progress, void* user, uint64_t* out_prepared);

#ifdef __cplusplus
}
#endif

/* ---- All functions of this header ------------------------------------------------------------ */
/*
 * Plans          vyre_plan_create, vyre_plan_get_info, vyre_plan_describe, vyre_plan_destroy
 * Emission       vyre_program_emit, vyre_pipeline_emit, vyre_emission_get_info,
 *                vyre_emission_save, vyre_emission_destroy
 * Metrics        vyre_metric_list_create, vyre_metric_list_get_info, vyre_metric_list_destroy
 * Device         vyre_device_get_submit_policy, vyre_device_set_submit_policy,
 *                vyre_device_measure_bandwidth, vyre_device_save_keys, vyre_device_prepare_keys
 * Context        vyre_context_write_trace, vyre_context_trim_cache, vyre_context_clear_cache
 * Cache folder   vyre_cache_miss_name, vyre_cache_list_create, vyre_cache_list_get_info,
 *                vyre_cache_list_destroy
 */

#endif /* VYRE_DRIVER_TOOLS_H */

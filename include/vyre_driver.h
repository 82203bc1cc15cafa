/* vyre_driver.h: the C interface of vyre-driver, an embeddable GPU compute driver.
 *
 * It takes programs in the vyre IR, checks them, and runs them on the best backend of the machine.
 *
 *   vyre_context* context;    vyre_context_create(NULL, &context);
 *   vyre_backend* backend;    vyre_backend_acquire_preferred(context, NULL, &backend);
 *   vyre_program* program;    vyre_program_decode(context, bytes, size, &program);
 *   vyre_pipeline* pipeline;  vyre_pipeline_create(backend, program, NULL, &pipeline);
 *   vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, b, sizeof b)};
 *   vyre_error* error = vyre_dispatch(pipeline, bindings, 2, NULL, NULL);
 *
 * Conventions, which hold wherever a function says nothing else:
 *
 *  1. Errors. A function that can fail returns vyre_error*; NULL is success. The caller owns the
 *     error and ends it with vyre_error_destroy or vyre_error_consume. Its text names the thing and
 *     the value and says after "Fix: " what to do. After an error every object is as usable as
 *     before. The library never prints, aborts, exits or throws, and keeps no "last error".
 *  2. Ownership. _create, _decode, _load, _acquire and the like give the caller one owner of the
 *     new object; _destroy takes it and accepts NULL. An object keeps what it was made from alive,
 *     so any order of destruction is legal. Using a destroyed object is undefined, as in all of C.
 *  3. Out-parameters come last and are cleared first: after an error an object is NULL, a number 0.
 *     Where a comment does not allow NULL, NULL is an error and not a crash. _destroy and functions
 *     that return a plain value accept NULL for every object.
 *  4. Threads. Every function may be called from any thread, also on one object from several
 *     threads at once; only _destroy needs to be the last use of its object, and only a
 *     vyre_registry_view belongs to one thread. No call that does not say so waits for the device.
 *     Destroying does not, with one exception: the last object of a backend waits until the device
 *     has finished what was submitted.
 *  5. Pointers. No call keeps a pointer of the caller after it returns, callbacks excepted.
 *  6. Strings are vyre_string: pointer and length, UTF-8, not NUL-terminated. A string that comes
 *     out of an object lives as long as the object.
 *  7. Structs that begin with |struct_size| are set up with their _INIT macro. Before version 1.0
 *     another size than this header's is an error. Zero means the default. A field whose zero means
 *     something counts only when its bit in |set| is on; giving a value without its bit is an
 *     error. Unknown bits in |flags| and |set| are errors. A NULL description means all defaults.
 *     Structs without |struct_size| are passed by value or in arrays and never change.
 *  8. Results whose size the caller cannot know: with NULL for the memory the call stores only the
 *     needed size. With too little memory it writes nothing but the needed size and returns
 *     VYRE_ERROR_INSUFFICIENT_CAPACITY.
 *  9. Expected outcomes are not errors: polling work that is still under way succeeds and says so.
 * 10. Callbacks hold no lock of the library and must return normally (no exception, no longjmp).
 *     Each comes with a function that frees its user data (may be NULL), called exactly once.
 * 11. Sizes and offsets are bytes, times are nanoseconds, counts of a buffer are elements.
 */
#ifndef VYRE_DRIVER_H
#define VYRE_DRIVER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(_WIN32) && !defined(VYRE_STATIC)
#ifdef VYRE_BUILDING
#define VYRE_API __declspec(dllexport)
#else
#define VYRE_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define VYRE_API __attribute__((visibility("default")))
#else
#define VYRE_API
#endif

#if defined(__GNUC__)
#define VYRE_NODISCARD __attribute__((warn_unused_result))
#else
#define VYRE_NODISCARD
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ------------------------------------------------------------------------------- */

#define VYRE_VERSION_MAJOR 0
#define VYRE_VERSION_MINOR 1
#define VYRE_VERSION_PATCH 0

/* The number of this binary interface. Programs built against another number must be rebuilt. */
#define VYRE_ABI_VERSION 1

/* ---- Objects ------------------------------------------------------------------------------- */

typedef struct vyre_error vyre_error;                 /* why a call failed */
typedef struct vyre_context vyre_context;             /* what would otherwise be process-global */
typedef struct vyre_program vyre_program;             /* one immutable program */
typedef struct vyre_registry vyre_registry;           /* the ops that programs can call, frozen */
typedef struct vyre_registry_view vyre_registry_view; /* the current registry for one thread */
typedef struct vyre_registry_builder vyre_registry_builder; /* ops on their way to a registry */
typedef struct vyre_op vyre_op;                             /* one op of a registry */
typedef struct vyre_spec_map vyre_spec_map; /* values by name that a kernel is specialized with */
typedef struct vyre_backend vyre_backend;   /* one device, ready for work */
typedef struct vyre_backend_list vyre_backend_list; /* what is there and what would be chosen */
typedef struct vyre_pipeline vyre_pipeline;         /* a program compiled for a backend */
typedef struct vyre_cache_list vyre_cache_list;     /* what lies in a cache folder */
typedef struct vyre_buffer vyre_buffer;             /* bytes that stay on a device */
typedef struct vyre_pending vyre_pending;           /* a dispatch on its way */
typedef struct vyre_sequence vyre_sequence;         /* recorded work, run again and again */

/* ---- Strings ------------------------------------------------------------------------------- */

/* |size| bytes of UTF-8 at |data|. {NULL, 0} is the empty string. */
typedef struct vyre_string {
  const char* data;
  size_t size;
} vyre_string;

/* The bytes of a NUL-terminated string, which must outlive their use. NULL gives the empty one. */
static inline vyre_string vyre_str(const char* text) {
  vyre_string string;
  string.data = text;
  string.size = text == NULL ? 0 : strlen(text);
  return string;
}

/* "0.1.0". Lives for ever. */
VYRE_API vyre_string vyre_version(void);

/* VYRE_ABI_VERSION of the library that is loaded. */
VYRE_API uint32_t vyre_abi_version(void);

/* ---- Errors -------------------------------------------------------------------------------- */

/* Numbers are append-only. 10xx are shared by every implementation of the vyre driver; 1003 is
 * reserved. */
#define VYRE_OK 0
/* scripts/generate writes: error codes */
#define VYRE_ERROR_DEVICE_OUT_OF_MEMORY 1001  /* the device cannot hold the buffers */
#define VYRE_ERROR_UNSUPPORTED_FEATURE 1002   /* a right program that this backend cannot run */
#define VYRE_ERROR_KERNEL_COMPILE_FAILED 1004 /* the device's compiler refused the kernel */
#define VYRE_ERROR_DISPATCH_FAILED 1005       /* the work ran and failed: traps, device errors */
#define VYRE_ERROR_INVALID_PROGRAM 1006       /* breaks a rule of the IR; carries findings */
#define VYRE_ERROR_COOPERATIVE_RESIDENCY 1007 /* a grid cannot be resident as a whole */
#define VYRE_ERROR_UNKNOWN 1999               /* none of the others */
#define VYRE_ERROR_INVALID_ARGUMENT 2001      /* a mistake in the call */
#define VYRE_ERROR_NOT_FOUND 2002             /* no such backend, device, buffer, entry */
#define VYRE_ERROR_ALREADY_REGISTERED 2003    /* a name or id is taken */
#define VYRE_ERROR_OUT_OF_HOST_MEMORY 2004    /* an allocation on the host failed */
#define VYRE_ERROR_DEVICE_LOST 2005           /* the device is gone: recover the backend */
#define VYRE_ERROR_TIMED_OUT 2006             /* the deadline of a synchronous call passed */
#define VYRE_ERROR_INPUT_OUTPUT 2007          /* a file or a library could not be read */
#define VYRE_ERROR_MALFORMED_WIRE 2008        /* bytes that are not a program in wire form */
#define VYRE_ERROR_MALFORMED_JSON 2009        /* text that is not a program in JSON form */
#define VYRE_ERROR_INTERNAL 2010              /* a mistake of the library; please report it */
#define VYRE_ERROR_INSUFFICIENT_CAPACITY 2011 /* the memory given is too small */
/* scripts/generate ends */

/* One thing that is wrong with a program or a registry. Its strings live as long as the error. */
typedef struct vyre_finding {
  vyre_string code; /* the rule: "V010" */
  vyre_string path; /* where: "body[2].if.then[0]" of a program, "op 'math.add'" of a registry */
  vyre_string text; /* a sentence */
  uint64_t reserved[2];
} vyre_finding;

/* The number of an error, VYRE_OK for NULL. */
VYRE_API int32_t vyre_error_code(const vyre_error* error);

/* "INVALID_PROGRAM" for a VYRE_ERROR_ number, "OK" for 0, "UNKNOWN" for any other. Lives for ever.
 */
VYRE_API vyre_string vyre_error_code_name(int32_t code);

/* What happened, and after "Fix: " what to do. Empty for NULL. Lives as long as the error. */
VYRE_API vyre_string vyre_error_text(const vyre_error* error);

/* How many findings the error carries; 0 for NULL. */
VYRE_API size_t vyre_error_finding_count(const vyre_error* error);

/* Finding |index|, or one with empty strings when there is none. */
VYRE_API vyre_finding vyre_error_finding(const vyre_error* error, size_t index);

/* The number of the program segment that failed, from 0; -1 when the program was not cut. */
VYRE_API int64_t vyre_error_segment(const vyre_error* error);

/* The backend's own number of the failure, a VkResult for Vulkan; 0 when it gave none. */
VYRE_API int64_t vyre_error_native_code(const vyre_error* error);

/* An error for a callback to return. The text is copied; where it has no "Fix: ", one is added. A
 * |code| that is no VYRE_ERROR_ number becomes VYRE_ERROR_UNKNOWN. Never NULL. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_error_create(int32_t code, vyre_string text);

/* The code of |error|, which is destroyed. */
VYRE_API int32_t vyre_error_consume(vyre_error* error);

/* Errors may outlive their context and be destroyed on any thread. */
VYRE_API void vyre_error_destroy(vyre_error* error);

/* ---- Context ------------------------------------------------------------------------------- */

#define VYRE_LOG_ERROR 1
#define VYRE_LOG_WARNING 2
#define VYRE_LOG_INFO 3
#define VYRE_LOG_DEBUG 4

/* Gets each message of the library, on whichever thread it arises, several at once perhaps.
 * |text| lives for the call. Must not call the library. */
typedef void (*vyre_log_fn)(void* user, int32_t level, vyre_string text);

/* Memory for |size| bytes (> 0) at a multiple of |alignment| (a power of two), or NULL. Any thread.
 */
typedef void* (*vyre_allocate_fn)(void* user, size_t size, size_t alignment);

/* Takes back what vyre_allocate_fn gave, with the same size and alignment. Any thread. */
typedef void (*vyre_deallocate_fn)(void* user, void* memory, size_t size, size_t alignment);

/* Work for a thread of the host: it calls job(data) exactly once, soon, on any thread, also
 * within run_job itself. A job may block until work on the device has ended. */
typedef void (*vyre_job_fn)(void* data);
typedef void (*vyre_run_job_fn)(void* user, vyre_job_fn job, void* data);

/* Frees the user data of a callback that will not be called again. */
typedef void (*vyre_destroy_fn)(void* user);

/* The library may start threads of its own (named "vyre-..."), joined when the last object of the
 * context is destroyed. Counts only without |run_job|. */
#define VYRE_CONTEXT_OWN_THREADS (UINT64_C(1) << 0)
/* The library may read environment variables that begin with VYRE_. Without it none is read. */
#define VYRE_CONTEXT_READ_ENVIRONMENT (UINT64_C(1) << 1)
/* Vulkan devices are opened under the Khronos validation layer with synchronization validation;
 * what it says goes to |log|. Without the layer on the machine, acquiring such a backend fails. */
#define VYRE_CONTEXT_VULKAN_VALIDATION (UINT64_C(1) << 2)
/* The cache folder is used but never changed: nothing is made, written, touched or removed. */
#define VYRE_CONTEXT_CACHE_READ_ONLY (UINT64_C(1) << 3)
/* Times are measured for vyre_backend_get_statistics, which takes a few looks at a clock for each
 * dispatch. Everything else there is counted also without. */
#define VYRE_CONTEXT_STATISTICS (UINT64_C(1) << 4)
/* What the library and its devices do is kept for vyre_context_write_trace. Each dispatch then has
 * timestamps of the device. Includes VYRE_CONTEXT_DEBUG_LABELS. */
#define VYRE_CONTEXT_TRACE (UINT64_C(1) << 5)
/* Vulkan objects have names and recorded dispatches the caller's labels, for debuggers and
 * profilers, where VK_EXT_debug_utils is there. The validation layer has them in any case. */
#define VYRE_CONTEXT_DEBUG_LABELS (UINT64_C(1) << 6)
/* For tests, at most one of both: kernels of Vulkan backends that the context opens are lowered
 * without any optimization, or with all of them wherever they are sound, not only where they are
 * expected to pay. No result depends on it (docs/lowering.md). */
#define VYRE_CONTEXT_NO_OPTIMISATIONS (UINT64_C(1) << 7)
#define VYRE_CONTEXT_ALL_OPTIMISATIONS (UINT64_C(1) << 8)

/* How a context behaves. Callbacks live until the context and all objects made from it are gone.
 *
 * Memory: |allocate| and |deallocate| come together or not at all. They serve programs,
 * staging memory and other big blocks; small bookkeeping and errors use the C++ heap.
 *
 * Threads: background work (completion callbacks, trimming the cache folder) runs on threads that
 * |run_job| lends; else on ours when VYRE_CONTEXT_OWN_THREADS allows them; else callbacks come
 * inside vyre_context_poll, and the folder is trimmed inside the call that wrote too much. */
typedef struct vyre_context_desc {
  size_t struct_size;
  uint64_t flags; /* VYRE_CONTEXT_... */

  vyre_log_fn log; /* NULL: silent */
  void* log_user;
  vyre_destroy_fn log_destroy;

  vyre_allocate_fn allocate;
  vyre_deallocate_fn deallocate;
  void* allocation_user;
  vyre_destroy_fn allocation_destroy;

  vyre_run_job_fn run_job;
  void* run_job_user;
  vyre_destroy_fn run_job_destroy;

  /* Folder for compiled kernels kept between runs, also by several processes at once. Empty: none,
   * but VYRE_CACHE_DIR where the environment may be read. It is made for its owner alone. A folder
   * that cannot be used costs time and a line in the log, nothing else. See docs/cache.md. */
  vyre_string cache_directory;

  /* The Vulkan loader to open, a path or file name. Empty: the system's. The drivers that it loads
   * stay loaded to the end of the process: some cannot be loaded again and again. */
  vyre_string vulkan_library;

  int32_t log_level; /* the least urgent level that is sent: VYRE_LOG_...; 0 means WARNING */
  uint32_t reserved; /* 0 */

  /* Budgets for compiled kernels; 0: the default. In memory, of each backend: */
  uint64_t cache_memory_bytes;   /* 256 MiB */
  uint64_t cache_memory_entries; /* 256 */
  /* Of all files in the folder together; what was used longest ago goes first. */
  uint64_t cache_disk_bytes; /* 512 MiB */

  /* Of a trace: how many events are kept, about 140 bytes each; older ones go first. 0: 65,536. At
   * most 16,777,216. */
  uint64_t trace_events;
} vyre_context_desc;

#define VYRE_CONTEXT_DESC_INIT                                                                \
  {                                                                                           \
    sizeof(vyre_context_desc), 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, \
        {NULL, 0}, {NULL, 0}, 0, 0, 0, 0, 0, 0                                                \
  }

/* Makes a context. It opens no device and starts no thread. |desc| may be NULL. When this fails,
 * the _destroy callbacks of |desc| are not called. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_context_create(const vyre_context_desc* desc,
                                                        vyre_context** out_context);

/* An owner of the one context that the whole process shares: all defaults, nothing
 * read from the environment. The first call makes it, the last destroy frees everything. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_context_default(vyre_context** out_context);

/* Runs the background work that is due, on this thread, and returns without waiting for any.
 * |out_ran| (may be NULL) gets the number of callbacks that were made. Needed only by contexts
 * without run_job and without VYRE_CONTEXT_OWN_THREADS; harmless on others. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_context_poll(vyre_context* context, uint32_t* out_ran);

/* Takes |size| bytes (> 0), the next of what is written. An error ends the writing. */
typedef vyre_error* (*vyre_write_fn)(void* user, const void* bytes, size_t size);

/* Writes what the context and its backends did last, as JSON in the form of Chrome's traces, which
 * ui.perfetto.dev opens: calls by thread, submissions, times of devices. docs/traces.md tells what
 * is in it. |write| is called on this thread, piece by piece; its error is returned. Nothing is
 * forgotten, so a later trace has it too. VYRE_ERROR_INVALID_ARGUMENT without VYRE_CONTEXT_TRACE.
 */
VYRE_API VYRE_NODISCARD vyre_error* vyre_context_write_trace(const vyre_context* context,
                                                             vyre_write_fn write, void* user);

VYRE_API void vyre_context_destroy(vyre_context* context);

/* ---- Programs ------------------------------------------------------------------------------ */

/* Reads a program in wire form. Truncated, mutated or oversized bytes give
 * VYRE_ERROR_MALFORMED_WIRE and no partial program. Does not validate. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_program_decode(vyre_context* context, const void* bytes,
                                                        size_t size, vyre_program** out_program);

/* Reads a program in JSON form (docs/program-json.md). Does not validate. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_program_from_json(vyre_context* context, vyre_string json,
                                                           vyre_program** out_program);

/* Reads a program in either form, told apart by its first bytes. Does not validate. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_program_load(vyre_context* context, const void* bytes,
                                                      size_t size, vyre_program** out_program);

/* Writes the wire form; decoding it gives an equal program. Sizes as convention 8.
 * VYRE_ERROR_INVALID_PROGRAM names what the wire form cannot carry. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_program_encode(const vyre_program* program, void* bytes,
                                                        size_t capacity, size_t* out_size);

/* Writes the JSON form, without a NUL at its end. Sizes as convention 8. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_program_to_json(const vyre_program* program, char* text,
                                                         size_t capacity, size_t* out_size);

/* Writes the 32 bytes that identify the program's structure: BLAKE3 of its canonical wire form.
 * Equal programs have equal fingerprints, in any process. Fails like vyre_program_encode. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_program_fingerprint(const vyre_program* program,
                                                             uint8_t out_fingerprint[32]);

/* The device offers subgroup operations. */
#define VYRE_VALIDATE_SUBGROUP (UINT64_C(1) << 0)
/* The device offers distributed collectives. */
#define VYRE_VALIDATE_COLLECTIVES (UINT64_C(1) << 1)
/* A local may have the name of one around it. */
#define VYRE_VALIDATE_ALLOW_SHADOWING (UINT64_C(1) << 2)
/* Calls of ops are not looked up in any registry. */
#define VYRE_VALIDATE_UNCHECKED_CALLS (UINT64_C(1) << 3)

/* What surrounds a program that is validated. The default is the strictest. */
typedef struct vyre_validate_desc {
  size_t struct_size;
  uint64_t flags;                /* VYRE_VALIDATE_... */
  const vyre_registry* registry; /* NULL: the one that the program's context publishes now */
} vyre_validate_desc;

#define VYRE_VALIDATE_DESC_INIT \
  { sizeof(vyre_validate_desc), 0, NULL }

/* Checks the program against the rules of the IR. |desc| may be NULL. NULL: valid.
 * VYRE_ERROR_INVALID_PROGRAM carries every finding, in the order of the rules; warnings go to the
 * log. Pipelines check by themselves, and what their device lacks is then
 * VYRE_ERROR_UNSUPPORTED_FEATURE. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_program_validate(const vyre_program* program,
                                                          const vyre_validate_desc* desc);

/* What a program uses; bits of vyre_program_info.needs. */
/* scripts/generate writes: needs */
#define VYRE_NEEDS_ATOMICS (UINT64_C(1) << 0)            /* atomic operations */
#define VYRE_NEEDS_WORKGROUP_MEMORY (UINT64_C(1) << 1)   /* memory that a workgroup shares */
#define VYRE_NEEDS_WORKGROUP_BARRIER (UINT64_C(1) << 2)  /* barriers of a workgroup */
#define VYRE_NEEDS_GRID_BARRIER (UINT64_C(1) << 3)       /* barriers of the grid */
#define VYRE_NEEDS_SUBGROUP (UINT64_C(1) << 4)           /* subgroup operations */
#define VYRE_NEEDS_F16 (UINT64_C(1) << 5)                /* 16-bit floats */
#define VYRE_NEEDS_BF16 (UINT64_C(1) << 6)               /* bfloat16 */
#define VYRE_NEEDS_F32 (UINT64_C(1) << 7)                /* 32-bit floats */
#define VYRE_NEEDS_F64 (UINT64_C(1) << 8)                /* 64-bit floats */
#define VYRE_NEEDS_INT64 (UINT64_C(1) << 9)              /* 64-bit integers */
#define VYRE_NEEDS_STORAGE_8BIT (UINT64_C(1) << 10)      /* elements of 8 bits */
#define VYRE_NEEDS_STORAGE_16BIT (UINT64_C(1) << 11)     /* elements of 16 bits */
#define VYRE_NEEDS_TRAP (UINT64_C(1) << 12)              /* traps */
#define VYRE_NEEDS_CALLS (UINT64_C(1) << 13)             /* calls of registered ops */
#define VYRE_NEEDS_ASYNC_COPIES (UINT64_C(1) << 14)      /* asynchronous copies */
#define VYRE_NEEDS_INDIRECT_DISPATCH (UINT64_C(1) << 15) /* indirect dispatches */
#define VYRE_NEEDS_COLLECTIVES (UINT64_C(1) << 16)       /* collectives */
#define VYRE_NEEDS_EXTENSIONS (UINT64_C(1) << 17)        /* extensions */
#define VYRE_NEEDS_TRANSCENDENTAL (UINT64_C(1) << 18)    /* sin, exp, log and the like */
/* scripts/generate ends */

/* What a program as a whole is. */
typedef struct vyre_program_info {
  size_t struct_size;
  vyre_string entry; /* the op the program stands for; empty when it names none */
  uint64_t needs;    /* VYRE_NEEDS_... */
  uint64_t workgroup_memory_bytes;
  uint64_t expression_count;
  uint64_t statement_count;
  uint32_t buffer_count;
  uint32_t workgroup[3]; /* the declared workgroup size */
} vyre_program_info;

#define VYRE_PROGRAM_INFO_INIT                                       \
  {                                                                  \
    sizeof(vyre_program_info), {NULL, 0}, 0, 0, 0, 0, 0, { 0, 0, 0 } \
  }

/* What the program as a whole is. Strings live as long as the program. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_program_get_info(const vyre_program* program,
                                                          vyre_program_info* out_info);

/* What a dispatch does with a buffer. Follows from its declaration, first match: workgroup memory
 * is SHARED; persistent memory PERSISTENT; a declared output or one that is live after the program
 * OUTPUT; else by access: read only INPUT, read and write INPUT_OUTPUT, write only OUTPUT,
 * uniform UNIFORM. */
#define VYRE_ROLE_SHARED 1       /* one copy per workgroup, nothing to bind */
#define VYRE_ROLE_PERSISTENT 2   /* kept by the caller between dispatches */
#define VYRE_ROLE_OUTPUT 3       /* starts zeroed, may be read back */
#define VYRE_ROLE_INPUT 4        /* needs bytes, is only read */
#define VYRE_ROLE_INPUT_OUTPUT 5 /* needs bytes, may be read back */
#define VYRE_ROLE_UNIFORM 6      /* needs bytes, is only read */

/* How the program may touch a buffer. Values are those of the wire form. */
#define VYRE_ACCESS_READ_ONLY 0
#define VYRE_ACCESS_READ_WRITE 1
#define VYRE_ACCESS_UNIFORM 2
#define VYRE_ACCESS_WORKGROUP 3
#define VYRE_ACCESS_WRITE_ONLY 4

#define VYRE_BUFFER_IS_OUTPUT (UINT64_C(1) << 0)    /* declared as the output */
#define VYRE_BUFFER_LIVE_OUT (UINT64_C(1) << 1)     /* live after the program */
#define VYRE_BUFFER_READ_BACK (UINT64_C(1) << 2)    /* one of the outputs of a dispatch */
#define VYRE_BUFFER_OUTPUT_RANGE (UINT64_C(1) << 3) /* only |output_start|..|output_end| return */

/* One declared buffer. Strings live as long as the program. */
typedef struct vyre_buffer_info {
  size_t struct_size;
  vyre_string name;
  vyre_string element;    /* spelling of the element type: "U32", "Vec<F32,4>" */
  uint64_t flags;         /* VYRE_BUFFER_... */
  uint64_t element_bytes; /* from one element to the next; 0: the type has no size */
  uint64_t element_count; /* 0: taken from what is bound */
  uint64_t static_bytes;  /* packed size of all elements; 0: taken from what is bound */
  uint64_t output_start;  /* bytes; both 0 without VYRE_BUFFER_OUTPUT_RANGE */
  uint64_t output_end;
  uint32_t slot;
  uint32_t element_type; /* tag of the element type in the wire form: 0x01 U32, 0x0B F32, ... */
  uint32_t access;       /* VYRE_ACCESS_... */
  uint32_t role;         /* VYRE_ROLE_... */
} vyre_buffer_info;

#define VYRE_BUFFER_INFO_INIT \
  { sizeof(vyre_buffer_info), {NULL, 0}, {NULL, 0}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/* Declared buffer |index|, in the order of declaration, below vyre_program_info.buffer_count. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_program_get_buffer(const vyre_program* program,
                                                            uint32_t index,
                                                            vyre_buffer_info* out_info);

VYRE_API void vyre_program_destroy(vyre_program* program);

/* ---- Building programs ---------------------------------------------------------------------- */

/* A program under construction. Expressions are small numbers, statements follow one another,
 * blocks have a begin and an end:
 *
 *   vyre_builder_declare_input(builder, 0, vyre_str("a"), vyre_str("F32"));
 *   vyre_builder_declare_output(builder, 1, vyre_str("out"), vyre_str("F32"));
 *   vyre_expr i = vyre_builder_id(builder, VYRE_ID_INVOCATION, 0);
 *   vyre_expr x = vyre_builder_load(builder, vyre_str("a"), i);
 *   vyre_expr y = vyre_builder_binary(builder, VYRE_BINARY_MUL, x, vyre_builder_f32(builder, 2));
 *   vyre_builder_store(builder, vyre_str("out"), i, y);
 *   vyre_error* error = vyre_builder_finish(builder, &program);
 *
 * Mistakes: the first one (a name that nothing declares, an expression used twice, an end without a
 * begin) is kept with the call and the place in the program where it was made. From then on calls
 * do nothing and expressions are 0. vyre_builder_status answers at any time, vyre_builder_finish at
 * the end; no other function of a builder has to be checked. The rules of the IR are checked later,
 * by vyre_program_validate or when a pipeline is made.
 *
 * Expressions: literals, ids, lengths and locals may be used any number of times. Every other
 * expression is evaluated where it is used and may be used once: bind it with vyre_builder_let to
 * use its value again. Strings are copied. */
typedef struct vyre_builder vyre_builder; /* a program under construction */
typedef uint32_t vyre_expr;               /* an expression of one builder; 0 is none */

VYRE_API VYRE_NODISCARD vyre_error* vyre_builder_create(vyre_context* context,
                                                        vyre_builder** out_builder);

/* The first mistake so far, a new error that the caller owns; NULL when there is none. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_builder_status(const vyre_builder* builder);

/* Hands the program out, equal to one that was read from its wire or JSON form. The builder is
 * empty afterwards, as if new, also after a mistake, which is returned
 * (VYRE_ERROR_INVALID_ARGUMENT). What is not in regions goes into one region, "vyre.program.root",
 * as the published builders do it. Does not validate. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_builder_finish(vyre_builder* builder,
                                                        vyre_program** out_program);

VYRE_API void vyre_builder_destroy(vyre_builder* builder);

/* The declared workgroup size; 1 x 1 x 1 unless set. */
VYRE_API void vyre_builder_set_workgroup(vyre_builder* builder, uint32_t x, uint32_t y, uint32_t z);

/* The op that the program stands for, such as "math.add". */
VYRE_API void vyre_builder_set_entry(vyre_builder* builder, vyre_string op_id);

/* Where a buffer lives. Values are those of the wire form. */
#define VYRE_MEMORY_GLOBAL 0
#define VYRE_MEMORY_SHARED 1 /* one copy per workgroup */
#define VYRE_MEMORY_UNIFORM 2
#define VYRE_MEMORY_LOCAL 3
#define VYRE_MEMORY_READONLY 4
#define VYRE_MEMORY_PUSH 5
#define VYRE_MEMORY_PERSISTENT 6

/* A buffer to declare. */
typedef struct vyre_buffer_desc {
  size_t struct_size;
  uint64_t flags; /* VYRE_BUFFER_IS_OUTPUT, _LIVE_OUT and _OUTPUT_RANGE */
  vyre_string name;
  vyre_string element;   /* spelling of the element type, as in the JSON form; empty: "U32" */
  uint64_t output_start; /* bytes; both 0 without VYRE_BUFFER_OUTPUT_RANGE */
  uint64_t output_end;
  uint32_t slot;
  uint32_t element_count; /* 0: taken from what is bound */
  uint32_t access;        /* VYRE_ACCESS_... */
  uint32_t memory;        /* VYRE_MEMORY_... */
} vyre_buffer_desc;

#define VYRE_BUFFER_DESC_INIT \
  { sizeof(vyre_buffer_desc), 0, {NULL, 0}, {NULL, 0}, 0, 0, 0, 0, 0, 0 }

/* Declares a buffer; names are unique. |desc| is not NULL. */
VYRE_API void vyre_builder_declare(vyre_builder* builder, const vyre_buffer_desc* desc);

/* Declares a buffer that is only read and takes its length from what is bound. */
static inline void vyre_builder_declare_input(vyre_builder* builder, uint32_t slot,
                                              vyre_string name, vyre_string element) {
  vyre_buffer_desc desc = VYRE_BUFFER_DESC_INIT;
  desc.name = name;
  desc.element = element;
  desc.slot = slot;
  desc.access = VYRE_ACCESS_READ_ONLY;
  desc.memory = VYRE_MEMORY_READONLY;
  vyre_builder_declare(builder, &desc);
}

/* Declares an output, which takes its length from what is bound. It is not marked as live after the
 * program: in wire form that is for buffers of known length. */
static inline void vyre_builder_declare_output(vyre_builder* builder, uint32_t slot,
                                               vyre_string name, vyre_string element) {
  vyre_buffer_desc desc = VYRE_BUFFER_DESC_INIT;
  desc.flags = VYRE_BUFFER_IS_OUTPUT;
  desc.name = name;
  desc.element = element;
  desc.slot = slot;
  desc.access = VYRE_ACCESS_READ_WRITE;
  desc.memory = VYRE_MEMORY_GLOBAL;
  vyre_builder_declare(builder, &desc);
}

/* Declares |element_count| elements of workgroup memory. */
static inline void vyre_builder_declare_shared(vyre_builder* builder, vyre_string name,
                                               vyre_string element, uint32_t element_count) {
  vyre_buffer_desc desc = VYRE_BUFFER_DESC_INIT;
  desc.name = name;
  desc.element = element;
  desc.element_count = element_count;
  desc.access = VYRE_ACCESS_WORKGROUP;
  desc.memory = VYRE_MEMORY_SHARED;
  vyre_builder_declare(builder, &desc);
}

/* Literals. A boolean is true unless |value| is 0. */
VYRE_API vyre_expr vyre_builder_u32(vyre_builder* builder, uint32_t value);
VYRE_API vyre_expr vyre_builder_i32(vyre_builder* builder, int32_t value);
VYRE_API vyre_expr vyre_builder_f32(vyre_builder* builder, float value);
VYRE_API vyre_expr vyre_builder_boolean(vyre_builder* builder, int32_t value);

/* Who the running invocation is. */
#define VYRE_ID_INVOCATION 1 /* in the whole grid */
#define VYRE_ID_WORKGROUP 2  /* of its workgroup in the grid */
#define VYRE_ID_LOCAL 3      /* in its workgroup */
#define VYRE_ID_SUBGROUP 4   /* in its subgroup; |axis| is 0 */
#define VYRE_ID_SUBGROUP_SIZE 5
VYRE_API vyre_expr vyre_builder_id(vyre_builder* builder, uint32_t id, uint32_t axis);

/* The local |name|, which a vyre_builder_let or vyre_builder_begin_loop around this place binds. */
VYRE_API vyre_expr vyre_builder_local(vyre_builder* builder, vyre_string name);

/* The number of elements of |buffer|. */
VYRE_API vyre_expr vyre_builder_length(vyre_builder* builder, vyre_string buffer);

/* Element |index| of |buffer|; 0 beyond its end. */
VYRE_API vyre_expr vyre_builder_load(vyre_builder* builder, vyre_string buffer, vyre_expr index);

/* Operators of two operands. Values are those of the wire form. */
#define VYRE_BINARY_ADD 0x01
#define VYRE_BINARY_SUB 0x02
#define VYRE_BINARY_MUL 0x03
#define VYRE_BINARY_DIV 0x04
#define VYRE_BINARY_MOD 0x05
#define VYRE_BINARY_BIT_AND 0x06
#define VYRE_BINARY_BIT_OR 0x07
#define VYRE_BINARY_BIT_XOR 0x08
#define VYRE_BINARY_SHL 0x09
#define VYRE_BINARY_SHR 0x0A
#define VYRE_BINARY_EQ 0x0B
#define VYRE_BINARY_NE 0x0C
#define VYRE_BINARY_LT 0x0D
#define VYRE_BINARY_GT 0x0E
#define VYRE_BINARY_LE 0x0F
#define VYRE_BINARY_GE 0x10
#define VYRE_BINARY_AND 0x11
#define VYRE_BINARY_OR 0x12
#define VYRE_BINARY_ABS_DIFF 0x13
#define VYRE_BINARY_MIN 0x14
#define VYRE_BINARY_MAX 0x15
#define VYRE_BINARY_SATURATING_ADD 0x16
#define VYRE_BINARY_SATURATING_SUB 0x17
#define VYRE_BINARY_SATURATING_MUL 0x18
#define VYRE_BINARY_SHUFFLE 0x19
#define VYRE_BINARY_BALLOT 0x1A
#define VYRE_BINARY_WAVE_REDUCE 0x1B
#define VYRE_BINARY_WAVE_BROADCAST 0x1C
#define VYRE_BINARY_ROTATE_LEFT 0x1D
#define VYRE_BINARY_ROTATE_RIGHT 0x1E
#define VYRE_BINARY_WRAPPING_ADD 0x1F
#define VYRE_BINARY_WRAPPING_SUB 0x20
#define VYRE_BINARY_MUL_HIGH 0x21
VYRE_API vyre_expr vyre_builder_binary(vyre_builder* builder, uint32_t op, vyre_expr left,
                                       vyre_expr right);

/* Operators of one operand. Values are those of the wire form. */
#define VYRE_UNARY_NEGATE 0x01
#define VYRE_UNARY_BIT_NOT 0x02
#define VYRE_UNARY_LOGICAL_NOT 0x03
#define VYRE_UNARY_POPCOUNT 0x04
#define VYRE_UNARY_CLZ 0x05
#define VYRE_UNARY_CTZ 0x06
#define VYRE_UNARY_REVERSE_BITS 0x07
#define VYRE_UNARY_COS 0x08
#define VYRE_UNARY_SIN 0x09
#define VYRE_UNARY_ABS 0x0A
#define VYRE_UNARY_SQRT 0x0B
#define VYRE_UNARY_FLOOR 0x0C
#define VYRE_UNARY_CEIL 0x0D
#define VYRE_UNARY_ROUND 0x0E
#define VYRE_UNARY_TRUNC 0x0F
#define VYRE_UNARY_SIGN 0x10
#define VYRE_UNARY_IS_NAN 0x11
#define VYRE_UNARY_IS_INF 0x12
#define VYRE_UNARY_IS_FINITE 0x13
#define VYRE_UNARY_EXP 0x14
#define VYRE_UNARY_LOG 0x15
#define VYRE_UNARY_LOG2 0x16
#define VYRE_UNARY_EXP2 0x17
#define VYRE_UNARY_TAN 0x18
#define VYRE_UNARY_ACOS 0x19
#define VYRE_UNARY_ASIN 0x1A
#define VYRE_UNARY_ATAN 0x1B
#define VYRE_UNARY_TANH 0x1C
#define VYRE_UNARY_SINH 0x1D
#define VYRE_UNARY_COSH 0x1E
#define VYRE_UNARY_INVERSE_SQRT 0x1F
#define VYRE_UNARY_UNPACK4_LOW 0x20
#define VYRE_UNARY_UNPACK4_HIGH 0x21
#define VYRE_UNARY_UNPACK8_LOW 0x22
#define VYRE_UNARY_UNPACK8_HIGH 0x23
#define VYRE_UNARY_RECIPROCAL 0x24
VYRE_API vyre_expr vyre_builder_unary(vyre_builder* builder, uint32_t op, vyre_expr operand);

/* |yes| where |condition| holds, else |no|; both are evaluated. */
VYRE_API vyre_expr vyre_builder_select(vyre_builder* builder, vyre_expr condition, vyre_expr yes,
                                       vyre_expr no);

/* |value| as |type|, spelled as in the JSON form: "I32", "F32". */
VYRE_API vyre_expr vyre_builder_cast(vyre_builder* builder, vyre_string type, vyre_expr value);

/* a * b + c, rounded once. */
VYRE_API vyre_expr vyre_builder_fma(vyre_builder* builder, vyre_expr a, vyre_expr b, vyre_expr c);

/* How memory is ordered around an atomic or barrier. Values are those of the wire form. */
#define VYRE_ORDERING_RELAXED 0
#define VYRE_ORDERING_ACQUIRE 1
#define VYRE_ORDERING_RELEASE 2
#define VYRE_ORDERING_ACQ_REL 3
#define VYRE_ORDERING_SEQ_CST 4
#define VYRE_ORDERING_GRID_SYNC 5 /* of a barrier: the whole grid waits */

/* Atomic operations. Values are those of the wire form. */
#define VYRE_ATOMIC_ADD 0x01
#define VYRE_ATOMIC_OR 0x02
#define VYRE_ATOMIC_AND 0x03
#define VYRE_ATOMIC_XOR 0x04
#define VYRE_ATOMIC_MIN 0x05
#define VYRE_ATOMIC_MAX 0x06
#define VYRE_ATOMIC_EXCHANGE 0x07
#define VYRE_ATOMIC_COMPARE_EXCHANGE 0x08
#define VYRE_ATOMIC_COMPARE_EXCHANGE_WEAK 0x09
#define VYRE_ATOMIC_FETCH_NAND 0x0A
#define VYRE_ATOMIC_LRU_UPDATE 0x0B

/* Changes element |index| of |buffer| and gives what it was before. |expected| is an expression for
 * the two compare-exchanges and 0 for all others. */
VYRE_API vyre_expr vyre_builder_atomic(vyre_builder* builder, uint32_t op, uint32_t ordering,
                                       vyre_string buffer, vyre_expr index, vyre_expr expected,
                                       vyre_expr value);

/* What the invocations of a subgroup tell one another. */
#define VYRE_SUBGROUP_ADD 1     /* the sum of |value|; |lane| is 0 */
#define VYRE_SUBGROUP_SHUFFLE 2 /* |value| of invocation |lane| of the subgroup */
#define VYRE_SUBGROUP_BALLOT 3  /* a bit for each whose |value| holds; |lane| is 0 */
VYRE_API vyre_expr vyre_builder_subgroup(vyre_builder* builder, uint32_t op, vyre_expr value,
                                         vyre_expr lane);

/* The result of the registered op |op_id| for |count| arguments. */
VYRE_API vyre_expr vyre_builder_call(vyre_builder* builder, vyre_string op_id,
                                     const vyre_expr* arguments, size_t count);

/* An expression of an extension: its kind and |size| bytes that only it understands. */
VYRE_API vyre_expr vyre_builder_opaque(vyre_builder* builder, vyre_string kind, const void* payload,
                                       size_t size);

/* Binds |value| to the local |name| from here to the end of the block; gives the local. */
VYRE_API vyre_expr vyre_builder_let(vyre_builder* builder, vyre_string name, vyre_expr value);

/* Gives the local |name| another value. */
VYRE_API void vyre_builder_assign(vyre_builder* builder, vyre_string name, vyre_expr value);

/* Puts |value| into element |index| of |buffer|; nothing happens beyond its end. */
VYRE_API void vyre_builder_store(vyre_builder* builder, vyre_string buffer, vyre_expr index,
                                 vyre_expr value);

/* Begins the statements that run where |condition| holds. */
VYRE_API void vyre_builder_begin_if(vyre_builder* builder, vyre_expr condition);

/* Ends them and begins those that run where it does not hold. */
VYRE_API void vyre_builder_begin_else(vyre_builder* builder);

/* Begins the statements that run for each |name| from |from| up to but not including |to|; gives
 * the local |name|. */
VYRE_API vyre_expr vyre_builder_begin_loop(vyre_builder* builder, vyre_string name, vyre_expr from,
                                           vyre_expr to);

/* Begins a block with locals of its own. */
VYRE_API void vyre_builder_begin_block(vyre_builder* builder);

/* Begins a block that says which op it comes from. */
VYRE_API void vyre_builder_begin_region(vyre_builder* builder, vyre_string generator);

/* Ends what the last _begin_ that is still open began. */
VYRE_API void vyre_builder_end(vyre_builder* builder);

/* Ends the invocation. */
VYRE_API void vyre_builder_return(vyre_builder* builder);

/* Waits for all invocations of the workgroup, of the grid with VYRE_ORDERING_GRID_SYNC. */
VYRE_API void vyre_builder_barrier(vyre_builder* builder, uint32_t ordering);

/* Fails the dispatch with |address| and |tag|. */
VYRE_API void vyre_builder_trap(vyre_builder* builder, vyre_expr address, vyre_string tag);

/* The Resume of the IR, which fails a dispatch that reaches it. */
VYRE_API void vyre_builder_resume(vyre_builder* builder, vyre_string tag);

/* Runs with a grid that stands in |count_buffer| from byte |offset| on. */
VYRE_API void vyre_builder_indirect_dispatch(vyre_builder* builder, vyre_string count_buffer,
                                             uint64_t offset);

/* Copies of |size| from |offset| between buffers, under way until a wait for |tag|. */
VYRE_API void vyre_builder_async_load(vyre_builder* builder, vyre_string source,
                                      vyre_string destination, vyre_expr offset, vyre_expr size,
                                      vyre_string tag);
VYRE_API void vyre_builder_async_store(vyre_builder* builder, vyre_string source,
                                       vyre_string destination, vyre_expr offset, vyre_expr size,
                                       vyre_string tag);
VYRE_API void vyre_builder_async_wait(vyre_builder* builder, vyre_string tag);

/* Exchanges between the devices of a group. */
#define VYRE_COLLECTIVE_ALL_REDUCE 1 /* |source| in place */
#define VYRE_COLLECTIVE_ALL_GATHER 2 /* |op| is 0 */
#define VYRE_COLLECTIVE_REDUCE_SCATTER 3
#define VYRE_COLLECTIVE_BROADCAST 4 /* |source| in place, from device |root|; |op| is 0 */

#define VYRE_REDUCE_SUM 1
#define VYRE_REDUCE_MIN 2
#define VYRE_REDUCE_MAX 3
#define VYRE_REDUCE_BIT_AND 4
#define VYRE_REDUCE_BIT_OR 5
#define VYRE_REDUCE_BIT_XOR 6

/* |destination| is empty where |source| is changed in place; |root| counts for broadcasts only. */
VYRE_API void vyre_builder_collective(vyre_builder* builder, uint32_t collective, uint32_t op,
                                      vyre_string source, vyre_string destination, uint32_t root,
                                      uint64_t group);

/* A statement of an extension: its kind and |size| bytes that only it understands. */
VYRE_API void vyre_builder_opaque_statement(vyre_builder* builder, vyre_string kind,
                                            const void* payload, size_t size);

/* ---- Ops ------------------------------------------------------------------------------------ */

/* Programs call ops by their id, a text such as "math.add". A registry is a frozen set of ops: a
 * builder makes one, a context publishes one, and from then on everything made from the context
 * uses it. A published registry is never changed, only replaced: who holds it keeps seeing all of
 * it.
 *
 *   vyre_registry_builder* builder;  vyre_registry_builder_create(context, &builder);
 *   vyre_registry_builder_add_registry(builder, current);   what is known already
 *   vyre_registry_builder_add(builder, &desc);              and one op more
 *   vyre_registry_builder_finish(builder, &registry);
 *   vyre_context_publish(context, registry);
 */

/* The number of an op id: the same in every registry of the process and never reused, but not the
 * same from run to run. 0 is none. */
typedef uint32_t vyre_op_id;

/* The number of |id|, a new one when the process has none yet. Byte-exact. Numbers are never given
 * back: for ids that come from outside use vyre_op_id_find. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_op_id_intern(vyre_string id, vyre_op_id* out_number);

/* The number of |id|, or 0 when it has none. Remembers nothing. */
VYRE_API vyre_op_id vyre_op_id_find(vyre_string id);

/* The id of a number, empty when it was not given out. Lives for ever. */
VYRE_API vyre_string vyre_op_id_name(vyre_op_id number);

/* What a lowering is for. Numbers are append-only. */
#define VYRE_TARGET_PTX 1
#define VYRE_TARGET_SPIRV 2
#define VYRE_TARGET_PRIMARY_TEXT 3
#define VYRE_TARGET_PRIMARY_BINARY 4
#define VYRE_TARGET_SECONDARY_TEXT 5
#define VYRE_TARGET_NATIVE_MODULE 6
#define VYRE_TARGET_REFERENCE 7 /* the CPU oracle */
#define VYRE_TARGET_EXTENSION 8 /* a backend from outside, which |extension| names */

/* A target. Passed by value. */
typedef struct vyre_target {
  vyre_string extension; /* only of VYRE_TARGET_EXTENSION */
  int32_t kind;          /* VYRE_TARGET_... */
  uint32_t reserved;     /* 0 */
} vyre_target;

static inline vyre_target vyre_target_of(int32_t kind) {
  vyre_target target;
  memset(&target, 0, sizeof target);
  target.kind = kind;
  return target;
}

/* The target of the backend |id|, which must outlive its use. */
static inline vyre_target vyre_target_extension(vyre_string id) {
  vyre_target target = vyre_target_of(VYRE_TARGET_EXTENSION);
  target.extension = id;
  return target;
}

/* Id of the target among ahead-of-time emitters, also the file extension of their output: PTX and
 * SECONDARY_TEXT share "secondary_text", SPIRV has "spv", an extension its own. Empty for a target
 * that is none. That of an extension lives as long as |target.extension|, others for ever. */
VYRE_API vyre_string vyre_target_aot_id(vyre_target target);

/* Writes the text from which vyre_target_parse makes an equal target: "ptx", "spirv",
 * "primary_text", "primary_binary", "secondary_text", "native_module", "reference_backend" or
 * "extension:<id>". Sizes as convention 8. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_target_text(vyre_target target, char* text,
                                                     size_t capacity, size_t* out_size);

/* Reads such a text, and "spv" for SPIRV. The extension of the target is a part of |text|. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_target_parse(vyre_string text, vyre_target* out_target);

/* Where a callback puts its result; lives for the call. */
typedef struct vyre_writer vyre_writer;

/* Adds |size| bytes to the result. Running out of memory is reported by the call that needed the
 * result. */
VYRE_API void vyre_writer_write(vyre_writer* writer, const void* bytes, size_t size);

/* The reference function of an op: reads the |size| bytes of all arguments, one after the other,
 * and writes the bytes of the result. Called on any thread, on several at once. Returns NULL, or an
 * error that the library takes: one of vyre_error_create or of a call that it made. */
typedef vyre_error* (*vyre_reference_fn)(void* user, const void* arguments, size_t size,
                                         vyre_writer* writer);

/* Makes the lowering of op |id| for |target|, when it is first asked for; what it wrote is kept.
 * Called on any thread; by two that are first at the same time, whose one result is kept; and again
 * when it failed. Returns as vyre_reference_fn does. Must not ask for the lowering that it makes.
 */
typedef vyre_error* (*vyre_lowering_fn)(void* user, vyre_string id, vyre_target target,
                                        vyre_writer* writer);

/* An argument or result of an op. */
typedef struct vyre_parameter {
  vyre_string name;
  vyre_string type;     /* its spelling: "u32", "vec2<u32>", "GpuBufferHandle" */
  uint64_t reserved[2]; /* 0 */
} vyre_parameter;

typedef struct vyre_attribute {
  vyre_string name;
  vyre_string type;
  vyre_string default_value; /* as text; empty: it has to be given */
  uint64_t reserved[2];      /* 0 */
} vyre_attribute;

/* What an op is for a target other than VYRE_TARGET_REFERENCE: bytes or a function, not both. */
typedef struct vyre_lowering {
  vyre_target target;
  const void* data; /* SPIR-V words, text, a binary; copied */
  size_t size;
  vyre_lowering_fn build;
  void* user;
  vyre_destroy_fn destroy;
  uint64_t reserved[2]; /* 0 */
} vyre_lowering;

#define VYRE_CATEGORY_COMPOSITE 1 /* made of other ops */
#define VYRE_CATEGORY_EXTENSION 2 /* comes from outside */
#define VYRE_CATEGORY_INTRINSIC 3 /* needs a backend that knows it */

/* The op also works on raw bytes. */
#define VYRE_OP_BYTES_EXTRACTION (UINT64_C(1) << 0)
/* Only of vyre_op_info: what the op has, and whether its dialect comes from outside. */
#define VYRE_OP_REFERENCE (UINT64_C(1) << 1)
#define VYRE_OP_COMPOSITION (UINT64_C(1) << 2)
#define VYRE_OP_EXTERN (UINT64_C(1) << 3)

/* An op to register. All is copied; the callbacks live until the last registry that has the op, and
 * every builder, is gone.
 *
 * With a composition the op runs on every backend: the program stands in for each call. Its
 * read-only buffers by slot are the arguments, its one output buffer is the result, element 0 of
 * each. With a reference function alone it runs on the oracle. */
typedef struct vyre_op_desc {
  size_t struct_size;
  uint64_t flags; /* VYRE_OP_BYTES_EXTRACTION */
  vyre_string id;
  vyre_string dialect; /* who registers it */
  const vyre_parameter* inputs;
  size_t input_count;
  const vyre_parameter* outputs;
  size_t output_count;
  const vyre_attribute* attributes;
  size_t attribute_count;
  const vyre_string* laws; /* names of algebraic laws: "commutative" */
  size_t law_count;
  const vyre_program* composition; /* NULL: none */
  vyre_reference_fn reference;     /* NULL: none */
  void* reference_user;
  vyre_destroy_fn reference_destroy;
  const vyre_lowering* lowerings; /* of different targets */
  size_t lowering_count;
  int32_t category;  /* VYRE_CATEGORY_...; 0: COMPOSITE with a composition, else INTRINSIC */
  uint32_t reserved; /* 0 */
} vyre_op_desc;

#define VYRE_OP_DESC_INIT                                                                          \
  {                                                                                                \
    sizeof(vyre_op_desc), 0, {NULL, 0}, {NULL, 0}, NULL, 0, NULL, 0, NULL, 0, NULL, 0, NULL, NULL, \
        NULL, NULL, NULL, 0, 0, 0                                                                  \
  }

/* ---- Registries ----------------------------------------------------------------------------- */

/* The registry that the context publishes now. A new context publishes the dialects "core" and
 * "io". */
VYRE_API VYRE_NODISCARD vyre_error* vyre_context_get_registry(const vyre_context* context,
                                                              vyre_registry** out_registry);

/* Makes |registry| the current one of the context, in one step: who asks afterwards gets all of it,
 * who holds the one before keeps it. It may come from another context. The one before ends with its
 * last holder, on that holder's thread. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_context_publish(vyre_context* context,
                                                         const vyre_registry* registry);

/* Publishes the current registry with the manifests of |folder| (those whose names end in
 * ".dialect.json") as they are now, in place of what came from files in that folder before. So
 * calling it again reloads them. When anything is wrong nothing is published, what was published
 * goes on serving, and the error carries all findings. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_context_load_manifests(vyre_context* context,
                                                                vyre_string folder);

/* The op of a number, and of an id; NULL when the registry has none, which is no error. Lives as
 * long as the registry handle. Neither locks nor allocates, and an unknown id is not remembered. */
VYRE_API const vyre_op* vyre_registry_lookup(const vyre_registry* registry, vyre_op_id number);
VYRE_API const vyre_op* vyre_registry_find(const vyre_registry* registry, vyre_string id);

/* How many ops there are, 0 for NULL. */
VYRE_API size_t vyre_registry_op_count(const vyre_registry* registry);

/* Op |index|, by dialect and then by id; NULL when there is none. Lives as long as the handle. */
VYRE_API const vyre_op* vyre_registry_op(const vyre_registry* registry, size_t index);

/* A dialect from outside. Its strings live as long as the registry. */
typedef struct vyre_extern_dialect {
  vyre_string name; /* begins with "vyre-libs-" */
  vyre_string version;
  vyre_string url;
  vyre_string source; /* absolute path of its manifest; empty: registered by a call */
} vyre_extern_dialect;

/* The dialects from outside, by name; an empty one when there is none at |index|. */
VYRE_API size_t vyre_registry_extern_dialect_count(const vyre_registry* registry);
VYRE_API vyre_extern_dialect vyre_registry_extern_dialect(const vyre_registry* registry,
                                                          size_t index);

VYRE_API void vyre_registry_destroy(vyre_registry* registry);

/* The current registry for the hot path of one thread. Keeps the context alive. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_registry_view_create(vyre_context* context,
                                                              vyre_registry_view** out_view);

/* The registry that is current now, for one acquire load when nothing was published since the last
 * call. It lives until the next call with this view and must not be destroyed; ops that were found
 * in it live as long. NULL for NULL. Not thread-safe: every thread has a view of its own. */
VYRE_API const vyre_registry* vyre_registry_view_get(vyre_registry_view* view);

VYRE_API void vyre_registry_view_destroy(vyre_registry_view* view);

typedef struct vyre_op_info {
  size_t struct_size;
  uint64_t flags; /* VYRE_OP_... */
  vyre_string id;
  vyre_string dialect;
  vyre_string source; /* absolute path of its manifest; empty: registered by a call */
  size_t input_count;
  size_t output_count;
  size_t attribute_count;
  size_t law_count;
  size_t lowering_count;
  vyre_op_id number;
  int32_t category; /* VYRE_CATEGORY_... */
} vyre_op_info;

#define VYRE_OP_INFO_INIT \
  { sizeof(vyre_op_info), 0, {NULL, 0}, {NULL, 0}, {NULL, 0}, 0, 0, 0, 0, 0, 0, 0 }

/* What an op is. Strings, here and below, live as long as the op. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_op_get_info(const vyre_op* op, vyre_op_info* out_info);

/* One of each, or empty ones when there is none at |index|. */
VYRE_API vyre_parameter vyre_op_input(const vyre_op* op, size_t index);
VYRE_API vyre_parameter vyre_op_output(const vyre_op* op, size_t index);
VYRE_API vyre_attribute vyre_op_attribute(const vyre_op* op, size_t index);
VYRE_API vyre_string vyre_op_law(const vyre_op* op, size_t index);

/* The target of lowering |index|, in the order of targets; kind 0 when there is none. */
VYRE_API vyre_target vyre_op_target(const vyre_op* op, size_t index);

#define VYRE_LOWERING_NONE 0        /* nothing is registered */
#define VYRE_LOWERING_SENTINEL 1    /* the oracle cannot run the op */
#define VYRE_LOWERING_REFERENCE 2   /* the oracle calls the reference function */
#define VYRE_LOWERING_COMPOSITION 3 /* the oracle runs the composition */
#define VYRE_LOWERING_BUILDER 4     /* a function makes the bytes */
#define VYRE_LOWERING_DATA 5        /* bytes are registered */

/* What an op is for a target: VYRE_LOWERING_... NONE for NULL. Neither locks nor allocates. */
VYRE_API int32_t vyre_op_lowering(const vyre_op* op, vyre_target target);

/* Writes the bytes of VYRE_LOWERING_DATA, or of VYRE_LOWERING_BUILDER, whose function is called
 * when nothing is kept yet. VYRE_ERROR_NOT_FOUND when the op has no bytes for the target. Sizes as
 * convention 8. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_op_get_lowering(const vyre_op* op, vyre_target target,
                                                         void* bytes, size_t capacity,
                                                         size_t* out_size);

/* Calls the reference function with |size| bytes of arguments. VYRE_ERROR_UNSUPPORTED_FEATURE when
 * the op has none. Sizes as convention 8; asking for the size calls the function too. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_op_run_reference(const vyre_op* op, const void* arguments,
                                                          size_t size, void* result,
                                                          size_t capacity, size_t* out_size);

/* The program that stands in for calls of the op, as a program of |context|. VYRE_ERROR_NOT_FOUND
 * when it has none. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_op_get_composition(const vyre_op* op,
                                                            vyre_context* context,
                                                            vyre_program** out_program);

/* An empty builder. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_registry_builder_create(
    vyre_context* context, vyre_registry_builder** out_builder);

/* Adds an op. Mistakes of the description are found here, those between ops by
 * vyre_registry_builder_finish. When this fails, no _destroy callback of |desc| is called. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_registry_builder_add(vyre_registry_builder* builder,
                                                              const vyre_op_desc* desc);

/* Adds all ops of a registry. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_registry_builder_add_registry(
    vyre_registry_builder* builder, const vyre_registry* registry);

/* Adds a dialect from outside. Its name begins with "vyre-libs-". */
VYRE_API VYRE_NODISCARD vyre_error* vyre_registry_builder_add_extern_dialect(
    vyre_registry_builder* builder, vyre_string name, vyre_string version, vyre_string url);

/* Adds an op of a dialect from outside, which is added too, before or after: as
 * vyre_registry_builder_add, and its category is EXTENSION. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_registry_builder_add_extern_op(
    vyre_registry_builder* builder, const vyre_op_desc* desc);

/* Adds the dialect of a manifest (docs/manifests.md): a JSON text, whose files lie in |folder|, or
 * can be none when that is empty; a file; or every file of a folder whose name ends in
 * ".dialect.json". One error carries all that is wrong, as findings: VYRE_ERROR_MALFORMED_JSON, or
 * VYRE_ERROR_INPUT_OUTPUT when only files are. Nothing is added then. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_registry_builder_add_manifest(
    vyre_registry_builder* builder, vyre_string json, vyre_string folder);
VYRE_API VYRE_NODISCARD vyre_error* vyre_registry_builder_add_manifest_file(
    vyre_registry_builder* builder, vyre_string path);
VYRE_API VYRE_NODISCARD vyre_error* vyre_registry_builder_add_manifest_folder(
    vyre_registry_builder* builder, vyre_string folder);

/* Freezes what was added. When something is wrong, one error carries all findings: ids that two
 * ops have, with both dialects; empty ids; dialects from outside that are there twice or have the
 * wrong name; their ops without a dialect; compositions that cannot stand in for a call. Then its
 * code is VYRE_ERROR_ALREADY_REGISTERED when all are ids that two ops have, else
 * VYRE_ERROR_INVALID_ARGUMENT. The builder stays as it was either way. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_registry_builder_finish(
    const vyre_registry_builder* builder, vyre_registry** out_registry);

VYRE_API void vyre_registry_builder_destroy(vyre_registry_builder* builder);

/* ---- Backends ------------------------------------------------------------------------------ */

#define VYRE_DEVICE_OTHER 0
#define VYRE_DEVICE_INTEGRATED 1
#define VYRE_DEVICE_DISCRETE 2
#define VYRE_DEVICE_VIRTUAL 3
#define VYRE_DEVICE_CPU 4    /* a software implementation */
#define VYRE_DEVICE_ORACLE 5 /* the reference interpreter */

#define VYRE_TIMING_HOST_ONLY 0
#define VYRE_TIMING_HOST_ENQUEUE_WAIT 1
#define VYRE_TIMING_DEVICE_TIMESTAMPS 2
#define VYRE_TIMING_HARDWARE_COUNTERS 3

/* scripts/generate writes: features */
#define VYRE_FEATURE_SUBGROUP_OPERATIONS (UINT64_C(1) << 0) /* subgroup operations */
#define VYRE_FEATURE_SUBGROUP_SHUFFLE (UINT64_C(1) << 1)    /* subgroup shuffles */
#define VYRE_FEATURE_F16 (UINT64_C(1) << 2)                 /* 16-bit floats */
#define VYRE_FEATURE_BF16 (UINT64_C(1) << 3)                /* bfloat16 */
#define VYRE_FEATURE_F64 (UINT64_C(1) << 4)                 /* 64-bit floats */
#define VYRE_FEATURE_INT64 (UINT64_C(1) << 5)               /* 64-bit integers */
#define VYRE_FEATURE_STORAGE_8BIT (UINT64_C(1) << 6)        /* elements of 8 bits */
#define VYRE_FEATURE_STORAGE_16BIT (UINT64_C(1) << 7)       /* elements of 16 bits */
#define VYRE_FEATURE_TENSOR_CORES (UINT64_C(1) << 8)        /* tensor cores */
#define VYRE_FEATURE_INDIRECT_DISPATCH (UINT64_C(1) << 9)   /* indirect dispatches */
#define VYRE_FEATURE_GRID_BARRIER (UINT64_C(1) << 10)       /* holds a whole grid resident */
#define VYRE_FEATURE_DEVICE_TIMESTAMPS (UINT64_C(1) << 11)  /* the device measures times */
#define VYRE_FEATURE_HARDWARE_COUNTERS (UINT64_C(1) << 12)  /* hardware counters */
#define VYRE_FEATURE_F32_DENORMALS (UINT64_C(1) << 13)      /* preserved; f32 programs need them */
#define VYRE_FEATURE_EXACT_F32_DIVISION (UINT64_C(1) << 14) /* exact division and square root */
#define VYRE_FEATURE_EXACT_F32_FMA (UINT64_C(1) << 15)      /* rounds a * b + c once */
#define VYRE_FEATURE_UNIFIED_MEMORY (UINT64_C(1) << 16)     /* host memory is device memory */
/* scripts/generate ends */

/* What a device does that a planner must know; bits of vyre_device_profile.quirks. */
/* scripts/generate writes: quirks */
#define VYRE_QUIRK_LOOP_LIMIT (UINT64_C(1) << 0)      /* stops loops: see |max_loop_trips| */
#define VYRE_QUIRK_SLOW_COMPILER (UINT64_C(1) << 1)   /* see |max_buffer_accesses| */
#define VYRE_QUIRK_CONSTANT_ZEROS (UINT64_C(1) << 2)  /* takes some f32 constants for others */
#define VYRE_QUIRK_COARSE_BARRIERS (UINT64_C(1) << 3) /* memory barriers wait for the workgroup */
/* scripts/generate ends */

#define VYRE_FACT_UNKNOWN 0  /* nobody says: 0 */
#define VYRE_FACT_REPORTED 1 /* what the driver or the backend says */
#define VYRE_FACT_MEASURED 2 /* by vyre_backend_measure, on this device in this process */

/* Facts about a device, as the device reports them. Nothing is guessed: 0 means unknown or none. */
typedef struct vyre_device_profile {
  size_t struct_size;
  vyre_string name;          /* "llvmpipe (LLVM 15.0.6, 256 bits)" */
  vyre_string driver;        /* "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)" */
  vyre_string api_version;   /* "1.3.230" */
  uint64_t features;         /* VYRE_FEATURE_... */
  uint64_t max_buffer_bytes; /* of one binding */
  uint64_t device_memory_bytes;
  double memory_bandwidth_gbps;
  uint8_t device_uuid[16];
  uint8_t driver_uuid[16];
  uint32_t kind;           /* VYRE_DEVICE_... */
  uint32_t timing_quality; /* VYRE_TIMING_... */
  uint32_t vendor_id;
  uint32_t device_id;
  uint32_t driver_version;
  uint32_t max_workgroup_size[3];
  uint32_t max_workgroup_count[3]; /* of a launch without splitting; larger grids are split */
  uint32_t max_workgroup_invocations;
  uint32_t max_buffers; /* bindings of one kernel */
  uint32_t workgroup_memory_bytes;
  uint32_t subgroup_size;
  uint32_t max_loop_trips;          /* trips per invocation after which the device stops loops */
  uint32_t buffer_offset_alignment; /* of bound ranges of device buffers */
  uint32_t reserved;
  uint64_t quirks;               /* VYRE_QUIRK_... */
  uint64_t max_allocation_bytes; /* of one vyre_buffer */
  uint64_t host_memory_bytes;    /* of the host that the device reaches */
  uint32_t subgroup_size_min;    /* a device with one width has it three times */
  uint32_t subgroup_size_max;
  uint32_t timing_source;       /* VYRE_FACT_...: where |timing_quality| comes from */
  uint32_t bandwidth_source;    /* VYRE_FACT_...: where |memory_bandwidth_gbps| comes from */
  uint32_t max_buffer_accesses; /* loads, stores and atomics of a kernel; longer ones are cut */
  uint32_t reserved2;
} vyre_device_profile;

#define VYRE_DEVICE_PROFILE_INIT                                                                  \
  {                                                                                               \
    sizeof(vyre_device_profile), {NULL, 0}, {NULL, 0}, {NULL, 0}, 0, 0, 0, 0.0,                   \
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},                                         \
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0, 0, 0, 0, 0, {0, 0, 0}, {0, 0, 0}, 0, \
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0                                               \
  }

/* Software implementations (VYRE_DEVICE_CPU) are not considered. */
#define VYRE_SELECT_NO_SOFTWARE (UINT64_C(1) << 0)

/* What vyre_backend_acquire_preferred may choose. Where |id| and |exclude| are empty and the
 * context may read the environment, VYRE_BACKEND (an id) and VYRE_BACKEND_EXCLUDE (ids with commas
 * between), as they were when the context was made, stand in their place. */
typedef struct vyre_select_desc {
  size_t struct_size;
  uint64_t flags;             /* VYRE_SELECT_... */
  vyre_string id;             /* consider this backend only; empty: all. An oracle may be named */
  const vyre_string* exclude; /* ids never considered */
  size_t exclude_count;
} vyre_select_desc;

#define VYRE_SELECT_DESC_INIT \
  { sizeof(vyre_select_desc), 0, {NULL, 0}, NULL, 0 }

/* How a backend is opened. No options today: |flags| is 0. */
typedef struct vyre_backend_desc {
  size_t struct_size;
  uint64_t flags;
} vyre_backend_desc;

#define VYRE_BACKEND_DESC_INIT \
  { sizeof(vyre_backend_desc), 0 }

/* Opens the backend |id|: "vulkan" (its best device), "vulkan:<uuid>" (that device) or
 * "cpu-ref" (the oracle: the meaning of a program, slowly). Each call opens a new one. May block.
 * |desc| may be NULL. VYRE_ERROR_NOT_FOUND names the id and what there is. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_acquire(vyre_context* context, vyre_string id,
                                                         const vyre_backend_desc* desc,
                                                         vyre_backend** out_backend);

/* Opens the best backend: real devices before software ones, then by capability score, timing
 * quality, memory bandwidth, rank, the time it took to find it (once per context) and id. Never an
 * oracle, unless |desc| names it. What loses is released before the call returns. May block. |desc|
 * may be NULL. VYRE_ERROR_NOT_FOUND lists each candidate and why it could not be used. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_acquire_preferred(vyre_context* context,
                                                                   const vyre_select_desc* desc,
                                                                   vyre_backend** out_backend);

/* "vulkan:<uuid>" or "cpu-ref". Lives as long as the backend. */
VYRE_API vyre_string vyre_backend_id(const vyre_backend* backend);

/* The version of the backend and what drives it. Lives as long as the backend. */
VYRE_API vyre_string vyre_backend_version(const vyre_backend* backend);

/* Measures how fast the device reads and writes its memory: copies on it for some milliseconds,
 * timed by the device where it can, else by the host. |out_gbps| (may be NULL) gets 10^9 bytes per
 * second, reads and writes together. The context keeps it as the memory_bandwidth_gbps of this
 * device, and its later choices look at it. Submits, blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_measure(vyre_backend* backend, double* out_gbps);

/* Facts about the device. Strings live as long as the backend. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_get_profile(const vyre_backend* backend,
                                                             vyre_device_profile* out_profile);

VYRE_API void vyre_backend_destroy(vyre_backend* backend);

#define VYRE_BACKEND_USABLE (UINT64_C(1) << 0)     /* it can be acquired */
#define VYRE_BACKEND_ORACLE (UINT64_C(1) << 1)     /* chosen only by name */
#define VYRE_BACKEND_CANDIDATE (UINT64_C(1) << 2)  /* the selection considers it */
#define VYRE_BACKEND_CHOSEN (UINT64_C(1) << 3)     /* the selection takes it */
#define VYRE_BACKEND_DISPATCHES (UINT64_C(1) << 4) /* declared to run programs */

/* The first fact that put a backend where it is in the list. */
#define VYRE_DECIDED_BY_NOTHING 0     /* not asked */
#define VYRE_DECIDED_BY_BEST 1        /* nothing comes before it */
#define VYRE_DECIDED_BY_SOFTWARE 2    /* software devices come after real ones */
#define VYRE_DECIDED_BY_SCORE 3       /* lower capability score than the one before it */
#define VYRE_DECIDED_BY_TIMING 4      /* lower timing quality */
#define VYRE_DECIDED_BY_BANDWIDTH 5   /* less memory bandwidth */
#define VYRE_DECIDED_BY_RANK 6        /* higher rank */
#define VYRE_DECIDED_BY_ACQUISITION 7 /* finding it took longer */
#define VYRE_DECIDED_BY_ID 8          /* equal in all facts, and the id comes later */
#define VYRE_DECIDED_BY_UNUSABLE 9    /* not considered: it cannot be used */
#define VYRE_DECIDED_BY_NAME 10       /* not considered: another one is named */
#define VYRE_DECIDED_BY_EXCLUSION 11  /* not considered: excluded */
#define VYRE_DECIDED_BY_REFUSAL 12    /* not considered: VYRE_SELECT_NO_SOFTWARE */
#define VYRE_DECIDED_BY_ORACLE 13     /* not considered: oracles are taken only by name */
#define VYRE_DECIDED_BY_DISPATCH 14   /* not considered: not declared to dispatch */

/* One backend as the selection sees it. Strings live as long as the list. */
typedef struct vyre_backend_info {
  size_t struct_size;
  vyre_string id;          /* what vyre_backend_acquire takes */
  vyre_string version;     /* empty when not usable */
  vyre_string reason;      /* why it is chosen, comes later, is not considered or cannot be used */
  uint64_t flags;          /* VYRE_BACKEND_... */
  uint64_t acquisition_ns; /* time it took to find it, once per context */
  uint32_t score;          /* capability score, 0 to 66 */
  uint32_t rank;           /* lower is better */
  uint32_t order;          /* place among the candidates, from 1; 0 when it is none */
  uint32_t reserved;
  uint32_t decided_by; /* VYRE_DECIDED_BY_...: |reason| as data */
  uint32_t reserved2;
} vyre_backend_info;

#define VYRE_BACKEND_INFO_INIT \
  { sizeof(vyre_backend_info), {NULL, 0}, {NULL, 0}, {NULL, 0}, 0, 0, 0, 0, 0, 0, 0, 0 }

/* Looks at every backend of the machine and records its facts, or why it cannot be used, and how
 * vyre_backend_acquire_preferred with the same |desc| (may be NULL) would choose. Candidates come
 * first, best first. A machine without any device gives a list, not an error. May block. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_list_create(vyre_context* context,
                                                             const vyre_select_desc* desc,
                                                             vyre_backend_list** out_list);

VYRE_API size_t vyre_backend_list_count(const vyre_backend_list* list);

VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_list_get(const vyre_backend_list* list,
                                                          size_t index,
                                                          vyre_backend_info* out_info);

/* Facts about entry |index|; all zero and empty when it is not usable. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_list_get_profile(const vyre_backend_list* list,
                                                                  size_t index,
                                                                  vyre_device_profile* out_profile);

VYRE_API void vyre_backend_list_destroy(vyre_backend_list* list);

/* Backends are registrations, ranks and dispatch capabilities: records that are joined by the id of
 * the registration ("vulkan", "cpu-ref", that of a plug-in). A second record of a kind for
 * an id is VYRE_ERROR_ALREADY_REGISTERED; a record needs no registration. (Seed 001.) */

#define VYRE_RANK_NONE UINT32_MAX /* the rank of an id that nobody declared one for */

/* Declares the rank of |id|; lower is better. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_context_declare_rank(vyre_context* context, vyre_string id,
                                                              uint32_t rank);

/* Declares whether |id| dispatches (0 or 1). Only what does can be preferred. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_context_declare_dispatches(vyre_context* context,
                                                                    vyre_string id,
                                                                    int32_t dispatches);

/* The declared rank of |id|, which may be that of a device; VYRE_RANK_NONE when there is none. */
VYRE_API uint32_t vyre_context_backend_rank(const vyre_context* context, vyre_string id);

/* 1 when |id| is declared to dispatch, else 0. */
VYRE_API int32_t vyre_context_backend_dispatches(const vyre_context* context, vyre_string id);

/* The registered ids by rank, then by id. |ids| holds |capacity| entries; sizes as convention 8.
 * Asks no device. The strings live as long as the context. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_context_get_backends(const vyre_context* context,
                                                              vyre_string* ids, size_t capacity,
                                                              size_t* out_count);

/* ---- Specialization -------------------------------------------------------------------------- */
/* Values by name that a kernel is specialized with, and the keys made of them: numbers that every
 * implementation of the vyre driver computes alike (docs/specialization.md). A program
 * names values by vyre_builder_spec_value; vyre_pipeline_desc.specialization says what they are. */

/* What a value is. Numbers are the kind bytes of contributions and of the canonical form. */
#define VYRE_SPEC_U32 0
#define VYRE_SPEC_I32 1
#define VYRE_SPEC_F32 2
#define VYRE_SPEC_BOOLEAN 3
#define VYRE_SPEC_ELEMENT 4 /* an element type */

/* A value. Passed by value, made with vyre_spec_u32 and its like. */
typedef struct vyre_spec_value {
  vyre_string element; /* only of VYRE_SPEC_ELEMENT: its spelling, "U32", "Vec<F32,4>" */
  uint64_t bits;       /* of all others: the number or its bit pattern, 32 bits; 0 or 1 */
  uint32_t kind;       /* VYRE_SPEC_... */
  uint32_t reserved;   /* 0 */
} vyre_spec_value;

static inline vyre_spec_value vyre_spec_(uint32_t kind, uint32_t bits) {
  vyre_spec_value value;
  memset(&value, 0, sizeof value);
  value.bits = bits;
  value.kind = kind;
  return value;
}

static inline vyre_spec_value vyre_spec_u32(uint32_t number) {
  return vyre_spec_(VYRE_SPEC_U32, number);
}

static inline vyre_spec_value vyre_spec_i32(int32_t number) {
  return vyre_spec_(VYRE_SPEC_I32, (uint32_t)number);
}

/* Bit by bit: a NaN keeps its payload, -0.0 its sign. */
static inline vyre_spec_value vyre_spec_f32(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  return vyre_spec_(VYRE_SPEC_F32, bits);
}

/* True unless |truth| is 0. */
static inline vyre_spec_value vyre_spec_boolean(int32_t truth) {
  return vyre_spec_(VYRE_SPEC_BOOLEAN, truth == 0 ? 0 : 1);
}

/* The element type of that spelling, which must outlive its use. */
static inline vyre_spec_value vyre_spec_element(vyre_string spelling) {
  vyre_spec_value value = vyre_spec_(VYRE_SPEC_ELEMENT, 0);
  value.element = spelling;
  return value;
}

/* The value as a number, for interfaces that know constants as numbers only. Exact; a boolean is 0
 * or 1, an element type its tag in the wire form. A value that is none, here and below, is
 * VYRE_ERROR_INVALID_ARGUMENT and named. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_spec_value_number(vyre_spec_value value,
                                                           double* out_number);

/* What the value adds to vyre_spec_map_hash: its kind in the lowest byte, the 32 bits above it
 * (the tag of an element type, whose parameters do not take part), zeros above these. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_spec_value_contribution(vyre_spec_value value,
                                                                 uint64_t* out_contribution);

/* One value of a map and its name. */
typedef struct vyre_spec_entry {
  vyre_string name;
  vyre_spec_value value;
} vyre_spec_entry;

/* An empty map. It belongs to no context. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_spec_map_create(vyre_spec_map** out_map);

/* Puts |value| under |name|, in place of the one that is there. All is copied. A name is UTF-8 of
 * at most 1,048,576 bytes, as in programs; the empty one and NUL characters are allowed. After an
 * error, VYRE_ERROR_INVALID_ARGUMENT, the map is as it was. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_spec_map_set(vyre_spec_map* map, vyre_string name,
                                                      vyre_spec_value value);

/* The value under |name|. VYRE_ERROR_NOT_FOUND names it when there is none. Strings, here and
 * below, live until the entry is set again, removed or destroyed with the map. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_spec_map_get(const vyre_spec_map* map, vyre_string name,
                                                      vyre_spec_value* out_value);

/* How many values there are, 0 for NULL. */
VYRE_API size_t vyre_spec_map_count(const vyre_spec_map* map);

/* Entry |index|, in the order of the names' bytes, below vyre_spec_map_count. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_spec_map_get_entry(const vyre_spec_map* map, size_t index,
                                                            vyre_spec_entry* out_entry);

/* Takes the value under |name| away. VYRE_ERROR_NOT_FOUND names it when there is none. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_spec_map_remove(vyre_spec_map* map, vyre_string name);

/* Takes all values away. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_spec_map_clear(vyre_spec_map* map);

/* FNV-1a of 64 bits over each name and the 8 little-endian bytes of its value's contribution, in
 * the order of the names; 0xcbf29ce484222325 for an empty map and for NULL. It does not depend on
 * the order in which values were set. Different maps can have one hash, and such maps are easily
 * made: nothing says where a name ends. What must tell maps apart uses vyre_spec_map_encode. */
VYRE_API uint64_t vyre_spec_map_hash(const vyre_spec_map* map);

/* Writes the canonical form of the map: equal for equal maps only, element types with their
 * parameters. Sizes as convention 8. A count of the entries (u64), then for each, in order: length
 * of the name (u64), name, kind (u8), and the bits (u32) or, of an element type, length (u64) and
 * spelling. Integers are little-endian. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_spec_map_encode(const vyre_spec_map* map, void* bytes,
                                                         size_t capacity, size_t* out_size);

VYRE_API void vyre_spec_map_destroy(vyre_spec_map* map);

/* 128 bits that stand for a program and what it is specialized with. Never changes. */
typedef struct vyre_spec_key {
  uint64_t high; /* the first 8 bytes of vyre_program_fingerprint, little-endian */
  uint64_t low;  /* vyre_spec_map_hash, with its collisions */
} vyre_spec_key;

/* That key. |map| may be NULL: nothing is specialized. Fails like vyre_program_fingerprint. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_program_get_spec_key(const vyre_program* program,
                                                              const vyre_spec_map* map,
                                                              vyre_spec_key* out_key);

/* Writes the name of a stored kernel, 64 lowercase hexadecimal digits without a NUL at the end:
 * BLAKE3 of |version|, |spec_hash| and |backend_fingerprint|, two texts of any form, each with its
 * length. Sizes as convention 8. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_spec_artifact_key(uint32_t version, vyre_string spec_hash,
                                                           vyre_string backend_fingerprint,
                                                           char* text, size_t capacity,
                                                           size_t* out_size);

/* The value |name| of what a pipeline is specialized with, a VYRE_SPEC_... of |kind|; one of
 * VYRE_SPEC_ELEMENT is a U32, the type's tag in the wire form. |initial| is what it is when a
 * pipeline says nothing, of the same kind, an element type without parameters; NULL: each pipeline
 * must say it. All places of a program that name one value must agree on both. The names
 * "vyre.workgroup.x", ".y" and ".z" are the workgroup size on that axis, a VYRE_SPEC_U32 whose
 * default is the declared size; other names that begin with "vyre." are kept. The result may be
 * used any number of times; it is 0 after a mistake, as everywhere in building. */
VYRE_API vyre_expr vyre_builder_spec_value(vyre_builder* builder, vyre_string name, uint32_t kind,
                                           const vyre_spec_value* initial);

/* A value that a program names. Strings live as long as the program. */
typedef struct vyre_spec_info {
  size_t struct_size;
  vyre_string name;
  vyre_spec_value initial; /* the default; all zero when there is none */
  uint32_t kind;           /* VYRE_SPEC_... */
  uint32_t has_initial;    /* 0 or 1 */
} vyre_spec_info;

#define VYRE_SPEC_INFO_INIT \
  { sizeof(vyre_spec_info), {NULL, 0}, {{NULL, 0}, 0, 0, 0}, 0, 0 }

/* How many values the program names, each counted once. Those that only the compositions of called
 * ops name are not among them: they depend on what is registered when a pipeline is made.
 * VYRE_ERROR_INVALID_PROGRAM when one is malformed, or two places do not agree. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_program_get_spec_count(const vyre_program* program,
                                                                size_t* out_count);

/* Value |index| of them, in the order of the names' bytes. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_program_get_spec(const vyre_program* program, size_t index,
                                                          vyre_spec_info* out_info);

/* ---- Pipelines ----------------------------------------------------------------------------- */

#define VYRE_PIPELINE_SET_WORKGROUP (UINT64_C(1) << 0)

typedef struct vyre_pipeline_desc {
  size_t struct_size;
  uint64_t set;      /* VYRE_PIPELINE_SET_... */
  vyre_string label; /* names the pipeline in messages and debugging tools */
  /* Workgroup size in place of the declared one. Refused when the program can observe it: local or
   * workgroup ids, workgroup memory, barriers, subgroup operations. On an axis that the program
   * names ("vyre.workgroup.x"), |specialization| decides; another size here is refused. */
  uint32_t workgroup[3];
  uint32_t reserved; /* 0 */
  /* What the values that the program names are; NULL: their defaults. Read during the call only.
   * VYRE_ERROR_INVALID_ARGUMENT tells all that does not fit: names that the program does not name,
   * values of another kind, values without a default that are missing. */
  const vyre_spec_map* specialization;
} vyre_pipeline_desc;

#define VYRE_PIPELINE_DESC_INIT \
  { sizeof(vyre_pipeline_desc), 0, {NULL, 0}, {0, 0, 0}, 0, NULL }

/* Validates |program| and compiles it for |backend|, unless its kernel is kept. The pipeline keeps
 * both alive. May block. |desc| may be NULL. VYRE_ERROR_INVALID_PROGRAM carries the findings;
 * VYRE_ERROR_UNSUPPORTED_FEATURE names what this backend cannot do. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_pipeline_create(vyre_backend* backend,
                                                         const vyre_program* program,
                                                         const vyre_pipeline_desc* desc,
                                                         vyre_pipeline** out_pipeline);

/* Another owner of the pipeline's program; destroy it like any program. A pipeline from a SPIR-V
 * module has none: VYRE_ERROR_UNSUPPORTED_FEATURE. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_pipeline_get_program(const vyre_pipeline* pipeline,
                                                              vyre_program** out_program);

VYRE_API void vyre_pipeline_destroy(vyre_pipeline* pipeline);

/* ---- SPIR-V modules ------------------------------------------------------------------------- */
/* Kernels that another compiler has made: GLSL, HLSL, Slang. They run through the same buffers,
 * dispatches, pending work and recordings as programs, on Vulkan backends; others refuse them as
 * VYRE_ERROR_UNSUPPORTED_FEATURE. docs/spirv-modules.md is the guide. */

/* What this library was built with: VYRE_BUILT_WITH_... */
#define VYRE_BUILT_WITH_SPIRV_TOOLS (UINT64_C(1) << 0) /* SPIR-V modules are validated */

VYRE_API uint64_t vyre_built_with(void);

/* One buffer of a module. Never changes. */
typedef struct vyre_spirv_binding {
  vyre_string name;    /* empty: what the module calls it, or "set0.binding1" */
  vyre_string element; /* spelling of the element type: "F32"; empty: "Bytes" */
  uint64_t count;      /* of elements; 0: taken from what is bound */
  uint64_t reserved;   /* 0 */
  uint32_t set;        /* its numbers in the module */
  uint32_t binding;
  uint32_t slot;   /* where a dispatch binds it */
  uint32_t access; /* VYRE_ACCESS_READ_ONLY, READ_WRITE or WRITE_ONLY; UNIFORM of uniform buffers */
} vyre_spirv_binding;

/* Have the indexes of the kernel kept within what they index, as far as the module's types say it:
 * an index outside accesses some element inside. VYRE_ERROR_UNSUPPORTED_FEATURE without
 * VYRE_BUILT_WITH_SPIRV_TOOLS. */
#define VYRE_SPIRV_CHECKED (UINT64_C(1) << 0)

/* A kernel and how it is to be seen. Without |bindings| the buffers that the entry point uses are
 * taken from the module: a slot is its binding number, and two of one number are refused; a name is
 * that of the variable, or else of its block; an array of numbers alone gives the element type; and
 * access follows from readonly and writeonly. */
typedef struct vyre_spirv_desc {
  size_t struct_size;
  uint64_t flags;                     /* VYRE_SPIRV_CHECKED */
  const void* words;                  /* the module, in either order of bytes */
  size_t size;                        /* of it, in bytes */
  vyre_string entry;                  /* name of the entry point; empty: the only one for compute */
  vyre_string label;                  /* names the pipeline in messages and debugging tools */
  const vyre_spirv_binding* bindings; /* NULL: as the module says; else every one it uses */
  size_t binding_count;
  /* Values of specialization constants, by their names in the module, or by their numbers: "#7". Of
   * one that is not given the default stays. May be NULL. */
  const vyre_spec_map* values;
} vyre_spirv_desc;

#define VYRE_SPIRV_DESC_INIT \
  { sizeof(vyre_spirv_desc), 0, NULL, 0, {NULL, 0}, {NULL, 0}, NULL, 0, NULL }

/* Makes a pipeline of the kernel that |desc| describes, which is not NULL; all is copied. May
 * block.
 *
 * Broken modules are VYRE_ERROR_INVALID_PROGRAM; images, samplers, arrays of descriptors and what
 * the device does not offer VYRE_ERROR_UNSUPPORTED_FEATURE; constants and entry points that are not
 * there VYRE_ERROR_NOT_FOUND. With VYRE_BUILT_WITH_SPIRV_TOOLS modules are validated for the device
 * before its driver sees them. Without it only what a host must know is read and checked, and the
 * caller answers for the rest: a driver may do anything with an invalid module.
 *
 * No kernel is stopped from reading or writing outside of its buffers, unless it is
 * VYRE_SPIRV_CHECKED. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_pipeline_create_spirv(vyre_backend* backend,
                                                               const vyre_spirv_desc* desc,
                                                               vyre_pipeline** out_pipeline);

/* What a pipeline from a module is. */
typedef struct vyre_spirv_info {
  size_t struct_size;
  vyre_string entry;               /* lives as long as the pipeline */
  uint64_t flags;                  /* VYRE_SPIRV_CHECKED */
  uint64_t workgroup_memory_bytes; /* 0: none, or the module does not say it plainly */
  uint32_t buffer_count;
  uint32_t push_constant_bytes; /* what a dispatch has to give */
  uint32_t workgroup[3];        /* with the constants that were chosen */
  uint32_t reserved;            /* 0 */
} vyre_spirv_info;

#define VYRE_SPIRV_INFO_INIT \
  { sizeof(vyre_spirv_info), {NULL, 0}, 0, 0, 0, 0, {0, 0, 0}, 0 }

/* Tells it. A pipeline from a program is VYRE_ERROR_INVALID_ARGUMENT, here and below. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_pipeline_get_spirv_info(const vyre_pipeline* pipeline,
                                                                 vyre_spirv_info* out_info);

/* Buffer |index|, by slot, below vyre_spirv_info.buffer_count. Strings live as long as the
 * pipeline. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_pipeline_get_spirv_binding(
    const vyre_pipeline* pipeline, uint32_t index, vyre_spirv_binding* out_binding);

/* ---- The life of a backend ----------------------------------------------------------------- */
/* docs/lifecycle.md tells it as a whole. */

/* Does now what the first dispatch would wait for. Blocks. Never needed. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_prepare(vyre_backend* backend);

/* Waits until the device has finished everything that was submitted. What is cached on disk is
 * written when it is made, so there is nothing else to do. Blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_flush(vyre_backend* backend);

/* Waits for what was submitted and lets the device go, ahead of the last destroy. Blocks. Pending
 * work can still be waited for and collected; every other use of the backend and of its objects, a
 * second shutdown included, is VYRE_ERROR_INVALID_ARGUMENT. What pipelines and buffers hold is
 * given back when they are destroyed. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_shutdown(vyre_backend* backend);

/* Whether the device is lost: a call has found it gone, after a fault of the driver or a kernel
 * that ran too long. It stays so until vyre_backend_recover: whoever waits for the device is told
 * VYRE_ERROR_DEVICE_LOST at once, and so is every later use. Destroying works as always. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_is_lost(const vyre_backend* backend,
                                                         int32_t* out_lost);

/* Opens the lost device again. It has to be the same adapter with the same limits, else the call
 * fails and the backend stays lost. Afterwards pipelines and buffers from before are
 * VYRE_ERROR_DEVICE_LOST, except buffers made as VYRE_BUFFER_OPTION_RESTORABLE, which are there
 * again. A device that is not lost is left alone, so several threads may try. Calls on other
 * threads wait meanwhile. VYRE_ERROR_UNSUPPORTED_FEATURE on backends that cannot, such as one on a
 * device of the host. Blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_recover(vyre_backend* backend);

/* scripts/generate writes: counters */
#define VYRE_COUNTER_DISPATCHES (UINT64_C(1) << 0)
#define VYRE_COUNTER_SPLIT_DISPATCHES (UINT64_C(1) << 1)
#define VYRE_COUNTER_SEGMENTS (UINT64_C(1) << 2)
#define VYRE_COUNTER_GRID_BARRIERS (UINT64_C(1) << 3)
#define VYRE_COUNTER_SPILLED_BYTES (UINT64_C(1) << 4)
#define VYRE_COUNTER_SUBMISSIONS (UINT64_C(1) << 5)
#define VYRE_COUNTER_WAITS (UINT64_C(1) << 6)
#define VYRE_COUNTER_KERNELS_COMPILED (UINT64_C(1) << 7)
#define VYRE_COUNTER_KERNELS_ALIVE (UINT64_C(1) << 8)
#define VYRE_COUNTER_BUFFERS_ALIVE (UINT64_C(1) << 9)
#define VYRE_COUNTER_DEVICE_BYTES (UINT64_C(1) << 10)
#define VYRE_COUNTER_MOST_DEVICE_BYTES (UINT64_C(1) << 11)
#define VYRE_COUNTER_UPLOADED_BYTES (UINT64_C(1) << 12)
#define VYRE_COUNTER_DOWNLOADED_BYTES (UINT64_C(1) << 13)
#define VYRE_COUNTER_TRAPS (UINT64_C(1) << 14)
#define VYRE_COUNTER_DEVICE_LOSSES (UINT64_C(1) << 15)
#define VYRE_COUNTER_RECOVERIES (UINT64_C(1) << 16)

/* What happened on a backend since it was acquired, recoveries included. Counted, never guessed:
 * only fields whose bit in |set| is on are known. All grow only, but those "now". */
typedef struct vyre_counters {
  size_t struct_size;
  uint64_t set;               /* VYRE_COUNTER_... */
  uint64_t dispatches;        /* accepted, each with all its segments */
  uint64_t split_dispatches;  /* of those: cut at grid barriers */
  uint64_t segments;          /* that split dispatches ran */
  uint64_t grid_barriers;     /* between those segments */
  uint64_t spilled_bytes;     /* of hidden buffers that carry values across the cuts */
  uint64_t submissions;       /* to the device, copies included */
  uint64_t waits;             /* calls that blocked until the device was further */
  uint64_t kernels_compiled;  /* each segment of a program is one */
  uint64_t kernels_alive;     /* now */
  uint64_t buffers_alive;     /* buffers that have memory now */
  uint64_t device_bytes;      /* of device memory that is reserved now */
  uint64_t most_device_bytes; /* the most that were reserved at once */
  uint64_t uploaded_bytes;    /* that the host gave: inputs, writes of buffers, files */
  uint64_t downloaded_bytes;  /* that the host took: outputs, reads of buffers, files */
  uint64_t traps;             /* dispatches that a trap ended */
  uint64_t device_losses;     /* how often the device was lost */
  uint64_t recoveries;        /* how often it was opened again */
} vyre_counters;

#define VYRE_COUNTERS_INIT \
  { sizeof(vyre_counters), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
/* scripts/generate ends */

/* The counters as they are now, each by itself: other threads go on meanwhile. Also of a backend
 * that is lost or was shut down. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_get_counters(const vyre_backend* backend,
                                                              vyre_counters* out_counters);

/* scripts/generate writes: statistics */
#define VYRE_STATISTIC_RECORD_NS (UINT64_C(1) << 0)
#define VYRE_STATISTIC_SUBMIT_NS (UINT64_C(1) << 1)
#define VYRE_STATISTIC_SPIN_NS (UINT64_C(1) << 2)
#define VYRE_STATISTIC_BLOCK_NS (UINT64_C(1) << 3)
#define VYRE_STATISTIC_DEVICE_NS (UINT64_C(1) << 4)
#define VYRE_STATISTIC_DEVICE_TIMED (UINT64_C(1) << 5)
#define VYRE_STATISTIC_UPLOADS (UINT64_C(1) << 6)
#define VYRE_STATISTIC_UPLOADED_BYTES (UINT64_C(1) << 7)
#define VYRE_STATISTIC_DOWNLOADS (UINT64_C(1) << 8)
#define VYRE_STATISTIC_DOWNLOADED_BYTES (UINT64_C(1) << 9)
#define VYRE_STATISTIC_DEVICE_COPIES (UINT64_C(1) << 10)
#define VYRE_STATISTIC_DEVICE_COPIED_BYTES (UINT64_C(1) << 11)
#define VYRE_STATISTIC_RECORDINGS (UINT64_C(1) << 12)
#define VYRE_STATISTIC_REPETITIONS (UINT64_C(1) << 13)
#define VYRE_STATISTIC_BARRIERS (UINT64_C(1) << 14)

/* Where the time and the bytes of a backend went since it was acquired, recoveries included.
 * Counted, never guessed: only fields whose bit in |set| is on are known, the first four times only
 * in a context with VYRE_CONTEXT_STATISTICS. All grow only. Times are sums over all threads. */
typedef struct vyre_statistics {
  size_t struct_size;
  uint64_t set;                 /* VYRE_STATISTIC_... */
  uint64_t record_ns;           /* preparing and recording commands */
  uint64_t submit_ns;           /* in the driver's call that submits them */
  uint64_t spin_ns;             /* waiting for the device, looking again and again */
  uint64_t block_ns;            /* waiting for it asleep */
  uint64_t device_ns;           /* what the device measured, for |device_timed| dispatches */
  uint64_t device_timed;        /* dispatches that asked for it */
  uint64_t uploads;             /* copies of bytes of the host into memory that the device uses */
  uint64_t uploaded_bytes;      /* of these; memory that is used where it lies counts as no copy */
  uint64_t downloads;           /* copies of such memory to memory of the host */
  uint64_t downloaded_bytes;    /* of these */
  uint64_t device_copies;       /* between buffers of the device */
  uint64_t device_copied_bytes; /* of these */
  uint64_t recordings;          /* command buffers that were recorded */
  uint64_t repetitions;         /* submissions of one as it was recorded before */
  uint64_t barriers;            /* that were recorded */
} vyre_statistics;

#define VYRE_STATISTICS_INIT \
  { sizeof(vyre_statistics), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
/* scripts/generate ends */

/* The statistics as they are now, each number by itself: other threads go on meanwhile. Also of a
 * backend that is lost or was shut down. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_get_statistics(const vyre_backend* backend,
                                                                vyre_statistics* out_statistics);

/* How a backend hands over work and waits for it; no result depends on it. It has defaults for its
 * device, which vyre_backend_get_submit_policy tells of a new one. */
typedef struct vyre_submit_policy {
  size_t struct_size;
  /* How long a thread that waits looks again and again before it sleeps, in nanoseconds; 0: it
   * sleeps at once. Waking up takes longer than a small dispatch; looking takes a processor. */
  uint64_t spin_ns;
  /* Work that the device is estimated to be busy with for longer is submitted in parts that take
   * about so long each, at most some 1,000: for devices whose watchdog ends long work, or that have
   * to draw meanwhile. 0: never. The first dispatch of a pipeline then begins with small parts
   * and waits for each to learn what a workgroup costs, asynchronous ones too. In a sequence what
   * nothing is known of has a submission to itself, as a whole; runs that begin when none is under
   * way are cut by what is known by then. What is cut has the sum of its parts as |device_ns|. Work
   * that a host records is not cut, nor are the grids of SPIR-V modules. */
  uint64_t most_submission_ns;
  /* Threads look only while no more of them than these wait for the backend; else they sleep. */
  uint32_t spin_threads;
  uint32_t reserved;
} vyre_submit_policy;

#define VYRE_SUBMIT_POLICY_INIT \
  { sizeof(vyre_submit_policy), 0, 0, 0, 0 }

/* The policy as it is now. Recoveries keep it. A backend without one, which is all but Vulkan
 * devices, gives VYRE_ERROR_UNSUPPORTED_FEATURE. Any thread. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_get_submit_policy(const vyre_backend* backend,
                                                                   vyre_submit_policy* out_policy);

/* Counts for dispatches and waits that begin afterwards. |policy| as the one before tells it, with
 * changes. Any thread. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_set_submit_policy(
    vyre_backend* backend, const vyre_submit_policy* policy);

/* ---- Compiled kernels that are kept -------------------------------------------------------- */
/* docs/cache.md tells it as a whole. Each backend keeps compiled kernels in memory; a context with
 * a cache folder (vyre_context_desc.cache_directory) keeps them there too. A key is all that a
 * kernel was compiled from: program, sizes, specialization, device, driver, this build of the
 * library. No byte of a file is used that its digests do not vouch for; what fails is a miss with a
 * reason, and is made anew. All functions may be called from any thread, several at once. */

/* Why the folder did not have a kernel. */
#define VYRE_CACHE_MISS_ABSENT 0
#define VYRE_CACHE_MISS_UNREADABLE 1    /* the system does not open or read the file */
#define VYRE_CACHE_MISS_NOT_A_FILE 2    /* a symbolic link, a folder, a pipe */
#define VYRE_CACHE_MISS_FOREIGN_OWNER 3 /* another user's */
#define VYRE_CACHE_MISS_TOO_LARGE 4
#define VYRE_CACHE_MISS_NOT_AN_ENTRY 5 /* its first bytes are none of ours */
#define VYRE_CACHE_MISS_OLDER_FORM 6
#define VYRE_CACHE_MISS_NEWER_FORM 7
#define VYRE_CACHE_MISS_DAMAGED_HEADER 8
#define VYRE_CACHE_MISS_OTHER_KEY 9 /* it was stored under another key */
#define VYRE_CACHE_MISS_TRUNCATED 10
#define VYRE_CACHE_MISS_DAMAGED_BYTES 11

/* "damaged header" for VYRE_CACHE_MISS_DAMAGED_HEADER; empty for other numbers. Static. */
VYRE_API vyre_string vyre_cache_miss_name(uint32_t miss);

/* What happened to compiled kernels. All grow only, but those "now". */
typedef struct vyre_cache_counters {
  size_t struct_size;

  /* Of the backend's memory. */
  uint64_t asked;    /* kernels that were asked for */
  uint64_t hits;     /* that were there, or were being made */
  uint64_t waits;    /* of these: another thread was making them */
  uint64_t made;     /* compiled, or taken from the folder */
  uint64_t failures; /* attempts that made nothing */
  uint64_t evicted;  /* had to go for the budgets */
  uint64_t entries;  /* now */
  uint64_t bytes;    /* now, as an estimate */

  /* Of the context's folder: files, of which a kernel has two. Zero without a folder. */
  uint64_t disk_hits;
  uint64_t disk_writes;
  uint64_t disk_failed_writes; /* not kept; nothing else happened */
  uint64_t disk_trimmed;       /* removed for the budget */
  uint64_t disk_misses[16];    /* by VYRE_CACHE_MISS_ */
} vyre_cache_counters;

#define VYRE_CACHE_COUNTERS_INIT                                       \
  {                                                                    \
    sizeof(vyre_cache_counters), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, { \
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0                   \
    }                                                                  \
  }

VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_get_cache_counters(
    const vyre_backend* backend, vyre_cache_counters* out_counters);

/* Hits in ten thousand of |hits| and |misses|, rounded down; -1 when both are 0. What is unknown is
 * counted as neither. */
VYRE_API int32_t vyre_cache_hit_rate(uint64_t hits, uint64_t misses);

/* 1 when that rate is known and below |least|, else 0. */
VYRE_API int32_t vyre_cache_hit_rate_alarm(uint64_t hits, uint64_t misses, uint32_t least);

/* Where a pipeline's kernel came from. */
#define VYRE_ORIGIN_UNKNOWN 0 /* the backend keeps nothing, or it is made at the first dispatch */
#define VYRE_ORIGIN_COMPILED 1
#define VYRE_ORIGIN_DISK 2 /* of the cache folder: nothing was lowered */
#define VYRE_ORIGIN_MEMORY 3

/* Stores VYRE_ORIGIN_... of the kernel that the pipeline has now. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_pipeline_get_origin(vyre_pipeline* pipeline,
                                                             uint32_t* out_origin);

/* One key. */
#define VYRE_CACHE_KEY_BYTES 32

/* Writes the keys of all kernels that the backend has in memory now, VYRE_CACHE_KEY_BYTES each, for
 * vyre_backend_prepare_keys in a later run. Sizes as convention 8. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_export_keys(const vyre_backend* backend,
                                                             void* bytes, size_t capacity,
                                                             size_t* out_size);

/* |done| of |total| keys are through. Anything but 0 ends the preparation. On the calling thread;
 * it may call the library. */
typedef int32_t (*vyre_progress_fn)(void* user, uint64_t done, uint64_t total);

/* Makes the kernels of those keys from the folder, so that pipelines that need them find them:
 * nothing is lowered, and the driver has what it kept. |size| is a multiple of
 * VYRE_CACHE_KEY_BYTES. |progress| may be NULL. |out_prepared| (may be NULL) gets how many are in
 * memory then: keys that the folder does not have, or that are from another device or build, are
 * passed over. Blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_prepare_keys(vyre_backend* backend,
                                                              const void* keys, size_t size,
                                                              vyre_progress_fn progress, void* user,
                                                              uint64_t* out_prepared);

/* Every file is read and its digests are checked. Else only names, sizes and times are read. */
#define VYRE_CACHE_LIST_CHECK (UINT64_C(1) << 0)

/* What lies in the context's folder, in the order of names, as it is now. VYRE_ERROR_NOT_FOUND for
 * a context without one. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_cache_list_create(vyre_context* context, uint64_t flags,
                                                           vyre_cache_list** out_list);

/* A file of the folder. The strings live as long as the list. */
typedef struct vyre_cache_entry {
  size_t struct_size;
  vyre_string path; /* inside the folder: two digits, a slash, the key's 64 digits */
  uint64_t bytes;
  int64_t used_ns;  /* when it was last read or written, since 1970 */
  uint32_t damaged; /* VYRE_CACHE_MISS_: what is wrong with it; 0: nothing, or it was not checked */
  uint32_t reserved;
} vyre_cache_entry;

#define VYRE_CACHE_ENTRY_INIT \
  { sizeof(vyre_cache_entry), {NULL, 0}, 0, 0, 0, 0 }

VYRE_API size_t vyre_cache_list_count(const vyre_cache_list* list);
VYRE_API VYRE_NODISCARD vyre_error* vyre_cache_list_get(const vyre_cache_list* list, size_t index,
                                                        vyre_cache_entry* out_entry);
VYRE_API void vyre_cache_list_destroy(vyre_cache_list* list);

/* Removes from the context's folder what was used longest ago until it is within its budget, and
 * what killed processes left half written. Does nothing while another process trims. The library
 * does it by itself when it has written much, as background work. |out_removed| may be NULL. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_context_trim_cache(vyre_context* context,
                                                            uint64_t* out_removed);

/* Removes every entry of the context's folder; other files stay. |out_removed| may be NULL. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_context_clear_cache(vyre_context* context,
                                                             uint64_t* out_removed);

/* ---- Buffers ------------------------------------------------------------------------------- */

/* |size| bytes (> 0) on the backend's device, zeroed. The buffer keeps the backend alive. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_buffer_create(vyre_backend* backend, uint64_t size,
                                                       vyre_buffer** out_buffer);

/* The library keeps what the host writes to the buffer (vyre_buffer_write, vyre_buffer_read_file)
 * in memory of the context, as many bytes again as the buffer has. After vyre_backend_recover the
 * buffer has these bytes; what programs wrote to it is lost. */
#define VYRE_BUFFER_OPTION_RESTORABLE (UINT64_C(1) << 0)

/* How a buffer is made. */
typedef struct vyre_buffer_options {
  size_t struct_size;
  uint64_t flags; /* VYRE_BUFFER_OPTION_... */
} vyre_buffer_options;

#define VYRE_BUFFER_OPTIONS_INIT \
  { sizeof(vyre_buffer_options), 0 }

/* vyre_buffer_create with options, which may be NULL. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_buffer_create_with(vyre_backend* backend, uint64_t size,
                                                            const vyre_buffer_options* options,
                                                            vyre_buffer** out_buffer);

/* The size it was made with, also after vyre_buffer_free. */
VYRE_API uint64_t vyre_buffer_size(const vyre_buffer* buffer);

/* Copies |size| bytes from |data| to |offset| of the buffer, after all work submitted earlier that
 * uses it. Blocks until that is done. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_buffer_write(vyre_buffer* buffer, uint64_t offset,
                                                      const void* data, uint64_t size);

/* Copies |size| bytes from |offset| of the buffer to |data|, after all work submitted earlier that
 * uses it. Blocks until that is done. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_buffer_read(vyre_buffer* buffer, uint64_t offset,
                                                     void* data, uint64_t size);

/* Gives the device memory back before the object is destroyed. What is still running keeps it until
 * it ends. Every later use of the buffer, a second vyre_buffer_free included, is refused by name.
 */
VYRE_API VYRE_NODISCARD vyre_error* vyre_buffer_free(vyre_buffer* buffer);

VYRE_API void vyre_buffer_destroy(vyre_buffer* buffer);

/* ---- Files --------------------------------------------------------------------------------- */

/* Between buffers and open files. |fd| is a descriptor of the process for a regular file or a block
 * device; pipes, sockets and directories are refused by name. Its position is neither used nor
 * moved. The library works on a duplicate, so that the caller may close |fd| when a call has
 * returned. On a device that shares memory with the host, bytes go straight between the file and
 * the buffer's memory; on others through staging memory of bounded size.
 *
 * Everything that can be known is checked before a byte moves: that |fd| is open and allows the
 * access, both ranges, the file's size, O_DIRECT alignment of |file_offset| and |size|, space for
 * what is written. Failures are VYRE_ERROR_INVALID_ARGUMENT for what the caller has passed and
 * VYRE_ERROR_INPUT_OUTPUT for what the file does; vyre_error_native_code is then its errno, or 0.
 */

/* Reads |size| bytes at |file_offset| of the file to |offset| of the buffer, after all work
 * submitted earlier that uses it. Blocks until that is done. A file that is too short is an error.
 * When it fails the buffer has the bytes it had: they are read into other device memory first,
 * which takes the buffer's place when all of it is read and is copied on the device when it is a
 * part. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_buffer_read_file(vyre_buffer* buffer, uint64_t offset,
                                                          int32_t fd, uint64_t file_offset,
                                                          uint64_t size);

/* Writes |size| bytes from |offset| of the buffer to |file_offset| of the file, after all work
 * submitted earlier that uses it. Blocks until the system has the bytes; fsync is the caller's. A
 * regular file grows where the range reaches beyond its end; what lies between stays a hole. When
 * it fails, bytes of the range that the file had may be written, and it is as long as it was. A
 * file that is open with O_APPEND is refused. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_buffer_write_file(vyre_buffer* buffer, uint64_t offset,
                                                           int32_t fd, uint64_t file_offset,
                                                           uint64_t size);

/* The same without waiting: checks, then hands out pending work. It is done on a thread that the
 * host lends (run_job), else on the library's when those are allowed, else piece by piece inside
 * vyre_pending_poll, vyre_pending_wait and vyre_context_poll. The buffer has the bytes read when
 * the work is VYRE_READY, all at once. Collect it without bindings or not at all; destroying it
 * earlier ends the work after the piece under way: nothing of a read is seen, a write is like a
 * failed one. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_buffer_read_file_async(vyre_buffer* buffer,
                                                                uint64_t offset, int32_t fd,
                                                                uint64_t file_offset, uint64_t size,
                                                                vyre_pending** out_pending);
VYRE_API VYRE_NODISCARD vyre_error* vyre_buffer_write_file_async(vyre_buffer* buffer,
                                                                 uint64_t offset, int32_t fd,
                                                                 uint64_t file_offset,
                                                                 uint64_t size,
                                                                 vyre_pending** out_pending);

/* ---- Bindings ------------------------------------------------------------------------------ */

#define VYRE_BIND_INPUT 1  /* |size| bytes at |input| */
#define VYRE_BIND_OUTPUT 2 /* starts zeroed; results go to |output|, which has |size| bytes */
#define VYRE_BIND_INOUT 3  /* starts with |size| bytes at |input|; results go to |output| */
#define VYRE_BIND_ZEROS 4  /* |size| zeroed bytes, nothing read back */
#define VYRE_BIND_BUFFER 5 /* |size| bytes from |offset| of |buffer| */

/* Everything from the offset to the end of a buffer. */
#define VYRE_WHOLE_SIZE UINT64_MAX

/* What one buffer of a program gets in one dispatch. Made with vyre_bind_...; fields that |kind|
 * does not use are zero. 64 bytes on systems with 64-bit pointers; never changes.
 *
 *   role             may be bound as                        unbound
 *   INPUT, UNIFORM   INPUT, ZEROS, BUFFER                   error
 *   INPUT_OUTPUT     INPUT, INOUT, OUTPUT, ZEROS, BUFFER    error
 *   OUTPUT           OUTPUT, ZEROS, BUFFER                  zeroed, not read back
 *   PERSISTENT       all                                    zeroed, not read back
 *   SHARED           nothing                                always
 *
 * Sizes: a buffer with a declared count takes exactly its packed size (an OUTPUT may have more
 * room, and needs only the returned range when one is declared). A buffer without one
 * takes its element count from |size|, which must be a multiple of the element size; such an output
 * cannot stay unbound.
 *
 * Buffers that stay on the device are never cleared by a dispatch, whatever their role: a program
 * finds what the last writer left. Two bindings of one buffer may not overlap when either is
 * written. */
typedef struct vyre_binding {
  vyre_string name;    /* of the program's buffer; {NULL, 0}: found by |slot| */
  const void* input;   /* borrowed for the call */
  void* output;        /* borrowed for the call */
  vyre_buffer* buffer; /* borrowed for the call */
  uint64_t offset;
  uint64_t size;
  uint32_t slot;
  uint16_t kind; /* VYRE_BIND_... */
  uint16_t reserved;
} vyre_binding;

#define VYRE_BINDING_INIT \
  { {NULL, 0}, NULL, NULL, NULL, 0, 0, 0, 0, 0 }

static inline vyre_binding vyre_bind_(uint32_t slot, uint16_t kind, uint64_t size) {
  vyre_binding binding = VYRE_BINDING_INIT;
  binding.slot = slot;
  binding.kind = kind;
  binding.size = size;
  return binding;
}

/* The buffer at |slot| starts with |size| bytes of |data|. */
static inline vyre_binding vyre_bind_input(uint32_t slot, const void* data, uint64_t size) {
  vyre_binding binding = vyre_bind_(slot, VYRE_BIND_INPUT, size);
  binding.input = data;
  return binding;
}

/* The buffer at |slot| starts zeroed and is written to |data|, which has room for |size| bytes. */
static inline vyre_binding vyre_bind_output(uint32_t slot, void* data, uint64_t size) {
  vyre_binding binding = vyre_bind_(slot, VYRE_BIND_OUTPUT, size);
  binding.output = data;
  return binding;
}

/* The buffer at |slot| starts with |size| bytes of |data| and is written back there. For separate
 * memory set |output| of the result. */
static inline vyre_binding vyre_bind_inout(uint32_t slot, void* data, uint64_t size) {
  vyre_binding binding = vyre_bind_(slot, VYRE_BIND_INOUT, size);
  binding.input = data;
  binding.output = data;
  return binding;
}

/* The buffer at |slot| starts as |size| zeroed bytes and is not read back. */
static inline vyre_binding vyre_bind_zeros(uint32_t slot, uint64_t size) {
  return vyre_bind_(slot, VYRE_BIND_ZEROS, size);
}

/* The buffer at |slot| is |size| bytes from |offset| of |buffer|. |size| may be VYRE_WHOLE_SIZE. */
static inline vyre_binding vyre_bind_buffer_range(uint32_t slot, vyre_buffer* buffer,
                                                  uint64_t offset, uint64_t size) {
  vyre_binding binding = vyre_bind_(slot, VYRE_BIND_BUFFER, size);
  binding.buffer = buffer;
  binding.offset = offset;
  return binding;
}

/* The buffer at |slot| is the whole of |buffer|. */
static inline vyre_binding vyre_bind_buffer(uint32_t slot, vyre_buffer* buffer) {
  return vyre_bind_buffer_range(slot, buffer, 0, VYRE_WHOLE_SIZE);
}

/* |binding| for the buffer called |name|, which must outlive the call, instead of its slot:
 * vyre_bind_name(vyre_str("text"), vyre_bind_input(0, data, size)). */
static inline vyre_binding vyre_bind_name(vyre_string name, vyre_binding binding) {
  binding.name = name;
  binding.slot = 0;
  return binding;
}

/* vyre_bind_input and so on by name. */
static inline vyre_binding vyre_bind_input_name(vyre_string name, const void* data, uint64_t size) {
  return vyre_bind_name(name, vyre_bind_input(0, data, size));
}

static inline vyre_binding vyre_bind_output_name(vyre_string name, void* data, uint64_t size) {
  return vyre_bind_name(name, vyre_bind_output(0, data, size));
}

static inline vyre_binding vyre_bind_inout_name(vyre_string name, void* data, uint64_t size) {
  return vyre_bind_name(name, vyre_bind_inout(0, data, size));
}

static inline vyre_binding vyre_bind_zeros_name(vyre_string name, uint64_t size) {
  return vyre_bind_name(name, vyre_bind_zeros(0, size));
}

static inline vyre_binding vyre_bind_buffer_name(vyre_string name, vyre_buffer* buffer) {
  return vyre_bind_name(name, vyre_bind_buffer(0, buffer));
}

static inline vyre_binding vyre_bind_buffer_range_name(vyre_string name, vyre_buffer* buffer,
                                                       uint64_t offset, uint64_t size) {
  return vyre_bind_name(name, vyre_bind_buffer_range(0, buffer, offset, size));
}

/* ---- Dispatch ------------------------------------------------------------------------------ */

#define VYRE_DISPATCH_SET_GRID (UINT64_C(1) << 0)
#define VYRE_DISPATCH_SET_ITERATIONS (UINT64_C(1) << 1)

/* Ask the device how long it took. */
#define VYRE_DISPATCH_TIMED (UINT64_C(1) << 0)
/* For vyre_dispatch: repeat the program until nothing changes, |iterations| times at most, any
 * number of them. No pass follows one that has changed no byte of the buffers that the program may
 * write: outputs, in-outs, persistent buffers. vyre_dispatch_result.iterations tells how many ran,
 * that one included.
 *
 * Right where a pass is a function of the buffers alone, so that one more would change nothing
 * either: closures, propagation of labels, relaxation in integers. A program that a later pass
 * would change after one that has not, by the order of its atomics say, is stopped all the same.
 *
 * Without the flag all passes are one submission, with no step of the host between them; with it
 * each pass is a submission that is waited for, and what the program writes is copied on the
 * device before each pass but the last that is allowed, and compared there after it, in a
 * submission for each buffer. That takes memory for one more copy of it, and memory of the device
 * for all that is bound to host memory; both are freed at the end, the comparing kernel (compiled
 * once) with the backend. |timeout_ns| is for all passes together, |device_ns| is the sum of the
 * passes alone. After an error buffers of the device hold what the passes that ran have written.
 *
 * Refused: asynchronous and recorded work, programs whose ops the host runs. */
#define VYRE_DISPATCH_UNTIL_STABLE (UINT64_C(1) << 1)

/* How a program with grid barriers runs; for any other it makes no difference. AUTOMATIC: as it is
 * where the backend holds the whole grid at a barrier or takes such programs as they are, and with
 * one workgroup; else cut at its barriers into segments, all in one submission. FORCE: as it is, or
 * VYRE_ERROR_COOPERATIVE_RESIDENCY. FORBID: cut, also where it need not be. */
#define VYRE_COOPERATIVE_AUTOMATIC 0
#define VYRE_COOPERATIVE_FORCE 1
#define VYRE_COOPERATIVE_FORBID 2

/* |size| bytes at |offset| of the push constants of a SPIR-V module. Never changes. */
typedef struct vyre_push_range {
  const void* data; /* borrowed for the call */
  uint64_t size;
  uint64_t offset;
  uint64_t reserved; /* 0 */
} vyre_push_range;

typedef struct vyre_dispatch_desc {
  size_t struct_size;
  uint64_t set;   /* VYRE_DISPATCH_SET_... */
  uint64_t flags; /* VYRE_DISPATCH_TIMED, VYRE_DISPATCH_UNTIL_STABLE */
  /* Longest wait of vyre_dispatch; 0: without limit. After it the call fails with
   * VYRE_ERROR_TIMED_OUT, nothing is written to host memory, and the work ends by itself.
   * vyre_dispatch_async does not use it. */
  uint64_t timeout_ns;
  vyre_string label; /* names the dispatch in messages and debugging tools */
  /* Workgroups on each axis, all at least 1. Without it the grid covers the element count: the
   * largest count of an output or in-out buffer; of any buffer when there is none of these, the
   * program has workgroup memory or uses atomics. A SPIR-V module needs it where it writes a buffer
   * of bytes, or none. */
  uint32_t grid[3];
  uint32_t reserved;    /* 0 */
  uint32_t cooperative; /* VYRE_COOPERATIVE_... */
  /* How often the whole program runs on the same buffers, each time seeing what was written before:
   * at least 1, and with the segments of a program that is cut at most 65,536 runs. Without it 1.
   * See also VYRE_DISPATCH_UNTIL_STABLE. */
  uint32_t iterations;
  /* For pipelines from SPIR-V modules: the push constants, from the first byte of their block on,
   * and then ranges of them, the later above the earlier. Every member has to be given. */
  const void* push_constants; /* borrowed for the call, and so are the ranges */
  uint64_t push_constant_bytes;
  const vyre_push_range* push_ranges;
  uint64_t push_range_count;
} vyre_dispatch_desc;

#define VYRE_DISPATCH_DESC_INIT \
  { sizeof(vyre_dispatch_desc), 0, 0, 0, {NULL, 0}, {0, 0, 0}, 0, 0, 0, NULL, 0, NULL, 0 }

#define VYRE_RESULT_DEVICE_NS (UINT64_C(1) << 0) /* |device_ns| was measured by the device */

/* What is known about a dispatch when it has ended. */
typedef struct vyre_dispatch_result {
  size_t struct_size;
  uint64_t set;          /* VYRE_RESULT_... */
  uint64_t host_ns;      /* from the submission to the observed end */
  uint64_t device_ns;    /* counts only with VYRE_RESULT_DEVICE_NS; never invented */
  uint64_t output_bytes; /* sum of what was written to host memory */
  uint32_t grid[3];      /* workgroups that ran */
  uint32_t workgroup[3]; /* invocations of each */
  uint32_t iterations;   /* how often the whole program ran */
  uint32_t reserved;     /* 0 */
} vyre_dispatch_result;

#define VYRE_DISPATCH_RESULT_INIT \
  { sizeof(vyre_dispatch_result), 0, 0, 0, 0, {0, 0, 0}, {0, 0, 0}, 0, 0 }

/* One buffer that a dispatch can return. The name lives as long as the pipeline's program. */
typedef struct vyre_output {
  vyre_string name;
  uint64_t bytes;        /* returned: the room that a host output needs */
  uint64_t start;        /* offset of these bytes in the buffer */
  uint64_t buffer_bytes; /* size of the whole buffer */
  uint64_t reserved[2];
  uint32_t slot;
  uint32_t role; /* VYRE_ROLE_... */
} vyre_output;

/* The outputs of a dispatch with these bindings, by slot: how many bytes each returns. Buffers with
 * a declared count need no binding for this; one without that is not bound counts 0 bytes. Host
 * pointers and host output sizes are not checked. |outputs| holds |capacity| entries; sizes as
 * convention 8. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_pipeline_get_outputs(const vyre_pipeline* pipeline,
                                                              const vyre_binding* bindings,
                                                              size_t binding_count,
                                                              vyre_output* outputs, size_t capacity,
                                                              size_t* out_count);

/* How a dispatch is cut at the grid barriers of its program. Segments run one after the other on
 * the whole grid; those of equal code are one program. What is live at a barrier is computed again,
 * known to the host, or kept in hidden buffers. */
typedef struct vyre_split {
  size_t struct_size;
  uint64_t segments; /* one more than barriers that an invocation passes */
  uint64_t programs;
  uint64_t hidden_bytes; /* of the hidden buffers */
  uint64_t bytes_per_invocation;
  uint64_t bytes_per_workgroup; /* copies of workgroup memory */
  uint32_t grid[3];
  uint32_t workgroup[3];
} vyre_split;

#define VYRE_SPLIT_INIT                                       \
  {                                                           \
    sizeof(vyre_split), 0, 0, 0, 0, 0, {0, 0, 0}, { 0, 0, 0 } \
  }

/* Tells how a dispatch with these arguments would be cut, whether it has to be or not; nothing runs
 * and nothing is compiled. Bindings as for vyre_pipeline_get_outputs; |desc| may be NULL. The same
 * program and launch give the same answer in any process. VYRE_ERROR_UNSUPPORTED_FEATURE names the
 * barrier and the rule that forbids the cut; a program without grid barriers is
 * VYRE_ERROR_INVALID_ARGUMENT. Any thread. Rules: docs/grid_barriers.md. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_pipeline_get_split(const vyre_pipeline* pipeline,
                                                            const vyre_binding* bindings,
                                                            size_t binding_count,
                                                            const vyre_dispatch_desc* desc,
                                                            vyre_split* out_split);

/* Writes the same for people, segment by segment: what survives the barrier behind it, how and why.
 * Without a NUL at its end; sizes as convention 8. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_pipeline_write_split(
    const vyre_pipeline* pipeline, const vyre_binding* bindings, size_t binding_count,
    const vyre_dispatch_desc* desc, char* text, size_t capacity, size_t* out_size);

/* Runs the pipeline and waits for the end. Bindings come in any order, each buffer once. Input is
 * read from, output written to the caller's memory; after an error other than
 * VYRE_ERROR_DEVICE_LOST no output is written. A device that is the host's processor works on large
 * buffers where they lie, without a copy, when they are aligned (docs/vulkan.md) and |desc| has no
 * timeout.
 * |bindings| may be NULL when |binding_count| is 0; |desc| and |out_result| may be NULL. Blocks.
 * A missing, unknown, doubled or wrong-sized binding is VYRE_ERROR_INVALID_ARGUMENT, or
 * VYRE_ERROR_NOT_FOUND, and names buffer, slot and sizes; too small an output is
 * VYRE_ERROR_INSUFFICIENT_CAPACITY. A program that traps is VYRE_ERROR_DISPATCH_FAILED. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_dispatch(vyre_pipeline* pipeline,
                                                  const vyre_binding* bindings,
                                                  size_t binding_count,
                                                  const vyre_dispatch_desc* desc,
                                                  vyre_dispatch_result* out_result);

/* Starts the pipeline and returns at once; inputs are copied before. Bindings as for vyre_dispatch,
 * but |output| is not used and may be NULL: results are fetched with vyre_pending_collect, for
 * which OUTPUT and INOUT mark the buffers and give their sizes. |desc| may be NULL. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_dispatch_async(vyre_pipeline* pipeline,
                                                        const vyre_binding* bindings,
                                                        size_t binding_count,
                                                        const vyre_dispatch_desc* desc,
                                                        vyre_pending** out_pending);

#define VYRE_PENDING 0 /* still under way */
#define VYRE_READY 1   /* has ended, results can be collected */
#define VYRE_FAILED 2  /* has failed; vyre_pending_status says why */

#define VYRE_WAIT_FOREVER UINT64_MAX

/* How the work stands now: VYRE_PENDING, VYRE_READY or VYRE_FAILED. Never blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_pending_poll(vyre_pending* pending, int32_t* out_state);

/* Waits for the end, |timeout_ns| at the longest, and says how the work stands then. A time-out
 * is VYRE_PENDING, not an error. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_pending_wait(vyre_pending* pending, uint64_t timeout_ns,
                                                      int32_t* out_state);

/* Why the work failed: a new error each time. NULL when it has not (yet) failed. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_pending_status(vyre_pending* pending);

/* Waits for the end and writes results to the caller's memory, once. |bindings| are OUTPUT and
 * INOUT bindings with |output| set, for buffers that were bound so in the dispatch; of other kinds
 * are ignored, so the dispatch's own array serves. When anything is wrong, nothing is written and
 * the call may be repeated. Failed work gives its error. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_pending_collect(vyre_pending* pending,
                                                         const vyre_binding* bindings,
                                                         size_t binding_count);

/* Times and sizes of work that is VYRE_READY; an error before. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_pending_get_result(vyre_pending* pending,
                                                            vyre_dispatch_result* out_result);

/* |state| is VYRE_READY or VYRE_FAILED. May call the library, vyre_pending_collect included. */
typedef void (*vyre_complete_fn)(void* user, int32_t state);

/* Calls |callback| once when the work has ended, on a thread that run_job lends, on the library's
 * own or inside vyre_context_poll, as the context was made; never inside this call, unless run_job
 * runs its job at once. At most one per pending object. When the pending object is destroyed first,
 * a callback that has not begun does not come. |destroy| (may be NULL) is called after the
 * callback, or when it will not come; not when this call fails. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_pending_on_complete(vyre_pending* pending,
                                                             vyre_complete_fn callback, void* user,
                                                             vyre_destroy_fn destroy);

/* Never blocks. Work under way goes on; its results are dropped. */
VYRE_API void vyre_pending_destroy(vyre_pending* pending);

/* ---- Sequences ----------------------------------------------------------------------------- */

/* Dispatches, copies, writes and reads that run in order, each seeing what those before it wrote:
 * recorded once, run as often as asked for. On Vulkan a run is one submission of a command buffer
 * that is not recorded again until a step is added or set, with a barrier only before a step that
 * depends on one since the last barrier. Other backends run the steps one after the other inside of
 * vyre_sequence_submit.
 *
 * All functions may be called from several threads; those of one sequence but the waiting ones wait
 * for each other. While a run is under way nothing is added, set or got. Another run can begin when
 * no step is a write or a read and the sequence is not timed; runs never overlap on the device.
 *
 * A buffer of a step keeps its memory: reading a file into it copies. One that is freed makes the
 * next run fail by its name. After a recovery of the backend the sequence is refused. Ops that
 * programs call are those published when the step is added. */

/* Asks the device how long each run takes; runs then wait for each other on the host too. */
#define VYRE_SEQUENCE_TIMED (UINT64_C(1) << 0)

typedef struct vyre_sequence_desc {
  size_t struct_size;
  uint64_t flags;    /* VYRE_SEQUENCE_TIMED */
  vyre_string label; /* names the sequence in messages */
} vyre_sequence_desc;

#define VYRE_SEQUENCE_DESC_INIT                \
  {                                            \
    sizeof(vyre_sequence_desc), 0, { NULL, 0 } \
  }

/* |desc| may be NULL. The sequence keeps its backend, and with each step its pipeline and buffers,
 * alive. Neither submits nor blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_sequence_create(vyre_backend* backend,
                                                         const vyre_sequence_desc* desc,
                                                         vyre_sequence** out_sequence);

/* Adds a dispatch; |out_step| gets the number of the step: 0, 1, and so on. Bindings are as for
 * vyre_dispatch, but of buffers and zeroes alone: host memory is refused by name, as are
 * VYRE_DISPATCH_TIMED, VYRE_DISPATCH_UNTIL_STABLE and programs with io ops. |desc| may be NULL; its
 * timeout does not count. After an error nothing is added. May compile. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_sequence_add_dispatch(
    vyre_sequence* sequence, vyre_pipeline* pipeline, const vyre_binding* bindings,
    size_t binding_count, const vyre_dispatch_desc* desc, uint32_t* out_step);

/* Adds a copy of |size| bytes between buffers, or ranges of one that do not overlap. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_sequence_add_copy(vyre_sequence* sequence,
                                                           vyre_buffer* from, uint64_t from_offset,
                                                           vyre_buffer* to, uint64_t to_offset,
                                                           uint64_t size, uint32_t* out_step);

/* Adds a write of |size| bytes, copied from |data| now, to |offset| of the buffer. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_sequence_add_write(vyre_sequence* sequence,
                                                            vyre_buffer* buffer, uint64_t offset,
                                                            const void* data, uint64_t size,
                                                            uint32_t* out_step);

/* Adds a read of |size| bytes from |offset| of the buffer, for vyre_sequence_get_bytes. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_sequence_add_read(vyre_sequence* sequence,
                                                           vyre_buffer* buffer, uint64_t offset,
                                                           uint64_t size, uint32_t* out_step);

/* Gives dispatch |step| other bindings, grid, iterations or push constants, all of them anew. The
 * next run is recorded again. After an error the step is as it was. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_sequence_set_dispatch(vyre_sequence* sequence,
                                                               uint32_t step,
                                                               const vyre_binding* bindings,
                                                               size_t binding_count,
                                                               const vyre_dispatch_desc* desc);

/* Changes |size| bytes from |offset| of what write |step| writes, copied from |data| now. Nothing
 * is recorded again. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_sequence_set_bytes(vyre_sequence* sequence, uint32_t step,
                                                            uint64_t offset, const void* data,
                                                            uint64_t size);

/* Copies |size| bytes from |offset| of what read |step| read in the last run. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_sequence_get_bytes(vyre_sequence* sequence, uint32_t step,
                                                            uint64_t offset, void* data,
                                                            uint64_t size);

/* Records now what the next run would otherwise record first. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_sequence_record(vyre_sequence* sequence);

/* Starts a run. |out_pending| may be NULL: then nothing is allocated, and vyre_sequence_wait waits.
 * A pending object has no outputs. A submit policy with most_submission_ns may make a run several
 * submissions; after an error its first steps may have run then. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_sequence_submit(vyre_sequence* sequence,
                                                         vyre_pending** out_pending);

/* Waits for the last run, at most |timeout_ns| (0 looks, UINT64_MAX has no limit), and writes
 * VYRE_PENDING, VYRE_READY or VYRE_FAILED; VYRE_READY when there was none. A trap fails all runs
 * that were under way with the one that trapped. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_sequence_wait(vyre_sequence* sequence, uint64_t timeout_ns,
                                                       int32_t* out_state);

/* Why the last run failed; NULL unless it has. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_sequence_status(vyre_sequence* sequence);

#define VYRE_SEQUENCE_RESULT_DEVICE_NS (UINT64_C(1) << 0) /* |device_ns| was measured */

typedef struct vyre_sequence_result {
  size_t struct_size;
  uint64_t set;       /* VYRE_SEQUENCE_RESULT_... */
  uint64_t host_ns;   /* of the last run, from its submission to its observed end; 0: not over */
  uint64_t device_ns; /* of the last run, when timed; never invented */
  uint64_t runs;      /* that were started */
  uint32_t steps;
  uint32_t barriers; /* between steps, as last recorded; 0 where nothing is recorded */
} vyre_sequence_result;

#define VYRE_SEQUENCE_RESULT_INIT \
  { sizeof(vyre_sequence_result), 0, 0, 0, 0, 0, 0 }

/* Starts a run and waits for its end, or fails with why it failed. |out_result| may be NULL. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_sequence_run(vyre_sequence* sequence,
                                                      vyre_sequence_result* out_result);

VYRE_API VYRE_NODISCARD vyre_error* vyre_sequence_get_result(const vyre_sequence* sequence,
                                                             vyre_sequence_result* out_result);

/* Never blocks: what the device still uses retires later. */
VYRE_API void vyre_sequence_destroy(vyre_sequence* sequence);

/* ---- Plug-in backends ------------------------------------------------------------------------ */

/* A backend that is made outside of this library: a table of functions, in a library of its own
 * (a plug-in, which links nothing of this one) or in the host itself. docs/plugins.md is the guide,
 * examples/plugin_backend one to clone.
 *
 * Here the library is the caller. Functions of a table return NULL, or an error that they made with
 * vyre_plugin_host.error_create (in the host also vyre_error_create) and that the library takes;
 * its code and text reach the application. Results are zeroed before the call. Pointers that a
 * function gets live for the call. Functions are called from any thread, on one device several at
 * once (see VYRE_PLUGIN_ONE_AT_A_TIME), and call nothing of the library but the host's table.
 *
 * Every answer is checked: one that breaks these rules becomes VYRE_ERROR_INTERNAL, or
 * VYRE_ERROR_INVALID_ARGUMENT while the backend is registered, with the backend's id and the name
 * of the function. */

typedef struct vyre_compilation vyre_compilation; /* one call of vyre_backend_table.compile */
typedef struct vyre_oracle vyre_oracle;           /* a program that the oracle can run */

/* SPIR-V for a program, as docs/plugins.md tells its interface. Lives as long as the compilation.
 */
typedef struct vyre_spirv_module {
  size_t struct_size;
  const uint32_t* words;
  size_t word_count;
  const vyre_string* trap_sites; /* where the program can trap, by the number a trap reports */
  size_t trap_site_count;
  uint32_t storage_buffers; /* without that of the trap */
  uint32_t parameter_words; /* of the uniform buffer behind the storage buffers */
  uint32_t can_trap;        /* 1: a buffer of four words behind the uniform buffer */
  uint32_t reserved;
} vyre_spirv_module;

#define VYRE_SPIRV_MODULE_INIT \
  { sizeof(vyre_spirv_module), NULL, 0, NULL, 0, 0, 0, 0, 0 }

/* Memory of one buffer for the oracle. */
typedef struct vyre_oracle_buffer {
  void* bytes; /* read and written; may be NULL when |size| is 0 */
  uint64_t size;
} vyre_oracle_buffer;

/* What a table may call, from any thread. Lives until vyre_backend_table.destroy has returned. */
typedef struct vyre_plugin_host {
  size_t struct_size;
  uint32_t abi_version; /* VYRE_ABI_VERSION of the library */
  uint32_t reserved;
  void* context; /* first argument of |log| */

  /* As vyre_error_create, with the number that vyre_error_native_code gives. */
  vyre_error* (*error_create)(int32_t code, int64_t native_code, vyre_string text);
  int32_t (*error_code)(const vyre_error* error);
  vyre_string (*error_text)(const vyre_error* error);
  void (*error_destroy)(vyre_error* error);

  /* A message to the application's log. |level| is VYRE_LOG_... */
  void (*log)(void* context, int32_t level, vyre_string text);

  /* As vyre_program_get_info and so on. */
  vyre_error* (*program_get_info)(const vyre_program* program, vyre_program_info* out_info);
  vyre_error* (*program_get_buffer)(const vyre_program* program, uint32_t index,
                                    vyre_buffer_info* out_info);
  vyre_error* (*program_encode)(const vyre_program* program, void* bytes, size_t capacity,
                                size_t* out_size);
  vyre_error* (*program_to_json)(const vyre_program* program, char* text, size_t capacity,
                                 size_t* out_size);

  /* SPIR-V for the program that is compiled, made for what the device's profile says. Values that
   * the program names stand in it as numbers. */
  vyre_error* (*compilation_get_spirv)(vyre_compilation* compilation,
                                       vyre_spirv_module* out_module);

  /* The program that is compiled, for the oracle. Outlives the compilation; ended by
   * oracle_destroy, which accepts NULL. */
  vyre_error* (*oracle_create)(vyre_compilation* compilation, vyre_oracle** out_oracle);
  /* Runs it and waits for the end. |buffers| is parallel to vyre_compile_request.bindings; those of
   * workgroup memory are ignored. One oracle may run several times at once. */
  vyre_error* (*oracle_run)(vyre_oracle* oracle, const uint32_t grid[3],
                            const vyre_oracle_buffer* buffers, size_t buffer_count);
  void (*oracle_destroy)(vyre_oracle* oracle);
} vyre_plugin_host;

/* One buffer of a program that is compiled. Never changes. */
typedef struct vyre_compile_binding {
  vyre_string name;
  uint64_t static_bytes; /* 0: known at each dispatch */
  uint64_t reserved[2];
  uint32_t slot;
  uint32_t role;          /* VYRE_ROLE_... */
  uint32_t access;        /* VYRE_ACCESS_... */
  uint32_t element_type;  /* tag of the element type in the wire form */
  uint32_t element_bytes; /* from one element to the next; 0: the type has no size */
  uint32_t element_count; /* 0: known at each dispatch */
} vyre_compile_binding;

/* What vyre_backend_table.compile compiles. */
typedef struct vyre_compile_request {
  size_t struct_size;
  const vyre_plugin_host* host;
  vyre_compilation* compilation;        /* for functions of |host| */
  const vyre_program* program;          /* valid; for functions of |host| */
  const void* wire;                     /* its canonical wire form; NULL: it has none, */
  size_t wire_size;                     /* and program_encode says why */
  const vyre_compile_binding* bindings; /* by slot; workgroup memory among them */
  size_t binding_count;
  const void* specialization;  /* an array of vyre_spec_entry: a value for each that the */
  size_t specialization_count; /* program names, in the order of the names' bytes */
  uint32_t workgroup[3];       /* the size to run with; may differ from the program's own */
  uint32_t segment;            /* tells apart the programs that one dispatch runs */
} vyre_compile_request;

/* What a program gets for one binding: |size| bytes from |offset| of |memory|, which the table's
 * allocate_memory gave. NULL for workgroup memory and when |size| is 0. Never changes. */
typedef struct vyre_command_buffer {
  void* memory;
  uint64_t offset; /* a multiple of the profile's buffer_offset_alignment */
  uint64_t size;
  uint64_t reserved;
} vyre_command_buffer;

/* Sees all that the commands before it have written. */
#define VYRE_COMMAND_BARRIER (UINT64_C(1) << 0)

/* One program on one grid. Never changes. */
typedef struct vyre_command {
  void* executable;                   /* what the table's compile gave */
  const vyre_command_buffer* buffers; /* parallel to vyre_compile_request.bindings */
  size_t buffer_count;
  uint64_t flags;   /* VYRE_COMMAND_... */
  uint32_t grid[3]; /* workgroups on each axis, within the profile's limits */
  uint32_t reserved;
  uint64_t reserved_words[2];
} vyre_command;

/* The device's own time is asked for: vyre_backend_table.get_device_ns will be called. */
#define VYRE_SUBMISSION_TIMED (UINT64_C(1) << 0)

/* Work for a device. One command, unless the table has VYRE_PLUGIN_ORDERED. */
typedef struct vyre_submission {
  size_t struct_size;
  uint64_t flags; /* VYRE_SUBMISSION_... */
  const vyre_command* commands;
  size_t command_count; /* at least 1 */
} vyre_submission;

/* The backend may be chosen by vyre_backend_acquire_preferred. Without it, it is opened by its id
 * alone. */
#define VYRE_PLUGIN_DISPATCHES (UINT64_C(1) << 0)
/* The device keeps order: commands of a submission run one after another, submissions that share
 * memory run in the order of their submission, and transfers of memory wait for what was submitted
 * before. Without it the library does that: one command at a time, and none, nor a transfer, on
 * memory that unfinished work uses. */
#define VYRE_PLUGIN_ORDERED (UINT64_C(1) << 1)
/* Programs with grid barriers are never cut: the backend gets them whole, for any grid. A device
 * that holds a whole grid at a barrier says so in its profile (VYRE_FEATURE_GRID_BARRIER). */
#define VYRE_PLUGIN_NO_SPLIT (UINT64_C(1) << 2)
/* No two calls for one device run at once: the library lets them wait for each other. */
#define VYRE_PLUGIN_ONE_AT_A_TIME (UINT64_C(1) << 3)
/* Compiled programs may call ops that have a reference function alone. */
#define VYRE_PLUGIN_REFERENCE_FUNCTIONS (UINT64_C(1) << 4)
/* Programs may call the ops of the dialect "io", which the library runs around a dispatch. */
#define VYRE_PLUGIN_HOST_IO (UINT64_C(1) << 5)

#define VYRE_PLUGIN_SET_RANK (UINT64_C(1) << 0)

/* A backend. Set |struct_size| to the size of the struct, |abi_version| to VYRE_ABI_VERSION, the
 * required entries, and leave everything else zero. */
typedef struct vyre_backend_table {
  size_t struct_size;
  uint64_t flags;       /* VYRE_PLUGIN_... */
  uint64_t set;         /* VYRE_PLUGIN_SET_... */
  uint32_t abi_version; /* VYRE_ABI_VERSION of the header that the table was compiled with */
  uint32_t rank;        /* lower is better among equals; without its bit the last */
  vyre_string id;       /* required: 1 to 64 letters, digits, '-', '_' and '.'. Copied */
  vyre_string version;  /* empty: "unspecified". Copied */
  void* user;
  vyre_destroy_fn destroy; /* frees |user|, after the last other call; may be NULL */

  /* Required: devices. |device| counts from 0, below count_devices. The library copies the
   * profile. Limits that are 0 count as 1, but for sizes and |max_buffers|: there 0 is unknown. */
  vyre_error* (*get_profile)(void* user, uint32_t device, vyre_device_profile* out_profile);
  vyre_error* (*open_device)(void* user, uint32_t device, const vyre_plugin_host* host,
                             void** out_device);
  void (*close_device)(void* device); /* when all that was made with it is gone */

  /* Required: memory of a device. allocate_memory gives |size| (> 0) zeroed bytes; transfers lie
   * within it and are done when they return. free_memory is called when no work uses it. */
  vyre_error* (*allocate_memory)(void* device, uint64_t size, void** out_memory);
  void (*free_memory)(void* device, void* memory);
  vyre_error* (*write_memory)(void* device, void* memory, uint64_t offset, const void* bytes,
                              uint64_t size);
  vyre_error* (*read_memory)(void* device, void* memory, uint64_t offset, void* bytes,
                             uint64_t size);

  /* Required: programs. What a device cannot do exactly is VYRE_ERROR_UNSUPPORTED_FEATURE here. */
  vyre_error* (*compile)(void* device, const vyre_compile_request* request, void** out_executable);
  void (*free_executable)(void* device, void* executable); /* when no work uses it */

  /* Required: work. |submit| starts it, or does all of it. |wait| waits |timeout_ns| at the longest
   * (0: not at all; VYRE_WAIT_FOREVER) and sets VYRE_PENDING or VYRE_READY; an error means that the
   * work has failed and ended. It is not called again once the work has ended; then free_work is.
   */
  vyre_error* (*submit)(void* device, const vyre_submission* submission, void** out_work);
  vyre_error* (*wait)(void* device, void* work, uint64_t timeout_ns, int32_t* out_state);
  void (*free_work)(void* device, void* work);

  /* How many devices there are now. NULL: one. With several, "id:<uuid>" names one, or
   * "id:<number>" where the profile has no uuid. None is not an error. */
  vyre_error* (*count_devices)(void* user, uint32_t* out_count);

  /* How long the device took for work that is ready; 0: not known. NULL: never known. */
  vyre_error* (*get_device_ns)(void* device, void* work, uint64_t* out_device_ns);

  /* allocate_memory of bytes that will all be written first. NULL: allocate_memory. */
  vyre_error* (*allocate_unfilled)(void* device, uint64_t size, void** out_memory);

  /* Copies between two different memories. NULL: read_memory and write_memory in pieces. */
  vyre_error* (*copy_memory)(void* device, void* from, uint64_t from_offset, void* to,
                             uint64_t to_offset, uint64_t size);

  /* Memory that is these bytes of the host, which stay until free_memory. Address and |size| are
   * multiples of |host_import_alignment|, a power of two. NULL: refused by name. */
  vyre_error* (*import_host)(void* device, void* bytes, uint64_t size, int32_t writable,
                             void** out_memory);
  uint64_t host_import_alignment;

  /* Lifecycle. |prepare|: what the first dispatch would otherwise wait for. |flush|: makes durable
   * what is cached; all work has ended. |shutdown|: lets the device go; all work has ended, and
   * only read_memory of what it left, frees and close_device come after. NULL: nothing is to do. */
  vyre_error* (*prepare)(void* device);
  vyre_error* (*flush)(void* device);
  vyre_error* (*shutdown)(void* device);
  /* Sets 1 when the device is gone for good; |wait| then fails at once. NULL: the device is lost
   * when a function has failed with VYRE_ERROR_DEVICE_LOST. */
  vyre_error* (*get_device_lost)(void* device, int32_t* out_lost);
  /* Opens the same adapter again, with the same limits. What was made before is only freed
   * afterwards. NULL: refused by name. */
  vyre_error* (*recover)(void* device);
  /* What the backend counts itself, with the bits in |set| of what it knows. NULL: nothing. The
   * library counts the rest where it can. */
  vyre_error* (*get_counters)(void* device, vyre_counters* out_counters);
} vyre_backend_table;

#define VYRE_BACKEND_TABLE_INIT                                                                    \
  {                                                                                                \
    sizeof(vyre_backend_table), 0, 0, VYRE_ABI_VERSION, 0, {NULL, 0}, {NULL, 0}, NULL, NULL, NULL, \
        NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,  \
        NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL                                                \
  }

/* What a plug-in exports as "vyre_plugin_entry". |table| is zeroed but for its |struct_size|, the
 * room there is: a plug-in that needs more returns an error. Sets the table up; once it has
 * succeeded, |destroy| is called in the end, whatever comes between. May be called several times
 * in a process, once for each context that loads it. */
typedef vyre_error* (*vyre_plugin_entry_fn)(const vyre_plugin_host* host,
                                            vyre_backend_table* table);

/* Adds a backend that lives in the host itself to those of the context. |table| is copied; its
 * |destroy| is called when the context and all objects made with the backend are gone; not when
 * this call fails. VYRE_ERROR_INVALID_ARGUMENT names the entry that is missing or wrong,
 * VYRE_ERROR_ALREADY_REGISTERED both owners of an id. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_context_add_backend(vyre_context* context,
                                                             const vyre_backend_table* table);

/* How plug-ins are loaded. */
typedef struct vyre_plugin_desc {
  size_t struct_size;
  uint64_t flags; /* 0 */
  /* BLAKE3 of the files that may be loaded, 32 bytes each; none: all may. What is loaded is what
   * was hashed, also when the file changes meanwhile. Linux only. */
  const uint8_t* digests;
  size_t digest_count;
} vyre_plugin_desc;

#define VYRE_PLUGIN_DESC_INIT \
  { sizeof(vyre_plugin_desc), 0, NULL, 0 }

/* Loads the plug-in |path| and adds its backend to those of the context. |desc| and |out_id| (what
 * vyre_backend_acquire takes; lives as long as the context) may be NULL. Loading runs code of the
 * plug-in. The library stays loaded as long as the context or an object made with the backend is
 * there. After an error nothing is loaded: VYRE_ERROR_NOT_FOUND and VYRE_ERROR_INPUT_OUTPUT for the
 * file, VYRE_ERROR_INVALID_ARGUMENT for one that is no plug-in of this ABI version, has another
 * digest or a broken table, VYRE_ERROR_ALREADY_REGISTERED for an id that is taken. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_context_load_plugin(vyre_context* context,
                                                             vyre_string path,
                                                             const vyre_plugin_desc* desc,
                                                             vyre_string* out_id);

/* Loads every plug-in of |folder|: the regular files that end in ".so", ".dylib" or ".dll", in the
 * order of their names. Those that load stay loaded also when others do not; the error then has a
 * finding for each that does not: its code's name, its file and why. |desc| may be NULL. A
 * folder without plug-ins is no error. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_context_load_plugins(vyre_context* context,
                                                              vyre_string folder,
                                                              const vyre_plugin_desc* desc);

#ifdef __cplusplus
}
#endif

#endif /* VYRE_DRIVER_H */

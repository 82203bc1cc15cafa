/* vyre_driver.h: the C interface of vyre-driver, an embeddable GPU compute driver.
 *
 * A program says what is to be computed. A device runs it: a GPU, a processor that a Vulkan driver
 * uses as one, or the oracle "cpu-ref", which defines what the right result is.
 *
 *   #include <vyre_driver.h>
 *
 *   int run(const void* bytes, size_t size) {  // a kernel: vyre IR as bytes or JSON, or SPIR-V
 *     float in[4] = {1, 2.5f, -3, 4000}, out[4];
 *     vyre_binding bindings[2] = {vyre_bind_input(0, in, sizeof in),
 *                                 vyre_bind_output(1, out, sizeof out)};
 *     vyre_device* device = NULL;
 *     vyre_program* program = NULL;
 *     vyre_pipeline* pipeline = NULL;
 *     vyre_error* error = vyre_device_open(NULL, NULL, &device);  // the best one
 *     if (!error) error = vyre_program_load(NULL, bytes, size, NULL, &program);
 *     if (!error) error = vyre_pipeline_create(device, program, NULL, &pipeline);
 *     if (!error) error = vyre_dispatch(pipeline, bindings, 2, NULL, NULL);
 *     if (!error) printf("%g on %s\n", out[0], vyre_device_get_info(device)->name.data);
 *     vyre_pipeline_destroy(pipeline);
 *     vyre_program_destroy(program);
 *     vyre_device_destroy(device);
 *     return vyre_error_print(error);  // 1 when there was one
 *   }
 *
 * More headers: vyre_driver_builder.h (write kernels in C), vyre_driver_sequence.h (repeat work),
 * vyre_driver_tools.h (tune, test, operate), vyre_driver_keys.h (keys for caches of your own),
 * vyre_driver_registry.h (ops), vyre_driver_image.h (textures), vyre_driver_plugin.h (backends),
 * vyre_driver_interop.h and vyre_driver_vulkan.h (a Vulkan device of your own). All functions are
 * listed at the end.
 *
 * WORDS. A device runs work; a backend is a family of devices: "vulkan", "cpu-ref", a plug-in. A
 * context holds what would otherwise be global. A program is what is to be computed: in the IR,
 * which is vyre's own language for kernels, or as a SPIR-V module. A parameter is what a program
 * declares, a binding what it gets in one dispatch, a buffer bytes on a device. A constant is a
 * value that a kernel is specialized with. A pipeline is a program made for a device. Work is what
 * was started. An invocation is one run of a kernel's body, a workgroup a block of invocations, a
 * grid all workgroups of a dispatch.
 *
 * CONVENTIONS, which hold wherever a comment says nothing else:
 *
 * Errors. A function that can fail is marked VYRE_TRY and returns vyre_error*; NULL is success. The
 * caller owns the error: vyre_error_print or vyre_error_destroy ends it. Its text names the thing
 * and the value, and says after "Fix: " what to do. After an error every object is as usable as
 * before. The library never prints, aborts, exits or throws, and keeps no "last error". Any such
 * function may return INVALID_ARGUMENT (a mistake in the call: a NULL, a range, an object of
 * another device), DEVICE_LOST, OUT_OF_HOST_MEMORY and DEVICE_OUT_OF_MEMORY. All else that it may
 * return stands behind "Errors:" in its comment.
 *
 * Waiting. "Submits." at the end of a comment: the call hands work to the device. "Blocks.": it may
 * wait for a device, a driver or a file. All other calls do neither, but for the one thing that
 * vyre_device_prepare names.
 *
 * Owners. create, open, load and import make an object. A handle that comes through an out_
 * argument belongs to the caller, who ends it with its _destroy, which accepts NULL. What is
 * returned, or lies in an info, is borrowed. An object keeps alive what it was made from, so any
 * order of destruction is right. Destroying does not wait, but for the last object of a device:
 * that waits until the device has finished. Using a destroyed object is undefined.
 *
 * Out arguments come last and are set to NULL or 0 first; so they are after an error. Where a
 * comment does not allow NULL, NULL is an error and not a crash. A function that is not VYRE_TRY
 * accepts NULL for any object.
 *
 * Threads. Any function may be called on any thread, several at once, on one object too. Only
 * _destroy has to be the last use of its object. A call with a const handle changes nothing that
 * another could see.
 *
 * Pointers. No call keeps a pointer of the caller after it has returned, callbacks excepted.
 *
 * Strings are vyre_string, UTF-8 with a size; vyre_str makes one. What the library gives out has a
 * NUL behind its bytes, so printf("%s", s.data) works. It lives as long as its object.
 *
 * Structs begin with |struct_size|. Start from VYRE_NAME_INIT in a declaration, or
 * VYRE_NAME_DEFAULT in an assignment: all zero, but for fields marked INIT. Zero is the default.
 * Before version 1.0 any other |struct_size| is an error. A _desc goes in, and NULL stands for all
 * defaults. An _info comes out as a constant. Others are copied out, and need their INIT too.
 * Reserved fields are 0. What "never changes" has no size, and goes by value or in arrays.
 *
 * Infos. vyre_x_get_info(x) gives a struct that lives as long as x; for NULL an empty one. Reading
 * it takes no lock and cannot fail. A list in it is an array of pointers |ys|, with |y_count|. What
 * changes while one looks is a snapshot, an object of its own, as vyre_device_list_create makes. A
 * field that a newer header adds is there when it lies below the info's |struct_size|.
 *
 * Enumerations have 32 bits, and a type of their own in C++ and C23. A newer library may give a
 * value that this header lacks: a switch needs a default. Flags have 64 bits; unknown ones are an
 * error.
 *
 * Blobs. Bytes whose size only the library knows come as a vyre_blob.
 *
 * Twins. A call that moves bytes or runs kernels and waits for them has a twin _async, which
 * returns at once with a vyre_work. Destroying the work neither waits for it nor stops it.
 * |out_work| may be NULL: a failure is then logged, and the next vyre_device_wait_idle returns it.
 *
 * Timeouts: 0 looks and does not wait, VYRE_FOREVER has no end. A wait that ran out of time is no
 * error and says so in what it gives out. |timeout_ns| of a description cancels the work behind it,
 * of a twin too: the work then has failed with TIMED_OUT. No thread watches the clock: who waits or
 * looks behind that time learns it, and work that is over by then has ended in time.
 *
 * Callbacks are called while no lock of the library is held, and return normally (no exception, no
 * longjmp). The destroy function beside one may be NULL. It is called once, when the callback is
 * not needed any more; never when the call that takes both has failed.
 *
 * Units. Sizes and offsets are bytes: uint64_t on a device, size_t in the caller's memory. Times
 * are nanoseconds. An array is a pointer and its name with _count. Truths are uint32_t, 0 or 1. A
 * number that nobody knows is VYRE_UNKNOWN; in vyre_device_info alone it is 0.
 *
 * A NULL context is the one that the whole process shares, in calls that make an object which keeps
 * it alive: devices, lists of them, programs, builders. Elsewhere it is an error.
 *
 * Labels are copied, and name an object in errors, traces and debuggers.
 *
 * THIS VERSION refuses some of what is described here by name, as UNSUPPORTED_FEATURE:
 *
 *  - exported buffers,
 *  - images. */
#ifndef VYRE_DRIVER_H
#define VYRE_DRIVER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifndef VYRE_NO_STDIO /* define it to leave out <stdio.h> and vyre_error_print */
#include <stdio.h>
#endif

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

#define VYRE_TRY VYRE_NODISCARD VYRE_API vyre_error* /* a function that can fail */
#define VYRE_CALL                                    /* the calling convention of callbacks */

/* An enumeration of 32 bits. */
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
#define VYRE_ENUM(t) \
  enum t : uint32_t; \
  typedef enum t t;  \
  enum t : uint32_t
#else
#define VYRE_ENUM(t)  \
  typedef uint32_t t; \
  enum
#endif

/* A struct with these values; used by VYRE_..._DEFAULT. */
#ifdef __cplusplus
#define VYRE_LITERAL(t, init) t init
#else
#define VYRE_LITERAL(t, init) ((t)init)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version, strings, blobs --------------------------------------------------------------- */

#define VYRE_VERSION_MAJOR 0
#define VYRE_VERSION_MINOR 1
#define VYRE_VERSION_PATCH 0
#define VYRE_ABI_VERSION 2 /* of this binary interface; plug-ins are checked against it */

#define VYRE_OK ((vyre_error_code)0) /* no error */
#define VYRE_UNKNOWN UINT64_MAX      /* a number that nobody knows; never invented */
#define VYRE_UNKNOWN_U32 UINT32_MAX  /* the same in 32 bits */
#define VYRE_WHOLE_SIZE UINT64_MAX   /* from the offset to the end of a buffer */
#define VYRE_FOREVER UINT64_MAX      /* a timeout without end */

typedef struct vyre_error vyre_error;             /* why a call failed */
typedef struct vyre_blob vyre_blob;               /* bytes of the library */
typedef struct vyre_context vyre_context;         /* what would otherwise be global */
typedef struct vyre_device vyre_device;           /* one device, ready for work */
typedef struct vyre_device_list vyre_device_list; /* which devices there are, best first */
typedef struct vyre_program vyre_program;         /* what is to be computed; immutable */
typedef struct vyre_pipeline vyre_pipeline;       /* a program made for a device */
typedef struct vyre_buffer vyre_buffer;           /* bytes on a device */
typedef struct vyre_work vyre_work;               /* what was started */
typedef struct vyre_registry vyre_registry;       /* ops: vyre_driver_registry.h */
typedef struct vyre_semaphore vyre_semaphore;     /* a timeline: vyre_driver_interop.h */
typedef struct vyre_image vyre_image;             /* texels on a device: vyre_driver_image.h */
typedef struct vyre_sampler vyre_sampler;         /* how texels are read: likewise */

/* |size| bytes of UTF-8. {NULL, 0} is the empty string. Never changes. */
typedef struct vyre_string {
  const char* data;
  size_t size; /* without the NUL that stands behind what the library gives */
} vyre_string;

/* |size| bytes. Never changes. */
typedef struct vyre_bytes {
  const void* data;
  size_t size;
} vyre_bytes;

/* An open file; it stays the caller's. Never changes. */
typedef struct vyre_file {
  int64_t handle; /* a file descriptor; on Windows a HANDLE */
} vyre_file;

/* The characters of a C string, which has to outlive their use. NULL gives the empty string. */
static inline vyre_string vyre_str(const char* text) {
  vyre_string s;
  s.data = text;
  s.size = text == NULL ? 0 : strlen(text);
  return s;
}

/* The file of a descriptor or HANDLE. */
static inline vyre_file vyre_file_of(int64_t handle) {
  vyre_file f;
  f.handle = handle;
  return f;
}

/* "0.1.0" of the library that is loaded. Lives for ever. */
VYRE_API vyre_string vyre_version(void);

/* VYRE_ABI_VERSION of the library that is loaded. */
VYRE_API uint32_t vyre_abi_version(void);

typedef uint64_t vyre_build_flags;                /* what the library was built with */
#define VYRE_BUILD_SPIRV_TOOLS (UINT64_C(1) << 0) /* SPIR-V modules are validated */

/* What the library was built with. */
VYRE_API vyre_build_flags vyre_get_build_flags(void);

/* Its bytes, at a multiple of 16, with a NUL behind them. They live as long as the blob. */
VYRE_API vyre_bytes vyre_blob_get_bytes(const vyre_blob* blob);

/* Ends the blob and its bytes. */
VYRE_API void vyre_blob_destroy(vyre_blob* blob);

/* ---- Errors -------------------------------------------------------------------------------- */

/* 10xx are shared by all vyre drivers. Numbers are append-only; those that are missing stay so. */
VYRE_ENUM(vyre_error_code){
    /* scripts/generate writes: error codes */
    VYRE_ERROR_DEVICE_OUT_OF_MEMORY = 1001,  /* the device cannot hold the buffers */
    VYRE_ERROR_UNSUPPORTED_FEATURE = 1002,   /* right, but this device or build cannot do it */
    VYRE_ERROR_KERNEL_COMPILE_FAILED = 1004, /* the device's compiler refused the kernel */
    VYRE_ERROR_DISPATCH_FAILED = 1005,       /* the work ran and failed: traps, device errors */
    VYRE_ERROR_INVALID_PROGRAM = 1006,       /* breaks a rule of the IR or of SPIR-V */
    VYRE_ERROR_COOPERATIVE_RESIDENCY = 1007, /* a grid cannot be resident as a whole */
    VYRE_ERROR_UNKNOWN = 1999,               /* none of the others: mostly, a driver fails */
    VYRE_ERROR_INVALID_ARGUMENT = 2001,      /* a mistake in the call */
    VYRE_ERROR_NOT_FOUND = 2002,             /* no such device, parameter, constant, file */
    VYRE_ERROR_ALREADY_REGISTERED = 2003,    /* a name or id is taken */
    VYRE_ERROR_OUT_OF_HOST_MEMORY = 2004,    /* an allocation on the host failed */
    VYRE_ERROR_DEVICE_LOST = 2005,           /* the device is gone: see vyre_device_recover */
    VYRE_ERROR_TIMED_OUT = 2006,             /* |timeout_ns| of a description has passed */
    VYRE_ERROR_INPUT_OUTPUT = 2007,          /* a file or a library could not be read or written */
    VYRE_ERROR_MALFORMED_WIRE = 2008,        /* bytes that are no program in wire form */
    VYRE_ERROR_MALFORMED_JSON = 2009,        /* text that is no program in JSON form */
    VYRE_ERROR_INTERNAL = 2010,              /* a mistake of the library; please report it */
    VYRE_ERROR_OUTPUT_TOO_SMALL = 2011,      /* the memory for a result is too small */
    VYRE_ERROR_CANCELLED = 2012,             /* somebody cancelled the work */
    VYRE_ERROR_NOT_READY = 2013,             /* not made yet, or no room now: ask again later */
    VYRE_ERROR_MALFORMED_MODULE = 2014       /* bytes that are no SPIR-V module */
};
/* scripts/generate ends */

/* One thing that is wrong, or missing. */
typedef struct vyre_finding {
  size_t struct_size;
  vyre_string code;  /* the rule "V010", or the fact "F64", "SPIR-V capability 6018 DotProduct" */
  vyre_string path;  /* where: "body[2].if.then[0]", "op 'math.add'", "parameter 'out'" */
  vyre_string other; /* the second place where there are two, as the first owner of an id */
  vyre_string text, fix; /* a sentence; what to do */
  vyre_string label;     /* the nearest one: of the step, dispatch, pipeline or program */
} vyre_finding;
#define VYRE_FINDING_INIT                                                                    \
  {                                                                                          \
    sizeof(vyre_finding), {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, { NULL, 0 } \
  }
#define VYRE_FINDING_DEFAULT VYRE_LITERAL(vyre_finding, VYRE_FINDING_INIT)

/* The parts of an error. */
typedef struct vyre_error_info {
  size_t struct_size;
  vyre_string message, fix; /* what happened; what to do */
  vyre_string label;        /* the nearest one, as in a finding */
  /* Of a trap: the statement as its author wrote it, compositions of ops in place of their calls,
   * and its tag. */
  vyre_string path, trap_tag;
  const vyre_finding* const* findings;
  size_t finding_count;
  int64_t native_code; /* a VkResult, an errno; 0: none */
  /* The one that failed, of a program that was cut at grid barriers: when it was compiled, begun or
   * run, on every backend. Its place, from 0, in the order in which they run, of equal segments the
   * first. VYRE_UNKNOWN: the program was not cut, or it was not one segment alone that failed. */
  uint64_t segment;
  uint64_t step;         /* of a sequence; else VYRE_UNKNOWN */
  uint64_t trap_address; /* of a trap; else VYRE_UNKNOWN */
  uint64_t trap_lane;    /* the id on the x axis of the invocation that failed; VYRE_UNKNOWN where
                            that is not known or it has one on another axis */
  uint64_t limit, requested; /* a limit that was passed, or memory that there was, and what was
                                asked for; else VYRE_UNKNOWN */
  vyre_error_code code;
  uint32_t reserved;
} vyre_error_info;

/* The code of an error, VYRE_OK for NULL. */
VYRE_API vyre_error_code vyre_error_get_code(const vyre_error* error);

/* All of an error, ready to print: message, "Fix: ", label and a line for each finding. "" for
 * NULL. Lives as long as the error, and reading it allocates nothing. */
VYRE_API const char* vyre_error_text(const vyre_error* error);

/* An error as data. */
VYRE_API const vyre_error_info* vyre_error_get_info(const vyre_error* error);

/* "INVALID_PROGRAM" for a VYRE_ERROR_ value, "OK" for VYRE_OK, "" for any other. Lives for ever. */
VYRE_API vyre_string vyre_error_code_name(vyre_error_code code);

/* An error for a callback to return, or for the caller's own functions. |text| is copied; what
 * follows "Fix: " in it becomes the fix. An unknown |code| becomes UNKNOWN. Never NULL. */
VYRE_NODISCARD VYRE_API vyre_error* vyre_error_create(vyre_error_code code, int64_t native_code,
                                                      vyre_string text);

/* One more owner of the same error. Allocates nothing. NULL for NULL. */
VYRE_NODISCARD VYRE_API vyre_error* vyre_error_share(const vyre_error* error);

/* Errors may outlive their context and be destroyed on any thread. */
VYRE_API void vyre_error_destroy(vyre_error* error);

#ifndef VYRE_NO_STDIO
/* Prints an error to stderr, destroys it and gives 1; 0 for NULL. So main can end with it. */
static inline int vyre_error_print(vyre_error* error) {
  if (error == NULL) return 0;
  fprintf(stderr, "%s\n", vyre_error_text(error));
  vyre_error_destroy(error);
  return 1;
}
#endif

/* ---- Context ------------------------------------------------------------------------------- */

/* How urgent a message is. */
VYRE_ENUM(vyre_log_level){
    VYRE_LOG_ERROR = 1,   /* something failed and no call returns it */
    VYRE_LOG_WARNING = 2, /* it works, but not as was asked for */
    VYRE_LOG_INFO = 3,    /* what was chosen, opened, kept */
    VYRE_LOG_DEBUG = 4    /* everything else */
};

/* Frees the user data of a callback that will not be called again. */
typedef void(VYRE_CALL* vyre_destroy_fn)(void* user);

/* Gets a message, on the thread where it arises, several at once perhaps. |text| lives for the
 * call. Must not call the library. */
typedef void(VYRE_CALL* vyre_log_fn)(void* user, vyre_log_level level, vyre_string text);

/* Gives |size| bytes (> 0) at a multiple of |alignment| (a power of two), or NULL. Any thread. */
typedef void*(VYRE_CALL* vyre_allocate_fn)(void* user, size_t size, size_t alignment);

/* Takes back what vyre_allocate_fn gave, with the same size and alignment. Any thread. */
typedef void(VYRE_CALL* vyre_deallocate_fn)(void* user, void* memory, size_t size,
                                            size_t alignment);

/* Lends a thread of the host: calls job(data) once, soon, on any thread, also within this call. A
 * job may block until work on a device has ended. */
typedef void(VYRE_CALL* vyre_job_fn)(void* data);
typedef void(VYRE_CALL* vyre_run_job_fn)(void* user, vyre_job_fn job, void* data);

typedef uint64_t vyre_context_flags; /* of a context */
/* The library may start threads, for background work. They are joined when the last object of the
 * context is destroyed. Does nothing where |run_job| is given. */
#define VYRE_CONTEXT_OWN_THREADS (UINT64_C(1) << 0)
/* The variables VYRE_BACKEND, VYRE_BACKEND_EXCLUDE and VYRE_CACHE_DIR are read, when the context is
 * made. Without the flag no variable is read. */
#define VYRE_CONTEXT_READ_ENVIRONMENT (UINT64_C(1) << 1)
/* Vulkan devices run under the Khronos validation layer, which reports to |log|. Without the layer
 * on the machine, opening one fails. */
#define VYRE_CONTEXT_VULKAN_VALIDATION (UINT64_C(1) << 2)
/* The cache folder is read; nothing in it is made, written or removed. */
#define VYRE_CONTEXT_CACHE_READ_ONLY (UINT64_C(1) << 3)
/* The metrics that are times are measured, for some looks at a clock in each dispatch. */
#define VYRE_CONTEXT_MEASURE_TIMES (UINT64_C(1) << 4)
/* What happens is kept for vyre_context_write_trace. Includes DEBUG_LABELS, times dispatches. */
#define VYRE_CONTEXT_TRACE (UINT64_C(1) << 5)
/* Vulkan objects and dispatches have their labels, where VK_EXT_debug_utils is there. */
#define VYRE_CONTEXT_DEBUG_LABELS (UINT64_C(1) << 6)

/* How a context behaves. Its callbacks live until the context and all that was made from it is
 * gone.
 *
 * Background work is completion callbacks, compiling of vyre_pipeline_create_async, transfers of
 * files, and trimming of the cache folder. It runs on threads that |run_job| lends, else on the
 * library's own where OWN_THREADS allows them. Else it runs piece by piece inside calls that wait
 * for it and inside vyre_context_run_callbacks, callbacks in the latter alone. The oracle has no
 * thread either: its work goes on inside the calls that wait for it, or look. */
typedef struct vyre_context_desc {
  size_t struct_size;
  vyre_context_flags flags;
  vyre_log_fn log; /* NULL: silent */
  void* log_user;
  vyre_destroy_fn log_destroy;
  vyre_allocate_fn allocate; /* big blocks of host memory; NULL, with |deallocate|: the C++ heap */
  vyre_deallocate_fn deallocate;
  void* allocate_user;
  vyre_destroy_fn allocate_destroy;
  vyre_run_job_fn run_job; /* NULL: none */
  void* run_job_user;
  vyre_destroy_fn run_job_destroy;
  vyre_string cache_folder;   /* compiled kernels are kept here between runs; empty: nowhere. Made
                                 for its owner alone; failures in it are logged and cost time */
  vyre_string vulkan_library; /* the Vulkan loader to open; empty: the system's */
  vyre_log_level log_level;   /* the least urgent one that |log| gets; 0: WARNING */
  uint32_t reserved;
  uint64_t cache_memory_bytes, cache_memory_entries; /* in memory, each device; 0: 256 MiB, 256 */
  uint64_t cache_disk_bytes; /* of all files in the folder; 0: 512 MiB. The oldest go first */
  uint64_t trace_events;     /* kept, about 140 bytes each; 0: 65,536; 16,777,216 at most */
} vyre_context_desc;
#define VYRE_CONTEXT_DESC_INIT                                                                \
  {                                                                                           \
    sizeof(vyre_context_desc), 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, \
        {NULL, 0}, {NULL, 0}, (vyre_log_level)0, 0, 0, 0, 0, 0                                \
  }
#define VYRE_CONTEXT_DESC_DEFAULT VYRE_LITERAL(vyre_context_desc, VYRE_CONTEXT_DESC_INIT)

/* Makes a context. Opens no device and starts no thread. |desc| may be NULL.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_context_create(const vyre_context_desc* desc, vyre_context** out_context);

/* An owner of the context that NULL stands for: all defaults, nothing read from the environment.
 * The first use makes it, and it ends with its last object.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_context_get_shared(vyre_context** out_context);

/* Does the background work that is due, on this thread, and waits for none that is not. |out_ran|
 * (may be NULL) gets how many callbacks were made. Only contexts without threads need it.
 * Errors: none beyond the usual.
 * Submits. */
VYRE_TRY vyre_context_run_callbacks(vyre_context* context, uint32_t* out_ran);

/* Loads the plug-in |path|, which runs code of it, and adds its backend to the context. |digests|
 * are the BLAKE3 digests, 32 bytes each, of the files that may be loaded; with none all may.
 * |out_backend| (may be NULL) gets the backend's id, which lives as long as the context. After an
 * error nothing stays loaded. A file that is no plug-in of this ABI version, has another digest or
 * a broken table is INVALID_ARGUMENT.
 * Errors: NOT_FOUND, INPUT_OUTPUT for the file; ALREADY_REGISTERED names both owners of the id;
 * UNSUPPORTED_FEATURE for digests where the system cannot keep to them; what the plug-in returned.
 * Blocks. */
VYRE_TRY vyre_context_load_plugin(vyre_context* context, vyre_string path,
                                  const vyre_bytes* digests, size_t digest_count,
                                  vyre_string* out_backend);

/* Loads every plug-in of |folder|: regular files that end in ".so", ".dylib" or ".dll", in the
 * order of their names. Those that load stay loaded when others do not. A folder without any is no
 * error.
 * Errors: as vyre_context_load_plugin, with a finding for each file that was not loaded: NOT_FOUND,
 * INPUT_OUTPUT, ALREADY_REGISTERED, UNSUPPORTED_FEATURE.
 * Blocks. */
VYRE_TRY vyre_context_load_plugins(vyre_context* context, vyre_string folder,
                                   const vyre_bytes* digests, size_t digest_count);

/* Ends an owner of the context. */
VYRE_API void vyre_context_destroy(vyre_context* context);

/* ---- Programs: of the IR, and SPIR-V modules of other compilers ----------------------------- */

/* The element type of a parameter: its tag in the wire form. Types that are not listed have their
 * tag too. */
VYRE_ENUM(vyre_type){
    VYRE_TYPE_U32 = 1,   /* unsigned, 32 bits */
    VYRE_TYPE_I32 = 2,   /* signed, 32 bits */
    VYRE_TYPE_U64 = 3,   /* unsigned, 64 bits */
    VYRE_TYPE_BOOL = 6,  /* a truth, 32 bits in memory */
    VYRE_TYPE_BYTES = 7, /* bytes without a type */
    VYRE_TYPE_F16 = 9,   /* IEEE half */
    VYRE_TYPE_BF16 = 10, /* bfloat16 */
    VYRE_TYPE_F32 = 11,  /* IEEE single */
    VYRE_TYPE_F64 = 12,  /* IEEE double */
    VYRE_TYPE_U8 = 14,   /* unsigned, 8 bits */
    VYRE_TYPE_U16 = 15,  /* unsigned, 16 bits */
    VYRE_TYPE_I8 = 16,   /* signed, 8 bits */
    VYRE_TYPE_I16 = 17,  /* signed, 16 bits */
    VYRE_TYPE_I64 = 18   /* signed, 64 bits */
};

/* How a program may touch a parameter. Values of the wire form. */
VYRE_ENUM(vyre_access){
    VYRE_ACCESS_READ_ONLY = 0,  /* loads */
    VYRE_ACCESS_READ_WRITE = 1, /* loads, stores, atomics */
    VYRE_ACCESS_UNIFORM = 2,    /* loads of a small block that all invocations share */
    VYRE_ACCESS_WORKGROUP = 3,  /* memory of a workgroup */
    VYRE_ACCESS_WRITE_ONLY = 4  /* stores */
};

/* What a dispatch does with a parameter. Follows from what is declared, first match: workgroup
 * memory SHARED; persistent memory PERSISTENT; MARKED_OUTPUT or MARKED_LIVE_OUT OUTPUT; else by
 * access: read only INPUT, read and write INPUT_OUTPUT, write only OUTPUT, uniform UNIFORM. */
VYRE_ENUM(vyre_role){
    VYRE_ROLE_SHARED = 1,       /* one copy for each workgroup; nothing is bound */
    VYRE_ROLE_PERSISTENT = 2,   /* kept by the caller between dispatches */
    VYRE_ROLE_OUTPUT = 3,       /* starts zeroed, may be read back */
    VYRE_ROLE_INPUT = 4,        /* needs bytes, is only read */
    VYRE_ROLE_INPUT_OUTPUT = 5, /* needs bytes, may be read back */
    VYRE_ROLE_UNIFORM = 6       /* needs bytes, is only read */
};

/* What a parameter is. All but BUFFER are of SPIR-V modules alone. */
VYRE_ENUM(vyre_resource){
    VYRE_RESOURCE_BUFFER = 0,         /* bytes */
    VYRE_RESOURCE_STORAGE_IMAGE = 1,  /* texels that are loaded and stored */
    VYRE_RESOURCE_TEXTURE = 2,        /* texels that are read through a sampler of its own */
    VYRE_RESOURCE_SAMPLER = 3,        /* how a texture is read */
    VYRE_RESOURCE_SAMPLED_TEXTURE = 4 /* both in one */
};

typedef uint64_t vyre_parameter_flags;                  /* of a parameter */
#define VYRE_PARAMETER_RETURNED (UINT64_C(1) << 0)      /* a result: it can be read back */
#define VYRE_PARAMETER_RETURNS_RANGE (UINT64_C(1) << 1) /* but not all of it */
/* The marks of the wire form, "output" and "live_out". Either makes a parameter RETURNED. */
#define VYRE_PARAMETER_MARKED_OUTPUT (UINT64_C(1) << 2)   /* "output" */
#define VYRE_PARAMETER_MARKED_LIVE_OUT (UINT64_C(1) << 3) /* "live_out" */

/* What a program declares and a dispatch binds. */
typedef struct vyre_parameter_info {
  size_t struct_size;
  vyre_string name;
  vyre_string element; /* the element type as text: "U32", "Vec<F32,4>" */
  vyre_parameter_flags flags;
  uint64_t element_bytes;            /* from one element to the next; 0: the type has no size */
  uint64_t element_count;            /* 0: known when bound */
  uint64_t static_bytes;             /* packed size of all elements; 0: known when bound */
  uint64_t min_bytes;                /* what a binding has at least; 0: no limit */
  uint64_t return_start, return_end; /* the bytes that RETURNS_RANGE returns; else 0 */
  uint32_t slot; /* where it is bound; of a module within |set|: the binding, unless described */
  vyre_type element_type;
  vyre_access access;
  vyre_role role;
  vyre_resource resource;
  uint32_t set, binding; /* of a SPIR-V module: its numbers; else 0 */
  uint32_t array_count;  /* descriptors in an array; 1 for all others */
} vyre_parameter_info;

/* What a constant is. The kind bytes of the canonical form. */
VYRE_ENUM(vyre_constant_kind){
    VYRE_CONSTANT_U32 = 0,    /* unsigned, 32 bits */
    VYRE_CONSTANT_I32 = 1,    /* signed, 32 bits */
    VYRE_CONSTANT_F32 = 2,    /* IEEE single */
    VYRE_CONSTANT_BOOL = 3,   /* a truth */
    VYRE_CONSTANT_TYPE = 4,   /* an element type */
    VYRE_CONSTANT_OTHER = 255 /* of a module, a type that keeps its default */
};

/* A value that a pipeline is specialized with. Never changes. */
typedef struct vyre_constant {
  vyre_string name;    /* "n"; of a module also its number, "#7" */
  vyre_string element; /* of VYRE_CONSTANT_TYPE alone: "Vec<F32,4>" */
  uint64_t bits;       /* of all others: the number, or its bit pattern; a truth is 0 or 1 */
  vyre_constant_kind kind;
  uint32_t reserved;
} vyre_constant;

/* A constant that a program names. */
typedef struct vyre_constant_info {
  size_t struct_size;
  vyre_string name;
  vyre_constant initial; /* its default */
  vyre_constant_kind kind;
  uint32_t has_initial;    /* 0: each pipeline has to give a value */
  uint32_t number;         /* of a module: its SpecId; else 0 */
  uint32_t workgroup_axis; /* 1 to 3: it is the workgroup size on that axis; 0: it is not */
} vyre_constant_info;

/* Used by the next four. */
static inline vyre_constant vyre_constant_(const char* name, vyre_constant_kind kind,
                                           uint32_t bits) {
  vyre_constant c;
  memset(&c, 0, sizeof c);
  c.name = vyre_str(name);
  c.bits = bits;
  c.kind = kind;
  return c;
}

/* The constant |name|, which has to outlive its use. A float keeps its bits, NaN and -0.0 too. */
static inline vyre_constant vyre_constant_u32(const char* name, uint32_t value) {
  return vyre_constant_(name, VYRE_CONSTANT_U32, value);
}
static inline vyre_constant vyre_constant_i32(const char* name, int32_t value) {
  return vyre_constant_(name, VYRE_CONSTANT_I32, (uint32_t)value);
}
static inline vyre_constant vyre_constant_f32(const char* name, float value) {
  uint32_t b;
  memcpy(&b, &value, sizeof b);
  return vyre_constant_(name, VYRE_CONSTANT_F32, b);
}
static inline vyre_constant vyre_constant_bool(const char* name, int value) {
  return vyre_constant_(name, VYRE_CONSTANT_BOOL, value != 0);
}

/* How a program is written down. */
VYRE_ENUM(vyre_format){
    VYRE_FORMAT_ANY = 0,  /* loading: as the first bytes say; saving: as it was read */
    VYRE_FORMAT_WIRE = 1, /* bytes that begin with "VYRE" or "VIR0" */
    VYRE_FORMAT_JSON = 2, /* text that begins with a brace */
    VYRE_FORMAT_SPIRV = 3 /* a module, in either order of bytes */
};

/* The layouts of the wire form, one for each published generation that changed it. */
VYRE_ENUM(vyre_wire_form){
    VYRE_WIRE_ANY = 0,       /* as the bytes say, or see vyre_save_desc */
    VYRE_WIRE_FORM_1 = 1,    /* of 0.4.0 */
    VYRE_WIRE_FORM_4 = 2,    /* of 0.4.1 to 0.6.3 */
    VYRE_WIRE_FORM_4_OP = 3, /* of 0.6.4 and 0.6.5: form 4, with an operator in each reduction */
    VYRE_WIRE_FORM_5 = 4,    /* between the two; never written by a published version */
    VYRE_WIRE_FORM_6 = 5     /* of 0.7 */
};

/* Whose results a program has where published generations differ. Part of a program; saving never
 * changes it. */
VYRE_ENUM(vyre_semantics){
    VYRE_SEMANTICS_ANY = 0,    /* as the form says: 1 and 4 0.6.2, 4 op 0.6.5, 5 and 6 0.7 */
    VYRE_SEMANTICS_V0_6_2 = 1, /* also JSON that does not say it */
    VYRE_SEMANTICS_V0_6_5 = 2, /* sign extension and narrowing of casts */
    VYRE_SEMANTICS_V0_7 = 3    /* 16-bit floats as numbers; also programs that are built */
};

/* What a program uses. */
typedef uint64_t vyre_needs;
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

/* What a program is. */
typedef struct vyre_program_info {
  size_t struct_size;
  vyre_string label;
  vyre_string entry; /* the op that a program stands for, or empty; a module's entry point */
  vyre_needs needs;
  const vyre_parameter_info* const* parameters; /* as declared; of a module by slot */
  size_t parameter_count;
  const vyre_constant_info* const* constants; /* in the order of their names. Of two places that
                                                 do not agree the first */
  size_t constant_count;
  const vyre_string* const* entry_points; /* of a module: those for compute, which |entry| chose
                                             from */
  size_t entry_point_count;
  uint64_t workgroup_memory_bytes;
  uint64_t expression_count, statement_count; /* 0 of a module */
  uint32_t workgroup[3]; /* the declared size; 1, 1, 1: the device chooses, see Pipelines */
  uint32_t dimensions;   /* 1 to 3: axes that it looks at, by its workgroup size or its ids */
  uint32_t push_constant_bytes; /* that a dispatch gives; of a module alone */
  vyre_format format;           /* that it was read from; ANY: it was built */
  vyre_wire_form form;          /* the same of wire bytes */
  vyre_semantics semantics;     /* ANY of a module */
} vyre_program_info;

/* One descriptor of a module, seen as the caller wants it. Never changes. */
typedef struct vyre_spirv_parameter {
  vyre_string name;       /* empty: what the module calls it, or "set0.binding1" */
  vyre_string element;    /* "F32"; empty: "Bytes" */
  uint64_t element_count; /* 0: known when bound */
  uint32_t set, binding;  /* its numbers in the module */
  uint32_t slot;          /* where it is bound, within |set| */
  vyre_access access;     /* READ_ONLY, READ_WRITE or WRITE_ONLY; UNIFORM of uniform blocks */
  uint64_t reserved;
} vyre_spirv_parameter;

/* How bytes are read. */
typedef struct vyre_program_desc {
  size_t struct_size;
  vyre_string label;
  vyre_string entry; /* of a module: its entry point; empty: the only one for compute */
  const vyre_spirv_parameter* parameters; /* of a module, all that are used; NULL: as it says */
  size_t parameter_count;
  uint64_t max_statements;    /* of bytes that nobody trusts; 0: the limit of the IR */
  uint64_t max_element_bytes; /* size of one element of a parameter; 0: the limit of the IR. A
                                 module has bounds of its own, see vyre_program_load */
  vyre_format format;         /* ANY, or insists on one */
  vyre_wire_form form;        /* ANY, or insists on one. 4 and 4 op look alike without it */
  vyre_semantics semantics;   /* ANY, or what the program means whatever its form */
  uint32_t reserved;
} vyre_program_desc;
#define VYRE_PROGRAM_DESC_INIT                                                      \
  {                                                                                 \
    sizeof(vyre_program_desc), {NULL, 0}, {NULL, 0}, NULL, 0, 0, 0, (vyre_format)0, \
        (vyre_wire_form)0, (vyre_semantics)0, 0                                     \
  }
#define VYRE_PROGRAM_DESC_DEFAULT VYRE_LITERAL(vyre_program_desc, VYRE_PROGRAM_DESC_INIT)

/* How a program is saved. */
typedef struct vyre_save_desc {
  size_t struct_size;
  vyre_format format;  /* ANY: as it was read; of a program that was built: WIRE */
  vyre_wire_form form; /* ANY: as it was read; else form 4 where that has one reading and the same
                          meaning, and form 6 where it has not */
} vyre_save_desc;
#define VYRE_SAVE_DESC_INIT \
  { sizeof(vyre_save_desc), (vyre_format)0, (vyre_wire_form)0 }
#define VYRE_SAVE_DESC_DEFAULT VYRE_LITERAL(vyre_save_desc, VYRE_SAVE_DESC_INIT)

/* Reads a program, which is copied. The first bytes tell wire bytes, JSON and SPIR-V apart.
 * |context| and |desc| may be NULL. Does not validate, and needs no device. Broken bytes, and those
 * beyond a bound of |desc|, give an error and no partial program. So does a module with over
 * 1,048,576 ids, types nested over 64 deep or of over 1 GiB when written out, or an array of over
 * 65,536 elements in a variable of a function or of an invocation.
 * Errors: MALFORMED_WIRE, MALFORMED_JSON, MALFORMED_MODULE for broken bytes, or for another form
 * than |desc| insists on; NOT_FOUND for an entry point, with a finding for each that there is;
 * UNSUPPORTED_FEATURE for what the library does not read, as a module of excessive types. */
VYRE_TRY vyre_program_load(vyre_context* context, const void* bytes, size_t size,
                           const vyre_program_desc* desc, vyre_program** out_program);

/* Writes a program; reading it again gives an equal one. |desc| may be NULL. A module gives its
 * words.
 * Errors: INVALID_PROGRAM names what the form cannot carry, as wire bytes an output without a
 * count; UNSUPPORTED_FEATURE for a form in which the program would mean something else, for wire
 * bytes and JSON of a module, and for SPIR-V of a program. */
VYRE_TRY vyre_program_save(const vyre_program* program, const vyre_save_desc* desc,
                           vyre_blob** out_blob);

/* Parameters, constants and needs of a program. */
VYRE_API const vyre_program_info* vyre_program_get_info(const vyre_program* program);

/* The 32 bytes that identify a program, in any process: BLAKE3 of its canonical wire form in
 * |form|. ANY is form 4 where that says all of it, else form 6. Of a module: BLAKE3 of its words in
 * little-endian order, for ANY alone.
 * Errors: INVALID_PROGRAM names what the form cannot carry; UNSUPPORTED_FEATURE for a form in which
 * the program would mean something else, or of a module. */
VYRE_TRY vyre_program_get_fingerprint(const vyre_program* program, vyre_wire_form form,
                                      uint8_t out_fingerprint[32]);

typedef uint64_t vyre_validate_flags;                    /* what a program may count on */
#define VYRE_VALIDATE_SUBGROUP (UINT64_C(1) << 0)        /* devices have subgroup operations */
#define VYRE_VALIDATE_COLLECTIVES (UINT64_C(1) << 1)     /* devices have collectives */
#define VYRE_VALIDATE_ALLOW_SHADOWING (UINT64_C(1) << 2) /* locals may have names of outer ones */
#define VYRE_VALIDATE_UNCHECKED_CALLS (UINT64_C(1) << 3) /* called ops are not looked up */

/* What surrounds a program that is validated. The default is the strictest. */
typedef struct vyre_validate_desc {
  size_t struct_size;
  vyre_validate_flags flags;
  const vyre_registry* registry; /* NULL: the one that the program's context publishes now */
} vyre_validate_desc;
#define VYRE_VALIDATE_DESC_INIT \
  { sizeof(vyre_validate_desc), 0, NULL }
#define VYRE_VALIDATE_DESC_DEFAULT VYRE_LITERAL(vyre_validate_desc, VYRE_VALIDATE_DESC_INIT)

/* Checks a program against the rules of the IR, a module with the validator of SPIRV-Tools. |desc|
 * may be NULL. Warnings go to the log. Making a pipeline validates too.
 * Errors: INVALID_PROGRAM has a finding for each broken rule, in the order of the rules;
 * UNSUPPORTED_FEATURE for a module without VYRE_BUILD_SPIRV_TOOLS. */
VYRE_TRY vyre_program_validate(const vyre_program* program, const vyre_validate_desc* desc);

/* Ends an owner of the program. */
VYRE_API void vyre_program_destroy(vyre_program* program);

/* ---- Pipelines ------------------------------------------------------------------------------ */

typedef uint64_t vyre_pipeline_flags; /* of a pipeline */
/* Of a module: its indexes are kept inside what they index, as far as its types say it; an index
 * outside accesses some element inside. Needs VYRE_BUILD_SPIRV_TOOLS, else UNSUPPORTED_FEATURE.
 * Programs of the IR need no flag: loads outside give 0, stores outside do nothing. */
#define VYRE_PIPELINE_CHECKED (UINT64_C(1) << 0)
/* Of a module: bindings may share bytes that are written. An invocation sees its own writes in
 * order; those of others are as unordered as in one buffer. Host memory that bindings of
 * vyre_dispatch share is one memory on the device: it starts with their inputs, and their places in
 * it keep to |buffer_offset_alignment|. Of an IR program UNSUPPORTED_FEATURE. */
#define VYRE_PIPELINE_ALLOW_OVERLAP (UINT64_C(1) << 1)
/* Constants that the program does not name are skipped and logged. Else they are NOT_FOUND. */
#define VYRE_PIPELINE_IGNORE_UNKNOWN_CONSTANTS (UINT64_C(1) << 2)
/* Signed x / 0 and x % 0 are 0, MIN / -1 is MIN and MIN % -1 is 0, on every device and on the
 * oracle. Without it all four trap: the work is DISPATCH_FAILED, with the statement's path. Of a
 * module INVALID_ARGUMENT: its divisions are its own. */
#define VYRE_PIPELINE_DIVISION_GIVES_ZERO (UINT64_C(1) << 3)
/* Nothing is compiled: NOT_READY where it would have to be, at the first dispatch of a program that
 * is cut at barriers too. Kept are the kernels that the device has in memory and those of the cache
 * folder; a device that keeps nothing has none. */
#define VYRE_PIPELINE_ONLY_CACHED (UINT64_C(1) << 4)
/* An empty grid is executed, so that the first dispatch waits for nothing. This submits. A program
 * that is cut at barriers is compiled at its first dispatch all the same. */
#define VYRE_PIPELINE_WARM (UINT64_C(1) << 5)
/* Of a module: no subgroup lacks an invocation. The first axis of the workgroup has to be a
 * multiple of |subgroup_size|, or of the device's largest where that is 0. Needs
 * computeFullSubgroups of Vulkan, else UNSUPPORTED_FEATURE; so it is of an IR program. */
#define VYRE_PIPELINE_FULL_SUBGROUPS (UINT64_C(1) << 6)

/* Where a pipeline's code came from. */
VYRE_ENUM(vyre_origin){
    VYRE_ORIGIN_UNKNOWN = 0,  /* the device keeps nothing, or it is made at the first dispatch */
    VYRE_ORIGIN_COMPILED = 1, /* made now */
    VYRE_ORIGIN_DISK = 2,     /* the cache folder */
    VYRE_ORIGIN_MEMORY = 3    /* kept by the device */
};

/* How work, or a pipeline in the making, stands. */
VYRE_ENUM(vyre_work_state){
    VYRE_WORK_RUNNING = 0, /* not over */
    VYRE_WORK_READY = 1,   /* over, and it succeeded */
    VYRE_WORK_FAILED = 2   /* over, and ..._get_error says why it failed */
};

/* How a program is made for a device.
 *
 * Constants. Each that the program names gets the value given here, else its default. Strings and
 * values are copied. "vyre.workgroup.x", ".y" and ".z" are the workgroup size, in programs that
 * name them. A module takes an integer for the other kind of integer, by its bits.
 *
 * Workgroup. A declared size of 1, 1, 1 means "not chosen". Where the program cannot observe its
 * workgroups the device then chooses a size, and vyre_pipeline_info has it. |workgroup| {1, 1, 1}
 * keeps 1, 1, 1, and so does a program that names its size as a constant. Another size than the
 * declared one is refused where the program could observe it, by local or workgroup ids, workgroup
 * memory, barriers or subgroup operations. The size of a module is a matter of its constants. */
typedef struct vyre_pipeline_desc {
  size_t struct_size;
  vyre_pipeline_flags flags;
  vyre_string label;
  const vyre_constant* constants;
  size_t constant_count;
  uint32_t workgroup[3];  /* 0: the program's own, or what is chosen */
  uint32_t subgroup_size; /* 0: the device's; else of a module alone, a power of two within the
                             device's, and needs VYRE_FEATURE_SUBGROUP_SIZE_CONTROL */
} vyre_pipeline_desc;
#define VYRE_PIPELINE_DESC_INIT \
  { sizeof(vyre_pipeline_desc), 0, {NULL, 0}, NULL, 0, {0, 0, 0}, 0 }
#define VYRE_PIPELINE_DESC_DEFAULT VYRE_LITERAL(vyre_pipeline_desc, VYRE_PIPELINE_DESC_INIT)

/* A pipeline as it runs. */
typedef struct vyre_pipeline_info {
  size_t struct_size;
  vyre_string label;
  vyre_pipeline_flags flags;
  uint64_t workgroup_memory_bytes;
  uint32_t workgroup[3];
  uint32_t subgroup_size;                   /* 0: the device says nothing */
  uint32_t dimensions, push_constant_bytes; /* as in vyre_program_info */
  vyre_origin origin;
  uint32_t workgroup_chosen; /* 1: the device chose |workgroup|; a grid is taken as a shape */
} vyre_pipeline_info;

/* Validates |program| and compiles it for |device|, unless its code is kept already. The pipeline
 * keeps both alive. |desc| may be NULL. Constants of another kind, or without any value, are
 * INVALID_ARGUMENT. What a module does beyond its buffers, in endless loops or in races, is the
 * caller's business, and nobody can promise that a driver's compiler ends.
 * Errors: INVALID_PROGRAM and UNSUPPORTED_FEATURE have a finding for each broken rule or missing
 * fact; KERNEL_COMPILE_FAILED; NOT_FOUND names all unknown constants; NOT_READY with ONLY_CACHED.
 * Blocks. */
VYRE_TRY vyre_pipeline_create(vyre_device* device, const vyre_program* program,
                              const vyre_pipeline_desc* desc, vyre_pipeline** out_pipeline);

/* The same as background work: the handle comes at once. |out_work| may be NULL; it is READY or
 * FAILED with the pipeline. Until then a dispatch is NOT_READY; after a failure it has its error,
 * which vyre_pipeline_get_error gives too. Cancelling the work fails the pipeline; what is being
 * compiled is dropped. Destroying the pipeline does not wait for the compiler;
 * the last object of the device waits for a compilation that is under way, and one that has not
 * begun is dropped. Without threads in the context it compiles inside vyre_context_run_callbacks,
 * and inside a wait for the pipeline or the work, which then takes as long as that does; a wait
 * with timeout 0 only looks.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_pipeline_create_async(vyre_device* device, const vyre_program* program,
                                    const vyre_pipeline_desc* desc, vyre_pipeline** out_pipeline,
                                    vyre_work** out_work);

/* Waits until the pipeline is made, |timeout_ns| at the longest, and says how it stands then.
 * Errors: none beyond the usual.
 * Blocks. */
VYRE_TRY vyre_pipeline_wait(vyre_pipeline* pipeline, uint64_t timeout_ns,
                            vyre_work_state* out_state);

/* Why the pipeline FAILED, an error that the caller owns; NULL when it has not. A mistake in the
 * call is what it returns.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_pipeline_get_error(const vyre_pipeline* pipeline, vyre_error** out_error);

/* What a pipeline is. Before READY an info with the label alone, which stays as it was: ask again
 * behind READY. */
VYRE_API const vyre_pipeline_info* vyre_pipeline_get_info(const vyre_pipeline* pipeline);

/* One more owner of the pipeline's device.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_pipeline_get_device(const vyre_pipeline* pipeline, vyre_device** out_device);

/* One more owner of the pipeline's program.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_pipeline_get_program(const vyre_pipeline* pipeline, vyre_program** out_program);

/* Ends an owner of the pipeline. Work under way goes on. */
VYRE_API void vyre_pipeline_destroy(vyre_pipeline* pipeline);

/* ---- Devices -------------------------------------------------------------------------------- */

/* What a device is made of. */
VYRE_ENUM(vyre_device_kind){
    VYRE_DEVICE_OTHER = 0,      /* none of the others, or unknown */
    VYRE_DEVICE_INTEGRATED = 1, /* a GPU that shares the host's memory */
    VYRE_DEVICE_DISCRETE = 2,   /* a GPU with memory of its own */
    VYRE_DEVICE_VIRTUAL = 3,    /* a part of a GPU, in a virtual machine */
    VYRE_DEVICE_CPU = 4,        /* a software implementation */
    VYRE_DEVICE_ORACLE = 5      /* the reference interpreter */
};

/* What the times of a device come from, the best that it has. */
VYRE_ENUM(vyre_timing){
    VYRE_TIMING_HOST_ONLY = 0,         /* the host's clock around a dispatch */
    VYRE_TIMING_HOST_ENQUEUE_WAIT = 1, /* the host's clock, submission and wait apart */
    VYRE_TIMING_DEVICE_TIMESTAMPS = 2, /* the device's clock */
    VYRE_TIMING_HARDWARE_COUNTERS = 3  /* the device's counters */
};

/* Where a fact comes from. */
VYRE_ENUM(vyre_fact){
    VYRE_FACT_UNKNOWN = 0,  /* nobody says it */
    VYRE_FACT_REPORTED = 1, /* the driver or the backend says it */
    VYRE_FACT_MEASURED = 2  /* vyre_device_measure_bandwidth, in this process */
};

/* What a device can do. */
typedef uint64_t vyre_features;
/* scripts/generate writes: features */
#define VYRE_FEATURE_SUBGROUP_OPERATIONS (UINT64_C(1) << 0) /* subgroup operations */
#define VYRE_FEATURE_SUBGROUP_SHUFFLE (UINT64_C(1) << 1)    /* subgroup shuffles */
#define VYRE_FEATURE_F16 (UINT64_C(1) << 2)                 /* 16-bit floats */
#define VYRE_FEATURE_BF16 (UINT64_C(1) << 3)                /* bfloat16 */
#define VYRE_FEATURE_F64 (UINT64_C(1) << 4)                 /* 64-bit floats */
#define VYRE_FEATURE_INT64 (UINT64_C(1) << 5)               /* 64-bit integers */
#define VYRE_FEATURE_STORAGE_8BIT (UINT64_C(1) << 6)        /* | */
#define VYRE_FEATURE_STORAGE_16BIT (UINT64_C(1) << 7)       /* | */
#define VYRE_FEATURE_TENSOR_CORES (UINT64_C(1) << 8)        /* tensor cores */
#define VYRE_FEATURE_INDIRECT_DISPATCH (UINT64_C(1) << 9)   /* grids that stand in a buffer */
#define VYRE_FEATURE_GRID_BARRIER (UINT64_C(1) << 10)       /* holds a whole grid resident */
#define VYRE_FEATURE_DEVICE_TIMESTAMPS (UINT64_C(1) << 11)  /* the device measures times */
#define VYRE_FEATURE_HARDWARE_COUNTERS (UINT64_C(1) << 12)  /* hardware counters */
#define VYRE_FEATURE_F32_DENORMALS (UINT64_C(1) << 13)      /* preserved; f32 programs need them */
#define VYRE_FEATURE_EXACT_F32_DIVISION (UINT64_C(1) << 14) /* exact division and square root */
#define VYRE_FEATURE_EXACT_F32_FMA (UINT64_C(1) << 15)      /* rounds a * b + c once */
#define VYRE_FEATURE_UNIFIED_MEMORY (UINT64_C(1) << 16)     /* host memory is device memory */
#define VYRE_FEATURE_COLLECTIVES (UINT64_C(1) << 17)        /* collectives of the IR */
#define VYRE_FEATURE_ASYNC_COPIES (UINT64_C(1) << 18)       /* asynchronous copies of the IR */
#define VYRE_FEATURE_INTEGER_DOT (UINT64_C(1) << 19)        /* integer dot products of modules */
#define VYRE_FEATURE_INT64_ATOMICS (UINT64_C(1) << 20)      /* | */
#define VYRE_FEATURE_BUFFER_ADDRESSES (UINT64_C(1) << 21)   /* pointers in modules */
#define VYRE_FEATURE_SUBGROUP_SIZE_CONTROL (UINT64_C(1) << 22) /* pipelines choose the size */
#define VYRE_FEATURE_COOPERATIVE_MATRIX (UINT64_C(1) << 23)    /* cooperative matrices of modules */
#define VYRE_FEATURE_IMAGES (UINT64_C(1) << 24)                /* images and samplers */
#define VYRE_FEATURE_MEMORY_BUDGET (UINT64_C(1) << 25)         /* the driver knows a budget */
#define VYRE_FEATURE_DISTRIBUTED (UINT64_C(1) << 26)           /* work over several devices */
/* code can ask: keep f32 -0, inf and NaN */
#define VYRE_FEATURE_SIGNED_ZERO_MODE (UINT64_C(1) << 27)
#define VYRE_FEATURE_DENORM_MODE (UINT64_C(1) << 28)   /* code can ask: keep f32 denormals */
#define VYRE_FEATURE_ROUNDING_MODE (UINT64_C(1) << 29) /* code can ask: round f32 to even */
/* scripts/generate ends */

/* What a device does that a planner has to know. */
typedef uint64_t vyre_quirks;
/* scripts/generate writes: quirks */
#define VYRE_QUIRK_LOOP_LIMIT (UINT64_C(1) << 0)      /* stops loops: see |max_loop_trips| */
#define VYRE_QUIRK_SLOW_COMPILER (UINT64_C(1) << 1)   /* see |max_buffer_accesses| */
#define VYRE_QUIRK_CONSTANT_ZEROS (UINT64_C(1) << 2)  /* takes some f32 constants for others */
#define VYRE_QUIRK_COARSE_BARRIERS (UINT64_C(1) << 3) /* memory barriers wait for the workgroup */
/* scripts/generate ends */

/* How memory or a semaphore is shared with another interface or process. */
typedef uint64_t vyre_handle_types;
#define VYRE_HANDLE_FD (UINT64_C(1) << 0)           /* a file descriptor of the driver's own kind */
#define VYRE_HANDLE_DMA_BUF (UINT64_C(1) << 1)      /* a dma-buf of Linux */
#define VYRE_HANDLE_WIN32 (UINT64_C(1) << 2)        /* an NT handle */
#define VYRE_HANDLE_WIN32_KMT (UINT64_C(1) << 3)    /* a global share handle of Windows */
#define VYRE_HANDLE_HOST_POINTER (UINT64_C(1) << 4) /* memory of this process */

/* Facts about a device, as it reports them. 0 is unknown or none, here alone. Plug-ins fill one. */
typedef struct vyre_device_info {
  size_t struct_size;
  vyre_string id;              /* what opens it: "vulkan:<uuid>", "cpu-ref" */
  vyre_string backend;         /* its family: "vulkan" */
  vyre_string backend_version; /* of the backend and what drives it */
  vyre_string name;            /* "llvmpipe (LLVM 15.0.6, 256 bits)" */
  vyre_string driver;          /* "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)" */
  vyre_string api_version;     /* "1.3.230" */
  vyre_features features;
  vyre_quirks quirks;
  /* What it runs: ids of statements and expressions of the IR ("vyre.node.trap", "vyre.load"), then
   * of ops that a plug-in or a lowering carries out here. */
  const vyre_string* const* ops;
  size_t op_count;
  vyre_handle_types memory_imports, memory_exports;       /* that buffers can be shared by */
  vyre_handle_types semaphore_imports, semaphore_exports; /* that semaphores can be shared by */
  uint64_t max_buffer_bytes, max_allocation_bytes;        /* of one binding; of one vyre_buffer */
  uint64_t device_memory_bytes, host_memory_bytes;        /* its own; of the host that it reaches */
  uint64_t bytes_per_second;      /* of its memory, reads and writes together */
  uint64_t host_import_alignment; /* of address and size of host memory that is shared */
  uint8_t device_uuid[16], driver_uuid[16];
  vyre_device_kind kind;
  vyre_timing timing_quality;
  vyre_fact timing_source, bandwidth_source; /* of |timing_quality| and |bytes_per_second| */
  uint32_t pci_vendor, pci_device, driver_version;
  uint32_t max_workgroup_size[3];      /* invocations on each axis */
  uint32_t max_workgroup_count[3];     /* of one launch; larger grids are split */
  uint32_t max_workgroup_invocations;  /* of all axes together */
  uint32_t max_parameters, max_images; /* of one kernel: buffers; images */
  uint32_t max_push_constant_bytes, workgroup_memory_bytes;
  uint32_t subgroup_size, subgroup_size_min, subgroup_size_max;
  uint32_t max_loop_trips;          /* of an invocation, after which the device stops loops */
  uint32_t max_buffer_accesses;     /* loads, stores, atomics of a kernel; longer ones are cut */
  uint32_t buffer_offset_alignment; /* of bound ranges of buffers */
  /* Multiprocessors that workgroups are given to, and subgroups that each holds at a time: as
   * NVIDIA and AMD tell. */
  uint32_t compute_units, subgroups_per_unit;
} vyre_device_info;
#define VYRE_DEVICE_INFO_INIT                                                                      \
  {                                                                                                \
    sizeof(vyre_device_info), {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, 0, \
        0, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,                                                  \
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},                                          \
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, (vyre_device_kind)0, (vyre_timing)0,     \
        (vyre_fact)0, (vyre_fact)0, 0, 0, 0, {0, 0, 0}, {0, 0, 0}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,   \
        0, 0, 0                                                                                    \
  }
#define VYRE_DEVICE_INFO_DEFAULT VYRE_LITERAL(vyre_device_info, VYRE_DEVICE_INFO_INIT)

typedef uint64_t vyre_select_flags;                /* of the choice of a device */
#define VYRE_SELECT_NO_SOFTWARE (UINT64_C(1) << 0) /* leave out VYRE_DEVICE_CPU */

/* Which devices are considered. Where |id| and |exclude| are empty and the context reads the
 * environment, VYRE_BACKEND (an id) and VYRE_BACKEND_EXCLUDE (ids with commas between) stand in
 * their place. */
typedef struct vyre_device_desc {
  size_t struct_size;
  vyre_select_flags flags;
  vyre_string id; /* "vulkan" (its best), "vulkan:<uuid>", "cpu-ref"; empty: all but oracles */
  const vyre_string* exclude; /* ids that are left out */
  size_t exclude_count;
  const vyre_program* const* programs; /* only devices that can run all of these. A plug-in is
                                          asked when it is open */
  size_t program_count;
} vyre_device_desc;
#define VYRE_DEVICE_DESC_INIT \
  { sizeof(vyre_device_desc), 0, {NULL, 0}, NULL, 0, NULL, 0 }
#define VYRE_DEVICE_DESC_DEFAULT VYRE_LITERAL(vyre_device_desc, VYRE_DEVICE_DESC_INIT)

/* Opens the best device that |desc| allows. |context| and |desc| may be NULL. The order: real
 * devices before software, then capability score, timing quality, bandwidth, rank, the time it took
 * to find it (once per context), id. A candidate that cannot be opened is logged as a warning, and
 * the next is tried. Each call opens a new device with queues of its own.
 * Errors: NOT_FOUND names the id and what there is, with a finding for each candidate;
 * UNSUPPORTED_FEATURE for a named device that lacks what is needed; what a plug-in returned.
 * Blocks. */
VYRE_TRY vyre_device_open(vyre_context* context, const vyre_device_desc* desc,
                          vyre_device** out_device);

/* Opens the device |id|; NULL or "": the best.
 * Errors: NOT_FOUND, UNSUPPORTED_FEATURE as vyre_device_open.
 * Blocks. */
VYRE_NODISCARD static inline vyre_error* vyre_device_open_id(vyre_context* context, const char* id,
                                                             vyre_device** out_device) {
  vyre_device_desc desc;
  memset(&desc, 0, sizeof desc);
  desc.struct_size = sizeof desc;
  desc.id = vyre_str(id);
  return vyre_device_open(context, &desc, out_device);
}

/* Facts about a device. A recovery leaves them as they are. */
VYRE_API const vyre_device_info* vyre_device_get_info(const vyre_device* device);

/* Says whether |program| would run on |device| with |desc| (may be NULL). Compiles nothing for the
 * device; what a plug-in itself refuses it tells when a pipeline is made.
 * Errors: INVALID_PROGRAM, NOT_FOUND as vyre_pipeline_create; UNSUPPORTED_FEATURE has a finding for
 * each missing fact: its name, the first place that needs it, what to do. */
VYRE_TRY vyre_device_check_program(const vyre_device* device, const vyre_program* program,
                                   const vyre_pipeline_desc* desc);

/* Memory of a device, as it is now. */
typedef struct vyre_memory_usage {
  size_t struct_size;
  uint64_t total_bytes;   /* that the device has */
  uint64_t budget_bytes;  /* that the process may use now; UNKNOWN without FEATURE_MEMORY_BUDGET */
  uint64_t process_bytes; /* that the process uses, others in it included; UNKNOWN likewise */
  uint64_t reserved_bytes, used_bytes; /* taken by this device object; of these in use */
  uint64_t peak_bytes;                 /* the highest |reserved_bytes| so far */
  uint64_t allocations;                /* from the driver so far, a count that only grows */
} vyre_memory_usage;
#define VYRE_MEMORY_USAGE_INIT \
  { sizeof(vyre_memory_usage), 0, 0, 0, 0, 0, 0, 0 }
#define VYRE_MEMORY_USAGE_DEFAULT VYRE_LITERAL(vyre_memory_usage, VYRE_MEMORY_USAGE_INIT)

/* Stores how the device's memory is used now. What is not known is VYRE_UNKNOWN.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_device_get_memory(const vyre_device* device, vyre_memory_usage* out_memory);

/* Asked before |wanted| bytes are taken from the driver beside |used|, beyond the budget. 0
 * refuses: the call that wants them is DEVICE_OUT_OF_MEMORY. On its thread and inside of it: of the
 * same device it may free and destroy objects and call vyre_device_get_memory, no more. */
typedef uint32_t(VYRE_CALL* vyre_budget_fn)(void* user, uint64_t wanted, uint64_t used);

/* Limits the device memory that this device takes to |bytes|, what its transfers and dispatches
 * need for themselves included; VYRE_UNKNOWN: no limit. Beyond it |ask| decides; NULL always
 * refuses. Replaces the budget before, whose |destroy| is called. What is taken already stays.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_device_set_budget(vyre_device* device, uint64_t bytes, vyre_budget_fn ask, void* user,
                                vyre_destroy_fn destroy);

/* Does now what the first dispatch would wait for, and compiles the kernels of the library's own:
 * without this the first copy between buffers, and the first grid that stands in a buffer, may
 * compile one, also in a call that does not say that it blocks. Never needed.
 * Errors: none beyond the usual.
 * Submits. Blocks. */
VYRE_TRY vyre_device_prepare(vyre_device* device);

/* Waits until all that was submitted has ended, |timeout_ns| at the longest. |out_idle| (may be
 * NULL) gets 1 when it has, 0 at a time-out.
 * Errors: of work that failed and was started without |out_work|, the first since the last call:
 * DISPATCH_FAILED, TIMED_OUT, INPUT_OUTPUT and others that work may fail with.
 * Blocks. */
VYRE_TRY vyre_device_wait_idle(vyre_device* device, uint64_t timeout_ns, uint32_t* out_idle);

/* Waits for what was submitted and lets the device go, ahead of the last destroy. Afterwards work
 * can still be waited for and collected; any other use of the device and its objects, a second
 * shutdown included, is INVALID_ARGUMENT.
 * Errors: none beyond the usual.
 * Blocks. */
VYRE_TRY vyre_device_shutdown(vyre_device* device);

/* 1 when a call has found the device lost, after a fault of the driver or a kernel that ran too
 * long, else 0. Waits that are under way and all later calls then return DEVICE_LOST, until
 * vyre_device_recover. Destroying works as always. */
VYRE_API uint32_t vyre_device_is_lost(const vyre_device* device);

/* Opens a lost device again; it has to be the same adapter with the same limits. Afterwards
 * pipelines and buffers from before are DEVICE_LOST, but RESTORABLE buffers are there again. A
 * device that is not lost is left alone, so several threads may try; others wait meanwhile.
 * Errors: UNSUPPORTED_FEATURE for a device of the host's and for backends that cannot.
 * Blocks. */
VYRE_TRY vyre_device_recover(vyre_device* device);

/* Ends an owner of the device. With the last object of the device this waits until it has
 * finished. */
VYRE_API void vyre_device_destroy(vyre_device* device);

/* The first fact that put a device where it is in the list. */
VYRE_ENUM(vyre_decision){
    VYRE_DECISION_NOTHING = 0,     /* nobody decided */
    VYRE_DECISION_BEST = 1,        /* nothing comes before it */
    VYRE_DECISION_SOFTWARE = 2,    /* software comes after real devices */
    VYRE_DECISION_SCORE = 3,       /* lower capability score than the one before it */
    VYRE_DECISION_TIMING = 4,      /* lower timing quality */
    VYRE_DECISION_BANDWIDTH = 5,   /* less memory bandwidth */
    VYRE_DECISION_RANK = 6,        /* higher rank */
    VYRE_DECISION_ACQUISITION = 7, /* finding it took longer */
    VYRE_DECISION_ID = 8,          /* equal in all facts, and its id comes later */
    VYRE_DECISION_UNUSABLE = 9,    /* no candidate: it cannot be used */
    VYRE_DECISION_NAME = 10,       /* no candidate: another id is asked for */
    VYRE_DECISION_EXCLUSION = 11,  /* no candidate: excluded */
    VYRE_DECISION_REFUSAL = 12,    /* no candidate: VYRE_SELECT_NO_SOFTWARE */
    VYRE_DECISION_ORACLE = 13,     /* no candidate: oracles are opened by their id alone */
    VYRE_DECISION_DISPATCH = 14,   /* no candidate: its backend is not declared to dispatch */
    VYRE_DECISION_PROGRAM = 15     /* no candidate: it cannot run a program of the description */
};

typedef uint64_t vyre_device_entry_flags;               /* of an entry of a device list */
#define VYRE_DEVICE_ENTRY_USABLE (UINT64_C(1) << 0)     /* it can be opened */
#define VYRE_DEVICE_ENTRY_ORACLE (UINT64_C(1) << 1)     /* opened by its id alone */
#define VYRE_DEVICE_ENTRY_CANDIDATE (UINT64_C(1) << 2)  /* the description allows it */
#define VYRE_DEVICE_ENTRY_CHOSEN (UINT64_C(1) << 3)     /* vyre_device_open would take it */
#define VYRE_DEVICE_ENTRY_DISPATCHES (UINT64_C(1) << 4) /* its backend runs programs */

/* One device as the choice sees it. */
typedef struct vyre_device_entry_info {
  size_t struct_size;
  vyre_string id;     /* what vyre_device_open takes */
  vyre_string reason; /* why it is chosen, comes later, is no candidate or cannot be used */
  vyre_device_entry_flags flags;
  const vyre_device_info* info;       /* NULL: it cannot be used */
  const vyre_finding* const* missing; /* every fact that the description's programs want in vain */
  size_t missing_count;
  uint64_t acquisition_ns; /* that it took to find it, once per context */
  uint32_t score;          /* of its capabilities, 0 to 66 */
  uint32_t rank;           /* of its backend; lower is better */
  uint32_t order;          /* among the candidates, from 1; 0: it is none */
  vyre_decision decision;  /* |reason| as data */
} vyre_device_entry_info;

/* All devices of the machine. */
typedef struct vyre_device_list_info {
  size_t struct_size;
  const vyre_device_entry_info* const* devices; /* candidates first, best first */
  size_t device_count;
} vyre_device_list_info;

/* Looks at every device of the machine, opens none for the caller, and says how vyre_device_open
 * with the same |desc| would choose. |context| and |desc| may be NULL. A machine without any gives
 * an empty list.
 * Errors: none beyond the usual.
 * Blocks. */
VYRE_TRY vyre_device_list_create(vyre_context* context, const vyre_device_desc* desc,
                                 vyre_device_list** out_list);

/* The devices of a list, as they were when it was made. */
VYRE_API const vyre_device_list_info* vyre_device_list_get_info(const vyre_device_list* list);

/* Ends the list and its infos. */
VYRE_API void vyre_device_list_destroy(vyre_device_list* list);

/* ---- Buffers: bytes on a device ------------------------------------------------------------- */

/* Each call here sees what work submitted earlier wrote, and work submitted later sees what it
 * writes. All ranges have to lie inside of their buffer. */

typedef uint64_t vyre_buffer_flags; /* of a buffer */
/* What the host writes (vyre_buffer_write, _load_file, their twins) is kept in host memory, as much
 * again as the buffer. After vyre_device_recover the buffer has it; what programs, copies and fills
 * wrote is lost. */
#define VYRE_BUFFER_RESTORABLE (UINT64_C(1) << 0)
/* A memory object of its own, at offset 0: other interfaces may want that. */
#define VYRE_BUFFER_DEDICATED (UINT64_C(1) << 1)

/* How a buffer is made. */
typedef struct vyre_buffer_desc {
  size_t struct_size;
  vyre_buffer_flags flags;
  vyre_string label;
  vyre_handle_types exports; /* that it can be exported as; implies DEDICATED */
} vyre_buffer_desc;
#define VYRE_BUFFER_DESC_INIT \
  { sizeof(vyre_buffer_desc), 0, {NULL, 0}, 0 }
#define VYRE_BUFFER_DESC_DEFAULT VYRE_LITERAL(vyre_buffer_desc, VYRE_BUFFER_DESC_INIT)

/* What a buffer is. */
typedef struct vyre_buffer_info {
  size_t struct_size;
  vyre_string label;
  uint64_t size; /* that it was made with, also after vyre_buffer_free */
  vyre_buffer_flags flags;
  vyre_handle_types exports;
} vyre_buffer_info;

/* Makes a buffer of |size| (> 0) zeroed bytes. It keeps the device alive. |desc| may be NULL.
 * Errors: UNSUPPORTED_FEATURE for a handle type that is not among the device's |memory_exports|,
 * and lists those.
 * Submits. Blocks. */
VYRE_TRY vyre_buffer_create(vyre_device* device, uint64_t size, const vyre_buffer_desc* desc,
                            vyre_buffer** out_buffer);

/* Its size, label and flags. */
VYRE_API const vyre_buffer_info* vyre_buffer_get_info(const vyre_buffer* buffer);

/* One more owner of the buffer's device.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_buffer_get_device(const vyre_buffer* buffer, vyre_device** out_device);

/* Copies |size| bytes from |data| to |offset| of the buffer. The bytes are there on return.
 * Errors: none beyond the usual.
 * Submits. Blocks. */
VYRE_TRY vyre_buffer_write(vyre_buffer* buffer, uint64_t offset, const void* data, size_t size);

/* The same without waiting; |data| has been read on return. Writes in a row share a submission.
 * Errors: NOT_READY where vyre_buffer_write would wait for room: wait for earlier work, ask again.
 * Submits. */
VYRE_TRY vyre_buffer_write_async(vyre_buffer* buffer, uint64_t offset, const void* data,
                                 size_t size, vyre_work** out_work);

/* Copies |size| bytes from |offset| of the buffer to |data|.
 * Errors: none beyond the usual.
 * Submits. Blocks. */
VYRE_TRY vyre_buffer_read(vyre_buffer* buffer, uint64_t offset, void* data, size_t size);

/* The same without waiting. The work has the bytes, for vyre_work_collect_bytes or _get_bytes.
 * Errors: none beyond the usual.
 * Submits. */
VYRE_TRY vyre_buffer_read_async(vyre_buffer* buffer, uint64_t offset, uint64_t size,
                                vyre_work** out_work);

/* Copies |size| bytes between buffers of one device or of two, or between ranges of one buffer that
 * do not overlap. Between devices it goes through the host where they do not reach each other.
 * Errors: none beyond the usual.
 * Submits. Blocks. */
VYRE_TRY vyre_buffer_copy(vyre_buffer* from, uint64_t from_offset, vyre_buffer* to,
                          uint64_t to_offset, uint64_t size);

/* The same without waiting, within one device. Between two it returns when the copy is done.
 * Errors: none beyond the usual.
 * Submits. */
VYRE_TRY vyre_buffer_copy_async(vyre_buffer* from, uint64_t from_offset, vyre_buffer* to,
                                uint64_t to_offset, uint64_t size, vyre_work** out_work);

/* Repeats |word| over |size| bytes from |offset| of the buffer, both multiples of 4.
 * Errors: none beyond the usual.
 * Submits. Blocks. */
VYRE_TRY vyre_buffer_fill(vyre_buffer* buffer, uint64_t offset, uint64_t size, uint32_t word);

/* The same without waiting.
 * Errors: none beyond the usual.
 * Submits. */
VYRE_TRY vyre_buffer_fill_async(vyre_buffer* buffer, uint64_t offset, uint64_t size, uint32_t word,
                                vyre_work** out_work);

/* Reads |size| bytes at |file_offset| of the file to |offset| of the buffer. |file| is a regular
 * file or a block device; its position is neither used nor moved, and the caller may close it on
 * return. A file that is too short is an error. After an error the buffer has the bytes it had.
 * Errors: INPUT_OUTPUT for what the file does, with its errno; UNSUPPORTED_FEATURE on systems
 * without these calls.
 * Submits. Blocks. */
VYRE_TRY vyre_buffer_load_file(vyre_buffer* buffer, uint64_t offset, vyre_file file,
                               uint64_t file_offset, uint64_t size);

/* The same as background work. The buffer has the bytes when the work is READY, all at once.
 * Errors: INPUT_OUTPUT, UNSUPPORTED_FEATURE as vyre_buffer_load_file.
 * Submits. */
VYRE_TRY vyre_buffer_load_file_async(vyre_buffer* buffer, uint64_t offset, vyre_file file,
                                     uint64_t file_offset, uint64_t size, vyre_work** out_work);

/* Writes |size| bytes from |offset| of the buffer to |file_offset| of the file, which grows where
 * the range reaches beyond its end. On return the system has the bytes; fsync is the caller's.
 * After an error bytes that the file had in the range may be new, and it is as long as it was.
 * |file| as in vyre_buffer_load_file, not opened for appending.
 * Errors: INPUT_OUTPUT for what the file does, with its errno; UNSUPPORTED_FEATURE on systems
 * without these calls.
 * Submits. Blocks. */
VYRE_TRY vyre_buffer_save_file(vyre_buffer* buffer, uint64_t offset, vyre_file file,
                               uint64_t file_offset, uint64_t size);

/* The same as background work.
 * Errors: INPUT_OUTPUT, UNSUPPORTED_FEATURE as vyre_buffer_save_file.
 * Submits. */
VYRE_TRY vyre_buffer_save_file_async(vyre_buffer* buffer, uint64_t offset, vyre_file file,
                                     uint64_t file_offset, uint64_t size, vyre_work** out_work);

/* The address of the first byte of |buffer| on its device, for SPIR-V modules that take addresses
 * (buffer_reference in GLSL), in push constants or in memory. It stays until the buffer is freed or
 * destroyed or its device recovered. From this call on every dispatch of such a module uses the
 * buffer: it runs behind earlier writes to it, and the memory stays until the work has ended. A
 * pointer in the push constants has to be 0 or to lie in such a buffer, else the dispatch is
 * INVALID_ARGUMENT; numbers in memory nobody checks.
 * Errors: UNSUPPORTED_FEATURE without VYRE_FEATURE_BUFFER_ADDRESSES. */
VYRE_TRY vyre_buffer_get_address(vyre_buffer* buffer, uint64_t* out_address);

/* Gives the memory back ahead of the destroy. Work under way keeps it until it ends. Any later use
 * of the buffer, a second vyre_buffer_free included, is INVALID_ARGUMENT.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_buffer_free(vyre_buffer* buffer);

/* Ends an owner of the buffer. Work under way keeps the memory. */
VYRE_API void vyre_buffer_destroy(vyre_buffer* buffer);

/* ---- Bindings: what each parameter gets in one dispatch ------------------------------------- */

/* What a binding gives. */
VYRE_ENUM(vyre_bind_kind){
    VYRE_BIND_INPUT = 1,  /* |size| bytes at |input| */
    VYRE_BIND_OUTPUT = 2, /* starts zeroed; the result goes to |output|, which has |size| bytes */
    VYRE_BIND_INOUT = 3,  /* starts with |size| bytes at |input|; the result goes to |output| */
    VYRE_BIND_ZEROS = 4,  /* |size| zeroed bytes; nothing is read back */
    VYRE_BIND_BUFFER = 5, /* |size| bytes from |offset| of |buffer| */
    VYRE_BIND_IMAGE = 6,  /* |image|, of a module: vyre_driver_image.h */
    VYRE_BIND_SAMPLER = 7 /* |sampler|, likewise */
};
#define VYRE_ALL_MIP_LEVELS UINT32_MAX /* an image is bound whole */

/* What one parameter gets in one dispatch; made with vyre_bind_... Fields that |kind| does not use
 * are 0. 96 bytes on 64-bit systems; never changes.
 *
 *   role             may be bound as                        unbound
 *   INPUT, UNIFORM   INPUT, ZEROS, BUFFER                   error
 *   INPUT_OUTPUT     INPUT, INOUT, OUTPUT, ZEROS, BUFFER    error
 *   OUTPUT           OUTPUT, ZEROS, BUFFER                  zeroed, not read back
 *   PERSISTENT       INPUT, INOUT, OUTPUT, ZEROS, BUFFER    zeroed, not read back
 *   SHARED           nothing                                always
 *
 * What is no buffer is bound as IMAGE or SAMPLER, and cannot stay unbound.
 *
 * Sizes. A parameter with an element count takes exactly its packed size; an OUTPUT may have more
 * room, and needs only the returned range where there is one. Any other takes its count from
 * |size|, a multiple of the element size, and cannot stay unbound.
 *
 * Types. A binding has bytes and no type: a double for an F32 is taken for two of them.
 *
 * Contents. A dispatch never zeroes a buffer of the device: a program finds what was written last.
 *
 * Overlap. Inputs may share bytes. What is written may not share bytes with another binding, of a
 * buffer or of host memory: that is refused, unless the pipeline has ALLOW_OVERLAP. */
typedef struct vyre_binding {
  vyre_string name;  /* of the parameter; empty: found by |slot| */
  const void* input; /* read in the call */
  void* output;      /* written in the call, or by vyre_work_collect */
  vyre_buffer* buffer;
  vyre_image* image;
  vyre_sampler* sampler; /* also beside |image|, of a SAMPLED_TEXTURE */
  uint64_t offset;       /* in |buffer|, a multiple of |buffer_offset_alignment| */
  uint64_t size;         /* of |buffer| VYRE_WHOLE_SIZE: to its end */
  uint32_t slot;         /* of a module within |set| */
  uint32_t array_index;  /* of the descriptor, in an array of them */
  vyre_bind_kind kind;
  uint32_t mip_level;     /* of |image|: one level, or VYRE_ALL_MIP_LEVELS */
  uint32_t set, reserved; /* of a module */
} vyre_binding;

/* Used by the next ones. */
static inline vyre_binding vyre_bind_(uint32_t slot, vyre_bind_kind kind, uint64_t size) {
  vyre_binding b;
  memset(&b, 0, sizeof b);
  b.slot = slot;
  b.kind = kind;
  b.size = size;
  return b;
}

/* The parameter at |slot| starts with |size| bytes of |data|. */
static inline vyre_binding vyre_bind_input(uint32_t slot, const void* data, size_t size) {
  vyre_binding b = vyre_bind_(slot, VYRE_BIND_INPUT, size);
  b.input = data;
  return b;
}

/* It starts zeroed, and its result goes to |data|, which has room for |size| bytes. */
static inline vyre_binding vyre_bind_output(uint32_t slot, void* data, size_t size) {
  vyre_binding b = vyre_bind_(slot, VYRE_BIND_OUTPUT, size);
  b.output = data;
  return b;
}

/* It starts with |size| bytes of |data|, and its result goes there. For a result elsewhere set
 * |output|. */
static inline vyre_binding vyre_bind_inout(uint32_t slot, void* data, size_t size) {
  vyre_binding b = vyre_bind_(slot, VYRE_BIND_INOUT, size);
  b.input = data;
  b.output = data;
  return b;
}

/* It starts as |size| zeroed bytes, and is not read back. */
static inline vyre_binding vyre_bind_zeros(uint32_t slot, uint64_t size) {
  return vyre_bind_(slot, VYRE_BIND_ZEROS, size);
}

/* It is |size| bytes from |offset| of |buffer|; VYRE_WHOLE_SIZE: to its end. */
static inline vyre_binding vyre_bind_range(uint32_t slot, vyre_buffer* buffer, uint64_t offset,
                                           uint64_t size) {
  vyre_binding b = vyre_bind_(slot, VYRE_BIND_BUFFER, size);
  b.buffer = buffer;
  b.offset = offset;
  return b;
}

/* It is the whole of |buffer|. */
static inline vyre_binding vyre_bind_buffer(uint32_t slot, vyre_buffer* buffer) {
  return vyre_bind_range(slot, buffer, 0, VYRE_WHOLE_SIZE);
}

/* It is |image|, whole. |sampler| is that of a SAMPLED_TEXTURE, else NULL. */
static inline vyre_binding vyre_bind_image(uint32_t slot, vyre_image* image,
                                           vyre_sampler* sampler) {
  vyre_binding b = vyre_bind_(slot, VYRE_BIND_IMAGE, 0);
  b.image = image;
  b.sampler = sampler;
  b.mip_level = VYRE_ALL_MIP_LEVELS;
  return b;
}

/* It is |sampler|. */
static inline vyre_binding vyre_bind_sampler(uint32_t slot, vyre_sampler* sampler) {
  vyre_binding b = vyre_bind_(slot, VYRE_BIND_SAMPLER, 0);
  b.sampler = sampler;
  return b;
}

/* |binding| for the parameter |name|, which has to outlive the call, in place of its slot:
 * vyre_bind_name("text", vyre_bind_input(0, data, size)). */
static inline vyre_binding vyre_bind_name(const char* name, vyre_binding binding) {
  binding.name = vyre_str(name);
  binding.slot = 0;
  return binding;
}

/* |binding| for |slot| of the descriptor set |set| of a module. Without it the set is 0. */
static inline vyre_binding vyre_bind_at(uint32_t set, uint32_t slot, vyre_binding binding) {
  binding.set = set;
  binding.slot = slot;
  return binding;
}

/* ---- Dispatch and work ---------------------------------------------------------------------- */

typedef uint64_t vyre_dispatch_flags; /* of a dispatch */
/* The device is asked how long it took: |device_ns| of the result. */
#define VYRE_DISPATCH_TIMED (UINT64_C(1) << 0)
/* The program is repeated until a pass changes no byte of what it may write, |iterations| times at
 * the longest; the result tells how often it ran. Right where one more pass would change nothing
 * either: labels, closures, shortest paths. Each pass is a submission that is waited for, and costs
 * a copy on the device. Of vyre_dispatch alone; refused with |grid_buffer| and ops that the host
 * runs. */
#define VYRE_DISPATCH_UNTIL_STABLE (UINT64_C(1) << 1)
/* Of a program that looks at 2 or 3 axes, without a shape or grid: it runs on the grid of published
 * drivers, a square or cube of as many axes as its workgroup has, which covers its element count.
 */
#define VYRE_DISPATCH_SQUARE_GRID (UINT64_C(1) << 2)
/* A zero on an axis of the shape or grid that is given runs nothing, and so do both {0, 0, 0}.
 * Buffers stay as they are. Outputs in host memory become what they start with: zeroes, and of an
 * INOUT what it was. */
#define VYRE_DISPATCH_MAY_BE_EMPTY (UINT64_C(1) << 3)

/* How a program with grid barriers runs. Of others nothing depends on it. */
VYRE_ENUM(vyre_split){
    VYRE_SPLIT_AUTOMATIC = 0, /* whole where the device can, else cut at its barriers */
    VYRE_SPLIT_NEVER = 1,     /* whole, or COOPERATIVE_RESIDENCY */
    VYRE_SPLIT_ALWAYS = 2     /* cut, also where it need not be */
};

/* |size| bytes for |offset| of a module's push constants. Never changes. */
typedef struct vyre_push_range {
  const void* data; /* read in the call */
  size_t size;
  uint64_t offset;
  uint64_t reserved;
} vyre_push_range;

/* |size| bytes for the beginning of the push constants. */
static inline vyre_push_range vyre_push(const void* data, size_t size) {
  vyre_push_range r;
  memset(&r, 0, sizeof r);
  r.data = data;
  r.size = size;
  return r;
}

/* The moment at which a semaphore reaches |value|. Never changes. */
typedef struct vyre_sync_point {
  vyre_semaphore* semaphore;
  uint64_t value;
} vyre_sync_point;

/* How a pipeline runs. At most one of |shape|, |grid| and |grid_buffer| is given.
 *
 * Shape. Exactly these invocations run; an axis that is not used is 1. A program that needs whole
 * workgroups (barriers, workgroup memory, subgroup operations) wants multiples of their size: else
 * the call is INVALID_ARGUMENT and names the next larger shape. Of other programs the first
 * dispatch with a part of a workgroup compiles a second form of the kernel. The shape of a module
 * is rounded up to whole workgroups, and its own code has to look at the rest. A plug-in's device
 * runs whole workgroups alone: other shapes are UNSUPPORTED_FEATURE.
 *
 * Grid. So many of the program's own workgroups run, whole. Where the device chose the size, it is
 * the shape of as many invocations.
 *
 * Neither. A program that looks at one axis gets an invocation for each element of the largest
 * parameter that it writes. With atomics or workgroup memory the largest of all counts. A program
 * that looks at 2 or 3 axes is INVALID_ARGUMENT, and so is a module that writes bytes without a
 * type.
 *
 * Zero. {0, 0, 0} is "not given"; a zero beside other numbers is an error. See MAY_BE_EMPTY. */
typedef struct vyre_dispatch_desc {
  size_t struct_size;
  vyre_dispatch_flags flags;
  vyre_string label;
  uint64_t timeout_ns;      /* INIT VYRE_FOREVER. Behind it the work is cancelled, of a twin too */
  uint32_t shape[3];        /* invocations on each axis; or */
  uint32_t grid[3];         /* workgroups on each axis; or */
  vyre_buffer* grid_buffer; /* three u32, workgroups on each axis, read when the device gets there.
                               Zeroes run nothing, counts over the device's limits trap.
                               A size that the device chose is 1, 1, 1 again */
  uint64_t grid_offset;     /* of these, a multiple of 4 */
  vyre_split split;
  uint32_t iterations; /* INIT 1. How often it runs on the same buffers, each time after the other;
                          with segments of a program that is cut 65,536 runs at the longest */
  const vyre_push_range* push; /* of a module, the later above the earlier. Every member of its
                                  block is given; bytes behind it are dropped */
  size_t push_count;
  const vyre_sync_point* wait_points; /* the work begins behind all of these */
  size_t wait_point_count;
  const vyre_sync_point* signal_points; /* reached at its end, failed or not; not when the
                                           device is lost */
  size_t signal_point_count; /* the points, |timeout_ns| and TIMED: not of a step or a recording */
} vyre_dispatch_desc;
#define VYRE_DISPATCH_DESC_INIT                                                            \
  {                                                                                        \
    sizeof(vyre_dispatch_desc), 0, {NULL, 0}, VYRE_FOREVER, {0, 0, 0}, {0, 0, 0}, NULL, 0, \
        (vyre_split)0, 1, NULL, 0, NULL, 0, NULL, 0                                        \
  }
#define VYRE_DISPATCH_DESC_DEFAULT VYRE_LITERAL(vyre_dispatch_desc, VYRE_DISPATCH_DESC_INIT)

/* A description with a shape: exactly these invocations. */
static inline vyre_dispatch_desc vyre_shape(uint32_t x, uint32_t y, uint32_t z) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.shape[0] = x;
  desc.shape[1] = y;
  desc.shape[2] = z;
  return desc;
}

/* A description with a grid: so many workgroups. */
static inline vyre_dispatch_desc vyre_grid(uint32_t x, uint32_t y, uint32_t z) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.grid[0] = x;
  desc.grid[1] = y;
  desc.grid[2] = z;
  return desc;
}

/* A description with the grid of whole workgroups that covers x * y * z invocations. Where the
 * device chose the workgroup size, it has that exact shape. For a pipeline that is READY. */
static inline vyre_dispatch_desc vyre_grid_for(const vyre_pipeline* pipeline, uint32_t x,
                                               uint32_t y, uint32_t z) {
  const vyre_pipeline_info* info = vyre_pipeline_get_info(pipeline);
  vyre_dispatch_desc desc = vyre_shape(x, y, z);
  int i;
  if (info->workgroup_chosen || info->workgroup[0] == 0) return desc;
  for (i = 0; i < 3; ++i) {
    desc.grid[i] = desc.shape[i] / info->workgroup[i] + (desc.shape[i] % info->workgroup[i] != 0);
    desc.shape[i] = 0;
  }
  return desc;
}

/* What is known about work that has ended. A time that was not measured is VYRE_UNKNOWN. */
typedef struct vyre_dispatch_result {
  size_t struct_size;
  uint64_t host_ns; /* from the submission to the observed end */
  /* Of the host: from the call to the submission, and waiting for the end, of all who waited. Both
   * are VYRE_UNKNOWN with UNTIL_STABLE, whose passes are submissions of their own. */
  uint64_t enqueue_ns, wait_ns;
  uint64_t device_ns;    /* measured by the device; needs TIMED */
  uint64_t output_bytes; /* written to host memory */
  uint32_t grid[3];      /* workgroups that ran; 0 with |grid_buffer|, for nobody read it */
  uint32_t workgroup[3]; /* invocations of each */
  uint32_t iterations;   /* how often the program ran */
  uint32_t segments;     /* that it was cut into; 1: it was not */
} vyre_dispatch_result;
#define VYRE_DISPATCH_RESULT_INIT \
  { sizeof(vyre_dispatch_result), 0, 0, 0, 0, 0, {0, 0, 0}, {0, 0, 0}, 0, 0 }
#define VYRE_DISPATCH_RESULT_DEFAULT VYRE_LITERAL(vyre_dispatch_result, VYRE_DISPATCH_RESULT_INIT)

/* Runs the pipeline and waits for the end. Bindings come in any order, each parameter once; NULL
 * when |binding_count| is 0. |desc| and |out_result| may be NULL. After an error other than
 * DEVICE_LOST nothing is written to host memory. A missing, doubled or wrong-sized binding is
 * INVALID_ARGUMENT, with parameter, slot and sizes.
 * Errors: NOT_FOUND for a binding that no parameter has; OUTPUT_TOO_SMALL; DISPATCH_FAILED with the
 * trap or the device's error; TIMED_OUT behind |timeout_ns|; NOT_READY before the pipeline is made;
 * COOPERATIVE_RESIDENCY with SPLIT_NEVER; UNSUPPORTED_FEATURE for what the device lacks and for
 * barriers that cannot be cut; KERNEL_COMPILE_FAILED and INPUT_OUTPUT of code and files.
 * Submits. Blocks. */
VYRE_TRY vyre_dispatch(vyre_pipeline* pipeline, const vyre_binding* bindings, size_t binding_count,
                       const vyre_dispatch_desc* desc, vyre_dispatch_result* out_result);

/* Starts the pipeline and returns at once; inputs have been copied then. As vyre_dispatch, but
 * |output| is not used and may be NULL: OUTPUT and INOUT bindings mark what vyre_work_collect
 * fetches. The first dispatch of a program that is cut at barriers may compile.
 * Errors: NOT_FOUND, OUTPUT_TOO_SMALL, NOT_READY, COOPERATIVE_RESIDENCY, UNSUPPORTED_FEATURE,
 * KERNEL_COMPILE_FAILED, INPUT_OUTPUT as vyre_dispatch; others come through vyre_work_get_error.
 * Submits. */
VYRE_TRY vyre_dispatch_async(vyre_pipeline* pipeline, const vyre_binding* bindings,
                             size_t binding_count, const vyre_dispatch_desc* desc,
                             vyre_work** out_work);

/* Called when work has ended; |state| is READY or FAILED. May call the library. */
typedef void(VYRE_CALL* vyre_complete_fn)(void* user, vyre_work_state state);

/* Waits for the end, |timeout_ns| at the longest, and says how the work stands then. That it FAILED
 * is no error.
 * Errors: none beyond the usual.
 * Blocks. */
VYRE_TRY vyre_work_wait(vyre_work* work, uint64_t timeout_ns, vyre_work_state* out_state);

/* Waits until one of the works has ended, failed ones too. They may be of any devices and contexts;
 * NULL entries are skipped. |out_index| gets the lowest that has ended, SIZE_MAX at a time-out. No
 * work at all is INVALID_ARGUMENT.
 * Errors: none beyond the usual.
 * Blocks. */
VYRE_TRY vyre_work_wait_any(vyre_work* const* works, size_t work_count, uint64_t timeout_ns,
                            size_t* out_index);

/* Waits until all of them have ended, as vyre_work_wait_any. |out_ended| gets how many have.
 * Errors: none beyond the usual.
 * Blocks. */
VYRE_TRY vyre_work_wait_all(vyre_work* const* works, size_t work_count, uint64_t timeout_ns,
                            size_t* out_ended);

/* Why the work FAILED, an error that the caller owns; NULL when it has not. A mistake in the call
 * is what it returns.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_work_get_error(const vyre_work* work, vyre_error** out_error);

/* One more owner of the work's device.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_work_get_device(const vyre_work* work, vyre_device** out_device);

/* Waits for the end and writes the results of a dispatch to the caller's memory, once. |bindings|
 * are OUTPUT and INOUT ones with |output| set, for parameters that were bound so; others are
 * ignored, so the array of the dispatch serves. After an error nothing is written.
 * Errors: OUTPUT_TOO_SMALL, NOT_FOUND for a binding, after which the call may be repeated; of
 * failed work its error: DISPATCH_FAILED, TIMED_OUT, CANCELLED, INPUT_OUTPUT.
 * Blocks. */
VYRE_TRY vyre_work_collect(vyre_work* work, const vyre_binding* bindings, size_t binding_count);

/* Waits for the end and copies what vyre_buffer_read_async read to |data|, once. |size| is exactly
 * what was read.
 * Errors: of failed work its error: DISPATCH_FAILED, TIMED_OUT, CANCELLED.
 * Blocks. */
VYRE_TRY vyre_work_collect_bytes(vyre_work* work, void* data, size_t size);

/* Waits for the end and points at what was read, without a copy, until the work is destroyed.
 * |read| is the step of a sequence, else 0.
 * Errors: of failed work its error: DISPATCH_FAILED, TIMED_OUT, CANCELLED; NOT_FOUND for a step
 * that is no read.
 * Blocks. */
VYRE_TRY vyre_work_get_bytes(vyre_work* work, uint32_t read, vyre_bytes* out_bytes);

/* Times and sizes of work that is READY.
 * Errors: NOT_READY before its end; of failed work its error: DISPATCH_FAILED, TIMED_OUT,
 * CANCELLED, INPUT_OUTPUT. */
VYRE_TRY vyre_work_get_result(const vyre_work* work, vyre_dispatch_result* out_result);

/* Calls |callback| once when the work has ended, as background work of its context; never inside
 * this call, unless |run_job| runs its job at once. One for each work. A work that is destroyed
 * before makes no callback. |destroy| is called in either case.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_work_on_complete(vyre_work* work, vyre_complete_fn callback, void* user,
                               vyre_destroy_fn destroy);

/* Ends work early: it is FAILED at once, as CANCELLED, for who waits too. What the device has not
 * got yet never runs; what it has runs on, unless a plug-in ends it, and its results are dropped.
 * Buffers may be written in part; later work on them comes behind it. Ended work stays as it is.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_work_cancel(vyre_work* work);

/* Neither waits for the work nor stops it. */
VYRE_API void vyre_work_destroy(vyre_work* work);

#ifdef __cplusplus
}
#endif

/* ---- All functions, by object ---------------------------------------------------------------
 *
 * Library: vyre_version vyre_abi_version vyre_get_build_flags
 * Strings, files: vyre_str vyre_file_of
 * Blob: vyre_blob_get_bytes vyre_blob_destroy
 * Error: vyre_error_get_code vyre_error_text vyre_error_get_info vyre_error_code_name
 *   vyre_error_create vyre_error_share vyre_error_destroy vyre_error_print
 * Context: vyre_context_create vyre_context_get_shared vyre_context_run_callbacks
 *   vyre_context_load_plugin vyre_context_load_plugins vyre_context_destroy
 * Program: vyre_program_load vyre_program_save vyre_program_get_info vyre_program_get_fingerprint
 *   vyre_program_validate vyre_program_destroy
 * Constant: vyre_constant_ vyre_constant_u32 vyre_constant_i32 vyre_constant_f32 vyre_constant_bool
 * Pipeline: vyre_pipeline_create vyre_pipeline_create_async vyre_pipeline_wait
 *   vyre_pipeline_get_error vyre_pipeline_get_info vyre_pipeline_get_device
 *   vyre_pipeline_get_program vyre_pipeline_destroy
 * Device: vyre_device_open vyre_device_open_id vyre_device_get_info vyre_device_check_program
 *   vyre_device_get_memory vyre_device_set_budget vyre_device_prepare vyre_device_wait_idle
 *   vyre_device_shutdown vyre_device_is_lost vyre_device_recover vyre_device_destroy
 * Device list: vyre_device_list_create vyre_device_list_get_info vyre_device_list_destroy
 * Buffer: vyre_buffer_create vyre_buffer_get_info vyre_buffer_get_device vyre_buffer_write
 *   vyre_buffer_write_async vyre_buffer_read vyre_buffer_read_async vyre_buffer_copy
 *   vyre_buffer_copy_async vyre_buffer_fill vyre_buffer_fill_async vyre_buffer_load_file
 *   vyre_buffer_load_file_async vyre_buffer_save_file vyre_buffer_save_file_async
 *   vyre_buffer_get_address vyre_buffer_free vyre_buffer_destroy
 * Binding: vyre_bind_ vyre_bind_input vyre_bind_output vyre_bind_inout vyre_bind_zeros
 *   vyre_bind_range vyre_bind_buffer vyre_bind_image vyre_bind_sampler vyre_bind_name vyre_bind_at
 * Dispatch: vyre_dispatch vyre_dispatch_async vyre_push vyre_shape vyre_grid vyre_grid_for
 * Work: vyre_work_wait vyre_work_wait_any vyre_work_wait_all vyre_work_get_error
 *   vyre_work_get_device vyre_work_collect vyre_work_collect_bytes vyre_work_get_bytes
 *   vyre_work_get_result vyre_work_on_complete vyre_work_cancel vyre_work_destroy */

#endif /* VYRE_DRIVER_H */

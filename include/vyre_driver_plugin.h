/* vyre_driver_plugin.h: write a backend, for a kind of device that this library does not know.
 *
 * For authors of backends. An application that only loads a plug-in does not need this header:
 * vyre_context_load_plugin is in vyre_driver.h.
 *
 * A backend is a table of functions, vyre_backend_table. It lives in the host (then
 * vyre_context_add_backend takes it) or in a shared library, a plug-in. A plug-in links nothing of
 * this library. It exports one function and reaches the library through the table that it gets,
 * vyre_plugin_host:
 *
 *   static vyre_backend_table table = VYRE_BACKEND_TABLE_INIT;
 *
 *   vyre_error* vyre_plugin_entry(const vyre_plugin_host* host,
 *                                 const vyre_backend_table** out_table) {
 *     if (host->abi_version != VYRE_ABI_VERSION)
 *       return host->error_create(VYRE_ERROR_INVALID_ARGUMENT, 0, vyre_str("another version"));
 *     table.id = vyre_str("acme");
 *     table.flags = VYRE_PLUGIN_DISPATCHES;
 *     table.get_device_info = acme_get_device_info;
 *     ...
 *     *out_table = &table;
 *     return NULL;
 *   }
 *
 * What is particular here: the library is the caller.
 *
 *  - Errors. A function of the table returns NULL, or an error that it made with
 *    vyre_plugin_host.error_create. The library takes it; its code, text and findings reach the
 *    application. An error that came from another function of the host's table can be passed on. In
 *    the host, errors of vyre_error_create do as well.
 *  - Results. Places for results are zeroed before the call. A place for an object must not be NULL
 *    after success, unless the entry says so. Structs to be filled have their |struct_size| set:
 *    write only fields below it.
 *  - Pointers that a function gets live for the call, unless the entry says otherwise.
 *  - Threads. Functions are called on any thread, several at once, also for one device. See
 *    VYRE_PLUGIN_ONE_AT_A_TIME. They may call the host's table and nothing else of the library.
 *    They must return normally: no exception, no longjmp.
 *  - Checks. Every answer is checked. One that breaks these rules becomes INTERNAL, or
 *    INVALID_ARGUMENT while the backend is added, with the backend's id and the function's name.
 *  - Results of kernels are those of the oracle ("cpu-ref"), bit for bit. What a device cannot do
 *    exactly, compile refuses with UNSUPPORTED_FEATURE and its name.
 */
#ifndef VYRE_DRIVER_PLUGIN_H
#define VYRE_DRIVER_PLUGIN_H

#include "vyre_driver.h"
#include "vyre_driver_registry.h"
#include "vyre_driver_tools.h"

/* Before a function that a plug-in exports. */
#if defined(_WIN32)
#define VYRE_PLUGIN_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define VYRE_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define VYRE_PLUGIN_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Objects --------------------------------------------------------------------------------- */

typedef struct vyre_compilation vyre_compilation;   /* one call of compile or load_executable */
typedef struct vyre_oracle vyre_oracle;             /* a program that the oracle can run */
typedef struct vyre_metric_sink vyre_metric_sink;   /* takes metrics during get_metrics */
typedef struct vyre_op_sink vyre_op_sink;           /* takes ops during add_ops */
typedef struct vyre_backend_list vyre_backend_list; /* the backends of a context */

/* ---- What the library offers to a backend ---------------------------------------------------- */

/* A kernel as SPIR-V. It lives as long as the compilation.
 *
 * The entry point is "main". Descriptor set 0 has, in this order: a storage buffer for each
 * parameter that is not workgroup memory; where |count_words| is not 0, a uniform buffer of that
 * many 32-bit words, word i being the number of elements of storage buffer i; where |can_trap| is
 * 1, a storage buffer of seven words {kind, site, value, number, x, y, z}, all 0 before the run.
 * The kind is other than 0 afterwards when the program has trapped, in the invocation x, y, z. Push
 * constants are three words: the number of the first workgroup on each axis. A barrier for the
 * whole grid is one of the workgroup there: run such a kernel with one workgroup only. */
typedef struct vyre_plugin_spirv {
  size_t struct_size;
  const uint32_t* words;
  size_t word_count;
  const vyre_string* const* trap_sites; /* where it can trap, by the site that a trap reports */
  size_t trap_site_count;
  uint32_t storage_buffers; /* without that of the trap */
  uint32_t count_words;     /* of the uniform buffer; 0: there is none */
  uint32_t can_trap;        /* 1 or 0 */
  uint32_t reserved;
} vyre_plugin_spirv;

#define VYRE_PLUGIN_SPIRV_INIT \
  { sizeof(vyre_plugin_spirv), NULL, 0, NULL, 0, 0, 0, 0, 0 }
#define VYRE_PLUGIN_SPIRV_DEFAULT VYRE_LITERAL(vyre_plugin_spirv, VYRE_PLUGIN_SPIRV_INIT)

/* Host memory of one parameter, for the oracle. Never changes. */
typedef struct vyre_oracle_range {
  void* bytes; /* read and written. May be NULL when |size| is 0 */
  size_t size;
} vyre_oracle_range;

/* The functions that a backend may call, on any thread. None is NULL, but for those of a library
 * that is older than this header: they lie beyond its |struct_size|. The table lives until
 * vyre_backend_table.destroy has returned. */
typedef struct vyre_plugin_host {
  size_t struct_size;
  uint32_t abi_version; /* VYRE_ABI_VERSION of the library */
  uint32_t reserved;
  void* context; /* first argument of |log| */

  /* Makes an error to be returned. |native_code| is the device's own number of it; 0: none. The
   * text is copied. Say after "Fix: " what to do. Never NULL. */
  vyre_error*(VYRE_CALL* error_create)(vyre_error_code code, int64_t native_code, vyre_string text);
  /* Adds a copy of a finding to an error of the host's table and gives the error back, perhaps at
   * another address. An error from elsewhere is given back as it is. |error| may be NULL: then
   * nothing happens. */
  vyre_error*(VYRE_CALL* error_add_finding)(vyre_error* error, const vyre_finding* finding);
  /* What an error says. It lives as long as the error. Never NULL. */
  const vyre_error_info*(VYRE_CALL* error_get_info)(const vyre_error* error);
  /* Ends an error that is not returned. |error| may be NULL. */
  void(VYRE_CALL* error_destroy)(vyre_error* error);

  /* A message for the application's log. |context| is that of this table. */
  void(VYRE_CALL* log)(void* context, vyre_log_level level, vyre_string text);

  /* The facts of a program. They live as long as the program. Never NULL. */
  const vyre_program_info*(VYRE_CALL* program_get_info)(const vyre_program* program);
  /* The program as bytes. |desc| may be NULL. The caller owns the blob. */
  vyre_error*(VYRE_CALL* program_save)(const vyre_program* program, const vyre_save_desc* desc,
                                       vyre_blob** out_blob);
  /* The bytes of a blob. They live as long as the blob. */
  vyre_bytes(VYRE_CALL* blob_get_bytes)(const vyre_blob* blob);
  /* Ends a blob. |blob| may be NULL. */
  void(VYRE_CALL* blob_destroy)(vyre_blob* blob);

  /* The program that is compiled as SPIR-V, made for what get_device_info has said. The constants
   * stand in it as numbers. Fails with UNSUPPORTED_FEATURE, by name, where the device cannot run
   * it. */
  vyre_error*(VYRE_CALL* compilation_get_spirv)(vyre_compilation* compilation,
                                                vyre_plugin_spirv* out_spirv);
  /* What is registered for op |op_id| and the target of this backend: VYRE_TARGET_EXTENSION with
   * the backend's id. The bytes live as long as the compilation. Calls of such an op stand in the
   * program as they are. NOT_FOUND: the program calls no op of that id, or it has no such lowering.
   * An error of the function that makes the bytes is returned as it is. */
  vyre_error*(VYRE_CALL* compilation_get_lowering)(vyre_compilation* compilation, vyre_string op_id,
                                                   vyre_bytes* out_bytes);
  /* Makes the program that is compiled ready for the oracle. The result outlives the compilation.
   * The caller owns it. */
  vyre_error*(VYRE_CALL* oracle_create)(vyre_compilation* compilation, vyre_oracle** out_oracle);
  /* Runs it on |grid| workgroups and waits for the end. |ranges| has an entry for each of
   * vyre_plugin_compile.parameters, in their order; those of workgroup memory are not looked at.
   * One oracle may run several times at once. */
  vyre_error*(VYRE_CALL* oracle_run)(vyre_oracle* oracle, const uint32_t grid[3],
                                     const vyre_oracle_range* ranges, size_t range_count);
  /* Ends an oracle. |oracle| may be NULL. */
  void(VYRE_CALL* oracle_destroy)(vyre_oracle* oracle);

  /* Tells a metric, inside get_metrics only, once. |name| is that of a vyre_metric_id up to
   * BARRIERS, in small letters ("device_bytes"), or the backend's own, which is listed behind them.
   * The strings are copied. */
  void(VYRE_CALL* metric_add)(vyre_metric_sink* sink, vyre_string name, vyre_string unit,
                              vyre_metric_kind kind, uint64_t value);
  /* Adds an op, inside add_ops only. The description is as for vyre_registry_builder_add_op. Its
   * functions return errors as those of the table do. */
  vyre_error*(VYRE_CALL* op_add)(vyre_op_sink* sink, const vyre_op_desc* desc);
  /* Adds |size| bytes to what a function of an op or save_executable writes. */
  void(VYRE_CALL* writer_write)(vyre_writer* writer, const void* bytes, size_t size);
} vyre_plugin_host;

#define VYRE_PLUGIN_HOST_INIT                                                                   \
  {                                                                                             \
    sizeof(vyre_plugin_host), 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, \
        NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL                                          \
  }
#define VYRE_PLUGIN_HOST_DEFAULT VYRE_LITERAL(vyre_plugin_host, VYRE_PLUGIN_HOST_INIT)

/* ---- What a backend compiles and runs -------------------------------------------------------- */

/* One parameter of a program that is compiled. Never changes. */
typedef struct vyre_plugin_parameter {
  vyre_string name;
  uint64_t static_bytes; /* its size; 0: known at each dispatch */
  uint64_t reserved[2];
  uint32_t slot;
  vyre_role role; /* SHARED: memory of the workgroup, which nothing binds */
  vyre_access access;
  vyre_type element_type;
  uint32_t element_bytes; /* from one element to the next; 0: the type has no size */
  uint32_t element_count; /* 0: known at each dispatch */
} vyre_plugin_parameter;

/* What compile and load_executable get. All of it lives for the call. */
typedef struct vyre_plugin_compile {
  size_t struct_size;
  const vyre_plugin_host* host;
  vyre_compilation* compilation; /* for functions of |host| */
  const vyre_program* program;   /* valid; for functions of |host| */
  vyre_bytes wire;               /* its canonical wire bytes; empty: it has none */
  vyre_string label;             /* of the pipeline, for messages; may be empty */
  /* How the pipeline was made. A signed division or remainder by zero, and MIN / -1, trap. With
   * VYRE_PIPELINE_DIVISION_GIVES_ZERO they give 0, and MIN / -1 gives MIN. What else the flags ask
   * is the library's to do. */
  vyre_pipeline_flags flags;
  const vyre_plugin_parameter* parameters; /* by slot, workgroup memory among them */
  size_t parameter_count;
  const vyre_constant* constants; /* one for each that the program names, by the names' bytes */
  size_t constant_count;
  uint32_t workgroup[3]; /* the size to run with; may differ from the program's own */
  uint32_t segment;      /* tells apart the programs that one dispatch runs */
} vyre_plugin_compile;

#define VYRE_PLUGIN_COMPILE_INIT                                                              \
  {                                                                                           \
    sizeof(vyre_plugin_compile), NULL, NULL, NULL, {NULL, 0}, {NULL, 0}, 0, NULL, 0, NULL, 0, \
        {0, 0, 0}, 0                                                                          \
  }
#define VYRE_PLUGIN_COMPILE_DEFAULT VYRE_LITERAL(vyre_plugin_compile, VYRE_PLUGIN_COMPILE_INIT)

/* What a program gets for one parameter: |size| bytes from |offset| of |memory|, which the table's
 * functions have made. Never changes. */
typedef struct vyre_plugin_range {
  void* memory;    /* NULL for workgroup memory, and when |size| is 0 */
  uint64_t offset; /* a multiple of vyre_device_info.buffer_offset_alignment */
  uint64_t size;
  uint64_t reserved;
} vyre_plugin_range;

/* How a command runs. */
typedef uint64_t vyre_command_flags;
/* It sees all that the commands before it have written. */
#define VYRE_COMMAND_BARRIER (UINT64_C(1) << 0)

/* One program on one grid. Never changes. */
typedef struct vyre_plugin_command {
  void* executable;                /* of compile or load_executable */
  const vyre_plugin_range* ranges; /* one for each vyre_plugin_compile.parameters, in order */
  size_t range_count;
  vyre_command_flags flags;
  vyre_string label; /* of the dispatch, for messages; may be empty */
  /* Three 32-bit words in memory of the table, read when the device gets there: the workgroups on
   * each axis. Only with VYRE_PLUGIN_GRID_FROM_MEMORY. A zero runs nothing; more than the device's
   * limit traps. NULL: |grid| counts. */
  void* grid_memory;
  uint64_t grid_offset; /* of these words, a multiple of 4 */
  uint32_t grid[3];     /* workgroups on each axis, within the limits of the device's info */
  uint32_t reserved;
  uint64_t reserved_words[2];
} vyre_plugin_command;

/* What is asked of a submission. */
typedef uint64_t vyre_submission_flags;
/* The device's own time is wanted: get_device_ns will be called. */
#define VYRE_SUBMISSION_TIMED (UINT64_C(1) << 0)

/* Work for a device. */
typedef struct vyre_plugin_submission {
  size_t struct_size;
  vyre_submission_flags flags;
  const vyre_plugin_command* commands;
  size_t command_count; /* 1, or with VYRE_PLUGIN_ORDERED at least 1 */
} vyre_plugin_submission;

#define VYRE_PLUGIN_SUBMISSION_INIT \
  { sizeof(vyre_plugin_submission), 0, NULL, 0 }
#define VYRE_PLUGIN_SUBMISSION_DEFAULT \
  VYRE_LITERAL(vyre_plugin_submission, VYRE_PLUGIN_SUBMISSION_INIT)

/* ---- The table ------------------------------------------------------------------------------- */

/* What a backend can do. */
typedef uint64_t vyre_plugin_flags;
/* Its devices may be chosen when an application asks for the best one. Without it they are opened
 * by id alone. */
#define VYRE_PLUGIN_DISPATCHES (UINT64_C(1) << 0)
/* The device keeps order. Commands of a submission run one after another. Submissions that share
 * memory run in the order in which they came. Transfers of memory wait for what was submitted
 * before. Without it the library sees to that: each submission has one command, and while it has
 * not ended nothing else is submitted that shares memory with it, nor is that memory read, written
 * or freed. */
#define VYRE_PLUGIN_ORDERED (UINT64_C(1) << 1)
/* Programs with grid barriers are never cut: the backend gets them whole, for any grid. Without it
 * they are cut, unless the device's info has VYRE_FEATURE_GRID_BARRIER or the grid is one
 * workgroup, for which they come whole as well: a barrier of the grid is then one of that
 * workgroup. */
#define VYRE_PLUGIN_NO_SPLIT (UINT64_C(1) << 2)
/* No two calls for one device run at once: the library lets them wait for each other. A wait then
 * comes as many short ones. */
#define VYRE_PLUGIN_ONE_AT_A_TIME (UINT64_C(1) << 3)
/* Programs may call ops that have a reference function alone. Without it they are refused by
 * name. */
#define VYRE_PLUGIN_REFERENCE_FUNCTIONS (UINT64_C(1) << 4)
/* Programs may call the ops of the dialect "io", which the library runs around a dispatch. Without
 * it they are refused by name. */
#define VYRE_PLUGIN_HOST_IO (UINT64_C(1) << 5)
/* Commands may take their grid from memory: see vyre_plugin_command. Without it such dispatches are
 * refused by name. */
#define VYRE_PLUGIN_GRID_FROM_MEMORY (UINT64_C(1) << 6)

/* The rank of a backend for which nobody declared one: the last. */
#define VYRE_RANK_NONE UINT32_MAX

/* A backend. Begin with VYRE_BACKEND_TABLE_INIT, set the required entries, and leave NULL what the
 * backend does not have. Only |struct_size| bytes are looked at: a table that was compiled with an
 * older header lacks the newest entries, which count as NULL. What a newer table has beyond those
 * that the library knows is not used. */
typedef struct vyre_backend_table {
  size_t struct_size;
  vyre_plugin_flags flags;
  uint32_t abi_version; /* of the header in use: leave it as _INIT sets it, VYRE_ABI_VERSION */
  uint32_t rank;        /* lower comes first among equals. _INIT sets VYRE_RANK_NONE */
  /* Required: 1 to 64 letters, digits, '-', '_' and '.'. Not "reference", "oracle" or "cpu-ref",
   * and no id of another backend. Copied. */
  vyre_string id;
  vyre_string version; /* of the backend; decides which kept kernels are still good. Empty:
                          "unspecified", and none are kept. Copied */
  void* user;          /* first argument of functions without a device */
  /* Frees |user|, behind the last other call: the context and all objects made with the backend are
   * gone. Called once for each time that the table was taken. NULL: nothing to free. */
  vyre_destroy_fn destroy;

  /* Required, all from here to free_work. */

  /* Facts about device |number|, counted from 0, below count_devices. All has to be true. What is
   * left 0 is not offered; limits of workgroups that are 0 count as 1, and sizes and max_parameters
   * that are 0 as unknown. The library copies it, strings too. |id|, |backend| and
   * |backend_version| are the library's to say and stay empty: with one device the id is the
   * table's, with several "id:<uuid>", or "id:<number>" where there is no uuid. So do |ops|, the
   * four masks of handles, |max_images| and |max_push_constant_bytes|. An error: the device is
   * listed with it and cannot be opened. */
  vyre_error*(VYRE_CALL* get_device_info)(void* user, uint32_t number, vyre_device_info* out_info);
  /* Opens device |number|. Called for each vyre_device_open: every call makes another one. |host|
   * may be kept. */
  vyre_error*(VYRE_CALL* open_device)(void* user, uint32_t number, const vyre_plugin_host* host,
                                      void** out_device);
  /* Closes it. Everything that was made with it has been freed, all its work has ended, and no
   * other call for it comes. */
  void(VYRE_CALL* close_device)(void* device);

  /* Gives |size| bytes (more than 0), all 0. DEVICE_OUT_OF_MEMORY when there is no room. */
  vyre_error*(VYRE_CALL* allocate_memory)(void* device, uint64_t size, void** out_memory);
  /* Frees memory that no work uses any more. Memory of import_host too. */
  void(VYRE_CALL* free_memory)(void* device, void* memory);
  /* Copies |size| bytes to |offset| of the memory. The range lies inside of it. The copy is done
   * when the function returns. */
  vyre_error*(VYRE_CALL* write_memory)(void* device, void* memory, uint64_t offset,
                                       const void* bytes, size_t size);
  /* Copies |size| bytes from |offset| of the memory. The same holds. */
  vyre_error*(VYRE_CALL* read_memory)(void* device, void* memory, uint64_t offset, void* bytes,
                                      size_t size);

  /* Makes a program ready to run. Called once for each segment of a program that is cut.
   * UNSUPPORTED_FEATURE names what the device cannot do exactly; KERNEL_COMPILE_FAILED is for a
   * compiler that refuses. */
  vyre_error*(VYRE_CALL* compile)(void* device, const vyre_plugin_compile* request,
                                  void** out_executable);
  /* Frees it. No work uses it any more. */
  void(VYRE_CALL* free_executable)(void* device, void* executable);

  /* Starts work, or does all of it. What |submission| points to lives for the call. The work is
   * freed by free_work. */
  vyre_error*(VYRE_CALL* submit)(void* device, const vyre_plugin_submission* submission,
                                 void** out_work);
  /* Waits for the end of the work, |timeout_ns| at the longest (0: looks; VYRE_FOREVER: no limit).
   * Sets VYRE_WORK_RUNNING or VYRE_WORK_READY. An error means that the work has failed and ended; a
   * trap is DISPATCH_FAILED. Not called again when the work has ended. Several threads may wait for
   * different work. */
  vyre_error*(VYRE_CALL* wait)(void* device, void* work, uint64_t timeout_ns,
                               vyre_work_state* out_state);
  /* Frees work that has ended, once. */
  void(VYRE_CALL* free_work)(void* device, void* work);

  /* Optional, all from here on. */

  /* How many devices there are now. None is no error. NULL: one. */
  vyre_error*(VYRE_CALL* count_devices)(void* user, uint32_t* out_count);
  /* Adds ops of the backend's own, and lowerings for them, with host->op_add. Called once, on the
   * thread that adds the backend; the ops are published with it. A call of an op with a lowering
   * for this backend is left to compile, which reads it with host->compilation_get_lowering. Where
   * compile refuses such a program with UNSUPPORTED_FEATURE, compositions take the place of the
   * calls, and the log tells it. The ops end with the last registry that has them, before
   * |destroy|. An error: the backend is not added. NULL: it brings none. */
  vyre_error*(VYRE_CALL* add_ops)(void* user, const vyre_plugin_host* host, vyre_op_sink* sink);
  /* How long the device took for work that is ready, of a submission with VYRE_SUBMISSION_TIMED. 0:
   * not known. NULL: never known. */
  vyre_error*(VYRE_CALL* get_device_ns)(void* device, void* work, uint64_t* out_device_ns);
  /* As allocate_memory, for bytes that will all be written before they are read: they need no
   * zeros. NULL: allocate_memory. */
  vyre_error*(VYRE_CALL* allocate_unfilled)(void* device, uint64_t size, void** out_memory);
  /* Copies between two ranges that do not overlap; the memory may be the same. The copy is done
   * when the function returns. NULL: the library reads and writes in pieces. */
  vyre_error*(VYRE_CALL* copy_memory)(void* device, void* from, uint64_t from_offset, void* to,
                                      uint64_t to_offset, uint64_t size);
  /* Fills a range with |word|. Offset and size are multiples of 4. It is done when the function
   * returns. NULL: the library writes in pieces. */
  vyre_error*(VYRE_CALL* fill_memory)(void* device, void* memory, uint64_t offset, uint64_t size,
                                      uint32_t word);
  /* Makes memory of these bytes of the host, which stay until free_memory. Address and size are
   * multiples of the host_import_alignment in the device's info, a power of two. |writable| 0: the
   * bytes are only read. NULL: refused by name. */
  vyre_error*(VYRE_CALL* import_host)(void* device, void* bytes, size_t size, uint32_t writable,
                                      void** out_memory);
  /* Tells how much memory is used. Set VYRE_UNKNOWN where nobody knows. NULL: the library tells
   * what it has allocated. */
  vyre_error*(VYRE_CALL* get_memory)(void* device, vyre_memory_usage* out_memory);
  /* Does now what the first dispatch would wait for. NULL: nothing to do. */
  vyre_error*(VYRE_CALL* prepare)(void* device);
  /* Waits until all that was submitted has ended, |timeout_ns| at the longest. Sets 1 when it has,
   * 0 when time ran out. NULL: the library waits for each work. */
  vyre_error*(VYRE_CALL* wait_idle)(void* device, uint64_t timeout_ns, uint32_t* out_idle);
  /* Lets the device go. All work has ended. Afterwards come only read_memory, the functions that
   * free, and close_device. NULL: nothing to do. */
  vyre_error*(VYRE_CALL* shutdown)(void* device);
  /* Sets 1 when the device is gone for good. Then |wait| has to return at once, with DEVICE_LOST.
   * NULL: it is lost when a function has failed with DEVICE_LOST. */
  vyre_error*(VYRE_CALL* is_lost)(void* device, uint32_t* out_lost);
  /* Opens the lost device again: the same adapter with the same limits. What was made before is
   * only freed afterwards. No other call for the device runs meanwhile, but those that free.
   * NULL: refused by name. */
  vyre_error*(VYRE_CALL* recover)(void* device);
  /* Tells what the backend counts itself, with host->metric_add. An error is logged. NULL: the
   * library tells what it counts. */
  vyre_error*(VYRE_CALL* get_metrics)(void* device, vyre_metric_sink* sink);
  /* Writes an executable as bytes for the cache folder: calls |write| with |write_user|, piece by
   * piece, and returns its error when it gives one. Writing nothing means that it is not kept.
   * NULL: none is kept. With it, equal programs share an executable. */
  vyre_error*(VYRE_CALL* save_executable)(void* device, void* executable, vyre_write_fn write,
                                          void* write_user);
  /* Makes an executable of bytes that save_executable wrote, for the same request, device and
   * version. Success with NULL in |out_executable|: the bytes are of no use, and compile is called.
   * NULL: compile is always called. */
  vyre_error*(VYRE_CALL* load_executable)(void* device, const vyre_plugin_compile* request,
                                          const void* bytes, size_t size, void** out_executable);
  /* Asks the work, which has not ended, to end early: somebody cancelled it, or its time is over,
   * and nobody gets its results. Returns without waiting for that; |wait| then says when it has
   * ended, as READY or with an error, and its memory is left alone until then. Called once at most
   * for a work, perhaps while |wait| is under way for others. With ONE_AT_A_TIME it comes when no
   * other call is. An error is logged. NULL: the work runs on, and its results are dropped. */
  vyre_error*(VYRE_CALL* cancel)(void* device, void* work);
} vyre_backend_table;

#define VYRE_BACKEND_TABLE_INIT                                                                   \
  {                                                                                               \
    sizeof(vyre_backend_table), 0, VYRE_ABI_VERSION, VYRE_RANK_NONE, {NULL, 0}, {NULL, 0}, NULL,  \
        NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, \
        NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL  \
  }
#define VYRE_BACKEND_TABLE_DEFAULT VYRE_LITERAL(vyre_backend_table, VYRE_BACKEND_TABLE_INIT)

/* ---- The entry of a plug-in ------------------------------------------------------------------ */

/* What a plug-in exports as "vyre_plugin_entry". It checks host->abi_version and gives a pointer to
 * a table that is static in the plug-in; it writes nothing of the host's. Called once for each
 * context that loads the plug-in, several times in a process, perhaps at once. After success
 * |destroy| of the table is called in the end, whatever comes between; not of a table of another
 * ABI version, of which nothing is used. An error ends the loading and reaches whoever called
 * vyre_context_load_plugin. */
typedef vyre_error*(VYRE_CALL* vyre_plugin_entry_fn)(const vyre_plugin_host* host,
                                                     const vyre_backend_table** out_table);

/* The same as a declaration. The plug-in defines it; the library has no such function. */
VYRE_PLUGIN_EXPORT vyre_error* vyre_plugin_entry(const vyre_plugin_host* host,
                                                 const vyre_backend_table** out_table);

/* ---- Backends of a context ------------------------------------------------------------------- */

/* Adds a backend that lives in the host to those of the context. |context| and |table| are not
 * NULL. The table is copied, strings too. Its |destroy| is called when the context and all objects
 * made with the backend are gone; not when this call fails.
 *
 * INVALID_ARGUMENT names the entry of the table that is missing or wrong. ALREADY_REGISTERED names
 * both owners of an id, of the backend or of one of its ops. An error of add_ops is returned as it
 * is.
 * Errors: ALREADY_REGISTERED. */
VYRE_TRY vyre_context_add_backend(vyre_context* context, const vyre_backend_table* table);

/* Declares the rank of backend |id|: lower comes first among devices that are otherwise equal. The
 * backend need not be there. An id of a single device is INVALID_ARGUMENT: ranks belong to
 * backends. ALREADY_REGISTERED: the id has a rank.
 * Errors: ALREADY_REGISTERED. */
VYRE_TRY vyre_context_declare_rank(vyre_context* context, vyre_string id, uint32_t rank);

/* Declares whether devices of backend |id| may be chosen when an application asks for the best one:
 * 1 or 0. The backend need not be there. An id of a single device is INVALID_ARGUMENT.
 * ALREADY_REGISTERED: it was declared.
 * Errors: ALREADY_REGISTERED. */
VYRE_TRY vyre_context_declare_dispatches(vyre_context* context, vyre_string id,
                                         uint32_t dispatches);

/* What is known of a backend. */
typedef uint64_t vyre_backend_flags;
#define VYRE_BACKEND_REGISTERED (UINT64_C(1) << 0)        /* it is there */
#define VYRE_BACKEND_RANKED (UINT64_C(1) << 1)            /* its rank was declared */
#define VYRE_BACKEND_DECLARED_DISPATCH (UINT64_C(1) << 2) /* whether it dispatches was declared */
#define VYRE_BACKEND_DISPATCHES (UINT64_C(1) << 3)        /* it dispatches: it may be chosen */

/* One backend, by its id. */
typedef struct vyre_backend_info {
  size_t struct_size;
  vyre_string id; /* "vulkan", "cpu-ref", that of a plug-in */
  vyre_backend_flags flags;
  uint32_t rank; /* VYRE_RANK_NONE: none was declared */
  uint32_t reserved;
} vyre_backend_info;

/* Every id that was registered, ranked or declared, by rank, then by id. It lives as long as the
 * list. */
typedef struct vyre_backend_list_info {
  size_t struct_size;
  const vyre_backend_info* const* backends;
  size_t backend_count;
} vyre_backend_list_info;

/* Copies what the context knows of its backends now. No device is asked. |context| is not NULL.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_backend_list_create(const vyre_context* context, vyre_backend_list** out_list);

/* The backends as data. Never NULL: for NULL it is an empty list. */
VYRE_API const vyre_backend_list_info* vyre_backend_list_get_info(const vyre_backend_list* list);

/* Ends the list, and with it its info. |list| may be NULL. */
VYRE_API void vyre_backend_list_destroy(vyre_backend_list* list);

#ifdef __cplusplus
}
#endif

/* ---- All functions of this header ------------------------------------------------------------ */
/* The entry of a plug-in is not among them: each plug-in defines its own.
 * Context        vyre_context_add_backend, vyre_context_declare_rank,
 *                vyre_context_declare_dispatches
 * Backend list   vyre_backend_list_create, vyre_backend_list_get_info, vyre_backend_list_destroy
 */

#endif /* VYRE_DRIVER_PLUGIN_H */

/* vyre_driver_registry.h: ops that programs call, and the registries that hold them.
 *
 * For those who add ops and dialects, and for tools that list them. The rules at the head of
 * vyre_driver.h hold here too. Programs call an op by its id, a text such as "math.add". A registry
 * is a frozen set of ops. A builder makes one, a context publishes one, and everything that is made
 * from the context uses what is published then:
 *
 *   vyre_registry* current = NULL;
 *   vyre_registry* next = NULL;
 *   vyre_registry_builder* builder = NULL;
 *   vyre_error* error = vyre_context_get_registry(context, &current);
 *   if (!error) error = vyre_registry_builder_create(context, &builder);
 *   if (!error) error = vyre_registry_builder_add_registry(builder, current);
 *   if (!error) error = vyre_registry_builder_add_op(builder, &desc);
 *   if (!error) error = vyre_registry_builder_finish(builder, &next);
 *   if (!error) error = vyre_context_publish(context, next, current);
 *   vyre_registry_builder_destroy(builder);
 *   vyre_registry_destroy(next);
 *   vyre_registry_destroy(current);
 *
 * What is particular:
 *
 *  - A registry never changes, it is only replaced. Who holds one keeps seeing all of it and
 *    nothing of a later one. It may outlive its context and be published by another.
 *  - An op is borrowed: it lives as long as the registry handle that it was found through. An op
 *    that is not there is NULL, which is no error.
 *  - Ids are compared byte by byte. No two ops of a registry have one id, whatever their dialects.
 *  - A dialect from outside has a name that begins with "vyre-libs-". Manifests describe such
 *    dialects without code (docs/manifests.md).
 *  - A registry view belongs to one thread. All else may be used by several at once.
 *  - docs/registry.md has the codes of findings.
 */
#ifndef VYRE_DRIVER_REGISTRY_H
#define VYRE_DRIVER_REGISTRY_H

#include "vyre_driver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One op of a registry. Borrowed from it. */
typedef struct vyre_op vyre_op;

/* The registry that is current, for the hot path of one thread. */
typedef struct vyre_registry_view vyre_registry_view;

/* Ops and dialects on their way to a registry. */
typedef struct vyre_registry_builder vyre_registry_builder;

/* Where a callback puts its result. Lives for the call. */
typedef struct vyre_writer vyre_writer;

/* The number of an op id: the same in every registry of the process and never reused, but another
 * one in the next process. 0 is none. */
typedef uint32_t vyre_op_id;

/* What a lowering is for. */
VYRE_ENUM(vyre_target_kind){
    VYRE_TARGET_NONE = 0,           /* no target */
    VYRE_TARGET_PTX = 1,            /* PTX text */
    VYRE_TARGET_SPIRV = 2,          /* a SPIR-V module: words in this machine's byte order */
    VYRE_TARGET_PRIMARY_TEXT = 3,   /* a text, that of the published "primary_text" */
    VYRE_TARGET_PRIMARY_BINARY = 4, /* bytes, those of the published "primary_binary" */
    VYRE_TARGET_SECONDARY_TEXT = 5, /* a text, that of the published "secondary_text" */
    VYRE_TARGET_NATIVE_MODULE = 6,  /* a module of the device's own */
    VYRE_TARGET_REFERENCE = 7,      /* the oracle: an op's composition or reference function */
    VYRE_TARGET_EXTENSION = 8       /* a backend from outside, which |extension| names */
};

/* A target. Passed by value, made with vyre_target_of or vyre_target_extension. Never changes. */
typedef struct vyre_target {
  vyre_string extension; /* the id of the backend; empty but for VYRE_TARGET_EXTENSION */
  vyre_target_kind kind;
  uint32_t reserved; /* 0 */
} vyre_target;

/* What an op is made of. */
VYRE_ENUM(vyre_category){
    VYRE_CATEGORY_DEFAULT = 0,   /* the library chooses, see vyre_op_desc; never in an info */
    VYRE_CATEGORY_COMPOSITE = 1, /* of other ops */
    VYRE_CATEGORY_EXTENSION = 2, /* it comes from outside */
    VYRE_CATEGORY_INTRINSIC = 3  /* only a device that knows it carries it out */
};

/* What an op has for a target. */
VYRE_ENUM(vyre_lowering){
    VYRE_LOWERING_NONE = 0,        /* nothing */
    VYRE_LOWERING_SENTINEL = 1,    /* the oracle cannot run the op */
    VYRE_LOWERING_REFERENCE = 2,   /* the oracle calls the reference function */
    VYRE_LOWERING_COMPOSITION = 3, /* the oracle runs the composition */
    VYRE_LOWERING_BUILDER = 4,     /* a function makes the bytes */
    VYRE_LOWERING_DATA = 5         /* bytes */
};

/* What an op is. */
typedef uint64_t vyre_op_flags;
/* It also works on raw bytes. */
#define VYRE_OP_BYTES_EXTRACTION (UINT64_C(1) << 0)
/* Only in an info: it has a reference function. */
#define VYRE_OP_REFERENCE (UINT64_C(1) << 1)
/* Only in an info: it has a composition. */
#define VYRE_OP_COMPOSITION (UINT64_C(1) << 2)
/* Only in an info: its dialect comes from outside. */
#define VYRE_OP_EXTERN (UINT64_C(1) << 3)

/* What a dialect is. */
typedef uint64_t vyre_dialect_flags;
/* It comes from outside: from a manifest or vyre_registry_builder_add_dialect. */
#define VYRE_DIALECT_EXTERN (UINT64_C(1) << 0)

/* The reference function of an op. It reads |size| bytes, those of all arguments one behind
 * another, and writes the bytes of the result (docs/compositions.md). It is called on any thread,
 * on several at once. It returns NULL, or an error that the library takes: one of vyre_error_create
 * or of a call that it made. */
typedef vyre_error*(VYRE_CALL* vyre_reference_fn)(void* user, const void* arguments, size_t size,
                                                  vyre_writer* writer);

/* Makes the lowering of op |id| for |target| when it is first asked for. What it wrote is kept. It
 * is called on any thread, by two that are first at the same time, of whom one result is kept, and
 * again when it failed. It returns as vyre_reference_fn does. It must not ask for the lowering that
 * it makes. */
typedef vyre_error*(VYRE_CALL* vyre_lowering_fn)(void* user, vyre_string id, vyre_target target,
                                                 vyre_writer* writer);

/* An argument or result of an op. Never changes. */
typedef struct vyre_operand {
  vyre_string name;     /* of its own among the inputs, and among the outputs */
  vyre_string type;     /* its spelling: "u32", "vec2<u32>", "GpuBufferHandle" */
  uint64_t reserved[2]; /* 0 */
} vyre_operand;

/* An attribute of an op. Never changes. */
typedef struct vyre_attribute {
  vyre_string name; /* of its own among the attributes */
  vyre_string type;
  vyre_string default_value; /* as text; empty: it has to be given */
  uint64_t reserved[2];      /* 0 */
} vyre_attribute;

/* What an op is for one target other than VYRE_TARGET_REFERENCE: bytes or a function, not both.
 * Never changes.
 *
 * Vulkan devices run that for VYRE_TARGET_SPIRV in place of the composition, where it is a module
 * that exports one function under the op's id (LinkageAttributes), whose parameters and result are
 * the op's inputs and its one output: u32, i32, f32 or bool each. It touches no memory. What does
 * not fit is logged, and the composition runs (docs/registry.md). A plug-in runs that for its
 * extension. */
typedef struct vyre_lowering_desc {
  vyre_target target;
  const void* data; /* SPIR-V words, a text, a binary; copied */
  size_t size;
  vyre_lowering_fn build;
  void* user;
  vyre_destroy_fn destroy; /* may be NULL */
  uint64_t reserved[2];    /* 0 */
} vyre_lowering_desc;

/* An op to register. All of it is copied. Callbacks live until the last registry that has the op,
 * and every builder of it, is gone; then each |destroy| is called once.
 *
 * With a composition the op runs on every device: the program stands in for each call. Its
 * read-only parameters, by slot, are the arguments; its one returned parameter is the result;
 * element 0 counts of each (docs/compositions.md). With a reference function alone it runs on the
 * oracle. With a lowering alone it runs on devices of that target. With none of them it runs where
 * a device brings it along. */
typedef struct vyre_op_desc {
  size_t struct_size;
  vyre_op_flags flags; /* VYRE_OP_BYTES_EXTRACTION or nothing */
  vyre_string id;
  vyre_string dialect;        /* who registers it; one that begins with "vyre-libs-" is added too */
  const vyre_operand* inputs; /* in order; arrays are NULL when their count is 0 */
  size_t input_count;
  const vyre_operand* outputs;
  size_t output_count;
  const vyre_attribute* attributes;
  size_t attribute_count;
  const vyre_string* laws; /* names of algebraic laws, such as "commutative"; not interpreted */
  size_t law_count;
  const vyre_program* composition; /* NULL: none */
  vyre_reference_fn reference;     /* NULL: none */
  void* reference_user;
  vyre_destroy_fn reference_destroy;   /* may be NULL */
  const vyre_lowering_desc* lowerings; /* one for a target at most */
  size_t lowering_count;
  /* DEFAULT: EXTENSION in a dialect from outside, else COMPOSITE with a composition and INTRINSIC
   * without. */
  vyre_category category;
  uint32_t reserved; /* 0 */
} vyre_op_desc;

#define VYRE_OP_DESC_INIT                                                                          \
  {                                                                                                \
    sizeof(vyre_op_desc), 0, {NULL, 0}, {NULL, 0}, NULL, 0, NULL, 0, NULL, 0, NULL, 0, NULL, NULL, \
        NULL, NULL, NULL, 0, (vyre_category)0, 0                                                   \
  }
#define VYRE_OP_DESC_DEFAULT VYRE_LITERAL(vyre_op_desc, VYRE_OP_DESC_INIT)

/* What is known about an op. It lives as long as the op. */
typedef struct vyre_op_info {
  size_t struct_size;
  vyre_op_flags flags;
  vyre_string id;
  vyre_string dialect;
  vyre_string source; /* absolute path of its manifest; empty: registered by a call */
  const vyre_operand* const* inputs;
  size_t input_count;
  const vyre_operand* const* outputs;
  size_t output_count;
  const vyre_attribute* const* attributes;
  size_t attribute_count;
  const vyre_string* const* laws;
  size_t law_count;
  const vyre_target* const* targets; /* of its lowerings, in the order of targets */
  size_t target_count;
  vyre_op_id number;
  vyre_category category;
} vyre_op_info;

/* What is known about a dialect. It lives as long as the registry. */
typedef struct vyre_dialect_info {
  size_t struct_size;
  vyre_dialect_flags flags;
  vyre_string name;
  vyre_string version; /* empty but for a dialect from outside, as the next two */
  vyre_string url;     /* where it comes from */
  vyre_string source;  /* absolute path of its manifest; empty: registered by a call */
  size_t op_count;     /* its ops in this registry */
} vyre_dialect_info;

/* What is in a registry. It lives as long as the registry. */
typedef struct vyre_registry_info {
  size_t struct_size;
  const vyre_op* const* ops; /* by dialect, then by id */
  size_t op_count;
  const vyre_dialect_info* const* dialects; /* in the order of their names */
  size_t dialect_count;
} vyre_registry_info;

/* ---- Numbers of ids ------------------------------------------------------------------------- */

/* Gives the number of |id|, a new one when the process has none yet. Numbers are never given back:
 * for ids that come from outside use vyre_op_id_find.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_op_id_intern(vyre_string id, vyre_op_id* out_number);

/* The number of |id|, or 0 when it has none. Remembers nothing, takes no lock. */
VYRE_API vyre_op_id vyre_op_id_find(vyre_string id);

/* The id of a number; empty when it was not given out. Lives to the end of the process. */
VYRE_API vyre_string vyre_op_id_name(vyre_op_id number);

/* ---- Targets -------------------------------------------------------------------------------- */

/* The target of |kind|, which is not VYRE_TARGET_EXTENSION. */
static inline vyre_target vyre_target_of(vyre_target_kind kind) {
  vyre_target t;
  memset(&t, 0, sizeof t);
  t.kind = kind;
  return t;
}

/* The target of the backend |id|. The text ends with a NUL and has to outlive the target. */
static inline vyre_target vyre_target_extension(const char* id) {
  vyre_target t = vyre_target_of(VYRE_TARGET_EXTENSION);
  t.extension = vyre_str(id);
  return t;
}

/* The id of a target among emitters of code ahead of time, also the file extension of what they
 * write. PTX and SECONDARY_TEXT share "secondary_text", SPIRV has "spv", an extension its own id.
 * Empty for a target that is none. That of an extension lives as long as |target.extension|, every
 * other to the end of the process. */
VYRE_API vyre_string vyre_target_aot_id(vyre_target target);

/* Writes the text that vyre_target_load reads: "ptx", "spirv", "primary_text", "primary_binary",
 * "secondary_text", "native_module", "reference_backend" or "extension:<id>". |out_text| gets an
 * owner.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_target_save(vyre_target target, vyre_blob** out_text);

/* Reads such a text, and "spv" for SPIRV. The extension of the target is a part of |text| and lives
 * as long. Any other text is INVALID_ARGUMENT.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_target_load(vyre_string text, vyre_target* out_target);

/* ---- Results of callbacks ------------------------------------------------------------------- */

/* Adds |size| bytes to the result of a callback. |bytes| may be NULL when |size| is 0. Running out
 * of memory is the error of the call that needed the result. Of the callback's thread alone. */
VYRE_API void vyre_writer_write(vyre_writer* writer, const void* bytes, size_t size);

/* ---- What a context publishes --------------------------------------------------------------- */

/* Gives the registry that the context publishes now: |out_registry| gets an owner. A new context
 * publishes the ops of the library's own dialects. |context| is not NULL, here and below.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_context_get_registry(const vyre_context* context, vyre_registry** out_registry);

/* Makes |registry| the current one of the context, in one step. Who asks afterwards gets all of it,
 * who holds the one before keeps that. |expected| is the registry that it was built from; when
 * another is current by now, nothing changes and the call is ALREADY_REGISTERED: get, build and
 * publish once more. NULL publishes over any. The caller keeps its handles. A registry may come
 * from another context.
 * Errors: ALREADY_REGISTERED. */
VYRE_TRY vyre_context_publish(vyre_context* context, const vyre_registry* registry,
                              const vyre_registry* expected);

/* Publishes what is current with the manifests of |folder| as they are now, in place of what came
 * from files in that folder before. Calling it again reloads them; everything else stays. Manifests
 * are the files right in the folder whose names end in ".dialect.json". When anything is wrong
 * nothing is published, and the error has a finding for each problem. When another thread publishes
 * meanwhile, it begins again by itself.
 * Errors: ALREADY_REGISTERED, INPUT_OUTPUT, MALFORMED_JSON, NOT_FOUND.
 * Blocks. */
VYRE_TRY vyre_context_load_manifests(vyre_context* context, vyre_string folder);

/* ---- Registries ----------------------------------------------------------------------------- */

/* What is in a registry. Never NULL: for NULL an empty one. */
VYRE_API const vyre_registry_info* vyre_registry_get_info(const vyre_registry* registry);

/* The op |id|; NULL when the registry has none. Takes no lock, allocates nothing, and does not
 * remember an unknown id. For a number: vyre_op_id_name. */
VYRE_API const vyre_op* vyre_registry_find(const vyre_registry* registry, vyre_string id);

/* Ends a handle; its ops and infos end with it. |registry| may be NULL. */
VYRE_API void vyre_registry_destroy(vyre_registry* registry);

/* Makes a view of what the context publishes, for one thread. |out_view| gets an owner. It keeps
 * the context alive.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_registry_view_create(const vyre_context* context, vyre_registry_view** out_view);

/* The registry that is current now. It costs one load of shared memory, and a lock only after
 * something was published. What it gives is borrowed until the next call with this view, and so are
 * ops that were found in it. NULL for NULL. One thread alone: each has a view of its own. */
VYRE_API const vyre_registry* vyre_registry_view_get(vyre_registry_view* view);

/* Ends a view, and what it lent. |view| may be NULL. */
VYRE_API void vyre_registry_view_destroy(vyre_registry_view* view);

/* ---- Ops ------------------------------------------------------------------------------------ */

/* What an op is. Never NULL: for NULL an empty one. */
VYRE_API const vyre_op_info* vyre_op_get_info(const vyre_op* op);

/* What an op has for a target; NONE for NULL. Takes no lock, allocates nothing. */
VYRE_API vyre_lowering vyre_op_find_lowering(const vyre_op* op, vyre_target target);

/* Gives the bytes of VYRE_LOWERING_DATA, or of VYRE_LOWERING_BUILDER, whose function is called when
 * nothing is kept yet. |out_bytes| gets an owner. An op without bytes for the target is NOT_FOUND.
 * An error of the function is returned with its own code.
 * Errors: NOT_FOUND. */
VYRE_TRY vyre_op_get_lowering(const vyre_op* op, vyre_target target, vyre_blob** out_bytes);

/* Calls the reference function with |size| bytes of arguments. |arguments| may be NULL when |size|
 * is 0. |out_result| gets an owner. An op without such a function is UNSUPPORTED_FEATURE. An error
 * of the function is returned with its own code.
 * Errors: UNSUPPORTED_FEATURE. */
VYRE_TRY vyre_op_run_reference(const vyre_op* op, const void* arguments, size_t size,
                               vyre_blob** out_result);

/* Gives the program that stands in for calls of the op, as a program of |context|; NULL stands for
 * the shared one. |out_program| gets an owner. An op without composition is NOT_FOUND.
 * Errors: NOT_FOUND. */
VYRE_TRY vyre_op_get_composition(const vyre_op* op, vyre_context* context,
                                 vyre_program** out_program);

/* Looks whether programs that call the op run on the device. NULL: they do. Else the error has a
 * finding for each fact that is missing. Does nothing on the device.
 * Errors: UNSUPPORTED_FEATURE. */
VYRE_TRY vyre_device_check_op(const vyre_device* device, const vyre_op* op);

/* ---- Builders of registries ----------------------------------------------------------------- */

/* Makes an empty builder. |out_builder| gets an owner. NULL stands for the shared context.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_registry_builder_create(vyre_context* context, vyre_registry_builder** out_builder);

/* Adds an op, of a dialect from outside too: such a dialect is added before or after. Mistakes of
 * the description are found here, those between ops by vyre_registry_builder_finish. Two lowerings
 * for one target are ALREADY_REGISTERED. When this fails nothing is added, no |destroy| of |desc|
 * is called, and the data stay the caller's.
 * Errors: ALREADY_REGISTERED. */
VYRE_TRY vyre_registry_builder_add_op(vyre_registry_builder* builder, const vyre_op_desc* desc);

/* Adds all ops and dialects of a registry.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_registry_builder_add_registry(vyre_registry_builder* builder,
                                            const vyre_registry* registry);

/* Adds a dialect from outside. |name| begins with "vyre-libs-"; |url| may be empty.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_registry_builder_add_dialect(vyre_registry_builder* builder, vyre_string name,
                                           vyre_string version, vyre_string url);

/* Adds the dialect and the ops of a manifest, a JSON text. The files that it names lie in |folder|;
 * when that is empty it can name none. The error has a finding for each problem: it is
 * MALFORMED_JSON, or INPUT_OUTPUT when files are all that is wrong. Nothing is added then.
 * Errors: INPUT_OUTPUT, MALFORMED_JSON, NOT_FOUND.
 * Blocks. */
VYRE_TRY vyre_registry_builder_add_manifest(vyre_registry_builder* builder, vyre_string json,
                                            vyre_string folder);

/* Adds what vyre_registry_builder_add_manifest would, of the file |path|, or of every file right in
 * the folder |path| whose name ends in ".dialect.json". One error has the problems of all files.
 * Nothing is added then. A |path| that is not there is NOT_FOUND.
 * Errors: INPUT_OUTPUT, MALFORMED_JSON, NOT_FOUND.
 * Blocks. */
VYRE_TRY vyre_registry_builder_add_manifests(vyre_registry_builder* builder, vyre_string path);

/* Freezes what was added. |out_registry| gets an owner. The builder stays as it was and can go on,
 * after an error too. One error has a finding for each problem (docs/registry.md): ids that two ops
 * have, empty ids, malformed operands and lowerings, dialects from outside that are there twice or
 * not at all, compositions that cannot stand in for a call. It is ALREADY_REGISTERED when all are
 * ids that two ops have, else INVALID_ARGUMENT.
 * Errors: ALREADY_REGISTERED. */
VYRE_TRY vyre_registry_builder_finish(const vyre_registry_builder* builder,
                                      vyre_registry** out_registry);

/* Ends a builder. Registries stay. |builder| may be NULL. */
VYRE_API void vyre_registry_builder_destroy(vyre_registry_builder* builder);

/* ---- Functions by object --------------------------------------------------------------------
 *
 * Numbers of ids
 *   vyre_op_id_intern
 *   vyre_op_id_find
 *   vyre_op_id_name
 * Targets
 *   vyre_target_of (inline)
 *   vyre_target_extension (inline)
 *   vyre_target_aot_id
 *   vyre_target_save
 *   vyre_target_load
 * Results of callbacks
 *   vyre_writer_write
 * What a context publishes
 *   vyre_context_get_registry
 *   vyre_context_publish
 *   vyre_context_load_manifests
 * Registries
 *   vyre_registry_get_info
 *   vyre_registry_find
 *   vyre_registry_destroy
 *   vyre_registry_view_create
 *   vyre_registry_view_get
 *   vyre_registry_view_destroy
 * Ops
 *   vyre_op_get_info
 *   vyre_op_find_lowering
 *   vyre_op_get_lowering
 *   vyre_op_run_reference
 *   vyre_op_get_composition
 *   vyre_device_check_op
 * Builders of registries
 *   vyre_registry_builder_create
 *   vyre_registry_builder_add_op
 *   vyre_registry_builder_add_registry
 *   vyre_registry_builder_add_dialect
 *   vyre_registry_builder_add_manifest
 *   vyre_registry_builder_add_manifests
 *   vyre_registry_builder_finish
 *   vyre_registry_builder_destroy
 */

#ifdef __cplusplus
}
#endif

#endif

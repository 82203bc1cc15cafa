/* vyre_driver_builder.h: programs that are made call by call.
 *
 * For those who write kernels in C or C++. The rules at the head of vyre_driver.h hold here too.
 * This kernel computes out = a * 2:
 *
 *   vyre_builder* k;
 *   vyre_error* error = vyre_builder_create(NULL, &k);
 *   if (error) return error;
 *   vyre_parameter a = vyre_builder_input(k, "a", VYRE_TYPE_F32);
 *   vyre_parameter out = vyre_builder_output(k, "out", VYRE_TYPE_F32);
 *   vyre_expr i = vyre_builder_index(k);
 *   vyre_expr twice = vyre_builder_mul(k, vyre_builder_load(k, a, i), vyre_builder_f32(k, 2));
 *   vyre_builder_store(k, out, i, twice);
 *   error = vyre_builder_finish(k, &program);
 *   vyre_builder_destroy(k);
 *
 * What is particular:
 *
 *  - Mistakes stay inside the builder. Only vyre_builder_create, vyre_builder_get_error and
 *    vyre_builder_finish return errors. The first mistake is kept, with the call and the place in
 *    the program. From then on calls do nothing and give ids of 0. vyre_builder_get_error has it at
 *    any time, vyre_builder_finish at the end. With a NULL builder calls do nothing and give 0.
 *  - A mistake is about construction: an id that is none, two parameters of one name, an end
 *    without a begin. The rules of the IR are checked later, by vyre_program_validate or when a
 *    pipeline is made: types, barriers, what may be written (docs/validation.md).
 *  - An expression means its value at the place where it was made, and may be used any number of
 *    times. A load that was made before a store has the element as it was before. The builder keeps
 *    the value where that is needed. An expression that was made inside a block cannot be used
 *    behind that block: the mistake has both places.
 *  - An expression that nobody uses leaves no trace in the program. An atomic, a call and an opaque
 *    expression happen all the same, at their place.
 *  - What changes is a variable: vyre_builder_local makes it, vyre_builder_get is its value at that
 *    place, vyre_builder_assign gives it another. So a loop sums: assign(sum, add(get(sum), x)).
 *  - Nothing is converted silently, but for the index of a load. Both operands of an operator have
 *    one type; vyre_builder_cast gives another. Indices and sizes are U32. Operators work on U32,
 *    I32, F32 and BOOL, where their comments do not say more. Elements of other types are loaded,
 *    cast and stored: a U8 becomes a U32, and that an F32.
 *  - Every access is checked. Beyond the end of an array a load gives 0, a store does nothing, an
 *    atomic gives 0 and does nothing.
 *  - An F32 result is rounded once. Then a NaN is 0x7FC00000 and a subnormal is a zero of its sign.
 *    docs/numerics.md has the functions. Integers wrap.
 *  - Ids belong to one builder. One of another builder, or from before vyre_builder_finish, is a
 *    mistake. Ids are structs, so a parameter is no expression, and neither is a slot.
 *  - Strings and payloads are copied.
 *  - Statements follow one another in the order of the calls. Several threads may call, but their
 *    calls then come in any order.
 *  - Programs that are built have VYRE_SEMANTICS_V0_7.
 */
#ifndef VYRE_DRIVER_BUILDER_H
#define VYRE_DRIVER_BUILDER_H

#include "vyre_driver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A program under construction. */
typedef struct vyre_builder vyre_builder;

/* An expression of one builder: its number, and above it the builder's own. 0 is none. Passed by
 * value, never changes. */
typedef struct vyre_expr {
  uint64_t id;
} vyre_expr;

/* A declared parameter, or workgroup memory. It is no slot: vyre_builder_slot gives that. 0 is
 * none. Passed by value, never changes. */
typedef struct vyre_parameter {
  uint64_t id;
} vyre_parameter;

/* A variable. 0 is none. Passed by value, never changes. */
typedef struct vyre_local {
  uint64_t id;
} vyre_local;

/* Where a parameter lives. Numbers are those of the wire form. */
VYRE_ENUM(vyre_memory_kind){
    VYRE_MEMORY_GLOBAL = 0,    /* memory of the device */
    VYRE_MEMORY_SHARED = 1,    /* one copy for each workgroup, zeroed when the workgroup starts */
    VYRE_MEMORY_UNIFORM = 2,   /* small, only read, the same for all invocations */
    VYRE_MEMORY_LOCAL = 3,     /* a kind of the wire form; bound as its access says, like GLOBAL */
    VYRE_MEMORY_READONLY = 4,  /* memory of the device that is only read */
    VYRE_MEMORY_PUSH = 5,      /* a kind of the wire form; bound as its access says, like GLOBAL */
    VYRE_MEMORY_PERSISTENT = 6 /* memory of the device that the caller keeps between dispatches */
};

/* Who the running invocation is. All are U32. */
VYRE_ENUM(vyre_invocation_id){
    VYRE_ID_INVOCATION = 1,   /* its number in the whole grid, on one axis */
    VYRE_ID_WORKGROUP = 2,    /* the number of its workgroup in the grid, on one axis */
    VYRE_ID_LOCAL = 3,        /* its number in its workgroup, on one axis */
    VYRE_ID_SUBGROUP = 4,     /* its number in its subgroup */
    VYRE_ID_SUBGROUP_SIZE = 5 /* 32 */
};

/* Operators of two operands of one type: a and b. Numbers are those of the wire form. Both operands
 * are always evaluated. */
VYRE_ENUM(vyre_binary){
    VYRE_BINARY_ADD = 1,       /* a + b */
    VYRE_BINARY_SUB = 2,       /* a - b */
    VYRE_BINARY_MUL = 3,       /* a * b */
    VYRE_BINARY_DIV = 4,       /* a / b; integers toward 0; see vyre_builder_div */
    VYRE_BINARY_MOD = 5,       /* the rest of that, with the sign of a; of integers; U32 % 0 is 0 */
    VYRE_BINARY_BIT_AND = 6,   /* U32 or I32 */
    VYRE_BINARY_BIT_OR = 7,    /* U32 or I32 */
    VYRE_BINARY_BIT_XOR = 8,   /* U32 or I32 */
    VYRE_BINARY_SHL = 9,       /* U32; by the low 5 bits of b */
    VYRE_BINARY_SHR = 10,      /* U32; by the low 5 bits of b, zeroes come in */
    VYRE_BINARY_EQ = 11,       /* a BOOL: equal; of NaN never */
    VYRE_BINARY_NE = 12,       /* a BOOL: not equal; of NaN always */
    VYRE_BINARY_LT = 13,       /* a BOOL: a < b; not of BOOL */
    VYRE_BINARY_GT = 14,       /* a BOOL: a > b; not of BOOL */
    VYRE_BINARY_LE = 15,       /* a BOOL: a <= b; not of BOOL */
    VYRE_BINARY_GE = 16,       /* a BOOL: a >= b; not of BOOL */
    VYRE_BINARY_AND = 17,      /* a BOOL: both hold; BOOL, or U32 that holds unless it is 0 */
    VYRE_BINARY_OR = 18,       /* a BOOL: one holds, or both; operands as AND */
    VYRE_BINARY_ABS_DIFF = 19, /* U32: the larger one less the smaller one */
    VYRE_BINARY_MIN = 20,      /* the smaller; of a NaN and a number the number; of equals a */
    VYRE_BINARY_MAX = 21,      /* the larger; of a NaN and a number the number; of equals a */
    VYRE_BINARY_SATURATING_ADD = 22, /* U32: at most 0xFFFFFFFF instead of wrapping */
    VYRE_BINARY_SATURATING_SUB = 23, /* U32: at least 0 instead of wrapping */
    VYRE_BINARY_SATURATING_MUL = 24, /* U32: at most 0xFFFFFFFF instead of wrapping */
    VYRE_BINARY_SHUFFLE = 25,        /* in no valid program: use vyre_builder_subgroup */
    VYRE_BINARY_BALLOT = 26,         /* in no valid program: use vyre_builder_subgroup */
    VYRE_BINARY_WAVE_REDUCE = 27,    /* in no valid program: use vyre_builder_subgroup */
    VYRE_BINARY_WAVE_BROADCAST = 28, /* in no valid program: use vyre_builder_subgroup */
    VYRE_BINARY_ROTATE_LEFT = 29,    /* U32; by the low 5 bits of b */
    VYRE_BINARY_ROTATE_RIGHT = 30,   /* U32; by the low 5 bits of b */
    VYRE_BINARY_WRAPPING_ADD = 31,   /* a + b of U32, I32 or U64 */
    VYRE_BINARY_WRAPPING_SUB = 32,   /* a - b of U32, I32 or U64 */
    VYRE_BINARY_MUL_HIGH = 33        /* U32 or U64: the upper half of the whole product */
};

/* Operators of one operand: a. Numbers are those of the wire form. */
VYRE_ENUM(vyre_unary){
    VYRE_UNARY_NEGATE = 1,        /* -a of U32, which wraps, or F32; of I32 write 0 - a */
    VYRE_UNARY_BIT_NOT = 2,       /* U32, I32 or U64 */
    VYRE_UNARY_LOGICAL_NOT = 3,   /* a BOOL: a does not hold; BOOL or U32, as VYRE_BINARY_AND */
    VYRE_UNARY_POPCOUNT = 4,      /* how many bits are 1; U32, I32 or U64 */
    VYRE_UNARY_CLZ = 5,           /* zeroes above the highest 1, all bits of 0; U32, I32 or U64 */
    VYRE_UNARY_CTZ = 6,           /* zeroes below the lowest 1, all bits of 0; U32, I32 or U64 */
    VYRE_UNARY_REVERSE_BITS = 7,  /* U32, I32 or U64 */
    VYRE_UNARY_COS = 8,           /* F32, in radians */
    VYRE_UNARY_SIN = 9,           /* F32, in radians */
    VYRE_UNARY_ABS = 10,          /* F32 */
    VYRE_UNARY_SQRT = 11,         /* F32 */
    VYRE_UNARY_FLOOR = 12,        /* F32 */
    VYRE_UNARY_CEIL = 13,         /* F32 */
    VYRE_UNARY_ROUND = 14,        /* F32; halves away from 0 */
    VYRE_UNARY_TRUNC = 15,        /* F32; toward 0 */
    VYRE_UNARY_SIGN = 16,         /* F32: -1, 0 or 1; a NaN stays */
    VYRE_UNARY_IS_NAN = 17,       /* a BOOL of F32 */
    VYRE_UNARY_IS_INF = 18,       /* a BOOL of F32 */
    VYRE_UNARY_IS_FINITE = 19,    /* a BOOL of F32 */
    VYRE_UNARY_EXP = 20,          /* F32: e to the power of a */
    VYRE_UNARY_LOG = 21,          /* F32, to base e */
    VYRE_UNARY_LOG2 = 22,         /* F32 */
    VYRE_UNARY_EXP2 = 23,         /* F32: 2 to the power of a */
    VYRE_UNARY_TAN = 24,          /* F32, in radians */
    VYRE_UNARY_ACOS = 25,         /* F32, in radians */
    VYRE_UNARY_ASIN = 26,         /* F32, in radians */
    VYRE_UNARY_ATAN = 27,         /* F32, in radians */
    VYRE_UNARY_TANH = 28,         /* F32 */
    VYRE_UNARY_SINH = 29,         /* F32 */
    VYRE_UNARY_COSH = 30,         /* F32 */
    VYRE_UNARY_INVERSE_SQRT = 31, /* F32: 1 / sqrt(a), both rounded */
    VYRE_UNARY_UNPACK4_LOW = 32,  /* bits 0 to 3 of U32 or I32 */
    VYRE_UNARY_UNPACK4_HIGH = 33, /* bits 4 to 7 of U32 or I32 */
    VYRE_UNARY_UNPACK8_LOW = 34,  /* bits 0 to 7 of U32 or I32 */
    VYRE_UNARY_UNPACK8_HIGH = 35, /* bits 24 to 31 of U32 or I32 */
    VYRE_UNARY_RECIPROCAL = 36    /* F32: 1 / a */
};

/* How memory is ordered around an atomic or a barrier. Numbers are those of the wire form. */
VYRE_ENUM(vyre_ordering){
    VYRE_ORDERING_RELAXED = 0,  /* the atomic alone; not of a barrier */
    VYRE_ORDERING_ACQUIRE = 1,  /* what follows sees what others released */
    VYRE_ORDERING_RELEASE = 2,  /* what stands before is seen by those who acquire */
    VYRE_ORDERING_ACQ_REL = 3,  /* both */
    VYRE_ORDERING_SEQ_CST = 4,  /* both, and one order for all of this kind */
    VYRE_ORDERING_GRID_SYNC = 5 /* of a barrier alone: the whole grid waits */
};

/* Atomic operations on a U32 element. Numbers are those of the wire form. */
VYRE_ENUM(vyre_atomic){
    VYRE_ATOMIC_ADD = 1,                   /* the sum, which wraps */
    VYRE_ATOMIC_OR = 2,                    /* bit by bit */
    VYRE_ATOMIC_AND = 3,                   /* bit by bit */
    VYRE_ATOMIC_XOR = 4,                   /* bit by bit */
    VYRE_ATOMIC_MIN = 5,                   /* the smaller */
    VYRE_ATOMIC_MAX = 6,                   /* the larger */
    VYRE_ATOMIC_EXCHANGE = 7,              /* the value */
    VYRE_ATOMIC_COMPARE_EXCHANGE = 8,      /* the value, where the element was |expected| */
    VYRE_ATOMIC_COMPARE_EXCHANGE_WEAK = 9, /* a number of the wire form; reaching it fails */
    VYRE_ATOMIC_FETCH_NAND = 10,           /* a number of the wire form; reaching it fails */
    VYRE_ATOMIC_LRU_UPDATE = 11            /* the larger, as MAX */
};

/* What the invocations of a subgroup exchange. On every device a subgroup is 32 invocations of a
 * workgroup, by their number in it. All of them count, also those that returned or stand elsewhere.
 * Values are U32, or F32 where the comment says so. */
VYRE_ENUM(vyre_subgroup){
    VYRE_SUBGROUP_ADD = 1,     /* the sum, from the first invocation on; also F32 */
    VYRE_SUBGROUP_SHUFFLE = 2, /* the value of invocation |lane|, 0 where there is none; also F32 */
    VYRE_SUBGROUP_BALLOT = 3,  /* a U32 with a bit for each invocation whose value holds */
    VYRE_SUBGROUP_MUL = 4,     /* the product, from the first invocation on; also F32 */
    VYRE_SUBGROUP_MIN = 5,     /* the smallest; also F32, where a NaN does not count */
    VYRE_SUBGROUP_MAX = 6,     /* the largest; also F32, where a NaN does not count */
    VYRE_SUBGROUP_AND = 7,     /* bit by bit */
    VYRE_SUBGROUP_OR = 8,      /* bit by bit */
    VYRE_SUBGROUP_XOR = 9      /* bit by bit */
};

/* Exchanges between the ranks of a group. */
VYRE_ENUM(vyre_collective){
    VYRE_COLLECTIVE_ALL_REDUCE = 1, /* |source| in place: each element combined over all ranks */
    VYRE_COLLECTIVE_ALL_GATHER = 2, /* |destination|: the sources of all ranks in their order */
    VYRE_COLLECTIVE_REDUCE_SCATTER = 3, /* |destination|: this rank's part of what is combined */
    VYRE_COLLECTIVE_BROADCAST = 4       /* |source| in place: what rank |root| has */
};

/* How a collective combines elements. */
VYRE_ENUM(vyre_reduce){
    VYRE_REDUCE_NONE = 0,    /* of ALL_GATHER and BROADCAST */
    VYRE_REDUCE_SUM = 1,     /* the sum */
    VYRE_REDUCE_MIN = 2,     /* the smallest */
    VYRE_REDUCE_MAX = 3,     /* the largest */
    VYRE_REDUCE_BIT_AND = 4, /* bit by bit, of integers */
    VYRE_REDUCE_BIT_OR = 5,  /* bit by bit, of integers */
    VYRE_REDUCE_BIT_XOR = 6  /* bit by bit, of integers */
};

/* A parameter to declare. vyre_builder_input and its like fill it for the common cases. */
typedef struct vyre_parameter_desc {
  size_t struct_size;
  /* RETURNED: a dispatch gives it back; any number of parameters may have it. RETURNS_RANGE: only
   * the bytes from |return_start| up to |return_end|. MARKED_OUTPUT and MARKED_LIVE_OUT are the
   * marks of the wire form, for those who write it; each makes the parameter returned. */
  vyre_parameter_flags flags;
  vyre_string name;      /* of its own in the program; bindings find the parameter by it */
  uint64_t return_start; /* bytes; both 0 without RETURNS_RANGE */
  uint64_t return_end;   /* bytes, not included */
  uint32_t slot;  /* of its own; UINT32_MAX, the INIT: the next free one. Not of workgroup memory */
  vyre_type type; /* of one element; of VYRE_TYPE_ or vyre_builder_type; 0 is a mistake */
  uint32_t element_count; /* 0: known when bound; workgroup memory needs a count */
  vyre_access access;
  vyre_memory_kind memory; /* SHARED and VYRE_ACCESS_WORKGROUP go together */
  uint32_t reserved;       /* 0 */
} vyre_parameter_desc;

#define VYRE_PARAMETER_DESC_INIT                                                                  \
  {                                                                                               \
    sizeof(vyre_parameter_desc), 0, {NULL, 0}, 0, 0, UINT32_MAX, (vyre_type)0, 0, (vyre_access)0, \
        (vyre_memory_kind)0, 0                                                                    \
  }
#define VYRE_PARAMETER_DESC_DEFAULT VYRE_LITERAL(vyre_parameter_desc, VYRE_PARAMETER_DESC_INIT)

/* ---- Builders ------------------------------------------------------------------------------- */

/* Makes an empty builder. |out_builder| gets an owner. It keeps |context| alive; NULL stands for
 * the shared one.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_builder_create(vyre_context* context, vyre_builder** out_builder);

/* Gives the first mistake so far: |out_error| gets an owner of it, or NULL when there is none. Its
 * text has the call, the place in the program and the value. The error that is returned is about
 * this call alone.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_builder_get_error(const vyre_builder* builder, vyre_error** out_error);

/* Hands the program out: |out_program| gets an owner. It is equal to one that was loaded from its
 * wire or JSON form. After a mistake there is no program, and the mistake is returned. A block that
 * is still open is one. Either way the builder is empty afterwards, as if new, and its ids are no
 * longer valid.
 *
 * Nothing is validated here. What stands in no region goes into one, "vyre.program.root". A
 * parameter that alone is RETURNED gets the "output" mark of the wire form; several stay unmarked
 * READ_WRITE parameters. Either way vyre_bind_output binds them.
 * Errors: UNSUPPORTED_FEATURE. */
VYRE_TRY vyre_builder_finish(vyre_builder* builder, vyre_program** out_program);

/* Ends a builder, with what was built and not handed out. Programs stay. |builder| may be NULL. */
VYRE_API void vyre_builder_destroy(vyre_builder* builder);

/* Declares how many invocations a workgroup has on each axis. Where this was never called the size
 * is 1 x 1 x 1, and setting that is the same.
 *
 * 1 x 1 x 1 means that nobody chose. Where the program cannot observe its workgroup size, the
 * device picks one. Exactly the invocations of the shape exist then, so counting by atomics stays
 * right; vyre_pipeline_info.workgroup and the result of a dispatch have the size. A program with
 * subgroup operations, a dispatch with a |grid_buffer| and a plug-in's device keep 1 x 1 x 1.
 *
 * A declared size runs in whole workgroups: 64 over 1,000 elements is 1,024 invocations, unless the
 * dispatch has a |shape|. An axis of 0 is against the rules of the IR. */
VYRE_API void vyre_builder_set_workgroup(vyre_builder* builder, uint32_t x, uint32_t y, uint32_t z);

/* Says which op the program stands for, such as "math.add". Without it the program names none. */
VYRE_API void vyre_builder_set_entry(vyre_builder* builder, vyre_string op_id);

/* Gives the program a label, which errors and traces have. Without it the label is empty. */
VYRE_API void vyre_builder_set_label(vyre_builder* builder, vyre_string label);

/* The element type of a spelling, as in the JSON form (docs/program-json.md): "F32", "Vec<F32,4>".
 * A type without parameters has its number of the wire form, as in VYRE_TYPE_. Any other number
 * belongs to this builder, until vyre_builder_finish. 0 after a mistake. */
VYRE_API vyre_type vyre_builder_type(vyre_builder* builder, vyre_string spelling);

/* ---- Parameters and workgroup memory -------------------------------------------------------- */

/* Declares a parameter, or workgroup memory. |desc| is not NULL. Parameters are declared before
 * they are used. */
VYRE_API vyre_parameter vyre_builder_declare(vyre_builder* builder,
                                             const vyre_parameter_desc* desc);

/* Declares an array that is only read. Its slot is the next free one; it has as many elements as
 * what is bound. |name| ends with a NUL, here and below. */
static inline vyre_parameter vyre_builder_input(vyre_builder* builder, const char* name,
                                                vyre_type type) {
  vyre_parameter_desc desc = VYRE_PARAMETER_DESC_INIT;
  desc.name = vyre_str(name);
  desc.type = type;
  desc.access = VYRE_ACCESS_READ_ONLY;
  desc.memory = VYRE_MEMORY_READONLY;
  return vyre_builder_declare(builder, &desc);
}

/* Declares an array that the program writes and a dispatch returns. There may be several. It may be
 * read too. In the caller's memory it starts zeroed; a buffer keeps the bytes that it has. Slot and
 * count as for vyre_builder_input. Wire bytes want a count: vyre_builder_declare. */
static inline vyre_parameter vyre_builder_output(vyre_builder* builder, const char* name,
                                                 vyre_type type) {
  vyre_parameter_desc desc = VYRE_PARAMETER_DESC_INIT;
  desc.name = vyre_str(name);
  desc.type = type;
  desc.flags = VYRE_PARAMETER_RETURNED;
  desc.access = VYRE_ACCESS_READ_WRITE;
  return vyre_builder_declare(builder, &desc);
}

/* Declares an array that starts with the caller's bytes, is read and written, and comes back. Slot
 * and count as for vyre_builder_input. */
static inline vyre_parameter vyre_builder_inout(vyre_builder* builder, const char* name,
                                                vyre_type type) {
  vyre_parameter_desc desc = VYRE_PARAMETER_DESC_INIT;
  desc.name = vyre_str(name);
  desc.type = type;
  desc.access = VYRE_ACCESS_READ_WRITE;
  return vyre_builder_declare(builder, &desc);
}

/* Declares |element_count| elements of workgroup memory, at least 1. Each workgroup has its own,
 * zeroed when it starts. Nothing is bound to it, and it has no slot. */
static inline vyre_parameter vyre_builder_shared(vyre_builder* builder, const char* name,
                                                 vyre_type type, uint32_t element_count) {
  vyre_parameter_desc desc = VYRE_PARAMETER_DESC_INIT;
  desc.name = vyre_str(name);
  desc.type = type;
  desc.element_count = element_count;
  desc.access = VYRE_ACCESS_WORKGROUP;
  desc.memory = VYRE_MEMORY_SHARED;
  return vyre_builder_declare(builder, &desc);
}

/* Declares one value that is the same for all invocations, such as the width of an image. Load it
 * at index 0, bind it as an input of one element. Its slot is the next free one. */
static inline vyre_parameter vyre_builder_uniform(vyre_builder* builder, const char* name,
                                                  vyre_type type) {
  vyre_parameter_desc desc = VYRE_PARAMETER_DESC_INIT;
  desc.name = vyre_str(name);
  desc.type = type;
  desc.element_count = 1;
  desc.access = VYRE_ACCESS_UNIFORM;
  desc.memory = VYRE_MEMORY_UNIFORM;
  return vyre_builder_declare(builder, &desc);
}

/* The slot of |parameter|, for bindings. VYRE_UNKNOWN_U32 for workgroup memory and for what is no
 * parameter of this builder. Ask before vyre_builder_finish. Does not change the builder. */
VYRE_API uint32_t vyre_builder_slot(const vyre_builder* builder, vyre_parameter parameter);

/* ---- Values --------------------------------------------------------------------------------- */

/* No expression: for operands that an operation does not have. */
static inline vyre_expr vyre_expr_none(void) {
  vyre_expr none;
  none.id = 0;
  return none;
}

/* A U32 literal. */
VYRE_API vyre_expr vyre_builder_u32(vyre_builder* builder, uint32_t value);

/* An I32 literal. */
VYRE_API vyre_expr vyre_builder_i32(vyre_builder* builder, int32_t value);

/* An F32 literal. */
VYRE_API vyre_expr vyre_builder_f32(vyre_builder* builder, float value);

/* A BOOL literal: true unless |value| is 0. */
VYRE_API vyre_expr vyre_builder_bool(vyre_builder* builder, uint32_t value);

/* The constant |name|: a value that vyre_pipeline_desc.constants gives, once for each pipeline. It
 * has the type of |kind|; one of VYRE_CONSTANT_TYPE is a U32, the type's number in the wire form.
 * VYRE_CONSTANT_OTHER is a mistake.
 *
 * |initial| is what it is when a pipeline says nothing; NULL: every pipeline has to say it. It has
 * the same kind, a type without parameters, and the same name or an empty one. All places of a
 * program that use one name agree on kind and |initial|.
 *
 * "vyre.workgroup.x", ".y" and ".z" are the workgroup size on that axis. Each is a U32, and its
 * |initial| is NULL or the declared size. Other names that begin with "vyre." are reserved. */
VYRE_API vyre_expr vyre_builder_constant(vyre_builder* builder, vyre_string name,
                                         vyre_constant_kind kind, const vyre_constant* initial);

/* Who the running invocation is. |axis| is 0, 1 or 2, and 0 for the ids of a subgroup. A program
 * that looks at axis 1 or 2 wants a shape or a grid in each dispatch. */
VYRE_API vyre_expr vyre_builder_id(vyre_builder* builder, vyre_invocation_id id, uint32_t axis);

/* The number of the invocation in the grid, on axis 0. */
static inline vyre_expr vyre_builder_index(vyre_builder* builder) {
  return vyre_builder_id(builder, VYRE_ID_INVOCATION, 0);
}

/* How many elements |array| has, a U32: the declared count, or that of what is bound. */
VYRE_API vyre_expr vyre_builder_length(vyre_builder* builder, vyre_parameter array);

/* Element |index| of |array| as it is at this place. 0 beyond the end. An index of I32 or F32 is
 * rounded toward 0; what is no U32 then fails the dispatch. */
VYRE_API vyre_expr vyre_builder_load(vyre_builder* builder, vyre_parameter array, vyre_expr index);

/* |op| of two operands of one type. */
VYRE_API vyre_expr vyre_builder_binary(vyre_builder* builder, vyre_binary op, vyre_expr left,
                                       vyre_expr right);

/* |op| of one operand. */
VYRE_API vyre_expr vyre_builder_unary(vyre_builder* builder, vyre_unary op, vyre_expr operand);

/* left + right. Integers wrap. */
static inline vyre_expr vyre_builder_add(vyre_builder* builder, vyre_expr left, vyre_expr right) {
  return vyre_builder_binary(builder, VYRE_BINARY_ADD, left, right);
}

/* left - right. Integers wrap. */
static inline vyre_expr vyre_builder_sub(vyre_builder* builder, vyre_expr left, vyre_expr right) {
  return vyre_builder_binary(builder, VYRE_BINARY_SUB, left, right);
}

/* left * right. Integers wrap. */
static inline vyre_expr vyre_builder_mul(vyre_builder* builder, vyre_expr left, vyre_expr right) {
  return vyre_builder_binary(builder, VYRE_BINARY_MUL, left, right);
}

/* left / right. Integers are rounded toward 0. U32 by 0 is 0xFFFFFFFF. I32 by 0, and the least I32
 * by -1, fail the dispatch; the error has the place in the program. VYRE_BINARY_MOD fails alike. In
 * a pipeline with VYRE_PIPELINE_DIVISION_GIVES_ZERO they give 0 instead, but the least I32 by -1
 * gives itself. A literal 0 on the right is against the rules of the IR. */
static inline vyre_expr vyre_builder_div(vyre_builder* builder, vyre_expr left, vyre_expr right) {
  return vyre_builder_binary(builder, VYRE_BINARY_DIV, left, right);
}

/* left < right, a BOOL. */
static inline vyre_expr vyre_builder_lt(vyre_builder* builder, vyre_expr left, vyre_expr right) {
  return vyre_builder_binary(builder, VYRE_BINARY_LT, left, right);
}

/* |yes| where |condition| holds, else |no|. All three are evaluated. |condition| is a BOOL, or a
 * number that holds unless it is 0; |yes| and |no| have one type. */
VYRE_API vyre_expr vyre_builder_select(vyre_builder* builder, vyre_expr condition, vyre_expr yes,
                                       vyre_expr no);

/* |value| as |type|. U32 and I32 keep their bits; as an I64 zeroes stand above them, also above
 * those of a negative I32. A U64 that does not fit into 32 bits, and a negative I32 as a U64, fail
 * the dispatch. F32 is rounded toward 0, to the nearest number that
 * U32 or I32 has, and a NaN becomes 0; integers become the nearest F32. A BOOL becomes 0 or 1, and
 * what becomes a BOOL holds unless it is 0. Which casts there are is a rule of the IR. */
VYRE_API vyre_expr vyre_builder_cast(vyre_builder* builder, vyre_type type, vyre_expr value);

/* a * b + c of F32, rounded once. */
VYRE_API vyre_expr vyre_builder_fma(vyre_builder* builder, vyre_expr a, vyre_expr b, vyre_expr c);

/* Changes element |index| of |array| in one step and gives what it was before, a U32. |array| is a
 * READ_WRITE parameter of U32; workgroup memory has no atomics. |expected| is an expression for
 * COMPARE_EXCHANGE, and vyre_expr_none() for all others. Beyond the end nothing changes and the
 * result is 0. It happens at this place, whether its result is used or not. */
VYRE_API vyre_expr vyre_builder_atomic(vyre_builder* builder, vyre_atomic op,
                                       vyre_ordering ordering, vyre_parameter array,
                                       vyre_expr index, vyre_expr expected, vyre_expr value);

/* What the invocations of a subgroup exchange. |lane|, a U32, belongs to SHUFFLE; it is
 * vyre_expr_none() for all others. The result has the type of |value|; that of BALLOT is a U32. The
 * device has to offer subgroup operations. */
VYRE_API vyre_expr vyre_builder_subgroup(vyre_builder* builder, vyre_subgroup op, vyre_expr value,
                                         vyre_expr lane);

/* The result of the op |op_id| for |argument_count| arguments, in the order of its inputs.
 * |arguments| may be NULL when there are none. The op is looked up when the program is validated
 * or made into a pipeline. The call happens at this place, whether its result is used or not. */
VYRE_API vyre_expr vyre_builder_call(vyre_builder* builder, vyre_string op_id,
                                     const vyre_expr* arguments, size_t argument_count);

/* An expression of an extension: its kind, and |size| bytes that only the extension understands.
 * |payload| may be NULL when |size| is 0. It happens at this place, whether it is used or not.
 * Literals of 64 bits are such: "vyre.literal.u64", ".i64" or ".f64" and 8 little-endian bytes. */
VYRE_API vyre_expr vyre_builder_opaque(vyre_builder* builder, vyre_string kind, const void* payload,
                                       size_t size);

/* ---- Names and variables -------------------------------------------------------------------- */

/* The same value with a name, for people who read the program and for ops that look at names. It
 * does not change. |name| may be empty. A name that is in scope already is against the rules of the
 * IR, here and below. */
VYRE_API vyre_expr vyre_builder_let(vyre_builder* builder, vyre_string name, vyre_expr value);

/* Makes a variable that begins as |initial|, whose type it has. Each invocation has its own. It
 * lives to the end of its block; using it behind that is a mistake. |name| may be empty. */
VYRE_API vyre_local vyre_builder_local(vyre_builder* builder, vyre_string name, vyre_expr initial);

/* The value of a variable at this place. A later vyre_builder_assign does not change it: ask
 * again. In a loop it is the value of each round at this place. */
VYRE_API vyre_expr vyre_builder_get(vyre_builder* builder, vyre_local local);

/* Gives a variable another value of its type. */
VYRE_API void vyre_builder_assign(vyre_builder* builder, vyre_local local, vyre_expr value);

/* ---- Statements ----------------------------------------------------------------------------- */

/* Puts |value| into element |index| of |array|. Nothing happens beyond the end. |value| has the
 * type of the elements; U32 and I32 may meet, and so may U32 and BOOL. */
VYRE_API void vyre_builder_store(vyre_builder* builder, vyre_parameter array, vyre_expr index,
                                 vyre_expr value);

/* Begins the statements that run where |condition| holds: a BOOL, or a U32 that is not 0.
 * vyre_builder_end ends them. */
VYRE_API void vyre_builder_begin_if(vyre_builder* builder, vyre_expr condition);

/* Ends the statements of an if, and begins those that run where its condition does not hold.
 * vyre_builder_end ends both. */
VYRE_API void vyre_builder_begin_else(vyre_builder* builder);

/* Begins the statements that run for each U32 from |from| up to but not including |to|, and gives
 * that number, which cannot be assigned. Both bounds are U32 and evaluated once; where |from| is
 * not below |to| nothing runs. |name| is the number's name and may be empty. */
VYRE_API vyre_expr vyre_builder_begin_loop(vyre_builder* builder, vyre_string name, vyre_expr from,
                                           vyre_expr to);

/* Begins a block: statements with variables of their own. */
VYRE_API void vyre_builder_begin_block(vyre_builder* builder);

/* Begins a block that says what generated it, such as an op's id. It changes no meaning. */
VYRE_API void vyre_builder_begin_region(vyre_builder* builder, vyre_string generator);

/* Ends what the last call of a vyre_builder_begin_ function began that is still open. */
VYRE_API void vyre_builder_end(vyre_builder* builder);

/* Ends the invocation. It is the last statement of its block. */
VYRE_API void vyre_builder_return(vyre_builder* builder);

/* Waits for all invocations of the workgroup that have not returned; then each sees what the
 * others wrote. A barrier stands where all of them come or none. VYRE_ORDERING_GRID_SYNC waits for
 * the whole grid; docs/grid_barriers.md has what that needs. */
VYRE_API void vyre_builder_barrier(vyre_builder* builder, vyre_ordering ordering);

/* Fails the dispatch. The error has |address|, a U32, and |tag|, a text, in vyre_error_info, and
 * the place in the program. */
VYRE_API void vyre_builder_trap(vyre_builder* builder, vyre_expr address, vyre_string tag);

/* The resume of the IR. A dispatch that reaches it fails. */
VYRE_API void vyre_builder_resume(vyre_builder* builder, vyre_string tag);

/* The indirect dispatch of the IR: a grid of three U32 at byte |offset|, a multiple of 4, of
 * |counts|. A dispatch that reaches it fails. A grid that stands in a buffer is given by
 * vyre_dispatch_desc.grid_buffer. */
VYRE_API void vyre_builder_indirect_dispatch(vyre_builder* builder, vyre_parameter counts,
                                             uint64_t offset);

/* Begins a copy of |size| bytes, from byte |offset| of |source| to the start of |destination|. The
 * bytes are taken now; zeroes stand for what lies beyond the end of |source|. They arrive at
 * vyre_builder_async_wait of the same |tag|, which is not empty. Each invocation copies by itself
 * and has to wait for what it began. */
VYRE_API void vyre_builder_async_load(vyre_builder* builder, vyre_parameter source,
                                      vyre_parameter destination, vyre_expr offset, vyre_expr size,
                                      vyre_string tag);

/* As vyre_builder_async_load, from the start of |source| to byte |offset| of |destination|. Bytes
 * beyond the end of |destination| are dropped. */
VYRE_API void vyre_builder_async_store(vyre_builder* builder, vyre_parameter source,
                                       vyre_parameter destination, vyre_expr offset, vyre_expr size,
                                       vyre_string tag);

/* Waits for the copy that this invocation began under |tag|. There has to be one. */
VYRE_API void vyre_builder_async_wait(vyre_builder* builder, vyre_string tag);

/* An exchange between the ranks of |group|; 0 is all of them. It takes whole parameters of one
 * element type, never workgroup memory. |destination| has the id 0 for ALL_REDUCE and BROADCAST,
 * which change |source| in place. |root| is a rank and counts for BROADCAST alone. |op| is
 * VYRE_REDUCE_NONE for those that do not combine.
 *
 * A dispatch on one device is one rank: ALL_REDUCE and BROADCAST from rank 0 change nothing, the
 * other two copy |source| to |destination|. Another group or root fails. */
VYRE_API void vyre_builder_collective(vyre_builder* builder, vyre_collective kind, vyre_reduce op,
                                      vyre_parameter source, vyre_parameter destination,
                                      uint32_t root, uint32_t group);

/* A statement of an extension: its kind, and |size| bytes that only the extension understands.
 * |payload| may be NULL when |size| is 0. */
VYRE_API void vyre_builder_opaque_statement(vyre_builder* builder, vyre_string kind,
                                            const void* payload, size_t size);

/* ---- Functions by object --------------------------------------------------------------------
 *
 * Builders
 *   vyre_builder_create
 *   vyre_builder_get_error
 *   vyre_builder_finish
 *   vyre_builder_destroy
 *   vyre_builder_set_workgroup
 *   vyre_builder_set_entry
 *   vyre_builder_set_label
 *   vyre_builder_type
 * Parameters and workgroup memory
 *   vyre_builder_declare
 *   vyre_builder_input (inline)
 *   vyre_builder_output (inline)
 *   vyre_builder_inout (inline)
 *   vyre_builder_shared (inline)
 *   vyre_builder_uniform (inline)
 *   vyre_builder_slot
 * Values
 *   vyre_expr_none (inline)
 *   vyre_builder_u32
 *   vyre_builder_i32
 *   vyre_builder_f32
 *   vyre_builder_bool
 *   vyre_builder_constant
 *   vyre_builder_id
 *   vyre_builder_index (inline)
 *   vyre_builder_length
 *   vyre_builder_load
 *   vyre_builder_binary
 *   vyre_builder_unary
 *   vyre_builder_add (inline)
 *   vyre_builder_sub (inline)
 *   vyre_builder_mul (inline)
 *   vyre_builder_div (inline)
 *   vyre_builder_lt (inline)
 *   vyre_builder_select
 *   vyre_builder_cast
 *   vyre_builder_fma
 *   vyre_builder_atomic
 *   vyre_builder_subgroup
 *   vyre_builder_call
 *   vyre_builder_opaque
 * Names and variables
 *   vyre_builder_let
 *   vyre_builder_local
 *   vyre_builder_get
 *   vyre_builder_assign
 * Statements
 *   vyre_builder_store
 *   vyre_builder_begin_if
 *   vyre_builder_begin_else
 *   vyre_builder_begin_loop
 *   vyre_builder_begin_block
 *   vyre_builder_begin_region
 *   vyre_builder_end
 *   vyre_builder_return
 *   vyre_builder_barrier
 *   vyre_builder_trap
 *   vyre_builder_resume
 *   vyre_builder_indirect_dispatch
 *   vyre_builder_async_load
 *   vyre_builder_async_store
 *   vyre_builder_async_wait
 *   vyre_builder_collective
 *   vyre_builder_opaque_statement
 */

#ifdef __cplusplus
}
#endif

#endif

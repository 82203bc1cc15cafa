/* vyre_driver_keys.h: numbers that every vyre driver computes alike.
 *
 * For other drivers and for caches that share names of programs and kernels with this one. Nobody
 * else needs it: pipelines have keys of their own. The rules at the head of vyre_driver.h hold here
 * too.
 *
 *   vyre_constant constants[] = {vyre_constant_u32("tile", 16), vyre_constant_bool("fast", 1)};
 *   vyre_key key;
 *   vyre_error* error = vyre_program_get_key(program, constants, 2, &key);
 *
 * What is particular:
 *
 *  - Constants are an array, in any order: the result is the same. A name that is there twice is
 *    INVALID_ARGUMENT. |constants| may be NULL when |constant_count| is 0.
 *  - A name is UTF-8 of at most 1,048,576 bytes. It may be empty and may have NUL characters.
 *  - A constant that is none is INVALID_ARGUMENT: an unknown kind, VYRE_CONSTANT_OTHER, bits above
 *    32, a BOOL other than 0 and 1, a spelling of no type.
 *  - Nothing here looks at a device. docs/specialization.md has the bytes.
 */
#ifndef VYRE_DRIVER_KEYS_H
#define VYRE_DRIVER_KEYS_H

#include "vyre_driver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 128 bits that stand for a program and its constants. Never changes. */
typedef struct vyre_key {
  uint64_t high; /* the first 8 bytes of the program's fingerprint, little-endian */
  uint64_t low;  /* vyre_constants_hash, with its collisions */
} vyre_key;

/* The value of a constant as a number, for interfaces that know constants as numbers only. Exact. A
 * BOOL is 0 or 1; a type is its number in the wire form. The name is not looked at.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_constant_get_number(vyre_constant constant, double* out_number);

/* What the value of a constant adds to vyre_constants_hash: its kind in bits 0 to 7, its 32 bits in
 * bits 8 to 39, zeroes above. Of a type these are its number in the wire form; parameters of a type
 * do not count, so "Vec<U32,4>" and "Vec<F32,2>" are alike. The name is not looked at.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_constant_get_contribution(vyre_constant constant, uint64_t* out_contribution);

/* Hashes constants: FNV-1a of 64 bits over each name and the 8 little-endian bytes of its
 * contribution, in the order of the names' bytes. It is 0xcbf29ce484222325 for no constants.
 * Different constants can have one hash, and such are made without effort: nothing says where a
 * name ends. What must tell constants apart uses vyre_constants_encode.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_constants_hash(const vyre_constant* constants, size_t constant_count,
                             uint64_t* out_hash);

/* Writes the canonical form of constants, equal for equal constants only. |out_bytes| gets an
 * owner. Integers are little-endian:
 *
 *   u64         how many constants; then for each, in the order of the names' bytes:
 *   u64, bytes  size of the name, the name
 *   u8          kind
 *   u32         the 32 bits of a number or BOOL; or, of a type,
 *   u64, bytes  size of its spelling, the spelling, with parameters
 *
 * Errors: none beyond the usual. */
VYRE_TRY vyre_constants_encode(const vyre_constant* constants, size_t constant_count,
                               vyre_blob** out_bytes);

/* The key of a program with these constants. Its fingerprint is that of
 * vyre_program_get_fingerprint with VYRE_WIRE_ANY. Constants that the program does not name count
 * too, and defaults that are not given do not. A program that no wire form can carry is
 * INVALID_PROGRAM.
 * Errors: INVALID_PROGRAM. */
VYRE_TRY vyre_program_get_key(const vyre_program* program, const vyre_constant* constants,
                              size_t constant_count, vyre_key* out_key);

/* Writes the name of a stored kernel to |out_digits|: 64 lowercase hexadecimal digits, without a
 * NUL. They are made by BLAKE3 from |version| and two texts of any form, in a layout of its own
 * (docs/specialization.md).
 * Errors: none beyond the usual. */
VYRE_TRY vyre_artifact_get_key(uint32_t version, vyre_string spec_hash,
                               vyre_string backend_fingerprint, char out_digits[64]);

/* ---- Functions by object --------------------------------------------------------------------
 *
 * Constants
 *   vyre_constant_get_number
 *   vyre_constant_get_contribution
 *   vyre_constants_hash
 *   vyre_constants_encode
 * Programs
 *   vyre_program_get_key
 * Stored kernels
 *   vyre_artifact_get_key
 */

#ifdef __cplusplus
}
#endif

#endif

package header

// #include <stdlib.h>
// #include "../../all.h"
import "C"

import (
	"errors"
	"unsafe"
)

// Bindings is the bytes of what each vyre_bind_ function returns for slot 3, and for name, which ends
// with a NUL, with size bytes at data. The offset of ranges is 4, the set 2.
func Bindings(data unsafe.Pointer, size uint64, name string) map[string][]byte {
	bytes, n, s := C.size_t(size), C.uint64_t(size), characters(name)
	return map[string][]byte{
		"vyre_bind_input":   bytesOf(C.vyre_bind_name(s, C.vyre_bind_input(3, data, bytes))),
		"vyre_bind_output":  bytesOf(C.vyre_bind_name(s, C.vyre_bind_output(3, data, bytes))),
		"vyre_bind_inout":   bytesOf(C.vyre_bind_name(s, C.vyre_bind_inout(3, data, bytes))),
		"vyre_bind_zeros":   bytesOf(C.vyre_bind_name(s, C.vyre_bind_zeros(3, n))),
		"vyre_bind_buffer":  bytesOf(C.vyre_bind_name(s, C.vyre_bind_buffer(3, nil))),
		"vyre_bind_range":   bytesOf(C.vyre_bind_name(s, C.vyre_bind_range(3, nil, 4, n))),
		"vyre_bind_image":   bytesOf(C.vyre_bind_name(s, C.vyre_bind_image(3, nil, nil))),
		"vyre_bind_sampler": bytesOf(C.vyre_bind_name(s, C.vyre_bind_sampler(3, nil))),
		"slot":              bytesOf(C.vyre_bind_input(3, data, bytes)),
		"vyre_bind_at":      bytesOf(C.vyre_bind_at(2, 3, C.vyre_bind_zeros(9, n))),
	}
}

// Constants is the bytes of what each vyre_constant_ function returns for name, which ends with a
// NUL: numbers of -1 or its bits, and true.
func Constants(name string) map[string][]byte {
	s := characters(name)
	return map[string][]byte{
		"vyre_constant_u32":  bytesOf(C.vyre_constant_u32(s, 0xFFFFFFFF)),
		"vyre_constant_i32":  bytesOf(C.vyre_constant_i32(s, -1)),
		"vyre_constant_f32":  bytesOf(C.vyre_constant_f32(s, -1)),
		"vyre_constant_bool": bytesOf(C.vyre_constant_bool(s, -1)),
	}
}

// Targets is the bytes of SPIR-V's target and of that of the backend id, which ends with a NUL.
func Targets(id string) map[string][]byte {
	return map[string][]byte{
		"vyre_target_of":        bytesOf(C.vyre_target_of(C.VYRE_TARGET_SPIRV)),
		"vyre_target_extension": bytesOf(C.vyre_target_extension(characters(id))),
	}
}

// Dispatches is the bytes of a shape and of a grid of 5 x 6 x 7.
func Dispatches() map[string][]byte {
	return map[string][]byte{
		"vyre_shape": bytesOf(C.vyre_shape(5, 6, 7)),
		"vyre_grid":  bytesOf(C.vyre_grid(5, 6, 7)),
	}
}

// Push is the bytes of what vyre_push returns for size bytes at data.
func Push(data unsafe.Pointer, size uint64) []byte {
	return bytesOf(C.vyre_push(data, C.size_t(size)))
}

// NoExpr is the number of vyre_expr_none.
func NoExpr() uint64 { return uint64(C.vyre_expr_none().id) }

// characters are those of a text that ends with a NUL.
func characters(text string) *C.char { return (*C.char)(unsafe.Pointer(unsafe.StringData(text))) }

func bytesOf[T any](value T) []byte {
	size := unsafe.Sizeof(value)
	return append([]byte(nil), unsafe.Slice((*byte)(unsafe.Pointer(&value)), size)...)
}

// DeclaredJSON is a program of the parameters "in", "out", "both", "part" of 8 elements and "width",
// all F32, that the header's inline functions declared.
func DeclaredJSON() (string, error) {
	var builder *C.vyre_builder
	var program *C.vyre_program
	if failed(C.vyre_builder_create(nil, &builder)) {
		return "", errors.New("no builder")
	}
	defer func() { C.vyre_builder_destroy(builder) }()
	declare(builder)
	if failed(C.vyre_builder_finish(builder, &program)) {
		return "", errors.New("no program")
	}
	defer func() { C.vyre_program_destroy(program) }()
	return json(program)
}

func declare(builder *C.vyre_builder) {
	C.vyre_builder_input(builder, characters("in\x00"), C.VYRE_TYPE_F32)
	C.vyre_builder_output(builder, characters("out\x00"), C.VYRE_TYPE_F32)
	C.vyre_builder_inout(builder, characters("both\x00"), C.VYRE_TYPE_F32)
	C.vyre_builder_shared(builder, characters("part\x00"), C.VYRE_TYPE_F32, 8)
	C.vyre_builder_uniform(builder, characters("width\x00"), C.VYRE_TYPE_F32)
}

func json(program *C.vyre_program) (string, error) {
	desc := C.vyre_save_desc{struct_size: C.sizeof_vyre_save_desc, format: C.VYRE_FORMAT_JSON}
	var blob *C.vyre_blob
	if failed(C.vyre_program_save(program, &desc, &blob)) {
		return "", errors.New("no JSON")
	}
	defer C.vyre_blob_destroy(blob)
	text := C.vyre_blob_get_bytes(blob)
	return string(C.GoBytes(text.data, C.int(text.size))), nil
}

func failed(e *C.vyre_error) bool {
	C.vyre_error_destroy(e)
	return e != nil
}

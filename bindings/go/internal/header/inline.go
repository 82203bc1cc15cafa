package header

// #include <vyre_driver.h>
import "C"

import (
	"errors"
	"unsafe"
)

// Bindings is the bytes of what each vyre_bind_ function returns for slot 3, and for name, with
// size bytes at data. The offset of ranges is 4.
func Bindings(data unsafe.Pointer, size uint64, name string) map[string][]byte {
	n := C.uint64_t(size)
	s := C.vyre_string{data: (*C.char)(unsafe.Pointer(unsafe.StringData(name))), size: C.size_t(len(name))}
	return map[string][]byte{
		"vyre_bind_input":             bytesOf(C.vyre_bind_input(3, data, n)),
		"vyre_bind_output":            bytesOf(C.vyre_bind_output(3, data, n)),
		"vyre_bind_inout":             bytesOf(C.vyre_bind_inout(3, data, n)),
		"vyre_bind_zeros":             bytesOf(C.vyre_bind_zeros(3, n)),
		"vyre_bind_buffer":            bytesOf(C.vyre_bind_buffer(3, nil)),
		"vyre_bind_buffer_range":      bytesOf(C.vyre_bind_buffer_range(3, nil, 4, n)),
		"vyre_bind_name":              bytesOf(C.vyre_bind_name(s, C.vyre_bind_zeros(3, n))),
		"vyre_bind_input_name":        bytesOf(C.vyre_bind_input_name(s, data, n)),
		"vyre_bind_output_name":       bytesOf(C.vyre_bind_output_name(s, data, n)),
		"vyre_bind_inout_name":        bytesOf(C.vyre_bind_inout_name(s, data, n)),
		"vyre_bind_zeros_name":        bytesOf(C.vyre_bind_zeros_name(s, n)),
		"vyre_bind_buffer_name":       bytesOf(C.vyre_bind_buffer_name(s, nil)),
		"vyre_bind_buffer_range_name": bytesOf(C.vyre_bind_buffer_range_name(s, nil, 4, n)),
	}
}

// SpecValues is the bytes of what each vyre_spec_ function returns: numbers of -1 or its bits, true,
// and the element type of that spelling.
func SpecValues(spelling string) map[string][]byte {
	s := C.vyre_string{data: (*C.char)(unsafe.Pointer(unsafe.StringData(spelling))), size: C.size_t(len(spelling))}
	return map[string][]byte{
		"vyre_spec_u32":     bytesOf(C.vyre_spec_u32(0xFFFFFFFF)),
		"vyre_spec_i32":     bytesOf(C.vyre_spec_i32(-1)),
		"vyre_spec_f32":     bytesOf(C.vyre_spec_f32(-1)),
		"vyre_spec_boolean": bytesOf(C.vyre_spec_boolean(-1)),
		"vyre_spec_element": bytesOf(C.vyre_spec_element(s)),
	}
}

// Targets is the bytes of SPIR-V's target and of that of the backend id.
func Targets(id string) map[string][]byte {
	s := C.vyre_string{data: (*C.char)(unsafe.Pointer(unsafe.StringData(id))), size: C.size_t(len(id))}
	return map[string][]byte{
		"vyre_target_of":        bytesOf(C.vyre_target_of(C.VYRE_TARGET_SPIRV)),
		"vyre_target_extension": bytesOf(C.vyre_target_extension(s)),
	}
}

func bytesOf[T any](value T) []byte {
	size := unsafe.Sizeof(value)
	return append([]byte(nil), unsafe.Slice((*byte)(unsafe.Pointer(&value)), size)...)
}

// DeclaredJSON is a program of three buffers, "in" at slot 4, "out" at slot 5 and "part" of 8
// elements, all F32, that the header's inline functions declared.
func DeclaredJSON() (string, error) {
	var context *C.vyre_context
	var builder *C.vyre_builder
	var program *C.vyre_program
	if C.vyre_error_consume(C.vyre_context_default(&context)) != C.VYRE_OK {
		return "", errors.New("no context")
	}
	defer C.vyre_context_destroy(context)
	if C.vyre_error_consume(C.vyre_builder_create(context, &builder)) != C.VYRE_OK {
		return "", errors.New("no builder")
	}
	defer func() { C.vyre_builder_destroy(builder) }()
	declare(builder)
	if C.vyre_error_consume(C.vyre_builder_finish(builder, &program)) != C.VYRE_OK {
		return "", errors.New("no program")
	}
	defer C.vyre_program_destroy(program)
	return json(program)
}

// The strings of the header's own form: NUL-terminated, in C memory that lives for ever.
func declare(builder *C.vyre_builder) {
	element := C.vyre_str(C.CString("F32"))
	C.vyre_builder_declare_input(builder, 4, C.vyre_str(C.CString("in")), element)
	C.vyre_builder_declare_output(builder, 5, C.vyre_str(C.CString("out")), element)
	C.vyre_builder_declare_shared(builder, C.vyre_str(C.CString("part")), element, 8)
}

func json(program *C.vyre_program) (string, error) {
	text := make([]byte, 4096)
	var size C.size_t
	e := C.vyre_program_to_json(program, (*C.char)(unsafe.Pointer(&text[0])), C.size_t(len(text)), &size)
	if C.vyre_error_consume(e) != C.VYRE_OK {
		return "", errors.New("no JSON")
	}
	return string(text[:size]), nil
}

package vyre

// #include <vyre_driver.h>
import "C"

import (
	"runtime"
	"unsafe"
)

// text copies a string of the library.
func text(s C.vyre_string) string {
	return string(unsafe.Slice((*byte)(unsafe.Pointer(s.data)), uint64(s.size)))
}

// str lends a string to one call, to which it must be passed by value.
func str(s string) C.vyre_string {
	if s == "" {
		return C.vyre_string{}
	}
	return C.vyre_string{data: (*C.char)(unsafe.Pointer(unsafe.StringData(s))), size: C.size_t(len(s))}
}

// pinned lends a string inside a struct or array until the pinner is unpinned.
func pinned(s string, pinner *runtime.Pinner) C.vyre_string {
	if s != "" {
		pinner.Pin(unsafe.StringData(s))
	}
	return str(s)
}

// memory is where a slice begins, nil for an empty one.
func memory[T any](data []T) unsafe.Pointer {
	if len(data) == 0 {
		return nil
	}
	return unsafe.Pointer(unsafe.SliceData(data))
}

// axes copies three numbers of a C struct.
func axes(from [3]C.uint32_t) [3]uint32 {
	return [3]uint32{uint32(from[0]), uint32(from[1]), uint32(from[2])}
}

// toAxes copies three numbers to a C struct.
func toAxes(from [3]uint32) [3]C.uint32_t {
	return [3]C.uint32_t{C.uint32_t(from[0]), C.uint32_t(from[1]), C.uint32_t(from[2])}
}

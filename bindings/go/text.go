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

// pinnedList is a list in the C form, which lives until the pinner is unpinned.
func pinnedList[T, E any](list []T, pinner *runtime.Pinner, convert func(T, *runtime.Pinner) E) (*E, C.size_t) {
	if len(list) == 0 {
		return nil, 0
	}
	all := make([]E, len(list))
	for i, one := range list {
		all[i] = convert(one, pinner)
	}
	pinner.Pin(&all[0])
	return &all[0], C.size_t(len(all))
}

// pinnedBytes lends bytes inside a struct or array until the pinner is unpinned.
func pinnedBytes(data []byte, pinner *runtime.Pinner) unsafe.Pointer {
	if len(data) != 0 {
		pinner.Pin(unsafe.SliceData(data))
	}
	return memory(data)
}

// memory is where a slice begins, nil for an empty one.
func memory[T any](data []T) unsafe.Pointer {
	if len(data) == 0 {
		return nil
	}
	return unsafe.Pointer(unsafe.SliceData(data))
}

// blank is a struct for the library to fill. T begins with struct_size; for others there is var.
func blank[T any]() (out T) {
	*(*C.size_t)(unsafe.Pointer(&out)) = C.size_t(unsafe.Sizeof(out))
	return out
}

// given is the options, for nil those of zeroes.
func given[T any](options *T) *T {
	if options == nil {
		return new(T)
	}
	return options
}

// flag is the bit that stands for what is on.
func flag(on bool, bit C.uint64_t) C.uint64_t {
	if on {
		return bit
	}
	return 0
}

// list is one of each number below count.
func list[T any](count C.size_t, one func(C.size_t) T) []T {
	all := make([]T, count)
	for i := range all {
		all[i] = one(C.size_t(i))
	}
	return all
}

// each is list up to the first error.
func each[T any](count C.size_t, one func(C.size_t) (T, error)) ([]T, error) {
	all := make([]T, count)
	for i := range all {
		var err error
		if all[i], err = one(C.size_t(i)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// axes copies three numbers of a C struct.
func axes(from [3]C.uint32_t) [3]uint32 {
	return [3]uint32{uint32(from[0]), uint32(from[1]), uint32(from[2])}
}

// toAxes copies three numbers to a C struct.
func toAxes(from [3]uint32) [3]C.uint32_t {
	return [3]C.uint32_t{C.uint32_t(from[0]), C.uint32_t(from[1]), C.uint32_t(from[2])}
}

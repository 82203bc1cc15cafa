package vyre

// #include "all.h"
import "C"

import (
	"runtime"
	"time"
	"unsafe"
)

// Unknown is a number that nobody knows. Nothing is ever invented in its place.
const Unknown uint64 = C.VYRE_UNKNOWN

// UnknownU32 is the same in 32 bits.
const UnknownU32 uint32 = C.VYRE_UNKNOWN_U32

// UnknownTime is a time that nobody measured.
const UnknownTime time.Duration = -1

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

// loan is the memory and the objects that a call borrows, until its end.
type loan struct {
	pinner runtime.Pinner
	ends   []func()
	err    error // an object that was given and is closed: the library would take it for none
}

func (l *loan) end() {
	for _, end := range l.ends {
		end()
	}
	l.pinner.Unpin()
}

// borrow lends an object that need not be given.
func borrow[T ~struct{ handle *handle[P] }, P comparable](l *loan, owner *T, name string) (none P) {
	if owner == nil {
		return none
	}
	p, h, err := need(owner, name)
	if err != nil {
		l.err = err
		return none
	}
	l.ends = append(l.ends, func() { h.done(p) })
	return p
}

// pinned lends a string inside a struct or array.
func pinned(s string, l *loan) C.vyre_string {
	if s != "" {
		l.pinner.Pin(unsafe.StringData(s))
	}
	return str(s)
}

// pinnedList lends a list in its C form.
func pinnedList[T, E any](list []T, l *loan, convert func(T, *loan) E) (*E, C.size_t) {
	if len(list) == 0 {
		return nil, 0
	}
	all := make([]E, len(list))
	for i, one := range list {
		all[i] = convert(one, l)
	}
	l.pinner.Pin(&all[0])
	return &all[0], C.size_t(len(all))
}

// pinnedBytes lends bytes inside a struct or array.
func pinnedBytes(data []byte, l *loan) unsafe.Pointer {
	if len(data) != 0 {
		l.pinner.Pin(unsafe.SliceData(data))
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

// blobBytes copies the bytes of a blob, which it destroys.
func blobBytes(blob *C.vyre_blob) []byte {
	defer C.vyre_blob_destroy(blob)
	all := C.vyre_blob_get_bytes(blob)
	return append([]byte{}, unsafe.Slice((*byte)(all.data), uint64(all.size))...)
}

// written is the bytes that a call has written, or its error.
func written(e *C.vyre_error, out **C.vyre_blob) ([]byte, error) {
	if err := take(e); err != nil {
		return nil, err
	}
	return blobBytes(*out), nil
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

// each copies a list of the library: pointers, and how many there are.
func each[P, T any](first *P, count C.size_t, convert func(P) T) []T {
	if count == 0 {
		return nil
	}
	all := make([]T, 0, int(count))
	for _, one := range unsafe.Slice(first, int(count)) {
		all = append(all, convert(one))
	}
	return all
}

// textAt copies a string of a list.
func textAt(s *C.vyre_string) string { return text(*s) }

// axes copies three numbers of a C struct.
func axes(from [3]C.uint32_t) [3]uint32 {
	return [3]uint32{uint32(from[0]), uint32(from[1]), uint32(from[2])}
}

// toAxes copies three numbers to a C struct.
func toAxes(from [3]uint32) [3]C.uint32_t {
	return [3]C.uint32_t{C.uint32_t(from[0]), C.uint32_t(from[1]), C.uint32_t(from[2])}
}

// forever is a wait without end.
const forever C.uint64_t = C.VYRE_FOREVER

// timeout is a time limit of options: 0 is none.
func timeout(limit time.Duration, name string, l *loan) C.uint64_t {
	if limit < 0 {
		l.err = mistake(ErrInvalidArgument, name+" is "+limit.String()+
			". Fix: give a positive time, or 0 for no limit")
	}
	if limit <= 0 {
		return forever
	}
	return C.uint64_t(limit)
}

// duration is a time of the library.
func duration(nanoseconds C.uint64_t) time.Duration {
	if uint64(nanoseconds) == Unknown {
		return UnknownTime
	}
	return time.Duration(min(nanoseconds, 1<<63-1))
}

package vyre

// #include <stdlib.h>
// #include "callback.h"
import "C"

import (
	"fmt"
	"io"
	"runtime/cgo"
	"runtime/debug"
	"sync"
	"unsafe"
)

// newUser makes the user data of a callback: a cell of C memory that holds the handle of value.
// vyreGoDestroy or freeUser ends it.
func newUser(value any) unsafe.Pointer {
	cell := C.malloc(C.size_t(unsafe.Sizeof(cgo.Handle(0))))
	*(*cgo.Handle)(cell) = cgo.NewHandle(value)
	return cell
}

// userOf is the value of a cell that newUser made.
func userOf[T any](cell unsafe.Pointer) T {
	return (*(*cgo.Handle)(cell)).Value().(T)
}

func freeUser(cell unsafe.Pointer) {
	if cell != nil {
		(*(*cgo.Handle)(cell)).Delete()
		C.free(cell)
	}
}

// stopPanic is deferred by every callback. A panic must not unwind the library's frames, and a
// caller further up must not recover it: it is raised again where nobody can, and the callback
// never returns.
func stopPanic() {
	if reason := recover(); reason != nil {
		text := fmt.Sprintf("vyre: panic in a callback: %v\n\n%s", reason, debug.Stack())
		go func() { panic(text) }()
		select {}
	}
}

//export vyreGoLog
func vyreGoLog(user unsafe.Pointer, level C.vyre_log_level, message C.vyre_string) {
	defer stopPanic()
	userOf[func(LogLevel, string)](user)(LogLevel(level), text(message))
}

//export vyreGoAllocate
func vyreGoAllocate(user unsafe.Pointer, size, alignment C.size_t) unsafe.Pointer {
	defer stopPanic()
	return userOf[Allocator](user).Allocate(uintptr(size), uintptr(alignment))
}

//export vyreGoDeallocate
func vyreGoDeallocate(user, memory unsafe.Pointer, size, alignment C.size_t) {
	defer stopPanic()
	userOf[Allocator](user).Deallocate(memory, uintptr(size), uintptr(alignment))
}

//export vyreGoRunJob
func vyreGoRunJob(user unsafe.Pointer, job C.vyre_job_fn, data unsafe.Pointer) {
	defer stopPanic()
	once := sync.OnceFunc(func() { C.vyre_go_call(job, data) })
	userOf[func(func())](user)(once)
}

//export vyreGoComplete
func vyreGoComplete(user unsafe.Pointer, state C.vyre_work_state) {
	defer stopPanic()
	userOf[func(WorkState)](user)(WorkState(state))
}

//export vyreGoAsk
func vyreGoAsk(user unsafe.Pointer, wanted, used C.uint64_t) C.uint32_t {
	defer stopPanic()
	return C.uint32_t(flag(userOf[func(wanted, used uint64) bool](user)(uint64(wanted), uint64(used)), 1))
}

//export vyreGoProgress
func vyreGoProgress(user unsafe.Pointer, done, total C.uint64_t) C.uint32_t {
	defer stopPanic()
	goesOn := userOf[func(done, total uint64) bool](user)(uint64(done), uint64(total))
	return C.uint32_t(flag(!goesOn, 1))
}

//export vyreGoReference
func vyreGoReference(user, arguments unsafe.Pointer, size C.size_t, writer *C.vyre_writer) *C.vyre_error {
	defer stopPanic()
	copied := append([]byte{}, unsafe.Slice((*byte)(arguments), uint64(size))...)
	result, err := userOf[ReferenceFunc](user)(copied)
	return answer(result, err, writer)
}

//export vyreGoLowering
func vyreGoLowering(user unsafe.Pointer, id C.vyre_string, target C.vyre_target, writer *C.vyre_writer) *C.vyre_error {
	defer stopPanic()
	result, err := userOf[LoweringFunc](user)(text(id), targetOf(target))
	return answer(result, err, writer)
}

// answer is what a function gave, for the library.
func answer(result []byte, err error, writer *C.vyre_writer) *C.vyre_error {
	if err != nil {
		return toC(err)
	}
	C.vyre_writer_write(writer, memory(result), C.size_t(len(result)))
	return nil
}

//export vyreGoWrite
func vyreGoWrite(user, bytes unsafe.Pointer, size C.size_t) *C.vyre_error {
	defer stopPanic()
	piece := unsafe.Slice((*byte)(bytes), uint64(size))
	if _, err := userOf[io.Writer](user).Write(piece); err != nil {
		return toC(mistake(ErrInputOutput, "a trace could not be written: "+err.Error()+
			". Fix: look at the writer that was given"))
	}
	return nil
}

//export vyreGoDestroy
func vyreGoDestroy(user unsafe.Pointer) { freeUser(user) }

package vyre

// #include "all.h"
import "C"

import (
	"runtime"
	"sync/atomic"
)

// handle is one owner of a C object of pointer type P. The object is destroyed when it has been
// closed and the last call that uses it has returned, so closing is safe beside calls under way. A
// nil handle is closed.
type handle[P comparable] struct {
	pointer P
	destroy func(P)      // nil: the library's for P
	failure error        // why there is no object, of a constructor that gives no error
	users   atomic.Int64 // calls under way, and 1 until it is closed
	closed  atomic.Bool
}

func newHandle[P comparable](pointer P, destroy func(P)) *handle[P] {
	h := &handle[P]{pointer: pointer, destroy: destroy}
	h.users.Store(1)
	return h
}

// own makes owner's handle, with a net that closes it when owner has become unreachable.
func own[T any, P comparable](owner *T, pointer P, destroy func(P)) *handle[P] {
	h := newHandle(pointer, destroy)
	// Giving back a device may wait for it, which must not hold up other cleanups.
	runtime.AddCleanup(owner, func(h *handle[P]) { go h.close() }, h)
	return h
}

// object is the form of all types that own an object of the library and nothing else.
type object[P comparable] struct{ handle *handle[P] }

// made is what a function that makes an object returns.
func made[T ~struct{ handle *handle[P] }, P comparable](e *C.vyre_error, out *P) (*T, error) {
	if err := take(e); err != nil {
		return nil, err
	}
	return owned[T](*out, nil), nil
}

// owned is an owner of an object that is there.
func owned[T ~struct{ handle *handle[P] }, P comparable](pointer P, destroy func(P)) *T {
	owner := new(T)
	*owner = T(object[P]{own(owner, pointer, destroy)})
	return owner
}

// handleOf is the handle of an owner, nil for nil.
func handleOf[T ~struct{ handle *handle[P] }, P comparable](owner *T) *handle[P] {
	if owner == nil {
		return nil
	}
	return object[P](*owner).handle
}

// use gives the object of an owner for one call, and the handle, whose done ends it.
func use[T ~struct{ handle *handle[P] }, P comparable](owner *T) (P, *handle[P]) {
	h := handleOf(owner)
	p := h.use()
	runtime.KeepAlive(owner) // until the handle knows of the call, the net must not close it
	return p, h
}

// need is use for an object without which the library would take another one. name is what the
// error calls it.
func need[T ~struct{ handle *handle[P] }, P comparable](owner *T, name string) (P, *handle[P], error) {
	p, h := use(owner)
	var none P
	if p == none {
		return p, h, closed(name)
	}
	return p, h, nil
}

func closed(name string) error {
	return mistake(ErrInvalidArgument, "the "+name+" is nil or closed. Fix: close it after its last use")
}

// destroy gives an object back to the library.
func destroy[P comparable](pointer P) {
	switch p := any(pointer).(type) {
	case *C.vyre_buffer:
		C.vyre_buffer_destroy(p)
	case *C.vyre_builder:
		C.vyre_builder_destroy(p)
	case *C.vyre_context:
		C.vyre_context_destroy(p)
	case *C.vyre_device:
		C.vyre_device_destroy(p)
	case *C.vyre_emission:
		C.vyre_emission_destroy(p)
	case *C.vyre_error:
		C.vyre_error_destroy(p)
	case *C.vyre_image:
		C.vyre_image_destroy(p)
	case *C.vyre_pipeline:
		C.vyre_pipeline_destroy(p)
	case *C.vyre_plan:
		C.vyre_plan_destroy(p)
	case *C.vyre_program:
		C.vyre_program_destroy(p)
	case *C.vyre_recording:
		C.vyre_recording_destroy(p)
	case *C.vyre_registry:
		C.vyre_registry_destroy(p)
	case *C.vyre_registry_builder:
		C.vyre_registry_builder_destroy(p)
	case *C.vyre_sampler:
		C.vyre_sampler_destroy(p)
	case *C.vyre_semaphore:
		C.vyre_semaphore_destroy(p)
	case *C.vyre_sequence:
		C.vyre_sequence_destroy(p)
	case *C.vyre_work:
		C.vyre_work_destroy(p)
	default:
		panic("vyre: nothing gives such objects back")
	}
}

// use gives the object for one call, which ends with done. A closed handle gives nil, which the
// library refuses by name.
func (h *handle[P]) use() (pointer P) {
	if h == nil {
		return pointer
	}
	for !h.closed.Load() {
		users := h.users.Load()
		if users == 0 {
			break
		}
		if h.users.CompareAndSwap(users, users+1) {
			return h.pointer
		}
	}
	return pointer
}

// done ends the call for which use gave pointer.
func (h *handle[P]) done(pointer P) {
	var none P
	if pointer != none {
		h.release()
	}
}

func (h *handle[P]) close() {
	if h != nil && !h.closed.Swap(true) {
		h.release()
	}
}

func (h *handle[P]) release() {
	if h.users.Add(-1) != 0 {
		return
	}
	if h.destroy != nil {
		h.destroy(h.pointer)
	} else {
		destroy(h.pointer)
	}
}

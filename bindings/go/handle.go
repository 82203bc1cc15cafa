package vyre

import (
	"runtime"
	"sync/atomic"
)

// handle is one owner of a C object of pointer type P. The object is destroyed when it has been
// closed and the last call that uses it has returned, so closing is safe beside calls under way,
// and no call needs runtime.KeepAlive. A nil handle is closed.
type handle[P comparable] struct {
	pointer P
	destroy func(P)
	users   atomic.Int64 // calls under way, and 1 until it is closed
	closed  atomic.Bool
}

// own makes owner's handle, with a net that closes it when owner has become unreachable.
func own[T any, P comparable](owner *T, pointer P, destroy func(P)) *handle[P] {
	h := &handle[P]{pointer: pointer, destroy: destroy}
	h.users.Store(1)
	// Giving back a backend may wait for its device, which must not hold up other cleanups.
	runtime.AddCleanup(owner, func(h *handle[P]) { go h.close() }, h)
	return h
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
	if h.users.Add(-1) == 0 {
		h.destroy(h.pointer)
	}
}

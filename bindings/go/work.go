package vyre

// #include "callback.h"
import "C"

import (
	"context"
	"time"
)

// WorkState is how work stands.
type WorkState uint32

const (
	WorkRunning WorkState = C.VYRE_WORK_RUNNING // not over
	WorkReady   WorkState = C.VYRE_WORK_READY   // over, and it succeeded
	WorkFailed  WorkState = C.VYRE_WORK_FAILED  // over, and Err says why it failed
)

// Work is what was started: a dispatch, a run of a sequence, a transfer of a file.
type Work struct{ handle *handle[*C.vyre_work] }

// State says how the work stands now. Never blocks.
func (w *Work) State() (WorkState, error) { return w.look(0) }

func (w *Work) look(timeout nanoseconds) (WorkState, error) {
	p, h := use(w)
	defer h.done(p)
	var state C.vyre_work_state
	err := take(C.vyre_work_wait(p, timeout, &state))
	return WorkState(state), err
}

// Wait waits for the end of the work and returns why it failed, nil when it has not. When ctx ends
// first, it returns ctx.Err(), and the work goes on.
func (w *Work) Wait(ctx context.Context) error {
	state, err := wait(ctx, w.look)
	if err == nil && state == WorkFailed {
		err = w.Err()
	}
	return err
}

// waitAtMost is Wait with the time limit of a dispatch; 0 is none.
func (w *Work) waitAtMost(ctx context.Context, limit time.Duration, label string) error {
	if limit == 0 {
		return w.Wait(ctx)
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := w.Wait(limited)
	if err != nil && err == limited.Err() && ctx.Err() == nil {
		name := "the dispatch"
		if label != "" {
			name = "dispatch '" + label + "'"
		}
		return mistake(ErrTimedOut, name+" has not ended within "+limit.String()+
			". Fix: give DispatchOptions.Timeout more time; the work ends by itself")
	}
	return err
}

// Err says why the work failed; nil when it has not (yet) failed.
func (w *Work) Err() error {
	p, h := use(w)
	defer h.done(p)
	var out *C.vyre_error
	if err := take(C.vyre_work_get_error(p, &out)); err != nil {
		return err
	}
	return take(out)
}

// Device is another owner of the work's device; close it like any device.
func (w *Work) Device() (*Device, error) {
	p, h := use(w)
	defer h.done(p)
	var out *C.vyre_device
	return made[Device](C.vyre_work_get_device(p, &out), &out)
}

// Collect waits for the end and writes the results of a dispatch to the caller's slices, once.
// Bindings are Out and InOut ones, for parameters that were bound so in the dispatch; others are
// ignored, so the dispatch's own serve. After an error nothing is written; after a mistake in the
// bindings the call may be repeated. Failed work gives its error. When ctx ends first, it returns
// ctx.Err().
func (w *Work) Collect(ctx context.Context, bindings []Binding) error {
	if canEnd(ctx) {
		if err := w.Wait(ctx); err != nil {
			return err
		}
	}
	return w.collect(bindings)
}

func (w *Work) collect(bindings []Binding) error {
	p, h := use(w)
	defer h.done(p)
	bound := bind(bindings)
	defer bound.end()
	return take(C.vyre_work_collect(p, bound.first(), bound.count()))
}

// Result is times and sizes of work that is ready; [ErrNotReady] before.
func (w *Work) Result() (DispatchResult, error) {
	p, h := use(w)
	defer h.done(p)
	result := blank[C.vyre_dispatch_result]()
	err := take(C.vyre_work_get_result(p, &result))
	return dispatchResult(&result), err
}

// OnComplete calls callback once when the work has ended, with WorkReady or WorkFailed, on a thread
// that RunJob lends, on the library's own or inside [Context.RunCallbacks], as the context was made;
// never inside this call, unless RunJob runs its job at once. One for each work. When the work is
// closed first, a callback that has not begun does not come. The callback may call the library,
// Collect included.
func (w *Work) OnComplete(callback func(WorkState)) error {
	if callback == nil {
		return mistake(ErrInvalidArgument, "the callback is nil. Fix: give a function")
	}
	p, h := use(w)
	defer h.done(p)
	user := newUser(callback)
	err := take(C.vyre_work_on_complete(p, C.vyre_complete_fn(C.vyreGoComplete), user,
		C.vyre_destroy_fn(C.vyreGoDestroy)))
	if err != nil {
		freeUser(user)
	}
	return err
}

// Close gives the work up without waiting. It goes on; its results are dropped.
func (w *Work) Close() { handleOf(w).close() }

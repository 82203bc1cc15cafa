package vyre

// #include "callback.h"
import "C"

import "context"

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
// first, the work is cancelled, and the error is both ctx.Err() and [ErrCancelled].
func (w *Work) Wait(ctx context.Context) error {
	defer cancelling(ctx, func() { _ = w.Cancel() })()
	state, err := w.look(forever)
	if err == nil && state == WorkFailed {
		err = w.Err()
	}
	return because(ctx, err)
}

// WaitAny waits until one of the works has ended, failed ones too, and gives the lowest index of such;
// nil ones are skipped. They may be of any devices and contexts. No work at all is
// [ErrInvalidArgument]. When ctx ends first, all of them are cancelled, and it returns ctx.Err().
func WaitAny(ctx context.Context, works ...*Work) (int, error) {
	var index C.size_t
	err := waitMany(ctx, works, func(first **C.vyre_work, count C.size_t) *C.vyre_error {
		return C.vyre_work_wait_any(first, count, forever, &index)
	})
	if err != nil {
		return -1, err
	}
	return int(index), nil
}

// WaitAll is WaitAny until all of them have ended, failed ones too.
func WaitAll(ctx context.Context, works ...*Work) error {
	var ended C.size_t
	return waitMany(ctx, works, func(first **C.vyre_work, count C.size_t) *C.vyre_error {
		return C.vyre_work_wait_all(first, count, forever, &ended)
	})
}

func waitMany(ctx context.Context, works []*Work, wait func(**C.vyre_work, C.size_t) *C.vyre_error) error {
	raw := make([]*C.vyre_work, len(works)+1) // one more, so that there is a first
	for i, work := range works {
		if work == nil {
			continue
		}
		p, h, err := need(work, "work")
		if err != nil {
			return err
		}
		defer h.done(p)
		raw[i] = p
	}
	ended := false
	stop := cancelling(ctx, func() {
		ended = true
		for _, work := range works {
			_ = work.Cancel()
		}
	})
	err := take(wait(&raw[0], C.size_t(len(works))))
	stop()
	if err == nil && ended {
		return ctx.Err()
	}
	return err
}

// Cancel ends the work early: it has failed at once, as [ErrCancelled], for who waits too. What the
// device has not got yet never runs; what it has got runs on, and its results are dropped. Buffers
// may be written in part. Work that has ended stays as it is. Never blocks.
func (w *Work) Cancel() error {
	p, h := use(w)
	defer h.done(p)
	return take(C.vyre_work_cancel(p))
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
// bindings the call may be repeated. Failed work gives its error. When ctx ends first, it is as for
// Wait.
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

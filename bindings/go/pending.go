package vyre

// #include "callback.h"
import "C"

import (
	"context"
	"time"
)

// State is how work stands.
type State int32

const (
	StatePending State = C.VYRE_PENDING // still under way
	StateReady   State = C.VYRE_READY   // has ended, results can be collected
	StateFailed  State = C.VYRE_FAILED  // has failed; Pending.Status says why
)

// forever is a wait without limit.
const forever C.uint64_t = C.VYRE_WAIT_FOREVER

// waitSlice is how long a wait may overlook that its context has been cancelled.
const waitSlice = time.Millisecond

// Pending is a dispatch on its way.
type Pending struct{ handle *handle[*C.vyre_pending] }

// Poll says how the work stands now. Never blocks.
func (p *Pending) Poll() (State, error) {
	c, h := use(p)
	defer h.done(c)
	var state C.int32_t
	err := take(C.vyre_pending_poll(c, &state))
	return State(state), err
}

// Wait waits for the end of the work and returns why it failed, nil when it has not. When ctx ends
// first, it returns ctx.Err(), and the work goes on.
func (p *Pending) Wait(ctx context.Context) error { return wait(ctx, p) }

// wait waits for the end of work, or of ctx.
func wait(ctx context.Context, work interface {
	waitFor(timeout C.uint64_t) (State, error)
	Status() error
}) error {
	for {
		state, err := work.waitFor(patience(ctx))
		if err != nil {
			return err
		}
		if state != StatePending {
			return work.Status()
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// waitAtMost is Wait with the time limit of a dispatch.
func (p *Pending) waitAtMost(ctx context.Context, options *DispatchOptions) error {
	if options == nil || options.Timeout == 0 {
		return p.Wait(ctx)
	}
	limited, cancel := context.WithTimeout(ctx, options.Timeout)
	defer cancel()
	err := p.Wait(limited)
	if err != nil && err == limited.Err() && ctx.Err() == nil {
		return mistake(ErrTimedOut, "The dispatch did not end within "+options.Timeout.String()+
			". Fix: give DispatchOptions.Timeout more time; the work ends by itself.")
	}
	return err
}

func (p *Pending) waitFor(timeout C.uint64_t) (State, error) {
	c, h := use(p)
	defer h.done(c)
	var state C.int32_t
	err := take(C.vyre_pending_wait(c, timeout, &state))
	return State(state), err
}

// canEnd says whether ctx can be cancelled or has a deadline.
func canEnd(ctx context.Context) bool { return ctx != nil && ctx.Done() != nil }

// patience is how long one wait may last before ctx is asked again, in nanoseconds.
func patience(ctx context.Context) C.uint64_t {
	if !canEnd(ctx) {
		return forever
	}
	deadline, has := ctx.Deadline()
	if !has {
		return C.uint64_t(waitSlice)
	}
	// A context may learn of its deadline a little late, so the wait is never nothing.
	left := max(time.Until(deadline), waitSlice/20)
	return C.uint64_t(min(left, waitSlice))
}

// Status says why the work failed: a new error each time. Nil when it has not (yet) failed.
func (p *Pending) Status() error {
	c, h := use(p)
	defer h.done(c)
	return take(C.vyre_pending_status(c))
}

// Collect waits for the end and writes results to the caller's slices, once. Bindings are Output
// and InOut ones, for buffers that were bound so in the dispatch; others are ignored, so the
// dispatch's own serve. When anything is wrong, nothing is written and the call may be repeated.
// Failed work gives its error. When ctx ends first, it returns ctx.Err().
func (p *Pending) Collect(ctx context.Context, bindings []Binding) error {
	if canEnd(ctx) {
		if err := p.Wait(ctx); err != nil {
			return err
		}
	}
	return p.collect(bindings)
}

func (p *Pending) collect(bindings []Binding) error {
	c, h := use(p)
	defer h.done(c)
	bound := bind(bindings)
	defer bound.release()
	return take(C.vyre_pending_collect(c, bound.first(), bound.count()))
}

// Result is times and sizes of work that is ready; an error before.
func (p *Pending) Result() (DispatchResult, error) {
	c, h := use(p)
	defer h.done(c)
	result := blank[C.vyre_dispatch_result]()
	err := take(C.vyre_pending_get_result(c, &result))
	return dispatchResult(&result), err
}

// OnComplete calls callback once when the work has ended, with StateReady or StateFailed, on a
// thread that RunJob lends, on the library's own or inside [Context.Poll], as the context was made;
// never inside this call, unless RunJob runs its job at once. At most one per pending object. When
// the pending object is closed first, a callback that has not begun does not come. The callback may
// call the library, Collect included.
func (p *Pending) OnComplete(callback func(State)) error {
	if callback == nil {
		return mistake(ErrInvalidArgument, "The callback is nil. Fix: give a function.")
	}
	c, h := use(p)
	defer h.done(c)
	user := newUser(callback)
	err := take(C.vyre_pending_on_complete(c, C.vyre_complete_fn(C.vyreGoComplete), user,
		C.vyre_destroy_fn(C.vyreGoDestroy)))
	if err != nil {
		freeUser(user)
	}
	return err
}

// Close gives the object up without waiting. Work under way goes on; its results are dropped.
func (p *Pending) Close() { handleOf(p).close() }

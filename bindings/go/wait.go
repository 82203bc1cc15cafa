package vyre

// #include "all.h"
import "C"

import (
	"context"
	"time"
)

// nanoseconds is a time of the library.
type nanoseconds = C.uint64_t

const (
	// brief is how long a wait may overlook the end of its context: what ends within it costs no
	// second goroutine.
	brief = 100 * time.Microsecond
	// slice is how long a wait in the library may outlive the call that nobody waits in any more.
	slice = 20 * time.Millisecond
)

// canEnd says whether ctx can be cancelled or has a deadline.
func canEnd(ctx context.Context) bool { return ctx != nil && ctx.Done() != nil }

// wait waits for the end of what look looks at, or of ctx, whose error it then gives. look waits in
// the library, which cannot be woken from outside: it has a goroutine of its own, which tells the end
// when it comes, and goes when ctx has ended.
//
// Completion callbacks would not do: contexts without threads, the shared one among them, make them
// only inside RunCallbacks, one callback could wait for work whose own is to come on the same thread,
// and the one callback that a work can have is the caller's.
func wait(ctx context.Context, look func(timeout nanoseconds) (WorkState, error)) (WorkState, error) {
	if !canEnd(ctx) {
		return look(forever)
	}
	first := nanoseconds(brief)
	if ctx.Err() != nil {
		first = 0
	}
	if state, err := look(first); err != nil || state != WorkRunning {
		return state, err
	}
	type end struct {
		state WorkState
		err   error
	}
	ended := make(chan end, 1)
	go func() {
		for ctx.Err() == nil {
			if state, err := look(nanoseconds(slice)); err != nil || state != WorkRunning {
				ended <- end{state, err}
				return
			}
		}
	}()
	select {
	case <-ctx.Done():
		select { // both may have come, and what is known counts
		case e := <-ended:
			return e.state, e.err
		default:
			return WorkRunning, ctx.Err()
		}
	case e := <-ended:
		return e.state, e.err
	}
}

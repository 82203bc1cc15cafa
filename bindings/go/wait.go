package vyre

// #include "all.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// nanoseconds is a time of the library.
type nanoseconds = C.uint64_t

// slice is how long a wait for a device may outlive the call that nobody waits in any more.
const slice = 20 * time.Millisecond

// canEnd says whether ctx can be cancelled or has a deadline.
func canEnd(ctx context.Context) bool { return ctx != nil && ctx.Done() != nil }

// cancelling calls cancel once ctx has ended, in a goroutine of its own, unless the function that it
// gives is called before. Behind that call cancel is not under way.
//
// A completion callback would not do to end a wait: contexts without threads, the shared one among
// them, make them only inside RunCallbacks, one callback could wait for work whose own is to come on
// the same thread, and the one callback that a work can have is the caller's. So who waits does that
// in the library, which tells at once when the work is cancelled.
func cancelling(ctx context.Context, cancel func()) (stop func()) {
	if !canEnd(ctx) {
		return func() {}
	}
	done := make(chan struct{})
	forget := context.AfterFunc(ctx, func() {
		defer close(done)
		cancel()
	})
	return func() {
		if !forget() {
			<-done
		}
	}
}

// because is err, and the end of ctx, where that cancelled what err is about.
func because(ctx context.Context, err error) error {
	if err == nil || !canEnd(ctx) || ctx.Err() == nil || !errors.Is(err, ErrCancelled) {
		return err
	}
	return fmt.Errorf("%w: %w", ctx.Err(), err)
}

// waitIdle waits until all that look looks at has ended, or ctx, whose error it then gives. Nothing
// is cancelled: look has a goroutine of its own, which goes when ctx has ended.
func waitIdle(ctx context.Context, look func(timeout nanoseconds) (WorkState, error)) error {
	if !canEnd(ctx) {
		_, err := look(forever)
		return err
	}
	ended := make(chan error, 1)
	go func() {
		for ctx.Err() == nil {
			if state, err := look(nanoseconds(slice)); err != nil || state != WorkRunning {
				ended <- err
				return
			}
		}
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	select { // both may have come, and what is known counts
	case err := <-ended:
		return err
	default:
		return ctx.Err()
	}
}

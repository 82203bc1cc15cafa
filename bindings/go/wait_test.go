package vyre

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"
)

// TestAnIdleWaitEndsAtOnceWithItsContext has a look that does not end before the wait has.
func TestAnIdleWaitEndsAtOnceWithItsContext(t *testing.T) {
	var looks atomic.Int32
	looking, release := make(chan nanoseconds, 1), make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	timeout := make(chan nanoseconds, 1)
	go func() {
		timeout <- <-looking
		cancel()
	}()
	wantEqual(t, waitIdle(ctx, func(timeout nanoseconds) (WorkState, error) {
		if looks.Add(1) == 1 {
			looking <- timeout
		}
		<-release
		return WorkRunning, nil
	}), context.Canceled)
	wantEqual(t, <-timeout, nanoseconds(slice))
	close(release)
	time.Sleep(slice)
	wantEqual(t, looks.Load(), 1) // nobody looks any more
}

func TestAnIdleWaitTellsWhatItsLooksTell(t *testing.T) {
	broken := errors.New("broken")
	for _, ctx := range []context.Context{context.Background(), t.Context(), nil} {
		looks := 0
		wantEqual(t, waitIdle(ctx, func(timeout nanoseconds) (WorkState, error) {
			if looks++; looks < 3 && timeout != forever {
				return WorkRunning, nil
			}
			return WorkFailed, broken
		}), broken)
	}
}

func TestWhatAContextCancelsIsNotUnderWayBehindTheWait(t *testing.T) {
	cancelling(context.Background(), func() { t.Error("called") })()
	cancelling(nil, func() { t.Error("called") })()
	ctx, cancel := context.WithCancel(context.Background())
	cancelling(ctx, func() { t.Error("called") })()
	cancel()
	for range 100 {
		var begun, over atomic.Bool
		stop := cancelling(ctx, func() {
			begun.Store(true)
			time.Sleep(10 * time.Microsecond)
			over.Store(true)
		})
		stop()
		wantEqual(t, begun.Load(), over.Load())
	}
}

func TestErrorsOfTheEndOfAContextHaveBothCauses(t *testing.T) {
	cancelled := mistake(ErrCancelled, "cancelled. Fix: none")
	ctx, cancel := context.WithCancel(context.Background())
	wantEqual(t, because(ctx, cancelled), cancelled)
	cancel()
	wantEqual(t, because(context.Background(), cancelled), cancelled)
	wantEqual(t, because(ctx, nil), nil)
	wantEnded(t, because(ctx, cancelled), context.Canceled)
	other := mistake(ErrDispatchFailed, "trapped. Fix: none")
	wantEqual(t, because(ctx, other), other)
}

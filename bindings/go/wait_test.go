package vyre

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"
)

// endless is work that never ends; it counts who is looking at it.
type endless struct{ looking, looks atomic.Int32 }

func (e *endless) look(timeout nanoseconds) (WorkState, error) {
	e.looks.Add(1)
	e.looking.Add(1)
	defer e.looking.Add(-1)
	time.Sleep(time.Duration(min(timeout, nanoseconds(time.Hour))))
	return WorkRunning, nil
}

func TestAnIdleWaitEndsAtOnceWithItsContext(t *testing.T) {
	var device endless
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(5*time.Millisecond, cancel)
	wantEqual(t, waitIdle(ctx, device.look), context.Canceled)
	for deadline := time.Now().Add(time.Minute); device.looking.Load() != 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("somebody still looks")
		}
	}
	looks := device.looks.Load()
	time.Sleep(3 * slice)
	wantEqual(t, device.looks.Load(), looks)
	wantEqual(t, looks <= 3, true)
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

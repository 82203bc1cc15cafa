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

func TestAWaitEndsAtOnceWithItsContext(t *testing.T) {
	var work endless
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(5*time.Millisecond, cancel)
	state, err := wait(ctx, work.look)
	wantEqual(t, state, WorkRunning)
	wantEqual(t, err, context.Canceled)
	for deadline := time.Now().Add(time.Minute); work.looking.Load() != 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("somebody still looks")
		}
	}
	looks := work.looks.Load()
	time.Sleep(3 * slice)
	wantEqual(t, work.looks.Load(), looks)
	wantEqual(t, looks <= 3, true)
}

func TestAWaitThatHasEndedLooksOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var work endless
	_, err := wait(ctx, work.look)
	wantEqual(t, err, context.Canceled)
	wantEqual(t, work.looks.Load() <= 2, true)
	state, err := wait(ctx, func(nanoseconds) (WorkState, error) { return WorkReady, nil })
	wantEqual(t, state, WorkReady)
	ok(t, err)
}

func TestAWaitTellsWhatItsLooksTell(t *testing.T) {
	broken := errors.New("broken")
	for _, ctx := range []context.Context{context.Background(), t.Context(), nil} {
		looks := 0
		state, err := wait(ctx, func(timeout nanoseconds) (WorkState, error) {
			if looks++; looks < 3 && timeout != forever {
				return WorkRunning, nil
			}
			return WorkFailed, broken
		})
		wantEqual(t, state, WorkFailed)
		wantEqual(t, err, broken)
	}
}

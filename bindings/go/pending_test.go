package vyre

import (
	"context"
	"testing"
	"time"
)

func TestPendingIsPolledAndCollectedOnce(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		a, out := []uint32{5, 6}, make([]uint32, 2)
		bindings := []Binding{Input(0, a), Output(1, out)}
		pending := start(t, compile(t, backend, increment), bindings...)
		a[0] = 100 // the input was copied
		state := StatePending
		for state == StatePending {
			state = must(pending.Poll())(t)
		}
		wantEqual(t, state, StateReady)
		ok(t, pending.Wait(context.Background()))
		ok(t, pending.Status())
		wantEqual(t, out[0], 0)
		ok(t, pending.Collect(context.Background(), bindings))
		wantSlice(t, out, []uint32{6, 7})
		wantError(t, pending.Collect(context.Background(), bindings), ErrInvalidArgument, "collected already")
		result := must(pending.Result())(t)
		wantEqual(t, result.OutputBytes, 8)
	})
}

func TestCollectMayBeRepeatedAfterAMistake(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		out := make([]uint32, 2)
		pending := start(t, compile(t, backend, increment), Input(0, []uint32{5, 6}), Output(1, out))
		ctx := t.Context()
		wantError(t, pending.Collect(ctx, []Binding{Output(1, out[:1])}), ErrInsufficientCapacity, "room for 4")
		ok(t, pending.Collect(ctx, []Binding{Output(1, out)}))
		wantSlice(t, out, []uint32{6, 7})
	})
}

func TestWaitsEndWithTheirContext(t *testing.T) {
	out := []uint32{0}
	bindings := []Binding{Input(0, []uint32{slow}), Output(1, out)}
	pending := start(t, compile(t, acquire(t, newTestContext(t, nil), "cpu-ref"), long), bindings...)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Millisecond)
	defer cancel()
	wantEqual(t, pending.Wait(ctx), context.DeadlineExceeded)
	wantEqual(t, pending.Collect(ctx, bindings), context.DeadlineExceeded)
	wantError(t, failed(pending.Result()), ErrInvalidArgument, "has not ended")
	ok(t, pending.Status())
	ok(t, pending.Collect(context.Background(), bindings))
	wantEqual(t, out[0], slow)
}

func TestFailuresAreTold(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		bindings := []Binding{Output(0, []uint32{5})}
		pending := start(t, compile(t, backend, trap), bindings...)
		wantError(t, pending.Wait(context.Background()), ErrDispatchFailed, "always")
		state := must(pending.Poll())(t)
		wantEqual(t, state, StateFailed)
		wantError(t, pending.Status(), ErrDispatchFailed, "always")
		wantError(t, pending.Collect(context.Background(), bindings), ErrDispatchFailed, "always")
	})
}

func TestPendingOutlivesWhatItWasMadeFrom(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		program := load(t, increment)
		pipeline := compileProgram(t, backend, program)
		out := make([]uint32, 1)
		bindings := []Binding{Input(0, []uint32{1}), Output(1, out)}
		pending := start(t, pipeline, bindings...)
		program.Close()
		backend.Close()
		pipeline.Close()
		ok(t, pending.Collect(context.Background(), bindings))
		wantEqual(t, out[0], 2)
	})
}

// onceDone starts a dispatch and gives the states that its callback gets.
func onceDone(t *testing.T, c *Context, backendID string) (*Pending, <-chan State) {
	t.Helper()
	pipeline := compile(t, acquire(t, c, backendID), increment)
	pending := start(t, pipeline, Input(0, []uint32{1}), Zeros(1, 4))
	states := make(chan State, 2)
	ok(t, pending.OnComplete(func(state State) { states <- state }))
	return pending, states
}

func TestCompletionInsidePoll(t *testing.T) {
	for _, id := range []string{"cpu-ref", "vulkan"} {
		c := newTestContext(t, nil)
		pending, states := onceDone(t, c, id)
		wantError(t, pending.OnComplete(func(State) {}), ErrInvalidArgument, "has a callback already")
		wantError(t, pending.OnComplete(nil), ErrInvalidArgument, "callback")
		for ran := uint32(0); ran == 0; {
			ran = must(c.Poll())(t)
		}
		wantEqual(t, <-states, StateReady)
	}
}

func TestCompletionOnThreads(t *testing.T) {
	for name, options := range map[string]*ContextOptions{
		"own":       {OwnThreads: true},
		"goroutine": {RunJob: func(job func()) { go job() }},
		"at once":   {RunJob: func(job func()) { job(); job() }}, // the second does nothing
	} {
		for _, id := range []string{"cpu-ref", "vulkan"} {
			_, states := onceDone(t, newTestContext(t, options), id)
			select {
			case state := <-states:
				wantEqual(t, state, StateReady)
			case <-time.After(time.Minute):
				t.Errorf("%s, %s: the callback did not come", name, id)
			}
		}
	}
}

func TestACallbackMayCollectAndClose(t *testing.T) {
	c := newTestContext(t, &ContextOptions{OwnThreads: true})
	pipeline := compile(t, acquire(t, c, "cpu-ref"), increment)
	out := make([]uint32, 1)
	bindings := []Binding{Input(0, []uint32{1}), Output(1, out)}
	pending := start(t, pipeline, bindings...)
	done := make(chan error, 1)
	ok(t, pending.OnComplete(func(State) {
		err := pending.Collect(context.Background(), bindings)
		pending.Close()
		done <- err
	}))
	ok(t, <-done)
	wantEqual(t, out[0], 2)
}

func TestAClosedPendingCallsNobody(t *testing.T) {
	c := newTestContext(t, nil)
	pending, states := onceDone(t, c, "cpu-ref")
	pending.Close()
	must(c.Poll())(t)
	wantEqual(t, len(states), 0)
}

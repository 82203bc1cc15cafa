package vyre

import (
	"context"
	"testing"
	"time"
)

func TestWorkIsLookedAtAndCollectedOnce(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		a, out := []uint32{5, 6}, make([]uint32, 2)
		bindings := []Binding{In("a", a), Out("out", out)}
		work := start(t, compile(t, device, increment), bindings...)
		a[0] = 100 // the input was copied
		state := WorkRunning
		for state == WorkRunning {
			state = must(work.State())(t)
		}
		wantEqual(t, state, WorkReady)
		ok(t, work.Wait(context.Background()))
		ok(t, work.Err())
		wantEqual(t, out[0], 0)
		ok(t, work.Collect(context.Background(), bindings))
		wantSlice(t, out, []uint32{6, 7})
		wantError(t, work.Collect(context.Background(), bindings), ErrInvalidArgument, "collected already")
		result := must(work.Result())(t)
		wantEqual(t, result.OutputBytes, 8)
	})
}

func TestCollectMayBeRepeatedAfterAMistake(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		out := make([]uint32, 2)
		work := start(t, compile(t, device, increment), In("a", []uint32{5, 6}), Out("out", out))
		ctx := t.Context()
		wantError(t, work.Collect(ctx, []Binding{Out("out", out[:1])}), ErrOutputTooSmall, "room for 4")
		ok(t, work.Collect(ctx, []Binding{Out("out", out)}))
		wantSlice(t, out, []uint32{6, 7})
	})
}

func TestWaitsEndWithTheirContext(t *testing.T) {
	out := []uint32{0}
	bindings := []Binding{In("n", []uint32{slow}), Out("out", out)}
	work := start(t, compile(t, oracle(t), long), bindings...)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Millisecond)
	defer cancel()
	wantEqual(t, work.Wait(ctx), context.DeadlineExceeded)
	wantEqual(t, work.Collect(ctx, bindings), context.DeadlineExceeded)
	wantError(t, failed(work.Result()), ErrNotReady, "has not ended")
	ok(t, work.Err())
	ok(t, work.Collect(context.Background(), bindings))
	wantEqual(t, out[0], slow)
}

// TestManyWaitForOneWork has waits that end with the work, beside one that may end with its context.
func TestManyWaitForOneWork(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		work := start(t, compile(t, device, long), In("n", []uint32{60000}), Zeros("out", 4))
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		goroutines(8, func(number int) {
			if number == 0 {
				if err := work.Wait(ended); err != nil && err != context.Canceled {
					t.Error(err)
				}
			} else if err := work.Wait(t.Context()); err != nil {
				t.Error(err)
			}
		}).Wait()
		ok(t, work.Wait(ended)) // it has ended, so nothing is waited for
	})
}

// TestWaitsNeedNoThreadOfTheContext waits inside a callback, where the context's only thread is busy.
func TestWaitsNeedNoThreadOfTheContext(t *testing.T) {
	c := newTestContext(t, &ContextOptions{OwnThreads: true})
	pipeline := compile(t, openID(t, c, "cpu-ref"), long)
	first := start(t, pipeline, In("n", []uint32{1}), Zeros("out", 4))
	second := start(t, pipeline, In("n", []uint32{100000}), Zeros("out", 4))
	done := make(chan error, 1)
	ok(t, first.OnComplete(func(WorkState) { done <- second.Wait(t.Context()) }))
	ok(t, <-done)
}

func TestFailuresAreTold(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		bindings := []Binding{Out("out", []uint32{5})}
		work := start(t, compile(t, device, trap), bindings...)
		wantError(t, work.Wait(context.Background()), ErrDispatchFailed, "always")
		wantError(t, work.Wait(t.Context()), ErrDispatchFailed, "always")
		state := must(work.State())(t)
		wantEqual(t, state, WorkFailed)
		wantError(t, work.Err(), ErrDispatchFailed, "always")
		wantError(t, work.Collect(context.Background(), bindings), ErrDispatchFailed, "always")
		wantError(t, failed(work.Result()), ErrDispatchFailed, "always")
	})
}

func TestTimeoutsOfAsynchronousWorkAreRefusedByName(t *testing.T) {
	pipeline := compile(t, oracle(t), long)
	bindings := []Binding{In("n", []uint32{1}), Out("out", []uint32{7})}
	options := &DispatchOptions{Timeout: time.Second}
	wantError(t, failed(pipeline.DispatchAsync(bindings, options)), ErrUnsupportedFeature, "timeout_ns")
	wantError(t, pipeline.Start(bindings, options), ErrUnsupportedFeature, "timeout_ns")
}

func TestWorkOutlivesWhatItWasMadeFrom(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		program := load(t, increment)
		pipeline := compileProgram(t, device, program)
		out := make([]uint32, 1)
		bindings := []Binding{In("a", []uint32{1}), Out("out", out)}
		work := start(t, pipeline, bindings...)
		program.Close()
		device.Close()
		pipeline.Close()
		ok(t, work.Collect(context.Background(), bindings))
		wantEqual(t, out[0], 2)
	})
}

// onceDone starts a dispatch and gives the states that its callback gets.
func onceDone(t *testing.T, c *Context, id string) (*Work, <-chan WorkState) {
	t.Helper()
	pipeline := compile(t, openID(t, c, id), increment)
	work := start(t, pipeline, In("a", []uint32{1}), Zeros("out", 4))
	states := make(chan WorkState, 2)
	ok(t, work.OnComplete(func(state WorkState) { states <- state }))
	return work, states
}

func TestCompletionInsideRunCallbacks(t *testing.T) {
	for _, id := range []string{"cpu-ref", "vulkan"} {
		c := newTestContext(t, nil)
		work, states := onceDone(t, c, id)
		wantError(t, work.OnComplete(func(WorkState) {}), ErrInvalidArgument, "has a callback already")
		wantError(t, work.OnComplete(nil), ErrInvalidArgument, "callback")
		for ran := uint32(0); ran == 0; {
			ran = must(c.RunCallbacks())(t)
		}
		wantEqual(t, <-states, WorkReady)
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
				wantEqual(t, state, WorkReady)
			case <-time.After(time.Minute):
				t.Errorf("%s, %s: the callback did not come", name, id)
			}
		}
	}
}

func TestACallbackMayCollectAndClose(t *testing.T) {
	c := newTestContext(t, &ContextOptions{OwnThreads: true})
	pipeline := compile(t, openID(t, c, "cpu-ref"), increment)
	out := make([]uint32, 1)
	bindings := []Binding{In("a", []uint32{1}), Out("out", out)}
	work := start(t, pipeline, bindings...)
	done := make(chan error, 1)
	ok(t, work.OnComplete(func(WorkState) {
		err := work.Collect(context.Background(), bindings)
		work.Close()
		done <- err
	}))
	ok(t, <-done)
	wantEqual(t, out[0], 2)
}

func TestClosedWorkCallsNobody(t *testing.T) {
	c := newTestContext(t, nil)
	work, states := onceDone(t, c, "cpu-ref")
	work.Close()
	must(c.RunCallbacks())(t)
	wantEqual(t, len(states), 0)
}

package vyre

import (
	"context"
	"errors"
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

func TestWorkIsCancelledWithTheContextOfItsWait(t *testing.T) {
	out := []uint32{0}
	bindings := []Binding{In("n", []uint32{slow}), Out("out", out)}
	work := start(t, compile(t, oracle(t), long), bindings...)
	wantError(t, failed(work.Result()), ErrNotReady, "has not ended")
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Millisecond)
	defer cancel()
	wantEnded(t, work.Wait(ctx), context.DeadlineExceeded)
	wantEnded(t, work.Collect(ctx, bindings), context.DeadlineExceeded)
	wantError(t, work.Err(), ErrCancelled, "was cancelled")
	wantError(t, work.Collect(context.Background(), bindings), ErrCancelled, "was cancelled")
	wantEqual(t, out[0], 0)
}

// TestManyWaitForOneWork has waits that end with the work, of which one cancels it or comes too late.
func TestManyWaitForOneWork(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		work := start(t, compile(t, device, long), In("n", []uint32{60000}), Zeros("out", 4))
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		goroutines(8, func(number int) {
			ctx := t.Context()
			if number == 0 {
				ctx = ended
			}
			if err := work.Wait(ctx); err != nil && !errors.Is(err, ErrCancelled) {
				t.Error(err)
			}
		}).Wait()
		first, second := work.Wait(ended), work.Wait(t.Context()) // it has ended
		wantEqual(t, errors.Is(first, ErrCancelled), errors.Is(second, ErrCancelled))
	})
}

func TestCancelledWorkHasFailed(t *testing.T) {
	onEachHolding(t, func(t *testing.T, device *holding) {
		bindings := []Binding{In("n", []uint32{60000}), Zeros("out", 4)}
		work := opened(device.pipeline.DispatchAsync(bindings, device.hold(t)))(t)
		waits := goroutines(8, func(int) {
			if err := work.Wait(context.Background()); !errors.Is(err, ErrCancelled) {
				t.Error(err)
			}
		})
		ok(t, work.Cancel())
		waits.Wait()
		states := make(chan WorkState, 1)
		ok(t, work.OnComplete(func(state WorkState) { states <- state }))
		ok(t, work.Cancel())
		var none *Work
		wantError(t, none.Cancel(), ErrInvalidArgument, "work is NULL")
		device.letGo()
		ended := start(t, compile(t, device.Device, increment), In("a", []uint32{1}), Zeros("out", 4))
		ok(t, ended.Wait(context.Background()))
		ok(t, ended.Cancel())
		ok(t, ended.Err())
	})
}

func TestSeveralWorksAreWaitedFor(t *testing.T) {
	device := openID(t, newTestContext(t, nil), "vulkan")
	quick := start(t, compile(t, device, increment), In("a", []uint32{1}), Zeros("out", 4))
	endless := start(t, compile(t, oracle(t), long), In("n", []uint32{slow}), Zeros("out", 4))
	wantEqual(t, must(WaitAny(context.Background(), nil, endless, quick))(t), 2)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Millisecond)
	defer cancel()
	wantEqual(t, WaitAll(ctx, quick, endless), context.DeadlineExceeded)
	wantError(t, endless.Err(), ErrCancelled, "was cancelled")
	ok(t, quick.Err())
	ok(t, WaitAll(context.Background(), quick, nil, endless))
	wantEqual(t, must(WaitAny(context.Background(), endless, quick))(t), 0)
	wantError(t, failed(WaitAny(context.Background())), ErrInvalidArgument, "no work")
	wantError(t, WaitAll(context.Background(), nil), ErrInvalidArgument, "no work")
	quick.Close()
	wantError(t, WaitAll(context.Background(), quick), ErrInvalidArgument, "closed")
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

func TestAsynchronousWorkHasItsTime(t *testing.T) {
	device := openID(t, newTestContext(t, &ContextOptions{Log: func(LogLevel, string) {}}), "cpu-ref")
	pipeline := compile(t, device, long)
	bindings := []Binding{In("n", []uint32{slow}), Out("out", []uint32{7})}
	options := &DispatchOptions{Timeout: time.Millisecond}
	work := opened(pipeline.DispatchAsync(bindings, options))(t)
	wantError(t, work.Wait(context.Background()), ErrTimedOut, "1 ms")
	ok(t, pipeline.Start(bindings, options))
	time.Sleep(2 * time.Millisecond)
	wantError(t, device.WaitIdle(context.Background()), ErrTimedOut, "1 ms")
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

package vyre

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"
)

// tally adds 1 to each element of x, and traps at one that is 13.
const tally = `{"workgroup_size": [16, 1, 1],
	"buffers": [{"name": "x", "type": "U32", "access": "read_write"}],
	"body": [{"let": "i", "value": {"invocation_id": "x"}},
		{"if": {"lt": ["i", {"buf_len": "x"}]}, "then": [
			{"if": {"eq": [{"load": "x", "at": "i"}, 13]}, "then": [{"trap": "i", "tag": "unlucky"}]},
			{"store": "x", "at": "i", "value": {"add": [{"load": "x", "at": "i"}, 1]}}]}]}`

func createSequence(t *testing.T, d *Device, options *SequenceOptions) *Sequence {
	t.Helper()
	return opened(d.CreateSequence(options))(t)
}

func bufferOf(t *testing.T, d *Device, words ...uint32) *Buffer {
	t.Helper()
	buffer := createBuffer(t, d, uint64(len(words))*4)
	ok(t, buffer.Write(0, BytesOf(words)))
	return buffer
}

func wordsOf(t *testing.T, buffer *Buffer) []uint32 {
	t.Helper()
	words := make([]uint32, buffer.Info().Size/4)
	ok(t, buffer.Read(0, BytesOf(words)))
	return words
}

// counting is a sequence that adds 1 to each element of x, and the number of that step.
func counting(t *testing.T, d *Device, x *Buffer, options *SequenceOptions) (*Sequence, DispatchStep) {
	t.Helper()
	s := createSequence(t, d, options)
	step := must(s.AddDispatch(compile(t, d, tally), []Binding{On("x", x)}, nil))(t)
	return s, step
}

func runOnce(t *testing.T, s *Sequence) SequenceResult {
	t.Helper()
	return must(s.Run(context.Background(), nil))(t)
}

func TestSequenceStepsRunInOrderAsOftenAsAskedFor(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		a, b, c := bufferOf(t, device, 0, 0), bufferOf(t, device, 0, 0), bufferOf(t, device, 0, 0)
		s := createSequence(t, device, nil)
		write := must(s.AddWrite(a, 0, BytesOf([]uint32{5, 6})))(t)
		dispatch, err := s.AddDispatch(compile(t, device, increment), []Binding{On("a", a), On("out", b)}, nil)
		ok(t, err)
		copied := must(s.AddCopy(b, 0, c, 4, 4))(t)
		read := must(s.AddRead(c, 0, 8))(t)
		wantSlice(t, []uint32{uint32(write), uint32(dispatch), uint32(copied), uint32(read)}, []uint32{0, 1, 2, 3})
		runOnce(t, s)
		kept := make([]uint32, 2)
		ok(t, s.GetBytes(read, 0, BytesOf(kept)))
		wantSlice(t, kept, []uint32{0, 6})
		ok(t, s.SetBytes(write, 0, BytesOf([]uint32{40})))
		runOnce(t, s)
		ok(t, s.GetBytes(read, 4, BytesOf(kept[:1])))
		wantSlice(t, kept, []uint32{41, 6})
	})
}

func TestSequenceResultsCountRunsStepsAndBarriers(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		a, b := bufferOf(t, device, 1), bufferOf(t, device, 0)
		s := createSequence(t, device, nil)
		must(s.AddCopy(a, 0, b, 0, 4))(t)
		must(s.AddDispatch(compile(t, device, tally), []Binding{On("x", b)}, nil))(t)
		before := must(s.Result())(t)
		wantEqual(t, before, SequenceResult{HostTime: UnknownTime, DeviceTime: UnknownTime, Steps: 2})
		runOnce(t, s)
		result := runOnce(t, s)
		wantEqual(t, result.Runs, 2)
		wantEqual(t, result.Steps, 2)
		wantEqual(t, result.Barriers, map[bool]uint32{true: 0, false: 1}[isOracle(device)])
		wantEqual(t, result.DeviceTime, UnknownTime)
		if result.HostTime <= 0 {
			t.Errorf("it took %v", result.HostTime)
		}
		after := must(s.Result())(t)
		wantEqual(t, after, result)
	})
}

func TestSequenceDispatchesAreUpdated(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		a, b := bufferOf(t, device, 0, 0), bufferOf(t, device, 0, 0)
		s, step := counting(t, device, a, nil)
		other, err := s.AddDispatch(compile(t, device, tally), []Binding{On("x", b)}, nil)
		ok(t, err)
		runOnce(t, s)
		ok(t, s.Update(
			StepUpdate{Step: step, Bindings: []Binding{OnRange("x", b, 0, 4)}, Iterations: 3},
			StepUpdate{Step: other, Bindings: []Binding{On("x", a)}, Shape: [3]uint32{16, 1, 1}},
		))
		runOnce(t, s)
		wantSlice(t, wordsOf(t, a), []uint32{2, 2})
		wantSlice(t, wordsOf(t, b), []uint32{4, 1})
		ok(t, s.Update()) // nothing changes
		runOnce(t, s)
		wantSlice(t, wordsOf(t, b), []uint32{7, 1})
	})
}

func TestUpdatesAreAllOrNone(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		a, b := bufferOf(t, device, 0), bufferOf(t, device, 0)
		s, step := counting(t, device, a, nil)
		changed := StepUpdate{Step: step, Bindings: []Binding{On("x", b)}}
		wantError(t, s.Update(changed, StepUpdate{Step: 9}), ErrNotFound, "9")
		wantError(t, s.Update(changed, StepUpdate{Step: step, Bindings: []Binding{InOut("x", []uint32{1})}}),
			ErrInvalidArgument, "host memory")
		runOnce(t, s)
		wantSlice(t, wordsOf(t, a), []uint32{1})
		wantSlice(t, wordsOf(t, b), []uint32{0})
		b.Close()
		wantError(t, s.Update(StepUpdate{Step: step, GridBuffer: b}), ErrInvalidArgument, "StepUpdate.GridBuffer is nil or closed")
		wantError(t, failed(s.RunAsync(&RunOptions{Updates: []StepUpdate{{Step: step, GridBuffer: b}}})),
			ErrInvalidArgument, "StepUpdate.GridBuffer is nil or closed")
	})
}

func TestOptionsOfRunsReachTheLibrary(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		x := bufferOf(t, device, 0)
		s, _ := counting(t, device, x, nil)
		wantError(t, failed(s.Run(context.Background(), &RunOptions{WaitPoints: []SyncPoint{{Value: 1}}})),
			ErrInvalidArgument, "")
		wantError(t, failed(s.RunAsync(&RunOptions{SignalPoints: []SyncPoint{{Value: 1}}})), ErrInvalidArgument, "")
		must(s.Run(context.Background(), &RunOptions{Timeout: time.Hour}))(t)
		wantError(t, failed(s.Run(context.Background(), &RunOptions{Timeout: -time.Second})), ErrInvalidArgument, "-1s")
		wantSlice(t, wordsOf(t, x), []uint32{1})
	})
}

func TestUpdatesOfARunHoldFromItOn(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		a, b := bufferOf(t, device, 20, 20), bufferOf(t, device, 20, 20)
		s, step := counting(t, device, a, &SequenceOptions{RunsInFlight: 2})
		changed := &RunOptions{Updates: []StepUpdate{{Step: step, Bindings: []Binding{On("x", b)}, Iterations: 2}}}
		first := opened(s.RunAsync(nil))(t)
		second := opened(s.RunAsync(changed))(t)
		third := opened(s.RunAsync(nil))(t)
		for _, run := range []*Work{third, second, first} {
			ok(t, run.Wait(context.Background()))
		}
		wantSlice(t, wordsOf(t, a), []uint32{21, 21})
		wantSlice(t, wordsOf(t, b), []uint32{24, 24})
		wrong := &RunOptions{Updates: []StepUpdate{{Step: step, Bindings: []Binding{InOut("x", []uint32{1})}}}}
		wantError(t, failed(s.Run(context.Background(), wrong)), ErrInvalidArgument, "host memory")
		result := must(s.Result())(t)
		wantEqual(t, result.Runs, 3)
	})
}

func TestEachRunWritesBytesOfItsOwn(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		a, b := bufferOf(t, device, 0, 0), bufferOf(t, device, 0, 0)
		s := createSequence(t, device, &SequenceOptions{RunsInFlight: 2})
		write := must(s.AddWrite(a, 0, BytesOf([]uint32{5, 6})))(t)
		must(s.AddDispatch(compile(t, device, increment), []Binding{On("a", a), On("out", b)}, nil))(t)
		read := must(s.AddRead(b, 0, 8))(t)
		first := opened(s.RunAsync(nil))(t)
		ok(t, s.SetBytes(write, 4, BytesOf([]uint32{40})))
		runOnce(t, s)
		ok(t, first.Wait(context.Background()))
		kept := make([]uint32, 2)
		ok(t, s.GetBytes(read, 0, BytesOf(kept)))
		wantSlice(t, kept, []uint32{6, 41})
	})
}

func TestAClearedSequenceBeginsAnew(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		x := bufferOf(t, device, 0)
		s, _ := counting(t, device, x, nil)
		runOnce(t, s)
		ok(t, s.Clear())
		result := runOnce(t, s)
		wantEqual(t, result.Steps, 0)
		step := must(s.AddDispatch(compile(t, device, tally), []Binding{On("x", x)}, nil))(t)
		wantEqual(t, step, 0)
		runOnce(t, s)
		wantSlice(t, wordsOf(t, x), []uint32{2})
	})
}

func TestStepsAreMeasuredWhenAskedFor(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		for _, asked := range []bool{true, false} {
			s, _ := counting(t, device, bufferOf(t, device, 0), &SequenceOptions{TimedSteps: asked})
			times := make([]time.Duration, 1)
			ok(t, s.StepTimes(times))
			wantEqual(t, times[0], UnknownTime)
			runOnce(t, s)
			ok(t, s.StepTimes(times))
			wantEqual(t, times[0] != UnknownTime, asked)
			wantError(t, s.StepTimes(make([]time.Duration, 2)), ErrInvalidArgument, "step_count is 2")
		}
	})
}

func TestManyRunsOfASequenceAreUnderWay(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		x := bufferOf(t, device, 20)
		s, _ := counting(t, device, x, nil)
		state := must(s.State())(t)
		wantEqual(t, state, WorkReady) // there was none
		ok(t, s.Prepare())
		for range 50 {
			ok(t, s.Start(nil))
		}
		ok(t, s.Wait(context.Background()))
		ok(t, s.Err())
		wantSlice(t, wordsOf(t, x), []uint32{70})
	})
}

func TestARunIsAnObjectThatOutlivesTheSequence(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		x := bufferOf(t, device, 0)
		s, _ := counting(t, device, x, nil)
		work := opened(s.RunAsync(nil))(t)
		s.Close()
		ok(t, work.Wait(context.Background()))
		result := must(work.Result())(t)
		if result.HostTime <= 0 {
			t.Errorf("it took %v", result.HostTime)
		}
		wantSlice(t, wordsOf(t, x), []uint32{1})
	})
}

func TestARunCallsBack(t *testing.T) {
	c := newTestContext(t, &ContextOptions{OwnThreads: true})
	for _, id := range []string{"cpu-ref", "vulkan"} {
		device := openID(t, c, id)
		s, _ := counting(t, device, bufferOf(t, device, 0), nil)
		work := opened(s.RunAsync(nil))(t)
		states := make(chan WorkState, 1)
		ok(t, work.OnComplete(func(state WorkState) { states <- state }))
		wantEqual(t, <-states, WorkReady)
	}
}

func TestATrapFailsItsRunAndNotTheNext(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		x := bufferOf(t, device, 13)
		s, _ := counting(t, device, x, nil)
		wantError(t, failed(s.Run(context.Background(), nil)), ErrDispatchFailed, "unlucky")
		state := must(s.State())(t)
		wantEqual(t, state, WorkFailed)
		wantError(t, s.Err(), ErrDispatchFailed, "unlucky")
		var e *Error
		wantEqual(t, errors.As(s.Err(), &e) && e.Info.Step == 0, true)
		wantError(t, s.Wait(context.Background()), ErrDispatchFailed, "unlucky")
		ok(t, x.Write(0, BytesOf([]uint32{20})))
		runOnce(t, s)
		ok(t, s.Err())
		wantSlice(t, wordsOf(t, x), []uint32{21})
	})
}

func TestARunUnderAContextGivesTheSame(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		x := bufferOf(t, device, 0)
		s, _ := counting(t, device, x, nil)
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		result := must(s.Run(ctx, nil))(t)
		wantEqual(t, result.Runs, 1)
		ok(t, s.Start(nil))
		ok(t, s.Wait(ctx))
		wantSlice(t, wordsOf(t, x), []uint32{2})
		cancel()
		wantEqual(t, failed(s.Run(ctx, nil)), context.Canceled)
		wantSlice(t, wordsOf(t, x), []uint32{2})
	})
}

func TestARunIsCancelledWithItsContext(t *testing.T) {
	onEachHolding(t, func(t *testing.T, device *holding) {
		n, out := bufferOf(t, device.Device, 60000), bufferOf(t, device.Device, 0)
		s := opened(device.CreateSequence(nil))(t)
		must(s.AddDispatch(device.pipeline, []Binding{On("n", n), On("out", out)}, device.hold(t)))(t)
		err := endedUnderWay(limitedTo, func(ctx context.Context) error { return failed(s.Run(ctx, nil)) })
		wantEnded(t, err, context.DeadlineExceeded)
		wantError(t, s.Err(), ErrCancelled, "was cancelled")
		device.letGo()
		ok(t, device.WaitIdle(context.Background()))
		ok(t, s.Cancel()) // nothing is under way
		wantError(t, s.Err(), ErrCancelled, "was cancelled")
	})
}

func TestRunsOfNobodyTellTheirFailureToTheDevice(t *testing.T) {
	for _, id := range []string{"cpu-ref", "vulkan"} {
		c := newTestContext(t, &ContextOptions{Log: func(LogLevel, string) {}})
		device := openID(t, c, id)
		s := opened(device.CreateSequence(nil))(t)
		must(s.AddDispatch(compile(t, device, trap), []Binding{Zeros("out", 4)}, nil))(t)
		ok(t, s.Start(nil))
		wantError(t, device.WaitIdle(context.Background()), ErrDispatchFailed, "always")
		ok(t, device.WaitIdle(context.Background()))
	}
}

func TestWaitsForASequenceEndWithTheirContext(t *testing.T) {
	device := holdingVulkan(t)
	x := bufferOf(t, device.Device, slices.Repeat([]uint32{20}, 1024)...)
	s, step := counting(t, device.Device, x, nil)
	device.hold(t)
	ok(t, s.Start(nil))
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Millisecond)
	defer cancel()
	wantEnded(t, s.Wait(ctx), context.DeadlineExceeded)
	state := must(s.State())(t)
	wantEqual(t, state, WorkFailed)
	wantError(t, failed(s.AddRead(x, 0, 4)), ErrNotReady, "is under way")
	wantError(t, s.Update(StepUpdate{Step: step, Iterations: 1}), ErrNotReady, "is under way")
	wantError(t, s.Err(), ErrCancelled, "was cancelled")
	device.letGo()
	wantEqual(t, wordsOf(t, x)[1023], 21) // the device had it
}

func TestTheDeviceMeasuresTimedSequences(t *testing.T) {
	device := openID(t, newTestContext(t, nil), "vulkan")
	s, _ := counting(t, device, bufferOf(t, device, 0), &SequenceOptions{Timed: true, Label: "measured"})
	result := runOnce(t, s)
	if result.DeviceTime <= 0 {
		t.Errorf("the device took %v", result.DeviceTime)
	}
}

func TestWhatCannotBeRecordedIsRefused(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		x := bufferOf(t, device, 0, 0)
		s := createSequence(t, device, &SequenceOptions{Label: "steps"})
		pipeline := compile(t, device, tally)
		_, host := s.AddDispatch(pipeline, []Binding{InOut("x", []uint32{1})}, nil)
		wantError(t, host, ErrInvalidArgument, "host memory")
		_, timed := s.AddDispatch(pipeline, []Binding{On("x", x)}, &DispatchOptions{Timed: true})
		wantError(t, timed, ErrInvalidArgument, "TIMED")
		_, stable := s.AddDispatch(pipeline, []Binding{On("x", x)}, &DispatchOptions{UntilStable: true})
		wantError(t, stable, ErrInvalidArgument, "")
		_, limited := s.AddDispatch(pipeline, []Binding{On("x", x)}, &DispatchOptions{Timeout: time.Second})
		wantError(t, limited, ErrInvalidArgument, "timeout_ns")
		_, overlap := s.AddCopy(x, 0, x, 2, 4)
		wantError(t, overlap, ErrInvalidArgument, "overlaps itself")
		_, beyond := s.AddWrite(x, 4, make([]byte, 8))
		wantError(t, beyond, ErrInvalidArgument, "beyond its end")
		read := must(s.AddRead(x, 0, 8))(t)
		wantEqual(t, read, 0)
		wantError(t, s.GetBytes(read, 0, make([]byte, 9)), ErrInvalidArgument, "which has 8")
		wantError(t, s.GetBytes(read, 0, make([]byte, 8)), ErrNotReady, "")
		wantError(t, s.SetBytes(WriteStep(read), 0, nil), ErrInvalidArgument, "is a read, not a write")
	})
}

func TestAFreedBufferFailsTheNextRun(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		x := bufferOf(t, device, 0)
		s, _ := counting(t, device, x, nil)
		runOnce(t, s)
		ok(t, x.Free())
		wantError(t, failed(s.Run(context.Background(), nil)), ErrInvalidArgument, "was freed")
	})
}

func TestASequenceKeepsWhatItsStepsUse(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		x := bufferOf(t, device, 41)
		s, _ := counting(t, device, x, nil)
		read := must(s.AddRead(x, 0, 4))(t)
		x.Close()
		runOnce(t, s)
		kept := []uint32{0}
		ok(t, s.GetBytes(read, 0, BytesOf(kept)))
		wantSlice(t, kept, []uint32{42})
	})
}

func TestClosedAndNilSequencesAreRefused(t *testing.T) {
	device := oracle(t)
	x := bufferOf(t, device, 0)
	closed, _ := counting(t, device, x, nil)
	closed.Close()
	closed.Close()
	for _, s := range []*Sequence{closed, nil, {}} {
		_, noCopy := s.AddCopy(x, 0, x, 0, 0)
		_, noRun := s.Run(context.Background(), nil)
		_, noResult := s.Result()
		_, noWork := s.RunAsync(nil)
		for _, err := range []error{noCopy, noRun, noResult, noWork, s.Start(nil), s.Prepare(), s.Err(),
			s.Wait(context.Background()), s.SetBytes(0, 0, nil), s.GetBytes(0, 0, nil), s.Clear(), s.StepTimes(nil)} {
			wantError(t, err, ErrInvalidArgument, "sequence is NULL")
		}
	}
}

func TestGoroutinesShareASequence(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		x := bufferOf(t, device, 20)
		s, _ := counting(t, device, x, nil)
		goroutines(4, func(int) {
			for range 25 {
				if _, err := s.Run(context.Background(), nil); err != nil {
					t.Error(err)
				}
			}
		}).Wait()
		result := must(s.Result())(t)
		wantEqual(t, result.Runs, 100)
		wantSlice(t, wordsOf(t, x), []uint32{120})
	})
}

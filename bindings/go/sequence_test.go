package vyre

import (
	"context"
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

func createSequence(t *testing.T, b *Backend, options *SequenceOptions) *Sequence {
	t.Helper()
	return opened(b.CreateSequence(options))(t)
}

func bufferOf(t *testing.T, b *Backend, words ...uint32) *Buffer {
	t.Helper()
	buffer := opened(b.CreateBuffer(uint64(len(words)) * 4))(t)
	ok(t, buffer.Write(0, Bytes(words)))
	return buffer
}

func wordsOf(t *testing.T, buffer *Buffer) []uint32 {
	t.Helper()
	words := make([]uint32, buffer.Size()/4)
	ok(t, buffer.Read(0, Bytes(words)))
	return words
}

// counting is a sequence that adds 1 to each element of x, and the number of that step.
func counting(t *testing.T, b *Backend, x *Buffer, options *SequenceOptions) (*Sequence, DispatchStep) {
	t.Helper()
	s := createSequence(t, b, options)
	step := must(s.AddDispatch(compile(t, b, tally), []Binding{BindBuffer(0, x)}, nil))(t)
	return s, step
}

func runOnce(t *testing.T, s *Sequence) SequenceResult {
	t.Helper()
	return must(s.Run(context.Background()))(t)
}

func TestSequenceStepsRunInOrderAsOftenAsAskedFor(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		a, b, c := bufferOf(t, backend, 0, 0), bufferOf(t, backend, 0, 0), bufferOf(t, backend, 0, 0)
		s := createSequence(t, backend, nil)
		write := must(s.AddWrite(a, 0, Bytes([]uint32{5, 6})))(t)
		dispatch, err := s.AddDispatch(compile(t, backend, increment), []Binding{BindBuffer(0, a), BindBuffer(1, b)}, nil)
		ok(t, err)
		copied := must(s.AddCopy(b, 0, c, 4, 4))(t)
		read := must(s.AddRead(c, 0, 8))(t)
		wantSlice(t, []uint32{uint32(write), uint32(dispatch), uint32(copied), uint32(read)}, []uint32{0, 1, 2, 3})
		runOnce(t, s)
		kept := make([]uint32, 2)
		ok(t, s.GetBytes(read, 0, Bytes(kept)))
		wantSlice(t, kept, []uint32{0, 6})
		ok(t, s.SetBytes(write, 0, Bytes([]uint32{40})))
		runOnce(t, s)
		ok(t, s.GetBytes(read, 4, Bytes(kept[:1])))
		wantSlice(t, kept, []uint32{41, 6})
	})
}

func TestSequenceResultsCountRunsStepsAndBarriers(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		a, b := bufferOf(t, backend, 1), bufferOf(t, backend, 0)
		s := createSequence(t, backend, nil)
		must(s.AddCopy(a, 0, b, 0, 4))(t)
		must(s.AddDispatch(compile(t, backend, tally), []Binding{BindBuffer(0, b)}, nil))(t)
		before := must(s.Result())(t)
		wantEqual(t, before, SequenceResult{Steps: 2})
		runOnce(t, s)
		result := runOnce(t, s)
		wantEqual(t, result.Runs, 2)
		wantEqual(t, result.Steps, 2)
		wantEqual(t, result.Barriers, map[bool]uint32{true: 0, false: 1}[backend.ID() == "cpu-ref"])
		wantEqual(t, result.HasDeviceTime, false)
		if result.HostTime <= 0 {
			t.Errorf("it took %v", result.HostTime)
		}
		after := must(s.Result())(t)
		wantEqual(t, after, result)
	})
}

func TestSequenceDispatchesAreGivenOtherBuffersAndOptions(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		a, b := bufferOf(t, backend, 0, 0), bufferOf(t, backend, 0, 0)
		s, step := counting(t, backend, a, nil)
		runOnce(t, s)
		ok(t, s.SetDispatch(step, []Binding{BindBufferRange(0, b, 0, 4)}, &DispatchOptions{Iterations: 3}))
		runOnce(t, s)
		wantSlice(t, wordsOf(t, a), []uint32{1, 1})
		wantSlice(t, wordsOf(t, b), []uint32{3, 0})
	})
}

func TestManyRunsOfASequenceAreUnderWay(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		x := bufferOf(t, backend, 20)
		s, _ := counting(t, backend, x, nil)
		state := must(s.Poll())(t)
		wantEqual(t, state, StateReady) // there was none
		ok(t, s.Record())
		for range 50 {
			ok(t, s.Start())
		}
		ok(t, s.Wait(context.Background()))
		ok(t, s.Status())
		wantSlice(t, wordsOf(t, x), []uint32{70})
	})
}

func TestARunIsAnObjectThatOutlivesTheSequence(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		x := bufferOf(t, backend, 0)
		s, _ := counting(t, backend, x, nil)
		pending := opened(s.Submit())(t)
		s.Close()
		ok(t, pending.Wait(context.Background()))
		result := must(pending.Result())(t)
		if result.HostTime <= 0 {
			t.Errorf("it took %v", result.HostTime)
		}
		wantSlice(t, wordsOf(t, x), []uint32{1})
	})
}

func TestARunCallsBack(t *testing.T) {
	c := newTestContext(t, &ContextOptions{OwnThreads: true})
	for _, id := range []string{"cpu-ref", "vulkan"} {
		backend := acquire(t, c, id)
		s, _ := counting(t, backend, bufferOf(t, backend, 0), nil)
		pending := opened(s.Submit())(t)
		states := make(chan State, 1)
		ok(t, pending.OnComplete(func(state State) { states <- state }))
		wantEqual(t, <-states, StateReady)
	}
}

func TestATrapFailsItsRunAndNotTheNext(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		x := bufferOf(t, backend, 13)
		s, _ := counting(t, backend, x, nil)
		wantError(t, failed(s.Run(context.Background())), ErrDispatchFailed, "unlucky")
		state := must(s.Poll())(t)
		wantEqual(t, state, StateFailed)
		wantError(t, s.Status(), ErrDispatchFailed, "step 0")
		wantError(t, s.Wait(context.Background()), ErrDispatchFailed, "unlucky")
		ok(t, x.Write(0, Bytes([]uint32{20})))
		runOnce(t, s)
		ok(t, s.Status())
		wantSlice(t, wordsOf(t, x), []uint32{21})
	})
}

func TestARunUnderAContextGivesTheSame(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		x := bufferOf(t, backend, 0)
		s, _ := counting(t, backend, x, nil)
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		result := must(s.Run(ctx))(t)
		wantEqual(t, result.Runs, 1)
		ok(t, s.Start())
		ok(t, s.Wait(ctx))
		wantSlice(t, wordsOf(t, x), []uint32{2})
		cancel()
		wantEqual(t, failed(s.Run(ctx)), context.Canceled)
		wantSlice(t, wordsOf(t, x), []uint32{2})
	})
}

func TestWaitsForASequenceEndWithTheirContext(t *testing.T) {
	backend := acquire(t, newTestContext(t, nil), "vulkan")
	x := bufferOf(t, backend, slices.Repeat([]uint32{20}, 1024)...)
	s, step := counting(t, backend, x, nil)
	ok(t, s.SetDispatch(step, []Binding{BindBuffer(0, x)}, &DispatchOptions{Iterations: 20000}))
	ok(t, s.Start())
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Millisecond)
	defer cancel()
	wantEqual(t, s.Wait(ctx), context.DeadlineExceeded)
	state := must(s.Poll())(t)
	wantEqual(t, state, StatePending)
	wantError(t, failed(s.AddRead(x, 0, 4)), ErrInvalidArgument, "is under way")
	ok(t, s.Wait(context.Background()))
	wantEqual(t, wordsOf(t, x)[1023], 20020)
}

func TestTheDeviceMeasuresTimedSequences(t *testing.T) {
	backend := acquire(t, newTestContext(t, nil), "vulkan")
	s, _ := counting(t, backend, bufferOf(t, backend, 0), &SequenceOptions{Timed: true, Label: "measured"})
	result := runOnce(t, s)
	if !result.HasDeviceTime || result.DeviceTime <= 0 {
		t.Errorf("the device took %v", result.DeviceTime)
	}
}

func TestWhatCannotBeRecordedIsRefused(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		x := bufferOf(t, backend, 0, 0)
		s := createSequence(t, backend, &SequenceOptions{Label: "steps"})
		pipeline := compile(t, backend, tally)
		_, host := s.AddDispatch(pipeline, []Binding{InOut(0, []uint32{1})}, nil)
		wantError(t, host, ErrInvalidArgument, "host memory")
		_, timed := s.AddDispatch(pipeline, []Binding{BindBuffer(0, x)}, &DispatchOptions{Timed: true})
		wantError(t, timed, ErrUnsupportedFeature, "VYRE_SEQUENCE_TIMED")
		_, overlap := s.AddCopy(x, 0, x, 2, 4)
		wantError(t, overlap, ErrInvalidArgument, "overlaps itself")
		_, beyond := s.AddWrite(x, 4, make([]byte, 8))
		wantError(t, beyond, ErrInvalidArgument, "beyond its end")
		read := must(s.AddRead(x, 0, 8))(t)
		wantEqual(t, read, 0)
		wantError(t, s.GetBytes(read, 0, make([]byte, 9)), ErrInvalidArgument, "which has 8")
		wantError(t, s.GetBytes(read, 0, make([]byte, 8)), ErrInvalidArgument, "before any run")
		wantError(t, s.SetBytes(WriteStep(read), 0, nil), ErrInvalidArgument, "is a read, not a write")
		wantError(t, s.SetDispatch(9, nil, nil), ErrNotFound, "step 9")
	})
}

func TestAFreedBufferFailsTheNextRun(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		x := bufferOf(t, backend, 0)
		s, _ := counting(t, backend, x, nil)
		runOnce(t, s)
		ok(t, x.Free())
		wantError(t, failed(s.Run(context.Background())), ErrInvalidArgument, "was freed")
	})
}

func TestASequenceKeepsWhatItsStepsUse(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		x := bufferOf(t, backend, 41)
		s, _ := counting(t, backend, x, nil)
		read := must(s.AddRead(x, 0, 4))(t)
		x.Close()
		runOnce(t, s)
		kept := []uint32{0}
		ok(t, s.GetBytes(read, 0, Bytes(kept)))
		wantSlice(t, kept, []uint32{42})
	})
}

func TestClosedAndNilSequencesAreRefused(t *testing.T) {
	backend := acquire(t, newTestContext(t, nil), "cpu-ref")
	x := bufferOf(t, backend, 0)
	closed, _ := counting(t, backend, x, nil)
	closed.Close()
	closed.Close()
	for _, s := range []*Sequence{closed, nil, {}} {
		_, noCopy := s.AddCopy(x, 0, x, 0, 0)
		_, noRun := s.Run(context.Background())
		_, noResult := s.Result()
		_, noPending := s.Submit()
		for _, err := range []error{noCopy, noRun, noResult, noPending, s.Start(), s.Record(), s.Status(),
			s.Wait(context.Background()), s.SetBytes(0, 0, nil), s.GetBytes(0, 0, nil)} {
			wantError(t, err, ErrInvalidArgument, "|sequence| is NULL")
		}
	}
}

func TestGoroutinesShareASequence(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		x := bufferOf(t, backend, 20)
		s, _ := counting(t, backend, x, nil)
		goroutines(4, func(int) {
			for range 25 {
				if _, err := s.Run(context.Background()); err != nil {
					t.Error(err)
				}
			}
		}).Wait()
		result := must(s.Result())(t)
		wantEqual(t, result.Runs, 100)
		wantSlice(t, wordsOf(t, x), []uint32{120})
	})
}

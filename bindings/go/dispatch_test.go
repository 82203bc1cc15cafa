package vyre

import (
	"context"
	"errors"
	"testing"
	"time"
)

func count(n int, step uint32) []uint32 {
	numbers := make([]uint32, n)
	for i := range numbers {
		numbers[i] = uint32(i) * step
	}
	return numbers
}

func TestDispatchIncrementsEveryElement(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		pipeline := compile(t, backend, increment)
		a, out := count(100, 3), make([]uint32, 100)
		result := must(dispatch(pipeline, nil, Input(0, a), Output(1, out)))(t)
		for i, x := range out {
			wantEqual(t, x, a[i]+1)
		}
		wantEqual(t, result.Grid, [3]uint32{2, 1, 1})
		wantEqual(t, result.Workgroup, [3]uint32{64, 1, 1})
		wantEqual(t, result.OutputBytes, 400)
		if result.HostTime <= 0 {
			t.Errorf("it took %v", result.HostTime)
		}
	})
}

func TestDispatchUnderAContextGivesTheSame(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		pipeline := compile(t, backend, increment)
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		a, out := count(100, 3), make([]uint32, 100)
		result, err := pipeline.Dispatch(ctx, []Binding{Input(0, a), Output(1, out)}, &DispatchOptions{Timeout: time.Hour})
		ok(t, err)
		for i, x := range out {
			wantEqual(t, x, a[i]+1)
		}
		wantEqual(t, result.OutputBytes, 400)
	})
}

func TestBuffersAreFoundByName(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		pipeline := compile(t, backend, increment)
		a, out := []uint32{7, 8, 9}, make([]uint32, 3)
		run(t, pipeline, Output(0, out).Named("out"), Input(0, a).Named("a"))
		wantSlice(t, out, []uint32{8, 9, 10})
		wantError(t, failed(dispatch(pipeline, nil, Input(0, a).Named("b"))), ErrNotFound, "no buffer 'b'")
	})
}

func TestInOutIsWrittenBack(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		pipeline := compile(t, backend, sum)
		in, total, seen := []uint32{1, 2, 3, 4}, []uint32{100}, []uint32{0}
		for range 2 {
			run(t, pipeline, Input(0, in), InOut(1, total), InOut(2, seen))
		}
		wantEqual(t, total[0], 120)
		wantEqual(t, seen[0], 2)
		run(t, pipeline, Zeros(0, 16), Output(1, total))
		wantEqual(t, total[0], 0)
	})
}

func TestBuffersStayOnTheDevice(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		pipeline := compile(t, backend, sum)
		in := opened(backend.CreateBuffer(16))(t)
		wantEqual(t, in.Size(), 16)
		ok(t, in.Write(0, Bytes([]uint32{1, 1, 1, 1})))
		total := opened(backend.CreateBuffer(4))(t)
		for range 3 {
			run(t, pipeline, BindBufferRange(0, in, 0, 16), BindBuffer(1, total))
		}
		have := make([]uint32, 1)
		ok(t, total.Read(0, Bytes(have)))
		wantEqual(t, have[0], 12)
		wantError(t, total.Read(4, Bytes(have)), ErrInvalidArgument, "4")
		ok(t, total.Free())
		wantError(t, total.Free(), ErrInvalidArgument, "freed")
		wantEqual(t, total.Size(), 4)
		wantError(t, failed(dispatch(pipeline, nil, BindBuffer(0, in), BindBuffer(1, total))), ErrInvalidArgument, "freed")
		wantError(t, failed(backend.CreateBuffer(0)), ErrInvalidArgument, "")
	})
}

func TestWrongBindingsAreRefused(t *testing.T) {
	pipeline := compile(t, acquire(t, newTestContext(t, nil), "cpu-ref"), sum)
	in, total := make([]uint32, 4), []uint32{1}
	refused := func(code Code, part string, bindings ...Binding) {
		t.Helper()
		wantError(t, failed(dispatch(pipeline, nil, bindings...)), code, part)
	}
	refused(ErrInvalidArgument, "nothing is bound")
	refused(ErrNotFound, "no buffer at slot 9", Input(9, in))
	refused(ErrInvalidArgument, "bound twice", Input(0, in), Input(0, in), InOut(1, total))
	refused(ErrInvalidArgument, "16 bytes, got 12", Input(0, in[:3]), InOut(1, total))
	refused(ErrInvalidArgument, "16 bytes, got 0", Input(0, in[:0]), InOut(1, total))
	refused(ErrInvalidArgument, "|buffer| is NULL", BindBuffer(0, nil), InOut(1, total))
	refused(ErrInvalidArgument, "kind is 0", Binding{})
	wantEqual(t, total[0], 1)
}

func TestSmallOutputsAreRefused(t *testing.T) {
	pipeline := compile(t, acquire(t, newTestContext(t, nil), "cpu-ref"), long)
	wantError(t, failed(dispatch(pipeline, nil, Input(0, []uint32{1}), Output(1, []uint16{0}))),
		ErrInsufficientCapacity, "4 bytes, there is room for 2")
}

func TestOutputsTellTheirSizes(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		pipeline := compile(t, backend, increment)
		outputs := must(pipeline.Outputs([]Binding{Output(1, make([]uint32, 5))}))(t)
		want := OutputInfo{Name: "out", Bytes: 20, BufferBytes: 20, Slot: 1, Role: outputs[0].Role}
		wantSlice(t, outputs, []OutputInfo{want})
		wantError(t, failed(pipeline.Outputs([]Binding{Zeros(8, 4)})), ErrNotFound, "slot 8")
	})
}

func TestDispatchOptions(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		pipeline := compile(t, backend, increment)
		out := make([]uint32, 130)
		bindings := []Binding{Input(0, make([]uint32, 130)), Output(1, out)}
		options := &DispatchOptions{Grid: [3]uint32{1, 1, 1}, Timed: true, Timeout: time.Hour, Label: "small"}
		result := must(dispatch(pipeline, options, bindings...))(t)
		wantEqual(t, result.Grid, [3]uint32{1, 1, 1})
		wantEqual(t, out[63], 1)
		wantEqual(t, out[64], 0)
		profile := must(backend.Profile())(t)
		wantEqual(t, result.HasDeviceTime, profile.Features&FeatureDeviceTimestamps != 0)
		wantError(t, failed(dispatch(pipeline, &DispatchOptions{Grid: [3]uint32{1, 0, 1}}, bindings...)),
			ErrInvalidArgument, "[1, 0, 1]")
		wantError(t, failed(dispatch(pipeline, &DispatchOptions{Timeout: -time.Second}, bindings...)),
			ErrInvalidArgument, "-1s")
	})
}

func TestPipelineOptions(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		program := load(t, increment)
		pipeline := opened(backend.CreatePipeline(program, &PipelineOptions{Label: "wide", Workgroup: [3]uint32{32, 1, 1}}))(t)
		result := must(dispatch(pipeline, nil, Input(0, make([]uint32, 64)), Output(1, make([]uint32, 64))))(t)
		wantEqual(t, result.Workgroup, [3]uint32{32, 1, 1})
		same := opened(pipeline.Program())(t)
		have := must(same.Fingerprint())(t)
		want := must(program.Fingerprint())(t)
		wantEqual(t, have, want)
		wantError(t, failed(backend.CreatePipeline(program, &PipelineOptions{Workgroup: [3]uint32{0, 1, 1}})),
			ErrInvalidArgument, "[0, 1, 1]")
		wantError(t, failed(backend.CreatePipeline(load(t, invalid), nil)), ErrInvalidProgram, "absent")
	})
}

func TestTrapsFail(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		out := []uint32{5}
		wantError(t, failed(dispatch(compile(t, backend, trap), nil, Output(0, out))), ErrDispatchFailed, "always")
		wantEqual(t, out[0], 5)
	})
}

// slow keeps the reference interpreter busy for much longer than a test is willing to wait.
const slow = 10000000

func TestCancellingLeavesTheWorkAlone(t *testing.T) {
	pipeline := compile(t, acquire(t, newTestContext(t, nil), "cpu-ref"), long)
	out := []uint32{7}
	bindings := []Binding{Input(0, []uint32{slow}), Output(1, out)}

	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(5*time.Millisecond, cancel)
	wantEqual(t, failed(pipeline.Dispatch(ctx, bindings, nil)), context.Canceled)
	wantEqual(t, failed(pipeline.Dispatch(ctx, bindings, nil)), context.Canceled)

	ctx, cancel = context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	wantEqual(t, failed(pipeline.Dispatch(ctx, bindings, nil)), context.DeadlineExceeded)
	wantEqual(t, out[0], 7)
	run(t, pipeline, Input(0, []uint32{3}), Output(1, out))
	wantEqual(t, out[0], 3)
}

func TestCancelledWorkOfADeviceTouchesNothing(t *testing.T) {
	pipeline := compile(t, acquire(t, newTestContext(t, nil), "vulkan"), long)
	for i := range 50 {
		ctx, cancel := context.WithCancel(context.Background())
		out := []uint32{7}
		time.AfterFunc(time.Duration(i)*20*time.Microsecond, cancel)
		_, err := pipeline.Dispatch(ctx, []Binding{Input(0, []uint32{60000}), Output(1, out)}, nil)
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		want := uint32(60000)
		if err != nil {
			want = 7
		}
		wantEqual(t, out[0], want)
		cancel()
	}
}

func TestTimeoutsAreErrorsOfTheLibrary(t *testing.T) {
	pipeline := compile(t, acquire(t, newTestContext(t, nil), "cpu-ref"), long)
	bindings := []Binding{Input(0, []uint32{slow}), Output(1, []uint32{7})}
	options := &DispatchOptions{Timeout: time.Millisecond, Label: "hurried"}
	wantError(t, failed(dispatch(pipeline, options, bindings...)), ErrTimedOut, "dispatch 'hurried'")
	wantError(t, failed(pipeline.Dispatch(t.Context(), bindings, options)), ErrTimedOut, "1ms")
}

func TestManyGoroutinesShareAPipeline(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		pipeline := compile(t, backend, increment)
		contexts := []context.Context{context.Background(), t.Context()}
		goroutines(8, func(number int) {
			for i := range uint32(20) {
				g, out := uint32(number), make([]uint32, 2)
				bindings := []Binding{Input(0, []uint32{g, i}), Output(1, out)}
				if _, err := pipeline.Dispatch(contexts[i%2], bindings, nil); err != nil {
					t.Error(err)
				}
				wantSlice(t, out, []uint32{g + 1, i + 1})
			}
		}).Wait()
	})
}

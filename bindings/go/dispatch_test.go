package vyre

import (
	"context"
	"errors"
	"fmt"
	"math"
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
	onEach(t, func(t *testing.T, device *Device) {
		pipeline := compile(t, device, increment)
		a, out := count(100, 3), make([]uint32, 100)
		result := must(dispatch(pipeline, nil, In("a", a), Out("out", out)))(t)
		for i, x := range out {
			wantEqual(t, x, a[i]+1)
		}
		wantEqual(t, result.Grid, [3]uint32{2, 1, 1})
		wantEqual(t, result.Workgroup, [3]uint32{64, 1, 1})
		wantEqual(t, result.OutputBytes, 400)
		wantEqual(t, result.Iterations, 1)
		wantEqual(t, result.Segments, 1)
		wantEqual(t, result.DeviceTime, UnknownTime)
		if result.HostTime <= 0 {
			t.Errorf("it took %v", result.HostTime)
		}
		if result.EnqueueTime <= 0 || result.WaitTime == UnknownTime {
			t.Errorf("it was enqueued for %v and waited for %v", result.EnqueueTime, result.WaitTime)
		}
	})
}

func TestDispatchUnderAContextGivesTheSame(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		pipeline := compile(t, device, increment)
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		a, out := count(100, 3), make([]uint32, 100)
		result, err := pipeline.Dispatch(ctx, []Binding{In("a", a), Out("out", out)}, &DispatchOptions{Timeout: time.Hour})
		ok(t, err)
		for i, x := range out {
			wantEqual(t, x, a[i]+1)
		}
		wantEqual(t, result.OutputBytes, 400)
	})
}

func TestParametersAreFoundByNameAndBySlot(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		pipeline := compile(t, device, increment)
		a, out := []uint32{7, 8, 9}, make([]uint32, 3)
		run(t, pipeline, Out("out", out), In("a", a))
		wantSlice(t, out, []uint32{8, 9, 10})
		clear(out)
		run(t, pipeline, Out("", out).At(1), In("what At replaces", a).At(0))
		wantSlice(t, out, []uint32{8, 9, 10})
		wantError(t, failed(dispatch(pipeline, nil, In("b", a))), ErrNotFound, "'b'")
	})
}

func TestInOutIsWrittenBack(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		pipeline := compile(t, device, sum)
		in, total, seen := []uint32{1, 2, 3, 4}, []uint32{100}, []uint32{0}
		for range 2 {
			run(t, pipeline, In("in", in), InOut("total", total), InOut("seen", seen))
		}
		wantEqual(t, total[0], 120)
		wantEqual(t, seen[0], 2)
		run(t, pipeline, Zeros("in", 16), Out("total", total))
		wantEqual(t, total[0], 0)
	})
}

func TestBuffersStayOnTheDevice(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		pipeline := compile(t, device, sum)
		in := createBuffer(t, device, 16)
		ok(t, in.Write(0, BytesOf([]uint32{1, 1, 1, 1})))
		total := opened(device.CreateBuffer(4, &BufferOptions{Label: "sum"}))(t)
		for range 3 {
			run(t, pipeline, OnRange("in", in, 0, 16), On("total", total))
		}
		wantSlice(t, wordsOf(t, total), []uint32{12})
		wantError(t, total.Read(4, make([]byte, 4)), ErrInvalidArgument, "4")
		ok(t, total.Free())
		wantError(t, total.Free(), ErrInvalidArgument, "freed")
		wantEqual(t, total.Info(), BufferInfo{Label: "sum", Size: 4})
		wantError(t, failed(dispatch(pipeline, nil, On("in", in), On("total", total))), ErrInvalidArgument, "freed")
		wantError(t, failed(device.CreateBuffer(0, nil)), ErrInvalidArgument, "0 bytes")
	})
}

func TestOptionsOfBuffersReachTheLibrary(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		buffer := opened(device.CreateBuffer(8, &BufferOptions{Flags: BufferRestorable}))(t)
		wantEqual(t, buffer.Info().Flags, BufferRestorable)
		ok(t, buffer.Write(0, BytesOf([]uint32{3, 4})))
		wantSlice(t, wordsOf(t, buffer), []uint32{3, 4})
		dedicated := opened(device.CreateBuffer(8, &BufferOptions{Flags: BufferDedicated}))(t)
		wantEqual(t, dedicated.Info().Flags, BufferDedicated)
		wantError(t, failed(device.CreateBuffer(8, &BufferOptions{Exports: HandleFD})), ErrUnsupportedFeature, "exports")
		wantError(t, failed(device.CreateBuffer(8, &BufferOptions{Flags: 1 << 40})), ErrInvalidArgument, "flags")
	})
}

func TestObjectsGiveTheirDevice(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		pipeline := compile(t, device, increment)
		work := start(t, pipeline, In("a", []uint32{1}), Zeros("out", 4))
		for _, of := range []func() (*Device, error){pipeline.Device, createBuffer(t, device, 4).Device, work.Device} {
			same := opened(of())(t)
			wantDeep(t, same.Info(), device.Info())
		}
	})
}

func TestWrongBindingsAreRefused(t *testing.T) {
	pipeline := compile(t, oracle(t), sum)
	in, total := make([]uint32, 4), []uint32{1}
	refused := func(code Code, part string, bindings ...Binding) {
		t.Helper()
		wantError(t, failed(dispatch(pipeline, nil, bindings...)), code, part)
	}
	refused(ErrInvalidArgument, "nothing is bound")
	refused(ErrNotFound, "slot 9", In("", in).At(9))
	refused(ErrInvalidArgument, "bound twice", In("in", in), In("in", in), InOut("total", total))
	refused(ErrInvalidArgument, "16 bytes, got 12", In("in", in[:3]), InOut("total", total))
	refused(ErrInvalidArgument, "16 bytes, got 0", In("in", in[:0]), InOut("total", total))
	refused(ErrInvalidArgument, "is NULL", On("in", nil), InOut("total", total))
	refused(ErrInvalidArgument, "kind is 0", Binding{})
	wantEqual(t, total[0], 1)
}

func TestSmallOutputsAreRefused(t *testing.T) {
	pipeline := compile(t, oracle(t), long)
	wantError(t, failed(dispatch(pipeline, nil, In("n", []uint32{1}), Out("out", []uint16{0}))),
		ErrOutputTooSmall, "4 bytes, there is room for 2")
}

func TestDispatchOptions(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		pipeline := compile(t, device, increment)
		out := make([]uint32, 130)
		bindings := []Binding{In("a", make([]uint32, 130)), Out("out", out)}
		options := &DispatchOptions{Grid: [3]uint32{1, 1, 1}, Timed: true, Timeout: time.Hour, Label: "small"}
		result := must(dispatch(pipeline, options, bindings...))(t)
		wantEqual(t, result.Grid, [3]uint32{1, 1, 1})
		wantEqual(t, out[63], 1)
		wantEqual(t, out[64], 0)
		wantEqual(t, result.DeviceTime != UnknownTime, device.Info().Features&FeatureDeviceTimestamps != 0)
		wantError(t, failed(dispatch(pipeline, &DispatchOptions{Grid: [3]uint32{1, 0, 1}}, bindings...)),
			ErrInvalidArgument, "[1, 0, 1]")
		wantError(t, failed(dispatch(pipeline, &DispatchOptions{Timeout: -time.Second}, bindings...)),
			ErrInvalidArgument, "-1s")
		both := &DispatchOptions{Grid: [3]uint32{1, 1, 1}, Shape: [3]uint32{64, 1, 1}}
		wantError(t, failed(dispatch(pipeline, both, bindings...)), ErrInvalidArgument, "shape")
	})
}

func TestShapesAndGridsCoverInvocations(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		pipeline := compile(t, device, increment)
		for _, options := range []*DispatchOptions{{Shape: [3]uint32{128, 1, 1}}, pipeline.GridFor(100, 1, 1)} {
			out := make([]uint32, 130)
			result := must(dispatch(pipeline, options, In("a", make([]uint32, 130)), Out("out", out)))(t)
			wantEqual(t, result.Grid, [3]uint32{2, 1, 1})
			wantEqual(t, out[127], 1)
			wantEqual(t, out[128], 0)
		}
		wantDeep(t, pipeline.GridFor(100, 1, 1), &DispatchOptions{Grid: [3]uint32{2, 1, 1}})
	})
}

func TestShapesAreExact(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		out := make([]uint32, 130)
		options := &DispatchOptions{Shape: [3]uint32{65, 1, 1}}
		result := must(dispatch(compile(t, device, increment), options, In("a", make([]uint32, 130)), Out("out", out)))(t)
		wantEqual(t, result.Grid, [3]uint32{2, 1, 1})
		wantEqual(t, out[64], 1)
		wantEqual(t, out[65], 0)
	})
}

// invocations counts its invocations, and nobody chose its workgroup size.
const invocations = `{"buffers": [{"name": "count", "type": "U32", "count": 1, "access": "read_write"}],
	"body": [{"let": "old", "value": {"atomic": "add", "buffer": "count", "at": 0, "value":
		{"add": [1, {"mul": [0, {"invocation_id": "y"}]}]}}}]}`

func TestWorkgroupsThatNobodyChose(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		pipeline := compile(t, device, invocations)
		wantEqual(t, pipeline.Info().WorkgroupChosen, device.Info().ID != "cpu-ref")
		wantEqual(t, pipeline.Info().Dimensions, 2)
		count := []uint32{0}
		wantError(t, failed(dispatch(pipeline, nil, InOut("count", count))), ErrInvalidArgument, "2 axes")
		for _, options := range []*DispatchOptions{
			{Shape: [3]uint32{37, 3, 1}}, {Grid: [3]uint32{37, 3, 1}}, pipeline.GridFor(37, 3, 1),
		} {
			count[0] = 0
			result := must(dispatch(pipeline, options, InOut("count", count)))(t)
			wantEqual(t, count[0], 37*3)
			wantEqual(t, result.Workgroup, pipeline.Info().Workgroup)
		}
	})
}

func TestEmptyLaunchesRunNothing(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		out := []uint32{7}
		pipeline := compile(t, device, increment)
		bindings := []Binding{In("a", []uint32{1}), Out("out", out)}
		wantError(t, failed(dispatch(pipeline, &DispatchOptions{Grid: [3]uint32{0, 1, 1}}, bindings...)),
			ErrInvalidArgument, "zero axis")
		wantEqual(t, out[0], 7)
		for _, options := range []DispatchOptions{{}, {Grid: [3]uint32{0, 1, 1}}, {Shape: [3]uint32{64, 0, 1}}} {
			out[0], options.MayBeEmpty = 7, true
			result := must(dispatch(pipeline, &options, bindings...))(t)
			wantEqual(t, result.Grid, [3]uint32{})
			wantEqual(t, out[0], 0)
		}
	})
}

// tilted looks at two axes: out[y * 4 + x] = y.
const tilted = `{"workgroup_size": [4, 2, 1],
	"buffers": [{"name": "out", "type": "U32", "count": 16, "output": true}],
	"body": [{"let": "y", "value": {"invocation_id": "y"}},
		{"store": "out", "at": {"add": [{"mul": ["y", 4]}, {"invocation_id": "x"}]}, "value": "y"}]}`

func TestTwoAxesWantAShapeOrAGrid(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		pipeline := compile(t, device, tilted)
		out := make([]uint32, 16)
		wantError(t, failed(dispatch(pipeline, nil, Out("out", out))), ErrInvalidArgument, "2 axes")
		for _, options := range []*DispatchOptions{{Shape: [3]uint32{4, 4, 1}}, {SquareGrid: true}} {
			clear(out)
			must(dispatch(pipeline, options, Out("out", out)))(t)
			wantEqual(t, out[15], 3)
		}
	})
}

func TestAGridCanStandInABuffer(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		pipeline := compile(t, device, tally)
		grid := bufferOf(t, device, 9, 2, 1, 1)
		x := make([]uint32, 40)
		result := must(dispatch(pipeline, &DispatchOptions{GridBuffer: grid, GridOffset: 4}, InOut("x", x)))(t)
		wantEqual(t, result.Grid, [3]uint32{})
		wantEqual(t, [2]uint32{x[31], x[32]}, [2]uint32{1, 0}) // two workgroups
		for part, options := range map[string]*DispatchOptions{
			"offset 8":      {GridBuffer: grid, GridOffset: 8},
			"multiple of 4": {GridBuffer: grid, GridOffset: 2},
			"a grid_buffer": {GridBuffer: grid, Grid: [3]uint32{1, 1, 1}},
			"without":       {GridOffset: 4},
		} {
			wantError(t, failed(dispatch(pipeline, options, InOut("x", x))), ErrInvalidArgument, part)
		}
		s, step := counting(t, device, bufferOf(t, device, 0, 0, 0, 0), nil)
		ok(t, s.Update(StepUpdate{Step: step, GridBuffer: grid, GridOffset: 4}))
		runOnce(t, s)
		grid.Close()
		wantError(t, failed(dispatch(pipeline, &DispatchOptions{GridBuffer: grid}, InOut("x", x))),
			ErrInvalidArgument, "DispatchOptions.GridBuffer is nil or closed")
		wantError(t, failed(pipeline.DispatchAsync([]Binding{InOut("x", x)}, &DispatchOptions{GridBuffer: grid})),
			ErrInvalidArgument, "DispatchOptions.GridBuffer is nil or closed")
	})
}

func TestWorkWaitsForPointsOfOtherDevices(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		first := openID(t, newTestContext(t, nil), "vulkan")
		work := start(t, compile(t, first, increment), In("a", []uint32{1}), Zeros("out", 4))
		point := must(work.Point())(t)
		pipeline := compile(t, device, tally)
		x := []uint32{4}
		must(dispatch(pipeline, &DispatchOptions{WaitPoints: []SyncPoint{point}}, InOut("x", x)))(t)
		wantSlice(t, x, []uint32{5})
		wantError(t, failed(dispatch(pipeline, &DispatchOptions{SignalPoints: []SyncPoint{point}}, InOut("x", x))),
			ErrInvalidArgument, "moves by itself")
		y := bufferOf(t, device, 0)
		s, _ := counting(t, device, y, nil)
		must(s.Run(context.Background(), &RunOptions{WaitPoints: []SyncPoint{point}}))(t)
		wantSlice(t, wordsOf(t, y), []uint32{1})
	})
}

func TestPipelineOptions(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		program := load(t, increment)
		pipeline := opened(device.CreatePipeline(program, &PipelineOptions{Label: "wide", Workgroup: [3]uint32{32, 1, 1}}))(t)
		info := pipeline.Info()
		wantEqual(t, info.Label, "wide")
		wantEqual(t, info.Workgroup, [3]uint32{32, 1, 1})
		wantEqual(t, info.Dimensions, 1)
		wantEqual(t, info.WorkgroupChosen, false)
		result := must(dispatch(pipeline, nil, In("a", make([]uint32, 64)), Out("out", make([]uint32, 64))))(t)
		wantEqual(t, result.Workgroup, [3]uint32{32, 1, 1})
		same := opened(pipeline.Program())(t)
		wantEqual(t, fingerprintOf(t, same), fingerprintOf(t, program))
		wantError(t, failed(device.CreatePipeline(program, &PipelineOptions{Workgroup: [3]uint32{0, 1, 1}})),
			ErrInvalidArgument, "zero axis")
		wantError(t, failed(device.CreatePipeline(load(t, invalid), nil)), ErrInvalidProgram, "absent")
		wantError(t, failed(device.CreatePipeline(program, &PipelineOptions{Flags: PipelineAllowOverlap})),
			ErrUnsupportedFeature, "VYRE_PIPELINE_")
		wantError(t, failed(device.CreatePipeline(program, &PipelineOptions{SubgroupSize: 32})),
			ErrUnsupportedFeature, "subgroup_size is 32")
	})
}

func TestTrapsFail(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		out := []uint32{5}
		wantError(t, failed(dispatch(compile(t, device, trap), nil, Out("out", out))), ErrDispatchFailed, "always")
		wantEqual(t, out[0], 5)
	})
}

// quotient computes out = a / b.
const quotient = `{"buffers": [{"name": "a", "type": "I32"}, {"name": "b", "type": "I32"},
	{"name": "out", "type": "I32", "access": "write_only"}],
	"body": [{"let": "i", "value": {"invocation_id": "x"}}, {"store": "out", "at": "i",
	"value": {"div": [{"load": "a", "at": "i"}, {"load": "b", "at": "i"}]}}]}`

func TestDivisionsWithoutAResultFailOrGiveZero(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		traps := compile(t, device, quotient)
		for _, operands := range [][2]int32{{5, 0}, {math.MinInt32, -1}} {
			out := []int32{1}
			a, b := operands[:1], operands[1:]
			err := failed(dispatch(traps, nil, In("a", a), In("b", b), Out("out", out)))
			wantError(t, err, ErrDispatchFailed, fmt.Sprintf("div of I32 %d, I32 %d", a[0], b[0]))
			var said *Error
			wantEqual(t, errors.As(err, &said), true)
			wantEqual(t, said.Info.Path, "body[0].region.body[1]")
			wantEqual(t, out[0], 1)
			options := PipelineOptions{Flags: PipelineDivisionGivesZero}
			defined := opened(device.CreatePipeline(load(t, quotient), &options))(t)
			run(t, defined, In("a", a), In("b", b), Out("out", out))
			wantEqual(t, out[0], min(a[0], 0))
			wantEqual(t, defined.Info().Flags, PipelineDivisionGivesZero)
		}
	})
}

// slow keeps the reference interpreter busy for minutes.
const slow = 4000000000

// wantEnded wants an error of work that was cancelled because its context had ended.
func wantEnded(t *testing.T, err, cause error) {
	t.Helper()
	if !errors.Is(err, cause) || !errors.Is(err, ErrCancelled) {
		t.Errorf("got %v, want %v and %v", err, cause, ErrCancelled)
	}
}

// cancelledIn and limitedTo give contexts that end in a while.
func cancelledIn(while time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(while, cancel)
	return ctx, cancel
}

func limitedTo(while time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), while)
}

// endedUnderWay is what run says of a context that ends when its work has begun: one that ends
// before is followed by one that lasts longer.
func endedUnderWay(ending func(time.Duration) (context.Context, context.CancelFunc), run func(context.Context) error) error {
	for while := 2 * time.Millisecond; ; while *= 2 {
		ctx, cancel := ending(while)
		err := run(ctx)
		cancel()
		if err != ctx.Err() || while > time.Minute {
			return err
		}
	}
}

func TestAContextThatEndsCancelsTheWork(t *testing.T) {
	pipeline := compile(t, oracle(t), long)
	out := []uint32{7}
	bindings := []Binding{In("n", []uint32{slow}), Out("out", out)}
	begin := func(ctx context.Context) error { return failed(pipeline.Dispatch(ctx, bindings, nil)) }

	wantEnded(t, endedUnderWay(cancelledIn, begin), context.Canceled)
	wantEnded(t, endedUnderWay(limitedTo, begin), context.DeadlineExceeded)
	wantEqual(t, out[0], 7)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	wantEqual(t, begin(ctx), context.Canceled) // nothing is begun
	run(t, pipeline, In("n", []uint32{3}), Out("out", out))
	wantEqual(t, out[0], 3)
}

func TestCancelledWorkOfADeviceTouchesNothing(t *testing.T) {
	pipeline := compile(t, openID(t, newTestContext(t, nil), "vulkan"), long)
	for i := range 50 {
		ctx, cancel := context.WithCancel(context.Background())
		out := []uint32{7}
		time.AfterFunc(time.Duration(i)*20*time.Microsecond, cancel)
		_, err := pipeline.Dispatch(ctx, []Binding{In("n", []uint32{60000}), Out("out", out)}, nil)
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
	pipeline := compile(t, oracle(t), long)
	bindings := []Binding{In("n", []uint32{slow}), Out("out", []uint32{7})}
	options := &DispatchOptions{Timeout: time.Millisecond, Label: "hurried"}
	wantError(t, failed(dispatch(pipeline, options, bindings...)), ErrTimedOut, "'hurried'")
	wantError(t, failed(pipeline.Dispatch(t.Context(), bindings, options)), ErrTimedOut, "'hurried'")
}

func TestManyGoroutinesShareAPipeline(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		pipeline := compile(t, device, increment)
		contexts := []context.Context{context.Background(), t.Context()}
		goroutines(8, func(number int) {
			for i := range uint32(20) {
				g, out := uint32(number), make([]uint32, 2)
				bindings := []Binding{In("a", []uint32{g, i}), Out("out", out)}
				if _, err := pipeline.Dispatch(contexts[i%2], bindings, nil); err != nil {
					t.Error(err)
				}
				wantSlice(t, out, []uint32{g + 1, i + 1})
			}
		}).Wait()
	})
}

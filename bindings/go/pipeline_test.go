package vyre

import (
	"context"
	"errors"
	"sync"
	"testing"
)

func TestPipelinesComeAtOnce(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		program := load(t, increment)
		pipeline, work, err := device.StartPipeline(program, &PipelineOptions{Label: "late"})
		if err != nil {
			t.Fatal(err)
		}
		defer pipeline.Close()
		defer work.Close()
		wantEqual(t, must(pipeline.State())(t), WorkRunning)
		wantEqual(t, pipeline.Info().Label, "late")
		wantEqual(t, pipeline.Info().Workgroup, [3]uint32{})
		out := make([]uint32, 64)
		run := func() error { return failed(dispatch(pipeline, nil, In("a", make([]uint32, 64)), Out("out", out))) }
		wantError(t, run(), ErrNotReady, "still being compiled")
		if err := pipeline.Wait(context.Background()); err != nil {
			t.Fatal(err)
		}
		if err := work.Wait(context.Background()); err != nil {
			t.Fatal(err)
		}
		wantEqual(t, pipeline.Info().Workgroup, [3]uint32{64, 1, 1})
		if err := run(); err != nil {
			t.Fatal(err)
		}
		wantEqual(t, out[0], 1)
	})
}

func TestFailuresOfStartedPipelines(t *testing.T) {
	pipeline, work, err := oracle(t).StartPipeline(load(t, invalid), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer pipeline.Close()
	defer work.Close()
	wantError(t, pipeline.Wait(context.Background()), ErrInvalidProgram, "absent")
	wantError(t, pipeline.Err(), ErrInvalidProgram, "absent")
	wantError(t, work.Wait(context.Background()), ErrInvalidProgram, "absent")
}

func TestEightGoroutinesStartPipelinesAndLeaveThem(t *testing.T) {
	c := newTestContext(t, &ContextOptions{OwnThreads: true})
	device := openID(t, c, "cpu-ref")
	program := opened(c.LoadProgram([]byte(increment), nil))(t)
	var all sync.WaitGroup
	for g := 0; g < 8; g++ {
		all.Add(1)
		go func() {
			defer all.Done()
			for round := 0; round < 10; round++ {
				pipeline, work, err := device.StartPipeline(program, nil)
				if err != nil {
					t.Error(err)
					return
				}
				if (g+round)%3 == 0 {
					if err := pipeline.Wait(context.Background()); err != nil {
						t.Error(err)
					}
				}
				work.Close()
				pipeline.Close()
			}
		}()
	}
	all.Wait()
}

func TestKeptAndWarmPipelines(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		program := load(t, increment)
		kept := &PipelineOptions{Flags: PipelineOnlyCached}
		wantError(t, failed(device.CreatePipeline(program, kept)), ErrNotReady, "is not kept")
		opened(device.CreatePipeline(program, &PipelineOptions{Flags: PipelineWarm}))(t)
		if device.Info().ID != "cpu-ref" {
			wantEqual(t, opened(device.CreatePipeline(program, kept))(t).Info().Origin, OriginMemory)
		}
	})
}

func TestWhatADeviceLacksIsToldBefore(t *testing.T) {
	c := newTestContext(t, nil)
	for _, id := range []string{"cpu-ref", "vulkan"} {
		device := openID(t, c, id)
		program := load(t, increment)
		if err := device.CheckProgram(program, nil); err != nil {
			t.Error(err)
		}
		err := device.CheckProgram(program, &PipelineOptions{Workgroup: [3]uint32{1 << 20, 1, 1}})
		wantError(t, err, ErrUnsupportedFeature, "invocations")
		var lack *Error
		if !errors.As(err, &lack) || lack.Info.Findings[0].Code != "max_workgroup_invocations" {
			t.Errorf("no finding in %v", err)
		}
		op := must(c.Registry())(t).Find("core.indirect_dispatch")
		wantError(t, device.CheckOp(op), ErrUnsupportedFeature, "cannot run on")
		wantError(t, device.CheckOp(Op{}), ErrInvalidArgument, "op")
	}
}

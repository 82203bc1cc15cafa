package vyre

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

func TestClosedObjectsAreRefused(t *testing.T) {
	c := newTestContext(t, nil)
	device := openID(t, c, "cpu-ref")
	program := load(t, increment)
	pipeline := compileProgram(t, device, program)
	buffer := must(device.CreateBuffer(4, nil))(t)
	builder := c.NewBuilder()
	work := start(t, pipeline, In("a", []uint32{1}), Out("out", []uint32{0}))
	for range 2 {
		c.Close()
		device.Close()
		program.Close()
		pipeline.Close()
		buffer.Close()
		builder.Close()
		work.Close()
	}
	refusals(t, c, device, program, pipeline, buffer, builder, work)
}

func TestNilAndZeroObjectsAreRefused(t *testing.T) {
	refusals(t, nil, nil, nil, nil, nil, nil, nil)
	refusals(t, &Context{}, &Device{}, &Program{}, &Pipeline{}, &Buffer{}, &Builder{}, &Work{})
	(*Context)(nil).Close()
	(&Work{}).Close()
}

// refusals makes a call to each of these unusable objects.
func refusals(t *testing.T, c *Context, device *Device, program *Program, pipeline *Pipeline,
	buffer *Buffer, builder *Builder, work *Work) {
	t.Helper()
	_, noRegistry := c.Registry()
	_, noBackends := c.ListBackends()
	_, noPipeline := device.CreatePipeline(program, nil)
	_, noMetrics := device.Metrics()
	_, noWire := program.Save(nil)
	_, noResult := pipeline.Dispatch(context.Background(), nil, nil)
	_, noWork := pipeline.DispatchAsync(nil, nil)
	_, noPlan := pipeline.CreatePlan(nil, nil)
	_, noState := work.State()
	_, noDevice := work.Device()
	_, noPoint := work.Point()
	_, noFinish := builder.Finish()
	for _, err := range []error{noRegistry, noBackends, noPipeline, noMetrics, noWire, noResult, noWork, noPlan,
		noState, noDevice, noPoint, noFinish, program.Validate(nil), buffer.Write(0, nil), buffer.Read(0, nil),
		buffer.Free(), work.Wait(context.Background()), work.Wait(t.Context()), work.Collect(context.Background(), nil),
		work.OnComplete(func(WorkState) {}), work.Err(), builder.Err(), device.WaitIdle(context.Background())} {
		wantError(t, err, ErrInvalidArgument, "is NULL")
	}
	wantEqual(t, device.Info().ID+program.Info().Label+pipeline.Info().Label, "")
	wantEqual(t, device.IsLost(), false)
	wantEqual(t, buffer.Info(), BufferInfo{})
	builder.If(builder.Bool(true), func() { builder.Return() })
	wantEqual(t, builder.U32(1), Expr{})
	wantEqual(t, builder.Input("a", U32), Parameter{})
}

func TestClosedObjectsAreNotLeftOutInSilence(t *testing.T) {
	registry := must(must(SharedContext())(t).Registry())(t)
	program := load(t, increment)
	registry.Close()
	wantError(t, program.Validate(&ValidateOptions{Registry: registry}), ErrInvalidArgument, "the registry is nil or closed")
	wantError(t, program.Validate(&ValidateOptions{Registry: &Registry{}}), ErrInvalidArgument, "the registry is nil or closed")
}

func TestObjectsGoAfterTheLastCall(t *testing.T) {
	var destroyed atomic.Int32
	owner := new(int)
	h := own(owner, owner, func(*int) { destroyed.Add(1) })
	p := h.use()
	h.close()
	h.close()
	wantEqual(t, h.use(), nil)
	wantEqual(t, destroyed.Load(), 0)
	h.done(p)
	wantEqual(t, destroyed.Load(), 1)
}

func TestClosingBesideCalls(t *testing.T) {
	device := oracle(t)
	program := load(t, increment)
	for range 20 {
		pipeline := compileProgram(t, device, program)
		group := goroutines(4, func(int) {
			var err error
			for err == nil {
				_, err = dispatch(pipeline, nil, In("a", []uint32{1}), Out("out", []uint32{0}))
			}
			wantError(t, err, ErrInvalidArgument, "pipeline is NULL")
		})
		time.Sleep(time.Millisecond)
		pipeline.Close()
		group.Wait()
	}
}

// TestObjectsLiveUntilTheirLastCallHasThem makes calls on objects that nobody holds meanwhile, while
// the collector runs.
func TestObjectsLiveUntilTheirLastCallHasThem(t *testing.T) {
	stop := make(chan struct{})
	collector := goroutines(1, func(int) {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	})
	for range 200 {
		registry := must(must(SharedContext())(t).Registry())(t)
		ok(t, must(LoadProgram([]byte(increment), nil))(t).Validate(&ValidateOptions{Registry: registry}))
	}
	close(stop)
	collector.Wait()
}

func TestUnreachableObjectsAreGivenBack(t *testing.T) {
	freed := make(chan struct{})
	func() {
		log := &struct{ name string }{"a log"} // lives as long as the context's callback
		runtime.AddCleanup(log, func(int) { close(freed) }, 0)
		c := must(NewContext(&ContextOptions{Log: func(LogLevel, string) { _ = log.name }}))(t)
		must(c.OpenDevice(&DeviceOptions{ID: "cpu-ref"}))(t)
	}()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		runtime.GC()
		select {
		case <-freed:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Error("neither the context nor its callback was given back")
}

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
	backend := acquire(t, c, "cpu-ref")
	program := load(t, increment)
	pipeline := compileProgram(t, backend, program)
	buffer := must(backend.CreateBuffer(4))(t)
	builder := must(c.CreateBuilder())(t)
	pending := start(t, pipeline, Input(0, []uint32{1}), Output(1, []uint32{0}))
	for range 2 {
		c.Close()
		backend.Close()
		program.Close()
		pipeline.Close()
		buffer.Close()
		builder.Close()
		pending.Close()
	}
	refusals(t, c, backend, program, pipeline, buffer, builder, pending)
}

func TestNilAndZeroObjectsAreRefused(t *testing.T) {
	refusals(t, nil, nil, nil, nil, nil, nil, nil)
	refusals(t, &Context{}, &Backend{}, &Program{}, &Pipeline{}, &Buffer{}, &Builder{}, &Pending{})
	(*Context)(nil).Close()
	(&Pending{}).Close()
}

// refusals makes a call to each of these unusable objects.
func refusals(t *testing.T, c *Context, backend *Backend, program *Program, pipeline *Pipeline,
	buffer *Buffer, builder *Builder, pending *Pending) {
	t.Helper()
	_, noBackend := c.AcquireBackend("cpu-ref", nil)
	_, noProgram := c.LoadProgram([]byte(increment))
	_, noBuilder := c.CreateBuilder()
	_, noPipeline := backend.CreatePipeline(program, nil)
	_, noProfile := backend.Profile()
	_, noInfo := program.Buffers()
	_, noWire := program.Encode()
	_, noResult := pipeline.Dispatch(context.Background(), nil, nil)
	_, noPending := pipeline.DispatchAsync(nil, nil)
	_, noState := pending.Poll()
	_, noFinish := builder.Finish()
	for _, err := range []error{noBackend, noProgram, noBuilder, noPipeline, noProfile, noInfo, noWire,
		noResult, noPending, noState, noFinish, program.Validate(nil), buffer.Write(0, nil), buffer.Read(0, nil),
		buffer.Free(), pending.Wait(context.Background()), pending.Collect(context.Background(), nil),
		pending.OnComplete(func(State) {}), builder.Status()} {
		wantError(t, err, ErrInvalidArgument, "is NULL")
	}
	wantEqual(t, backend.ID()+backend.Version(), "")
	wantEqual(t, buffer.Size(), 0)
	builder.If(builder.Boolean(true), func() { builder.Return() })
	wantEqual(t, builder.U32(1), Expr{})
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
	backend := acquire(t, newTestContext(t, nil), "cpu-ref")
	program := load(t, increment)
	for range 20 {
		pipeline := compileProgram(t, backend, program)
		group := goroutines(4, func(int) {
			var err error
			for err == nil {
				_, err = dispatch(pipeline, nil, Input(0, []uint32{1}), Output(1, []uint32{0}))
			}
			wantError(t, err, ErrInvalidArgument, "|pipeline| is NULL")
		})
		time.Sleep(time.Millisecond)
		pipeline.Close()
		group.Wait()
	}
}

func TestUnreachableObjectsAreGivenBack(t *testing.T) {
	freed := make(chan struct{})
	func() {
		log := &struct{ name string }{"a log"} // lives as long as the context's callback
		runtime.AddCleanup(log, func(int) { close(freed) }, 0)
		c := must(CreateContext(&ContextOptions{Log: func(LogLevel, string) { _ = log.name }}))(t)
		must(c.AcquireBackend("cpu-ref", nil))(t)
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

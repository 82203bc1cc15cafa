package vyre

// #include "all.h"
import "C"

import (
	"context"
	"time"
)

// Split says how a program with grid barriers runs. Of others nothing depends on it.
type Split uint32

const (
	SplitAutomatic Split = C.VYRE_SPLIT_AUTOMATIC // whole where the device can, else cut at its barriers
	SplitNever     Split = C.VYRE_SPLIT_NEVER     // whole, or [ErrCooperativeResidency]
	SplitAlways    Split = C.VYRE_SPLIT_ALWAYS    // cut, also where it need not be
)

// PushRange is bytes at an offset of the push constants of a SPIR-V module.
type PushRange struct {
	Offset uint64
	Data   []byte
}

func (r PushRange) toC(l *loan) C.vyre_push_range {
	return C.vyre_push_range{
		data: pinnedBytes(r.Data, l), size: C.size_t(len(r.Data)), offset: C.uint64_t(r.Offset),
	}
}

// DispatchOptions says how a pipeline runs. At most one of Shape, Grid and GridBuffer is given; with
// none, a program that looks at one axis gets an invocation for each element of the largest parameter
// that it writes (of any, with atomics or workgroup memory), and others are [ErrInvalidArgument].
type DispatchOptions struct {
	// Exactly these invocations run; an axis that is not used is 1. A program that needs whole
	// workgroups wants multiples of their size. The shape of a module is rounded up to whole
	// workgroups, and its own code has to look at the rest.
	Shape [3]uint32
	// So many of the program's own workgroups run, whole. Where the device chose the size, it is the
	// shape of as many invocations.
	Grid [3]uint32
	// Three u32, workgroups on each axis, from GridOffset on, a multiple of 4; read when the device
	// gets there.
	GridBuffer *Buffer
	GridOffset uint64
	// Ask the device how long it took.
	Timed bool
	// Repeat the program until a pass changes no byte of what it may write, Iterations times at the
	// longest; [DispatchResult].Iterations tells how many passes ran. Right where one more pass would
	// change nothing either. Each pass is a submission that is waited for, and costs a copy on the
	// device. For Dispatch with a context that never ends, such as context.Background(): Timeout
	// limits it.
	UntilStable bool
	// Of a program that looks at 2 or 3 axes, without a shape or grid: it runs on the square or cube
	// that covers its element count, as published drivers do.
	SquareGrid bool
	// A zero on an axis of the shape or grid that is given runs nothing, and so do both {0, 0, 0}.
	MayBeEmpty bool
	// Behind it the work is cancelled, that of DispatchAsync too, and has failed with [ErrTimedOut];
	// 0: no limit.
	Timeout time.Duration
	Label   string // names the dispatch in messages and debugging tools
	Split   Split
	// How often the program runs on the same buffers, each time after the other; with segments of a
	// program that is cut 65,536 runs at the longest. 0: once.
	Iterations uint32
	// Push constants of a SPIR-V module, the later above the earlier. Every member is given.
	Push []PushRange
	// The work begins behind all of WaitPoints, and reaches SignalPoints at its end, failed or not.
	WaitPoints   []SyncPoint
	SignalPoints []SyncPoint
}

func (o *DispatchOptions) desc(l *loan) C.vyre_dispatch_desc {
	o = given(o)
	desc := C.vyre_dispatch_desc{
		struct_size: C.sizeof_vyre_dispatch_desc,
		flags:       o.flags(),
		label:       pinned(o.Label, l),
		timeout_ns:  timeout(o.Timeout, "DispatchOptions.Timeout", l),
		shape:       toAxes(o.Shape),
		grid:        toAxes(o.Grid),
		grid_buffer: borrow(l, o.GridBuffer, "buffer of DispatchOptions.GridBuffer"),
		grid_offset: C.uint64_t(o.GridOffset),
		split:       C.vyre_split(o.Split),
		iterations:  C.uint32_t(max(o.Iterations, 1)),
	}
	desc.push, desc.push_count = pinnedList(o.Push, l, PushRange.toC)
	desc.wait_points, desc.wait_point_count = pinnedList(o.WaitPoints, l, SyncPoint.toC)
	desc.signal_points, desc.signal_point_count = pinnedList(o.SignalPoints, l, SyncPoint.toC)
	return desc
}

func (o *DispatchOptions) flags() C.vyre_dispatch_flags {
	return flag(o.Timed, C.VYRE_DISPATCH_TIMED) |
		flag(o.UntilStable, C.VYRE_DISPATCH_UNTIL_STABLE) |
		flag(o.SquareGrid, C.VYRE_DISPATCH_SQUARE_GRID) |
		flag(o.MayBeEmpty, C.VYRE_DISPATCH_MAY_BE_EMPTY)
}

// GridFor is options with the grid of whole workgroups that covers x * y * z invocations. Where the
// device chose the workgroup size, they have that exact shape.
func (p *Pipeline) GridFor(x, y, z uint32) *DispatchOptions {
	c, h := use(p)
	defer h.done(c)
	desc := C.vyre_grid_for(c, C.uint32_t(x), C.uint32_t(y), C.uint32_t(z))
	return &DispatchOptions{Shape: axes(desc.shape), Grid: axes(desc.grid)}
}

// DispatchResult is what is known about work that has ended. A time that was not measured is
// [UnknownTime].
type DispatchResult struct {
	HostTime    time.Duration // from the submission to the observed end
	EnqueueTime time.Duration // of the host: from the call to the submission; unknown with UntilStable
	WaitTime    time.Duration // of the host: waiting for the end, of all who waited; likewise
	DeviceTime  time.Duration // measured by the device; needs Timed
	OutputBytes uint64        // written to slices
	Grid        [3]uint32     // workgroups that ran; all 0 with a GridBuffer
	Workgroup   [3]uint32     // invocations of each
	Iterations  uint32        // how often the program ran
	Segments    uint32        // that it was cut into; 1: it was not
}

func dispatchResult(r *C.vyre_dispatch_result) DispatchResult {
	return DispatchResult{
		HostTime:    duration(r.host_ns),
		EnqueueTime: duration(r.enqueue_ns),
		WaitTime:    duration(r.wait_ns),
		DeviceTime:  duration(r.device_ns),
		OutputBytes: uint64(r.output_bytes),
		Grid:        axes(r.grid),
		Workgroup:   axes(r.workgroup),
		Iterations:  uint32(r.iterations),
		Segments:    uint32(r.segments),
	}
}

// Dispatch runs the pipeline and waits for the end. Bindings come in any order, each parameter once.
// Inputs are read from, outputs written to the caller's slices; after an error no output is written.
//
// When ctx ends first, the work is cancelled, and the call returns at once, with an error that is both
// ctx.Err() and [ErrCancelled]. What the device has got ends by itself and touches nothing of the
// caller's.
//
// A missing, doubled or wrong-sized binding is [ErrInvalidArgument], one that no parameter has
// [ErrNotFound]; each names parameter, slot and sizes. Too small an output is [ErrOutputTooSmall]. A
// program that traps is [ErrDispatchFailed].
func (p *Pipeline) Dispatch(ctx context.Context, bindings []Binding, options *DispatchOptions) (DispatchResult, error) {
	if !canEnd(ctx) {
		return p.dispatch(bindings, options)
	}
	if options != nil && options.UntilStable {
		return DispatchResult{}, mistake(ErrInvalidArgument,
			"DispatchOptions.UntilStable is set and the context can end, which would leave passes to come. Fix: use context.Background() and DispatchOptions.Timeout")
	}
	return p.dispatchUntil(ctx, bindings, options)
}

// dispatch waits in the library, however long it takes.
func (p *Pipeline) dispatch(bindings []Binding, options *DispatchOptions) (DispatchResult, error) {
	c, h := use(p)
	defer h.done(c)
	bound := bind(bindings)
	defer bound.end()
	desc := options.desc(&bound.loan)
	if bound.err != nil {
		return DispatchResult{}, bound.err
	}
	result := blank[C.vyre_dispatch_result]()
	if err := take(C.vyre_dispatch(c, bound.first(), bound.count(), &desc, &result)); err != nil {
		return DispatchResult{}, err
	}
	return dispatchResult(&result), nil
}

// dispatchUntil has the work cancelled when ctx ends: results are fetched only after the end.
func (p *Pipeline) dispatchUntil(ctx context.Context, bindings []Binding, options *DispatchOptions) (DispatchResult, error) {
	if err := ctx.Err(); err != nil {
		return DispatchResult{}, err
	}
	work, err := p.DispatchAsync(bindings, options)
	if err != nil {
		return DispatchResult{}, err
	}
	defer work.Close()
	if err := work.Collect(ctx, bindings); err != nil {
		return DispatchResult{}, err
	}
	return work.Result()
}

// DispatchAsync starts the pipeline and returns at once; inputs are copied before. Bindings as for
// Dispatch, but nothing is written to outputs: results are fetched with [Work.Collect], for which Out
// and InOut mark the parameters and give their sizes.
func (p *Pipeline) DispatchAsync(bindings []Binding, options *DispatchOptions) (*Work, error) {
	var out *C.vyre_work
	if err := p.start(bindings, options, &out); err != nil {
		return nil, err
	}
	return owned[Work](out, nil), nil
}

// Start is DispatchAsync without an object for the work. [Device.WaitIdle] waits for it, and tells
// when it has failed.
func (p *Pipeline) Start(bindings []Binding, options *DispatchOptions) error {
	return p.start(bindings, options, nil)
}

func (p *Pipeline) start(bindings []Binding, options *DispatchOptions, out **C.vyre_work) error {
	c, h := use(p)
	defer h.done(c)
	bound := bind(bindings)
	defer bound.end()
	desc := options.desc(&bound.loan)
	if bound.err != nil {
		return bound.err
	}
	return take(C.vyre_dispatch_async(c, bound.first(), bound.count(), &desc, out))
}

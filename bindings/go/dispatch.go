package vyre

// #include <vyre_driver.h>
import "C"

import (
	"context"
	"runtime"
	"time"
)

// Cooperative says how a program with grid barriers runs; for any other it makes no difference.
type Cooperative uint32

const (
	// CooperativeAutomatic: as it is where the backend holds the whole grid at a barrier or takes such
	// programs as they are, and with one workgroup; else cut into segments, all in one submission.
	CooperativeAutomatic Cooperative = C.VYRE_COOPERATIVE_AUTOMATIC
	CooperativeForce     Cooperative = C.VYRE_COOPERATIVE_FORCE  // as it is, or [ErrCooperativeResidency]
	CooperativeForbid    Cooperative = C.VYRE_COOPERATIVE_FORBID // cut, also where it need not be
)

// DispatchOptions says how a pipeline runs.
type DispatchOptions struct {
	// Workgroups on each axis, all at least 1. All zero: the grid covers the element count, which is
	// the largest count of an output or in-out buffer; of any buffer when there is none of these,
	// the program has workgroup memory or uses atomics.
	Grid [3]uint32
	// Ask the device how long it took.
	Timed bool
	// Longest wait of Dispatch; 0: without limit. After it the call fails with [ErrTimedOut],
	// nothing is written to slices, and the work ends by itself. DispatchAsync does not use it.
	Timeout     time.Duration
	Label       string // names the dispatch in messages and debugging tools
	Cooperative Cooperative
	// How often the whole program runs on the same buffers, each time seeing what was written before;
	// with the segments of a program that is cut at most 65,536 runs. 0: once.
	Iterations uint32
	// Repeat the program until nothing changes: Iterations times at most, any number of them, and not
	// again after a pass that has changed no byte of what the program may write.
	// [DispatchResult].Iterations tells how many passes ran. Right where a pass is a function of the
	// buffers alone. Each pass is a submission that is waited for, with a copy and a comparison of what
	// is written; see VYRE_DISPATCH_UNTIL_STABLE in the header. For Dispatch with a context that never
	// ends, such as context.Background(): Timeout limits it.
	UntilStable bool
	// For pipelines from SPIR-V modules: the push constants, from the first byte of their block on, and
	// then ranges of them, the later above the earlier. Every member has to be given.
	PushConstants []byte
	PushRanges    []PushRange
}

// desc is the C form, which borrows memory until the pinner is unpinned.
func (o *DispatchOptions) desc(pinner *runtime.Pinner) C.vyre_dispatch_desc {
	desc := C.vyre_dispatch_desc{struct_size: C.sizeof_vyre_dispatch_desc}
	if o == nil {
		return desc
	}
	desc.label = pinned(o.Label, pinner)
	desc.timeout_ns = C.uint64_t(o.Timeout)
	desc.flags = flag(o.Timed, C.VYRE_DISPATCH_TIMED) | flag(o.UntilStable, C.VYRE_DISPATCH_UNTIL_STABLE)
	if o.Grid != [3]uint32{} {
		desc.set |= C.VYRE_DISPATCH_SET_GRID
		desc.grid = toAxes(o.Grid)
	}
	desc.cooperative = C.uint32_t(o.Cooperative)
	if o.Iterations != 0 {
		desc.set |= C.VYRE_DISPATCH_SET_ITERATIONS
		desc.iterations = C.uint32_t(o.Iterations)
	}
	desc.push_constants = pinnedBytes(o.PushConstants, pinner)
	desc.push_constant_bytes = C.uint64_t(len(o.PushConstants))
	ranges, count := pinnedList(o.PushRanges, pinner, PushRange.toC)
	desc.push_ranges, desc.push_range_count = ranges, C.uint64_t(count)
	return desc
}

// DispatchResult is what is known about a dispatch when it has ended.
type DispatchResult struct {
	HostTime      time.Duration // from the submission to the observed end
	DeviceTime    time.Duration // counts only with HasDeviceTime; never invented
	HasDeviceTime bool          // the device measured DeviceTime
	OutputBytes   uint64        // sum of what was written to slices
	Grid          [3]uint32     // workgroups that ran
	Workgroup     [3]uint32     // invocations of each
	Iterations    uint32        // how often the whole program ran
}

func dispatchResult(r *C.vyre_dispatch_result) DispatchResult {
	return DispatchResult{
		HostTime:      time.Duration(r.host_ns),
		DeviceTime:    time.Duration(r.device_ns),
		HasDeviceTime: r.set&C.VYRE_RESULT_DEVICE_NS != 0,
		OutputBytes:   uint64(r.output_bytes),
		Grid:          axes(r.grid),
		Workgroup:     axes(r.workgroup),
		Iterations:    uint32(r.iterations),
	}
}

// Dispatch runs the pipeline and waits for the end. Bindings come in any order, each buffer once.
// Input is read from, output written to the caller's slices; after an error no output is written.
//
// When ctx ends first, the call returns ctx.Err() at once. The device goes on with the work, which
// ends by itself and touches nothing of the caller's.
//
// A missing, unknown, doubled or wrong-sized binding is [ErrInvalidArgument], or [ErrNotFound], and
// names buffer, slot and sizes; too small an output is [ErrInsufficientCapacity]. A program that
// traps is [ErrDispatchFailed].
func (p *Pipeline) Dispatch(ctx context.Context, bindings []Binding, options *DispatchOptions) (DispatchResult, error) {
	if options != nil && options.Timeout < 0 {
		return DispatchResult{}, mistake(ErrInvalidArgument,
			"DispatchOptions.Timeout is "+options.Timeout.String()+". Fix: give a positive time, or 0 to wait without limit.")
	}
	if !canEnd(ctx) {
		return p.dispatch(bindings, options)
	}
	if options != nil && options.UntilStable {
		return DispatchResult{}, mistake(ErrInvalidArgument,
			"DispatchOptions.UntilStable is set and the context can end, which would leave passes to come. Fix: use context.Background() and DispatchOptions.Timeout.")
	}
	return p.dispatchUntil(ctx, bindings, options)
}

// dispatch waits in the library, however long it takes.
func (p *Pipeline) dispatch(bindings []Binding, options *DispatchOptions) (DispatchResult, error) {
	c, h := use(p)
	defer h.done(c)
	bound := bind(bindings)
	defer bound.release()
	desc := options.desc(&bound.pinner)
	result := blank[C.vyre_dispatch_result]()
	err := take(C.vyre_dispatch(c, bound.first(), bound.count(), &desc, &result))
	return dispatchResult(&result), err
}

// dispatchUntil leaves the work alone when ctx ends: results are fetched only after the end.
func (p *Pipeline) dispatchUntil(ctx context.Context, bindings []Binding, options *DispatchOptions) (DispatchResult, error) {
	if err := ctx.Err(); err != nil {
		return DispatchResult{}, err
	}
	pending, err := p.DispatchAsync(bindings, options)
	if err != nil {
		return DispatchResult{}, err
	}
	defer pending.Close()
	if err := pending.waitAtMost(ctx, options); err != nil {
		return DispatchResult{}, err
	}
	if err := pending.collect(bindings); err != nil {
		return DispatchResult{}, err
	}
	return pending.Result()
}

// DispatchAsync starts the pipeline and returns at once; inputs are copied before. Bindings as for
// Dispatch, but nothing is written to outputs: results are fetched with [Pending.Collect], for
// which Output and InOut mark the buffers and give their sizes.
func (p *Pipeline) DispatchAsync(bindings []Binding, options *DispatchOptions) (*Pending, error) {
	c, h := use(p)
	defer h.done(c)
	bound := bind(bindings)
	defer bound.release()
	desc := options.desc(&bound.pinner)
	var out *C.vyre_pending
	return made[Pending](C.vyre_dispatch_async(c, bound.first(), bound.count(), &desc, &out), &out)
}

package vyre

// #include "all.h"
import "C"

import (
	"context"
	"time"
	"unsafe"
)

// SequenceOptions says how a sequence behaves.
type SequenceOptions struct {
	Timed      bool   // ask the device how long each run takes
	TimedSteps bool   // ask the device how long each step takes, and each run
	Label      string // names the sequence in messages
	// How many runs with updates, of steps that write or read, or timed ones, may be under way at
	// once. 0: one.
	RunsInFlight uint32
}

func (o *SequenceOptions) desc(l *loan) C.vyre_sequence_desc {
	o = given(o)
	return C.vyre_sequence_desc{
		struct_size:    C.sizeof_vyre_sequence_desc,
		flags:          flag(o.Timed, C.VYRE_SEQUENCE_TIMED) | flag(o.TimedSteps, C.VYRE_SEQUENCE_TIMED_STEPS),
		label:          pinned(o.Label, l),
		runs_in_flight: C.uint32_t(max(o.RunsInFlight, 1)),
	}
}

// The number of a step, one type for each kind: 0, 1, and so on through all kinds.
type (
	DispatchStep uint32 // for [StepUpdate]
	CopyStep     uint32
	FillStep     uint32
	WriteStep    uint32 // for [Sequence.SetBytes]
	ReadStep     uint32 // for [Sequence.GetBytes]
)

// Sequence is dispatches, copies, fills, writes and reads that run in order, each seeing what those before
// it wrote: recorded once, run as often as asked for.
//
// While a run is under way no step is added; that is [ErrNotReady]. Many runs may be under way at
// once; those with updates, of steps that write or read, and timed ones are at most RunsInFlight. A sequence keeps
// the pipelines and buffers of its steps alive; a buffer that is freed makes the next run fail by its
// name.
type Sequence struct{ handle *handle[*C.vyre_sequence] }

// CreateSequence makes a sequence without steps. It keeps the device alive.
func (d *Device) CreateSequence(options *SequenceOptions) (*Sequence, error) {
	p, h := use(d)
	defer h.done(p)
	var l loan
	defer l.end()
	desc := options.desc(&l)
	var out *C.vyre_sequence
	return made[Sequence](C.vyre_sequence_create(p, &desc, &out), &out)
}

// AddDispatch adds a dispatch, on anything but slices. Of the options Timeout, points, Timed and
// UntilStable are refused: they belong to the run. After an error nothing is added. May compile.
func (s *Sequence) AddDispatch(pipeline *Pipeline, bindings []Binding, options *DispatchOptions) (DispatchStep, error) {
	c, h := use(s)
	defer h.done(c)
	p, ph := use(pipeline)
	defer ph.done(p)
	bound := bind(bindings)
	defer bound.end()
	desc := options.desc(&bound.loan)
	if bound.err != nil {
		return 0, bound.err
	}
	var step C.uint32_t
	err := take(C.vyre_sequence_add_dispatch(c, p, bound.first(), bound.count(), &desc, &step))
	return DispatchStep(step), err
}

// AddCopy adds a copy of size bytes between buffers, or ranges of one that do not overlap.
func (s *Sequence) AddCopy(from *Buffer, fromOffset uint64, to *Buffer, toOffset, size uint64) (CopyStep, error) {
	c, h := use(s)
	defer h.done(c)
	f, fh := use(from)
	defer fh.done(f)
	t, th := use(to)
	defer th.done(t)
	var step C.uint32_t
	err := take(C.vyre_sequence_add_copy(c, f, C.uint64_t(fromOffset), t, C.uint64_t(toOffset), C.uint64_t(size), &step))
	return CopyStep(step), err
}

// AddFill adds a fill of size bytes from offset of the buffer with word, both multiples of 4.
func (s *Sequence) AddFill(buffer *Buffer, offset, size uint64, word uint32) (FillStep, error) {
	c, h := use(s)
	defer h.done(c)
	b, bh := use(buffer)
	defer bh.done(b)
	var step C.uint32_t
	err := take(C.vyre_sequence_add_fill(c, b, C.uint64_t(offset), C.uint64_t(size), C.uint32_t(word), &step))
	return FillStep(step), err
}

// AddWrite adds a write of data, copied now, to offset of the buffer.
func (s *Sequence) AddWrite(buffer *Buffer, offset uint64, data []byte) (WriteStep, error) {
	c, h := use(s)
	defer h.done(c)
	b, bh := use(buffer)
	defer bh.done(b)
	var step C.uint32_t
	err := take(C.vyre_sequence_add_write(c, b, C.uint64_t(offset), memory(data), C.size_t(len(data)), &step))
	return WriteStep(step), err
}

// AddRead adds a read of size bytes from offset of the buffer, for [Sequence.GetBytes].
func (s *Sequence) AddRead(buffer *Buffer, offset, size uint64) (ReadStep, error) {
	c, h := use(s)
	defer h.done(c)
	b, bh := use(buffer)
	defer bh.done(b)
	var step C.uint32_t
	err := take(C.vyre_sequence_add_read(c, b, C.uint64_t(offset), C.uint64_t(size), &step))
	return ReadStep(step), err
}

// StepUpdate is what changes in one dispatch of a sequence. What is zero or nil stays as it was. At
// most one of Shape, Grid and GridBuffer is given, and it replaces what the step had.
type StepUpdate struct {
	Step       DispatchStep
	Bindings   []Binding // those that change; not of slices
	Shape      [3]uint32
	Grid       [3]uint32
	GridBuffer *Buffer
	GridOffset uint64
	Iterations uint32
	Push       []PushRange // the bytes that change; copied
}

// updates is the C form of several; bound.first() has the bindings of all of them.
func updates(list []StepUpdate) (*bound, *C.vyre_step_update, C.size_t) {
	var all []Binding
	for _, update := range list {
		all = append(all, update.Bindings...)
	}
	bound := bind(all)
	if len(bound.list) != 0 {
		bound.pinner.Pin(bound.first())
	}
	at := 0
	first, count := pinnedList(list, &bound.loan, func(update StepUpdate, l *loan) C.vyre_step_update {
		c := update.toC(l)
		if n := len(update.Bindings); n != 0 {
			c.bindings, c.binding_count = &bound.list[at], C.size_t(n)
			at += n
		}
		return c
	})
	return bound, first, count
}

func (u StepUpdate) toC(l *loan) C.vyre_step_update {
	c := C.vyre_step_update{
		step:        C.uint32_t(u.Step),
		shape:       toAxes(u.Shape),
		grid:        toAxes(u.Grid),
		iterations:  C.uint32_t(u.Iterations),
		grid_buffer: borrow(l, u.GridBuffer, "buffer of StepUpdate.GridBuffer"),
		grid_offset: C.uint64_t(u.GridOffset),
	}
	c.push, c.push_count = pinnedList(u.Push, l, PushRange.toC)
	return c
}

// Update changes dispatches, all of them or, after an error, none. It costs what changes. It is
// [ErrNotReady] while a run is under way. May compile, where a program is cut at grid barriers.
func (s *Sequence) Update(changes ...StepUpdate) error {
	c, h := use(s)
	defer h.done(c)
	bound, first, count := updates(changes)
	defer bound.end()
	if bound.err != nil {
		return bound.err
	}
	return take(C.vyre_sequence_update(c, first, count))
}

// Clear takes all steps away; numbers begin at 0 again. What was allocated is kept for the next
// steps. It is [ErrNotReady] while a run is under way.
func (s *Sequence) Clear() error {
	c, h := use(s)
	defer h.done(c)
	return take(C.vyre_sequence_clear(c))
}

// SetBytes changes what a write writes, from offset of it on, to data, copied now. It holds from the
// next run on. Nothing is recorded again.
func (s *Sequence) SetBytes(step WriteStep, offset uint64, data []byte) error {
	c, h := use(s)
	defer h.done(c)
	return take(C.vyre_sequence_set_bytes(c, C.uint32_t(step), C.uint64_t(offset), memory(data), C.size_t(len(data))))
}

// GetBytes copies what a read read in the last run, from offset of it on, to data. It is
// [ErrNotReady] before the first run and while the last one is under way.
func (s *Sequence) GetBytes(step ReadStep, offset uint64, data []byte) error {
	c, h := use(s)
	defer h.done(c)
	return take(C.vyre_sequence_get_bytes(c, C.uint32_t(step), C.uint64_t(offset), memory(data), C.size_t(len(data))))
}

// Prepare records now what the next run would otherwise record first. Never needed.
func (s *Sequence) Prepare() error {
	c, h := use(s)
	defer h.done(c)
	return take(C.vyre_sequence_prepare(c))
}

// RunOptions says how a sequence runs once.
type RunOptions struct {
	Timeout      time.Duration // behind it the run is cancelled; 0: no limit
	Updates      []StepUpdate  // they hold from this run on; runs under way keep theirs
	WaitPoints   []SyncPoint   // the run begins behind all of them
	SignalPoints []SyncPoint   // reached when the run ends, also when it trapped
}

func (o *RunOptions) desc() (*bound, C.vyre_run_desc) {
	o = given(o)
	desc := C.vyre_run_desc{struct_size: C.sizeof_vyre_run_desc}
	bound, first, count := updates(o.Updates)
	l := &bound.loan
	desc.updates, desc.update_count = first, count
	desc.timeout_ns = timeout(o.Timeout, "RunOptions.Timeout", l)
	desc.wait_points, desc.wait_point_count = pinnedList(o.WaitPoints, l, SyncPoint.toC)
	desc.signal_points, desc.signal_point_count = pinnedList(o.SignalPoints, l, SyncPoint.toC)
	return bound, desc
}

// RunAsync starts a run and returns.
func (s *Sequence) RunAsync(options *RunOptions) (*Work, error) {
	var out *C.vyre_work
	if err := s.start(options, &out); err != nil {
		return nil, err
	}
	return owned[Work](out, nil), nil
}

// Start starts a run without an object for it; [Sequence.Wait] waits.
func (s *Sequence) Start(options *RunOptions) error { return s.start(options, nil) }

func (s *Sequence) start(options *RunOptions, out **C.vyre_work) error {
	c, h := use(s)
	defer h.done(c)
	bound, desc := options.desc()
	defer bound.end()
	if bound.err != nil {
		return bound.err
	}
	return take(C.vyre_sequence_run_async(c, &desc, out))
}

// State says how the last run stands now; WorkReady when there was none. Never blocks.
func (s *Sequence) State() (WorkState, error) { return s.look(0) }

func (s *Sequence) look(timeout nanoseconds) (WorkState, error) {
	c, h := use(s)
	defer h.done(c)
	var state C.vyre_work_state
	err := take(C.vyre_sequence_wait(c, timeout, &state))
	return WorkState(state), err
}

// Wait waits for the end of the last run and returns why it failed, nil when it has not. A trap fails
// all runs that were under way with the one that trapped. When ctx ends first, all runs under way are
// cancelled, and the error is both ctx.Err() and [ErrCancelled].
func (s *Sequence) Wait(ctx context.Context) error {
	defer cancelling(ctx, func() { _ = s.Cancel() })()
	state, err := s.look(forever)
	if err == nil && state == WorkFailed {
		err = s.Err()
	}
	return because(ctx, err)
}

// Cancel ends all runs under way: they have failed, as [ErrCancelled], and whoever waits learns it at
// once. What the device has got runs on, and what it read is dropped. Buffers may be written in part.
// Never blocks.
func (s *Sequence) Cancel() error {
	c, h := use(s)
	defer h.done(c)
	return take(C.vyre_sequence_cancel(c))
}

// Err says why the last run failed; nil when it has not (yet) failed.
func (s *Sequence) Err() error {
	c, h := use(s)
	defer h.done(c)
	var out *C.vyre_error
	if err := take(C.vyre_sequence_get_error(c, &out)); err != nil {
		return err
	}
	return take(out)
}

// SequenceResult is what is known about a sequence and its last run. A time that nobody measured is
// [UnknownTime].
type SequenceResult struct {
	HostTime   time.Duration // from the start of the last run to its observed end
	DeviceTime time.Duration // of the last run, measured by the device; only of timed sequences
	Runs       uint64        // that were started
	Steps      uint32        // that were added
	Barriers   uint32        // between steps, as last recorded; 0 where nothing is recorded
}

func sequenceResult(r *C.vyre_sequence_result) SequenceResult {
	return SequenceResult{
		HostTime:   duration(r.host_ns),
		DeviceTime: duration(r.device_ns),
		Runs:       uint64(r.runs),
		Steps:      uint32(r.steps),
		Barriers:   uint32(r.barriers),
	}
}

// Run starts a run and waits for its end, or fails with why it failed. When ctx ends first, the run is
// cancelled, and the error is both ctx.Err() and [ErrCancelled].
func (s *Sequence) Run(ctx context.Context, options *RunOptions) (SequenceResult, error) {
	if canEnd(ctx) {
		return s.runUntil(ctx, options)
	}
	c, h := use(s)
	defer h.done(c)
	bound, desc := options.desc()
	defer bound.end()
	if bound.err != nil {
		return SequenceResult{}, bound.err
	}
	result := blank[C.vyre_sequence_result]()
	if err := take(C.vyre_sequence_run(c, &desc, &result)); err != nil {
		return SequenceResult{}, err
	}
	return sequenceResult(&result), nil
}

// runUntil holds its run as an object, so that it waits for no other. Where the steps run inside
// RunAsync, the sequence is what can be cancelled meanwhile, once they have begun.
func (s *Sequence) runUntil(ctx context.Context, options *RunOptions) (SequenceResult, error) {
	if err := ctx.Err(); err != nil {
		return SequenceResult{}, err
	}
	started := make(chan struct{})
	stop := cancelling(ctx, func() {
		for under := true; under; {
			_ = s.Cancel()
			select {
			case <-started:
				under = false
			case <-time.After(slice):
			}
		}
	})
	run, err := s.RunAsync(options)
	close(started)
	stop()
	if err != nil {
		return SequenceResult{}, err
	}
	defer run.Close()
	if err := run.Wait(ctx); err != nil {
		return SequenceResult{}, err
	}
	return s.Result()
}

// Result is what is known about the sequence and its last run.
func (s *Sequence) Result() (SequenceResult, error) {
	c, h := use(s)
	defer h.done(c)
	result := blank[C.vyre_sequence_result]()
	if err := take(C.vyre_sequence_get_result(c, &result)); err != nil {
		return SequenceResult{}, err
	}
	return sequenceResult(&result), nil
}

// StepTimes fills times with how long each of the first steps took on the device in the last run.
// [UnknownTime] is a step that was not measured: without TimedSteps, while the run is under way, and
// where the device has no timestamps.
func (s *Sequence) StepTimes(times []time.Duration) error {
	c, h := use(s)
	defer h.done(c)
	ns := make([]C.uint64_t, len(times))
	if err := take(C.vyre_sequence_get_step_ns(c, unsafe.SliceData(ns), C.size_t(len(ns)))); err != nil {
		return err
	}
	for i := range times {
		times[i] = duration(ns[i])
	}
	return nil
}

// Close gives the sequence back without waiting. A run under way goes on.
func (s *Sequence) Close() { handleOf(s).close() }

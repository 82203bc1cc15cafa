package vyre

// #include <vyre_driver.h>
import "C"

import (
	"context"
	"runtime"
	"time"
)

// SequenceOptions says how a sequence is made.
type SequenceOptions struct {
	// Ask the device how long each run takes; runs then wait for each other on the host too.
	Timed bool
	Label string // names the sequence in messages
}

// desc is the C form, which borrows memory until the pinner is unpinned.
func (o *SequenceOptions) desc(pinner *runtime.Pinner) C.vyre_sequence_desc {
	o = given(o)
	return C.vyre_sequence_desc{
		struct_size: C.sizeof_vyre_sequence_desc,
		flags:       flag(o.Timed, C.VYRE_SEQUENCE_TIMED),
		label:       pinned(o.Label, pinner),
	}
}

// The number of a step, one type for each kind: 0, 1, and so on through all kinds.
type (
	DispatchStep uint32 // for [Sequence.SetDispatch]
	CopyStep     uint32
	WriteStep    uint32 // for [Sequence.SetBytes]
	ReadStep     uint32 // for [Sequence.GetBytes]
)

// Sequence is dispatches, copies, writes and reads that run in order, each seeing what those before
// it wrote: recorded once, run as often as asked for.
//
// While a run is under way nothing is added, set or got. Another run can begin when no step is a
// write or a read and the sequence is not timed. A buffer of a step keeps its memory; one that is
// freed makes the next run fail by its name.
type Sequence struct{ handle *handle[*C.vyre_sequence] }

// CreateSequence makes a sequence without steps. It keeps the backend alive, and with each step its
// pipeline and buffers. Neither submits nor blocks.
func (b *Backend) CreateSequence(options *SequenceOptions) (*Sequence, error) {
	p, h := use(b)
	defer h.done(p)
	var pinner runtime.Pinner
	defer pinner.Unpin()
	desc := options.desc(&pinner)
	var out *C.vyre_sequence
	return made[Sequence](C.vyre_sequence_create(p, &desc, &out), &out)
}

// AddDispatch adds a dispatch, on buffers and zeroes alone. Of the options the time limit does not
// count; Timed and UntilStable are refused. After an error nothing is added. May compile.
func (s *Sequence) AddDispatch(pipeline *Pipeline, bindings []Binding, options *DispatchOptions) (DispatchStep, error) {
	c, h := use(s)
	defer h.done(c)
	p, ph := use(pipeline)
	defer ph.done(p)
	bound := bind(bindings)
	defer bound.release()
	desc := options.desc(&bound.pinner)
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

// AddWrite adds a write of data, copied now, to offset of the buffer.
func (s *Sequence) AddWrite(buffer *Buffer, offset uint64, data []byte) (WriteStep, error) {
	c, h := use(s)
	defer h.done(c)
	b, bh := use(buffer)
	defer bh.done(b)
	var step C.uint32_t
	err := take(C.vyre_sequence_add_write(c, b, C.uint64_t(offset), memory(data), C.uint64_t(len(data)), &step))
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

// SetDispatch gives a dispatch other bindings, grid, iterations or push constants, all of them anew.
// The next run is recorded again. After an error the step is as it was.
func (s *Sequence) SetDispatch(step DispatchStep, bindings []Binding, options *DispatchOptions) error {
	c, h := use(s)
	defer h.done(c)
	bound := bind(bindings)
	defer bound.release()
	desc := options.desc(&bound.pinner)
	return take(C.vyre_sequence_set_dispatch(c, C.uint32_t(step), bound.first(), bound.count(), &desc))
}

// SetBytes changes what a write writes, from offset of it on, to data, copied now. Nothing is
// recorded again.
func (s *Sequence) SetBytes(step WriteStep, offset uint64, data []byte) error {
	c, h := use(s)
	defer h.done(c)
	return take(C.vyre_sequence_set_bytes(c, C.uint32_t(step), C.uint64_t(offset), memory(data), C.uint64_t(len(data))))
}

// GetBytes copies what a read read in the last run, from offset of it on, to data.
func (s *Sequence) GetBytes(step ReadStep, offset uint64, data []byte) error {
	c, h := use(s)
	defer h.done(c)
	return take(C.vyre_sequence_get_bytes(c, C.uint32_t(step), C.uint64_t(offset), memory(data), C.uint64_t(len(data))))
}

// Record records now what the next run would otherwise record first.
func (s *Sequence) Record() error {
	c, h := use(s)
	defer h.done(c)
	return take(C.vyre_sequence_record(c))
}

// Submit starts a run, to be held as an object, which has no outputs.
func (s *Sequence) Submit() (*Pending, error) {
	c, h := use(s)
	defer h.done(c)
	var out *C.vyre_pending
	return made[Pending](C.vyre_sequence_submit(c, &out), &out)
}

// Start starts a run without an object for it; [Sequence.Wait] waits.
func (s *Sequence) Start() error {
	c, h := use(s)
	defer h.done(c)
	return take(C.vyre_sequence_submit(c, nil))
}

// Poll says how the last run stands now; StateReady when there was none. Never blocks.
func (s *Sequence) Poll() (State, error) { return s.waitFor(0) }

// Wait waits for the end of the last run and returns why it failed, nil when it has not. A trap fails
// all runs that were under way with the one that trapped. When ctx ends first, it returns ctx.Err(),
// and the run goes on.
func (s *Sequence) Wait(ctx context.Context) error { return wait(ctx, s) }

func (s *Sequence) waitFor(timeout C.uint64_t) (State, error) {
	c, h := use(s)
	defer h.done(c)
	var state C.int32_t
	err := take(C.vyre_sequence_wait(c, timeout, &state))
	return State(state), err
}

// Status says why the last run failed: a new error each time. Nil when it has not (yet) failed.
func (s *Sequence) Status() error {
	c, h := use(s)
	defer h.done(c)
	return take(C.vyre_sequence_status(c))
}

// SequenceResult is what is known about the last run of a sequence.
type SequenceResult struct {
	HostTime      time.Duration // from the submission to the observed end; 0: not over
	DeviceTime    time.Duration // counts only with HasDeviceTime; never invented
	HasDeviceTime bool          // the sequence is timed and the device measured DeviceTime
	Runs          uint64        // that were started
	Steps         uint32
	Barriers      uint32 // between steps, as last recorded; 0 where nothing is recorded
}

func sequenceResult(r *C.vyre_sequence_result) SequenceResult {
	return SequenceResult{
		HostTime:      time.Duration(r.host_ns),
		DeviceTime:    time.Duration(r.device_ns),
		HasDeviceTime: r.set&C.VYRE_SEQUENCE_RESULT_DEVICE_NS != 0,
		Runs:          uint64(r.runs),
		Steps:         uint32(r.steps),
		Barriers:      uint32(r.barriers),
	}
}

// Run starts a run and waits for its end, or fails with why it failed. When ctx ends first, it
// returns ctx.Err(), and a run that has begun goes on.
func (s *Sequence) Run(ctx context.Context) (SequenceResult, error) {
	if canEnd(ctx) {
		return s.runUntil(ctx)
	}
	c, h := use(s)
	defer h.done(c)
	result := blank[C.vyre_sequence_result]()
	err := take(C.vyre_sequence_run(c, &result))
	return sequenceResult(&result), err
}

// runUntil holds its run as an object, so that it waits for no other.
func (s *Sequence) runUntil(ctx context.Context) (SequenceResult, error) {
	if err := ctx.Err(); err != nil {
		return SequenceResult{}, err
	}
	run, err := s.Submit()
	if err != nil {
		return SequenceResult{}, err
	}
	defer run.Close()
	if err := run.Wait(ctx); err != nil {
		return SequenceResult{}, err
	}
	return s.Result()
}

// Result is what is known about the last run, and how many there were.
func (s *Sequence) Result() (SequenceResult, error) {
	c, h := use(s)
	defer h.done(c)
	result := blank[C.vyre_sequence_result]()
	err := take(C.vyre_sequence_get_result(c, &result))
	return sequenceResult(&result), err
}

// Close gives the sequence back without waiting. A run under way goes on.
func (s *Sequence) Close() { handleOf(s).close() }

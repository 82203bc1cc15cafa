package vyre

// #include "all.h"
import "C"

import "context"

// SelectFlags are bits of the choice of a device.
type SelectFlags uint64

// SelectNoSoftware leaves out software implementations ([DeviceCPU]).
const SelectNoSoftware SelectFlags = C.VYRE_SELECT_NO_SOFTWARE

// DeviceOptions says which devices are considered.
type DeviceOptions struct {
	Flags    SelectFlags
	ID       string     // "vulkan" (its best), "vulkan:<uuid>", "cpu-ref"; empty: all but oracles
	Exclude  []string   // ids that are left out
	Programs []*Program // only devices that can run all of these
}

func (o *DeviceOptions) desc(l *loan) C.vyre_device_desc {
	o = given(o)
	desc := C.vyre_device_desc{
		struct_size: C.sizeof_vyre_device_desc, flags: C.vyre_select_flags(o.Flags), id: pinned(o.ID, l),
	}
	desc.exclude, desc.exclude_count = pinnedList(o.Exclude, l, pinned)
	desc.programs, desc.program_count = pinnedList(o.Programs, l, borrowedProgram)
	return desc
}

func borrowedProgram(program *Program, l *loan) *C.vyre_program {
	p := borrow(l, program, "program of DeviceOptions.Programs")
	if program == nil {
		l.err = closed("program of DeviceOptions.Programs")
	}
	return p
}

// Device is one device, ready for work.
type Device struct{ handle *handle[*C.vyre_device] }

// OpenDevice opens the best device that the options allow. The order: real devices before software,
// then capability score, timing quality, bandwidth, rank, the time it took to find it (once per
// context), id. What cannot be opened is logged, and the next one is tried. Each call opens a new
// device with queues of its own. May block. [ErrNotFound] has a finding for each candidate.
func OpenDevice(options *DeviceOptions) (*Device, error) { return openDevice(nil, options) }

// OpenDevice is [OpenDevice] in this context.
func (c *Context) OpenDevice(options *DeviceOptions) (*Device, error) {
	p, h, err := need(c, "context")
	if err != nil {
		return nil, err
	}
	defer h.done(p)
	return openDevice(p, options)
}

func openDevice(context *C.vyre_context, options *DeviceOptions) (*Device, error) {
	var l loan
	defer l.end()
	desc := options.desc(&l)
	if l.err != nil {
		return nil, l.err
	}
	var out *C.vyre_device
	return made[Device](C.vyre_device_open(context, &desc, &out), &out)
}

// Info is the facts about the device. A recovery leaves them as they are.
func (d *Device) Info() DeviceInfo {
	p, h := use(d)
	defer h.done(p)
	return deviceInfo(C.vyre_device_get_info(p))
}

// Prepare does now what the first dispatch would wait for, and compiles the kernels of the library's
// own, which the first copy and the first grid in a buffer may do else. Blocks. Never needed.
func (d *Device) Prepare() error {
	p, h := use(d)
	defer h.done(p)
	return take(C.vyre_device_prepare(p))
}

// WaitIdle waits until all that was submitted has ended, or until ctx ends. It returns ctx.Err(), or
// the first error, since the last call, of work that failed and was started without an object for it
// ([Pipeline.Start], [Sequence.Start]). The log has each of them, too.
func (d *Device) WaitIdle(ctx context.Context) error {
	return waitIdle(ctx, d.lookIdle)
}

func (d *Device) lookIdle(timeout nanoseconds) (WorkState, error) {
	p, h := use(d)
	defer h.done(p)
	var idle C.uint32_t
	err := take(C.vyre_device_wait_idle(p, timeout, &idle))
	if idle != 0 {
		return WorkReady, err
	}
	return WorkRunning, err
}

// Shutdown waits for what was submitted and lets the device go, ahead of the last Close. Blocks.
// Work can still be waited for and collected; any other use of the device and its objects is
// [ErrInvalidArgument].
func (d *Device) Shutdown() error {
	p, h := use(d)
	defer h.done(p)
	return take(C.vyre_device_shutdown(p))
}

// IsLost tells whether a call has found the device lost, which it stays until [Device.Recover].
func (d *Device) IsLost() bool {
	p, h := use(d)
	defer h.done(p)
	return C.vyre_device_is_lost(p) != 0
}

// Recover opens a lost device again: the same adapter with the same limits, or an error. Pipelines
// and buffers from before are [ErrDeviceLost], but buffers made with [BufferRestorable] are there
// again. A device that is not lost is left alone. Blocks.
func (d *Device) Recover() error {
	p, h := use(d)
	defer h.done(p)
	return take(C.vyre_device_recover(p))
}

// MeasureBandwidth measures how fast the device reads and writes its memory, in bytes per second,
// reads and writes together: it copies there for some milliseconds. The context remembers it:
// it chooses devices by it later, and the infos that are made from now on have it. Submits, blocks.
func (d *Device) MeasureBandwidth() (bytesPerSecond uint64, err error) {
	p, h := use(d)
	defer h.done(p)
	var out C.uint64_t
	err = take(C.vyre_device_measure_bandwidth(p, &out))
	return uint64(out), err
}

// Close gives the device back. Objects made from it stay usable; the last one waits until the device
// has finished what was submitted.
func (d *Device) Close() { handleOf(d).close() }

package vyre

// #include <vyre_driver.h>
import "C"

// Prepare does now what the first dispatch would wait for. Blocks. Never needed.
func (b *Backend) Prepare() error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_backend_prepare(p))
}

// Flush waits until the device has finished everything that was submitted. Blocks.
func (b *Backend) Flush() error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_backend_flush(p))
}

// Shutdown waits for what was submitted and lets the device go, ahead of the last Close. Blocks.
// Pending work can still be waited for and collected; every other use of the backend and of its
// objects is [ErrInvalidArgument].
func (b *Backend) Shutdown() error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_backend_shutdown(p))
}

// IsLost tells whether the device is lost, which it stays until [Backend.Recover].
func (b *Backend) IsLost() (bool, error) {
	p, h := use(b)
	defer h.done(p)
	var lost C.int32_t
	err := take(C.vyre_backend_is_lost(p, &lost))
	return lost != 0, err
}

// Recover opens the lost device again: the same adapter with the same limits, or an error. Pipelines
// and buffers from before are [ErrDeviceLost], except buffers made with [BufferRestorable], which
// are there again. A device that is not lost is left alone. Blocks.
func (b *Backend) Recover() error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_backend_recover(p))
}

// CounterFlags are bits of what a backend counts.
type CounterFlags uint64

const (
	// scripts/generate writes: counter bits
	CounterDispatches      CounterFlags = C.VYRE_COUNTER_DISPATCHES
	CounterSplitDispatches CounterFlags = C.VYRE_COUNTER_SPLIT_DISPATCHES
	CounterSegments        CounterFlags = C.VYRE_COUNTER_SEGMENTS
	CounterGridBarriers    CounterFlags = C.VYRE_COUNTER_GRID_BARRIERS
	CounterSpilledBytes    CounterFlags = C.VYRE_COUNTER_SPILLED_BYTES
	CounterSubmissions     CounterFlags = C.VYRE_COUNTER_SUBMISSIONS
	CounterWaits           CounterFlags = C.VYRE_COUNTER_WAITS
	CounterKernelsCompiled CounterFlags = C.VYRE_COUNTER_KERNELS_COMPILED
	CounterKernelsAlive    CounterFlags = C.VYRE_COUNTER_KERNELS_ALIVE
	CounterBuffersAlive    CounterFlags = C.VYRE_COUNTER_BUFFERS_ALIVE
	CounterDeviceBytes     CounterFlags = C.VYRE_COUNTER_DEVICE_BYTES
	CounterMostDeviceBytes CounterFlags = C.VYRE_COUNTER_MOST_DEVICE_BYTES
	CounterUploadedBytes   CounterFlags = C.VYRE_COUNTER_UPLOADED_BYTES
	CounterDownloadedBytes CounterFlags = C.VYRE_COUNTER_DOWNLOADED_BYTES
	CounterTraps           CounterFlags = C.VYRE_COUNTER_TRAPS
	CounterDeviceLosses    CounterFlags = C.VYRE_COUNTER_DEVICE_LOSSES
	CounterRecoveries      CounterFlags = C.VYRE_COUNTER_RECOVERIES
	// scripts/generate ends
)

// Counters is what happened on a backend since it was acquired, recoveries included: counted, never
// guessed. A field whose bit is not in Known is not known. All grow only, but those "now".
type Counters struct {
	Known CounterFlags
	// scripts/generate writes: counters
	Dispatches      uint64 // accepted, each with all its segments
	SplitDispatches uint64 // of those: cut at grid barriers
	Segments        uint64 // that split dispatches ran
	GridBarriers    uint64 // between those segments
	SpilledBytes    uint64 // of hidden buffers that carry values across the cuts
	Submissions     uint64 // to the device, copies included
	Waits           uint64 // calls that blocked until the device was further
	KernelsCompiled uint64 // each segment of a program is one
	KernelsAlive    uint64 // now
	BuffersAlive    uint64 // buffers that have memory now
	DeviceBytes     uint64 // of device memory that is reserved now
	MostDeviceBytes uint64 // the most that were reserved at once
	UploadedBytes   uint64 // that the host gave: inputs, writes of buffers, files
	DownloadedBytes uint64 // that the host took: outputs, reads of buffers, files
	Traps           uint64 // dispatches that a trap ended
	DeviceLosses    uint64 // how often the device was lost
	Recoveries      uint64 // how often it was opened again
	// scripts/generate ends
}

// Counters are the counters as they are now.
func (b *Backend) Counters() (Counters, error) {
	p, h := use(b)
	defer h.done(p)
	c := blank[C.vyre_counters]()
	err := take(C.vyre_backend_get_counters(p, &c))
	return Counters{
		Known: CounterFlags(c.set),
		// scripts/generate writes: values
		Dispatches:      uint64(c.dispatches),
		SplitDispatches: uint64(c.split_dispatches),
		Segments:        uint64(c.segments),
		GridBarriers:    uint64(c.grid_barriers),
		SpilledBytes:    uint64(c.spilled_bytes),
		Submissions:     uint64(c.submissions),
		Waits:           uint64(c.waits),
		KernelsCompiled: uint64(c.kernels_compiled),
		KernelsAlive:    uint64(c.kernels_alive),
		BuffersAlive:    uint64(c.buffers_alive),
		DeviceBytes:     uint64(c.device_bytes),
		MostDeviceBytes: uint64(c.most_device_bytes),
		UploadedBytes:   uint64(c.uploaded_bytes),
		DownloadedBytes: uint64(c.downloaded_bytes),
		Traps:           uint64(c.traps),
		DeviceLosses:    uint64(c.device_losses),
		Recoveries:      uint64(c.recoveries),
		// scripts/generate ends
	}, err
}

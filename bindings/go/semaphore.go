package vyre

// #include "all.h"
import "C"

// Semaphore is a timeline of a device: a number that only grows.
type Semaphore struct{ handle *handle[*C.vyre_semaphore] }

// Close gives the semaphore back. Work that waits for it or signals it goes on and keeps it.
func (s *Semaphore) Close() { handleOf(s).close() }

// SyncPoint is the moment at which a semaphore reaches a value.
type SyncPoint struct {
	Semaphore *Semaphore
	Value     uint64
}

func (p SyncPoint) toC(l *loan) C.vyre_sync_point {
	return C.vyre_sync_point{
		semaphore: borrow(l, p.Semaphore, "semaphore of a SyncPoint"), value: C.uint64_t(p.Value),
	}
}

// OrderAfter orders everything that is submitted to the device from now on behind the point:
// dispatches, sequences, and the calls that write and read buffers. It returns at once. Several
// points add up.
func (d *Device) OrderAfter(point SyncPoint) error {
	p, h := use(d)
	defer h.done(p)
	var l loan
	defer l.end()
	at := point.toC(&l)
	if l.err != nil {
		return l.err
	}
	return take(C.vyre_device_order_after(p, at))
}

// Point is the point at which the work is over, on the device's own timeline. The semaphore keeps
// the device alive until it is closed.
func (w *Work) Point() (SyncPoint, error) {
	p, h := use(w)
	defer h.done(p)
	var point C.vyre_sync_point
	if err := take(C.vyre_work_get_point(p, &point)); err != nil {
		return SyncPoint{}, err
	}
	var device *C.vyre_device // of which the semaphore is borrowed
	if err := take(C.vyre_work_get_device(p, &device)); err != nil {
		return SyncPoint{}, err
	}
	giveBack := func(*C.vyre_semaphore) { C.vyre_device_destroy(device) }
	return SyncPoint{owned[Semaphore](point.semaphore, giveBack), uint64(point.value)}, nil
}

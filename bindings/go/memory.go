package vyre

// #include "callback.h"
import "C"

// MemoryUsage is memory of a device, as it is now. What nobody knows is [Unknown].
type MemoryUsage struct {
	TotalBytes    uint64 // that the device has
	BudgetBytes   uint64 // that the process may use now; only with [FeatureMemoryBudget]
	ProcessBytes  uint64 // that the process uses, others in it included; likewise
	ReservedBytes uint64 // taken by this device object
	UsedBytes     uint64 // of these in use
	PeakBytes     uint64 // the highest ReservedBytes so far
	Allocations   uint64 // from the driver so far, a count that only grows
}

// Memory is how the device's memory is used now.
func (d *Device) Memory() (MemoryUsage, error) {
	p, h := use(d)
	defer h.done(p)
	m := blank[C.vyre_memory_usage]()
	err := take(C.vyre_device_get_memory(p, &m))
	return MemoryUsage{
		TotalBytes: uint64(m.total_bytes), BudgetBytes: uint64(m.budget_bytes),
		ProcessBytes: uint64(m.process_bytes), ReservedBytes: uint64(m.reserved_bytes),
		UsedBytes: uint64(m.used_bytes), PeakBytes: uint64(m.peak_bytes),
		Allocations: uint64(m.allocations),
	}, err
}

// SetBudget limits the device memory that this device takes to bytes; [Unknown]: no limit. Beyond it
// ask decides, which gets the bytes that are wanted and those that are taken; nil always refuses. A
// refusal is [ErrDeviceOutOfMemory]. Replaces the budget before.
func (d *Device) SetBudget(bytes uint64, ask func(wanted, used uint64) bool) error {
	p, h := use(d)
	defer h.done(p)
	if ask == nil {
		return take(C.vyre_device_set_budget(p, C.uint64_t(bytes), nil, nil, nil))
	}
	user := newUser(ask)
	err := take(C.vyre_device_set_budget(p, C.uint64_t(bytes), C.vyre_budget_fn(C.vyreGoAsk), user,
		C.vyre_destroy_fn(C.vyreGoDestroy)))
	if err != nil {
		freeUser(user)
	}
	return err
}

package vyre

// #include <vyre_driver.h>
import "C"

import "runtime"

// SelectFlags are bits of what a selection leaves out.
type SelectFlags uint64

// SelectNoSoftware leaves out software implementations ([DeviceCPU]).
const SelectNoSoftware SelectFlags = C.VYRE_SELECT_NO_SOFTWARE

// SelectOptions says what [Context.AcquirePreferredBackend] may choose.
type SelectOptions struct {
	Flags   SelectFlags
	ID      string   // consider this backend only; empty: all. An oracle may be named
	Exclude []string // ids never considered
}

// desc is the C form, which borrows memory until the pinner is unpinned.
func (o *SelectOptions) desc(pinner *runtime.Pinner) C.vyre_select_desc {
	o = given(o)
	desc := C.vyre_select_desc{
		struct_size: C.sizeof_vyre_select_desc, flags: C.uint64_t(o.Flags), id: pinned(o.ID, pinner),
	}
	desc.exclude, desc.exclude_count = pinnedList(o.Exclude, pinner, pinned)
	return desc
}

// BackendOptions says how a backend is opened. No options today: Flags is 0.
type BackendOptions struct {
	Flags uint64
}

func (o *BackendOptions) desc() C.vyre_backend_desc {
	return C.vyre_backend_desc{struct_size: C.sizeof_vyre_backend_desc, flags: C.uint64_t(given(o).Flags)}
}

// Backend is one device, ready for work.
type Backend struct{ handle *handle[*C.vyre_backend] }

// AcquireBackend opens the backend id: "vulkan" (its best device), "vulkan:<uuid>" (that device) or
// "cpu-ref" (the oracle: the meaning of a program, slowly). Each call opens a new one. May block.
// [ErrNotFound] names the id and what there is.
func (c *Context) AcquireBackend(id string, options *BackendOptions) (*Backend, error) {
	p, h := use(c)
	defer h.done(p)
	desc := options.desc()
	var out *C.vyre_backend
	return made[Backend](C.vyre_backend_acquire(p, str(id), &desc, &out), &out)
}

// AcquirePreferredBackend opens the best backend: real devices before software ones, then by
// capability score, timing quality, memory bandwidth, rank, the time it took to find it (once per
// context) and id. Never an oracle, unless the options name it. What loses is released before the
// call returns. May block. [ErrNotFound] lists each candidate and why it could not be used.
func (c *Context) AcquirePreferredBackend(options *SelectOptions) (*Backend, error) {
	p, h := use(c)
	defer h.done(p)
	var pinner runtime.Pinner
	defer pinner.Unpin()
	desc := options.desc(&pinner)
	var out *C.vyre_backend
	return made[Backend](C.vyre_backend_acquire_preferred(p, &desc, &out), &out)
}

// ID is "vulkan:<uuid>" or "cpu-ref".
func (b *Backend) ID() string {
	p, h := use(b)
	defer h.done(p)
	return text(C.vyre_backend_id(p))
}

// Version is the version of the backend and what drives it.
func (b *Backend) Version() string {
	p, h := use(b)
	defer h.done(p)
	return text(C.vyre_backend_version(p))
}

// Profile is the facts about the device.
func (b *Backend) Profile() (DeviceProfile, error) {
	p, h := use(b)
	defer h.done(p)
	profile := blank[C.vyre_device_profile]()
	err := take(C.vyre_backend_get_profile(p, &profile))
	return deviceProfile(&profile), err
}

// Close gives the backend back. Objects made from it stay usable; the last one waits until the
// device has finished what was submitted.
func (b *Backend) Close() { handleOf(b).close() }

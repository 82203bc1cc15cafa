package vyre

// #include <vyre_driver.h>
import "C"

// RankNone is the rank of an id that nobody declared one for.
const RankNone uint32 = C.VYRE_RANK_NONE

// DeclareRank declares the rank of the backend id; lower is better. A second one for an id is
// [ErrAlreadyRegistered].
func (c *Context) DeclareRank(id string, rank uint32) error {
	p, h := use(c)
	defer h.done(p)
	return take(C.vyre_context_declare_rank(p, str(id), C.uint32_t(rank)))
}

// DeclareDispatches declares whether the backend id dispatches. Only what does can be preferred. A
// second one for an id is [ErrAlreadyRegistered].
func (c *Context) DeclareDispatches(id string, dispatches bool) error {
	p, h := use(c)
	defer h.done(p)
	return take(C.vyre_context_declare_dispatches(p, str(id), C.int32_t(flag(dispatches, 1))))
}

// BackendRank is the declared rank of id, which may be that of a device; [RankNone] without one.
func (c *Context) BackendRank(id string) uint32 {
	p, h := use(c)
	defer h.done(p)
	return uint32(C.vyre_context_backend_rank(p, str(id)))
}

// BackendDispatches says whether id is declared to dispatch.
func (c *Context) BackendDispatches(id string) bool {
	p, h := use(c)
	defer h.done(p)
	return C.vyre_context_backend_dispatches(p, str(id)) == 1
}

// Backends are the registered ids by rank, then by id. Asks no device.
func (c *Context) Backends() ([]string, error) {
	p, h := use(c)
	defer h.done(p)
	var count C.size_t
	if err := take(C.vyre_context_get_backends(p, nil, 0, &count)); err != nil || count == 0 {
		return nil, err
	}
	ids := make([]C.vyre_string, count)
	if err := take(C.vyre_context_get_backends(p, &ids[0], count, &count)); err != nil {
		return nil, err
	}
	return list(count, func(i C.size_t) string { return text(ids[i]) }), nil
}

// Measure measures how fast the device reads and writes its memory: copies on it for some
// milliseconds, in 10^9 bytes per second, reads and writes together. The context keeps it as the
// MemoryBandwidthGbps of this device, and its later choices look at it. Submits, blocks.
func (b *Backend) Measure() (float64, error) {
	p, h := use(b)
	defer h.done(p)
	var gbps C.double
	if err := take(C.vyre_backend_measure(p, &gbps)); err != nil {
		return 0, err
	}
	return float64(gbps), nil
}

package vyre

// #include <vyre_driver.h>
import "C"

import "unsafe"

// Split is how a dispatch is cut at the grid barriers of its program. Segments run one after the
// other on the whole grid; those of equal code are one program. What is live at a barrier is computed
// again, known to the host, or kept in hidden buffers.
type Split struct {
	Segments           uint64 // one more than barriers that an invocation passes
	Programs           uint64
	HiddenBytes        uint64 // of the hidden buffers
	BytesPerInvocation uint64
	BytesPerWorkgroup  uint64 // copies of workgroup memory
	Grid               [3]uint32
	Workgroup          [3]uint32
}

// Split tells how a dispatch with these arguments would be cut, whether it has to be or not; nothing
// runs. Bindings as for [Pipeline.Outputs]. A launch that cannot be cut fails with
// [ErrUnsupportedFeature], a program without grid barriers with [ErrInvalidArgument].
func (p *Pipeline) Split(bindings []Binding, options *DispatchOptions) (Split, error) {
	c, h := use(p)
	defer h.done(c)
	bound := bind(bindings)
	defer bound.release()
	desc := options.desc(&bound.pinner)
	split := blank[C.vyre_split]()
	err := take(C.vyre_pipeline_get_split(c, bound.first(), bound.count(), &desc, &split))
	return Split{
		Segments:           uint64(split.segments),
		Programs:           uint64(split.programs),
		HiddenBytes:        uint64(split.hidden_bytes),
		BytesPerInvocation: uint64(split.bytes_per_invocation),
		BytesPerWorkgroup:  uint64(split.bytes_per_workgroup),
		Grid:               axes(split.grid),
		Workgroup:          axes(split.workgroup),
	}, err
}

// SplitText is the same for people, segment by segment: what survives the barrier behind it, how and
// why.
func (p *Pipeline) SplitText(bindings []Binding, options *DispatchOptions) (string, error) {
	c, h := use(p)
	defer h.done(c)
	bound := bind(bindings)
	defer bound.release()
	desc := options.desc(&bound.pinner)
	split, err := sized(func(data unsafe.Pointer, capacity C.size_t, out *C.size_t) *C.vyre_error {
		return C.vyre_pipeline_write_split(c, bound.first(), bound.count(), &desc, (*C.char)(data), capacity, out)
	})
	return string(split), err
}

package vyre

// #include "all.h"
import "C"

// Plan is what a dispatch would do: its grid, the sizes of its outputs, and how a program with grid
// barriers is cut. Nothing runs and nothing is compiled for it.
type Plan struct{ handle *handle[*C.vyre_plan] }

// CreatePlan plans a dispatch. Bindings and options are those of [Pipeline.Dispatch]. A parameter
// whose size the program declares needs no binding here; one without that is not bound counts 0
// bytes. Slices of the host and their sizes are not looked at.
func (p *Pipeline) CreatePlan(bindings []Binding, options *DispatchOptions) (*Plan, error) {
	c, h := use(p)
	defer h.done(c)
	bound := bind(bindings)
	defer bound.end()
	desc := options.desc(&bound.loan)
	if bound.err != nil {
		return nil, bound.err
	}
	var out *C.vyre_plan
	return made[Plan](C.vyre_plan_create(c, bound.first(), bound.count(), &desc, &out), &out)
}

// OutputInfo is what a dispatch returns of one parameter.
type OutputInfo struct {
	Name           string
	Bytes          uint64 // returned: the room that a host output needs
	Start          uint64 // where these bytes begin in the parameter
	ParameterBytes uint64 // size of the whole parameter
	Slot           uint32
	Role           Role
}

func outputInfo(i *C.vyre_output_info) OutputInfo {
	return OutputInfo{
		Name: text(i.name), Bytes: uint64(i.bytes), Start: uint64(i.start),
		ParameterBytes: uint64(i.parameter_bytes), Slot: uint32(i.slot), Role: Role(i.role),
	}
}

// PlanInfo is a plan as data.
type PlanInfo struct {
	Outputs            []OutputInfo // by slot
	Grid               [3]uint32    // workgroups on each axis; all 0 with a GridBuffer
	Workgroup          [3]uint32    // invocations of one workgroup on each axis
	Segments           uint64       // that run one after the other; 1 without a grid barrier
	Programs           uint64       // different kernels among them: equal segments share one
	HiddenBytes        uint64       // of the hidden buffers, together
	BytesPerInvocation uint64       // of hidden buffers
	BytesPerWorkgroup  uint64       // of hidden buffers: its memory, kept
	// Why the program cannot be cut; then the five numbers above are 0. Nil: it can be cut, or has no
	// grid barrier.
	SplitRefusal *Finding
}

// Info is the plan as data.
func (p *Plan) Info() PlanInfo {
	c, h := use(p)
	defer h.done(c)
	i := C.vyre_plan_get_info(c)
	info := PlanInfo{
		Outputs:            each(i.outputs, i.output_count, outputInfo),
		Grid:               axes(i.grid),
		Workgroup:          axes(i.workgroup),
		Segments:           uint64(i.segments),
		Programs:           uint64(i.programs),
		HiddenBytes:        uint64(i.hidden_bytes),
		BytesPerInvocation: uint64(i.bytes_per_invocation),
		BytesPerWorkgroup:  uint64(i.bytes_per_workgroup),
	}
	if i.split_refusal != nil {
		refusal := finding(i.split_refusal)
		info.SplitRefusal = &refusal
	}
	return info
}

// Describe is the plan for people, segment by segment: what is kept at each barrier, how, and why.
func (p *Plan) Describe() (string, error) {
	c, h := use(p)
	defer h.done(c)
	var out *C.vyre_blob
	text, err := written(C.vyre_plan_describe(c, &out), &out)
	return string(text), err
}

// Close gives the plan back.
func (p *Plan) Close() { handleOf(p).close() }

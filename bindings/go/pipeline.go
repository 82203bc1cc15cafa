package vyre

// #include <vyre_driver.h>
import "C"

import "runtime"

// PipelineOptions says how a program is compiled.
type PipelineOptions struct {
	Label string // names the pipeline in messages and debugging tools
	// Workgroup size in place of the declared one; all zero: the declared one. Refused when the
	// program can observe it: local or workgroup ids, workgroup memory, barriers, subgroup
	// operations.
	Workgroup [3]uint32
	// What the values that the program names are; nil: their defaults. [ErrInvalidArgument] tells all
	// that does not fit the program.
	Specialization *SpecMap
}

// desc is the C form, which borrows memory until the pinner is unpinned.
func (o *PipelineOptions) desc(pinner *runtime.Pinner) C.vyre_pipeline_desc {
	desc := C.vyre_pipeline_desc{struct_size: C.sizeof_vyre_pipeline_desc}
	o = given(o)
	desc.label = pinned(o.Label, pinner)
	if o.Workgroup != [3]uint32{} {
		desc.set = C.VYRE_PIPELINE_SET_WORKGROUP
		desc.workgroup = toAxes(o.Workgroup)
	}
	return desc
}

// Pipeline is a program compiled for a backend.
type Pipeline struct{ handle *handle[*C.vyre_pipeline] }

// CreatePipeline validates the program and compiles it. The pipeline keeps backend and program
// alive. May block. [ErrInvalidProgram] carries the findings; [ErrUnsupportedFeature] names what
// this backend cannot do.
func (b *Backend) CreatePipeline(program *Program, options *PipelineOptions) (*Pipeline, error) {
	backend, backends := use(b)
	defer backends.done(backend)
	source, programs := use(program)
	defer programs.done(source)
	var pinner runtime.Pinner
	defer pinner.Unpin()
	desc := options.desc(&pinner)
	m := given(options).Specialization
	values, maps := use(m)
	defer maps.done(values)
	if m != nil && values == nil {
		return nil, errClosedMap()
	}
	desc.specialization = values
	var out *C.vyre_pipeline
	return made[Pipeline](C.vyre_pipeline_create(backend, source, &desc, &out), &out)
}

// Program is another owner of the pipeline's program; close it like any program.
func (p *Pipeline) Program() (*Program, error) {
	c, h := use(p)
	defer h.done(c)
	var out *C.vyre_program
	return made[Program](C.vyre_pipeline_get_program(c, &out), &out)
}

// Close gives the pipeline back. Work under way goes on.
func (p *Pipeline) Close() { handleOf(p).close() }

// OutputInfo is one buffer that a dispatch can return.
type OutputInfo struct {
	Name        string
	Bytes       uint64 // returned: the room that a host output needs
	Start       uint64 // offset of these bytes in the buffer
	BufferBytes uint64 // size of the whole buffer
	Slot        uint32
	Role        Role
}

// Outputs are the outputs of a dispatch with these bindings, by slot: how many bytes each returns.
// Buffers with a declared count need no binding for this; one without that is not bound counts 0
// bytes. Host slices and their sizes as outputs are not checked.
func (p *Pipeline) Outputs(bindings []Binding) ([]OutputInfo, error) {
	c, h := use(p)
	defer h.done(c)
	bound := bind(bindings)
	defer bound.release()
	var count C.size_t
	if err := take(C.vyre_pipeline_get_outputs(c, bound.first(), bound.count(), nil, 0, &count)); err != nil {
		return nil, err
	}
	outputs := make([]C.vyre_output, count+1) // never empty, so that there is always memory to pass
	err := take(C.vyre_pipeline_get_outputs(c, bound.first(), bound.count(), &outputs[0], count, &count))
	if err != nil {
		return nil, err
	}
	return list(count, func(i C.size_t) OutputInfo {
		o := &outputs[i]
		return OutputInfo{
			Name:        text(o.name),
			Bytes:       uint64(o.bytes),
			Start:       uint64(o.start),
			BufferBytes: uint64(o.buffer_bytes),
			Slot:        uint32(o.slot),
			Role:        Role(o.role),
		}
	}), nil
}

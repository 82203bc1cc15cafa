package vyre

// #include "all.h"
import "C"

import "context"

// PipelineFlags are bits of how a program is made for a device.
type PipelineFlags uint64

const (
	// Of a module: its indexes are kept inside what they index, as far as its types say it; an index
	// outside accesses some element inside. Needs BuildSpirvTools, else [ErrUnsupportedFeature].
	PipelineChecked PipelineFlags = C.VYRE_PIPELINE_CHECKED
	// Of a module: bindings may share bytes that are written.
	PipelineAllowOverlap PipelineFlags = C.VYRE_PIPELINE_ALLOW_OVERLAP
	// Constants that the program does not name are skipped and logged. Else they are [ErrNotFound].
	PipelineIgnoreUnknownConstants PipelineFlags = C.VYRE_PIPELINE_IGNORE_UNKNOWN_CONSTANTS
	// Signed x / 0 and x % 0 are 0, MIN / -1 is MIN and MIN % -1 is 0. Without it all four trap.
	PipelineDivisionGivesZero PipelineFlags = C.VYRE_PIPELINE_DIVISION_GIVES_ZERO
	// Nothing is compiled: [ErrNotReady] where it would have to be.
	PipelineOnlyCached PipelineFlags = C.VYRE_PIPELINE_ONLY_CACHED
	// An empty grid is executed, so that the first dispatch waits for nothing. This submits.
	PipelineWarm PipelineFlags = C.VYRE_PIPELINE_WARM
	// Of a module: no subgroup lacks an invocation.
	PipelineFullSubgroups PipelineFlags = C.VYRE_PIPELINE_FULL_SUBGROUPS
)

// PipelineOptions says how a program is made for a device.
type PipelineOptions struct {
	Flags PipelineFlags
	Label string // names the pipeline in messages and debugging tools
	// Each constant that the program names gets the value given here, else its default.
	Constants Constants
	// Workgroup size in place of the declared one; all zero: the program's own, or what the device
	// chooses. Refused when the program can observe it.
	Workgroup    [3]uint32
	SubgroupSize uint32 // 0: the device's; else of a module, and needs FeatureSubgroupSizeControl
}

func (o *PipelineOptions) desc(l *loan) C.vyre_pipeline_desc {
	o = given(o)
	desc := C.vyre_pipeline_desc{
		struct_size:   C.sizeof_vyre_pipeline_desc,
		flags:         C.vyre_pipeline_flags(o.Flags),
		label:         pinned(o.Label, l),
		workgroup:     toAxes(o.Workgroup),
		subgroup_size: C.uint32_t(o.SubgroupSize),
	}
	desc.constants, desc.constant_count = o.Constants.toC(l)
	return desc
}

// Pipeline is a program made for a device.
type Pipeline struct{ handle *handle[*C.vyre_pipeline] }

// CreatePipeline validates the program and compiles it, unless its code is kept already. The pipeline
// keeps device and program alive. May block. [ErrInvalidProgram] and [ErrUnsupportedFeature] have a
// finding for each broken rule or missing fact.
func (d *Device) CreatePipeline(program *Program, options *PipelineOptions) (*Pipeline, error) {
	device, devices := use(d)
	defer devices.done(device)
	source, programs := use(program)
	defer programs.done(source)
	var l loan
	defer l.end()
	desc := options.desc(&l)
	var out *C.vyre_pipeline
	return made[Pipeline](C.vyre_pipeline_create(device, source, &desc, &out), &out)
}

// StartPipeline is [Device.CreatePipeline] as background work: the pipeline comes at once, and
// dispatches are [ErrNotReady] until it is ready. The work ends with it; closing either waits for
// nothing. Without threads in the context it is compiled inside [Context.RunCallbacks] and inside
// waits.
func (d *Device) StartPipeline(program *Program, options *PipelineOptions) (*Pipeline, *Work, error) {
	device, devices := use(d)
	defer devices.done(device)
	source, programs := use(program)
	defer programs.done(source)
	var l loan
	defer l.end()
	desc := options.desc(&l)
	var out *C.vyre_pipeline
	var started *C.vyre_work
	pipeline, err := made[Pipeline](C.vyre_pipeline_create_async(device, source, &desc, &out, &started), &out)
	if err != nil {
		return nil, nil, err
	}
	work, err := made[Work](nil, &started)
	return pipeline, work, err
}

// CheckProgram says whether the program would run on the device with the options; compiles nothing.
// It returns what [Device.CreatePipeline] would: [ErrUnsupportedFeature] has a finding for each fact
// that the device lacks.
func (d *Device) CheckProgram(program *Program, options *PipelineOptions) error {
	device, devices := use(d)
	defer devices.done(device)
	source, programs := use(program)
	defer programs.done(source)
	var l loan
	defer l.end()
	desc := options.desc(&l)
	return take(C.vyre_device_check_program(device, source, &desc))
}

// State says whether a pipeline of [Device.StartPipeline] is made; others are ready. Never blocks.
func (p *Pipeline) State() (WorkState, error) { return p.look(0) }

func (p *Pipeline) look(timeout nanoseconds) (WorkState, error) {
	c, h := use(p)
	defer h.done(c)
	var state C.vyre_work_state
	err := take(C.vyre_pipeline_wait(c, timeout, &state))
	return WorkState(state), err
}

// Wait waits until the pipeline is made and returns why it could not be, nil when it is. When ctx
// ends first, it returns ctx.Err(), and the compilation goes on.
func (p *Pipeline) Wait(ctx context.Context) error {
	state, err := p.look(0)
	if err == nil && state == WorkRunning {
		err = waitIdle(ctx, p.look)
	}
	if err != nil {
		return err
	}
	return p.Err()
}

// Err says why the pipeline could not be made; nil when it could, or is not over.
func (p *Pipeline) Err() error {
	c, h := use(p)
	defer h.done(c)
	var out *C.vyre_error
	if err := take(C.vyre_pipeline_get_error(c, &out)); err != nil {
		return err
	}
	return take(out)
}

// Origin is where a pipeline's code came from.
type Origin uint32

const (
	OriginUnknown  Origin = C.VYRE_ORIGIN_UNKNOWN  // the device keeps nothing, or it is made at the first dispatch
	OriginCompiled Origin = C.VYRE_ORIGIN_COMPILED // made now
	OriginDisk     Origin = C.VYRE_ORIGIN_DISK     // the cache folder
	OriginMemory   Origin = C.VYRE_ORIGIN_MEMORY   // kept by the device
)

// PipelineInfo is a pipeline as it runs.
type PipelineInfo struct {
	Label                string
	Flags                PipelineFlags
	WorkgroupMemoryBytes uint64
	Workgroup            [3]uint32
	SubgroupSize         uint32 // 0: the device says nothing
	Dimensions           uint32 // as in [ProgramInfo]
	PushConstantBytes    uint32
	Origin               Origin
	WorkgroupChosen      bool // the device chose Workgroup; a grid is taken as a shape
}

// Info is what the pipeline is; before it is ready its label alone.
func (p *Pipeline) Info() PipelineInfo {
	c, h := use(p)
	defer h.done(c)
	i := C.vyre_pipeline_get_info(c)
	return PipelineInfo{
		Label:                text(i.label),
		Flags:                PipelineFlags(i.flags),
		WorkgroupMemoryBytes: uint64(i.workgroup_memory_bytes),
		Workgroup:            axes(i.workgroup),
		SubgroupSize:         uint32(i.subgroup_size),
		Dimensions:           uint32(i.dimensions),
		PushConstantBytes:    uint32(i.push_constant_bytes),
		Origin:               Origin(i.origin),
		WorkgroupChosen:      i.workgroup_chosen != 0,
	}
}

// Device is another owner of the pipeline's device; close it like any device.
func (p *Pipeline) Device() (*Device, error) {
	c, h := use(p)
	defer h.done(c)
	var out *C.vyre_device
	return made[Device](C.vyre_pipeline_get_device(c, &out), &out)
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

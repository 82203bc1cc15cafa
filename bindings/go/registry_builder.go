package vyre

// #include "callback.h"
import "C"

import (
	"runtime"
	"unsafe"
)

// ReferenceFunc is the function of the oracle for an op: from the bytes of all arguments, one after
// the other, to the bytes of the result. Called in any goroutine, in several at once.
type ReferenceFunc func(arguments []byte) ([]byte, error)

// LoweringFunc makes the bytes of an op for a target, when they are first asked for. What it made is
// kept; one that failed is called again.
type LoweringFunc func(id string, target Target) ([]byte, error)

// Lowering is what an op is for a target other than TargetReference: bytes or a function.
type Lowering struct {
	Target Target
	Data   []byte // SPIR-V words, text, a binary; copied
	Build  LoweringFunc
}

// OpDesc is an op to register. With a composition the op runs on every backend, with a reference
// function alone on the oracle. Functions live until the last registry that has the op, and every
// builder, is gone.
type OpDesc struct {
	ID              string
	Dialect         string // who registers it
	BytesExtraction bool   // it also works on raw bytes
	Category        Category
	Inputs          []Parameter
	Outputs         []Parameter
	Attributes      []Attribute
	Laws            []string // names of algebraic laws: "commutative"
	Composition     *Program // stands in for each call
	Reference       ReferenceFunc
	Lowerings       []Lowering // for different targets
}

// desc is the C form without composition. The caller unpins the pinner after the call, and frees
// the user data with freeOpUsers when the call fails.
func (d *OpDesc) desc(pinner *runtime.Pinner) C.vyre_op_desc {
	desc := C.vyre_op_desc{
		struct_size: C.sizeof_vyre_op_desc,
		id:          pinned(d.ID, pinner),
		dialect:     pinned(d.Dialect, pinner),
		category:    C.int32_t(d.Category),
	}
	desc.flags = flag(d.BytesExtraction, C.VYRE_OP_BYTES_EXTRACTION)
	desc.inputs, desc.input_count = pinnedList(d.Inputs, pinner, pinnedParameter)
	desc.outputs, desc.output_count = pinnedList(d.Outputs, pinner, pinnedParameter)
	desc.attributes, desc.attribute_count = pinnedList(d.Attributes, pinner, pinnedAttribute)
	desc.laws, desc.law_count = pinnedList(d.Laws, pinner, pinned)
	if d.Reference != nil {
		desc.reference, desc.reference_user = C.vyre_go_reference(), newUser(d.Reference)
		desc.reference_destroy = C.vyre_destroy_fn(C.vyreGoDestroy)
	}
	desc.lowerings, desc.lowering_count = pinnedList(d.Lowerings, pinner, pinnedLowering)
	return desc
}

func pinnedParameter(p Parameter, pinner *runtime.Pinner) C.vyre_parameter {
	return C.vyre_parameter{name: pinned(p.Name, pinner), _type: pinned(p.Type, pinner)}
}

func pinnedAttribute(a Attribute, pinner *runtime.Pinner) C.vyre_attribute {
	return C.vyre_attribute{
		name: pinned(a.Name, pinner), _type: pinned(a.Type, pinner),
		default_value: pinned(a.DefaultValue, pinner),
	}
}

func pinnedLowering(l Lowering, pinner *runtime.Pinner) C.vyre_lowering {
	c := C.vyre_lowering{target: l.Target.toC(pinner), data: pinnedBytes(l.Data, pinner), size: C.size_t(len(l.Data))}
	if l.Build != nil {
		c.build = C.vyre_lowering_fn(C.vyreGoLowering)
		c.user, c.destroy = newUser(l.Build), C.vyre_destroy_fn(C.vyreGoDestroy)
	}
	return c
}

func freeOpUsers(desc *C.vyre_op_desc) {
	freeUser(desc.reference_user)
	for _, lowering := range unsafe.Slice(desc.lowerings, uint64(desc.lowering_count)) {
		freeUser(lowering.user)
	}
}

// RegistryBuilder is a registry under construction.
type RegistryBuilder struct {
	handle *handle[*C.vyre_registry_builder]
}

// CreateRegistryBuilder makes an empty builder.
func (c *Context) CreateRegistryBuilder() (*RegistryBuilder, error) {
	p, h := use(c)
	defer h.done(p)
	var out *C.vyre_registry_builder
	return made[RegistryBuilder](C.vyre_registry_builder_create(p, &out), &out)
}

// Add adds an op. Mistakes of the description are found here, those between ops by Finish.
func (b *RegistryBuilder) Add(op OpDesc) error {
	return b.add(op, func(p *C.vyre_registry_builder, desc *C.vyre_op_desc) *C.vyre_error {
		return C.vyre_registry_builder_add(p, desc)
	})
}

// AddExternOp adds an op of a dialect from outside, which is added too, before or after. Its
// category is CategoryExtension.
func (b *RegistryBuilder) AddExternOp(op OpDesc) error {
	return b.add(op, func(p *C.vyre_registry_builder, desc *C.vyre_op_desc) *C.vyre_error {
		return C.vyre_registry_builder_add_extern_op(p, desc)
	})
}

func (b *RegistryBuilder) add(op OpDesc, add func(*C.vyre_registry_builder, *C.vyre_op_desc) *C.vyre_error) error {
	p, h := use(b)
	defer h.done(p)
	composition, programs := use(op.Composition)
	defer programs.done(composition)
	if op.Composition != nil && composition == nil {
		return mistake(ErrInvalidArgument, "the composition is closed. Fix: close it after Add")
	}
	var pinner runtime.Pinner
	defer pinner.Unpin()
	desc := op.desc(&pinner)
	desc.composition = composition
	err := take(add(p, &desc))
	if err != nil {
		freeOpUsers(&desc)
	}
	return err
}

// AddRegistry adds all ops of a registry.
func (b *RegistryBuilder) AddRegistry(registry *Registry) error {
	p, h := use(b)
	defer h.done(p)
	r, source := use(registry)
	defer source.done(r)
	return take(C.vyre_registry_builder_add_registry(p, r))
}

// AddExternDialect adds a dialect from outside. Its name begins with "vyre-libs-".
func (b *RegistryBuilder) AddExternDialect(name, version, url string) error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_registry_builder_add_extern_dialect(p, str(name), str(version), str(url)))
}

// AddManifest adds the dialect of a manifest, a JSON text. Its files lie in folder; it can have none
// when that is empty. The error carries all that is wrong.
func (b *RegistryBuilder) AddManifest(json, folder string) error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_registry_builder_add_manifest(p, str(json), str(folder)))
}

// AddManifestFile adds the dialect of a manifest in a file.
func (b *RegistryBuilder) AddManifestFile(path string) error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_registry_builder_add_manifest_file(p, str(path)))
}

// AddManifestFolder adds the dialects of all files of a folder whose names end in ".dialect.json",
// or none.
func (b *RegistryBuilder) AddManifestFolder(folder string) error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_registry_builder_add_manifest_folder(p, str(folder)))
}

// Finish freezes what was added. When something is wrong, one error carries all findings. The
// builder stays as it was either way.
func (b *RegistryBuilder) Finish() (*Registry, error) {
	p, h := use(b)
	defer h.done(p)
	var out *C.vyre_registry
	return made[Registry](C.vyre_registry_builder_finish(p, &out), &out)
}

// Close gives the builder back.
func (b *RegistryBuilder) Close() { handleOf(b).close() }

package vyre

// #include "callback.h"
import "C"

import "unsafe"

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

// OpDesc is an op to register. With a composition the op runs on every device: the program stands in
// for each call. With a reference function alone it runs on the oracle, with neither where a device
// brings it along. Functions live until the last registry that has the op, and every builder, is
// gone.
type OpDesc struct {
	ID              string
	Dialect         string // who registers it; one that begins with "vyre-libs-" is added too
	BytesExtraction bool   // it also works on raw bytes
	// CategoryDefault: CategoryExtension in a dialect from outside, else CategoryComposite with a
	// composition and CategoryIntrinsic without.
	Category    Category
	Inputs      []Operand
	Outputs     []Operand
	Attributes  []Attribute
	Laws        []string // names of algebraic laws: "commutative"
	Composition *Program // stands in for each call
	Reference   ReferenceFunc
	Lowerings   []Lowering // for different targets
}

// desc is the C form. The caller frees the user data with freeOpUsers when the call fails.
func (d *OpDesc) desc(l *loan) C.vyre_op_desc {
	desc := C.vyre_op_desc{
		struct_size: C.sizeof_vyre_op_desc,
		flags:       flag(d.BytesExtraction, C.VYRE_OP_BYTES_EXTRACTION),
		id:          pinned(d.ID, l),
		dialect:     pinned(d.Dialect, l),
		category:    C.vyre_category(d.Category),
		composition: borrow(l, d.Composition, "composition"),
	}
	desc.inputs, desc.input_count = pinnedList(d.Inputs, l, pinnedOperand)
	desc.outputs, desc.output_count = pinnedList(d.Outputs, l, pinnedOperand)
	desc.attributes, desc.attribute_count = pinnedList(d.Attributes, l, pinnedAttribute)
	desc.laws, desc.law_count = pinnedList(d.Laws, l, pinned)
	if d.Reference != nil {
		desc.reference, desc.reference_user = C.vyre_go_reference(), newUser(d.Reference)
		desc.reference_destroy = C.vyre_destroy_fn(C.vyreGoDestroy)
	}
	desc.lowerings, desc.lowering_count = pinnedList(d.Lowerings, l, pinnedLowering)
	return desc
}

func pinnedOperand(o Operand, l *loan) C.vyre_operand {
	return C.vyre_operand{name: pinned(o.Name, l), _type: pinned(o.Type, l)}
}

func pinnedAttribute(a Attribute, l *loan) C.vyre_attribute {
	return C.vyre_attribute{
		name: pinned(a.Name, l), _type: pinned(a.Type, l), default_value: pinned(a.DefaultValue, l),
	}
}

func pinnedLowering(lowering Lowering, l *loan) C.vyre_lowering_desc {
	c := C.vyre_lowering_desc{
		target: lowering.Target.toC(l), data: pinnedBytes(lowering.Data, l), size: C.size_t(len(lowering.Data)),
	}
	if lowering.Build != nil {
		c.build = C.vyre_lowering_fn(C.vyreGoLowering)
		c.user, c.destroy = newUser(lowering.Build), C.vyre_destroy_fn(C.vyreGoDestroy)
	}
	return c
}

func freeOpUsers(desc *C.vyre_op_desc) {
	freeUser(desc.reference_user)
	for _, lowering := range unsafe.Slice(desc.lowerings, uint64(desc.lowering_count)) {
		freeUser(lowering.user)
	}
}

// RegistryBuilder is ops and dialects on their way to a registry.
type RegistryBuilder struct {
	handle *handle[*C.vyre_registry_builder]
}

// NewRegistryBuilder makes an empty builder.
func NewRegistryBuilder() (*RegistryBuilder, error) { return newRegistryBuilder(nil) }

// NewRegistryBuilder is [NewRegistryBuilder] in this context.
func (c *Context) NewRegistryBuilder() (*RegistryBuilder, error) {
	p, h, err := need(c, "context")
	if err != nil {
		return nil, err
	}
	defer h.done(p)
	return newRegistryBuilder(p)
}

func newRegistryBuilder(context *C.vyre_context) (*RegistryBuilder, error) {
	var out *C.vyre_registry_builder
	return made[RegistryBuilder](C.vyre_registry_builder_create(context, &out), &out)
}

// AddOp adds an op, of a dialect from outside too: such a dialect is added before or after. Mistakes
// of the description are found here, those between ops by Finish.
func (b *RegistryBuilder) AddOp(op OpDesc) error {
	p, h := use(b)
	defer h.done(p)
	var l loan
	defer l.end()
	desc := op.desc(&l)
	err := l.err
	if err == nil {
		err = take(C.vyre_registry_builder_add_op(p, &desc))
	}
	if err != nil {
		freeOpUsers(&desc)
	}
	return err
}

// AddRegistry adds all ops and dialects of a registry.
func (b *RegistryBuilder) AddRegistry(registry *Registry) error {
	p, h := use(b)
	defer h.done(p)
	r, source := use(registry)
	defer source.done(r)
	return take(C.vyre_registry_builder_add_registry(p, r))
}

// AddDialect adds a dialect from outside. Its name begins with "vyre-libs-"; the URL may be empty.
func (b *RegistryBuilder) AddDialect(name, version, url string) error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_registry_builder_add_dialect(p, str(name), str(version), str(url)))
}

// AddManifest adds the dialect and the ops of a manifest, a JSON text. The files that it names lie in
// folder; when that is empty it can name none. The error carries all that is wrong; then nothing is
// added.
func (b *RegistryBuilder) AddManifest(json, folder string) error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_registry_builder_add_manifest(p, str(json), str(folder)))
}

// AddManifests adds what AddManifest would, of the file path, or of every file right in the folder
// path whose name ends in ".dialect.json".
func (b *RegistryBuilder) AddManifests(path string) error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_registry_builder_add_manifests(p, str(path)))
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

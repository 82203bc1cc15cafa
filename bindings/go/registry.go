package vyre

// #include <vyre_driver.h>
import "C"

// Registry is a frozen set of ops. Holding it keeps all of it, whatever is published meanwhile.
type Registry struct{ handle *handle[*C.vyre_registry] }

// Registry is the one that the context publishes now. A new context publishes the dialects "core"
// and "io".
func (c *Context) Registry() (*Registry, error) {
	p, h := use(c)
	defer h.done(p)
	var out *C.vyre_registry
	return made[Registry](C.vyre_context_get_registry(p, &out), &out)
}

// Publish makes registry the current one of the context, in one step. It may come from another
// context.
func (c *Context) Publish(registry *Registry) error {
	p, h := use(c)
	defer h.done(p)
	r, source := use(registry)
	defer source.done(r)
	return take(C.vyre_context_publish(p, r))
}

// LoadManifests publishes the current registry with the manifests of a folder (those whose names
// end in ".dialect.json") as they are now, in place of what came from files in that folder before.
// When anything is wrong nothing is published, and the error carries all findings.
func (c *Context) LoadManifests(folder string) error {
	p, h := use(c)
	defer h.done(p)
	return take(C.vyre_context_load_manifests(p, str(folder)))
}

// Lookup is the op of a number, which is not Found when there is none.
func (r *Registry) Lookup(number OpID) Op {
	p, h := use(r)
	defer h.done(p)
	return Op{C.vyre_registry_lookup(p, C.vyre_op_id(number)), r}
}

// Find is the op of an id, which is not Found when there is none.
func (r *Registry) Find(id string) Op {
	p, h := use(r)
	defer h.done(p)
	return Op{C.vyre_registry_find(p, str(id)), r}
}

// Ops are all ops, by dialect and then by id.
func (r *Registry) Ops() []Op {
	p, h := use(r)
	defer h.done(p)
	return list(C.vyre_registry_op_count(p), func(i C.size_t) Op { return Op{C.vyre_registry_op(p, i), r} })
}

// ExternDialect is a dialect from outside.
type ExternDialect struct {
	Name    string // begins with "vyre-libs-"
	Version string
	URL     string
	Source  string // absolute path of its manifest; empty: registered by a call
}

// ExternDialects are the dialects from outside, by name.
func (r *Registry) ExternDialects() []ExternDialect {
	p, h := use(r)
	defer h.done(p)
	return list(C.vyre_registry_extern_dialect_count(p), func(i C.size_t) ExternDialect {
		d := C.vyre_registry_extern_dialect(p, i)
		return ExternDialect{Name: text(d.name), Version: text(d.version), URL: text(d.url), Source: text(d.source)}
	})
}

// Close gives the registry back. Its ops are none afterwards.
func (r *Registry) Close() { handleOf(r).close() }

// RegistryView is the current registry for the hot path of one goroutine: unlike all else it must
// not be used by several at once.
type RegistryView struct {
	handle *handle[*C.vyre_registry_view]
	lent   *Registry // while Use is under way
}

func (v *RegistryView) object() *handle[*C.vyre_registry_view] {
	if v == nil {
		return nil
	}
	return v.handle
}

// CreateRegistryView makes a view of what the context publishes.
func (c *Context) CreateRegistryView() (*RegistryView, error) {
	p, h := use(c)
	defer h.done(p)
	var out *C.vyre_registry_view
	if err := take(C.vyre_registry_view_create(p, &out)); err != nil {
		return nil, err
	}
	v := &RegistryView{}
	v.handle = own(v, out, func(p *C.vyre_registry_view) { C.vyre_registry_view_destroy(p) })
	return v, nil
}

// Use calls f with the registry that is current now, which is closed afterwards, with its ops.
// Within f it stays the same one. Costs no lock when nothing was published since the last call.
func (v *RegistryView) Use(f func(r *Registry)) error {
	h := v.object()
	p := h.use()
	defer h.done(p)
	if p == nil {
		return mistake(ErrInvalidArgument, "the view is nil or closed. Fix: use one that is open")
	}
	if v.lent == nil {
		v.lent = &Registry{&handle[*C.vyre_registry]{pointer: C.vyre_registry_view_get(p), destroy: func(*C.vyre_registry) {}}}
		v.lent.handle.users.Store(1)
		defer func() {
			v.lent.Close()
			v.lent = nil
		}()
	}
	f(v.lent)
	return nil
}

// Close gives the view back.
func (v *RegistryView) Close() { v.object().close() }

package vyre

// #include "all.h"
import "C"

import "runtime"

// Registry is a frozen set of ops. Holding it keeps all of it, whatever is published meanwhile.
type Registry struct{ handle *handle[*C.vyre_registry] }

// Registry is the one that the context publishes now. A new context publishes the ops of the
// library's own dialects.
func (c *Context) Registry() (*Registry, error) {
	p, h := use(c)
	defer h.done(p)
	var out *C.vyre_registry
	return made[Registry](C.vyre_context_get_registry(p, &out), &out)
}

// Publish makes registry the current one of the context, in one step. expected is the registry that
// it was built from; when another is current by now, nothing changes and the call is
// [ErrAlreadyRegistered]: get, build and publish once more. Nil publishes over any. A registry may
// come from another context.
func (c *Context) Publish(registry, expected *Registry) error {
	p, h := use(c)
	defer h.done(p)
	r, source := use(registry)
	defer source.done(r)
	var l loan
	defer l.end()
	e := borrow(&l, expected, "expected registry")
	if l.err != nil {
		return l.err
	}
	return take(C.vyre_context_publish(p, r, e))
}

// LoadManifests publishes the current registry with the manifests of a folder (those whose names
// end in ".dialect.json") as they are now, in place of what came from files in that folder before.
// When anything is wrong nothing is published, and the error carries all findings.
func (c *Context) LoadManifests(folder string) error {
	p, h := use(c)
	defer h.done(p)
	return take(C.vyre_context_load_manifests(p, str(folder)))
}

// DialectFlags are bits of what a dialect is.
type DialectFlags uint64

// DialectExtern says that a dialect comes from outside: from a manifest or AddDialect.
const DialectExtern DialectFlags = C.VYRE_DIALECT_EXTERN

// DialectInfo is what is known about a dialect.
type DialectInfo struct {
	Flags   DialectFlags
	Name    string
	Version string // empty but for a dialect from outside, as the next two
	URL     string // where it comes from
	Source  string // absolute path of its manifest; empty: registered by a call
	OpCount int    // its ops in this registry
}

func dialectInfo(i *C.vyre_dialect_info) DialectInfo {
	return DialectInfo{
		Flags: DialectFlags(i.flags), Name: text(i.name), Version: text(i.version),
		URL: text(i.url), Source: text(i.source), OpCount: int(i.op_count),
	}
}

// RegistryInfo is what is in a registry.
type RegistryInfo struct {
	Ops      []Op          // by dialect, then by id
	Dialects []DialectInfo // in the order of their names
}

// Info is what is in the registry; empty for a closed one.
func (r *Registry) Info() RegistryInfo {
	p, h := use(r)
	defer h.done(p)
	i := C.vyre_registry_get_info(p)
	return RegistryInfo{
		Ops:      each(i.ops, i.op_count, func(op *C.vyre_op) Op { return Op{op, r} }),
		Dialects: each(i.dialects, i.dialect_count, dialectInfo),
	}
}

// Find is the op of an id, which is not Found when there is none. For a number: [OpID.Name].
func (r *Registry) Find(id string) Op {
	p, h := use(r)
	defer h.done(p)
	return Op{C.vyre_registry_find(p, str(id)), r}
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
	runtime.KeepAlive(v)
	defer h.done(p)
	if p == nil {
		return closed("view")
	}
	if v.lent == nil {
		defer v.lend(C.vyre_registry_view_get(p))()
	}
	f(v.lent)
	return nil
}

// lend makes the registry that the view lends, until the result is called. It is borrowed from the
// view, so calls that another goroutine still makes with it are waited for.
func (v *RegistryView) lend(registry *C.vyre_registry) (end func()) {
	gone := make(chan struct{})
	v.lent = &Registry{newHandle(registry, func(*C.vyre_registry) { close(gone) })}
	return func() {
		v.lent.Close()
		<-gone
		v.lent = nil
	}
}

// Close gives the view back.
func (v *RegistryView) Close() { v.object().close() }

package vyre

// #include <vyre_driver.h>
import "C"

import (
	"runtime"
	"unsafe"
)

// Flags and numbers of a table that is made in C; see [Context.AddBackend].
const (
	PluginDispatches         = C.VYRE_PLUGIN_DISPATCHES          // may be chosen implicitly
	PluginOrdered            = C.VYRE_PLUGIN_ORDERED             // the device keeps order
	PluginNoSplit            = C.VYRE_PLUGIN_NO_SPLIT            // programs come whole
	PluginOneAtATime         = C.VYRE_PLUGIN_ONE_AT_A_TIME       // no two calls at once
	PluginReferenceFunctions = C.VYRE_PLUGIN_REFERENCE_FUNCTIONS // calls of reference functions
	PluginHostIO             = C.VYRE_PLUGIN_HOST_IO             // the ops of the dialect "io"
	PluginSetRank            = C.VYRE_PLUGIN_SET_RANK            // the rank counts
	CommandBarrier           = C.VYRE_COMMAND_BARRIER            // sees what commands before have written
	SubmissionTimed          = C.VYRE_SUBMISSION_TIMED           // the device's time is asked for
)

// PluginOptions says how plug-ins are loaded.
type PluginOptions struct {
	// BLAKE3 of the files that may be loaded; none: all may. What is loaded is what was hashed.
	// Linux only.
	Digests [][32]byte
}

// desc is the C form, which borrows memory until the pinner is unpinned.
func (o *PluginOptions) desc(pinner *runtime.Pinner) C.vyre_plugin_desc {
	desc := C.vyre_plugin_desc{struct_size: C.sizeof_vyre_plugin_desc}
	if o != nil && len(o.Digests) > 0 {
		pinner.Pin(&o.Digests[0])
		desc.digests = (*C.uint8_t)(unsafe.Pointer(&o.Digests[0]))
		desc.digest_count = C.size_t(len(o.Digests))
	}
	return desc
}

// LoadPlugin loads the plug-in at path, adds its backend to those of the context, and gives the id
// that [Context.AcquireBackend] takes. Loading runs code of the plug-in. It stays loaded as long as
// the context or an object made with the backend is there. After an error nothing is loaded.
func (c *Context) LoadPlugin(path string, options *PluginOptions) (id string, err error) {
	p, h := use(c)
	defer h.done(p)
	var pinner runtime.Pinner
	defer pinner.Unpin()
	desc := options.desc(&pinner)
	var out C.vyre_string
	if err := take(C.vyre_context_load_plugin(p, str(path), &desc, &out)); err != nil {
		return "", err
	}
	return text(out), nil
}

// LoadPlugins loads every plug-in of a folder: the regular files that end in ".so", ".dylib" or
// ".dll", in the order of their names. Those that load stay loaded also when others do not; the
// error then has a finding for each that does not.
func (c *Context) LoadPlugins(folder string, options *PluginOptions) error {
	p, h := use(c)
	defer h.done(p)
	var pinner runtime.Pinner
	defer pinner.Unpin()
	desc := options.desc(&pinner)
	return take(C.vyre_context_load_plugins(p, str(folder), &desc))
}

// AddBackend adds a backend that lives in this program to those of the context. The table is a
// vyre_backend_table of the C header: its functions are called on any thread and are C functions,
// or Go functions exported to C. A package makes it with cgo of its own and passes its address,
// because the C types of two packages are not the same to Go. The table is copied; its destroy is
// called when the context and all objects made with the backend are gone, not when this fails.
func (c *Context) AddBackend(table unsafe.Pointer) error {
	p, h := use(c)
	defer h.done(p)
	return take(C.vyre_context_add_backend(p, (*C.vyre_backend_table)(table)))
}

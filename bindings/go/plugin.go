package vyre

// #include "all.h"
import "C"

import "unsafe"

// Flags and numbers of a table that is made in C; see [Context.AddBackend].
const (
	PluginDispatches         = C.VYRE_PLUGIN_DISPATCHES          // may be chosen as the best device
	PluginOrdered            = C.VYRE_PLUGIN_ORDERED             // the device keeps order
	PluginNoSplit            = C.VYRE_PLUGIN_NO_SPLIT            // programs come whole
	PluginOneAtATime         = C.VYRE_PLUGIN_ONE_AT_A_TIME       // no two calls at once
	PluginReferenceFunctions = C.VYRE_PLUGIN_REFERENCE_FUNCTIONS // calls of reference functions
	PluginHostIO             = C.VYRE_PLUGIN_HOST_IO             // the ops of the dialect "io"
	PluginGridFromMemory     = C.VYRE_PLUGIN_GRID_FROM_MEMORY    // grids that stand in memory
	CommandBarrier           = C.VYRE_COMMAND_BARRIER            // sees what commands before have written
	SubmissionTimed          = C.VYRE_SUBMISSION_TIMED           // the device's time is wanted
)

// PluginOptions says how plug-ins are loaded.
type PluginOptions struct {
	// BLAKE3 of the files that may be loaded; none: all may. What is loaded is what was hashed.
	// Linux only.
	Digests [][32]byte
}

// digests is the C form.
func (o *PluginOptions) digests(l *loan) (*C.vyre_bytes, C.size_t) {
	all := given(o).Digests
	list := make([]C.vyre_bytes, len(all))
	for i := range all {
		list[i] = C.vyre_bytes{data: pinnedBytes(all[i][:], l), size: C.size_t(len(all[i]))}
	}
	return unsafe.SliceData(list), C.size_t(len(list))
}

// LoadPlugin loads the plug-in at path, adds its backend to those of the context, and gives its id,
// which [Context.OpenDevice] takes. Loading runs code of the plug-in. It stays loaded as long as the
// context or an object made with the backend is there. After an error nothing is loaded.
func (c *Context) LoadPlugin(path string, options *PluginOptions) (backend string, err error) {
	p, h := use(c)
	defer h.done(p)
	var l loan
	defer l.end()
	digests, count := options.digests(&l)
	var out C.vyre_string
	if err := take(C.vyre_context_load_plugin(p, str(path), digests, count, &out)); err != nil {
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
	var l loan
	defer l.end()
	digests, count := options.digests(&l)
	return take(C.vyre_context_load_plugins(p, str(folder), digests, count))
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

// RankNone is the rank of a backend that nobody declared one for.
const RankNone uint32 = C.VYRE_RANK_NONE

// DeclareRank declares the rank of a backend: lower comes first among devices that are otherwise
// equal. The backend need not be there. A second one is [ErrAlreadyRegistered].
func (c *Context) DeclareRank(backend string, rank uint32) error {
	p, h := use(c)
	defer h.done(p)
	return take(C.vyre_context_declare_rank(p, str(backend), C.uint32_t(rank)))
}

// DeclareDispatches declares whether devices of a backend may be chosen as the best one. The backend
// need not be there. A second time is [ErrAlreadyRegistered].
func (c *Context) DeclareDispatches(backend string, dispatches bool) error {
	p, h := use(c)
	defer h.done(p)
	return take(C.vyre_context_declare_dispatches(p, str(backend), C.uint32_t(flag(dispatches, 1))))
}

// BackendFlags are bits of what is known of a backend.
type BackendFlags uint64

const (
	BackendRegistered       BackendFlags = C.VYRE_BACKEND_REGISTERED        // it is there
	BackendRanked           BackendFlags = C.VYRE_BACKEND_RANKED            // its rank was declared
	BackendDeclaredDispatch BackendFlags = C.VYRE_BACKEND_DECLARED_DISPATCH // whether it dispatches was declared
	BackendDispatches       BackendFlags = C.VYRE_BACKEND_DISPATCHES        // it dispatches: it may be chosen
)

// BackendInfo is what a context knows of one backend.
type BackendInfo struct {
	ID    string // "vulkan", "cpu-ref", that of a plug-in
	Flags BackendFlags
	Rank  uint32 // [RankNone]: none was declared
}

// BackendList is every backend that was registered, ranked or declared, by rank, then by id. It is a
// copy; there is nothing to close.
type BackendList []BackendInfo

// ListBackends is what the context knows of its backends now. No device is asked.
func (c *Context) ListBackends() (BackendList, error) {
	p, h := use(c)
	defer h.done(p)
	var list *C.vyre_backend_list
	if err := take(C.vyre_backend_list_create(p, &list)); err != nil {
		return nil, err
	}
	defer C.vyre_backend_list_destroy(list)
	info := C.vyre_backend_list_get_info(list)
	return each(info.backends, info.backend_count, backendInfo), nil
}

func backendInfo(info *C.vyre_backend_info) BackendInfo {
	return BackendInfo{ID: text(info.id), Flags: BackendFlags(info.flags), Rank: uint32(info.rank)}
}

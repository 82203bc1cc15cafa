package vyre

// #include "callback.h"
import "C"

import (
	"io"
	"unsafe"
)

// LogLevel says how urgent a message is; lower is more urgent.
type LogLevel uint32

const (
	LogError   LogLevel = C.VYRE_LOG_ERROR   // something failed and no call returns it
	LogWarning LogLevel = C.VYRE_LOG_WARNING // it works, but not as was asked for
	LogInfo    LogLevel = C.VYRE_LOG_INFO    // what was chosen, opened, kept
	LogDebug   LogLevel = C.VYRE_LOG_DEBUG   // everything else
)

// Allocator gives the library its big blocks of host memory. Its methods are called from any
// thread.
type Allocator interface {
	// Allocate gives size bytes (more than 0) at a multiple of alignment (a power of two), or nil.
	// The memory must not be Go's: it comes from C or from the operating system.
	Allocate(size, alignment uintptr) unsafe.Pointer
	// Deallocate takes back what Allocate gave, with the same size and alignment.
	Deallocate(memory unsafe.Pointer, size, alignment uintptr)
}

// ContextOptions says how a context behaves. Callbacks live until the context and all objects made
// from it are gone.
//
// Background work is completion callbacks, transfers of files and trimming of the cache folder. It
// runs in goroutines that RunJob lends, else on the library's own threads where OwnThreads allows
// them. Else it runs piece by piece inside calls that wait for it and inside [Context.RunCallbacks],
// callbacks in the latter alone.
type ContextOptions struct {
	// The library may start threads, joined when the last object of the context is gone. Counts only
	// without RunJob.
	OwnThreads bool
	// The variables VYRE_BACKEND, VYRE_BACKEND_EXCLUDE and VYRE_CACHE_DIR are read.
	ReadEnvironment bool
	// Vulkan devices run under the Khronos validation layer; what it says goes to Log. Without the
	// layer on the machine, opening one fails.
	VulkanValidation bool
	// The metrics that are times are measured, for some looks at a clock in each dispatch.
	MeasureTimes bool
	// What happens is kept for [Context.WriteTrace]. Includes DebugLabels, times dispatches.
	Trace bool
	// Of a trace: how many events are kept; older ones go first. 0: 65,536.
	TraceEvents uint64
	// Vulkan objects and dispatches have their labels, for debuggers and profilers.
	DebugLabels bool

	// Log gets each message of the library; nil: silent. It must not call the library.
	Log func(level LogLevel, text string)
	// The least urgent level that is sent; 0 means LogWarning.
	LogLevel LogLevel

	// Allocator serves programs, staging memory and other big blocks; nil: the library's own.
	Allocator Allocator

	// RunJob lends a thread for background work: it calls job once, soon, in any goroutine, also
	// within RunJob itself: func(job func()) { go job() }. A job may block until work has ended.
	RunJob func(job func())

	// Folder for compiled kernels kept between runs, also by several processes at once. It is made
	// for its owner alone. A folder that cannot be used costs time and a line in the log.
	CacheFolder string
	// The cache folder is read; nothing in it is made, written or removed.
	CacheReadOnly bool
	// Budgets for compiled kernels; 0: the default. In memory, of each device:
	CacheMemoryBytes   uint64 // 256 MiB
	CacheMemoryEntries uint64 // 256
	// Of all files in the folder together; what was used longest ago goes first.
	CacheDiskBytes uint64 // 512 MiB

	// The Vulkan loader to open, a path or file name. Empty: the system's. The drivers that it
	// loads stay loaded to the end of the process: some cannot be loaded again and again.
	VulkanLibrary string
}

// desc is the C form. The caller frees the user data with freeUsers when the call fails.
func (o *ContextOptions) desc(l *loan) C.vyre_context_desc {
	desc := C.vyre_context_desc{struct_size: C.sizeof_vyre_context_desc}
	o = given(o)
	desc.flags = o.flags()
	desc.log_level = C.vyre_log_level(o.LogLevel)
	desc.cache_folder = pinned(o.CacheFolder, l)
	desc.cache_memory_bytes = C.uint64_t(o.CacheMemoryBytes)
	desc.cache_memory_entries = C.uint64_t(o.CacheMemoryEntries)
	desc.cache_disk_bytes = C.uint64_t(o.CacheDiskBytes)
	desc.vulkan_library = pinned(o.VulkanLibrary, l)
	desc.trace_events = C.uint64_t(o.TraceEvents)
	o.setCallbacks(&desc)
	return desc
}

func (o *ContextOptions) flags() C.vyre_context_flags {
	return flag(o.OwnThreads, C.VYRE_CONTEXT_OWN_THREADS) |
		flag(o.ReadEnvironment, C.VYRE_CONTEXT_READ_ENVIRONMENT) |
		flag(o.VulkanValidation, C.VYRE_CONTEXT_VULKAN_VALIDATION) |
		flag(o.CacheReadOnly, C.VYRE_CONTEXT_CACHE_READ_ONLY) |
		flag(o.MeasureTimes, C.VYRE_CONTEXT_MEASURE_TIMES) |
		flag(o.Trace, C.VYRE_CONTEXT_TRACE) |
		flag(o.DebugLabels, C.VYRE_CONTEXT_DEBUG_LABELS)
}

func (o *ContextOptions) setCallbacks(desc *C.vyre_context_desc) {
	destroy := C.vyre_destroy_fn(C.vyreGoDestroy)
	if o.Log != nil {
		desc.log = C.vyre_log_fn(C.vyreGoLog)
		desc.log_user, desc.log_destroy = newUser(o.Log), destroy
	}
	if o.Allocator != nil {
		desc.allocate = C.vyre_allocate_fn(C.vyreGoAllocate)
		desc.deallocate = C.vyre_deallocate_fn(C.vyreGoDeallocate)
		desc.allocate_user, desc.allocate_destroy = newUser(o.Allocator), destroy
	}
	if o.RunJob != nil {
		desc.run_job = C.vyre_run_job_fn(C.vyreGoRunJob)
		desc.run_job_user, desc.run_job_destroy = newUser(o.RunJob), destroy
	}
}

func freeUsers(desc *C.vyre_context_desc) {
	freeUser(desc.log_user)
	freeUser(desc.allocate_user)
	freeUser(desc.run_job_user)
}

// Context holds what would otherwise be global to the process. Functions that are no methods, such
// as [OpenDevice], [LoadProgram] and [NewBuilder], use the one that the whole process shares.
type Context struct{ handle *handle[*C.vyre_context] }

// NewContext makes a context. It opens no device and starts no thread.
func NewContext(options *ContextOptions) (*Context, error) {
	var l loan
	defer l.end()
	desc := options.desc(&l)
	var out *C.vyre_context
	c, err := made[Context](C.vyre_context_create(&desc, &out), &out)
	if err != nil {
		freeUsers(&desc)
	}
	return c, err
}

// SharedContext is an owner of the context that the whole process shares: all defaults, nothing read
// from the environment. The first use makes it, and it ends with its last object.
func SharedContext() (*Context, error) {
	var out *C.vyre_context
	return made[Context](C.vyre_context_get_shared(&out), &out)
}

// RunCallbacks does the background work that is due, in this goroutine, and says how many callbacks
// were made. It waits for none. Only contexts without RunJob and OwnThreads need it.
func (c *Context) RunCallbacks() (ran uint32, err error) {
	p, h := use(c)
	defer h.done(p)
	var out C.uint32_t
	err = take(C.vyre_context_run_callbacks(p, &out))
	return uint32(out), err
}

// WriteTrace writes what the context and its devices did last, as JSON in the form of Chrome's
// traces, which ui.perfetto.dev opens: calls by thread, submissions, times of devices. Nothing is
// forgotten. The context needs Trace. What w fails with is in the text of the error.
func (c *Context) WriteTrace(w io.Writer) error {
	if w == nil {
		return mistake(ErrInvalidArgument, "w is nil. Fix: give a writer")
	}
	p, h := use(c)
	defer h.done(p)
	user := newUser(w)
	defer freeUser(user)
	return take(C.vyre_context_write_trace(p, C.vyre_go_write(), user))
}

// Close gives the context back. Objects made from it stay usable.
func (c *Context) Close() { handleOf(c).close() }

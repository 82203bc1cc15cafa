//! How a context is made.

use crate::call::made;
use crate::callbacks::{self, Allocator, Log, RunJob};
use crate::strings::string;
use crate::values::LogLevel;
use crate::{Context, Result, sys};
use std::alloc::GlobalAlloc;
use std::ffi::c_void;

/// How a context is made; [`Context::builder`] begins one. Callbacks live until the context and all
/// objects made from it are gone.
///
/// Background work (completion callbacks, woken futures, files, trimming the cache folder) runs on
/// threads that [`run_job`](Self::run_job) lends; else on threads of the library when
/// [`own_threads`](Self::own_threads) allows them; else inside calls that wait for it and inside
/// [`Context::run_callbacks`](crate::Context::run_callbacks), callbacks in the latter alone.
#[derive(Default)]
pub struct ContextBuilder {
    flags: u64,
    log: Option<(LogLevel, Box<Log>)>,
    allocator: Option<Box<Allocator>>,
    run_job: Option<Box<RunJob>>,
    cache_folder: String,
    cache_memory_bytes: u64,
    cache_memory_entries: u64,
    cache_disk_bytes: u64,
    vulkan_library: String,
    trace_events: u64,
}

impl Context {
    /// Begins to make a context that is not all defaults.
    pub fn builder() -> ContextBuilder {
        ContextBuilder::default()
    }
}

impl ContextBuilder {
    /// Sends each message that is at least as urgent as `level` to `log`, on whichever thread it
    /// arises, several at once perhaps. It must not call the library.
    pub fn log(
        mut self,
        level: LogLevel,
        log: impl Fn(LogLevel, &str) + Send + Sync + 'static,
    ) -> Self {
        self.log = Some((level, Box::new(log)));
        self
    }

    /// Takes memory for programs, staging and other big blocks from `allocator`, on any thread.
    pub fn allocator(mut self, allocator: impl GlobalAlloc + Send + Sync + 'static) -> Self {
        self.allocator = Some(Box::new(allocator));
        self
    }

    /// Gives background work to `run_job`, which sees to it that each job runs soon, on any thread,
    /// also within the call.
    pub fn run_job(mut self, run_job: impl Fn(Job) + Send + Sync + 'static) -> Self {
        self.run_job = Some(Box::new(run_job));
        self
    }

    /// The library may start threads for background work. Counts only without
    /// [`run_job`](Self::run_job).
    pub fn own_threads(self) -> Self {
        self.flag(sys::VYRE_CONTEXT_OWN_THREADS)
    }

    /// The variables VYRE_BACKEND, VYRE_BACKEND_EXCLUDE and VYRE_CACHE_DIR are read when the
    /// context is made.
    pub fn read_environment(self) -> Self {
        self.flag(sys::VYRE_CONTEXT_READ_ENVIRONMENT)
    }

    /// Vulkan devices run under the validation layer; what it says goes to the log. Without the
    /// layer on the machine, opening one fails.
    pub fn vulkan_validation(self) -> Self {
        self.flag(sys::VYRE_CONTEXT_VULKAN_VALIDATION)
    }

    /// The metrics that are times are measured, for some looks at a clock in each dispatch; see
    /// [`Device::metrics`](crate::Device::metrics).
    pub fn measure_times(self) -> Self {
        self.flag(sys::VYRE_CONTEXT_MEASURE_TIMES)
    }

    /// What the library and its devices do is kept for
    /// [`Context::write_trace`](crate::Context::write_trace), `events` of it; 0: 65,536. Older ones
    /// go first. Each dispatch then has timestamps of the device.
    pub fn trace(mut self, events: u64) -> Self {
        self.trace_events = events;
        self.flag(sys::VYRE_CONTEXT_TRACE)
    }

    /// Vulkan objects have names and recorded dispatches the caller's labels, for debuggers and
    /// profilers.
    pub fn debug_labels(self) -> Self {
        self.flag(sys::VYRE_CONTEXT_DEBUG_LABELS)
    }

    /// The folder for compiled kernels kept between runs, also by several processes at once. It is
    /// made for its owner alone. A folder that cannot be used costs time and a line in the log,
    /// nothing else.
    pub fn cache_folder(mut self, folder: impl Into<String>) -> Self {
        self.cache_folder = folder.into();
        self
    }

    /// The cache folder is used but never changed.
    pub fn cache_read_only(self) -> Self {
        self.flag(sys::VYRE_CONTEXT_CACHE_READ_ONLY)
    }

    /// The budget in bytes for compiled kernels in the memory of each device; 0: 256 MiB.
    pub fn cache_memory_bytes(mut self, bytes: u64) -> Self {
        self.cache_memory_bytes = bytes;
        self
    }

    /// The budget in number for compiled kernels in the memory of each device; 0: 256.
    pub fn cache_memory_entries(mut self, entries: u64) -> Self {
        self.cache_memory_entries = entries;
        self
    }

    /// The budget in bytes for all files of the cache folder together; 0: 512 MiB.
    pub fn cache_disk_bytes(mut self, bytes: u64) -> Self {
        self.cache_disk_bytes = bytes;
        self
    }

    /// The Vulkan loader to open, a path or file name, instead of the system's. The drivers that
    /// it loads stay loaded to the end of the process: some cannot be loaded again and again.
    pub fn vulkan_library(mut self, library: impl Into<String>) -> Self {
        self.vulkan_library = library.into();
        self
    }

    fn flag(mut self, flag: u64) -> Self {
        self.flags |= flag;
        self
    }

    /// Makes the context. It opens no device and starts no thread. The callbacks belong to it
    /// afterwards, or are freed when that fails.
    pub fn create(self) -> Result<Context> {
        let mut desc = sys::vyre_context_desc {
            flags: self.flags,
            cache_folder: string(&self.cache_folder),
            cache_memory_bytes: self.cache_memory_bytes,
            cache_memory_entries: self.cache_memory_entries,
            cache_disk_bytes: self.cache_disk_bytes,
            vulkan_library: string(&self.vulkan_library),
            trace_events: self.trace_events,
            ..sys::vyre_context_desc::INIT
        };
        give_log(&mut desc, self.log);
        give_allocator(&mut desc, self.allocator);
        give_run_job(&mut desc, self.run_job);
        // SAFETY: the description and its strings live for the call, its callbacks until destroyed;
        // success gives an owner.
        let created = unsafe { made(|raw| sys::vyre_context_create(&desc, raw)) };
        if created.is_err() {
            // SAFETY: the pairs were made above, and the library has not taken them.
            unsafe {
                callbacks::free(desc.log_destroy, desc.log_user);
                callbacks::free(desc.allocate_destroy, desc.allocate_user);
                callbacks::free(desc.run_job_destroy, desc.run_job_user);
            }
        }
        created
    }
}

fn give_log(desc: &mut sys::vyre_context_desc, log: Option<(LogLevel, Box<Log>)>) {
    let Some((level, log)) = log else { return };
    desc.log_level = level.0;
    desc.log = Some(callbacks::log);
    desc.log_user = callbacks::user(log);
    desc.log_destroy = Some(callbacks::destroy::<Log>);
}

fn give_allocator(desc: &mut sys::vyre_context_desc, allocator: Option<Box<Allocator>>) {
    let Some(allocator) = allocator else { return };
    desc.allocate = Some(callbacks::allocate);
    desc.deallocate = Some(callbacks::deallocate);
    desc.allocate_user = callbacks::user(allocator);
    desc.allocate_destroy = Some(callbacks::destroy::<Allocator>);
}

fn give_run_job(desc: &mut sys::vyre_context_desc, run_job: Option<Box<RunJob>>) {
    let Some(run_job) = run_job else { return };
    desc.run_job = Some(callbacks::run_job);
    desc.run_job_user = callbacks::user(run_job);
    desc.run_job_destroy = Some(callbacks::destroy::<RunJob>);
}

/// Background work of the library for a thread of the host. A job that is dropped runs then.
pub struct Job {
    job: sys::vyre_job_fn,
    data: *mut c_void,
}

// SAFETY: the header: a job runs on any thread.
unsafe impl Send for Job {}

impl Job {
    pub(crate) fn new(job: sys::vyre_job_fn, data: *mut c_void) -> Self {
        Self { job, data }
    }

    /// Does the work, on this thread. It may block until work on the device has ended.
    pub fn run(self) {
        drop(self);
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        if let Some(job) = self.job.take() {
            // SAFETY: the library's own function and data, called once.
            unsafe { job(self.data) }
        }
    }
}

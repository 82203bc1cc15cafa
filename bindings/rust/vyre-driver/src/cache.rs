//! Compiled kernels that are kept, in memory and in a folder.

use crate::call::{got, made, mirrors, object};
use crate::strings::{sized, text};
use crate::values::{Miss, Origin};
use crate::{Backend, Context, Pipeline, Result, callbacks, sys};
use std::ops::ControlFlow;
use std::time::{Duration, SystemTime};

/// All that a kernel was compiled from, as a digest.
pub type CacheKey = [u8; sys::VYRE_CACHE_KEY_BYTES as usize];

mirrors! {
    vyre_cache_counters:
    /// What happened to compiled kernels. All grow only, but those "now".
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct CacheCounters {
        /// Kernels that the backend's memory was asked for.
        pub asked: u64,
        /// That were there, or were being made.
        pub hits: u64,
        /// Of these: another thread was making them.
        pub waits: u64,
        /// Compiled, or taken from the folder.
        pub made: u64,
        /// Attempts that made nothing.
        pub failures: u64,
        /// Had to go for the budgets.
        pub evicted: u64,
        /// In memory now.
        pub entries: u64,
        /// Of memory now, as an estimate.
        pub bytes: u64,
        /// Files of the context's folder that were used; a kernel has two.
        pub disk_hits: u64,
        /// Files that were written.
        pub disk_writes: u64,
        /// Files that could not be written; nothing else happened.
        pub disk_failed_writes: u64,
        /// Files that were removed for the budget.
        pub disk_trimmed: u64,
        disk_misses: [u64; 16],
    }
}

impl CacheCounters {
    /// How often the folder did not have a file, for that reason.
    pub fn disk_misses(&self, miss: Miss) -> u64 {
        self.disk_misses.get(miss.0 as usize).copied().unwrap_or_default()
    }
}

/// Hits in ten thousand of `hits` and `misses`, rounded down; `None` when both are 0.
pub fn cache_hit_rate(hits: u64, misses: u64) -> Option<u32> {
    // SAFETY: the function has no conditions.
    u32::try_from(unsafe { sys::vyre_cache_hit_rate(hits, misses) }).ok()
}

/// Whether that rate is known and below `least`.
pub fn cache_hit_rate_alarm(hits: u64, misses: u64, least: u32) -> bool {
    // SAFETY: the function has no conditions.
    unsafe { sys::vyre_cache_hit_rate_alarm(hits, misses, least) != 0 }
}

impl Miss {
    /// "damaged header" for [`Miss::DAMAGED_HEADER`]; empty for numbers that have no name.
    pub fn name(self) -> &'static str {
        // SAFETY: the string lives for ever.
        unsafe { text(sys::vyre_cache_miss_name(self.0)) }
    }
}

impl Pipeline {
    /// Where the kernel that the pipeline has now came from.
    pub fn origin(&self) -> Result<Origin> {
        // SAFETY: the pipeline lives; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_pipeline_get_origin(self.as_raw(), out)) }
    }
}

impl Backend {
    /// What happened to compiled kernels so far.
    pub fn cache_counters(&self) -> Result<CacheCounters> {
        // SAFETY: the backend lives.
        unsafe { got(|out| sys::vyre_backend_get_cache_counters(self.as_raw(), out)) }
    }

    /// The keys of all kernels that the backend has in memory now, for
    /// [`prepare_keys`](Self::prepare_keys) in a later run.
    pub fn export_keys(&self) -> Result<Vec<CacheKey>> {
        let bytes: Vec<u8> = sized(|bytes: *mut u8, capacity, size| {
            // SAFETY: the backend lives; there is room for |capacity| bytes.
            unsafe { sys::vyre_backend_export_keys(self.as_raw(), bytes.cast(), capacity, size) }
        })?;
        let key = |chunk: &[u8]| chunk.try_into().expect("chunks of a key's size");
        Ok(bytes.chunks_exact(size_of::<CacheKey>()).map(key).collect())
    }

    /// Makes the kernels of those keys from the context's folder, so that pipelines that need them
    /// find them. `progress` gets how many keys of how many are through, after each; `Break` ends the
    /// preparation. Gives how many are in memory then: keys that the folder does not have, or that
    /// are from another device or build, are passed over. Blocks.
    pub fn prepare_keys(
        &self,
        keys: &[CacheKey],
        mut progress: impl FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<u64> {
        let (first, size) = (keys.as_ptr().cast(), size_of_val(keys));
        let mut progress: &mut callbacks::Progress = &mut progress;
        // SAFETY: the backend, the keys and the closure live for the call.
        unsafe {
            let (call, user) = (Some(callbacks::progress as _), (&raw mut progress).cast());
            got(|out| sys::vyre_backend_prepare_keys(self.as_raw(), first, size, call, user, out))
        }
    }
}

mirrors! {
    vyre_cache_entry:
    /// A file of the folder.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct CacheEntry {
        /// Inside the folder: two digits, a slash, the key's 64 digits.
        // SAFETY: the caller's promise.
        pub path: String = |raw| unsafe { text(raw.path) }.to_owned(),
        /// The size of the file.
        pub bytes: u64,
        /// When it was last read or written.
        pub used: SystemTime = |raw| time(raw.used_ns),
        /// What is wrong with it; `None`: nothing, or it was not checked.
        pub damaged: Option<Miss> = |raw| (raw.damaged != 0).then_some(Miss(raw.damaged)),
    }
}

object!(List, vyre_cache_list, vyre_cache_list_destroy);

impl List {
    fn entry(&self, index: usize) -> Result<CacheEntry> {
        // SAFETY: the list lives.
        unsafe { got(|out| sys::vyre_cache_list_get(self.as_raw(), index, out)) }
    }
}

/// The time of that many nanoseconds since 1970.
fn time(nanoseconds: i64) -> SystemTime {
    let since = Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or_default());
    SystemTime::UNIX_EPOCH + since
}

impl Context {
    /// What lies in the context's cache folder, in the order of names. With `check` every file is
    /// read and its digests are checked. [`ErrorKind::NotFound`](crate::ErrorKind::NotFound) for a
    /// context without a folder.
    pub fn cache_entries(&self, check: bool) -> Result<Vec<CacheEntry>> {
        let flags = if check { sys::VYRE_CACHE_LIST_CHECK } else { 0 };
        // SAFETY: the context lives; success gives an owner.
        let list: List =
            unsafe { made(|raw| sys::vyre_cache_list_create(self.as_raw(), flags, raw))? };
        // SAFETY: the list lives.
        let count = unsafe { sys::vyre_cache_list_count(list.as_raw()) };
        (0..count).map(|index| list.entry(index)).collect()
    }

    /// Removes from the context's cache folder what was used longest ago until it is within its
    /// budget, and gives how many files are gone. The library does it by itself, as background work.
    pub fn trim_cache(&self) -> Result<u64> {
        // SAFETY: the context lives; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_context_trim_cache(self.as_raw(), out)) }
    }

    /// Removes every entry of the context's cache folder, and gives how many files are gone.
    pub fn clear_cache(&self) -> Result<u64> {
        // SAFETY: the context lives; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_context_clear_cache(self.as_raw(), out)) }
    }
}

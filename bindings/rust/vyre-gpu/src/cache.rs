//! Compiled kernels that are kept, in memory and in a folder.

use crate::call::{got, list, made, mirrors, object};
use crate::strings::text;
use crate::values::CacheMiss;
use crate::{Blob, Context, Device, Result, callbacks, sys};
use std::ops::ControlFlow;
use std::time::{Duration, SystemTime};

/// All that a kernel was compiled from, as a digest.
pub type CacheKey = [u8; 32];

impl CacheMiss {
    /// "damaged header" for [`CacheMiss::DAMAGED_HEADER`]; empty for numbers that have no name.
    pub fn name(self) -> &'static str {
        // SAFETY: the string lives for ever.
        unsafe { text(sys::vyre_cache_miss_name(self.0)) }
    }
}

impl Device {
    /// The keys of all kernels that the device has in memory now, for
    /// [`prepare_keys`](Self::prepare_keys) in a later run.
    pub fn save_keys(&self) -> Result<Vec<CacheKey>> {
        // SAFETY: the device lives; success gives an owner.
        let bytes: Blob = unsafe { made(|raw| sys::vyre_device_save_keys(self.as_raw(), raw))? };
        let key = |chunk: &[u8]| chunk.try_into().expect("chunks of a key's size");
        Ok(bytes.chunks_exact(size_of::<CacheKey>()).map(key).collect())
    }

    /// Makes the kernels of those keys from the context's folder, so that pipelines that need them
    /// find them. `progress` gets how many keys of how many are through, after each; `Break` ends
    /// the preparation. Gives how many are in memory then: keys that the folder does not have, or
    /// that are from another device or build, are passed over. Blocks.
    pub fn prepare_keys(
        &self,
        keys: &[CacheKey],
        mut progress: impl FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<u64> {
        let (first, size) = (keys.as_ptr().cast(), size_of_val(keys));
        let mut progress: &mut callbacks::Progress = &mut progress;
        // SAFETY: the device, the keys and the closure live for the call.
        unsafe {
            let (call, user) = (Some(callbacks::progress as _), (&raw mut progress).cast());
            got(|out| sys::vyre_device_prepare_keys(self.as_raw(), first, size, call, user, out))
        }
    }
}

object!(
    /// What lay in a cache folder when this was made.
    pub CacheList, vyre_cache_list, vyre_cache_list_destroy);

mirrors! {
    vyre_cache_entry_info:
    /// A file of the folder.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct CacheEntry<'a> {
        /// Inside the folder: two digits, a slash, the key's 64 digits.
        pub path: &'a str,
        /// The size of the file.
        pub bytes: u64,
        /// When it was last read or written.
        pub used: SystemTime = |raw| time(raw.used_ns),
        /// What is wrong with it; `None`: nothing, or it was not checked.
        pub damaged: Option<CacheMiss> = |raw| (raw.damaged != 0).then_some(CacheMiss(raw.damaged)),
    }
}

/// The time of that many nanoseconds since 1970.
fn time(nanoseconds: i64) -> SystemTime {
    let since = Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or_default());
    SystemTime::UNIX_EPOCH + since
}

impl CacheList {
    /// The files, in the order of their paths.
    pub fn entries(&self) -> Vec<CacheEntry<'_>> {
        // SAFETY: the info and all that it points to live as long as the list.
        unsafe {
            let info = &*sys::vyre_cache_list_get_info(self.as_raw());
            list(info.entries, info.entry_count)
        }
    }
}

impl Context {
    /// What lies in the context's cache folder. With `check` every file is read and its checksums
    /// are compared. [`ErrorKind::NotFound`](crate::ErrorKind::NotFound) for a context without a
    /// folder. Blocks.
    pub fn cache_list(&self, check: bool) -> Result<CacheList> {
        let flags = if check { sys::VYRE_CACHE_LIST_CHECK } else { 0 };
        // SAFETY: the context lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_cache_list_create(self.as_raw(), flags, raw)) }
    }

    /// Removes from the context's cache folder what was used longest ago until it is within its
    /// budget, and gives how many files are gone. The library does it by itself, as background
    /// work. Blocks.
    pub fn trim_cache(&self) -> Result<u64> {
        // SAFETY: the context lives; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_context_trim_cache(self.as_raw(), out)) }
    }

    /// Removes every kernel of the context's cache folder, and gives how many files are gone.
    /// Blocks.
    pub fn clear_cache(&self) -> Result<u64> {
        // SAFETY: the context lives; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_context_clear_cache(self.as_raw(), out)) }
    }
}

//! Work that waits for work of another interface, and the other way round.

use crate::call::{got, object};
use crate::{Device, Result, Work, error, sys};
use std::fmt;
use std::marker::PhantomData;

object!(
    /// A timeline: a number that only grows.
    /// [`Semaphore::import_vulkan`](Self::import_vulkan) makes one of a semaphore of the host.
    pub Semaphore, vyre_semaphore, vyre_semaphore_destroy);

impl Semaphore {
    /// The moment at which the semaphore reaches `value`.
    pub fn point(&self, value: u64) -> SyncPoint<'_> {
        let raw = sys::vyre_sync_point { semaphore: self.as_raw(), value };
        SyncPoint { raw, semaphore: PhantomData }
    }
}

/// The moment at which a semaphore reaches a value, or more.
#[derive(Clone, Copy)]
pub struct SyncPoint<'a> {
    raw: sys::vyre_sync_point,
    semaphore: PhantomData<&'a Semaphore>,
}

// SAFETY: a borrow of a semaphore, which any thread may use.
unsafe impl Send for SyncPoint<'_> {}
// SAFETY: as above.
unsafe impl Sync for SyncPoint<'_> {}

impl SyncPoint<'_> {
    /// The value.
    pub fn value(&self) -> u64 {
        self.raw.value
    }

    pub(crate) fn raw(&self) -> sys::vyre_sync_point {
        self.raw
    }
}

impl fmt::Debug for SyncPoint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SyncPoint").field(&self.raw.semaphore).field(&self.raw.value).finish()
    }
}

impl Device {
    /// Orders everything that is submitted from now on behind `point`, whose semaphore belongs to
    /// this device. The call itself returns at once. Several points add up.
    pub fn order_after(&self, point: SyncPoint<'_>) -> Result<()> {
        // SAFETY: the device and the semaphore live for the call.
        error::check(unsafe { sys::vyre_device_order_after(self.as_raw(), point.raw) })
    }
}

impl Work {
    /// The point at which the work is over, on the device's own timeline.
    /// [`ErrorKind::UnsupportedFeature`](crate::ErrorKind::UnsupportedFeature) where no semaphore
    /// tells its end.
    pub fn point(&self) -> Result<SyncPoint<'_>> {
        // SAFETY: the work lives, and keeps the device alive, whose semaphore it is.
        let raw = unsafe { got(|out| sys::vyre_work_get_point(self.as_raw(), out))? };
        Ok(SyncPoint { raw, semaphore: PhantomData })
    }
}

//! What a device has counted.

use crate::call::{list, made, mirrors, object};
use crate::values::{CacheMiss, Metric, MetricKind};
use crate::{Device, Result, sys};

object!(
    /// What a device had counted when this was made, from the time when it was opened, recoveries
    /// included.
    pub Metrics, vyre_metric_list, vyre_metric_list_destroy);

mirrors! {
    vyre_metric_info:
    /// One metric.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct MetricInfo<'a> {
        /// For exporters: does not change.
        pub name: &'a str,
        /// "ns", "bytes"; empty for plain counts.
        pub unit: &'a str,
        /// What is counted, for people.
        pub text: &'a str,
        /// Counted; `None`: nobody counts it.
        pub value: Option<u64>,
        /// How it moves.
        pub kind: MetricKind,
        /// Which one it is; `None`: one of the plug-in's own.
        pub id: Option<Metric> = |raw| (raw.id != u32::MAX).then_some(Metric(raw.id)),
    }
}

impl Device {
    /// Copies the metrics of the device as they are now, also of one that is lost or shut down.
    pub fn metrics(&self) -> Result<Metrics> {
        // SAFETY: the device lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_metric_list_create(self.as_raw(), raw)) }
    }
}

impl Metrics {
    /// All of them, by id, and behind them those of a plug-in's own.
    pub fn all(&self) -> Vec<MetricInfo<'_>> {
        // SAFETY: the info and all that it points to live as long as the list.
        unsafe {
            let info = &*sys::vyre_metric_list_get_info(self.as_raw());
            list(info.metrics, info.metric_count)
        }
    }

    /// The value of one; `None`: nobody counts it.
    pub fn get(&self, metric: Metric) -> Option<u64> {
        self.all().iter().find(|info| info.id == Some(metric)).and_then(|info| info.value)
    }
}

impl Metric {
    /// How often a file of the cache folder was not used, for that reason.
    pub const fn disk_misses(miss: CacheMiss) -> Self {
        Self(Self::DISK_MISSES.0 + miss.0)
    }
}

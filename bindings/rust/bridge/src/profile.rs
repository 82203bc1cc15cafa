//! Facts about a device as published planners read them. What nobody knows is 0.

use std::sync::{Mutex, PoisonError};
use vyre_driver::{DeviceProfile, DeviceTimingQuality};
use vyre_gpu::{Device, DeviceInfo, Features, Timing};

/// What calls ask for again and again.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) profile: DeviceProfile,
    pub(crate) grid_barriers: bool,
    pub(crate) distributed: bool,
    pub(crate) most_workgroups: u32,
}

impl Facts {
    pub(crate) fn new(backend: &'static str, info: &DeviceInfo<'_>) -> Self {
        Self {
            profile: profile(backend, info),
            grid_barriers: info.features.contains(Features::GRID_BARRIER),
            distributed: info.features.contains(Features::DISTRIBUTED),
            most_workgroups: info.max_workgroup_count.into_iter().min().unwrap_or(0),
        }
    }
}

fn profile(backend: &'static str, info: &DeviceInfo<'_>) -> DeviceProfile {
    let has = |feature| info.features.contains(feature);
    let mut profile = DeviceProfile::conservative(backend);
    profile.supports_subgroup_ops = has(Features::SUBGROUP_OPERATIONS);
    profile.has_subgroup_shuffle = has(Features::SUBGROUP_SHUFFLE);
    profile.supports_distributed_collectives = has(Features::COLLECTIVES);
    profile.supports_f16 = has(Features::F16);
    profile.supports_bf16 = has(Features::BF16);
    profile.supports_tensor_cores = has(Features::TENSOR_CORES);
    profile.supports_trap_propagation = true;
    profile.has_mul_high = true;
    profile.max_native_int_width = if has(Features::INT64) { 64 } else { 32 };
    profile.supports_device_timestamps = has(Features::DEVICE_TIMESTAMPS);
    profile.supports_hardware_counters = has(Features::HARDWARE_COUNTERS);
    profile.timing_quality = timing(info.timing_quality);
    profile.mem_bw_gbps = u32::try_from(info.bytes_per_second / 1_000_000_000).unwrap_or(u32::MAX);
    limits(&mut profile, info);
    profile
}

fn limits(profile: &mut DeviceProfile, info: &DeviceInfo<'_>) {
    profile.max_workgroup_size = info.max_workgroup_size;
    profile.max_invocations_per_workgroup = info.max_workgroup_invocations;
    profile.has_shared_memory = info.workgroup_memory_bytes > 0;
    profile.max_shared_memory_bytes = info.workgroup_memory_bytes;
    profile.max_storage_buffer_binding_size = info.max_buffer_bytes;
    profile.subgroup_size = info.subgroup_size;
    profile.compute_units = info.compute_units;
}

fn timing(timing: Timing) -> DeviceTimingQuality {
    match timing {
        Timing::HOST_ENQUEUE_WAIT => DeviceTimingQuality::HostEnqueueWait,
        Timing::DEVICE_TIMESTAMPS => DeviceTimingQuality::DeviceTimestamps,
        Timing::HARDWARE_COUNTERS => DeviceTimingQuality::HardwareCounters,
        _ => DeviceTimingQuality::HostOnly,
    }
}

/// What the device has counted.
pub(crate) fn metrics(device: &Device) -> Vec<(&'static str, u64)> {
    let Ok(metrics) = device.metrics() else { return Vec::new() };
    let counted = |metric: vyre_gpu::MetricInfo<'_>| Some((kept(metric.name), metric.value?));
    metrics.all().into_iter().filter_map(counted).collect()
}

/// Published names live for ever. There are as many as the library has metrics.
fn kept(name: &str) -> &'static str {
    static NAMES: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    match names.iter().find(|known| **known == name) {
        Some(known) => known,
        None => {
            names.push(Box::leak(name.into()));
            names[names.len() - 1]
        }
    }
}

//! Backends: devices that are ready for work, and how one is chosen.

use crate::call::{got, made, mirrors, object};
use crate::strings::{string, text};
use crate::values::{
    BackendFlags, DecidedBy, DeviceKind, FactSource, Features, Quirks, TimingQuality,
};
use crate::{Context, Result, sys};
use std::time::Duration;

object!(
    /// One device, ready for work.
    pub Backend, vyre_backend, vyre_backend_destroy);

impl Backend {
    /// Opens the backend `id`: "vulkan" (its best device), "vulkan:\<uuid\>" (that device) or
    /// "cpu-ref" (the oracle: the meaning of a program, slowly). Each call opens a new one. May block.
    pub fn acquire(context: &Context, id: &str) -> Result<Self> {
        let (id, desc) = (string(id), sys::vyre_backend_desc::INIT);
        // SAFETY: all arguments live for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_backend_acquire(context.as_raw(), id, &desc, raw)) }
    }

    /// Opens the best backend of the machine; never an oracle. May block.
    /// [`ErrorKind::NotFound`](crate::ErrorKind::NotFound) lists each candidate and why it could not
    /// be used.
    pub fn acquire_preferred(context: &Context) -> Result<Self> {
        Self::acquire_preferred_with(context, &SelectOptions::new())
    }

    /// [`acquire_preferred`](Self::acquire_preferred) among fewer. May block.
    pub fn acquire_preferred_with(context: &Context, options: &SelectOptions<'_>) -> Result<Self> {
        let desc = options.raw();
        // SAFETY: all arguments live for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_backend_acquire_preferred(context.as_raw(), &desc, raw)) }
    }

    /// "vulkan:\<uuid\>" or "cpu-ref".
    pub fn id(&self) -> &str {
        // SAFETY: the string lives as long as the backend.
        unsafe { text(sys::vyre_backend_id(self.as_raw())) }
    }

    /// The version of the backend and what drives it.
    pub fn version(&self) -> &str {
        // SAFETY: the string lives as long as the backend.
        unsafe { text(sys::vyre_backend_version(self.as_raw())) }
    }

    /// Measures how fast the device reads and writes its memory: copies on it for some milliseconds,
    /// in 10^9 bytes per second, reads and writes together. The context keeps it as the
    /// [`memory_bandwidth_gbps`](Profile::memory_bandwidth_gbps) of this device, and its later choices
    /// look at it. Submits, blocks.
    pub fn measure(&self) -> Result<f64> {
        // SAFETY: the backend lives.
        unsafe { got(|out| sys::vyre_backend_measure(self.as_raw(), out)) }
    }

    /// Facts about the device.
    pub fn profile(&self) -> Result<Profile<'_>> {
        // SAFETY: the backend lives, and the strings as long as it.
        unsafe { got(|out| sys::vyre_backend_get_profile(self.as_raw(), out)) }
    }
}

/// What [`Backend::acquire_preferred_with`] may choose.
#[derive(Clone, Default)]
pub struct SelectOptions<'a> {
    flags: u64,
    id: &'a str,
    exclude: Vec<sys::vyre_string>,
}

impl<'a> SelectOptions<'a> {
    /// All defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Software implementations are not considered.
    pub fn no_software(mut self) -> Self {
        self.flags |= sys::VYRE_SELECT_NO_SOFTWARE;
        self
    }

    /// Only this backend is considered; an oracle may be named.
    pub fn id(mut self, id: &'a str) -> Self {
        self.id = id;
        self
    }

    /// This backend is not considered; may be called several times.
    pub fn exclude(mut self, id: &'a str) -> Self {
        self.exclude.push(string(id));
        self
    }

    fn raw(&self) -> sys::vyre_select_desc {
        sys::vyre_select_desc {
            flags: self.flags,
            id: string(self.id),
            exclude: self.exclude.as_ptr(),
            exclude_count: self.exclude.len(),
            ..sys::vyre_select_desc::INIT
        }
    }
}

object!(
    /// What is there and what would be chosen.
    pub BackendList, vyre_backend_list, vyre_backend_list_destroy);

mirrors! {
    vyre_backend_info:
    /// One backend as the selection sees it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct BackendInfo<'a> {
        /// What [`Backend::acquire`] takes.
        pub id: &'a str,
        /// The version of the backend, when it is usable.
        pub version: Option<&'a str>,
        /// Why it is chosen, comes later, is not considered or cannot be used.
        pub reason: &'a str,
        /// How the selection sees it.
        pub flags: BackendFlags,
        /// Time it took to find it, once per context.
        pub acquisition_time: Duration = |raw| Duration::from_nanos(raw.acquisition_ns),
        /// Capability score, 0 to 66.
        pub score: u32,
        /// Lower is better.
        pub rank: u32,
        /// Place among the candidates, from 1, when it is one.
        pub order: Option<u32> = |raw| (raw.order != 0).then_some(raw.order),
        /// `reason` as data.
        pub decided_by: DecidedBy,
    }
}

impl BackendList {
    /// Looks at every backend of the machine and at how [`Backend::acquire_preferred_with`] would
    /// choose. Candidates come first, best first. May block.
    pub fn create(context: &Context, options: &SelectOptions<'_>) -> Result<Self> {
        let desc = options.raw();
        // SAFETY: all arguments live for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_backend_list_create(context.as_raw(), &desc, raw)) }
    }

    /// How many backends are listed.
    pub fn count(&self) -> usize {
        // SAFETY: the list lives.
        unsafe { sys::vyre_backend_list_count(self.as_raw()) }
    }

    /// Entry `index`.
    pub fn get(&self, index: usize) -> Result<BackendInfo<'_>> {
        // SAFETY: the list lives, and the strings as long as it.
        unsafe { got(|out| sys::vyre_backend_list_get(self.as_raw(), index, out)) }
    }

    /// Facts about entry `index`; all zero and empty when it is not usable.
    pub fn profile(&self, index: usize) -> Result<Profile<'_>> {
        // SAFETY: the list lives, and the strings as long as it.
        unsafe { got(|out| sys::vyre_backend_list_get_profile(self.as_raw(), index, out)) }
    }

    /// All entries, in order.
    pub fn entries(&self) -> Result<Vec<BackendInfo<'_>>> {
        (0..self.count()).map(|index| self.get(index)).collect()
    }
}

mirrors! {
    vyre_device_profile:
    /// Facts about a device, as the device reports them. Nothing is guessed: 0 means unknown or
    /// none.
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct Profile<'a> {
        /// "llvmpipe (LLVM 15.0.6, 256 bits)"
        pub name: &'a str,
        /// "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)"
        pub driver: &'a str,
        /// "1.3.230"
        pub api_version: &'a str,
        /// What it can do.
        pub features: Features,
        /// Largest size of one binding.
        pub max_buffer_bytes: u64,
        /// Memory of the device.
        pub device_memory_bytes: u64,
        /// Memory bandwidth in gigabytes per second.
        pub memory_bandwidth_gbps: f64,
        /// The device's UUID.
        pub device_uuid: [u8; 16],
        /// The driver's UUID.
        pub driver_uuid: [u8; 16],
        /// What sort of device it is.
        pub kind: DeviceKind,
        /// How well it measures time.
        pub timing_quality: TimingQuality,
        /// The vendor's number.
        pub vendor_id: u32,
        /// The device's number.
        pub device_id: u32,
        /// The driver's version as a number.
        pub driver_version: u32,
        /// Largest workgroup on each axis.
        pub max_workgroup_size: [u32; 3],
        /// Largest launch without splitting; larger grids are split.
        pub max_workgroup_count: [u32; 3],
        /// Largest workgroup over all axes.
        pub max_workgroup_invocations: u32,
        /// Bindings of one kernel.
        pub max_buffers: u32,
        /// Memory of one workgroup.
        pub workgroup_memory_bytes: u32,
        /// Invocations of a subgroup.
        pub subgroup_size: u32,
        /// Trips per invocation after which the device stops loops.
        pub max_loop_trips: u32,
        /// Alignment of bound ranges of device buffers.
        pub buffer_offset_alignment: u32,
        /// Loads, stores and atomics of a kernel; longer ones are cut.
        pub max_buffer_accesses: u32,
        /// What a planner must know.
        pub quirks: Quirks,
        /// Largest size of one buffer.
        pub max_allocation_bytes: u64,
        /// Memory of the host that the device reaches.
        pub host_memory_bytes: u64,
        /// Smallest and largest subgroup; a device with one width has it in all three.
        pub subgroup_size_min: u32,
        /// See `subgroup_size_min`.
        pub subgroup_size_max: u32,
        /// Where `timing_quality` comes from.
        pub timing_source: FactSource,
        /// Where `memory_bandwidth_gbps` comes from.
        pub bandwidth_source: FactSource,
    }
}

//! What is known of devices: facts about one, and the list of all.

use crate::call::{list, mirrors, object, read};
use crate::values::{
    Decision, DeviceEntryFlags, DeviceKind, Fact, Features, HandleTypes, Quirks, Timing,
};
use crate::{Device, Finding, Result, sys};
use std::time::Duration;

mirrors! {
    vyre_device_info:
    /// Facts about a device, as it reports them. Nothing is guessed: 0 means unknown or none.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct DeviceInfo<'a> {
        /// What opens it: "vulkan:\<uuid\>", "cpu-ref".
        pub id: &'a str,
        /// Its family: "vulkan".
        pub backend: &'a str,
        /// The version of the backend and what drives it.
        pub backend_version: &'a str,
        /// "llvmpipe (LLVM 15.0.6, 256 bits)"
        pub name: &'a str,
        /// "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)"
        pub driver: &'a str,
        /// "1.3.230"
        pub api_version: &'a str,
        /// What it can do.
        pub features: Features,
        /// What a planner has to know.
        pub quirks: Quirks,
        /// Ops that a plug-in or a lowering carries out here.
        // SAFETY: the caller's promise.
        pub ops: Vec<&'a str> = |raw| unsafe { list(raw.ops, raw.op_count) },
        /// What buffers can be imported by.
        pub memory_imports: HandleTypes,
        /// What buffers can be exported as.
        pub memory_exports: HandleTypes,
        /// What semaphores can be imported by.
        pub semaphore_imports: HandleTypes,
        /// What semaphores can be exported as.
        pub semaphore_exports: HandleTypes,
        /// Largest size of one binding.
        pub max_buffer_bytes: u64,
        /// Largest size of one [`Buffer`](crate::Buffer).
        pub max_allocation_bytes: u64,
        /// Memory of its own.
        pub device_memory_bytes: u64,
        /// Memory of the host that it reaches.
        pub host_memory_bytes: u64,
        /// Of its memory, reads and writes together.
        pub bytes_per_second: u64,
        /// Of address and size of host memory that is shared.
        pub host_import_alignment: u64,
        /// The device's UUID.
        pub device_uuid: [u8; 16],
        /// The driver's UUID.
        pub driver_uuid: [u8; 16],
        /// What it is made of.
        pub kind: DeviceKind,
        /// What its times come from, the best that it has.
        pub timing_quality: Timing,
        /// Where `timing_quality` comes from.
        pub timing_source: Fact,
        /// Where `bytes_per_second` comes from.
        pub bandwidth_source: Fact,
        /// The vendor's number.
        pub pci_vendor: u32,
        /// The device's number.
        pub pci_device: u32,
        /// The driver's version as a number.
        pub driver_version: u32,
        /// Largest workgroup on each axis.
        pub max_workgroup_size: [u32; 3],
        /// Largest launch without splitting; larger grids are split.
        pub max_workgroup_count: [u32; 3],
        /// Largest workgroup over all axes.
        pub max_workgroup_invocations: u32,
        /// Buffers of one kernel.
        pub max_parameters: u32,
        /// Images of one kernel.
        pub max_images: u32,
        /// Push constants of one kernel.
        pub max_push_constant_bytes: u32,
        /// Memory of one workgroup.
        pub workgroup_memory_bytes: u32,
        /// Invocations of a subgroup.
        pub subgroup_size: u32,
        /// The smallest that a pipeline may choose.
        pub subgroup_size_min: u32,
        /// The largest that a pipeline may choose.
        pub subgroup_size_max: u32,
        /// Trips of an invocation after which the device stops loops.
        pub max_loop_trips: u32,
        /// Loads, stores and atomics of a kernel; longer ones are cut.
        pub max_buffer_accesses: u32,
        /// Alignment of bound ranges of buffers.
        pub buffer_offset_alignment: u32,
        /// Multiprocessors that workgroups are given to, as NVIDIA and AMD tell.
        pub compute_units: u32,
        /// Subgroups that each of them holds at a time, likewise.
        pub subgroups_per_unit: u32,
    }
}

object!(
    /// The devices of the machine as they were when the list was made, and which would be chosen.
    pub DeviceList, vyre_device_list, vyre_device_list_destroy);

mirrors! {
    vyre_device_entry_info:
    /// One device as the choice sees it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct DeviceEntry<'a> {
        /// What [`DeviceBuilder::id`](crate::DeviceBuilder::id) takes.
        pub id: &'a str,
        /// Why it is chosen, comes later, is no candidate or cannot be used.
        pub reason: &'a str,
        /// How the choice sees it.
        pub flags: DeviceEntryFlags,
        /// Facts about it, when it can be used.
        pub info: Option<DeviceInfo<'a>> =
            // SAFETY: the caller's promise.
            |raw| (!raw.info.is_null()).then(|| unsafe { read(raw.info) }),
        /// Every fact that the programs of the description want in vain.
        // SAFETY: the caller's promise.
        pub missing: Vec<Finding<'a>> = |raw| unsafe { list(raw.missing, raw.missing_count) },
        /// How long it took to find it, once per context.
        pub acquisition_time: Duration = |raw| Duration::from_nanos(raw.acquisition_ns),
        /// Of its capabilities, 0 to 66.
        pub score: u32,
        /// Of its backend; lower is better.
        pub rank: u32,
        /// Among the candidates, from 1, when it is one.
        pub order: Option<u32> = |raw| (raw.order != 0).then_some(raw.order),
        /// `reason` as data.
        pub decision: Decision,
    }
}

impl DeviceList {
    /// The list that says how [`Device::open`] would choose. May block.
    pub fn create() -> Result<Self> {
        Device::builder().list()
    }

    /// The devices, candidates first, best first.
    pub fn devices(&self) -> Vec<DeviceEntry<'_>> {
        // SAFETY: the info and all that it points to live as long as the list.
        unsafe {
            let info = &*sys::vyre_device_list_get_info(self.as_raw());
            list(info.devices, info.device_count)
        }
    }
}

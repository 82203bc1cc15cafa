//! A Vulkan device that the host made: import, sharing and recording.
//!
//! Handles are raw, as in the C header `vyre_driver_vulkan.h`, which says more about each call; the
//! descriptions are the header's own. What passes handles is unsafe: nothing can check them.

use crate::call::{got, list, made, mirrors};
use crate::context::raw_or_shared;
use crate::{Buffer, Context, Device, Result, Semaphore, SyncPoint, sys};
use std::ffi::{CStr, c_char, c_void};

pub use crate::recording::Recording;
pub use sys::{
    vyre_recording_desc as RecordingDesc, vyre_vulkan_access as Access,
    vyre_vulkan_buffer as BufferHandles, vyre_vulkan_buffer_desc as BufferDesc,
    vyre_vulkan_device as Handles, vyre_vulkan_device_desc as DeviceDesc,
    vyre_vulkan_semaphore_desc as SemaphoreDesc,
};

mirrors! {
    vyre_vulkan_feature_info:
    /// One feature that a device has to have enabled, or may have.
    #[derive(Clone, Copy, Debug)]
    #[non_exhaustive]
    pub struct Feature {
        /// "vulkanMemoryModel"
        pub name: &'static str,
        /// The structure that has it: "VkPhysicalDeviceVulkanMemoryModelFeatures".
        pub structure: &'static str,
        /// That of a core version: "VkPhysicalDeviceVulkan12Features"; or empty.
        pub core_structure: &'static str,
        /// That `structure` needs where no core version has it; or empty.
        pub extension: &'static str,
        /// `sys::VYRE_VULKAN_FEATURE_...`
        pub bit: u64,
        /// Programs that need the others are refused without them.
        pub required: bool,
        /// VkStructureType of `structure`.
        pub structure_type: u32,
        /// VkStructureType of `core_structure`; 0 when that is empty.
        pub core_structure_type: u32,
    }
}

mirrors! {
    vyre_vulkan_requirements:
    /// What the library wants of an instance and a device.
    #[derive(Clone, Debug)]
    #[non_exhaustive]
    pub struct Requirements {
        /// Without which nothing works; empty today.
        pub required_instance_extensions: Vec<&'static CStr> =
            // SAFETY: the names live for ever.
            |raw| unsafe { names(raw.required_instance_extensions, raw.required_instance_extension_count) },
        /// Of use when they are there: names of objects.
        pub optional_instance_extensions: Vec<&'static CStr> =
            // SAFETY: the names live for ever.
            |raw| unsafe { names(raw.optional_instance_extensions, raw.optional_instance_extension_count) },
        /// Without which nothing works; empty today.
        pub required_device_extensions: Vec<&'static CStr> =
            // SAFETY: the names live for ever.
            |raw| unsafe { names(raw.required_device_extensions, raw.required_device_extension_count) },
        /// Of use when they are there: host memory as device memory.
        pub optional_device_extensions: Vec<&'static CStr> =
            // SAFETY: the names live for ever.
            |raw| unsafe { names(raw.optional_device_extensions, raw.optional_device_extension_count) },
        /// All that the library requires or can use.
        // SAFETY: the features live for ever.
        pub features: Vec<Feature> = |raw| unsafe { list(raw.features, raw.feature_count) },
        /// `sys::VYRE_VULKAN_FEATURE_...`
        pub required_features: u64,
        /// `sys::VYRE_VULKAN_FEATURE_...`
        pub optional_features: u64,
        /// Of instance and device, packed as Vulkan does.
        pub min_api_version: u32,
        /// Of the family of the queue: VK_QUEUE_COMPUTE_BIT.
        pub required_queue_flags: u32,
        /// VkBufferUsageFlags that [`Buffer::import_vulkan`] needs.
        pub buffer_usage: u32,
        /// VkImageUsageFlags of images; this version imports none.
        pub image_usage: u32,
    }
}

/// What a host that makes its instance and device for `api_version` has to enable, and what it may.
pub fn requirements(api_version: u32) -> Result<Requirements> {
    // SAFETY: all that is given lives for ever.
    unsafe { got(|out| sys::vyre_vulkan_get_requirements(api_version, out)) }
}

/// # Safety
/// `first` begins `count` strings that live for ever.
unsafe fn names(first: *const *const c_char, count: usize) -> Vec<&'static CStr> {
    // SAFETY: the caller's promise.
    (0..count).map(|i| unsafe { CStr::from_ptr(*first.add(i)) }).collect()
}

/// Which of our features are on in a chain.
///
/// # Safety
/// `chain` is a readable VkPhysicalDeviceFeatures2 or VkDeviceCreateInfo whose chain is, or null.
pub unsafe fn read_features(chain: *const c_void) -> Result<u64> {
    // SAFETY: the caller's promise.
    unsafe { got(|out| sys::vyre_vulkan_read_features(chain, out)) }
}

/// Switches features on wherever the chain has them, and gives those for which it has no structure.
///
/// # Safety
/// `chain` is a writable VkPhysicalDeviceFeatures2 or VkDeviceCreateInfo whose chain is, or null.
pub unsafe fn enable_features(chain: *mut c_void, features: u64) -> Result<u64> {
    // SAFETY: the caller's promise.
    unsafe { got(|out| sys::vyre_vulkan_enable_features(chain, features, out)) }
}

impl Device {
    /// A device on the host's VkDevice; without a context, one of the shared one.
    ///
    /// # Safety
    /// What `desc` names is what the header says, and stays so until its `destroy` is called, on
    /// whichever thread; its functions do not unwind.
    pub unsafe fn import_vulkan<'a>(
        context: impl Into<Option<&'a Context>>,
        desc: &DeviceDesc,
    ) -> Result<Self> {
        let context = raw_or_shared(context.into());
        // SAFETY: the caller's promise; success gives an owner.
        unsafe { made(|raw| sys::vyre_device_import_vulkan(context, desc, raw)) }
    }

    /// The Vulkan objects behind a Vulkan device; they live as long as the device.
    pub fn vulkan_handles(&self) -> Result<Handles> {
        // SAFETY: the device lives.
        unsafe { got(|out| sys::vyre_device_get_vulkan(self.as_raw(), out)) }
    }
}

impl Buffer {
    /// Where the bytes of a buffer of a Vulkan device are.
    pub fn vulkan_handles(&self) -> Result<BufferHandles> {
        // SAFETY: the buffer lives.
        unsafe { got(|out| sys::vyre_buffer_get_vulkan(self.as_raw(), out)) }
    }

    /// The host's bytes as a buffer.
    ///
    /// # Safety
    /// `desc` describes a buffer of the device's VkDevice that stays as it is until `destroy` is
    /// called, on whichever thread.
    pub unsafe fn import_vulkan(device: &Device, desc: &BufferDesc) -> Result<Self> {
        // SAFETY: the caller's promise; success gives an owner.
        unsafe { made(|raw| sys::vyre_buffer_import_vulkan(device.as_raw(), desc, raw)) }
    }
}

impl Semaphore {
    /// A semaphore of the host.
    ///
    /// # Safety
    /// `desc` names a timeline semaphore of the device's VkDevice that stays until `destroy` is
    /// called, on whichever thread.
    pub unsafe fn import_vulkan(device: &Device, desc: &SemaphoreDesc) -> Result<Self> {
        // SAFETY: the caller's promise; success gives an owner.
        unsafe { made(|raw| sys::vyre_semaphore_import_vulkan(device.as_raw(), desc, raw)) }
    }

    /// The VkSemaphore, which lives as long as this one.
    pub fn vulkan_handle(&self) -> Result<u64> {
        self.point(0).vulkan_handle()
    }
}

impl SyncPoint<'_> {
    /// The VkSemaphore of the point, which lives as long as what the point was made of.
    pub fn vulkan_handle(&self) -> Result<u64> {
        // SAFETY: the semaphore lives; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_semaphore_get_vulkan(self.raw().semaphore, out)) }
    }
}

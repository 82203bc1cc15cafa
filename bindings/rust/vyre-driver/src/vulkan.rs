//! A Vulkan device that the host made: import, sharing and recording.
//!
//! Handles are raw, as in the C header `vyre_driver_vulkan.h`, which says more about each call; the
//! structures are the header's own. What passes handles is unsafe: nothing can check them.

use crate::binding::{Plain, bytes_of, bytes_of_mut};
use crate::call::{Taken, got, made, mirrors, object};
use crate::{
    Backend, Binding, Buffer, Context, DispatchOptions, Pending, Pipeline, Result, error, sys,
};
use std::ffi::{CStr, c_char, c_void};
use std::slice;

pub use sys::{
    vyre_recording_desc as RecordingDesc, vyre_vulkan_access as Access,
    vyre_vulkan_buffer as BufferHandles, vyre_vulkan_buffer_desc as BufferDesc,
    vyre_vulkan_device_desc as DeviceDesc, vyre_vulkan_handles as Handles,
    vyre_vulkan_point as Point,
};

mirrors! {
    vyre_vulkan_feature:
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
        /// `sys::VYRE_VULKAN_FEATURE_...`
        pub bit: u64,
        /// Programs that need the others are refused without them.
        pub required: bool,
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
        // SAFETY: the requirements are the library's.
        pub features: Vec<Feature> = |raw| unsafe { features(&raw) },
        /// `sys::VYRE_VULKAN_FEATURE_...`
        pub required_features: u64,
        /// `sys::VYRE_VULKAN_FEATURE_...`
        pub optional_features: u64,
        /// Of instance and device, packed as Vulkan does.
        pub least_api_version: u32,
        /// Of the family of the queue: VK_QUEUE_COMPUTE_BIT.
        pub required_queue_flags: u32,
        /// VkBufferUsageFlags that [`Buffer::import_vulkan`] needs.
        pub buffer_usage: u32,
    }
}

/// What a host that makes its instance and device for `api_version` has to enable, and what it may.
pub fn requirements(api_version: u32) -> Result<Requirements> {
    // SAFETY: all that is given lives for ever.
    unsafe { got(|out| sys::vyre_vulkan_get_requirements(api_version, out)) }
}

/// # Safety
/// `first` begins `count` strings that live for ever.
unsafe fn names(first: *const *const c_char, count: u32) -> Vec<&'static CStr> {
    // SAFETY: the caller's promise.
    (0..count as usize).map(|i| unsafe { CStr::from_ptr(*first.add(i)) }).collect()
}

/// # Safety
/// The library has written `raw`.
unsafe fn features(raw: &sys::vyre_vulkan_requirements) -> Vec<Feature> {
    // SAFETY: the features and their strings live for ever.
    let all = unsafe { slice::from_raw_parts(raw.features, raw.feature_count) };
    // SAFETY: as above.
    all.iter().map(|&one| unsafe { Feature::taken(one) }).collect()
}

/// Which of our features are on in a chain.
///
/// # Safety
/// `chain` is a readable VkPhysicalDeviceFeatures2 whose chain is, or null.
pub unsafe fn read_features(chain: *const c_void) -> Result<u64> {
    // SAFETY: the caller's promise.
    unsafe { got(|out| sys::vyre_vulkan_read_features(chain, out)) }
}

/// Switches features on wherever the chain has them, and gives those for which it has no structure.
///
/// # Safety
/// `chain` is a writable VkPhysicalDeviceFeatures2 whose chain is, or null.
pub unsafe fn enable_features(chain: *mut c_void, features: u64) -> Result<u64> {
    // SAFETY: the caller's promise.
    unsafe { got(|out| sys::vyre_vulkan_enable_features(chain, features, out)) }
}

impl Backend {
    /// A backend on the host's device.
    ///
    /// # Safety
    /// What `desc` names is what the header says, and stays so until its `destroy` is called, on
    /// whichever thread; its functions do not unwind.
    pub unsafe fn import_vulkan(context: &Context, desc: &DeviceDesc) -> Result<Self> {
        // SAFETY: the caller's promise; success gives an owner.
        unsafe { made(|raw| sys::vyre_backend_import_vulkan(context.as_raw(), desc, raw)) }
    }

    /// The Vulkan objects behind a Vulkan backend; they live as long as the backend.
    pub fn vulkan_handles(&self) -> Result<Handles> {
        // SAFETY: the backend lives.
        unsafe { got(|out| sys::vyre_backend_get_vulkan(self.as_raw(), out)) }
    }

    /// What is submitted from now on begins when `semaphore` has `value`.
    ///
    /// # Safety
    /// `semaphore` is a timeline semaphore of the device, until work submitted later is over.
    pub unsafe fn wait_vulkan(&self, semaphore: u64, value: u64) -> Result<()> {
        // SAFETY: the caller's promise.
        error::check(unsafe { sys::vyre_backend_wait_vulkan(self.as_raw(), semaphore, value) })
    }
}

impl Pending {
    /// The timeline semaphore and the number that it has when the dispatch is over.
    pub fn vulkan_point(&self) -> Result<Point> {
        // SAFETY: the pending object lives.
        unsafe { got(|out| sys::vyre_pending_get_vulkan(self.as_raw(), out)) }
    }
}

impl Buffer {
    /// Where the bytes of a buffer of a Vulkan backend are.
    pub fn vulkan_handles(&self) -> Result<BufferHandles> {
        // SAFETY: the buffer lives.
        unsafe { got(|out| sys::vyre_buffer_get_vulkan(self.as_raw(), out)) }
    }

    /// The host's bytes as a buffer.
    ///
    /// # Safety
    /// `desc` describes a buffer of the backend's device that stays as it is until `destroy` is
    /// called, on whichever thread.
    pub unsafe fn import_vulkan(backend: &Backend, desc: &BufferDesc) -> Result<Self> {
        // SAFETY: the caller's promise; success gives an owner.
        unsafe { made(|raw| sys::vyre_buffer_import_vulkan(backend.as_raw(), desc, raw)) }
    }
}

object!(
    /// Work in a command buffer of the host, with all that it uses. What was not retired stays as
    /// long as the backend.
    pub Recording, vyre_recording, vyre_recording_destroy);

impl Recording {
    /// Begins to record into a command buffer.
    ///
    /// # Safety
    /// `command_buffer` is a VkCommandBuffer of the backend's device and queue family in the
    /// recording state, outside of a render pass, and nothing else records into it until
    /// [`end`](Self::end) or the last call of this object.
    pub unsafe fn create(
        backend: &Backend,
        command_buffer: *mut c_void,
        desc: &RecordingDesc,
    ) -> Result<Self> {
        // SAFETY: the caller's promise; success gives an owner.
        unsafe {
            made(|raw| sys::vyre_recording_create(backend.as_raw(), command_buffer, desc, raw))
        }
    }

    /// Records a dispatch on buffers and zeroes.
    pub fn dispatch(
        &self,
        pipeline: &Pipeline,
        bindings: &[Binding<'_>],
        options: &DispatchOptions<'_>,
    ) -> Result<()> {
        let (raw, pipeline, desc) = (self.as_raw(), pipeline.as_raw(), options.as_raw());
        let (first, many) = Binding::raw(bindings);
        // SAFETY: all live; the call keeps no pointer.
        error::check(unsafe { sys::vyre_record_dispatch(raw, pipeline, first, many, desc) })
    }

    /// Records that `data`, copied now, goes to byte `offset` of the buffer.
    pub fn write<T: Plain>(&self, buffer: &Buffer, offset: u64, data: &[T]) -> Result<()> {
        let (raw, buffer, (first, size)) = (self.as_raw(), buffer.as_raw(), bytes_of(data));
        // SAFETY: the memory is readable for the call.
        error::check(unsafe { sys::vyre_record_write(raw, buffer, offset, first, size) })
    }

    /// Records that bytes of the buffer are kept, and gives the number for
    /// [`get_read`](Self::get_read).
    pub fn read(&self, buffer: &Buffer, offset: u64, size: u64) -> Result<u32> {
        let buffer = buffer.as_raw();
        // SAFETY: both live.
        unsafe { got(|out| sys::vyre_record_read(self.as_raw(), buffer, offset, size, out)) }
    }

    /// Ends the recording, not the command buffer, and gives stages and accesses of what it does.
    pub fn end(&self) -> Result<Access> {
        // SAFETY: the recording lives.
        unsafe { got(|out| sys::vyre_recording_end(self.as_raw(), out)) }
    }

    /// Says that the device is done with the command buffer, or will never get it. Fails when a
    /// program has trapped; the recording is retired all the same.
    ///
    /// # Safety
    /// It is so.
    pub unsafe fn retire(&self) -> Result<()> {
        // SAFETY: the caller's promise.
        error::check(unsafe { sys::vyre_recording_retire(self.as_raw()) })
    }

    /// Copies what read `read` kept, all of it.
    pub fn get_read<T: Plain>(&self, read: u32, data: &mut [T]) -> Result<()> {
        let (first, size) = bytes_of_mut(data);
        // SAFETY: the memory is writable for the call, and every bit pattern is a T.
        error::check(unsafe { sys::vyre_recording_get_read(self.as_raw(), read, first, size) })
    }
}

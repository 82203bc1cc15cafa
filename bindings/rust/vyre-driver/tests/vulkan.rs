//! A device that the host made: what it needs, its import, sharing and recording.

#[path = "support/vulkan.rs"]
mod host;
mod support;

use host::{API_1_2, Host, Structure};
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};
use support::{double_on, refused};
use vyre_driver::vulkan::{self, RecordingDesc};
use vyre_driver::{Backend, Binding, Buffer, Context, DispatchOptions, ErrorKind, sys};

#[test]
fn requirements_are_data() {
    let needs = vulkan::requirements(API_1_2).unwrap();
    assert!(needs.required_device_extensions.is_empty());
    assert!(needs.required_instance_extensions.is_empty());
    assert!(needs.optional_device_extensions.contains(&c"VK_EXT_external_memory_host"));
    assert!(needs.optional_instance_extensions.contains(&c"VK_EXT_debug_utils"));
    let required = needs.features.iter().filter(|feature| feature.required);
    let names: Vec<_> = required.map(|feature| feature.name).collect();
    assert_eq!(names, ["timelineSemaphore", "vulkanMemoryModel", "vulkanMemoryModelDeviceScope"]);
    assert_eq!(needs.required_features & needs.optional_features, 0);
    assert_eq!(needs.least_api_version, API_1_2);
    assert_eq!(vulkan::requirements(1 << 22).unwrap_err().kind(), ErrorKind::UnsupportedFeature);
}

#[test]
fn features_are_read_where_they_were_switched_on() {
    let mut chain = Structure::<28>::new(1_000_059_000);
    let wanted = sys::VYRE_VULKAN_FEATURE_SHADER_INT64 | sys::VYRE_VULKAN_FEATURE_MEMORY_MODEL;
    // SAFETY: the chain is one structure.
    let (missing, on) = unsafe {
        let missing = vulkan::enable_features(chain.pointer(), wanted).unwrap();
        (missing, vulkan::read_features(chain.pointer()).unwrap())
    };
    assert_eq!(missing, sys::VYRE_VULKAN_FEATURE_MEMORY_MODEL);
    assert_eq!(on, sys::VYRE_VULKAN_FEATURE_SHADER_INT64);
    // SAFETY: null is refused.
    refused(unsafe { vulkan::read_features(ptr::null()) }, ErrorKind::InvalidArgument, &[]);
}

#[test]
fn what_is_missing_is_named() {
    let host = Host::create();
    let context = Context::create().unwrap();
    let refused = |change: fn(&mut vulkan::DeviceDesc)| {
        let mut desc = host.desc();
        change(&mut desc);
        // SAFETY: what is wrong is refused before it is used.
        unsafe { Backend::import_vulkan(&context, &desc) }.unwrap_err().to_string()
    };
    assert!(refused(|desc| desc.device = ptr::null_mut()).contains("no device"));
    assert!(refused(|desc| desc.queue_family = 99).contains("queue family 99"));
    assert!(refused(|desc| desc.lock = Some(lock)).contains("lock and no unlock"));
    assert!(refused(|desc| desc.set = sys::VYRE_VULKAN_SET_FEATURES).contains("vulkanMemoryModel"));
}

static LOCKED: AtomicU32 = AtomicU32::new(0);

unsafe extern "C" fn lock(_: *mut c_void) {
    LOCKED.fetch_add(1, Ordering::Relaxed);
}

unsafe extern "C" fn unlock(_: *mut c_void) {}

#[test]
fn a_hosts_device_is_a_backend_and_shares() {
    let host = Host::create();
    let context = Context::create().unwrap();
    let desc = vulkan::DeviceDesc { lock: Some(lock), unlock: Some(unlock), ..host.desc() };
    // SAFETY: the host outlives the backend.
    let backend = unsafe { Backend::import_vulkan(&context, &desc) }.unwrap();
    let pipeline = double_on(&context, &backend);
    let shared = Buffer::create(&backend, 16).unwrap();
    let (input, mut output) = ([1u32, 2, 3, 4], [0u32; 4]);
    let bindings = [Binding::input(0, &input), Binding::buffer(1, &shared)];
    let pending = pipeline.dispatch_async(&bindings).unwrap();
    let point = pending.vulkan_point().unwrap();
    let handles = backend.vulkan_handles().unwrap();
    assert_eq!((handles.device, handles.queue), (host.device, host.queue));
    assert_eq!((point.semaphore, point.value), (handles.timeline, handles.submitted));

    // The same bytes once more, as if the host had made the buffer.
    let place = shared.vulkan_handles().unwrap();
    let desc = vulkan::BufferDesc {
        buffer: place.buffer,
        offset: place.offset,
        size: 16,
        usage: place.usage,
        ..Default::default()
    };
    // SAFETY: the timeline and the buffer live until the end.
    let again = unsafe {
        backend.wait_vulkan(point.semaphore, point.value).unwrap();
        Buffer::import_vulkan(&backend, &desc).unwrap()
    };
    again.read(0, &mut output).unwrap();
    assert_eq!(output, [2, 4, 6, 8]);
    assert!(LOCKED.load(Ordering::Relaxed) > 0);
}

#[test]
fn work_is_recorded_into_the_hosts_command_buffer() {
    let host = Host::create();
    let context = Context::create().unwrap();
    let desc = vulkan::DeviceDesc { flags: sys::VYRE_VULKAN_RECORD_ONLY, ..host.desc() };
    // SAFETY: the host outlives the backend.
    let backend = unsafe { Backend::import_vulkan(&context, &desc) }.unwrap();
    let pipeline = double_on(&context, &backend);
    let (from, to) = (Buffer::create(&backend, 16).unwrap(), Buffer::create(&backend, 16).unwrap());
    let bindings = [Binding::buffer(0, &from), Binding::buffer(1, &to)];
    assert_eq!(pipeline.dispatch(&bindings).unwrap_err().kind(), ErrorKind::UnsupportedFeature);
    let commands = host.begin();
    let options = DispatchOptions::new();
    // SAFETY: the command buffer is being recorded, and retired after its end.
    let (recording, read) = unsafe {
        let recording =
            vulkan::Recording::create(&backend, commands, &RecordingDesc::default()).unwrap();
        recording.write(&from, 0, &[5u32, 6, 7, 8]).unwrap();
        recording.dispatch(&pipeline, &bindings, &options).unwrap();
        let read = recording.read(&to, 0, 16).unwrap();
        assert_ne!(recording.end().unwrap().stages, 0);
        host.submit(commands);
        recording.retire().unwrap();
        (recording, read)
    };
    let mut output = [0u32; 4];
    recording.get_read(read, &mut output).unwrap();
    assert_eq!(output, [10, 12, 14, 16]);
}

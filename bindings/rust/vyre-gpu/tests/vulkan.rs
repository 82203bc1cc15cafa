//! A device that the host made: what it needs, its import, sharing and recording.

mod support;

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};
use support::vulkan::{API_1_2, Host, Structure};
use support::{buffer, double_on, open, refused, words};
use vyre_gpu::vulkan::{self, RecordingDesc};
use vyre_gpu::{Binding, Buffer, Context, Device, ErrorKind, Semaphore, sys};

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
    assert_eq!(needs.min_api_version, API_1_2);
    assert!(needs.features.iter().all(|feature| !feature.structure.is_empty()));
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
        unsafe { Device::import_vulkan(&context, &desc) }.unwrap_err().to_string()
    };
    assert!(refused(|desc| desc.device = ptr::null_mut()).contains("no device"));
    assert!(refused(|desc| desc.queue_family = 99).contains("queue family 99"));
    assert!(refused(|desc| desc.lock = Some(lock)).contains("lock and no unlock"));
    assert!(
        refused(|desc| desc.flags = sys::VYRE_VULKAN_FEATURES_GIVEN).contains("vulkanMemoryModel")
    );
}

static LOCKED: AtomicU32 = AtomicU32::new(0);

unsafe extern "C" fn lock(_: *mut c_void) {
    LOCKED.fetch_add(1, Ordering::Relaxed);
}

unsafe extern "C" fn unlock(_: *mut c_void) {}

#[test]
fn a_hosts_device_is_a_device_and_shares() {
    let host = Host::create();
    let context = Context::create().unwrap();
    let desc = vulkan::DeviceDesc { lock: Some(lock), unlock: Some(unlock), ..host.desc() };
    // SAFETY: the host outlives the device.
    let device = unsafe { Device::import_vulkan(&context, &desc) }.unwrap();
    let pipeline = double_on(&context, &device);
    let shared = Buffer::create(&device, 16).unwrap();
    let (input, mut output) = ([1u32, 2, 3, 4], [0u32; 4]);
    let bindings = [Binding::input(0, &input), Binding::buffer(1, &shared)];
    let work = pipeline.dispatch_async(&bindings).unwrap();
    let point = work.point().unwrap();
    let handles = device.vulkan_handles().unwrap();
    assert_eq!((handles.device, handles.queue), (host.device, host.queue));
    let timeline = point.vulkan_handle().unwrap();
    assert_eq!((timeline, point.value()), (handles.timeline, handles.submitted));

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
        let ours = vulkan::SemaphoreDesc { semaphore: timeline, ..Default::default() };
        let semaphore = Semaphore::import_vulkan(&device, &ours).unwrap();
        assert_eq!(semaphore.vulkan_handle().unwrap(), timeline);
        device.order_after(semaphore.point(point.value())).unwrap();
        device.order_after(point).unwrap();
        Buffer::import_vulkan(&device, &desc).unwrap()
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
    // SAFETY: the host outlives the device.
    let device = unsafe { Device::import_vulkan(&context, &desc) }.unwrap();
    let pipeline = double_on(&context, &device);
    let (from, to) = (Buffer::create(&device, 16).unwrap(), Buffer::create(&device, 16).unwrap());
    let bindings = [Binding::buffer(0, &from), Binding::buffer(1, &to)];
    assert_eq!(pipeline.dispatch(&bindings).unwrap_err().kind(), ErrorKind::UnsupportedFeature);
    let commands = host.begin();
    // SAFETY: the command buffer is being recorded, and retired after its end.
    let (recording, read) = unsafe {
        let recording =
            vulkan::Recording::create(&device, commands, &RecordingDesc::default()).unwrap();
        recording.add_write(&from, 0, &[5u32, 6, 7, 8]).unwrap();
        recording.add_dispatch(pipeline.launch().label("twice"), &bindings).unwrap();
        recording.add_copy(&to, 0, &from, 0, 8).unwrap();
        recording.add_fill(&from, 8, 8, 3).unwrap();
        let read = (recording.add_read(&to, 0, 16), recording.add_read(&from, 0, 16));
        assert_ne!(recording.end().unwrap().stages, 0);
        host.submit(commands);
        recording.retire().unwrap();
        (recording, read)
    };
    let mut output = [0u32; 4];
    recording.get_bytes(read.0.unwrap(), 0, &mut output).unwrap();
    assert_eq!(output, [10, 12, 14, 16]);
    recording.get_bytes(read.1.unwrap(), 4, &mut output[..3]).unwrap();
    assert_eq!(output, [12, 3, 3, 16]);
    refused(recording.get_bytes(9, 0, &mut output), ErrorKind::NotFound, &[]);
}

#[test]
fn what_is_not_of_vulkan_is_refused() {
    let (context, device) = open("cpu-ref");
    refused(device.vulkan_handles(), ErrorKind::InvalidArgument, &[]);
    let buffer = buffer(&device, &[1]);
    refused(buffer.vulkan_handles(), ErrorKind::InvalidArgument, &[]);
    assert_eq!(words(&buffer), [1]);
    let bindings = [Binding::zeros(0, 4), Binding::output_later(1, 4)];
    let work = double_on(&context, &device).dispatch_async(&bindings).unwrap();
    refused(work.point(), ErrorKind::UnsupportedFeature, &["Fix: "]);
    // SAFETY: nothing is imported.
    let imported = unsafe { Semaphore::import_vulkan(&device, &Default::default()) };
    refused(imported, ErrorKind::InvalidArgument, &[]);
}

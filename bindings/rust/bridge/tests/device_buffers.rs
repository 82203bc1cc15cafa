//! Device buffers: memory of the device that a caller owns as an object.

use super::support::*;
use vyre_driver::{DEVICE_BUFFER_FEATURE, DeviceBuffer, HostShimBuffer, VyreBackend};
use vyre_gpu_bridge::GpuBackend;

fn buffer(backend: &GpuBackend, words: &[u32]) -> Box<dyn DeviceBuffer> {
    let mut buffer = backend.allocate_device_buffer(words.len() * 4).unwrap();
    backend.upload_device_buffer(buffer.as_mut(), &bytes(words)).unwrap();
    buffer
}

fn contents(backend: &GpuBackend, buffer: &dyn DeviceBuffer) -> Vec<u32> {
    words(&backend.download_device_buffer(buffer).unwrap())
}

#[test]
fn buffers_say_whose_they_are_and_keep_bytes() {
    on_each_device(|backend| {
        let buffer = buffer(backend, &[1, 2]);
        assert_eq!((buffer.backend_id(), buffer.byte_len()), (backend.id(), 8));
        assert_eq!(contents(backend, buffer.as_ref()), [1, 2]);
        backend.free_device_buffer(buffer).unwrap();
    });
}

#[test]
fn programs_run_on_buffers() {
    on_each_device(|backend| {
        let (a, mut out) = (buffer(backend, &[1, 2]), buffer(backend, &[0, 0]));
        let (inputs, outputs) = ([a.as_ref()], &mut [out.as_mut()]);
        backend.dispatch_with_device_buffers(&double(2), &inputs, outputs, &plain()).unwrap();
        assert_eq!(contents(backend, out.as_ref()), [2, 4]);
    });
}

#[test]
fn what_changes_is_an_input_or_an_output() {
    on_each_device(|backend| {
        let (mut sum, a) = (buffer(backend, &[10, 20]), buffer(backend, &[1, 2]));
        let program = accumulate(2);
        let both = [sum.as_ref(), a.as_ref()];
        backend.dispatch_with_device_buffers(&program, &both, &mut [], &plain()).unwrap();
        assert_eq!(contents(backend, sum.as_ref()), [11, 22]);
        let outputs = &mut [sum.as_mut()];
        backend.dispatch_with_device_buffers(&program, &[a.as_ref()], outputs, &plain()).unwrap();
        assert_eq!(contents(backend, sum.as_ref()), [12, 24]);
        mistaken(backend.dispatch_with_device_buffers(&program, &[], &mut [], &plain()));
    });
}

#[test]
fn buffers_of_others_are_refused() {
    on_each_device(|backend| {
        let other = HostShimBuffer::allocate("other", 8);
        let text = refused(backend.download_device_buffer(other.as_ref()));
        assert!(text.starts_with(DEVICE_BUFFER_FEATURE) && text.contains("other"), "{text}");
        let shim = HostShimBuffer::allocate(backend.id(), 8);
        mistaken(backend.download_device_buffer(shim.as_ref()));
        mistaken(backend.free_device_buffer(shim));
    });
}

//! Bytes between buffers and host, waited for or not, and the memory of a device.

mod support;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use support::{on_each_device, open_in, refused};
use vyre_gpu::{Buffer, ErrorKind, Sequence, WorkState};

fn words(buffer: &Buffer) -> [u32; 4] {
    let mut words = [0; 4];
    buffer.read(0, &mut words).unwrap();
    words
}

#[test]
fn copies_and_fills_wait_or_not() {
    on_each_device(|context, device| {
        let (a, b) = (Buffer::create(device, 16).unwrap(), Buffer::create(device, 16).unwrap());
        a.write(0, &[1u32, 2, 3, 4]).unwrap();
        a.copy_to(4, &b, 0, 12).unwrap();
        assert_eq!(words(&b), [2, 3, 4, 0]);
        b.fill(8, 8, 9).unwrap();
        assert_eq!(words(&b), [2, 3, 9, 9]);
        let copy = b.copy_to_async(0, &a, 8, 8).unwrap();
        let fill = b.fill_async(0, 4, 7).unwrap();
        assert_eq!(copy.wait().unwrap(), WorkState::Ready);
        assert_eq!(fill.wait().unwrap(), WorkState::Ready);
        a.start_copy_to(0, &b, 4, 4).unwrap();
        b.start_fill(12, 4, 5).unwrap();
        a.start_write(0, &[8u32]).unwrap();
        device.wait_idle().unwrap();
        assert_eq!((words(&a), words(&b)), ([8, 2, 2, 3], [7, 1, 9, 5]));
        refused(b.fill(0, 6, 1), ErrorKind::InvalidArgument, &["multiples of 4"]);
        refused(a.copy_to(0, &a, 4, 8), ErrorKind::InvalidArgument, &["overlaps itself"]);
        let other = open_in(context, "cpu-ref");
        let far = Buffer::create(&other, 16).unwrap();
        b.copy_to(0, &far, 0, 16).unwrap();
        assert_eq!(words(&far), [7, 1, 9, 5]);
    });
}

#[test]
fn what_is_read_stays_with_the_work() {
    on_each_device(|_, device| {
        let buffer = Buffer::create(device, 16).unwrap();
        let written = buffer.write_async(4, &[5u32, 6]).unwrap();
        let read = buffer.read_async(4, 8).unwrap();
        buffer.write(4, &[0u32, 0]).unwrap();
        let mut out = [0u32; 2];
        refused(read.collect_bytes(&mut out[..1]), ErrorKind::InvalidArgument, &["8 bytes"]);
        read.collect_bytes(&mut out).unwrap();
        assert_eq!(out, [5, 6]);
        assert_eq!(read.bytes().unwrap(), [5, 0, 0, 0, 6, 0, 0, 0]);
        refused(written.bytes(), ErrorKind::InvalidArgument, &["reads nothing"]);
    });
}

#[test]
fn a_sequence_fills_and_its_run_has_what_it_read() {
    on_each_device(|_, device| {
        let buffer = Buffer::create(device, 8).unwrap();
        let sequence = Sequence::create(device).unwrap();
        assert_eq!(sequence.add_fill(&buffer, 4, 4, 3).unwrap().number(), 0);
        let read = sequence.add_read(&buffer, 4, 4).unwrap();
        let run = sequence.run_async().unwrap();
        assert_eq!(run.step_bytes(read).unwrap(), [3, 0, 0, 0]);
    });
}

#[test]
fn a_budget_is_asked_about() {
    const LARGE: u64 = 20 << 20;
    on_each_device(|_, device| {
        device.prepare().unwrap();
        let before = device.memory().unwrap();
        let asked = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&asked);
        device
            .set_budget(before.reserved_bytes, move |wanted, _| {
                count.fetch_add(wanted, Ordering::Relaxed);
                false
            })
            .unwrap();
        let refusal = Buffer::create(device, LARGE);
        refused(refusal, ErrorKind::DeviceOutOfMemory, &["more are requested"]);
        assert_eq!(asked.load(Ordering::Relaxed), LARGE);
        device.set_budget(None, |_, _| false).unwrap();
        assert_eq!(Arc::strong_count(&asked), 1);
        let buffer = Buffer::create(device, LARGE).unwrap();
        let after = device.memory().unwrap();
        assert!(after.used_bytes.unwrap() >= before.used_bytes.unwrap() + LARGE);
        assert!(after.allocations > before.allocations && after.total_bytes.is_some());
        assert_eq!(buffer.size(), LARGE);
    });
}

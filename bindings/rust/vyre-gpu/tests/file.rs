//! Files into buffers and back.
#![cfg(unix)]

mod support;
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicU32, Ordering};
use support::{on_each_device, refused};
use vyre_gpu::{Buffer, ErrorKind, WorkState};

/// A file that is gone when it is closed. Each has a name of its own: tests run side by side.
fn file_of(bytes: &[u8]) -> File {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("vyre_rust_{}_{number}", std::process::id()));
    let mut file = File::options().read(true).write(true).create_new(true).open(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    file.write_all(bytes).unwrap();
    file
}

fn contents(file: &File) -> Vec<u8> {
    let mut bytes = vec![0; file.metadata().unwrap().len() as usize];
    file.read_exact_at(&mut bytes, 0).unwrap();
    bytes
}

#[test]
fn a_file_goes_through_a_buffer() {
    on_each_device(|_, device| {
        let bytes: Vec<u8> = (0..5000u32).map(|i| (i * 7) as u8).collect();
        let (input, output) = (file_of(&bytes), file_of(&[]));
        let buffer = Buffer::create(device, 5000).unwrap();
        buffer.load_file(0, &input, 0, 5000).unwrap();
        buffer.save_file(1000, &output, 2, 3000).unwrap();
        assert_eq!(contents(&output), [&[0, 0], &bytes[1000..4000]].concat());
    });
}

#[test]
fn transfers_outlive_the_file_object() {
    on_each_device(|_, device| {
        let bytes = [3u8; 600];
        let buffer = Buffer::create(device, 600).unwrap();
        let read = buffer.load_file_async(0, file_of(&bytes), 0, 600).unwrap();
        assert_eq!(read.wait().unwrap(), WorkState::Ready);
        let output = file_of(&[]);
        let written = buffer.save_file_async(0, &output, 0, 600).unwrap();
        written.collect(&[]).unwrap();
        assert_eq!(contents(&output), bytes);
    });
}

#[test]
fn a_short_file_leaves_the_buffer_as_it_was() {
    on_each_device(|_, device| {
        let buffer = Buffer::create(device, 16).unwrap();
        buffer.write(0, &[9u8; 16]).unwrap();
        let read = buffer.load_file(0, file_of(&[1; 15]), 0, 16);
        refused(read, ErrorKind::InputOutput, &["has 15 bytes"]);
        let mut back = [0u8; 16];
        buffer.read(0, &mut back).unwrap();
        assert_eq!(back, [9; 16]);
    });
}

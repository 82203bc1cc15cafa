//! The life of a backend: warming up, counters, shutting down, and what is refused then.

mod support;
use support::{double_on, on_each_backend, refused, run, words};
use vyre_driver::{Binding, Buffer, BufferOptions, ErrorKind};

#[test]
fn backends_count_what_they_do() {
    on_each_backend(|context, backend| {
        backend.prepare().unwrap();
        let pipeline = double_on(context, backend);
        run(&pipeline, &[1, 2, 3]);
        let buffer = Buffer::create(backend, 16).unwrap();
        backend.flush().unwrap();
        let counters = backend.counters().unwrap();
        assert_eq!(counters.dispatches, Some(1));
        assert_eq!((counters.uploaded_bytes, counters.downloaded_bytes), (Some(12), Some(12)));
        assert_eq!((counters.buffers_alive, counters.recoveries), (Some(1), Some(0)));
        assert_eq!(counters.submissions.is_some(), backend.id() != "cpu-ref");
        drop(buffer);
        assert_eq!(backend.counters().unwrap().buffers_alive, Some(0));
    });
}

#[test]
fn restorable_buffers_are_buffers() {
    on_each_backend(|_, backend| {
        let options = BufferOptions::new().restorable();
        let buffer = Buffer::create_with(backend, 8, &options).unwrap();
        buffer.write(0, &[3u32, 4]).unwrap();
        assert_eq!(words(&buffer), [3, 4]);
    });
}

#[test]
fn only_lost_devices_are_recovered() {
    on_each_backend(|_, backend| {
        assert!(!backend.is_lost().unwrap());
        match backend.recover() {
            Ok(()) => assert_ne!(backend.id(), "cpu-ref"),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::UnsupportedFeature);
                assert!(error.text().contains("recovery"), "{error}");
            }
        }
    });
}

#[test]
fn after_a_shutdown_every_use_is_refused_by_name() {
    on_each_backend(|context, backend| {
        let pipeline = double_on(context, backend);
        let buffer = Buffer::create(backend, 4).unwrap();
        backend.shutdown().unwrap();
        let mut word = [0u32];
        for result in [
            backend.shutdown(),
            backend.prepare(),
            backend.flush(),
            backend.recover(),
            buffer.write(0, &[1u32]),
            buffer.read(0, &mut word),
            Buffer::create(backend, 4).map(drop),
            pipeline
                .dispatch(&[Binding::input(0, &[1u32]), Binding::output(1, &mut [0u32])])
                .map(drop),
        ] {
            refused(result, ErrorKind::InvalidArgument, &["was shut down"]);
        }
        assert_eq!(backend.counters().unwrap().buffers_alive, Some(1));
    });
}

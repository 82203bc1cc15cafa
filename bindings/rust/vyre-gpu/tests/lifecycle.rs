//! The life of a device: warming up, counting, shutting down, and what is refused then.

mod support;
use std::time::Duration;
use support::{double_on, is_oracle, on_each_device, open, refused, run, words};
use vyre_gpu::{Binding, Buffer, BufferFlags, ErrorKind, Metric, Pipeline};

#[test]
fn devices_count_what_they_do() {
    on_each_device(|context, device| {
        device.prepare().unwrap();
        let pipeline = double_on(context, device);
        run(&pipeline, &[1, 2, 3]);
        let buffer = Buffer::create(device, 16).unwrap();
        device.wait_idle().unwrap();
        let metrics = device.metrics().unwrap();
        assert_eq!(metrics.get(Metric::DISPATCHES), Some(1));
        assert_eq!(metrics.get(Metric::BUFFERS_ALIVE), Some(1));
        assert_eq!(metrics.get(Metric::RECOVERIES), Some(0));
        assert_eq!(metrics.get(Metric::SUBMISSIONS).is_none(), is_oracle(device));
        drop(buffer);
        // The snapshot stays as it was.
        assert_eq!(metrics.get(Metric::BUFFERS_ALIVE), Some(1));
        assert_eq!(device.metrics().unwrap().get(Metric::BUFFERS_ALIVE), Some(0));
    });
}

#[test]
fn restorable_buffers_are_buffers() {
    on_each_device(|_, device| {
        let builder = Buffer::builder().restorable().label("kept");
        let buffer = builder.create(device, 8).unwrap();
        buffer.write(0, &[3u32, 4]).unwrap();
        assert_eq!(words(&buffer), [3, 4]);
        let info = buffer.info();
        assert_eq!((info.label, info.size), ("kept", 8));
        assert!(info.flags.contains(BufferFlags::RESTORABLE));
        assert_eq!(buffer.device().unwrap().info().id, device.info().id);
    });
}

#[test]
fn only_lost_devices_are_recovered() {
    on_each_device(|_, device| {
        assert!(!device.is_lost());
        match device.recover() {
            Ok(()) => assert!(!is_oracle(device)),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::UnsupportedFeature);
                assert!(error.text().contains("recovery"), "{error}");
            }
        }
    });
}

#[test]
fn a_device_is_idle_when_all_has_ended() {
    on_each_device(|context, device| {
        let pipeline = double_on(context, device);
        let a = [1u32; 3];
        let bindings = [Binding::input(0, &a), Binding::output_later(1, 12)];
        let work = pipeline.dispatch_async(&bindings).unwrap();
        while !device.wait_idle_timeout(Duration::from_millis(100)).unwrap() {}
        assert_eq!(work.state().unwrap(), vyre_gpu::WorkState::Ready);
        assert_eq!(work.device().unwrap().info().id, device.info().id);
    });
}

#[test]
fn after_a_shutdown_every_use_is_refused_by_name() {
    on_each_device(|context, device| {
        let pipeline = double_on(context, device);
        let buffer = Buffer::create(device, 4).unwrap();
        device.shutdown().unwrap();
        let mut word = [0u32];
        for result in [
            device.shutdown(),
            device.prepare(),
            device.wait_idle(),
            device.recover(),
            buffer.write(0, &[1u32]),
            buffer.read(0, &mut word),
            Buffer::create(device, 4).map(drop),
            pipeline
                .dispatch(&[Binding::input(0, &[1u32]), Binding::output(1, &mut [0u32])])
                .map(drop),
        ] {
            refused(result, ErrorKind::InvalidArgument, &["was shut down"]);
        }
        assert_eq!(device.metrics().unwrap().get(Metric::BUFFERS_ALIVE), Some(1));
    });
}

#[test]
fn objects_keep_what_they_were_made_from() {
    let (context, device) = open("cpu-ref");
    let program = support::double(&context);
    let pipeline = Pipeline::builder().label("twice").create(&device, &program).unwrap();
    drop((context, device, program));
    assert_eq!(pipeline.device().unwrap().info().id, "cpu-ref");
    assert_eq!(pipeline.program().unwrap().info().parameters.len(), 2);
    assert_eq!(pipeline.info().label, "twice");
    assert_eq!(run(&pipeline, &[4]), [8]);
}

//! Sequences: recorded once, run as often as asked for.

mod support;
use std::future::IntoFuture;
use std::thread;
use std::time::Duration;
use support::{block_on, buffer, double_on, on_each_backend, open, refused, words};
use vyre_driver::{
    Access, Backend, Binding, Buffer, BufferDesc, Builder, Context, DispatchOptions, ErrorKind,
    Pipeline, Sequence, SequenceOptions, State,
};

/// x[i] = x[i] + 1, but a trap where x[i] is 13.
fn counter_on(context: &Context, backend: &Backend) -> Pipeline {
    let mut b = Builder::create(context).unwrap();
    b.declare(&BufferDesc { name: "x", access: Access::READ_WRITE, ..Default::default() });
    let i = b.invocation_id(0);
    b.if_(b.load("x", i).eq(13), || b.trap(i, "unlucky"));
    b.store("x", i, b.load("x", i) + 1);
    Pipeline::create(backend, &b.finish().unwrap()).unwrap()
}

/// A sequence that counts in `x`.
fn counting(context: &Context, backend: &Backend, x: &Buffer) -> Sequence {
    let sequence = Sequence::create(backend).unwrap();
    let counter = counter_on(context, backend);
    sequence.add_dispatch(&counter, &[Binding::buffer(0, x)]).unwrap();
    sequence
}

#[test]
fn steps_run_in_order_as_often_as_asked_for() {
    on_each_backend(|context, backend| {
        let [a, b, c] = [(); 3].map(|()| buffer(backend, &[0; 4]));
        let sequence = Sequence::create(backend).unwrap();
        let write = sequence.add_write(&a, 0, &[5u32; 4]).unwrap();
        let bindings = [Binding::buffer("a", &a), Binding::buffer("out", &b)];
        let double = sequence.add_dispatch(&double_on(context, backend), &bindings).unwrap();
        let copy = sequence.add_copy(&b, 0, &c, 8, 8).unwrap();
        let read = sequence.add_read(&c, 0, 16).unwrap();
        let numbers = [write.number(), double.number(), copy.number(), read.number()];
        assert_eq!(numbers, [0, 1, 2, 3]);
        let mut kept = [1u32; 4];
        sequence.run().unwrap();
        sequence.get_bytes(read, 0, &mut kept).unwrap();
        assert_eq!(kept, [0, 0, 10, 10]);
        sequence.set_bytes(write, 4, &[21u32]).unwrap();
        sequence.run().unwrap();
        sequence.get_bytes(read, 8, &mut kept[..2]).unwrap();
        assert_eq!(kept, [10, 42, 10, 10]);
    });
}

#[test]
fn results_count_runs_steps_and_barriers() {
    on_each_backend(|context, backend| {
        let (a, b) = (buffer(backend, &[1; 4]), buffer(backend, &[0; 4]));
        let sequence = Sequence::create(backend).unwrap();
        sequence.add_copy(&a, 0, &b, 0, 16).unwrap();
        let counter = counter_on(context, backend);
        sequence.add_dispatch(&counter, &[Binding::buffer(0, &b)]).unwrap();
        let before = sequence.result().unwrap();
        assert_eq!((before.host_time, before.runs, before.steps), (Duration::ZERO, 0, 2));
        sequence.run().unwrap();
        let result = sequence.run().unwrap();
        assert_eq!((result.runs, result.steps), (2, 2));
        assert_eq!(result.barriers, if backend.id() == "cpu-ref" { 0 } else { 1 });
        assert_eq!(result.device_time, None);
        assert!(result.host_time > Duration::ZERO);
        assert_eq!(sequence.result().unwrap(), result);
    });
}

#[test]
fn dispatches_are_given_other_buffers_and_grids() {
    on_each_backend(|context, backend| {
        let (a, b) = (buffer(backend, &[0; 4]), buffer(backend, &[0; 4]));
        let sequence = Sequence::create(backend).unwrap();
        let counter = counter_on(context, backend);
        let three = DispatchOptions::new().iterations(3);
        let step = sequence.add_dispatch_with(&counter, &[Binding::buffer(0, &a)], &three).unwrap();
        sequence.run().unwrap();
        sequence.set_dispatch(step, &[Binding::buffer_range(0, &b, ..8)]).unwrap();
        sequence.run().unwrap();
        let two = DispatchOptions::new().iterations(2);
        sequence.set_dispatch_with(step, &[Binding::buffer(0, &b)], &two).unwrap();
        sequence.run().unwrap();
        assert_eq!((words(&a), words(&b)), (vec![3; 4], vec![3, 3, 2, 2]));
    });
}

#[test]
fn many_runs_are_under_way_without_an_object() {
    on_each_backend(|context, backend| {
        let x = buffer(backend, &[20; 64]);
        let sequence = counting(context, backend, &x);
        assert_eq!(sequence.poll().unwrap(), State::Ready); // there was none
        sequence.record().unwrap();
        for _ in 0..50 {
            sequence.start().unwrap();
        }
        assert_eq!(sequence.wait().unwrap(), State::Ready);
        assert_eq!(sequence.wait_timeout(Duration::from_secs(30)).unwrap(), State::Ready);
        sequence.status().unwrap();
        assert_eq!(words(&x), [70; 64]);
    });
}

#[test]
fn a_run_is_an_object_that_outlives_the_sequence() {
    on_each_backend(|context, backend| {
        let x = buffer(backend, &[0; 4]);
        let pending = counting(context, backend, &x).submit().unwrap();
        assert_eq!(pending.wait().unwrap(), State::Ready);
        assert!(pending.result().unwrap().host_time > Duration::ZERO);
        assert_eq!(words(&x), [1; 4]);
    });
}

#[test]
fn a_run_is_awaited() {
    on_each_backend(|context, backend| {
        let x = buffer(backend, &[0; 4]);
        let sequence = counting(context, backend, &x);
        block_on(sequence.submit().unwrap().into_future()).unwrap();
        assert_eq!(words(&x), [1; 4]);
    });
}

#[test]
fn a_trap_fails_its_run_and_not_the_next() {
    on_each_backend(|context, backend| {
        let x = buffer(backend, &[13]);
        let sequence = counting(context, backend, &x);
        let failure = sequence.run().unwrap_err();
        assert_eq!(failure.kind(), ErrorKind::DispatchFailed);
        assert!(failure.text().contains("step 0") && failure.text().contains("unlucky"));
        assert_eq!(sequence.poll().unwrap(), State::Failed);
        assert_eq!(sequence.status().unwrap_err().text(), failure.text());
        x.write(0, &[20u32]).unwrap();
        sequence.run().unwrap();
        sequence.status().unwrap();
        assert_eq!(words(&x), [21]);
    });
}

#[test]
fn the_device_measures_what_is_timed() {
    let (context, backend) = open("vulkan");
    let x = buffer(&backend, &[20; 4096]);
    let options = SequenceOptions::new().timed().label("measured");
    let sequence = Sequence::create_with(&backend, &options).unwrap();
    let counter = counter_on(&context, &backend);
    sequence.add_dispatch(&counter, &[Binding::buffer(0, &x)]).unwrap();
    assert!(sequence.run().unwrap().device_time.unwrap() > Duration::ZERO);
}

#[test]
fn what_cannot_be_recorded_is_refused() {
    on_each_backend(|context, backend| {
        let x = buffer(backend, &[0; 4]);
        let options = SequenceOptions::new().label("steps");
        let sequence = Sequence::create_with(backend, &options).unwrap();
        let counter = counter_on(context, backend);
        let says = |error: vyre_driver::Error, part: &str| {
            assert!(error.text().contains(part), "{error:?} without {part}");
        };
        let mut host = [0u32; 4];
        let inout = [Binding::inout(0, &mut host)];
        says(sequence.add_dispatch(&counter, &inout).unwrap_err(), "host memory");
        let (bound, timed) = ([Binding::buffer(0, &x)], DispatchOptions::new().timed());
        let error = sequence.add_dispatch_with(&counter, &bound, &timed).unwrap_err();
        says(error, "VYRE_SEQUENCE_TIMED");
        says(sequence.add_copy(&x, 0, &x, 4, 8).unwrap_err(), "overlaps itself");
        says(sequence.add_write(&x, 12, &[1u32, 2]).unwrap_err(), "beyond its end");
        says(sequence.add_read(&x, 12, 8).unwrap_err(), "beyond its end");
        let read = sequence.add_read(&x, 0, 8).unwrap();
        assert_eq!(read.number(), 0);
        says(sequence.get_bytes(read, 0, &mut host).unwrap_err(), "which has 8");
        says(sequence.get_bytes(read, 0, &mut host[..2]).unwrap_err(), "before any run");
    });
}

#[test]
fn a_step_of_another_sequence_is_refused() {
    on_each_backend(|_, backend| {
        let x = buffer(backend, &[0; 4]);
        let [first, second] = [(); 2].map(|()| Sequence::create(backend).unwrap());
        let write = first.add_write(&x, 0, &[1u32]).unwrap();
        refused(second.set_bytes(write, 0, &[2u32]), ErrorKind::NotFound, &[]);
        second.add_read(&x, 0, 4).unwrap();
        refused(second.set_bytes(write, 0, &[2u32]), ErrorKind::InvalidArgument, &[]);
    });
}

#[test]
fn a_freed_buffer_fails_the_next_run() {
    on_each_backend(|context, backend| {
        let x = buffer(backend, &[0; 4]);
        let sequence = counting(context, backend, &x);
        sequence.run().unwrap();
        x.free().unwrap();
        assert!(sequence.run().unwrap_err().text().contains("was freed"));
    });
}

#[test]
fn a_sequence_keeps_what_its_steps_use() {
    on_each_backend(|context, backend| {
        let sequence = Sequence::create(backend).unwrap();
        let read = {
            let x = buffer(backend, &[41]);
            let counter = counter_on(context, backend);
            sequence.add_dispatch(&counter, &[Binding::buffer(0, &x)]).unwrap();
            sequence.add_read(&x, 0, 4).unwrap()
        };
        sequence.run().unwrap();
        let mut kept = [0u32];
        sequence.get_bytes(read, 0, &mut kept).unwrap();
        assert_eq!(kept, [42]);
    });
}

#[test]
fn threads_share_a_sequence() {
    on_each_backend(|context, backend| {
        let x = buffer(backend, &[20; 4]);
        let sequence = counting(context, backend, &x);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..25 {
                        sequence.run().unwrap();
                    }
                });
            }
        });
        assert_eq!(sequence.result().unwrap().runs, 100);
        assert_eq!(words(&x), [120; 4]);
    });
}

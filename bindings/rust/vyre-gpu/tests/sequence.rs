//! Sequences: recorded once, run as often as asked for.

mod support;
use std::future::IntoFuture;
use std::thread;
use std::time::Duration;
use support::held::{Held, STEPS};
use support::{block_on, buffer, double_on, is_oracle, on_each_device, open, refused, words};
use vyre_gpu::{
    Binding, Buffer, Builder, Context, Device, ErrorKind, Pipeline, Sequence, StepUpdate, WorkState,
};

/// x[i] = x[i] + 1, but a trap where x[i] is 13.
fn counter_on(context: &Context, device: &Device) -> Pipeline {
    let k = Builder::new_in(context);
    let (x, i) = (k.inout::<u32>("x"), k.index());
    k.if_(x.at(i).eq(13), || k.trap(i, "unlucky"));
    x.set(i, x.at(i) + 1);
    Pipeline::create(device, &k.finish().unwrap()).unwrap()
}

/// A sequence that counts in `x`.
fn counting(context: &Context, device: &Device, x: &Buffer) -> Sequence {
    let sequence = Sequence::create(device).unwrap();
    let counter = counter_on(context, device);
    sequence.add_dispatch(&counter, &[Binding::buffer(0, x)]).unwrap();
    sequence
}

#[test]
fn steps_run_in_order_as_often_as_asked_for() {
    on_each_device(|context, device| {
        let [a, b, c] = [(); 3].map(|()| buffer(device, &[0; 4]));
        let sequence = Sequence::create(device).unwrap();
        let write = sequence.add_write(&a, 0, &[5u32; 4]).unwrap();
        let bindings = [Binding::buffer("a", &a), Binding::buffer("out", &b)];
        let double = sequence.add_dispatch(&double_on(context, device), &bindings).unwrap();
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
    on_each_device(|context, device| {
        let (a, b) = (buffer(device, &[1; 4]), buffer(device, &[0; 4]));
        let sequence = Sequence::create(device).unwrap();
        sequence.add_copy(&a, 0, &b, 0, 16).unwrap();
        let counter = counter_on(context, device);
        sequence.add_dispatch(&counter, &[Binding::buffer(0, &b)]).unwrap();
        let before = sequence.result().unwrap();
        assert_eq!((before.host_time, before.runs, before.steps), (None, 0, 2));
        sequence.run().unwrap();
        let result = sequence.run().unwrap();
        assert_eq!((result.runs, result.steps), (2, 2));
        assert_eq!(result.barriers, if is_oracle(device) { 0 } else { 1 });
        assert_eq!(result.device_time, None);
        assert!(result.host_time > Some(Duration::ZERO));
        assert_eq!(sequence.result().unwrap(), result);
    });
}

#[test]
fn updates_change_only_what_they_say() {
    on_each_device(|context, device| {
        let (a, b) = (buffer(device, &[0; 4]), buffer(device, &[0; 4]));
        let sequence = Sequence::create(device).unwrap();
        let counter = counter_on(context, device);
        let three = counter.launch().iterations(3).label("three times");
        let step = sequence.add_dispatch(three, &[Binding::buffer(0, &a)]).unwrap();
        sequence.run().unwrap();
        let half = [Binding::range(0, &b, ..8)];
        sequence.update(&[StepUpdate::new(step).bindings(&half)]).unwrap();
        sequence.run().unwrap();
        let whole = [Binding::buffer(0, &b)];
        let two = StepUpdate::new(step).bindings(&whole).iterations(2);
        sequence.update(&[two]).unwrap();
        sequence.run().unwrap();
        sequence.update(&[StepUpdate::new(step).grid([1, 1, 1])]).unwrap();
        sequence.run().unwrap();
        sequence.update(&[]).unwrap();
        assert_eq!(words(&a), [3; 4]);
        assert_eq!(words(&b), [7, 5, 2, 2]);
    });
}

#[test]
fn updates_that_are_wrong_change_nothing() {
    on_each_device(|context, device| {
        let x = buffer(device, &[0; 4]);
        let sequence = Sequence::create(device).unwrap();
        let counter = counter_on(context, device);
        let step = sequence.add_dispatch(&counter, &[Binding::buffer(0, &x)]).unwrap();
        let mut host = [0u32; 4];
        let inout = [Binding::inout(0, &mut host)];
        let (good, bad) = (StepUpdate::new(step).iterations(9), StepUpdate::new(step));
        let updated = sequence.update(&[good, bad.bindings(&inout)]);
        refused(updated, ErrorKind::InvalidArgument, &["host memory"]);
        let both = StepUpdate::new(step).shape([1, 1, 1]).grid([1, 1, 1]);
        refused(sequence.update(&[both]), ErrorKind::InvalidArgument, &["Fix: "]);
        sequence.run().unwrap();
        assert_eq!(words(&x), [1; 4]);
    });
}

#[test]
fn many_runs_are_under_way_without_an_object() {
    on_each_device(|context, device| {
        let x = buffer(device, &[20; 64]);
        let sequence = counting(context, device, &x);
        assert_eq!(sequence.state().unwrap(), WorkState::Ready); // there was none
        sequence.prepare().unwrap();
        for _ in 0..50 {
            sequence.start().unwrap();
        }
        assert_eq!(sequence.wait().unwrap(), WorkState::Ready);
        assert_eq!(sequence.wait_timeout(Duration::from_secs(600)).unwrap(), WorkState::Ready);
        assert!(sequence.error().is_none());
        assert_eq!(words(&x), [70; 64]);
    });
}

#[test]
fn a_run_is_an_object_that_outlives_the_sequence() {
    on_each_device(|context, device| {
        let x = buffer(device, &[0; 4]);
        let work = counting(context, device, &x).run_async().unwrap();
        assert_eq!(work.wait().unwrap(), WorkState::Ready);
        assert!(work.result().unwrap().host_time > Some(Duration::ZERO));
        assert_eq!(words(&x), [1; 4]);
    });
}

#[test]
fn a_run_is_awaited() {
    on_each_device(|context, device| {
        let x = buffer(device, &[0; 4]);
        let sequence = counting(context, device, &x);
        block_on(sequence.run_async().unwrap().into_future()).unwrap();
        assert_eq!(words(&x), [1; 4]);
    });
}

#[test]
fn a_run_can_be_described() {
    on_each_device(|context, device| {
        let x = buffer(device, &[0; 4]);
        let sequence = counting(context, device, &x);
        let run = sequence.next_run();
        assert_eq!(run.run().unwrap().runs, 1);
        run.start().unwrap();
        assert_eq!(run.run_async().unwrap().wait().unwrap(), WorkState::Ready);
        assert_eq!(words(&x), [3; 4]);
    });
}

#[test]
fn a_trap_fails_its_run_and_not_the_next() {
    on_each_device(|context, device| {
        let x = buffer(device, &[13]);
        let sequence = counting(context, device, &x);
        let failure = sequence.run().unwrap_err();
        assert_eq!(failure.kind(), ErrorKind::DispatchFailed);
        let info = failure.info();
        assert_eq!((info.step, info.trap_tag), (Some(0), "unlucky"));
        assert_eq!((info.trap_address, info.trap_lane), (Some(0), Some(0)));
        assert_eq!(sequence.state().unwrap(), WorkState::Failed);
        assert_eq!(sequence.error().unwrap().text(), failure.text());
        x.write(0, &[20u32]).unwrap();
        sequence.run().unwrap();
        assert!(sequence.error().is_none());
        assert_eq!(words(&x), [21]);
    });
}

#[test]
fn the_device_measures_what_is_timed() {
    let (context, device) = open("vulkan");
    let x = buffer(&device, &[20; 4096]);
    let sequence = Sequence::builder().timed().label("measured").create(&device).unwrap();
    let counter = counter_on(&context, &device);
    sequence.add_dispatch(&counter, &[Binding::buffer(0, &x)]).unwrap();
    assert!(sequence.run().unwrap().device_time > Some(Duration::ZERO));
}

#[test]
fn what_cannot_be_recorded_is_refused() {
    on_each_device(|context, device| {
        let x = buffer(device, &[0; 4]);
        let sequence = Sequence::builder().label("steps").create(device).unwrap();
        let counter = counter_on(context, device);
        let says = |error: vyre_gpu::Error, part: &str| {
            assert!(error.text().contains(part), "{error:?} without {part}");
        };
        let mut host = [0u32; 4];
        let inout = [Binding::inout(0, &mut host)];
        says(sequence.add_dispatch(&counter, &inout).unwrap_err(), "host memory");
        let bound = [Binding::buffer(0, &x)];
        let timed = sequence.add_dispatch(counter.launch().timed(), &bound);
        says(timed.unwrap_err(), "VYRE_DISPATCH_TIMED");
        let late = counter.launch().timeout(Duration::from_secs(1));
        says(sequence.add_dispatch(late, &bound).unwrap_err(), "timeout_ns");
        says(sequence.add_copy(&x, 0, &x, 4, 8).unwrap_err(), "overlaps itself");
        says(sequence.add_write(&x, 12, &[1u32, 2]).unwrap_err(), "beyond its end");
        says(sequence.add_read(&x, 12, 8).unwrap_err(), "beyond its end");
        let read = sequence.add_read(&x, 0, 8).unwrap();
        assert_eq!(read.number(), 0);
        let early = sequence.get_bytes(read, 0, &mut host[..2]);
        refused(early, ErrorKind::NotReady, &["before any run"]);
        says(sequence.get_bytes(read, 0, &mut host).unwrap_err(), "which has 8");
    });
}

#[test]
fn a_step_can_have_its_grid_in_a_buffer() {
    on_each_device(|context, device| {
        let (x, counts) = (buffer(device, &[0; 4]), buffer(device, &[3, 1, 1]));
        let sequence = Sequence::create(device).unwrap();
        let counter = counter_on(context, device);
        let step = sequence.add_dispatch(&counter, &[Binding::buffer(0, &x)]).unwrap();
        sequence.update(&[StepUpdate::new(step).grid_buffer(&counts, 0)]).unwrap();
        sequence.run().unwrap();
        counts.write(0, &[2u32]).unwrap();
        sequence.run().unwrap();
        assert_eq!(words(&x), [2, 2, 1, 0]);
        let outside = StepUpdate::new(step).grid_buffer(&counts, 4);
        refused(sequence.update(&[outside]), ErrorKind::InvalidArgument, &["12 bytes"]);
    });
}

#[test]
fn a_run_waits_for_points_of_other_devices() {
    on_each_device(|context, device| {
        let first = support::open_in(context, "vulkan");
        let (x, y) = (buffer(device, &[0; 4]), buffer(&first, &[0; 4]));
        let other = counter_on(context, &first);
        let work = other.dispatch_async(&[Binding::buffer(0, &y)]).unwrap();
        let point = work.point().unwrap();
        let sequence = counting(context, device, &x);
        sequence.next_run().wait_point(point).run().unwrap();
        assert_eq!(words(&x), [1; 4]);
        let moves = sequence.next_run().signal_point(point).run();
        refused(moves, ErrorKind::InvalidArgument, &["signal_points[0]", "moves by itself"]);
    });
}

#[test]
fn updates_of_a_run_hold_from_it_on() {
    on_each_device(|context, device| {
        let (a, b) = (buffer(device, &[20; 4096]), buffer(device, &[20; 4096]));
        let none = Sequence::builder().runs_in_flight(0).create(device);
        refused(none, ErrorKind::InvalidArgument, &["runs_in_flight"]);
        let sequence = Sequence::builder().runs_in_flight(2).create(device).unwrap();
        let counter = counter_on(context, device);
        let step = sequence.add_dispatch(&counter, &[Binding::buffer(0, &a)]).unwrap();
        let to_b = [Binding::buffer(0, &b)];
        let first = sequence.run_async().unwrap();
        let update = StepUpdate::new(step).bindings(&to_b).iterations(2);
        let second = sequence.next_run().update(update).run_async().unwrap();
        let third = sequence.run_async().unwrap();
        for run in [third, second, first] {
            assert_eq!(run.wait().unwrap(), WorkState::Ready);
        }
        assert_eq!(words(&a), [21; 4096]);
        assert_eq!(words(&b), [24; 4096]);
        let mut host = [0u32; 4];
        let inout = [Binding::inout(0, &mut host)];
        let wrong = sequence.next_run().update(StepUpdate::new(step).bindings(&inout));
        refused(wrong.run(), ErrorKind::InvalidArgument, &["host memory"]);
        assert_eq!(sequence.result().unwrap().runs, 3);
    });
}

#[test]
fn each_run_writes_bytes_of_its_own() {
    on_each_device(|context, device| {
        let [a, out] = [(); 2].map(|()| buffer(device, &[0; 4]));
        let sequence = Sequence::builder().runs_in_flight(2).create(device).unwrap();
        let input = sequence.add_write(&a, 0, &[1u32; 4]).unwrap();
        let bindings = [Binding::buffer("a", &a), Binding::buffer("out", &out)];
        sequence.add_dispatch(&double_on(context, device), &bindings).unwrap();
        let output = sequence.add_read(&out, 0, 16).unwrap();
        let first = sequence.run_async().unwrap();
        sequence.set_bytes(input, 4, &[7u32]).unwrap();
        sequence.run().unwrap();
        assert_eq!(first.wait().unwrap(), WorkState::Ready);
        let mut kept = [0u32; 4];
        sequence.get_bytes(output, 0, &mut kept).unwrap();
        assert_eq!(kept, [2, 14, 2, 2]);
    });
}

#[test]
fn a_cleared_sequence_begins_anew() {
    on_each_device(|context, device| {
        let x = buffer(device, &[0; 4]);
        let sequence = counting(context, device, &x);
        sequence.run().unwrap();
        sequence.clear().unwrap();
        assert_eq!(sequence.result().unwrap().steps, 0);
        sequence.run().unwrap();
        let counter = counter_on(context, device);
        let step = sequence.add_dispatch(&counter, &[Binding::buffer(0, &x)]).unwrap();
        assert_eq!(step.number(), 0);
        sequence.run().unwrap();
        assert_eq!(words(&x), [2; 4]);
    });
}

#[test]
fn steps_are_measured_when_asked_for() {
    on_each_device(|context, device| {
        let x = buffer(device, &[20; 4096]);
        let counter = counter_on(context, device);
        for asked in [true, false] {
            let builder = Sequence::builder();
            let builder = if asked { builder.timed_steps() } else { builder };
            let sequence = builder.create(device).unwrap();
            sequence.add_dispatch(&counter, &[Binding::buffer(0, &x)]).unwrap();
            let mut times = [Some(Duration::MAX)];
            sequence.step_times(&mut times).unwrap();
            assert_eq!(times, [None]);
            sequence.run().unwrap();
            sequence.step_times(&mut times).unwrap();
            assert_eq!(times[0].is_some(), asked);
            refused(sequence.step_times(&mut [None; 2]), ErrorKind::InvalidArgument, &["is 2"]);
        }
    });
}

#[test]
fn a_step_of_another_sequence_is_refused() {
    on_each_device(|_, device| {
        let x = buffer(device, &[0; 4]);
        let [first, second] = [(); 2].map(|()| Sequence::create(device).unwrap());
        let write = first.add_write(&x, 0, &[1u32]).unwrap();
        refused(second.set_bytes(write, 0, &[2u32]), ErrorKind::NotFound, &[]);
        second.add_read(&x, 0, 4).unwrap();
        refused(second.set_bytes(write, 0, &[2u32]), ErrorKind::InvalidArgument, &[]);
    });
}

#[test]
fn a_freed_buffer_fails_the_next_run() {
    on_each_device(|context, device| {
        let x = buffer(device, &[0; 4]);
        let sequence = counting(context, device, &x);
        sequence.run().unwrap();
        x.free().unwrap();
        assert!(sequence.run().unwrap_err().text().contains("was freed"));
    });
}

#[test]
fn a_sequence_keeps_what_its_steps_use() {
    on_each_device(|context, device| {
        let sequence = Sequence::create(device).unwrap();
        let read = {
            let x = buffer(device, &[41]);
            let counter = counter_on(context, device);
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
    on_each_device(|context, device| {
        let x = buffer(device, &[20; 4]);
        let sequence = counting(context, device, &x);
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

#[test]
fn runs_are_cancelled_unless_they_have_ended() {
    let slow = Held::vulkan();
    let device = &slow.device;
    let (n, out) = (buffer(device, &[STEPS]), buffer(device, &[0]));
    let sequence = Sequence::create(device).unwrap();
    let bound = [Binding::buffer(0, &n), Binding::buffer(1, &out)];
    sequence.add_dispatch(slow.launch(), &bound).unwrap();
    let held = sequence.run_async().unwrap();
    sequence.cancel().unwrap();
    assert_eq!(held.wait().unwrap(), WorkState::Failed);
    assert_eq!(held.error().unwrap().kind(), ErrorKind::Cancelled);
    assert_eq!(sequence.error().unwrap().kind(), ErrorKind::Cancelled);
    slow.let_go();
    device.wait_idle().unwrap();
    n.write(0, &[0u32]).unwrap();
    sequence.run().unwrap();
    sequence.cancel().unwrap();
    assert_eq!(sequence.wait().unwrap(), WorkState::Ready);
    assert_eq!(words(&out), [1]);
}

#[test]
fn runs_that_nobody_holds_tell_their_failure_to_the_device() {
    on_each_device(|context, device| {
        let x = buffer(device, &[13]);
        let sequence = counting(context, device, &x);
        sequence.start().unwrap();
        refused(device.wait_idle(), ErrorKind::DispatchFailed, &["unlucky"]);
        device.wait_idle().unwrap();
    });
}

//! Work on its way: looked at, waited for, called back and awaited.

mod support;
use std::future::{Future, IntoFuture};
use std::pin::pin;
use std::sync::{Arc, mpsc};
use std::task::{Context as Task, Poll, Waker};
use std::thread;
use std::time::Duration;
use support::held::on_each_held;
use support::{block_on, double_on, is_oracle, on_each_device, open, open_with, refused};
use vyre_gpu::{Binding, Builder, Context, ErrorKind, Pipeline, Result, Work, WorkState};

fn start(pipeline: &Pipeline) -> Work {
    let a = [1u32, 2, 3];
    pipeline.dispatch_async(&[Binding::input(0, &a), Binding::output_later(1, 12)]).unwrap()
}

fn collect(work: &Work) -> [u32; 3] {
    let mut out = [0; 3];
    work.collect(&[Binding::output(1, &mut out)]).unwrap();
    out
}

#[test]
fn work_is_waited_for_and_collected_once() {
    on_each_device(|context, device| {
        let work = start(&double_on(context, device));
        assert_eq!(work.wait().unwrap(), WorkState::Ready);
        assert_eq!(work.wait_timeout(Duration::from_secs(600)).unwrap(), WorkState::Ready);
        assert_eq!(work.state().unwrap(), WorkState::Ready);
        assert!(work.error().is_none());
        assert_eq!(work.result().unwrap().workgroup[1], 1);
        assert_eq!(collect(&work), [2, 4, 6]);
        let mut again = [0u32; 3];
        assert!(work.collect(&[Binding::output(1, &mut again)]).is_err());
    });
}

#[test]
fn inouts_are_collected_into_other_memory() {
    on_each_device(|context, device| {
        let k = Builder::new_in(context);
        let (x, i) = (k.inout::<u32>("x"), k.index());
        x.set(i, x.at(i) + 1);
        let pipeline = Pipeline::create(device, &k.finish().unwrap()).unwrap();
        let (x, mut y) = ([1u32, 2], [0u32; 2]);
        let work = pipeline.dispatch_async(&[Binding::inout_later(0, &x)]).unwrap();
        work.collect(&[Binding::output(0, &mut y)]).unwrap();
        assert_eq!((x, y), ([1, 2], [2, 3]));
    });
}

#[test]
fn callbacks_come_once_the_work_has_ended() {
    on_each_device(|context, device| {
        let work = Arc::new(start(&double_on(context, device)));
        let (send, receive) = mpsc::channel();
        let inside = Arc::clone(&work);
        work.on_complete(move |state| send.send((state, collect(&inside))).unwrap()).unwrap();
        let second = work.on_complete(|_| unreachable!("at most one"));
        assert_eq!(second.unwrap_err().kind(), ErrorKind::InvalidArgument);
        let end = receive.recv_timeout(Duration::from_secs(600)).unwrap();
        assert_eq!(end, (WorkState::Ready, [2, 4, 6]));
    });
}

#[test]
fn callbacks_that_do_not_come_are_freed() {
    let (context, device) = open_with("cpu-ref", Context::builder()); // nobody runs them
    let work = start(&double_on(&context, &device));
    let (held, weak) = {
        let held = Arc::new(());
        (Arc::clone(&held), Arc::downgrade(&held))
    };
    work.on_complete(move |_| drop(held)).unwrap();
    assert!(weak.upgrade().is_some());
    drop((work, device));
    while context.run_callbacks().unwrap() > 0 {}
    drop(context);
    assert!(weak.upgrade().is_none());
}

#[test]
fn work_is_awaited() {
    on_each_device(|context, device| {
        let pipeline = double_on(context, device);
        let out: Result<_> = block_on(async {
            let (first, second) = (start(&pipeline), start(&pipeline));
            let first = first.await?;
            Ok((collect(&first), collect(&second.await?)))
        });
        assert_eq!(out.unwrap(), ([2, 4, 6], [2, 4, 6]));
    });
}

#[test]
fn running_the_callbacks_wakes_the_task() {
    let (context, device) = open_with("vulkan", Context::builder());
    let mut completion = pin!(start(&double_on(&context, &device)).into_future());
    let waker = Waker::noop();
    loop {
        if let Poll::Ready(end) = completion.as_mut().poll(&mut Task::from_waker(waker)) {
            assert_eq!(collect(&end.unwrap()), [2, 4, 6]);
            break;
        }
        context.run_callbacks().unwrap();
        thread::yield_now();
    }
}

#[test]
fn failed_work_says_why() {
    let (context, device) = open("cpu-ref");
    let pipeline = Pipeline::create(&device, &support::trap(&context)).unwrap();
    let start = || pipeline.dispatch_async(&[Binding::output_later(0, 4)]).unwrap();
    let work = start();
    assert_eq!(work.wait().unwrap(), WorkState::Failed);
    let error = work.error().unwrap();
    assert_eq!(error.kind(), ErrorKind::DispatchFailed);
    assert_eq!((error.info().trap_tag, error.info().trap_address), ("planted", Some(7)));
    assert!(work.result().is_err());
    assert_eq!(block_on(start().into_future()).unwrap_err().kind(), ErrorKind::DispatchFailed);
}

#[test]
fn lent_threads_run_the_callbacks() {
    let (send, jobs) = mpsc::channel::<vyre_gpu::Job>();
    let lender = thread::spawn(move || jobs.into_iter().map(|job| job.run()).count());
    let builder = Context::builder().run_job(move |job| send.send(job).unwrap());
    let (context, device) = open_with("vulkan", builder);
    let work = start(&double_on(&context, &device));
    assert_eq!(collect(&block_on(work.into_future()).unwrap()), [2, 4, 6]);
    let (send, receive) = mpsc::channel();
    let work = start(&double_on(&context, &device));
    work.on_complete(move |state| send.send(state).unwrap()).unwrap();
    assert_eq!(receive.recv_timeout(Duration::from_secs(600)).unwrap(), WorkState::Ready);
    drop((work, device, context));
    assert!(lender.join().unwrap() > 0);
}

#[test]
fn several_works_are_waited_for() {
    on_each_held(|held| {
        let pipeline = double_on(&held.context, &held.device);
        let works = [held.start(), start(&pipeline), start(&pipeline)];
        let [slow, first, second] = works.each_ref();
        let brief = Duration::from_millis(1);
        assert_eq!(Work::wait_any_timeout(&[slow], brief).unwrap(), None);
        slow.cancel().unwrap();
        // On the device the others are behind what it goes on with.
        let ended = usize::from(!is_oracle(&held.device));
        assert_eq!(Work::wait_any(&[first, slow]).unwrap(), ended);
        held.let_go();
        Work::wait_all(&[slow, first, second]).unwrap();
        assert_eq!(Work::wait_all_timeout(&[slow, first, second], brief).unwrap(), 3);
        assert_eq!(Work::wait_any(&[second, slow]).unwrap(), 0);
        assert_eq!((collect(first), collect(second)), ([2, 4, 6], [2, 4, 6]));
        refused(Work::wait_any(&[]), ErrorKind::InvalidArgument, &["no work"]);
        refused(Work::wait_all(&[]), ErrorKind::InvalidArgument, &["no work"]);
    });
}

#[test]
fn cancelled_work_tells_all_who_wait() {
    on_each_held(|held| {
        let work = held.start();
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| assert_eq!(work.wait().unwrap(), WorkState::Failed));
            }
            thread::sleep(Duration::from_millis(20)); // most wait by now
            work.cancel().unwrap();
        });
        assert_eq!(work.error().unwrap().kind(), ErrorKind::Cancelled);
        refused(block_on(work.into_future()), ErrorKind::Cancelled, &["was cancelled"]);
    });
}

#[test]
fn work_that_has_ended_is_not_cancelled() {
    on_each_device(|context, device| {
        let work = start(&double_on(context, device));
        assert_eq!(work.wait().unwrap(), WorkState::Ready);
        work.cancel().unwrap();
        assert_eq!(collect(&work), [2, 4, 6]);
    });
}

#[test]
fn asynchronous_work_has_its_time() {
    on_each_held(|held| {
        let work = held.start_within(Duration::from_millis(5));
        assert_eq!(work.wait().unwrap(), WorkState::Failed);
        assert_eq!(work.error().unwrap().kind(), ErrorKind::TimedOut);
    });
}

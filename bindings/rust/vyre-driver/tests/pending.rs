//! Dispatches on their way: polled, waited for, called back and awaited.

mod support;
use std::future::{Future, IntoFuture};
use std::pin::pin;
use std::sync::{Arc, mpsc};
use std::task::{Context as Task, Poll, Waker};
use std::thread;
use std::time::Duration;
use support::{block_on, double_on, on_each_backend, open, open_with};
use vyre_driver::{
    Access, Binding, BufferDesc, Builder, ContextOptions, ErrorKind, Pending, Pipeline, Result,
    State,
};

fn start(pipeline: &Pipeline) -> Pending {
    let a = [1u32, 2, 3];
    pipeline.dispatch_async(&[Binding::input(0, &a), Binding::output_later(1, 12)]).unwrap()
}

fn collect(pending: &Pending) -> [u32; 3] {
    let mut out = [0; 3];
    pending.collect(&[Binding::output(1, &mut out)]).unwrap();
    out
}

#[test]
fn work_is_waited_for_and_collected_once() {
    on_each_backend(|context, backend| {
        let pending = start(&double_on(context, backend));
        assert_eq!(pending.wait().unwrap(), State::Ready);
        assert_eq!(pending.wait_timeout(Duration::from_secs(30)).unwrap(), State::Ready);
        assert_eq!(pending.poll().unwrap(), State::Ready);
        pending.status().unwrap();
        assert_eq!(pending.result().unwrap().workgroup[1], 1);
        assert_eq!(collect(&pending), [2, 4, 6]);
        let mut again = [0u32; 3];
        assert!(pending.collect(&[Binding::output(1, &mut again)]).is_err());
    });
}

#[test]
fn inouts_are_collected_into_other_memory() {
    on_each_backend(|context, backend| {
        let mut b = Builder::create(context).unwrap();
        b.declare(&BufferDesc { name: "x", access: Access::READ_WRITE, ..Default::default() });
        let i = b.invocation_id(0);
        b.store("x", i, b.load("x", i) + 1);
        let pipeline = Pipeline::create(backend, &b.finish().unwrap()).unwrap();
        let (x, mut y) = ([1u32, 2], [0u32; 2]);
        let pending = pipeline.dispatch_async(&[Binding::inout_later(0, &x)]).unwrap();
        pending.collect(&[Binding::output(0, &mut y)]).unwrap();
        assert_eq!((x, y), ([1, 2], [2, 3]));
    });
}

#[test]
fn callbacks_come_once_the_work_has_ended() {
    on_each_backend(|context, backend| {
        let pending = Arc::new(start(&double_on(context, backend)));
        let (send, receive) = mpsc::channel();
        let inside = Arc::clone(&pending);
        pending.on_complete(move |state| send.send((state, collect(&inside))).unwrap()).unwrap();
        let second = pending.on_complete(|_| unreachable!("at most one"));
        assert_eq!(second.unwrap_err().kind(), ErrorKind::InvalidArgument);
        let end = receive.recv_timeout(Duration::from_secs(30)).unwrap();
        assert_eq!(end, (State::Ready, [2, 4, 6]));
    });
}

#[test]
fn callbacks_that_do_not_come_are_freed() {
    let (context, backend) = open_with("cpu-ref", ContextOptions::new()); // nobody polls it
    let pending = start(&double_on(&context, &backend));
    let (held, weak) = {
        let held = Arc::new(());
        (Arc::clone(&held), Arc::downgrade(&held))
    };
    pending.on_complete(move |_| drop(held)).unwrap();
    assert!(weak.upgrade().is_some());
    drop((pending, backend));
    while context.poll().unwrap() > 0 {}
    drop(context);
    assert!(weak.upgrade().is_none());
}

#[test]
fn pending_work_is_awaited() {
    on_each_backend(|context, backend| {
        let pipeline = double_on(context, backend);
        let out: Result<_> = block_on(async {
            let (first, second) = (start(&pipeline), start(&pipeline));
            let first = first.await?;
            Ok((collect(&first), collect(&second.await?)))
        });
        assert_eq!(out.unwrap(), ([2, 4, 6], [2, 4, 6]));
    });
}

#[test]
fn polling_the_context_wakes_the_task() {
    let (context, backend) = open_with("vulkan", ContextOptions::new());
    let mut completion = pin!(start(&double_on(&context, &backend)).into_future());
    let waker = Waker::noop();
    loop {
        if let Poll::Ready(end) = completion.as_mut().poll(&mut Task::from_waker(waker)) {
            assert_eq!(collect(&end.unwrap()), [2, 4, 6]);
            break;
        }
        context.poll().unwrap();
        thread::yield_now();
    }
}

#[test]
fn failed_work_says_why() {
    let (context, backend) = open("cpu-ref");
    let pipeline = Pipeline::create(&backend, &support::trap(&context)).unwrap();
    let start = || pipeline.dispatch_async(&[Binding::output_later(0, 4)]).unwrap();
    let pending = start();
    assert_eq!(pending.wait().unwrap(), State::Failed);
    assert_eq!(pending.status().unwrap_err().kind(), ErrorKind::DispatchFailed);
    assert!(pending.result().is_err());
    assert_eq!(block_on(start().into_future()).unwrap_err().kind(), ErrorKind::DispatchFailed);
}

#[test]
fn lent_threads_run_the_callbacks() {
    let (send, jobs) = mpsc::channel::<vyre_driver::Job>();
    let lender = thread::spawn(move || jobs.into_iter().map(|job| job.run()).count());
    let options = ContextOptions::new().run_job(move |job| send.send(job).unwrap());
    let (context, backend) = open_with("vulkan", options);
    let pending = start(&double_on(&context, &backend));
    assert_eq!(collect(&block_on(pending.into_future()).unwrap()), [2, 4, 6]);
    let (send, receive) = mpsc::channel();
    let pending = start(&double_on(&context, &backend));
    pending.on_complete(move |state| send.send(state).unwrap()).unwrap();
    assert_eq!(receive.recv_timeout(Duration::from_secs(30)).unwrap(), State::Ready);
    drop((pending, backend, context));
    assert!(lender.join().unwrap() > 0);
}

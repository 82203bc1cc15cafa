//! Callbacks of a context: freed once, and panics end in them.

mod support;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;
use support::{double, double_four, double_on, open_in, open_with, refused, run};
use vyre_gpu::{Binding, Builder, Context, ErrorKind, LogLevel, Program, Type, WorkState};

/// Validates a program with a cast that drops bits, which is worth a warning.
fn noisy(context: &Context) {
    let k = Builder::new_in(context);
    let half = k.index().expr().cast(Type::U16);
    k.output::<u32>("out").set(0, half.cast(Type::U32));
    k.finish().unwrap().validate().unwrap();
}

/// What such a context says that is at least as urgent as `level`.
fn messages(level: LogLevel) -> Vec<(LogLevel, String)> {
    let list = Arc::new(Mutex::new(Vec::new()));
    let inside = Arc::clone(&list);
    let listen = move |level, text: &str| inside.lock().unwrap().push((level, text.to_owned()));
    noisy(&Context::builder().log(level, listen).create().unwrap());
    std::mem::take(&mut list.lock().unwrap())
}

#[test]
fn messages_arrive() {
    let messages = messages(LogLevel::DEBUG);
    let [(LogLevel::WARNING, text)] = messages.as_slice() else { panic!("{messages:?}") };
    assert!(text.contains("V035"), "{text}");
}

#[test]
fn messages_that_are_not_urgent_stay_away() {
    assert_eq!(messages(LogLevel::ERROR), []);
}

#[test]
fn panics_in_callbacks_end_there() {
    let builder = Context::builder()
        .log(LogLevel::DEBUG, |_, _| panic!("planted in log"))
        .run_job(|_| panic!("planted in run_job"));
    let context = builder.create().unwrap();
    noisy(&context);
    let device = open_in(&context, "cpu-ref");
    let a = [1u32; 3];
    let work = double_on(&context, &device)
        .dispatch_async(&[Binding::input(0, &a), Binding::output_later(1, 12)])
        .unwrap();
    let (send, receive) = mpsc::channel();
    work.on_complete(move |state| {
        send.send(state).unwrap();
        panic!("planted in on_complete")
    })
    .unwrap();
    assert_eq!(receive.recv_timeout(Duration::from_secs(600)).unwrap(), WorkState::Ready);
    assert_eq!(work.wait().unwrap(), WorkState::Ready);
}

/// An allocator that counts, and fails or panics after some allocations.
#[derive(Default)]
struct Counted {
    bytes: Arc<AtomicIsize>,
    blocks: Arc<AtomicUsize>,
    panics: bool,
}

// SAFETY: the system's allocator does the work.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        assert!(!self.panics, "planted in allocate");
        self.bytes.fetch_add(layout.size() as isize, Ordering::Relaxed);
        self.blocks.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        self.bytes.fetch_sub(layout.size() as isize, Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[test]
fn every_allocated_byte_comes_back() {
    let counted = Counted::default();
    let (bytes, blocks) = (Arc::clone(&counted.bytes), Arc::clone(&counted.blocks));
    let (context, device) = open_with("cpu-ref", Context::builder().allocator(counted));
    let pipeline = double_on(&context, &device);
    drop(context);
    run(&pipeline, &[1; 1000]);
    assert!(bytes.load(Ordering::Relaxed) > 0);
    drop((pipeline, device));
    assert_eq!(bytes.load(Ordering::Relaxed), 0);
    assert!(blocks.load(Ordering::Relaxed) > 0);
}

#[test]
fn an_allocator_that_panics_has_no_memory() {
    let wire = double_four(&support::context()).save().unwrap();
    let allocator = Counted { panics: true, ..Counted::default() };
    let context = Context::builder().allocator(allocator).create().unwrap();
    let loaded = Program::loader().context(&context).load(&wire);
    refused(loaded, ErrorKind::OutOfHostMemory, &[]);
}

#[test]
fn closures_are_freed_with_the_last_object_or_at_once() {
    let held = Arc::new(());
    let builder = |folder: &str| {
        let (log, job) = (Arc::clone(&held), Arc::clone(&held));
        Context::builder()
            .log(LogLevel::ERROR, move |_, _| drop(Arc::clone(&log)))
            .run_job(move |_| drop(Arc::clone(&job)))
            .cache_folder(folder)
            .vulkan_library("no-such-loader.so")
            .read_environment()
            .vulkan_validation()
    };
    let context = builder("").create().unwrap();
    let program = double(&context);
    drop(context);
    assert_eq!(Arc::strong_count(&held), 3);
    drop(program);
    assert_eq!(Arc::strong_count(&held), 1);
    drop(builder("/nowhere"));
    assert_eq!(Arc::strong_count(&held), 1);
}

#[test]
fn a_refused_context_frees_its_closures() {
    let held = Arc::new(());
    let inside = Arc::clone(&held);
    let level = LogLevel(99);
    let builder = Context::builder().log(level, move |_, _| drop(Arc::clone(&inside)));
    refused(builder.create(), ErrorKind::InvalidArgument, &[]);
    assert_eq!(Arc::strong_count(&held), 1);
}

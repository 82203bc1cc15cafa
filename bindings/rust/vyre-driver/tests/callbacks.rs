//! Callbacks of a context: freed once, and panics end in them.

mod support;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;
use support::{double, double_four, double_on, open_with, refused, run};
use vyre_driver::{
    Backend, Binding, Builder, Context, ContextOptions, ErrorKind, LogLevel, Program, State,
};

/// Validates a program with a cast that drops bits, which is worth a warning.
fn noisy(context: &Context) {
    let mut b = Builder::create(context).unwrap();
    b.declare_output(0, "out", "U32");
    b.let_("half", b.invocation_id(0).cast("U16"));
    b.finish().unwrap().validate().unwrap();
}

/// What such a context says that is at least as urgent as `level`.
fn messages(level: LogLevel) -> Vec<(LogLevel, String)> {
    let list = Arc::new(Mutex::new(Vec::new()));
    let inside = Arc::clone(&list);
    let listen = move |level, text: &str| inside.lock().unwrap().push((level, text.to_owned()));
    noisy(&Context::create_with(ContextOptions::new().log(level, listen)).unwrap());
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
    let options = ContextOptions::new()
        .log(LogLevel::DEBUG, |_, _| panic!("planted in log"))
        .run_job(|_| panic!("planted in run_job"));
    let context = Context::create_with(options).unwrap();
    noisy(&context);
    let backend = Backend::acquire(&context, "cpu-ref").unwrap();
    let a = [1u32; 3];
    let pending = double_on(&context, &backend)
        .dispatch_async(&[Binding::input(0, &a), Binding::output_later(1, 12)])
        .unwrap();
    let (send, receive) = mpsc::channel();
    pending
        .on_complete(move |state| {
            send.send(state).unwrap();
            panic!("planted in on_complete")
        })
        .unwrap();
    assert_eq!(receive.recv_timeout(Duration::from_secs(30)).unwrap(), State::Ready);
    assert_eq!(pending.wait().unwrap(), State::Ready);
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
    let (context, backend) = open_with("cpu-ref", ContextOptions::new().allocator(counted));
    let pipeline = double_on(&context, &backend);
    drop(context);
    run(&pipeline, &[1; 1000]);
    assert!(bytes.load(Ordering::Relaxed) > 0);
    drop((pipeline, backend));
    assert_eq!(bytes.load(Ordering::Relaxed), 0);
    assert!(blocks.load(Ordering::Relaxed) > 0);
}

#[test]
fn an_allocator_that_panics_has_no_memory() {
    let wire = double_four(&support::context()).encode().unwrap();
    let allocator = Counted { panics: true, ..Counted::default() };
    let context = Context::create_with(ContextOptions::new().allocator(allocator)).unwrap();
    refused(Program::decode(&context, &wire), ErrorKind::OutOfHostMemory, &[]);
}

#[test]
fn closures_are_freed_with_the_last_object_or_at_once() {
    let held = Arc::new(());
    let options = |directory: &str| {
        let (log, job) = (Arc::clone(&held), Arc::clone(&held));
        ContextOptions::new()
            .log(LogLevel::ERROR, move |_, _| drop(Arc::clone(&log)))
            .run_job(move |_| drop(Arc::clone(&job)))
            .cache_directory(directory)
            .vulkan_library("no-such-loader.so")
            .read_environment()
            .vulkan_validation()
    };
    let context = Context::create_with(options("")).unwrap();
    let program = double(&context);
    drop(context);
    assert_eq!(Arc::strong_count(&held), 3);
    drop(program);
    assert_eq!(Arc::strong_count(&held), 1);
    drop(options("/nowhere"));
    assert_eq!(Arc::strong_count(&held), 1);
}

#[test]
fn a_refused_context_frees_its_closures() {
    let held = Arc::new(());
    let inside = Arc::clone(&held);
    let level = LogLevel(99);
    let options = ContextOptions::new().log(level, move |_, _| drop(Arc::clone(&inside)));
    refused(Context::create_with(options), ErrorKind::InvalidArgument, &[]);
    assert_eq!(Arc::strong_count(&held), 1);
}

//! What several tests need.
#![allow(dead_code)] // each test uses a part

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context as Task, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;
use vyre_driver::{
    Access, Backend, Binding, Buffer, BufferDesc, BufferFlags, Builder, Context, ContextOptions,
    ErrorKind, Pipeline, Program, Result,
};

/// A context whose background work runs on threads of the library.
pub fn context() -> Context {
    Context::create_with(ContextOptions::new().own_threads()).unwrap()
}

/// Such a context and its backend `id`.
pub fn open(id: &str) -> (Context, Backend) {
    open_with(id, ContextOptions::new().own_threads())
}

/// A context and its backend `id`.
pub fn open_with(id: &str, options: ContextOptions) -> (Context, Backend) {
    let context = Context::create_with(options).unwrap();
    let backend = Backend::acquire(&context, id).unwrap();
    (context, backend)
}

/// Wants an error of that kind that says all `parts`.
#[track_caller]
pub fn refused<T>(result: Result<T>, kind: ErrorKind, parts: &[&str]) {
    let error = result.err().expect("the call is refused");
    assert_eq!(error.kind(), kind, "{error}");
    for part in parts {
        assert!(error.text().contains(part), "'{part}' is not in: {error}");
    }
}

/// Runs `test` on the oracle and on Vulkan.
pub fn on_each_backend(test: impl Fn(&Context, &Backend)) {
    for id in ["cpu-ref", "vulkan"] {
        let (context, backend) = open(id);
        println!("on {}", backend.id());
        test(&context, &backend);
    }
}

/// out[i] = a[i] * 2
pub fn double(context: &Context) -> Program {
    let mut b = Builder::create(context).unwrap();
    b.declare_input(0, "a", "U32");
    b.declare_output(1, "out", "U32");
    let i = b.invocation_id(0);
    b.store("out", i, b.load("a", i) * 2);
    b.finish().unwrap()
}

/// out[i] = a[i] * 2 for four elements: with a declared count, so that it has a wire form.
pub fn double_four(context: &Context) -> Program {
    let mut b = Builder::create(context).unwrap();
    let four = BufferDesc { element_count: 4, ..Default::default() };
    b.declare(&BufferDesc { name: "a", ..four.clone() });
    b.declare(&BufferDesc { access: Access::READ_WRITE, ..output(four) });
    let i = b.invocation_id(0);
    b.store("out", i, b.load("a", i) * 2);
    b.finish().unwrap()
}

/// The output "out" at slot 1.
fn output(desc: BufferDesc<'_>) -> BufferDesc<'_> {
    let flags = BufferFlags::IS_OUTPUT | BufferFlags::LIVE_OUT;
    BufferDesc { name: "out", slot: 1, flags, ..desc }
}

/// What a pipeline with input 0 and output 1 makes of `a`.
pub fn run(pipeline: &Pipeline, a: &[u32]) -> Vec<u32> {
    let mut out = vec![0; a.len()];
    pipeline.dispatch(&[Binding::input(0, a), Binding::output(1, &mut out)]).unwrap();
    out
}

/// A buffer of these words.
pub fn buffer(backend: &Backend, words: &[u32]) -> Buffer {
    let buffer = Buffer::create(backend, words.len() as u64 * 4).unwrap();
    buffer.write(0, words).unwrap();
    buffer
}

/// All words of a buffer.
pub fn words(buffer: &Buffer) -> Vec<u32> {
    let mut words = vec![0; buffer.size() as usize / 4];
    buffer.read(0, &mut words).unwrap();
    words
}

pub fn double_on(context: &Context, backend: &Backend) -> Pipeline {
    Pipeline::create(backend, &double(context)).unwrap()
}

/// A program whose only invocation traps.
pub fn trap(context: &Context) -> Program {
    let mut b = Builder::create(context).unwrap();
    b.declare_output(0, "out", "U32");
    b.store("out", 0, 1);
    b.trap(7, "planted");
    b.finish().unwrap()
}

/// Runs a future on this thread.
pub fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Task::from_waker(&waker)) {
            return output;
        }
        thread::park_timeout(Duration::from_secs(30));
    }
}

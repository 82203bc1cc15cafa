//! What several tests need.
#![allow(dead_code)] // each test uses a part

pub mod held;
pub mod vulkan;

use std::future::Future;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context as Task, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;
use vyre_gpu::{
    Access, Binding, Buffer, Builder, Context, ContextBuilder, Device, ErrorKind, ParameterDesc,
    ParameterFlags, Pipeline, Program, Result,
};

/// A context whose background work runs on threads of the library.
pub fn context() -> Context {
    Context::builder().own_threads().create().unwrap()
}

/// Such a context and its device `id`.
pub fn open(id: &str) -> (Context, Device) {
    open_with(id, Context::builder().own_threads())
}

/// A context and its device `id`.
pub fn open_with(id: &str, builder: ContextBuilder) -> (Context, Device) {
    let context = builder.create().unwrap();
    let device = open_in(&context, id);
    (context, device)
}

/// The device `id` of a context.
pub fn open_in(context: &Context, id: &str) -> Device {
    Device::builder().context(context).id(id).open().unwrap()
}

/// The words of a kernel that glslangValidator has made.
pub fn kernel(name: &str) -> Vec<u32> {
    let folder = std::env::var("VYRE_TEST_KERNELS").expect("VYRE_TEST_KERNELS is set");
    let bytes = std::fs::read(Path::new(&folder).join(name).with_extension("spv")).unwrap();
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
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
pub fn on_each_device(test: impl Fn(&Context, &Device)) {
    for id in ["cpu-ref", "vulkan"] {
        let (context, device) = open(id);
        println!("on {}", device.info().id);
        test(&context, &device);
    }
}

/// Whether the device is the oracle.
pub fn is_oracle(device: &Device) -> bool {
    device.info().id == "cpu-ref"
}

/// out[i] = a[i] * 2
pub fn double(context: &Context) -> Program {
    let k = Builder::new_in(context);
    let (a, out, i) = (k.input::<u32>("a"), k.output::<u32>("out"), k.index());
    out.set(i, a.at(i) * 2);
    k.finish().unwrap()
}

/// out[i] = a[i] * 2 for four elements: with a declared count, so that every form can carry it.
pub fn double_four(context: &Context) -> Program {
    let k = Builder::new_in(context);
    let four = ParameterDesc { element_count: 4, ..Default::default() };
    let a = k.declare(&ParameterDesc { name: "a", ..four.clone() }).array::<u32>();
    let out = k.declare(&output(four)).array::<u32>();
    let i = k.index();
    out.set(i, a.at(i) * 2);
    k.finish().unwrap()
}

/// The output "out".
fn output(desc: ParameterDesc<'_>) -> ParameterDesc<'_> {
    let (access, flags) = (Access::READ_WRITE, ParameterFlags::RETURNED);
    ParameterDesc { name: "out", access, flags, ..desc }
}

/// What a pipeline with input 0 and output 1 makes of `a`.
pub fn run(pipeline: &Pipeline, a: &[u32]) -> Vec<u32> {
    let mut out = vec![0; a.len()];
    pipeline.dispatch(&[Binding::input(0, a), Binding::output(1, &mut out)]).unwrap();
    out
}

/// A buffer of these words.
pub fn buffer(device: &Device, words: &[u32]) -> Buffer {
    let buffer = Buffer::create(device, words.len() as u64 * 4).unwrap();
    buffer.write(0, words).unwrap();
    buffer
}

/// All words of a buffer.
pub fn words(buffer: &Buffer) -> Vec<u32> {
    let mut words = vec![0; buffer.size() as usize / 4];
    buffer.read(0, &mut words).unwrap();
    words
}

pub fn double_on(context: &Context, device: &Device) -> Pipeline {
    Pipeline::create(device, &double(context)).unwrap()
}

/// A program whose only invocation traps.
pub fn trap(context: &Context) -> Program {
    let k = Builder::new_in(context);
    k.output::<u32>("out").set(0, 1);
    k.trap(7, "planted");
    k.finish().unwrap()
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

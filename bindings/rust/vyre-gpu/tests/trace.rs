//! Traces: what the library and its devices did.

mod support;
use std::io;
use support::{context, double_on, open_in, refused};
use vyre_gpu::{Binding, Context, ErrorKind};

fn traced() -> Context {
    Context::builder().trace(1000).debug_labels().create().unwrap()
}

struct Full;

impl io::Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("the disk is full"))
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn traces_show_calls_and_devices() {
    let context = traced();
    let device = open_in(&context, "vulkan");
    let pipeline = double_on(&context, &device);
    let (input, mut output) = ([1u32, 2, 3], [0u32; 3]);
    let bindings = &[Binding::input(0, &input), Binding::output(1, &mut output)];
    pipeline.launch().label("twice").dispatch(bindings).unwrap();
    let mut json = Vec::new();
    context.write_trace(&mut json).unwrap();
    let text = String::from_utf8(json).unwrap();
    assert!(text.starts_with('{') && text.ends_with("]}\n"), "{text}");
    for part in
        ["\"vyre_dispatch\"", "\"vyre_pipeline_create\"", "\"label\": \"twice\"", "\"clock\""]
    {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn a_writer_that_fails_is_the_error() {
    refused(traced().write_trace(&mut Full), ErrorKind::InputOutput, &["the disk is full"]);
}

#[test]
fn without_a_trace_there_is_nothing_to_write() {
    refused(context().write_trace(&mut Vec::new()), ErrorKind::InvalidArgument, &[]);
}

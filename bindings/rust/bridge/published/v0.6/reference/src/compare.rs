//! A program of a test on our devices.

use crate::log;
use published::value::Value;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use vyre_driver::{DispatchConfig, VyreBackend};
use vyre_driver_wgpu::{GpuBackend, named};
use vyre_foundation::ir::Program;

static DEVICES: LazyLock<Vec<(String, GpuBackend)>> = LazyLock::new(|| {
    let names = std::env::var("VYRE_PUBLISHED_COMPARED");
    let names = names.unwrap_or_else(|_| "cpu-ref vulkan".into());
    let open = |name: &str| (name.to_string(), named(name).expect("the device opens"));
    names.split_whitespace().map(open).collect()
});

/// Runs the program on each device, and logs what came of it.
pub(crate) fn with_devices(program: &Program, inputs: &[Value], expected: &[Value]) {
    let inputs: Vec<_> = inputs.iter().map(Value::to_bytes).collect();
    let expected: Vec<_> = expected.iter().map(Value::to_bytes).collect();
    for (name, backend) in DEVICES.iter() {
        match backend.dispatch(program, &inputs, &DispatchConfig::default()) {
            Ok(outputs) if outputs == expected => log::line(name, "equal", ""),
            Ok(outputs) => {
                let place = difference(&expected, &outputs);
                log::line(name, "different", &format!("{place}; {}", kept(program, &inputs)));
            }
            Err(error) => log::line(name, "refused", &error.to_string()),
        }
    }
}

/// The first word that differs.
fn difference(expected: &[Vec<u8>], got: &[Vec<u8>]) -> String {
    let sizes = |outputs: &[Vec<u8>]| outputs.iter().map(Vec::len).collect::<Vec<_>>();
    if sizes(expected) != sizes(got) {
        return format!("outputs of {:?} bytes, {:?} expected", sizes(got), sizes(expected));
    }
    let (expected, got) = (expected.concat(), got.concat());
    let mut words = expected.chunks(4).zip(got.chunks(4)).enumerate();
    let first = words.find(|(_, (expected, got))| expected != got);
    first.map_or(String::new(), |(at, (expected, got))| {
        format!("word {at} is {got:02x?}, {expected:02x?} expected")
    })
}

/// Where the program and its inputs were put, for whoever looks for the cause.
fn kept(program: &Program, inputs: &[Vec<u8>]) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let folder = std::env::var("VYRE_PUBLISHED_KEEP").unwrap_or_else(|_| ".".into());
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let path = format!("{folder}/{}-{number}", std::process::id());
    let bytes = program.to_wire().unwrap_or_default();
    let mut files = vec![(format!("{path}.wire"), &bytes)];
    files.extend(inputs.iter().enumerate().map(|(at, input)| (format!("{path}.input{at}"), input)));
    match files.iter().try_for_each(|(path, bytes)| std::fs::write(path, bytes)) {
        Ok(()) => path,
        Err(error) => error.to_string(),
    }
}

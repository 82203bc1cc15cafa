//! The library programs with their own inputs, on the oracle and on the device of Vulkan. Each result
//! must be the published interpreter's, byte by byte, by every way that a program can take. Prints
//! a line for each, as tests do.

use std::panic::{AssertUnwindSafe, catch_unwind};
use vyre_driver::{CompiledPipeline, DispatchConfig, VyreBackend};
use vyre_foundation::ir::Program;
use vyre_gpu_bridge::GpuBackend;
use vyre_reference::{reference_eval, value::Value};

type Outputs = Vec<Vec<u8>>;
type Inputs = Vec<Vec<u8>>;

/// A program of the library, and how its inputs are made.
pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) build: fn() -> Program,
    pub(crate) inputs: Option<fn() -> Vec<Inputs>>,
}

/// Runs those whose name has `only` in it.
pub(crate) fn run(mut entries: Vec<Entry>, only: &str) {
    std::panic::set_hook(Box::new(|_| {})); // the message is in the line of the result
    let devices = ["cpu-ref", "vulkan"].map(|name| (name, open(name)));
    entries.sort_by(|a, b| a.id.cmp(&b.id));
    let mut left = 0;
    for entry in entries.iter().filter(|entry| entry.id.contains(only)) {
        match made(entry) {
            Some((program, cases)) => run_cases(&devices, &entry.id, &program, &cases),
            None => left += 1,
        }
    }
    println!("test result: {} programs, {left} without inputs", entries.len());
}

fn open(name: &str) -> GpuBackend {
    let device = vyre_gpu::Device::builder().id(name).open().expect("the device opens");
    GpuBackend::with_device(device).expect("the backend opens")
}

/// The program and its inputs. Some are registered without, and some cannot be built.
fn made(entry: &Entry) -> Option<(Program, Vec<Inputs>)> {
    let inputs = entry.inputs?;
    catch_unwind(|| ((entry.build)(), inputs())).ok()
}

fn run_cases(devices: &[(&str, GpuBackend)], id: &str, program: &Program, cases: &[Inputs]) {
    for (number, inputs) in cases.iter().enumerate() {
        let expected = interpreted(program, inputs);
        for (device, backend) in devices {
            let verdict = match &expected {
                Ok(expected) => compare(backend, program, inputs, expected),
                Err(error) => Err(format!("the interpreter refuses: {error}")),
            };
            let word = if verdict.is_ok() { "ok" } else { "FAILED" };
            println!("test {id}#{number}@{device} ... {word}");
            if let Err(why) = verdict {
                println!("    {why}");
            }
        }
    }
}

fn interpreted(program: &Program, inputs: &Inputs) -> Result<Outputs, String> {
    let values: Vec<Value> = inputs.iter().map(|bytes| bytes.as_slice().into()).collect();
    let result = catch_unwind(AssertUnwindSafe(|| reference_eval(program, &values)));
    let outputs = result.map_err(|_| "a panic".to_string())?.map_err(|error| error.to_string())?;
    Ok(outputs.iter().map(Value::to_bytes).collect())
}

/// A dispatch that is waited for, one under way, and one of a compiled pipeline.
fn compare(
    backend: &GpuBackend,
    program: &Program,
    inputs: &Inputs,
    expected: &Outputs,
) -> Result<(), String> {
    let config = DispatchConfig::default();
    same("dispatch", backend.dispatch(program, inputs, &config), expected)?;
    let pending = backend.dispatch_async(program, inputs, &config);
    same("dispatch_async", pending.and_then(|pending| pending.await_result()), expected)?;
    let pipeline = backend.compile(program, &config);
    same("pipeline", pipeline.and_then(|pipeline| pipeline.dispatch(inputs, &config)), expected)
}

fn same(
    way: &str,
    outputs: vyre_gpu_bridge::Result<Outputs>,
    expected: &Outputs,
) -> Result<(), String> {
    let outputs = outputs.map_err(|error| format!("refused by {way}: {error}"))?;
    if outputs == *expected {
        return Ok(());
    }
    let different = |(a, b): (&Vec<u8>, &Vec<u8>)| a != b;
    let output = outputs.iter().zip(expected).position(different).unwrap_or(expected.len());
    Err(format!("different by {way} in output {output}"))
}

//! One side on one program: what its first dispatch takes, and the next ones.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use published_driver::{BackendError, DispatchConfig, VyreBackend};
use published_foundation::ir::Program;
use vyre_gpu::Device;
use vyre_gpu_bridge::GpuBackend;

use crate::adapter;

/// Dispatched before all others: what a driver does once in a process is no side's.
const ANOTHER: &str = "vyre-libs::math::square";
const WARM: Duration = Duration::from_millis(200);
const MOST_RUNS: usize = 200;

pub fn open(id: &str) -> Result<Device, String> {
    Device::builder().id(id).open().map_err(|error| error.to_string())
}

/// Prints the microseconds of the first dispatch, of the median of those behind it, and a digest of
/// the outputs.
pub fn run(side: &str, device: &str, program: &str) -> Result<(), String> {
    if side == "wgpu" {
        return measure(&adapter::acquire(device)?, program);
    }
    let ours = GpuBackend::with_device(open(device)?).map_err(|error| error.to_string())?;
    measure(&ours, program)
}

fn measure(backend: &dyn VyreBackend, name: &str) -> Result<(), String> {
    let config = DispatchConfig::default();
    let (program, inputs) = find(ANOTHER)?;
    backend.dispatch(&program, &inputs, &config).map_err(|error| error.to_string())?;
    let (program, inputs) = find(name)?;
    let dispatch = || -> Result<(f64, Vec<Vec<u8>>), BackendError> {
        let begin = Instant::now();
        let outputs = backend.dispatch(&program, &inputs, &config)?;
        Ok((begin.elapsed().as_secs_f64() * 1e6, outputs))
    };
    let (first, outputs) = dispatch().map_err(|error| error.to_string())?;
    let (begin, mut warm) = (Instant::now(), Vec::new());
    while warm.len() < 3 || (warm.len() < MOST_RUNS && begin.elapsed() < WARM) {
        warm.push(dispatch().map_err(|error| error.to_string())?.0);
    }
    warm.sort_by(f64::total_cmp);
    let mut digest = DefaultHasher::new();
    outputs.hash(&mut digest);
    println!("{first:.1} {:.1} {:016x}", warm[warm.len() / 2], digest.finish());
    Ok(())
}

fn find(name: &str) -> Result<(Program, Vec<Vec<u8>>), String> {
    let found = published_libs::harness::all_entries().find(|entry| entry.id == name);
    let entry = found.ok_or(format!("the published library has no program '{name}'"))?;
    let cases = entry.test_inputs.map(|inputs| inputs()).unwrap_or_default();
    let inputs = cases.into_iter().next().ok_or(format!("'{name}' has no inputs"))?;
    Ok(((entry.build)(), inputs))
}

//! Programs of the published library, through the bridge beside the published crates' wgpu backend on
//! the same device. `vyre_library_bench [DEVICE] [--json FILE] [--rounds N] [--quick] [--only TEXT]`;
//! the exit code is 77 where the published backend cannot run.
//!
//! A first dispatch is measured in a process of its own, behind that of another program: it compiles.
//! So a round is one process of each side, which take turns. The last line says what all came to. Results
//! may differ: the published backend's functions of f32 are those of the driver.

#[path = "../../src/adapter.rs"]
mod adapter;
#[allow(dead_code)] // here each side has a process of its own
#[path = "../../src/samples.rs"]
mod samples;
mod side;

use std::process::{Command, Output};

use samples::{Arguments, Comparison, Report, Samples};

/// Every eighth program that comes with inputs, by name.
const PROGRAMS: &str = include_str!("../programs.txt");
/// The one of most accesses to buffers: 8,864.
const LONGEST: &str = "vyre-libs::nn::attention::quest_paging";
const ROUNDS: usize = 7;
const CANNOT_RUN: i32 = 77;

/// Microseconds of the first dispatch and of those behind it.
#[derive(Default)]
struct Times {
    first: Samples,
    warm: Samples,
}

/// Runs one side in a process of its own, on the device of an id, or of a name.
fn run_side(side: &str, device: &str, program: &str) -> std::io::Result<Output> {
    let own = std::env::current_exe()?;
    let kept = std::env::temp_dir().join(format!("vyre_library_bench.{}", std::process::id()));
    let mut command = Command::new(&own);
    command.args(["--side", side, device, program]);
    command.env("VYRE_CACHE_DIR", &kept).env("MESA_SHADER_CACHE_DISABLE", "1");
    if side == "wgpu" {
        // It refuses software devices.
        command.env("VK_LAYER_PATH", own.parent().unwrap_or(&own));
        command.env("VK_INSTANCE_LAYERS", "VK_LAYER_VYRE_gpu_type");
    }
    let output = command.output();
    let _ = std::fs::remove_dir_all(&kept); // nothing is kept for the next round
    output
}

/// Notes the times of a side; gives what its outputs are.
fn measure(side: &str, device: &str, program: &str, times: &mut Times) -> Result<String, String> {
    let output = run_side(side, device, program).map_err(|error| error.to_string())?;
    let told = String::from_utf8_lossy(&output.stdout);
    let why = String::from_utf8_lossy(&output.stderr);
    let why = why.lines().last().unwrap_or_default();
    let words: Vec<_> = told.split_whitespace().collect();
    let numbers: Vec<f64> = words.iter().take(2).filter_map(|word| word.parse().ok()).collect();
    match (output.status.success(), numbers.as_slice(), words.get(2)) {
        (true, [first, warm], Some(digest)) => {
            times.first.0.push(*first);
            times.warm.0.push(*warm);
            Ok(digest.to_string())
        }
        _ => Err(format!("{side}: {}{}", told.trim(), why)),
    }
}

/// Both sides of one program, in turns, and what is to be said of it.
fn compare(report: &Report, program: &str) -> Result<(Times, Times, &'static str), String> {
    let (mut ours, mut theirs, mut note) = (Times::default(), Times::default(), "");
    for _ in 0..report.arguments.rounds(ROUNDS) {
        let left = measure("vyre", &report.arguments.backend, program, &mut ours)?;
        let right = measure("wgpu", &report.device, program, &mut theirs)?;
        if left != right {
            note = "the results differ";
        }
    }
    Ok((ours, theirs, note))
}

/// Ours by theirs, told.
fn ratio(report: &Report, row: Comparison, ours: &Samples, theirs: &Samples) -> f64 {
    report.tell(&row, ours, theirs);
    ours.median() / theirs.median()
}

fn tell_all(first: Samples, warm: Samples) {
    let slower = first.0.iter().filter(|ratio| **ratio > 1.1).count();
    let worst = first.0.iter().copied().fold(0.0, f64::max);
    println!(
        "{} programs; first dispatch: median {:.2}, worst {worst:.2}, {slower} over 1.1; warm: median {:.3}",
        first.0.len(),
        first.median(),
        warm.median()
    );
}

fn compare_all(report: &Report) {
    let (mut first, mut warm) = (Samples::default(), Samples::default());
    let names = PROGRAMS.lines().filter(|name| *name != LONGEST).chain([LONGEST]);
    for name in names.filter(|name| report.arguments.wants(name)) {
        match compare(report, name) {
            Ok((ours, theirs, note)) => {
                let row = |what: &str| {
                    let title = format!("{name}, {what}");
                    Comparison { title, unit: "us", is_rate: false, note }
                };
                first.0.push(ratio(report, row("first"), &ours.first, &theirs.first));
                warm.0.push(ratio(report, row("warm"), &ours.warm, &theirs.warm));
            }
            Err(reason) => report.missing(name, &reason),
        }
    }
    if first.0.is_empty() {
        eprintln!("bench: nothing was measured");
        std::process::exit(CANNOT_RUN);
    }
    tell_all(first, warm);
}

fn run() -> Result<(), String> {
    let mut arguments = Arguments::parse()?;
    if arguments.backend.is_empty() {
        arguments.backend = "vulkan".into();
    }
    let device = side::open(&arguments.backend)?.info().name.to_string();
    let side = "the published wgpu backend, 0.6.2";
    println!("{device}: median (10% to 90%) of vyre through its bridge and of {side}");
    compare_all(&Report { bench: "library", arguments, device, side });
    Ok(())
}

fn main() {
    let words: Vec<_> = std::env::args().collect();
    let done = match words.as_slice() {
        [_, flag, side, device, program] if flag == "--side" => side::run(side, device, program),
        _ => run(),
    };
    if let Err(reason) = done {
        eprintln!("{reason}");
        std::process::exit(1);
    }
}

//! vyre, through bindings/rust, beside the published crates' wgpu backend on the same device, in one
//! process, taking turns: exclusive or of two arrays, small and large, on bytes of the host and on
//! buffers of the device. `vyre_wgpu_bench [DEVICE] [--json FILE] [--rounds N] [--quick] [--only TEXT]`;
//! the exit code is 77 where the published backend cannot run.

mod adapter;
mod published;
mod samples;

use published::{Job, Published};
use samples::{Arguments, Comparison, Report, microseconds_again};
use vyre_gpu::{Binding, Buffer, Device, Format, Pipeline, Program, WireForm};

const CANNOT_RUN: i32 = 77;
const SIDE: &str = "the published wgpu backend, 0.6.2";
const SMALL: usize = 256;
const MEBI: usize = 1 << 20;

type Failure = Box<dyn std::error::Error>;

fn program_of(count: usize) -> String {
    let buffer = |name: &str, access: &str| {
        format!(r#"{{"name": "{name}", "type": "U32", "count": {count}, "access": "{access}"}}"#)
    };
    format!(
        r#"{{"workgroup_size": [256, 1, 1], "buffers": [{}, {}, {}], "body": [
            {{"let": "i", "value": {{"invocation_id": "x"}}}},
            {{"store": "out", "at": "i",
              "value": {{"bit_xor": [{{"load": "a", "at": "i"}}, {{"load": "b", "at": "i"}}]}}}}]}}"#,
        buffer("a", "read_only"),
        buffer("b", "read_only"),
        buffer("out", "write_only")
    )
}

/// The two arrays, and whether a result is theirs.
struct Inputs {
    left: Vec<u32>,
    right: Vec<u32>,
}

impl Inputs {
    fn create(count: usize) -> Self {
        let mix = |i: usize| (i as u32).wrapping_mul(2246822519).wrapping_add(1);
        let left: Vec<u32> = (0..count).map(mix).collect();
        let right = left.iter().map(|word| (!word).wrapping_mul(3266489917)).collect();
        Self { left, right }
    }

    fn need(&self, result: &[u32], whose: &str) {
        let pairs = self.left.iter().zip(&self.right).map(|(left, right)| left ^ right);
        assert!(pairs.eq(result.iter().copied()), "the result of {whose} is wrong");
    }

    fn need_bytes(&self, result: &[u8], whose: &str) {
        let words = result.chunks_exact(4).map(|word| u32::from_ne_bytes(word.try_into().unwrap()));
        self.need(&words.collect::<Vec<_>>(), whose);
    }
}

fn bytes_of(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_ne_bytes()).collect()
}

/// The vyre side.
struct Ours {
    pipeline: Pipeline,
    wire: Vec<u8>,
    buffers: [Buffer; 3],
}

impl Ours {
    fn create(device: &Device, inputs: &Inputs) -> Result<Self, Failure> {
        let count = inputs.left.len();
        let program = Program::load(program_of(count).as_bytes())?;
        let pipeline = Pipeline::create(device, &program)?;
        let buffer = || Buffer::create(device, count as u64 * 4);
        let buffers = [buffer()?, buffer()?, buffer()?];
        buffers[0].write(0, &inputs.left)?;
        buffers[1].write(0, &inputs.right)?;
        let wire = program.save_as(Format::WIRE, WireForm::FORM_4)?.to_vec();
        Ok(Self { pipeline, wire, buffers })
    }

    fn run(&self, inputs: &Inputs, result: &mut [u32]) {
        let bindings = [
            Binding::input(0u32, &inputs.left),
            Binding::input(1u32, &inputs.right),
            Binding::output(2u32, result),
        ];
        self.pipeline.dispatch(&bindings).expect("a dispatch of vyre");
    }

    fn bindings(&self) -> [Binding<'_>; 3] {
        let [left, right, result] = &self.buffers;
        [Binding::buffer(0u32, left), Binding::buffer(1u32, right), Binding::buffer(2u32, result)]
    }

    fn run_resident(&self) {
        self.pipeline.dispatch(&self.bindings()).expect("a dispatch of vyre");
    }

    fn run_resident_timed(&self) -> Option<f64> {
        let result = self.pipeline.launch().timed().dispatch(&self.bindings());
        result.expect("a dispatch of vyre").device_time.map(|time| time.as_secs_f64())
    }
}

fn host_bytes(report: &Report, inputs: &Inputs, ours: &Ours, theirs: &mut Job, rounds: usize) {
    let title = title_of(inputs, "host bytes, dispatched and waited for");
    if !report.arguments.wants(&title) {
        return;
    }
    let (left, right) = (bytes_of(&inputs.left), bytes_of(&inputs.right));
    let mut result = vec![0; inputs.left.len()];
    match theirs.run(&left, &right) {
        Ok(bytes) => inputs.need_bytes(bytes, SIDE),
        Err(reason) => return report.missing(&title, &reason),
    }
    ours.run(inputs, &mut result);
    inputs.need(&result, "vyre");
    let row = Comparison { title, unit: "us", is_rate: false, note: "" };
    report.compare(
        row,
        rounds,
        || microseconds_again(|| ours.run(inputs, &mut result)),
        || {
            microseconds_again(|| {
                theirs.run(&left, &right).expect(SIDE);
            })
        },
    );
}

fn resident(report: &Report, inputs: &Inputs, ours: &Ours, theirs: &mut Job, rounds: usize) {
    let title = title_of(inputs, "resident, dispatched and waited for");
    let timed = title_of(inputs, "resident, by device time");
    let ready = theirs
        .make_resident(&bytes_of(&inputs.left), &bytes_of(&inputs.right))
        .and_then(|()| theirs.run_resident())
        .and_then(|()| theirs.read_resident());
    match ready {
        Ok(bytes) => inputs.need_bytes(&bytes, SIDE),
        Err(reason) => return report.missing(&title, &reason),
    }
    let row = Comparison { title, unit: "us", is_rate: false, note: "" };
    if report.arguments.wants(&row.title) {
        report.compare(
            row,
            rounds,
            || microseconds_again(|| ours.run_resident()),
            || microseconds_again(|| theirs.run_resident().expect(SIDE)),
        );
    }
    if inputs.left.len() > SMALL && report.arguments.wants(&timed) {
        device_time(report, timed, inputs.left.len(), ours, theirs);
    }
}

fn device_time(report: &Report, title: String, count: usize, ours: &Ours, theirs: &Job) {
    let rate = |seconds: f64| 12.0 * count as f64 / seconds / 1e9;
    match (ours.run_resident_timed(), theirs.run_resident_timed()) {
        (Some(_), Ok(Some(_))) => report.compare(
            Comparison { title, unit: "GB/s", is_rate: true, note: "each by its own timestamps" },
            20,
            || rate(ours.run_resident_timed().unwrap_or(f64::NAN)),
            || rate(theirs.run_resident_timed().ok().flatten().unwrap_or(f64::NAN)),
        ),
        (_, Err(reason)) => report.missing(&title, &reason),
        _ => report.missing(&title, "a side has no timestamps"),
    }
}

fn title_of(inputs: &Inputs, what: &str) -> String {
    let count = inputs.left.len();
    if count < MEBI {
        format!("{count} elements, {what}")
    } else {
        format!("{} Mi u32, {what}", count / MEBI)
    }
}

// The largest come first: a device that had nothing to do is slow, and small work does not wake it.
fn compare(report: &Report, device: &Device, published: &Published) {
    for (count, rounds) in [(16 * MEBI, 20), (MEBI, 50), (SMALL, 1000)] {
        let inputs = Inputs::create(count);
        let ours = Ours::create(device, &inputs).expect("a pipeline of vyre");
        match Job::create(published, &ours.wire) {
            Ok(mut theirs) => {
                host_bytes(report, &inputs, &ours, &mut theirs, rounds);
                resident(report, &inputs, &ours, &mut theirs, rounds);
            }
            Err(reason) => report.missing(&title_of(&inputs, "all"), &reason),
        }
    }
}

fn main() -> Result<(), Failure> {
    let arguments = Arguments::parse()?;
    let ours = match arguments.backend.as_str() {
        "" => Device::open()?,
        id => Device::builder().id(id).open()?,
    };
    let device = ours.info().name.to_string();
    let published = Published::acquire(&device).unwrap_or_else(|reason| {
        eprintln!("bench: {reason}");
        std::process::exit(CANNOT_RUN);
    });
    println!("{device}: median (10% to 90%) of vyre and of {SIDE}");
    compare(&Report { bench: "wgpu", arguments, device, side: SIDE }, &ours, &published);
    Ok(())
}

//! Work that does not end before the test lets it: no machine is so fast that it is over, or so slow
//! that the test comes too late.

use super::vulkan::Host;
use std::cell::Cell;
use std::time::Duration;
use vyre_gpu::vulkan::SemaphoreDesc;
use vyre_gpu::{Binding, Context, Device, Launch, Pipeline, Program, Semaphore, Work};

/// Steps of an invocation. The software device stops one after 65,535, so it is many that take long.
pub const STEPS: u32 = 60_000;

/// A device whose work can be held: on Vulkan behind a gate, with all that is begun later. That of
/// the oracle goes on in who waits for it, for hours, until it is cancelled.
pub struct Held {
    /// With the buffers `n` of [`STEPS`], and `out`.
    pub pipeline: Pipeline,
    pub device: Device,
    pub context: Context,
    gate: Option<Gate>,
}

/// Work that is ordered behind `semaphore` waits for the host's timeline.
struct Gate {
    semaphore: Semaphore,
    timeline: u64,
    shut: Cell<u64>,
    host: Host,
}

/// Runs `test` on the oracle and on Vulkan.
pub fn on_each_held(test: impl Fn(&Held)) {
    for held in [Held::oracle(), Held::vulkan()] {
        println!("on {}", held.device.info().id);
        test(&held);
    }
}

impl Held {
    pub fn oracle() -> Self {
        let (context, device) = super::open("cpu-ref");
        Self { pipeline: slow_on(&context, &device), device, context, gate: None }
    }

    pub fn vulkan() -> Self {
        let host = Host::create();
        let context = super::context();
        // SAFETY: the host outlives the device.
        let device = unsafe { Device::import_vulkan(&context, &host.desc()) }.unwrap();
        let timeline = host.timeline();
        let desc = SemaphoreDesc { semaphore: timeline, ..Default::default() };
        // SAFETY: the timeline goes with the host.
        let semaphore = unsafe { Semaphore::import_vulkan(&device, &desc) }.unwrap();
        let gate = Some(Gate { semaphore, timeline, shut: Cell::new(0), host });
        Self { pipeline: slow_on(&context, &device), device, context, gate }
    }

    /// A launch of the pipeline that is held, as all that is begun from now on.
    pub fn launch(&self) -> Launch<'_> {
        let Some(gate) = &self.gate else { return self.pipeline.launch().grid([1 << 24, 1, 1]) };
        gate.shut.set(gate.shut.get() + 1);
        self.device.order_after(gate.semaphore.point(gate.shut.get())).unwrap();
        self.pipeline.launch().grid([1, 1, 1])
    }

    pub fn start(&self) -> Work {
        self.start_within(Duration::MAX)
    }

    /// The same with a time limit.
    pub fn start_within(&self, limit: Duration) -> Work {
        let bindings = [Binding::input(0, &[STEPS]), Binding::zeros(1, 4)];
        self.launch().timeout(limit).dispatch_async(&bindings).unwrap()
    }

    /// What is held goes on; on the oracle it has to be cancelled.
    pub fn let_go(&self) {
        let Some(gate) = &self.gate else { return };
        if gate.host.reached(gate.timeline) < gate.shut.get() {
            gate.host.signal(gate.timeline, gate.shut.get());
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.let_go();
    }
}

fn slow_on(context: &Context, device: &Device) -> Pipeline {
    let json = r#"{"buffers": [{"name": "n", "type": "U32", "count": 1},
            {"name": "out", "type": "U32", "count": 1, "output": true}],
        "body": [{"let": "acc", "value": 1},
            {"loop": "i", "to": {"load": "n", "at": 0}, "body": [{"assign": "acc", "value":
                {"add": [{"mul": ["acc", 1664525]}, 1013904223]}}]},
            {"store": "out", "at": 0, "value": "acc"}]}"#;
    let program = Program::loader().context(context).load(json.as_bytes()).unwrap();
    Pipeline::create(device, &program).unwrap()
}

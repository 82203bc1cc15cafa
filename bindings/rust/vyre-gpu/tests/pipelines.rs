//! Pipelines that are made in the background or from what is kept, and what is told before.

mod support;

use support::{double, on_each_device, open, open_with, refused};
use vyre_gpu::{
    Binding, Context, Decision, Device, ErrorKind, Pipeline, PipelineFlags, Program, WorkState,
};

fn doubled(pipeline: &Pipeline) -> vyre_gpu::Result<[u32; 4]> {
    let mut out = [0; 4];
    pipeline.dispatch(&[Binding::input(0, &[1, 2, 3, 4]), Binding::output(1, &mut out)])?;
    Ok(out)
}

#[test]
fn pipelines_come_at_once_and_are_compiled_by_who_waits() {
    for id in ["cpu-ref", "vulkan"] {
        // Nothing is done in the background of such a context.
        let (context, device) = open_with(id, Context::builder());
        let program = double(&context);
        let builder = Pipeline::builder().label("late");
        let (pipeline, work) = builder.create_async(&device, &program).unwrap();
        assert_eq!(pipeline.state().unwrap(), WorkState::Running);
        assert_eq!((pipeline.info().label, pipeline.info().workgroup), ("late", [0, 0, 0]));
        refused(doubled(&pipeline), ErrorKind::NotReady, &["'late'", "still being compiled"]);
        assert_eq!(pipeline.wait().unwrap(), WorkState::Ready);
        assert_eq!(work.wait().unwrap(), WorkState::Ready);
        assert!(pipeline.error().is_none() && pipeline.info().workgroup[0] > 0);
        assert_eq!(doubled(&pipeline).unwrap(), [2, 4, 6, 8]);
        let day = std::time::Duration::from_secs(86400);
        assert_eq!(pipeline.wait_timeout(day).unwrap(), WorkState::Ready);
    }
}

#[test]
fn eight_threads_begin_pipelines_and_drop_them() {
    let context = Context::builder().own_threads().create().unwrap();
    let device = Device::builder().context(&context).id("cpu-ref").open().unwrap();
    let program = double(&context);
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let (device, program) = (&device, &program);
            scope.spawn(move || {
                for round in 0..10 {
                    let begun = Pipeline::builder().create_async(device, program).unwrap();
                    if (thread + round) % 3 == 0 {
                        assert_eq!(begun.0.wait().unwrap(), WorkState::Ready);
                        assert_eq!(doubled(&begun.0).unwrap(), [2, 4, 6, 8]);
                    }
                }
            });
        }
    });
}

/// A store into an array that is only read.
fn invalid(context: &Context) -> Program {
    let k = vyre_gpu::Builder::new_in(context);
    k.input::<u32>("a").set(0, 1);
    k.finish().unwrap()
}

#[test]
fn failures_are_those_of_the_pipeline() {
    let (context, device) = open("cpu-ref");
    let (pipeline, work) = Pipeline::builder().create_async(&device, &invalid(&context)).unwrap();
    assert_eq!(pipeline.wait().unwrap(), WorkState::Failed);
    assert_eq!(pipeline.error().unwrap().kind(), ErrorKind::InvalidProgram);
    assert_eq!(work.wait().unwrap(), WorkState::Failed);
    assert_eq!(work.error().unwrap().kind(), ErrorKind::InvalidProgram);
    refused(doubled(&pipeline), ErrorKind::InvalidProgram, &["Fix: "]);
}

#[test]
fn only_what_is_kept_is_made_without_compiling() {
    on_each_device(|context, device| {
        let program = double(context);
        let only_cached = Pipeline::builder().flags(PipelineFlags::ONLY_CACHED);
        let asked = || only_cached.create(device, &program);
        refused(asked(), ErrorKind::NotReady, &["is not kept"]);
        let warm = Pipeline::builder().flags(PipelineFlags::WARM).create(device, &program).unwrap();
        assert_eq!(doubled(&warm).unwrap(), [2, 4, 6, 8]);
        if device.info().id != "cpu-ref" {
            assert_eq!(doubled(&asked().unwrap()).unwrap(), [2, 4, 6, 8]);
        }
    });
}

#[test]
fn what_a_device_lacks_is_told_before() {
    on_each_device(|context, device| {
        let program = double(context);
        device.check_program(&program).unwrap();
        let wide = Pipeline::builder().workgroup([1 << 20, 1, 1]);
        let error = wide.check(device, &program).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnsupportedFeature);
        assert_eq!(error.findings()[0].code, "max_workgroup_invocations");
        let refusal = device.check_program(&invalid(context)).unwrap_err();
        assert_eq!(refusal.kind(), ErrorKind::InvalidProgram);
        let registry = context.registry().unwrap();
        let op = registry.find("core.indirect_dispatch").unwrap();
        refused(device.check_op(op), ErrorKind::UnsupportedFeature, &["cannot run on"]);
    });
}

#[test]
fn only_devices_that_run_the_programs_are_chosen() {
    let (context, _) = open("cpu-ref");
    let program = double(&context);
    let builder = Device::builder().context(&context).program(&program);
    let list = builder.list().unwrap();
    assert!(list.devices().iter().all(|entry| entry.missing.is_empty()));
    builder.open().unwrap();
    let k = vyre_gpu::Builder::new_in(&context);
    k.set_workgroup(1 << 20, 1, 1);
    k.output::<u32>("out").set(0, 1);
    let wide = k.finish().unwrap();
    let builder = builder.program(&wide);
    let list = builder.list().unwrap();
    for entry in list.devices() {
        assert!(entry.decision == Decision::PROGRAM || entry.missing.is_empty());
    }
    refused(builder.clone().id("vulkan").open(), ErrorKind::NotFound, &["vulkan"]);
}

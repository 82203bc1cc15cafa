//! Bindings, blocking dispatches and buffers.

mod support;
use std::time::Duration;
use support::{double, double_on, on_each_backend, open, refused, run};
use vyre_driver::{
    Access, Binding, BindingKey, Buffer, BufferDesc, Builder, DispatchOptions, ErrorKind, Pipeline,
    PipelineOptions, Role,
};

#[test]
fn bindings_go_by_slot_and_by_name() {
    on_each_backend(|context, backend| {
        let pipeline = double_on(context, backend);
        let a = [1u32, 2, 3, 4];
        for keys in [[BindingKey::Slot(0), BindingKey::Slot(1)], ["a".into(), "out".into()]] {
            let mut out = [0u32; 4];
            pipeline
                .dispatch(&[Binding::output(keys[1], &mut out), Binding::input(keys[0], &a)])
                .unwrap();
            assert_eq!(out, [2, 4, 6, 8]);
        }
    });
}

#[test]
fn arrays_are_plain_data_too() {
    on_each_backend(|context, backend| {
        let (a, mut out) = ([[1u32, 2], [3, 4]], [[0u8; 4]; 4]);
        double_on(context, backend)
            .dispatch(&[Binding::input(0, &a), Binding::output(1, &mut out)])
            .unwrap();
        assert_eq!(out.map(u32::from_le_bytes), [2, 4, 6, 8]);
    });
}

#[test]
fn inouts_change_in_place_and_zeros_start_empty() {
    on_each_backend(|context, backend| {
        let mut b = Builder::create(context).unwrap();
        b.declare(&BufferDesc { name: "x", access: Access::READ_WRITE, ..Default::default() });
        b.declare_input(1, "a", "U32");
        let i = b.invocation_id(0);
        b.store("x", i, b.load("x", i) + b.load("a", i) + 1);
        let pipeline = Pipeline::create(backend, &b.finish().unwrap()).unwrap();
        let mut x = [5u32, 6];
        pipeline.dispatch(&[Binding::inout("x", &mut x), Binding::zeros("a", 8)]).unwrap();
        assert_eq!(x, [6, 7]);
    });
}

#[test]
fn buffers_stay_on_the_device() {
    on_each_backend(|context, backend| {
        let pipeline = double_on(context, backend);
        let (from, to) =
            (Buffer::create(backend, 16).unwrap(), Buffer::create(backend, 1024).unwrap());
        from.write(4, &[10u32, 20, 30]).unwrap();
        let bindings = [Binding::buffer(0, &from), Binding::buffer_range("out", &to, 256..272)];
        pipeline.dispatch(&bindings).unwrap();
        let mut out = [0u32; 3];
        to.read(260, &mut out).unwrap();
        assert_eq!((out, to.size()), ([20, 40, 60], 1024));
        let open = [Binding::buffer_range(0, &from, 0..), Binding::buffer_range(1, &to, 0..=15)];
        pipeline.dispatch(&open).unwrap();
    });
}

#[test]
fn freed_buffers_are_refused_by_name() {
    on_each_backend(|context, backend| {
        let buffer = Buffer::create(backend, 16).unwrap();
        buffer.free().unwrap();
        assert!(buffer.free().is_err() && buffer.write(0, &[0u32]).is_err());
        assert_eq!(buffer.size(), 16);
        let mut out = [0u32; 4];
        let pipeline = double_on(context, backend);
        let bindings = [Binding::buffer(0, &buffer), Binding::output(1, &mut out)];
        assert!(pipeline.dispatch(&bindings).is_err());
        assert!(Buffer::create(backend, 0).is_err());
    });
}

#[test]
fn results_tell_times_and_sizes() {
    on_each_backend(|context, backend| {
        let pipeline = double_on(context, backend);
        let (a, mut out) = ([1u32; 100], [0u32; 100]);
        let options = DispatchOptions::new().timed().label("doubling").timeout(Duration::MAX);
        let result = pipeline
            .dispatch_with(&[Binding::input(0, &a), Binding::output(1, &mut out)], &options)
            .unwrap();
        assert_eq!(result.output_bytes, 400);
        assert!(result.host_time > Duration::ZERO);
        assert!(result.grid[0] * result.workgroup[0] >= 100, "{result:?}");
    });
}

#[test]
fn mistakes_in_bindings_are_named() {
    on_each_backend(|context, backend| {
        let pipeline = double_on(context, backend);
        let a = [1u32; 4];
        refused(pipeline.dispatch(&[Binding::input(0, &a)]), ErrorKind::InvalidArgument, &["out"]);
        let mut out = [0u32; 4];
        let bindings = [Binding::input("b", &a), Binding::output(1, &mut out)];
        assert_eq!(pipeline.dispatch(&bindings).unwrap_err().kind(), ErrorKind::NotFound);
        let buffer = Buffer::create(backend, 16).unwrap();
        let beyond = [Binding::buffer_range(0, &buffer, 8..24), Binding::output(1, &mut out)];
        assert_eq!(pipeline.dispatch(&beyond).unwrap_err().kind(), ErrorKind::InvalidArgument);
        assert_eq!(out, [0; 4]);
    });
}

#[test]
fn pipelines_tell_their_outputs_and_program() {
    on_each_backend(|context, backend| {
        let program = double(context);
        let options = PipelineOptions::new().workgroup([64, 1, 1]).label("wide");
        let pipeline = Pipeline::create_with(backend, &program, &options).unwrap();
        let outputs = pipeline.outputs(&[Binding::output_later("out", 40)]).unwrap();
        assert_eq!(outputs.len(), 1);
        let output = &outputs[0];
        assert_eq!((output.name, output.bytes(), output.slot), ("out", 40, 1));
        assert_eq!((output.range.clone(), output.role), (0..40, Role::OUTPUT));
        let same = pipeline.program().unwrap().to_json().unwrap();
        assert_eq!(same, program.to_json().unwrap());
    });
}

#[test]
fn traps_fail_the_dispatch() {
    let (context, backend) = open("cpu-ref");
    let pipeline = Pipeline::create(&backend, &support::trap(&context)).unwrap();
    let mut out = [0u32; 1];
    let dispatched = pipeline.dispatch(&[Binding::output(0, &mut out)]);
    refused(dispatched, ErrorKind::DispatchFailed, &["planted"]);
    assert_eq!(out, [0]);
}

#[test]
fn one_pipeline_serves_many_threads() {
    on_each_backend(|context, backend| {
        let pipeline = double_on(context, backend);
        std::thread::scope(|scope| {
            for thread in 0..4u32 {
                let pipeline = &pipeline;
                scope.spawn(move || {
                    for _ in 0..5 {
                        assert_eq!(run(pipeline, &[thread; 64]), [thread * 2; 64]);
                    }
                });
            }
        });
    });
}

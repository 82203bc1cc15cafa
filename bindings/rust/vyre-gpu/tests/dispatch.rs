//! Bindings, blocking dispatches and buffers.

mod support;
use std::time::Duration;
use support::{buffer, double_on, on_each_device, open, refused, run, words};
use vyre_gpu::{
    Atomic, Binding, BindingKey, Buffer, Builder, Context, Device, ErrorKind, InvocationId,
    Ordering, Pipeline, PipelineFlags,
};

#[test]
fn bindings_go_by_slot_and_by_name() {
    on_each_device(|context, device| {
        let pipeline = double_on(context, device);
        let a = [1u32, 2, 3, 4];
        let slots = [BindingKey::Slot(0), BindingKey::Slot(1)];
        for keys in [slots, ["a".into(), "out".into()], [(0, 0).into(), (0, 1).into()]] {
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
    on_each_device(|context, device| {
        let (a, mut out) = ([[1u32, 2], [3, 4]], [[0u8; 4]; 4]);
        double_on(context, device)
            .dispatch(&[Binding::input(0, &a), Binding::output(1, &mut out)])
            .unwrap();
        assert_eq!(out.map(u32::from_le_bytes), [2, 4, 6, 8]);
    });
}

#[test]
fn inouts_change_in_place_and_zeros_start_empty() {
    on_each_device(|context, device| {
        let k = Builder::new_in(context);
        let (x, a, i) = (k.inout::<u32>("x"), k.input::<u32>("a"), k.index());
        x.set(i, x.at(i) + a.at(i) + 1);
        let pipeline = Pipeline::create(device, &k.finish().unwrap()).unwrap();
        let mut x = [5u32, 6];
        pipeline.dispatch(&[Binding::inout("x", &mut x), Binding::zeros("a", 8)]).unwrap();
        assert_eq!(x, [6, 7]);
    });
}

#[test]
fn buffers_stay_on_the_device() {
    on_each_device(|context, device| {
        let pipeline = double_on(context, device);
        let (from, to) =
            (Buffer::create(device, 16).unwrap(), Buffer::create(device, 1024).unwrap());
        from.write(4, &[10u32, 20, 30]).unwrap();
        let bindings = [Binding::buffer(0, &from), Binding::range("out", &to, 256..272)];
        pipeline.dispatch(&bindings).unwrap();
        let mut out = [0u32; 3];
        to.read(260, &mut out).unwrap();
        assert_eq!((out, to.size()), ([20, 40, 60], 1024));
        let open = [Binding::range(0, &from, 0..), Binding::range(1, &to, 0..=15)];
        pipeline.dispatch(&open).unwrap();
    });
}

#[test]
fn freed_buffers_are_refused_by_name() {
    on_each_device(|context, device| {
        let buffer = Buffer::create(device, 16).unwrap();
        buffer.free().unwrap();
        assert!(buffer.free().is_err() && buffer.write(0, &[0u32]).is_err());
        assert_eq!(buffer.size(), 16);
        let mut out = [0u32; 4];
        let pipeline = double_on(context, device);
        let bindings = [Binding::buffer(0, &buffer), Binding::output(1, &mut out)];
        assert!(pipeline.dispatch(&bindings).is_err());
        assert!(Buffer::create(device, 0).is_err());
    });
}

#[test]
fn results_tell_times_and_sizes() {
    on_each_device(|context, device| {
        let pipeline = double_on(context, device);
        let (a, mut out) = ([1u32; 100], [0u32; 100]);
        let launch = pipeline.launch().timed().label("doubling").timeout(Duration::MAX);
        let result =
            launch.dispatch(&[Binding::input(0, &a), Binding::output(1, &mut out)]).unwrap();
        assert_eq!((result.output_bytes, result.iterations, result.segments), (400, 1, 1));
        assert!(result.host_time > Some(Duration::ZERO));
        assert!(result.enqueue_time > Some(Duration::ZERO) && result.wait_time.is_some());
        assert!(result.grid[0] * result.workgroup[0] >= 100, "{result:?}");
        assert_eq!(out, [2; 100]);
    });
}

#[test]
fn mistakes_in_bindings_are_named() {
    on_each_device(|context, device| {
        let pipeline = double_on(context, device);
        let a = [1u32; 4];
        refused(pipeline.dispatch(&[Binding::input(0, &a)]), ErrorKind::InvalidArgument, &["out"]);
        let mut out = [0u32; 4];
        let bindings = [Binding::input("b", &a), Binding::output(1, &mut out)];
        assert_eq!(pipeline.dispatch(&bindings).unwrap_err().kind(), ErrorKind::NotFound);
        let buffer = Buffer::create(device, 16).unwrap();
        let beyond = [Binding::range(0, &buffer, 8..24), Binding::output(1, &mut out)];
        assert_eq!(pipeline.dispatch(&beyond).unwrap_err().kind(), ErrorKind::InvalidArgument);
        let element = [Binding::input(0, &a).array_index(3), Binding::output(1, &mut out)];
        assert_eq!(pipeline.dispatch(&element).unwrap_err().kind(), ErrorKind::InvalidArgument);
        assert_eq!(out, [0; 4]);
    });
}

#[test]
fn an_output_shares_no_bytes_with_another_binding() {
    on_each_device(|context, device| {
        let (pipeline, buffer) = (double_on(context, device), buffer(device, &[1, 2, 3, 4]));
        let shared = [Binding::buffer(0, &buffer), Binding::buffer(1, &buffer)];
        refused(pipeline.dispatch(&shared), ErrorKind::InvalidArgument, &["Fix: "]);
        assert_eq!(words(&buffer), [1, 2, 3, 4]);
    });
}

#[test]
fn pipelines_are_made_as_they_were_described() {
    on_each_device(|context, device| {
        let program = support::double(context);
        let builder = Pipeline::builder().workgroup([64, 1, 1]).label("wide");
        let pipeline = builder.create(device, &program).unwrap();
        let info = pipeline.info();
        assert_eq!(
            (info.label, info.workgroup, info.workgroup_chosen),
            ("wide", [64, 1, 1], false)
        );
        assert_eq!((info.dimensions, info.push_constant_bytes), (1, 0));
        let plan = pipeline.plan(&[Binding::output_later("out", 40)]).unwrap();
        let outputs = plan.info().outputs;
        assert_eq!(outputs.len(), 1);
        let output = &outputs[0];
        assert_eq!((output.name, output.bytes(), output.slot), ("out", 40, 1));
        assert_eq!((output.range.clone(), output.role), (0..40, vyre_gpu::Role::OUTPUT));
        let same = pipeline.program().unwrap().to_json().unwrap();
        assert_eq!(same, program.to_json().unwrap());
    });
}

/// out[y * width + x] = 10 * y + x
fn plane_on(context: &Context, device: &Device, side: u32) -> Pipeline {
    let k = Builder::new_in(context);
    k.set_workgroup(side, side, 1);
    let (out, width) = (k.output::<u32>("out"), k.uniform::<u32>("width"));
    let (x, y) = (k.index(), k.id(InvocationId::INVOCATION, 1));
    out.set(y * width + x, y * 10 + x);
    Pipeline::create(device, &k.finish().unwrap()).unwrap()
}

#[test]
fn a_plane_has_a_shape_or_a_grid() {
    on_each_device(|context, device| {
        let pipeline = plane_on(context, device, 1);
        assert_eq!(pipeline.info().dimensions, 2);
        let width = [3u32];
        let mut out = [0u32; 6];
        let bindings = [Binding::output("out", &mut out), Binding::input("width", &width)];
        refused(pipeline.dispatch(&bindings), ErrorKind::InvalidArgument, &["2 axes", "shape"]);
        let both = pipeline.launch().shape([3, 2, 1]).grid([3, 2, 1]);
        refused(both.dispatch(&bindings), ErrorKind::InvalidArgument, &["Fix: "]);
        let empty = pipeline.launch().shape([3, 0, 1]);
        refused(empty.dispatch(&bindings), ErrorKind::InvalidArgument, &["zero axis"]);
        for launch in [pipeline.launch().shape([3, 2, 1]), pipeline.launch().cover([3, 2, 1])] {
            launch.dispatch(&bindings).unwrap();
        }
        assert_eq!(out, [0, 1, 2, 10, 11, 12]);
    });
}

/// Counts its invocations, which two axes tell apart.
fn counting_on(context: &Context, device: &Device, side: u32) -> Pipeline {
    let k = Builder::new_in(context);
    k.set_workgroup(side, side, 1);
    let (count, y) = (k.inout::<u32>("count"), k.id(InvocationId::INVOCATION, 1));
    k.atomic(Atomic::ADD, Ordering::RELAXED, count, y / 1024, 1);
    Pipeline::create(device, &k.finish().unwrap()).unwrap()
}

#[test]
fn shapes_are_exact() {
    on_each_device(|context, device| {
        for side in [1, 4] {
            let pipeline = counting_on(context, device, side);
            let on_oracle = device.info().id == "cpu-ref";
            assert_eq!(pipeline.info().workgroup_chosen, side == 1 && !on_oracle);
            let mut count = [0u32];
            let launch = pipeline.launch().shape([37, 3, 1]);
            let result = launch.dispatch(&[Binding::inout("count", &mut count)]).unwrap();
            assert_eq!((count, result.workgroup), ([37 * 3], pipeline.info().workgroup));
        }
    });
}

#[test]
fn a_grid_counts_the_workgroups_of_the_program() {
    on_each_device(|context, device| {
        let pipeline = counting_on(context, device, 1);
        for launch in [pipeline.launch().grid([37, 3, 1]), pipeline.launch().cover([37, 3, 1])] {
            let mut count = [0u32];
            launch.dispatch(&[Binding::inout("count", &mut count)]).unwrap();
            assert_eq!(count, [37 * 3]);
        }
    });
}

#[test]
fn a_launch_of_nothing_has_to_be_allowed() {
    on_each_device(|context, device| {
        let pipeline = double_on(context, device);
        let (a, mut out) = ([1u32, 2], [7u32; 2]);
        let bindings = [Binding::input(0, &a), Binding::output(1, &mut out)];
        let never = pipeline.launch().iterations(0);
        refused(never.dispatch(&bindings), ErrorKind::InvalidArgument, &["0 times"]);
        let empty = pipeline.launch().grid([0, 1, 1]);
        refused(empty.clone().dispatch(&bindings), ErrorKind::InvalidArgument, &["zero axis"]);
        for launch in [empty, pipeline.launch().shape([2, 0, 1]), pipeline.launch()] {
            let result = launch.may_be_empty().dispatch(&bindings).unwrap();
            assert_eq!(result.grid, [0, 0, 0]);
        }
        assert_eq!(out, [0, 0]);
    });
}

#[test]
fn published_drivers_run_a_plane_on_a_square() {
    on_each_device(|context, device| {
        let pipeline = plane_on(context, device, 2);
        let (width, mut out) = ([2u32], [9u32; 4]);
        let bindings = [Binding::output("out", &mut out), Binding::input("width", &width)];
        let result = pipeline.launch().square_grid().dispatch(&bindings).unwrap();
        assert_eq!((out, result.grid[0] == result.grid[1]), ([0, 1, 10, 11], true));
    });
}

#[test]
fn a_grid_can_stand_in_a_buffer() {
    on_each_device(|context, device| {
        let pipeline = double_on(context, device);
        let counts = buffer(device, &[9, 3, 1, 1]);
        let (a, mut out) = ([5u32; 8], [7u32; 8]);
        let bindings = [Binding::input("a", &a), Binding::output("out", &mut out)];
        let result = pipeline.launch().grid_buffer(&counts, 4).dispatch(&bindings).unwrap();
        assert_eq!(result.grid, [0, 0, 0]);
        let outside = pipeline.launch().grid_buffer(&counts, 8).dispatch(&bindings);
        refused(outside, ErrorKind::InvalidArgument, &["12 bytes", "offset 8"]);
        let both = pipeline.launch().grid_buffer(&counts, 4).grid([1, 1, 1]);
        refused(both.dispatch(&bindings), ErrorKind::InvalidArgument, &["a grid_buffer"]);
        let cut = pipeline.launch().grid_buffer(&counts, 4).iterations(9).until_stable();
        refused(cut.dispatch(&bindings), ErrorKind::UnsupportedFeature, &["UNTIL_STABLE"]);
        assert_eq!(out, [10, 10, 10, 0, 0, 0, 0, 0]);
    });
}

#[test]
fn work_waits_for_points_of_other_devices() {
    on_each_device(|context, device| {
        let first = support::open_in(context, "vulkan");
        let (a, mut out) = ([5u32; 2], [0u32; 2]);
        let zeros = [Binding::zeros(0, 8), Binding::zeros(1, 8)];
        let work = double_on(context, &first).dispatch_async(&zeros).unwrap();
        let point = work.point().unwrap();
        let pipeline = double_on(context, device);
        let bindings = [Binding::input("a", &a), Binding::output("out", &mut out)];
        pipeline.launch().wait_point(point).dispatch(&bindings).unwrap();
        assert_eq!(out, [10, 10]);
        pipeline.launch().wait_point(point).dispatch_async(&zeros).unwrap().wait().unwrap();
        let moves = pipeline.launch().signal_point(point).dispatch(&zeros);
        refused(moves, ErrorKind::InvalidArgument, &["signal_points[0]", "moves by itself"]);
    });
}

#[test]
fn what_is_not_there_yet_is_refused_by_name() {
    on_each_device(|context, device| {
        let program = support::double(context);
        let created = Pipeline::builder().flags(PipelineFlags::ALLOW_OVERLAP);
        refused(created.create(device, &program), ErrorKind::UnsupportedFeature, &["Fix: "]);
        let sized = Pipeline::builder().subgroup_size(8).create(device, &program);
        refused(sized, ErrorKind::UnsupportedFeature, &["subgroup_size"]);
        let dedicated = Buffer::builder().dedicated().create(device, 16).unwrap();
        assert_eq!(dedicated.info().flags, vyre_gpu::BufferFlags::DEDICATED);
        let exported = Buffer::builder().exports(vyre_gpu::HandleTypes::FD).create(device, 16);
        refused(exported, ErrorKind::UnsupportedFeature, &["Fix: "]);
    });
}

#[test]
fn traps_fail_the_dispatch() {
    let (context, device) = open("cpu-ref");
    let pipeline = Pipeline::create(&device, &support::trap(&context)).unwrap();
    let mut out = [0u32; 1];
    let dispatched = pipeline.dispatch(&[Binding::output(0, &mut out)]);
    refused(dispatched, ErrorKind::DispatchFailed, &["planted"]);
    assert_eq!(out, [0]);
}

#[test]
fn one_pipeline_serves_many_threads() {
    on_each_device(|context, device| {
        let pipeline = double_on(context, device);
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

#[test]
fn divisions_without_a_result_fail_or_give_zero() {
    on_each_device(|context, device| {
        let k = Builder::new_in(context);
        let (a, b, i) = (k.input::<i32>("a"), k.input::<i32>("b"), k.index());
        let out = k.output::<i32>("out");
        out.set(i, a.at(i) / b.at(i));
        let program = k.finish().unwrap();
        let run = |pipeline: &Pipeline, a: &[i32; 2], b: &[i32; 2]| {
            let mut out = [1i32; 2];
            let bindings =
                [Binding::input(0, a), Binding::input(1, b), Binding::output(2, &mut out)];
            pipeline.dispatch(&bindings).map(|_| out)
        };
        let traps = Pipeline::create(device, &program).unwrap();
        assert_eq!(run(&traps, &[-7, i32::MIN], &[2, 1]).unwrap(), [-3, i32::MIN]);
        for (a, b) in [(5, 0), (i32::MIN, -1)] {
            let failed = run(&traps, &[4, a], &[2, b]);
            let path = failed.as_ref().unwrap_err().info().path.to_string();
            assert!(path.starts_with("body[0]"), "{path}");
            let divided = format!("div of I32 {a}, I32 {b}");
            refused(failed, ErrorKind::DispatchFailed, &[&path, &divided]);
        }
        let flags = PipelineFlags::DIVISION_GIVES_ZERO;
        let defined = Pipeline::builder().flags(flags).create(device, &program).unwrap();
        assert_eq!(run(&defined, &[5, i32::MIN], &[0, -1]).unwrap(), [0, i32::MIN]);
        assert_eq!(defined.info().flags, flags);
    });
}

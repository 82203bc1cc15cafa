//! Building programs in code: what is built is what runs, and mistakes name their place.

mod support;
use support::{context, on_each_device, open, run};
use vyre_gpu::{
    Access, Array, Atomic, Binary, Binding, Buffer, Builder, Collective, Context, Device, Expr,
    Format, InvocationId, MemoryKind, Ordering, ParameterDesc, ParameterFlags, Pipeline, Program,
    Reduce, Role, Subgroup, Type, Unary, Value, WireForm,
};

/// "a" and "out" of U32, as many as are bound.
fn arrays(k: &Builder) -> (Array<'_, u32>, Array<'_, u32>) {
    (k.input("a"), k.output("out"))
}

/// "a" and "out" of four U32, for programs that every form can carry.
fn arrays_of_four(k: &Builder) -> (Array<'_, u32>, Array<'_, u32>) {
    let four = ParameterDesc { element_count: 4, access: Access::READ_WRITE, ..Default::default() };
    let a = k.declare(&ParameterDesc { name: "a", ..four.clone() });
    let flags = ParameterFlags::MARKED_OUTPUT;
    let out = k.declare(&ParameterDesc { name: "out", flags, ..four });
    (a.array(), out.array())
}

/// The pipeline of what `build` builds.
fn pipeline_of(context: &Context, device: &Device, build: impl FnOnce(&Builder)) -> Pipeline {
    let k = Builder::new_in(context);
    build(&k);
    let program = k.finish().unwrap();
    program.validate().unwrap();
    Pipeline::create(device, &program).unwrap()
}

#[test]
fn loops_branches_blocks_and_variables_run() {
    on_each_device(|context, device| {
        let pipeline = pipeline_of(context, device, |k| {
            let (a, out) = arrays(k);
            let i = k.index();
            k.if_(i.ge(out.length()), || k.return_());
            let sum = k.named_var("sum", 0u32);
            k.named_for("j", 0, i + 1, |j| {
                let x = a.at(j).named("x");
                k.if_else(
                    (x % 2).eq(0),
                    || sum.set(sum.get() + x),
                    || k.block(|| sum.set(sum.get().saturating_sub(1))),
                );
            });
            k.region("test.tail", || out.set(i, sum.get()));
        });
        assert_eq!(run(&pipeline, &[2, 3, 4, 5, 10]), [2, 1, 5, 4, 14]);
    });
}

#[test]
fn expressions_of_every_sort_run() {
    on_each_device(|context, device| {
        let pipeline = pipeline_of(context, device, |k| {
            let (a, out) = arrays(k);
            let i = k.index();
            let x = a.at(i);
            let float = x.cast::<f32>().mul_add(2.0, 0.5).floor();
            let distance = (x.cast::<f32>() - 5.0).abs();
            let signed = k.value(-1i32) - x.cast::<i32>();
            let chosen = x.lt(3).select(x + 10, x.count_ones());
            let truth = (k.value(true) & x.ne(4)).select(100u32, 0);
            let sum = float.cast::<u32>() + distance.cast::<u32>() * 1000;
            out.set(i, sum + (!signed).cast::<u32>() + chosen + truth);
        });
        let expected = |x: u32| {
            let chosen = if x < 3 { x + 10 } else { x.count_ones() };
            3 * x + x.abs_diff(5) * 1000 + chosen + if x == 4 { 0 } else { 100 }
        };
        let a = [0, 1, 2, 3, 4, 5, 255];
        assert_eq!(run(&pipeline, &a), a.map(expected));
    });
}

#[test]
fn signed_numbers_stay_signed() {
    on_each_device(|context, device| {
        let pipeline = pipeline_of(context, device, |k| {
            let (a, out) = arrays(k);
            let i = k.index();
            let x = a.at(i).cast::<i32>() - 3;
            let mut y = k.var(-x);
            y += (x % 2) * 10;
            y -= (x & 1) + (x ^ x) + (x | 0);
            y *= x.wrapping_add(1).wrapping_sub(1).max(1).min(2);
            out.set(i, (y.get() / 1).cast::<u32>());
        });
        let expected = |a: u32| {
            let x = a as i32 - 3;
            ((-x + (x % 2) * 10 - (x & 1) - x) * x.clamp(1, 2)) as u32
        };
        let a = [0, 1, 2, 3, 4, 5, 6];
        assert_eq!(run(&pipeline, &a), a.map(expected));
    });
}

#[test]
fn a_value_is_what_it_was_and_a_variable_is_what_it_is() {
    on_each_device(|context, device| {
        let pipeline = pipeline_of(context, device, |k| {
            let (a, out) = arrays(k);
            let i = k.index();
            out.set(i, 1);
            let before = out.at(i);
            out.set(i, 5);
            let sum = k.var(a.at(i));
            let old = sum.get();
            k.for_(0, 3, |j| sum.set(sum.get() + j));
            let local = k.local("", 7u32);
            local.set(local.get().typed::<u32>() + 1);
            let last: Value<'_, u32> = local.get().typed();
            out.set(i, before * 1000 + old * 100 + sum.get() * 10 + last);
        });
        assert_eq!(run(&pipeline, &[1, 2]), [1000 + 100 + 40 + 8, 1000 + 200 + 50 + 8]);
    });
}

#[test]
fn signs_and_methods_are_the_operators_of_their_names() {
    let context = context();
    let by = |build: &dyn for<'k> Fn(&'k Builder, Value<'k, u32>) -> Expr<'k>| {
        let k = Builder::new_in(&context);
        let (_, out) = arrays_of_four(&k);
        let i = k.index();
        out.set(0, build(&k, i)); // nothing is validated here
        k.finish().unwrap().save().unwrap()
    };
    macro_rules! same {
        ($($op:ident: $x:ident => $value:expr;)*) => {$(
            let untyped = by(&|k, x| k.binary(Binary::$op, x, 3));
            assert_eq!(by(&|_, $x| $value.into()), untyped, stringify!($op));
        )*};
    }
    same! {
        ADD: x => (x + 3);
        SUB: x => (x - 3);
        MUL: x => (x * 3);
        DIV: x => (x / 3);
        MOD: x => (x % 3);
        BIT_AND: x => (x & 3);
        BIT_OR: x => (x | 3);
        BIT_XOR: x => (x ^ 3);
        SHL: x => (x << 3);
        SHR: x => (x >> 3);
        EQ: x => x.eq(3);
        NE: x => x.ne(3);
        LT: x => x.lt(3);
        GT: x => x.gt(3);
        LE: x => x.le(3);
        GE: x => x.ge(3);
        MIN: x => x.min(3);
        MAX: x => x.max(3);
        ABS_DIFF: x => x.abs_diff(3);
        SATURATING_ADD: x => x.saturating_add(3);
        SATURATING_SUB: x => x.saturating_sub(3);
        SATURATING_MUL: x => x.saturating_mul(3);
        ROTATE_LEFT: x => x.rotate_left(3);
        ROTATE_RIGHT: x => x.rotate_right(3);
        WRAPPING_ADD: x => x.wrapping_add(3);
        WRAPPING_SUB: x => x.wrapping_sub(3);
        MUL_HIGH: x => x.mul_high(3);
    }
    let unary = |op: Unary| by(&move |k, x| k.unary(op, x));
    assert_eq!(by(&|_, x| (!x).into()), unary(Unary::BIT_NOT));
    assert_eq!(by(&|_, x| x.wrapping_neg().into()), unary(Unary::NEGATE));
    assert_eq!(by(&|_, x| x.leading_zeros().into()), unary(Unary::CLZ));
    assert_eq!(by(&|_, x| x.trailing_zeros().into()), unary(Unary::CTZ));
    assert_eq!(by(&|_, x| x.reverse_bits().into()), unary(Unary::REVERSE_BITS));
    assert_eq!(by(&|_, x| (3 - x).into()), by(&|k, x| k.binary(Binary::SUB, 3, x)));
    assert_ne!(by(&|_, x| (x + 3).into()), by(&|_, x| (x - 3).into()));
}

#[test]
fn functions_of_floats_run() {
    on_each_device(|context, device| {
        let k = Builder::new_in(context);
        let (a, out, i) = (k.input::<f32>("a"), k.output::<f32>("out"), k.index());
        let x = a.at(i);
        let whole = x.floor() + x.ceil() + x.round() + x.trunc() + x.sign() + (-x).abs();
        let odd = x.is_nan() | x.is_infinite() | !x.is_finite();
        out.set(i, odd.select(-1.0, 0.5 * whole / x.sqrt().max(1.0)));
        let pipeline = Pipeline::create(device, &k.finish().unwrap()).unwrap();
        let (a, mut out) = ([2.5f32, 0.0, f32::NAN, f32::INFINITY, 4.0], [0f32; 5]);
        pipeline.dispatch(&[Binding::input("a", &a), Binding::output("out", &mut out)]).unwrap();
        let first = 0.5 * (2.0 + 3.0 + 3.0 + 2.0 + 1.0 + 2.5) / 2.5f32.sqrt();
        assert_eq!(out, [first, 0.0, -1.0, -1.0, 0.5 * 21.0 / 2.0]);
    });
}

/// Every transcendental function is built from a value of its type.
#[test]
fn functions_of_floats_are_built() {
    let context = context();
    let k = Builder::new_in(&context);
    let (a, out) = (k.input::<f32>("a"), k.output::<f32>("out"));
    let x = a.at(0);
    let sum = x.sin() + x.cos() + x.tan() + x.asin() + x.acos() + x.atan() + x.sinh();
    let sum = sum + x.cosh() + x.tanh() + x.exp() + x.exp2() + x.log() + x.log2();
    out.set(0, sum + x.inverse_sqrt() + x.reciprocal());
    k.finish().unwrap().validate().unwrap();
}

#[test]
fn workgroups_share_memory_and_atomics_count() {
    on_each_device(|context, device| {
        let pipeline = pipeline_of(context, device, |k| {
            k.set_workgroup(8, 1, 1);
            let row = k.shared::<u32>("row", 8);
            let total = k.declare(&ParameterDesc {
                name: "total",
                element_count: 2,
                access: Access::READ_WRITE,
                flags: ParameterFlags::RETURNED,
                ..Default::default()
            });
            assert_eq!((row.slot(), total.slot()), (None, Some(0)));
            let (l, group) = (k.id(InvocationId::LOCAL, 0), k.id(InvocationId::WORKGROUP, 0));
            row.set(l, group * 8 + l);
            k.barrier(Ordering::ACQ_REL);
            k.atomic(Atomic::ADD, Ordering::RELAXED, total, 0, row.at(7 - l));
        });
        assert_eq!(pipeline.program().unwrap().info().workgroup, [8, 1, 1]);
        let mut total = [0u32; 2];
        let launch = pipeline.launch().grid([4, 1, 1]);
        let result = launch.dispatch(&[Binding::output(0, &mut total)]).unwrap();
        assert_eq!((total, result.grid), ([(0..32).sum(), 0], [4, 1, 1]));
    });
}

#[test]
fn compare_exchange_takes_what_it_expects() {
    on_each_device(|context, device| {
        let pipeline = pipeline_of(context, device, |k| {
            let (a, out) = arrays(k);
            let (i, order) = (k.index(), Ordering::SEQ_CST);
            k.atomic_compare(Atomic::COMPARE_EXCHANGE, order, out, i, 0, a.at(i));
        });
        assert_eq!(run(&pipeline, &[5, 6, 7]), [5, 6, 7]);
    });
}

#[test]
fn several_outputs_are_returned() {
    on_each_device(|context, device| {
        let pipeline = pipeline_of(context, device, |k| {
            let (a, sum, product) =
                (k.input::<u32>("a"), k.output::<u32>("sum"), k.output("product"));
            let i = k.index();
            sum.set(i, a.at(i) + 3);
            product.set(i, a.at(i) * 3);
        });
        let (a, mut sum, mut product) = ([1u32, 2], [0u32; 2], [0u32; 2]);
        let outputs = (Binding::output("sum", &mut sum), Binding::output("product", &mut product));
        pipeline.dispatch(&[Binding::input("a", &a), outputs.0, outputs.1]).unwrap();
        assert_eq!((sum, product), ([4, 5], [3, 6]));
    });
}

/// Statements and expressions that no device here runs are still built, written and read back.
#[test]
fn what_cannot_run_here_round_trips() {
    let context = context();
    let k = Builder::new_in(&context);
    let (a, out) = arrays_of_four(&k);
    k.set_entry("test.rare");
    let i = k.index();
    let (lane, size) = (k.id(InvocationId::SUBGROUP, 0), k.id(InvocationId::SUBGROUP_SIZE, 0));
    out.set(0, lane + size);
    out.set(1, k.subgroup(Subgroup::ADD, a.at(i)));
    out.set(2, k.subgroup_shuffle(a.at(i), 1));
    out.set(3, k.subgroup(Subgroup::BALLOT, i.lt(3)));
    k.call("math.add", &[i.expr(), k.value(1u32).expr()]);
    k.trap(1, "stop");
    k.resume("stop");
    k.indirect_dispatch(a, 12);
    k.async_load(a, out, 0, 16, "copy");
    k.async_store(out, a, 0, 16, "back");
    k.async_wait("copy");
    k.collective(Collective::ALL_REDUCE, Reduce::SUM, out, None, 0, 1);
    let program = k.finish().unwrap();
    assert_eq!(program.info().entry, Some("test.rare"));
    let json = program.to_json().unwrap();
    let again = Program::loader().context(&context).load(json.as_bytes()).unwrap();
    assert_eq!(again.to_json().unwrap(), json);
    assert_eq!(again.save_as(Format::WIRE, WireForm::ANY).unwrap(), program.save().unwrap());
    for word in ["math.add", "stop", "copy", "back"] {
        assert!(json.contains(word), "{word} is not in {json}");
    }
}

#[test]
fn extensions_carry_their_bytes() {
    let context = context();
    let with = |payload: &[u8]| {
        let k = Builder::new_in(&context);
        arrays_of_four(&k);
        k.opaque("test.kind", payload);
        k.opaque_statement("test.statement", payload);
        k.finish().unwrap().save().unwrap()
    };
    assert_eq!(with(b"abc"), with(b"abc"));
    assert_ne!(with(b"abc"), with(b"abd"));
}

#[test]
fn names_are_for_people_and_what_is_not_used_leaves_no_trace() {
    let context = context();
    let json = |named: bool| {
        let k = Builder::new_in(&context);
        let (a, out) = arrays_of_four(&k);
        let _unused = a.at(3) * 17;
        let value = a.at(0) + 1;
        out.set(0, if named { value.named("speaking") } else { value });
        k.finish().unwrap().to_json().unwrap()
    };
    assert!(json(true).contains("speaking") && !json(true).contains("17"));
    assert!(!json(false).contains("speaking"));
}

#[test]
fn declarations_arrive() {
    let context = context();
    let k = Builder::new_in(&context);
    arrays(&k);
    let part = k.declare(&ParameterDesc {
        name: "part",
        type_: k.type_("Vec<F32,4>"),
        slot: Some(5),
        element_count: 16,
        return_range: Some(16..48),
        access: Access::READ_WRITE,
        memory: MemoryKind::GLOBAL,
        flags: ParameterFlags::RETURNED,
    });
    assert_eq!((part.slot(), k.type_("F32")), (Some(5), Type::F32));
    k.uniform::<u32>("width");
    let program = k.finish().unwrap();
    let info = program.info();
    let part = info.parameter("part").unwrap();
    assert_eq!((part.element, part.slot, part.element_count), ("Vec<F32,4>", 5, 16));
    assert_eq!((part.return_range.clone(), part.element_bytes), (Some(16..48), 16));
    let width = info.parameter("width").unwrap();
    assert_eq!((width.role, width.element_count), (Role::UNIFORM, 1));
}

#[test]
fn a_builder_moves_to_another_thread() {
    let (context, device) = open("cpu-ref");
    let k = Builder::new_in(&context);
    arrays(&k).1.set(0, 1);
    assert!(format!("{k:?}").contains("error: None"));
    let program = std::thread::spawn(move || k.finish().unwrap()).join().unwrap();
    let buffer = Buffer::create(&device, 8).unwrap();
    let pipeline = Pipeline::create(&device, &program).unwrap();
    let a = [0u32; 2];
    pipeline.dispatch(&[Binding::input(0, &a), Binding::buffer(1, &buffer)]).unwrap();
}

//! Building programs in code: what is built is what runs, and mistakes name their place.

mod support;
use support::{context, on_each_backend, run};
use vyre_driver::{
    Access, Atomic, Binding, Buffer, BufferDesc, BufferFlags, Builder, Collective, Context,
    DispatchOptions, ErrorKind, Expr, Memory, Ordering, Pipeline, Program, Reduce,
};

/// A builder with buffers "a" (input) and "out" of four U32, for programs with a wire form.
fn builder_of_four(context: &Context) -> Builder {
    let b = Builder::create(context).unwrap();
    let four = BufferDesc { element_count: 4, access: Access::READ_WRITE, ..Default::default() };
    b.declare(&BufferDesc { name: "a", ..four.clone() });
    b.declare(&BufferDesc { name: "out", slot: 1, flags: BufferFlags::IS_OUTPUT, ..four });
    b
}

/// A builder with buffers "a" (input) and "out" of U32, as many as are bound.
fn builder(context: &Context) -> Builder {
    let b = Builder::create(context).unwrap();
    b.declare_input(0, "a", "U32");
    b.declare_output(1, "out", "U32");
    b
}

#[test]
fn loops_branches_blocks_and_locals_run() {
    on_each_backend(|context, backend| {
        let mut b = builder(context);
        let i = b.invocation_id(0);
        b.if_(i.ge(b.length("out")), || b.return_());
        b.let_("sum", 0);
        b.loop_("k", 0, i + 1, |k| {
            let x = b.let_("x", b.load("a", k));
            b.if_else(
                (x % 2).eq(0),
                || b.assign("sum", b.local("sum") + x),
                || b.block(|| b.assign("sum", b.local("sum").saturating_sub(1))),
            );
        });
        b.region("test.tail", || b.store("out", i, b.local("sum")));
        let program = b.finish().unwrap();
        program.validate().unwrap();
        let pipeline = Pipeline::create(backend, &program).unwrap();
        assert_eq!(run(&pipeline, &[2, 3, 4, 5, 10]), [2, 1, 5, 4, 14]);
    });
}

#[test]
fn expressions_of_every_sort_run() {
    on_each_backend(|context, backend| {
        let mut b = builder(context);
        let i = b.invocation_id(0);
        let x = b.let_("x", b.load("a", i));
        let float = b.let_("f", x.cast("F32").fma(2.0, 0.5).floor());
        let distance = b.let_("d", (x.cast("F32") - 5.0).abs());
        let signed = b.let_("s", b.i32(-1) - x.cast("I32"));
        let chosen = b.let_("c", x.lt(3).select(x + 10, x.popcount()));
        let truth = b.let_("t", b.boolean(true).and(x.ne(4)).select(100, 0));
        b.store(
            "out",
            i,
            float.cast("U32")
                + distance.cast("U32") * 1000
                + signed.bit_not().cast("U32")
                + chosen
                + truth,
        );
        let pipeline = Pipeline::create(backend, &b.finish().unwrap()).unwrap();
        let expected = |x: u32| {
            let chosen = if x < 3 { x + 10 } else { x.count_ones() };
            3 * x + x.abs_diff(5) * 1000 + chosen + if x == 4 { 0 } else { 100 }
        };
        let a = [0, 1, 2, 3, 4, 5, 255];
        assert_eq!(run(&pipeline, &a), a.map(expected));
    });
}

#[test]
fn signs_are_the_methods_of_their_names() {
    let context = context();
    let by = |value: fn(Expr<'_>) -> Expr<'_>| {
        let mut b = builder_of_four(&context);
        b.store("out", 0, value(b.invocation_id(0)));
        b.finish().unwrap().encode().unwrap()
    };
    assert_eq!(by(|x| x + 3), by(|x| x.add(3)));
    assert_eq!(by(|x| x - 3), by(|x| x.sub(3)));
    assert_eq!(by(|x| x * 3), by(|x| x.mul(3)));
    assert_eq!(by(|x| x / 3), by(|x| x.div(3)));
    assert_eq!(by(|x| x % 3), by(|x| x.rem(3)));
    assert_eq!(by(|x| x & 3), by(|x| x.bit_and(3)));
    assert_eq!(by(|x| x | 3), by(|x| x.bit_or(3)));
    assert_eq!(by(|x| x ^ 3), by(|x| x.bit_xor(3)));
    assert_eq!(by(|x| x << 3), by(|x| x.shl(3)));
    assert_eq!(by(|x| x >> 3), by(|x| x.shr(3)));
    assert_eq!(by(|x| -x), by(|x| x.negate()));
    assert_ne!(by(|x| x + 3), by(|x| x - 3));
}

#[test]
fn workgroups_share_memory_and_atomics_count() {
    on_each_backend(|context, backend| {
        let mut b = Builder::create(context).unwrap();
        b.set_workgroup(8, 1, 1);
        b.declare_shared("row", "U32", 8);
        b.declare(&BufferDesc {
            name: "total",
            element_count: 2,
            access: Access::READ_WRITE,
            flags: BufferFlags::IS_OUTPUT | BufferFlags::LIVE_OUT,
            ..Default::default()
        });
        let l = b.local_id(0);
        b.store("row", l, b.workgroup_id(0) * 8 + l);
        b.barrier(Ordering::ACQ_REL);
        let mirrored = b.load("row", b.u32(7) - l);
        b.let_("old", b.atomic(Atomic::ADD, Ordering::RELAXED, "total", 0, mirrored));
        let program = b.finish().unwrap();
        assert_eq!(program.info().unwrap().workgroup, [8, 1, 1]);
        let pipeline = Pipeline::create(backend, &program).unwrap();
        let mut total = [0u32; 2];
        let options = DispatchOptions::new().grid([4, 1, 1]);
        let result = pipeline.dispatch_with(&[Binding::output(0, &mut total)], &options).unwrap();
        assert_eq!((total, result.grid), ([(0..32).sum(), 0], [4, 1, 1]));
    });
}

#[test]
fn compare_exchange_takes_what_it_expects() {
    on_each_backend(|context, backend| {
        let mut b = builder(context);
        let order = Ordering::SEQ_CST;
        let i = b.invocation_id(0);
        let value = b.atomic_compare(Atomic::COMPARE_EXCHANGE, order, "out", i, 0, b.load("a", i));
        b.let_("old", value);
        let pipeline = Pipeline::create(backend, &b.finish().unwrap()).unwrap();
        assert_eq!(run(&pipeline, &[5, 6, 7]), [5, 6, 7]);
    });
}

/// Statements and expressions that no backend here runs are still built, written and read back.
#[test]
fn what_cannot_run_here_round_trips() {
    let context = context();
    let mut b = builder_of_four(&context);
    b.set_entry("test.rare");
    let i = b.invocation_id(0);
    b.let_("lane", b.subgroup_id() + b.subgroup_size());
    b.let_("sum", b.load("a", i).subgroup_add());
    b.let_("moved", b.load("a", i).subgroup_shuffle(1));
    b.let_("votes", i.lt(3).subgroup_ballot());
    b.let_("called", b.call("math.add", &[i, b.u32(1)]));
    b.trap(1, "stop");
    b.resume("stop");
    b.indirect_dispatch("a", 12);
    b.async_load("a", "out", 0, 16, "copy");
    b.async_store("out", "a", 0, 16, "back");
    b.async_wait("copy");
    b.collective(Collective::ALL_REDUCE, Some(Reduce::SUM), "out", None, 0, 1);
    let program = b.finish().unwrap();
    assert_eq!(program.info().unwrap().entry, Some("test.rare"));
    let json = program.to_json().unwrap();
    let again = Program::from_json(&context, &json).unwrap();
    assert_eq!(again.to_json().unwrap(), json);
    assert_eq!(again.encode().unwrap(), program.encode().unwrap());
    for word in ["math.add", "stop", "copy", "back"] {
        assert!(json.contains(word), "{word} is not in {json}");
    }
}

#[test]
fn extensions_carry_their_bytes() {
    let context = context();
    let with = |payload: &[u8]| {
        let mut b = builder_of_four(&context);
        b.let_("x", b.opaque("test.kind", payload));
        b.opaque_statement("test.statement", payload);
        b.finish().unwrap().encode().unwrap()
    };
    assert_eq!(with(b"abc"), with(b"abc"));
    assert_ne!(with(b"abc"), with(b"abd"));
}

#[test]
fn the_first_mistake_names_its_place() {
    let context = context();
    let mut b = builder(&context);
    b.status().unwrap();
    let i = b.invocation_id(0);
    let line = line!() + 1;
    b.store("out", i, b.load("nothing", i) * 2);
    b.store("elsewhere", i, 1);
    for error in [b.status().unwrap_err(), b.finish().unwrap_err()] {
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.text().contains("nothing") && error.text().contains("Fix: "), "{error}");
        let place = error.place().unwrap();
        assert_eq!((place.file(), place.line()), (file!(), line));
        assert!(error.to_string().starts_with(&format!("{}:{line}:", file!())), "{error}");
    }
    b.status().unwrap(); // empty again
    b.declare_output(0, "out", "U32");
    b.store("out", 0, 1);
    b.finish().unwrap();
}

#[test]
fn mistakes_within_blocks_name_their_place() {
    let context = context();
    let mut b = builder(&context);
    let x = b.load("a", 0);
    b.if_(true, || b.store("out", 0, x));
    let line = line!() + 1;
    b.if_(true, || b.store("out", 1, x)); // used twice
    let error = b.finish().unwrap_err();
    assert_eq!(error.place().unwrap().line(), line, "{error}");
}

#[test]
fn expressions_of_another_builder_are_refused() {
    let context = context();
    let (other, mut b) = (builder(&context), builder(&context));
    let foreign = other.u32(1) + 2;
    b.store("out", 0, foreign);
    assert_eq!(b.finish().unwrap_err().kind(), ErrorKind::InvalidArgument);
    other.status().unwrap();
}

#[test]
fn declarations_arrive() {
    let context = context();
    let mut b = builder(&context);
    b.declare(&BufferDesc {
        name: "part",
        element: "F32",
        slot: 5,
        element_count: 16,
        output_range: Some(8..24),
        access: Access::READ_WRITE,
        memory: Memory::GLOBAL,
        flags: BufferFlags::IS_OUTPUT,
    });
    let program = b.finish().unwrap();
    let info = program.buffer(2).unwrap();
    assert_eq!((info.name, info.element, info.slot), ("part", "F32", 5));
    assert_eq!((info.element_count, info.output_range), (16, Some(8..24)));
}

#[test]
fn a_builder_moves_to_another_thread() {
    let context = context();
    let mut b = builder(&context);
    b.store("out", 0, 1);
    let program = std::thread::spawn(move || b.finish().unwrap()).join().unwrap();
    let backend = vyre_driver::Backend::acquire(&context, "cpu-ref").unwrap();
    let buffer = Buffer::create(&backend, 8).unwrap();
    let pipeline = Pipeline::create(&backend, &program).unwrap();
    let a = [0u32; 2];
    pipeline.dispatch(&[Binding::input(0, &a), Binding::buffer(1, &buffer)]).unwrap();
}

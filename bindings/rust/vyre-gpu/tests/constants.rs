//! Constants: their values, maps of them, and the keys made of them.

mod support;
use support::{context, double_four, on_each_device, refused};
use vyre_gpu::{
    Binding, Builder, Constant, ConstantKind, Constants, Context, ErrorKind, InvocationId,
    Pipeline, PipelineFlags, Program, WireForm, artifact_key,
};

fn element(spelling: &str) -> Constant {
    Constant::Type(spelling.to_owned())
}

#[test]
fn values_contribute_what_is_published() {
    let values = [
        (u32::MAX.into(), 0xffffffff00, 4294967295.0),
        (Constant::I32(-1), 0xffffffff01, -1.0),
        (1.0.into(), 0x3f80000002, 1.0),
        (true.into(), 0x103, 1.0),
        (element("F32"), 0xb04, 11.0),
    ];
    for (value, contribution, number) in values {
        assert_eq!(value.contribution().unwrap(), contribution);
        assert_eq!(value.number().unwrap(), number);
    }
    let payload = Constant::F32(f32::from_bits(0x7fc00001));
    assert_eq!(payload.contribution().unwrap(), 0x7fc0000102);
    assert!(payload.number().unwrap().is_nan());
    refused(element("F33").number(), ErrorKind::InvalidArgument, &["'F33'", "Fix: "]);
    refused(element("F33").contribution(), ErrorKind::InvalidArgument, &["'F33'", "Fix: "]);
}

#[test]
fn a_map_keeps_values_in_the_order_of_their_names() {
    let entries = [
        ("", Constant::U32(7)),
        ("B", Constant::I32(-1)),
        ("a", Constant::F32(2.5)),
        ("a\0b", Constant::Bool(true)),
        ("é", element("Vec<F32,4>")),
    ];
    let mut map: Constants = entries.iter().rev().cloned().collect();
    assert_eq!((map.len(), map.is_empty()), (5, false));
    assert!(map.iter().eq(entries.iter().map(|(name, value)| (*name, value))));
    for (name, value) in &entries {
        assert_eq!(map.get(name), Some(value));
    }
    assert_eq!(map.set("a", 1), Some(Constant::F32(2.5)));
    assert_eq!(map.remove("a"), Some(Constant::U32(1)));
    assert_eq!(map.get("a"), None);
    assert_eq!(map.remove("a"), None);
    map.clear();
    assert_eq!(map, Constants::new());
}

#[test]
fn hashes_are_the_published_ones() {
    let hash = |map: Constants| map.hash().unwrap();
    assert_eq!(hash(Constants::new()), 0xcbf29ce484222325);
    assert_eq!(hash(Constants::new().with("A", 1).with("B", 2)), 0x7fdf168a143cc515);
    assert_eq!(hash(Constants::new().with("B", 2).with("A", 1)), 0x7fdf168a143cc515);
    assert_eq!(hash(Constants::new().with("dtype", element("F32"))), 0xa5c88edc7a7f60b2);
    let wrong = Constants::new().with("dtype", element("F33"));
    refused(wrong.hash(), ErrorKind::InvalidArgument, &["'F33'"]);
}

#[test]
fn canonical_forms_differ_where_hashes_do_not() {
    let left = Constants::new().with("a", 0).with("b", 2);
    let right = Constants::new().with("a\0\0\0\0\0\0\0\0b", 2);
    let hashes = (left.hash().unwrap(), right.hash().unwrap());
    assert_eq!(hashes, (0x8bd77e6d808d5874, 0x8bd77e6d808d5874));
    assert_ne!(left.encode().unwrap(), right.encode().unwrap());
    assert_eq!(*Constants::new().encode().unwrap(), [0; 8]);
}

#[test]
fn a_program_key_is_the_program_and_its_constants() {
    let program = double_four(&context());
    let constants = Constants::new().with("K", 1);
    let fingerprint = program.fingerprint(WireForm::ANY).unwrap();
    let high = u64::from_le_bytes(fingerprint[..8].try_into().unwrap());
    let key = |low: u64| u128::from(high) << 64 | u128::from(low);
    assert_eq!(program.key(&constants).unwrap(), key(constants.hash().unwrap()));
    assert_eq!(program.key(&Constants::new()).unwrap(), key(0xcbf29ce484222325));
}

#[test]
fn artifact_keys_are_the_published_ones() {
    assert_eq!(
        artifact_key(1, "ab", "cd").unwrap(),
        "e8c3304a97ce10469cdf4cc64d5606bfc7f9a9333f96f5a0db71430e899cad10"
    );
    assert_eq!(
        artifact_key(1, "abc", "d").unwrap(),
        "dac679875ae0e15a00977f61a29eab7cea4514c8c994bd60020fd0a9ac5f2851"
    );
}

#[test]
fn one_map_is_read_by_several_threads() {
    let map = Constants::new().with("K", 1);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..1000 {
                    assert_eq!(map.get("K"), Some(&Constant::U32(1)));
                    assert_eq!(map.hash().unwrap(), 0xb4a95573d6942805);
                }
            });
        }
    });
}

/// out[i] = scale * i for "vyre.workgroup.x" invocations of a workgroup, plus offset.
fn scaled(context: &Context) -> Program {
    let k = Builder::new_in(context);
    let out = k.output::<u32>("out");
    let (i, group) = (k.id(InvocationId::LOCAL, 0), k.id(InvocationId::WORKGROUP, 0));
    let size = k.constant::<u32>("vyre.workgroup.x", None);
    let scale = k.constant("scale", Some(3u32));
    let offset = k.constant::<u32>("offset", None);
    out.set(group * size + i, scale * i + offset);
    k.finish().unwrap()
}

#[test]
fn pipelines_have_the_values_of_their_constants() {
    on_each_device(|context, device| {
        let program = scaled(context);
        for (size, scale) in [(1, 3), (2, 5), (4, 7)] {
            let constants = Constants::new().with("vyre.workgroup.x", size).with("scale", scale);
            let builder = Pipeline::builder().constants(&constants).constant("offset", 100);
            let pipeline = builder.create(device, &program).unwrap();
            let mut out = [0u32; 8];
            pipeline.dispatch(&[Binding::output(0, &mut out)]).unwrap();
            let expected = std::array::from_fn(|at| scale * (at as u32 % size) + 100);
            assert_eq!(out, expected);
        }
    });
}

#[test]
fn values_that_do_not_fit_are_refused_by_name() {
    on_each_device(|context, device| {
        let created = Pipeline::builder().constant("scale", 1.0).create(device, &scaled(context));
        refused(created, ErrorKind::InvalidArgument, &["'scale'", "F32", "'offset'", "Fix: "]);
    });
}

#[test]
fn unknown_constants_are_named_or_skipped() {
    on_each_device(|context, device| {
        let program = scaled(context);
        let known = Pipeline::builder().constant("vyre.workgroup.x", 2).constant("offset", 0);
        let more = known.constant("tile", 1).constant("fast", true);
        refused(more.create(device, &program), ErrorKind::NotFound, &["'tile'", "'fast'"]);
        let skipped = more.flags(PipelineFlags::IGNORE_UNKNOWN_CONSTANTS);
        skipped.create(device, &program).unwrap();
    });
}

#[test]
fn programs_list_their_constants() {
    let program = scaled(&context());
    let info = program.info();
    let names: Vec<_> = info.constants.iter().map(|constant| constant.name).collect();
    assert_eq!(names, ["offset", "scale", "vyre.workgroup.x"]);
    let scale = info.constant("scale").unwrap();
    assert_eq!((scale.kind, scale.initial.clone()), (ConstantKind::U32, Some(Constant::U32(3))));
    assert_eq!((info.constants[0].initial.clone(), scale.workgroup_axis), (None, None));
}

#[test]
fn constants_of_all_kinds_are_built() {
    let context = context();
    let k = Builder::new_in(&context);
    let out = k.output::<f32>("out");
    let fast = k.constant("fast", Some(true));
    let (factor, shift) = (k.constant("factor", Some(0.5f32)), k.constant("shift", Some(-2i32)));
    let kind = k.type_constant("kind", Some("F32"));
    let sum = factor + shift.cast::<f32>() + kind.cast::<f32>();
    out.set(k.index(), fast.select(sum, 0.0));
    let program = k.finish().unwrap();
    let info = program.info();
    let initial = |name| info.constant(name).unwrap().initial.clone();
    assert_eq!(initial("fast"), Some(Constant::Bool(true)));
    assert_eq!(initial("factor"), Some(Constant::F32(0.5)));
    assert_eq!(initial("shift"), Some(Constant::I32(-2)));
    assert_eq!(initial("kind"), Some(element("F32")));
    assert_eq!(info.constant("kind").unwrap().kind, ConstantKind::TYPE);
}

#[test]
fn mistakes_in_constants_are_named() {
    let context = context();
    let k = Builder::new_in(&context);
    let value = k.type_constant("a", Some("Vec<F32,4>"));
    k.output::<u32>("out").set(0, value);
    refused(k.finish(), ErrorKind::InvalidArgument, &["Fix: "]);
}

//! Specialization: values, their map, and the keys made of them.

mod support;
use support::{context, double_four, on_each_backend, refused};
use vyre_driver::{
    Binding, Builder, Context, ErrorKind, Pipeline, PipelineOptions, Program, SpecKind, SpecMap,
    SpecValue, spec_artifact_key,
};

fn element(spelling: &str) -> SpecValue {
    SpecValue::Element(spelling.to_owned())
}

fn map_of(entries: &[(&str, SpecValue)]) -> SpecMap {
    let mut map = SpecMap::create().unwrap();
    for (name, value) in entries {
        map.set(name, value).unwrap();
    }
    map
}

#[test]
fn values_contribute_what_is_published() {
    let values = [
        (SpecValue::U32(u32::MAX), 0xffffffff00, 4294967295.0),
        (SpecValue::I32(-1), 0xffffffff01, -1.0),
        (SpecValue::F32(1.0), 0x3f80000002, 1.0),
        (SpecValue::Boolean(true), 0x103, 1.0),
        (element("F32"), 0xb04, 11.0),
    ];
    for (value, contribution, number) in values {
        assert_eq!(value.contribution().unwrap(), contribution);
        assert_eq!(value.number().unwrap(), number);
    }
    let payload = SpecValue::F32(f32::from_bits(0x7fc00001));
    assert_eq!(payload.contribution().unwrap(), 0x7fc0000102);
    assert!(payload.number().unwrap().is_nan());
    refused(element("F33").number(), ErrorKind::InvalidArgument, &["'F33'", "Fix: "]);
}

#[test]
fn a_map_keeps_values_in_the_order_of_their_names() {
    let entries = [
        ("", SpecValue::U32(7)),
        ("B", SpecValue::I32(-1)),
        ("a", SpecValue::F32(2.5)),
        ("a\0b", SpecValue::Boolean(true)),
        ("é", element("Vec<F32,4>")),
    ];
    let mut map = SpecMap::create().unwrap();
    for (name, value) in entries.iter().rev() {
        map.set(name, value).unwrap();
    }
    assert_eq!(map.count(), 5);
    assert_eq!(map.entries().unwrap(), entries);
    for (name, value) in &entries {
        assert_eq!(&map.get(name).unwrap(), value);
    }
    map.set("a", &SpecValue::U32(1)).unwrap();
    assert_eq!(map.get("a").unwrap(), SpecValue::U32(1));
    map.remove("a").unwrap();
    assert_eq!(map.get("a").unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(map.remove("a").unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(map.entry(4).unwrap_err().kind(), ErrorKind::NotFound);
    map.clear().unwrap();
    assert_eq!(map.count(), 0);
}

#[test]
fn hashes_are_the_published_ones() {
    let (one, two) = (("A", SpecValue::U32(1)), ("B", SpecValue::U32(2)));
    assert_eq!(map_of(&[]).hash(), 0xcbf29ce484222325);
    assert_eq!(map_of(&[one.clone(), two.clone()]).hash(), 0x7fdf168a143cc515);
    assert_eq!(map_of(&[two, one]).hash(), 0x7fdf168a143cc515);
    assert_eq!(map_of(&[("dtype", element("F32"))]).hash(), 0xa5c88edc7a7f60b2);
}

#[test]
fn canonical_forms_differ_where_hashes_do_not() {
    let left = map_of(&[("a", SpecValue::U32(0)), ("b", SpecValue::U32(2))]);
    let right = map_of(&[("a\0\0\0\0\0\0\0\0b", SpecValue::U32(2))]);
    assert_eq!((left.hash(), right.hash()), (0x8bd77e6d808d5874, 0x8bd77e6d808d5874));
    assert_ne!(left.encode().unwrap(), right.encode().unwrap());
    assert_eq!(map_of(&[]).encode().unwrap(), [0; 8]);
}

#[test]
fn a_program_key_is_the_program_and_the_map() {
    let program = double_four(&context());
    let map = map_of(&[("K", SpecValue::U32(1))]);
    let fingerprint = program.fingerprint().unwrap();
    let high = u64::from_le_bytes(fingerprint[..8].try_into().unwrap());
    let key = |low: u64| u128::from(high) << 64 | u128::from(low);
    assert_eq!(program.spec_key(Some(&map)).unwrap(), key(map.hash()));
    assert_eq!(program.spec_key(None).unwrap(), key(0xcbf29ce484222325));
}

#[test]
fn artifact_keys_are_the_published_ones() {
    assert_eq!(
        spec_artifact_key(1, "ab", "cd").unwrap(),
        "e8c3304a97ce10469cdf4cc64d5606bfc7f9a9333f96f5a0db71430e899cad10"
    );
    assert_eq!(
        spec_artifact_key(1, "abc", "d").unwrap(),
        "dac679875ae0e15a00977f61a29eab7cea4514c8c994bd60020fd0a9ac5f2851"
    );
}

#[test]
fn one_map_is_read_by_several_threads() {
    let map = map_of(&[("K", SpecValue::U32(1))]);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..1000 {
                    assert_eq!(map.get("K").unwrap(), SpecValue::U32(1));
                    assert_eq!(map.hash(), 0xb4a95573d6942805);
                }
            });
        }
    });
}

/// out[i] = scale * i for "vyre.workgroup.x" invocations of a workgroup, plus offset.
fn scaled(context: &Context) -> Program {
    let mut b = Builder::create(context).unwrap();
    b.declare_output(0, "out", "U32");
    let i = b.local_id(0);
    let size = b.spec_value("vyre.workgroup.x", SpecKind::U32, None);
    let scale = b.spec_value("scale", SpecKind::U32, Some(&SpecValue::U32(3)));
    let offset = b.spec_value("offset", SpecKind::U32, None);
    b.store("out", b.workgroup_id(0) * size + i, scale * i + offset);
    b.finish().unwrap()
}

#[test]
fn pipelines_have_the_values_of_their_map() {
    on_each_backend(|context, backend| {
        let program = scaled(context);
        for (size, scale) in [(1, 3), (2, 5), (4, 7)] {
            let map = map_of(&[
                ("vyre.workgroup.x", SpecValue::U32(size)),
                ("scale", SpecValue::U32(scale)),
                ("offset", SpecValue::U32(100)),
            ]);
            let options = PipelineOptions::new().specialization(&map);
            let pipeline = Pipeline::create_with(backend, &program, &options).unwrap();
            let mut out = [0u32; 8];
            pipeline.dispatch(&[Binding::output(0, &mut out)]).unwrap();
            let expected = std::array::from_fn(|at| scale * (at as u32 % size) + 100);
            assert_eq!(out, expected);
        }
    });
}

#[test]
fn maps_that_do_not_fit_are_refused_by_name() {
    on_each_backend(|context, backend| {
        let map = map_of(&[("scale", SpecValue::F32(1.0)), ("tile", SpecValue::U32(1))]);
        let options = PipelineOptions::new().specialization(&map);
        let created = Pipeline::create_with(backend, &scaled(context), &options);
        let parts = [
            "'scale' is given as F32 and the program names it as U32",
            "the program names no value 'tile'",
            "the value 'offset' is missing",
            "Fix: ",
        ];
        refused(created, ErrorKind::InvalidArgument, &parts);
    });
}

#[test]
fn programs_list_their_values() {
    let context = context();
    let program = scaled(&context);
    let specs = program.specs().unwrap();
    let names: Vec<_> = specs.iter().map(|spec| spec.name).collect();
    assert_eq!(names, ["offset", "scale", "vyre.workgroup.x"]);
    assert_eq!((specs[1].kind, specs[1].initial.clone()), (SpecKind::U32, Some(SpecValue::U32(3))));
    assert_eq!(specs[0].initial, None);
    assert_eq!(program.spec(3).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn mistakes_in_naming_values_are_named() {
    let context = context();
    let mut b = Builder::create(&context).unwrap();
    b.declare_output(0, "out", "U32");
    let value = b.spec_value("a", SpecKind::Element, Some(&element("Vec<F32,4>")));
    b.store("out", 0, value);
    let error = b.finish().err().unwrap();
    assert!(error.text().contains("no element type without parameters"), "{}", error.text());
}

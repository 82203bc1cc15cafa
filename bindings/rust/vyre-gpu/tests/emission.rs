//! Kernels to take away, with a table of what to bind.

mod support;
use support::{is_oracle, on_each_device, refused};
use vyre_gpu::{Access, ArgumentKind, ErrorKind, Pipeline, Program};

/// Keeps a value of each invocation across a grid barrier, and may trap behind it.
const KEEPS: &str = r#"{"workgroup_size": [4, 1, 1], "buffers": [
    {"name": "a", "type": "U32", "count": 16},
    {"name": "out", "type": "U32", "count": 16, "access": "read_write"}],
    "body": [{"let": "i", "value": {"invocation_id": "x"}},
        {"let": "v", "value": {"load": "a", "at": "i"}},
        {"store": "out", "at": "i", "value": "v"},
        {"barrier": "grid_sync"},
        {"if": {"eq": ["v", 13]}, "then": [{"trap": "v", "tag": "late"}]},
        {"store": "out", "at": "i", "value": {"add": ["v",
            {"load": "out", "at": {"bit_xor": ["i", 15]}}]}}]}"#;

const SCALED: &str = r#"{"buffers": [{"name": "out", "type": "U32", "count": 1, "output": true}],
    "body": [{"store": "out", "at": 0, "value": {"spec": "factor", "type": "U32", "default": 2}}]}"#;

#[test]
fn the_table_says_what_to_bind() {
    let program = Program::load(KEEPS.as_bytes()).unwrap();
    let emission = program.emitter("spirv").shape([16, 1, 1]).emit().unwrap();
    let info = emission.info();
    assert_eq!((info.aot_id, info.kernels.len(), info.grid), ("spv", 2, [4, 1, 1]));
    let last = &info.kernels[1];
    assert_eq!(last.code[..4], 0x0723_0203_u32.to_ne_bytes());
    assert_eq!((last.entry, last.workgroup, last.push_constant_bytes), ("main", [4, 1, 1], 12));
    assert!(last.trap_sites.iter().any(|site| site.contains("late")));
    let kinds: Vec<_> = last.arguments.iter().map(|one| one.kind).collect();
    use ArgumentKind as Kind;
    assert_eq!(kinds, [Kind::PARAMETER, Kind::PARAMETER, Kind::HIDDEN, Kind::COUNTS, Kind::TRAP]);
    let a = &last.arguments[0];
    assert_eq!((a.name, a.slot, a.bytes, a.element_bits), ("a", 0, 64, 32));
    assert_eq!((a.set, a.binding, a.position, a.access), (0, 0, 0, Access::READ_ONLY));
    assert!(emission.save().unwrap().contains("\"grid\": [4, 1, 1]"));
}

#[test]
fn a_description_gives_the_code_of_the_pipeline() {
    on_each_device(|context, device| {
        let program = Program::loader().context(context).load(SCALED.as_bytes()).unwrap();
        let seven = Pipeline::builder().constant("factor", 7).workgroup([1, 1, 1]); // else it is chosen
        let pipeline = seven.create(device, &program).unwrap();
        if is_oracle(device) {
            refused(pipeline.emit("spirv"), ErrorKind::UnsupportedFeature, &["cpu-ref"]);
            return;
        }
        let emission = pipeline.emit("spirv").unwrap();
        let again = program.emitter("spirv").device(device).pipeline(seven).emit().unwrap();
        assert_eq!(emission.info(), again.info());
        let initial = program.emitter("spirv").device(device).emit().unwrap();
        assert_ne!(emission.info().kernels[0].code, initial.info().kernels[0].code);
    });
}

#[test]
fn what_cannot_be_written_is_refused() {
    let program = Program::load(KEEPS.as_bytes()).unwrap();
    refused(program.emitter("spirv").emit(), ErrorKind::InvalidArgument, &["grid barriers"]);
    refused(program.emitter("ptx").emit(), ErrorKind::UnsupportedFeature, &["ptx"]);
    refused(program.emitter("wasm").grid([4, 1, 1]).emit(), ErrorKind::NotFound, &["'wasm'"]);
}

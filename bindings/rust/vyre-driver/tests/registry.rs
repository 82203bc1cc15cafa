//! Ops and registries: what they hold, who sees which, and that closures are freed once.

mod support;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::{context, double_four, refused, run};
use vyre_driver::{
    Attribute, Backend, Builder, Category, Context, Error, ErrorKind, Lowering, LoweringKind,
    OpDesc, OpFlags, OpId, Parameter, Pipeline, Program, Registry, RegistryBuilder, RegistryView,
    Target, ValidateFlags, ValidateOptions,
};

const X: Parameter = Parameter { name: "x", type_: "u32" };
const Y: Parameter = Parameter { name: "y", type_: "u32" };

/// What the context publishes, and one op more.
fn with(context: &Context, op: OpDesc<'_>) -> Registry {
    let builder = RegistryBuilder::create(context).unwrap();
    builder.add_registry(&context.registry().unwrap()).unwrap();
    builder.add(op).unwrap();
    builder.finish().unwrap()
}

#[test]
fn ids_have_one_number() {
    let number = OpId::intern("rust.first").unwrap();
    assert_eq!(OpId::intern("rust.first").unwrap(), number);
    assert_eq!((number.name(), OpId::find("rust.first")), ("rust.first", Some(number)));
    assert_eq!(OpId::find("rust.never"), None);
    assert_ne!(OpId::intern("rust.First").unwrap(), number);
}

#[test]
fn targets_survive_text_and_back() {
    let all = [
        (Target::Ptx, "ptx", "secondary_text"),
        (Target::SpirV, "spirv", "spv"),
        (Target::PrimaryText, "primary_text", "primary_text"),
        (Target::PrimaryBinary, "primary_binary", "primary_binary"),
        (Target::SecondaryText, "secondary_text", "secondary_text"),
        (Target::NativeModule, "native_module", "native_module"),
        (Target::Reference, "reference_backend", "reference_backend"),
        (Target::Extension("acme".into()), "extension:acme", "acme"),
    ];
    for (target, text, aot_id) in all {
        assert_eq!((target.to_string().as_str(), target.aot_id()), (text, aot_id));
        assert_eq!(Target::from_str(text).unwrap(), target);
    }
    assert_eq!("cuda".parse::<Target>().unwrap_err().kind(), ErrorKind::InvalidArgument);
}

#[test]
fn a_context_starts_with_core_and_io() {
    let registry = context().registry().unwrap();
    let ids: Vec<_> = registry.ops().map(|op| op.info().id).collect();
    assert_eq!(ids.len(), 5);
    assert!(ids.contains(&"io.dma_from_nvme") && ids.contains(&"core.indirect_dispatch"));
    let dma = registry.find("io.dma_from_nvme").unwrap();
    assert_eq!(dma.inputs()[1], Parameter { name: "offset", type_: "u64" });
    assert_eq!((dma.info().category, dma.info().dialect), (Category::INTRINSIC, "io"));
    assert_eq!(dma.lowering_kind(&Target::Reference), LoweringKind::SENTINEL);
    assert_eq!(registry.lookup(dma.info().number), Some(dma));
    assert_eq!((registry.find("rust.absent"), registry.op(5)), (None, None));
    assert!(dma.targets().is_empty() && registry.extern_dialects().is_empty());
    assert!(format!("{registry:?}").contains("mem.unmap"));
}

#[test]
fn an_op_keeps_all_that_was_said() {
    let context = context();
    let mode = Attribute { name: "mode", type_: "string", default_value: "wrap" };
    let op = OpDesc::new("rust.whole", "test")
        .input(X)
        .output(Y)
        .attribute(mode)
        .law("monotonic")
        .bytes_extraction()
        .category(Category::EXTENSION)
        .lowering(Target::PrimaryText, Lowering::Data(b"fn main() {}"));
    let registry = with(&context, op);
    let op = registry.find("rust.whole").unwrap();
    let info = op.info();
    assert_eq!((info.id, info.dialect, info.source), ("rust.whole", "test", None));
    assert_eq!((info.flags, info.category), (OpFlags::BYTES_EXTRACTION, Category::EXTENSION));
    assert_eq!((op.inputs(), op.outputs()), (vec![X], vec![Y]));
    assert_eq!((op.attributes(), op.laws()), (vec![mode], vec!["monotonic"]));
    assert_eq!(op.targets(), [Target::PrimaryText]);
    assert_eq!(op.lowering_kind(&Target::PrimaryText), LoweringKind::DATA);
    assert_eq!(op.lowering(&Target::PrimaryText).unwrap(), b"fn main() {}");
    assert_eq!(op.lowering(&Target::SpirV).unwrap_err().kind(), ErrorKind::NotFound);
    let none = op.run_reference(&[0; 8], 4).unwrap_err();
    assert!(none.text().contains("was given 8 bytes"), "{none}");
}

#[test]
fn programs_call_closures_on_the_oracle() {
    let context = context();
    let op = OpDesc::new("rust.twice", "test")
        .input(X)
        .output(Y)
        .reference(|x| Ok((u32::from_le_bytes(x.try_into().unwrap()) * 2).to_le_bytes().into()));
    context.publish(&with(&context, op)).unwrap();
    let program = calls_twice(&context);
    let oracle = Backend::acquire(&context, "cpu-ref").unwrap();
    let pipeline = Pipeline::create(&oracle, &program).unwrap();
    assert_eq!(run(&pipeline, &[4, 5, 6]), [8, 10, 12]);
    let device = Backend::acquire(&context, "vulkan").unwrap();
    refused(Pipeline::create(&device, &program), ErrorKind::UnsupportedFeature, &["'rust.twice'"]);
}

#[test]
fn closures_answer_fail_and_panic() {
    let context = context();
    let op = OpDesc::new("rust.not", "test").input(X).output(Y).reference(|x| match x {
        [1] => Err(Error::create(ErrorKind::NotFound, "no ones")),
        [2] => panic!("planted in reference"),
        _ => Ok(x.iter().map(|byte| !byte).collect()),
    });
    let registry = with(&context, op);
    let op = registry.find("rust.not").unwrap();
    assert_eq!(op.lowering_kind(&Target::Reference), LoweringKind::REFERENCE);
    assert_eq!(op.run_reference(&[0, 240], 2).unwrap(), [255, 15]);
    assert!(op.run_reference(&[], 0).unwrap().is_empty());
    assert_eq!(op.run_reference(&[0, 0], 1).unwrap_err().kind(), ErrorKind::InsufficientCapacity);
    refused(op.run_reference(&[1], 4), ErrorKind::NotFound, &["op 'rust.not': no ones. Fix: "]);
    assert!(op.run_reference(&[2], 4).unwrap_err().text().contains("panicked"));
}

#[test]
fn lowerings_are_made_once() {
    let (context, made) = (context(), Arc::new(AtomicUsize::new(0)));
    let count = Arc::clone(&made);
    let acme = Target::Extension("acme".into());
    let op =
        OpDesc::new("rust.lowered", "test").lowering_builder(acme.clone(), move |id, target| {
            match count.fetch_add(1, Ordering::Relaxed) {
                0 => Err(Error::create(ErrorKind::TimedOut, "later")),
                _ => Ok(format!("{id} for {target}").into_bytes()),
            }
        });
    let registry = with(&context, op);
    let op = registry.find("rust.lowered").unwrap();
    assert_eq!(op.lowering_kind(&acme), LoweringKind::BUILDER);
    assert_eq!(op.lowering(&acme).unwrap_err().kind(), ErrorKind::TimedOut);
    for _ in 0..3 {
        assert_eq!(op.lowering(&acme).unwrap(), b"rust.lowered for extension:acme");
    }
    assert_eq!(made.load(Ordering::Relaxed), 2);
}

/// An op whose closure holds `token`.
fn holding(token: &Arc<()>) -> OpDesc<'static> {
    let (token, other) = (Arc::clone(token), Arc::clone(token));
    OpDesc::new("rust.holding", "test")
        .reference(move |_| Ok(vec![Arc::strong_count(&token) as u8]))
        .lowering_builder(Target::Ptx, move |_, _| Ok(vec![Arc::strong_count(&other) as u8]))
}

#[test]
fn closures_are_freed_once() {
    let (context, token) = (context(), Arc::new(()));
    let builder = RegistryBuilder::create(&context).unwrap();
    builder.add(holding(&token)).unwrap();
    drop(builder); // never a registry
    assert_eq!(Arc::strong_count(&token), 1);
    let builder = RegistryBuilder::create(&context).unwrap();
    let twice = holding(&token).lowering(Target::Ptx, Lowering::Data(b"x"));
    assert_eq!(builder.add(twice).unwrap_err().kind(), ErrorKind::AlreadyRegistered);
    assert_eq!(Arc::strong_count(&token), 1);
    let held = with(&context, holding(&token));
    context.publish(&held).unwrap();
    drop((held, builder));
    assert_eq!(Arc::strong_count(&token), 3);
    drop(context);
    assert_eq!(Arc::strong_count(&token), 1);
}

#[test]
fn all_problems_come_in_one_error() {
    let context = context();
    let builder = RegistryBuilder::create(&context).unwrap();
    builder.add(OpDesc::new("rust.twice", "alpha")).unwrap();
    builder.add(OpDesc::new("rust.twice", "")).unwrap();
    refused(builder.finish(), ErrorKind::AlreadyRegistered, &["alpha", "<unknown dialect>"]);
    builder.add_extern_op(OpDesc::new("rust.orphan", "vyre-libs-absent")).unwrap();
    builder.add_extern_dialect("wrong", "1", "").unwrap();
    assert_eq!(builder.finish().unwrap_err().findings().len(), 3);
    assert_eq!(context.registry().unwrap().op_count(), 5);
}

#[test]
fn holders_keep_what_they_hold_and_views_follow() {
    let context = context();
    let mut view = RegistryView::create(&context).unwrap();
    let old = context.registry().unwrap();
    assert_eq!(view.get().op_count(), 5);
    let new = with(&context, OpDesc::new("rust.new", "test"));
    context.publish(&new).unwrap();
    assert!(old.find("rust.new").is_none());
    assert_eq!(view.get().find("rust.new"), new.find("rust.new"));
    let moved = std::thread::spawn(move || view.get().op_count());
    assert_eq!(moved.join().unwrap(), 6);
    assert!(format!("{:?}", RegistryView::create(&context).unwrap()).contains("RegistryView"));
}

/// out[i] = rust.twice(a[i])
fn calls_twice(context: &Context) -> Program {
    let mut b = Builder::create(context).unwrap();
    b.declare_input(0, "a", "U32");
    b.declare_output(1, "out", "U32");
    let i = b.invocation_id(0);
    b.store("out", i, b.call("rust.twice", &[b.load("a", i)]));
    b.finish().unwrap()
}

#[test]
fn validation_uses_the_registry_of_now() {
    let context = context();
    let mut b = Builder::create(&context).unwrap();
    b.declare_input(0, "x", "U32");
    b.declare_output(1, "y", "U32");
    b.store("y", 0, b.load("x", 0) * 2);
    let twice = b.finish().unwrap();
    let op = OpDesc::new("rust.twice", "test").input(X).output(Y).composition(&twice);
    let registry = with(&context, op);
    let composition = registry.find("rust.twice").unwrap().composition(&context).unwrap();
    assert_eq!(composition.to_json().unwrap(), twice.to_json().unwrap());
    let program = calls_twice(&context);
    assert_eq!(program.validate().unwrap_err().kind(), ErrorKind::InvalidProgram);
    let unchecked = ValidateOptions { flags: ValidateFlags::UNCHECKED_CALLS, ..Default::default() };
    program.validate_with(&unchecked).unwrap();
    let known = ValidateOptions { registry: Some(&registry), ..Default::default() };
    program.validate_with(&known).unwrap();
    context.publish(&registry).unwrap();
    program.validate().unwrap();
    double_four(&context).validate().unwrap();
}

const MANIFEST: &str = r#"{"format": 1, "dialect": "vyre-libs-rust", "version": "1",
    "url": "https://example.invalid", "ops": [{"id": "rust.manifest",
    "inputs": [{"name": "x", "type": "u32"}], "outputs": [{"name": "y", "type": "u32"}]}]}"#;

#[test]
fn manifests_are_read_and_loaded() {
    let context = context();
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("manifests");
    std::fs::create_dir_all(&folder).unwrap();
    let (file, folder) = (folder.join("rust.dialect.json"), folder.to_str().unwrap().to_owned());
    std::fs::write(&file, MANIFEST).unwrap();
    let builder = RegistryBuilder::create(&context).unwrap();
    assert_eq!(builder.add_manifest("{", "").unwrap_err().kind(), ErrorKind::MalformedJson);
    builder.add_manifest(MANIFEST, "").unwrap();
    assert_eq!(builder.finish().unwrap().extern_dialects()[0].source, None);
    builder.add_manifest_file(file.to_str().unwrap()).unwrap();
    builder.add_manifest_folder(&folder).unwrap();
    assert!(builder.finish().unwrap_err().findings().len() > 1);
    context.load_manifests(&folder).unwrap();
    let registry = context.registry().unwrap();
    assert!(registry.find("rust.manifest").unwrap().info().source.is_some());
    let dialect = &registry.extern_dialects()[0];
    assert_eq!((dialect.name, dialect.version), ("vyre-libs-rust", "1"));
    assert_eq!(dialect.url, "https://example.invalid");
    std::fs::write(&file, "{").unwrap();
    assert!(context.load_manifests(&folder).is_err());
    assert_eq!(context.registry().unwrap().op_count(), 6);
}

#[test]
fn the_default_context_is_shared_and_ends() {
    let (first, second) = (Context::default().unwrap(), Context::default().unwrap());
    first.publish(&with(&first, OpDesc::new("rust.shared", "test"))).unwrap();
    drop(first);
    assert!(second.registry().unwrap().find("rust.shared").is_some());
    drop(second);
    let again = Context::default().unwrap();
    assert!(again.registry().unwrap().find("rust.shared").is_none());
}

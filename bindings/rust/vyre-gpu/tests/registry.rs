//! Ops and registries: what they hold, who sees which, and that closures are freed once.

mod support;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::{context, double_four, open_in, refused, run};
use vyre_gpu::{
    Attribute, Builder, Category, Context, DialectFlags, DialectInfo, Error, ErrorKind, Lowering,
    LoweringKind, OpDesc, OpFlags, OpId, Operand, Pipeline, Program, Registry, RegistryBuilder,
    RegistryRef, RegistryView, Target, ValidateFlags,
};

const X: Operand = Operand { name: "x", type_: "u32" };
const Y: Operand = Operand { name: "y", type_: "u32" };

/// What the context publishes, and one op more.
fn with(context: &Context, op: OpDesc<'_>) -> Registry {
    let builder = RegistryBuilder::create(context).unwrap();
    builder.add_registry(&context.registry().unwrap()).unwrap();
    builder.add_op(op).unwrap();
    builder.finish().unwrap()
}

/// The dialect of that name.
fn dialect<'a>(registry: &'a RegistryRef, name: &str) -> Option<DialectInfo<'a>> {
    registry.dialects().into_iter().find(|dialect| dialect.name == name)
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
    let info = dma.info();
    assert_eq!(info.inputs[1], Operand { name: "offset", type_: "u64" });
    assert_eq!((info.category, info.dialect), (Category::INTRINSIC, "io"));
    assert_eq!(dma.find_lowering(&Target::Reference), LoweringKind::SENTINEL);
    assert_eq!(registry.find(info.number.name()), Some(dma));
    assert_eq!((registry.find("rust.absent"), registry.op_count()), (None, 5));
    assert!(info.targets.is_empty());
    let io = dialect(&registry, "io").unwrap();
    let of_io = registry.ops().filter(|op| op.info().dialect == "io").count();
    assert_eq!((io.flags, io.op_count, io.source), (DialectFlags(0), of_io, None));
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
    assert_eq!((info.inputs, info.outputs), (vec![X], vec![Y]));
    assert_eq!((info.attributes, info.laws), (vec![mode], vec!["monotonic"]));
    assert_eq!(info.targets, [Target::PrimaryText]);
    assert_eq!(op.find_lowering(&Target::PrimaryText), LoweringKind::DATA);
    assert_eq!(*op.lowering(&Target::PrimaryText).unwrap(), *b"fn main() {}");
    assert_eq!(op.lowering(&Target::SpirV).unwrap_err().kind(), ErrorKind::NotFound);
    refused(op.run_reference(&[0; 8]), ErrorKind::UnsupportedFeature, &["'rust.whole'"]);
    refused(op.composition(&context), ErrorKind::NotFound, &["'rust.whole'"]);
}

#[test]
fn programs_call_closures_on_the_oracle() {
    let context = context();
    let op = OpDesc::new("rust.twice", "test")
        .input(X)
        .output(Y)
        .reference(|x| Ok((u32::from_le_bytes(x.try_into().unwrap()) * 2).to_le_bytes().into()));
    context.publish(&with(&context, op), None).unwrap();
    let program = calls_twice(&context);
    let oracle = open_in(&context, "cpu-ref");
    let pipeline = Pipeline::create(&oracle, &program).unwrap();
    assert_eq!(run(&pipeline, &[4, 5, 6]), [8, 10, 12]);
    let device = open_in(&context, "vulkan");
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
    assert_eq!(op.find_lowering(&Target::Reference), LoweringKind::REFERENCE);
    assert_eq!(*op.run_reference(&[0, 240]).unwrap(), [255, 15]);
    assert!(op.run_reference(&[]).unwrap().is_empty());
    refused(op.run_reference(&[1]), ErrorKind::NotFound, &["op 'rust.not': no ones. Fix: "]);
    assert!(op.run_reference(&[2]).unwrap_err().text().contains("panicked"));
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
    assert_eq!(op.find_lowering(&acme), LoweringKind::BUILDER);
    assert_eq!(op.lowering(&acme).unwrap_err().kind(), ErrorKind::TimedOut);
    for _ in 0..3 {
        assert_eq!(*op.lowering(&acme).unwrap(), *b"rust.lowered for extension:acme");
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
    builder.add_op(holding(&token)).unwrap();
    drop(builder); // never a registry
    assert_eq!(Arc::strong_count(&token), 1);
    let builder = RegistryBuilder::create(&context).unwrap();
    let twice = holding(&token).lowering(Target::Ptx, Lowering::Data(b"x"));
    assert_eq!(builder.add_op(twice).unwrap_err().kind(), ErrorKind::AlreadyRegistered);
    assert_eq!(Arc::strong_count(&token), 1);
    let held = with(&context, holding(&token));
    context.publish(&held, None).unwrap();
    drop((held, builder));
    assert_eq!(Arc::strong_count(&token), 3);
    drop(context);
    assert_eq!(Arc::strong_count(&token), 1);
}

#[test]
fn all_problems_come_in_one_error() {
    let context = context();
    let builder = RegistryBuilder::create(&context).unwrap();
    builder.add_op(OpDesc::new("rust.twice", "alpha")).unwrap();
    builder.add_op(OpDesc::new("rust.twice", "")).unwrap();
    refused(builder.finish(), ErrorKind::AlreadyRegistered, &["alpha", "<unknown dialect>"]);
    builder.add_op(OpDesc::new("rust.orphan", "vyre-libs-absent")).unwrap();
    builder.add_dialect("wrong", "1", "").unwrap();
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
    context.publish(&new, Some(&old)).unwrap();
    assert!(old.find("rust.new").is_none());
    assert_eq!(view.get().find("rust.new"), new.find("rust.new"));
    let moved = std::thread::spawn(move || view.get().op_count());
    assert_eq!(moved.join().unwrap(), 6);
    assert!(format!("{:?}", RegistryView::create(&context).unwrap()).contains("RegistryView"));
}

/// out[i] = rust.twice(a[i])
fn calls_twice(context: &Context) -> Program {
    let k = Builder::new_in(context);
    let (a, out, i) = (k.input::<u32>("a"), k.output::<u32>("out"), k.index());
    out.set(i, k.call("rust.twice", &[a.at(i).expr()]));
    k.finish().unwrap()
}

#[test]
fn validation_uses_the_registry_of_now() {
    let context = context();
    let k = Builder::new_in(&context);
    let (x, y) = (k.input::<u32>("x"), k.output::<u32>("y"));
    y.set(0, x.at(0) * 2);
    let twice = k.finish().unwrap();
    let op = OpDesc::new("rust.twice", "test").input(X).output(Y).composition(&twice);
    let registry = with(&context, op);
    let composition = registry.find("rust.twice").unwrap().composition(&context).unwrap();
    assert_eq!(composition.to_json().unwrap(), twice.to_json().unwrap());
    let program = calls_twice(&context);
    assert_eq!(program.validate().unwrap_err().kind(), ErrorKind::InvalidProgram);
    let unchecked = Program::validator().flags(ValidateFlags::UNCHECKED_CALLS);
    unchecked.validate(&program).unwrap();
    Program::validator().registry(&registry).validate(&program).unwrap();
    context.publish(&registry, None).unwrap();
    program.validate().unwrap();
    double_four(&context).validate().unwrap();
}

const MANIFEST: &str = r#"{"format": 1, "dialect": "vyre-libs-rust", "version": "1",
    "url": "https://example.invalid", "ops": [{"id": "rust.manifest",
    "inputs": [{"name": "x", "type": "u32"}], "outputs": [{"name": "y", "type": "u32"}]}]}"#;

#[test]
fn what_was_published_meanwhile_is_not_lost() {
    let context = context();
    let old = context.registry().unwrap();
    let [first, second] = ["rust.a", "rust.b"].map(|id| with(&context, OpDesc::new(id, "test")));
    context.publish(&first, Some(&old)).unwrap();
    refused(context.publish(&second, Some(&old)), ErrorKind::AlreadyRegistered, &["Fix: "]);
    assert!(context.registry().unwrap().find("rust.a").is_some());
    let both = with(&context, OpDesc::new("rust.b", "test"));
    context.publish(&both, Some(&first)).unwrap();
    let now = context.registry().unwrap();
    assert!(now.find("rust.a").is_some() && now.find("rust.b").is_some());
}

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
    let registry = builder.finish().unwrap();
    assert_eq!(dialect(&registry, "vyre-libs-rust").unwrap().source, None);
    refused(builder.add_manifests("/no/such/folder"), ErrorKind::NotFound, &["/no/such/folder"]);
    builder.add_manifests(file.to_str().unwrap()).unwrap();
    builder.add_manifests(&folder).unwrap();
    assert!(builder.finish().unwrap_err().findings().len() > 1);
    context.load_manifests(&folder).unwrap();
    let registry = context.registry().unwrap();
    let info = registry.find("rust.manifest").unwrap().info();
    assert!(info.source.is_some() && info.flags.contains(OpFlags::EXTERN));
    let dialect = dialect(&registry, "vyre-libs-rust").unwrap();
    assert_eq!((dialect.flags, dialect.version), (DialectFlags::EXTERN, "1"));
    assert_eq!((dialect.url, dialect.op_count), ("https://example.invalid", 1));
    std::fs::write(&file, "{").unwrap();
    assert!(context.load_manifests(&folder).is_err());
    assert_eq!(context.registry().unwrap().op_count(), 6);
}

#[test]
fn the_shared_context_is_shared_and_ends() {
    let (first, second) = (Context::shared().unwrap(), Context::shared().unwrap());
    first.publish(&with(&first, OpDesc::new("rust.shared", "test")), None).unwrap();
    // Without a context a builder is of the shared one.
    let builder = RegistryBuilder::create(None).unwrap();
    assert_eq!(builder.finish().unwrap().op_count(), 0);
    drop(builder);
    drop(first);
    assert!(second.registry().unwrap().find("rust.shared").is_some());
    drop(second);
    let again = Context::shared().unwrap();
    assert!(again.registry().unwrap().find("rust.shared").is_none());
}

//! Programs and errors.

mod support;
use support::{context, double, double_four, refused};
use vyre_gpu::{
    Access, Builder, Context, Error, ErrorKind, Format, Needs, ParameterFlags, Program, Role,
    Semantics, Type, WireForm,
};

/// A program read as this format.
fn read(context: &Context, format: Format, data: &[u8]) -> vyre_gpu::Result<Program> {
    Program::loader().context(context).format(format).load(data)
}

#[test]
fn all_forms_are_one_program() {
    let context = context();
    let program = double_four(&context);
    let (wire, json) = (program.save().unwrap(), program.to_json().unwrap());
    let forms = [
        read(&context, Format::WIRE, &wire),
        read(&context, Format::JSON, json.as_bytes()),
        read(&context, Format::ANY, &wire),
        read(&context, Format::ANY, json.as_bytes()),
        Program::load(&wire),
    ];
    let identity = program.fingerprint(WireForm::ANY).unwrap();
    for form in forms {
        let form = form.unwrap();
        assert_eq!(form.save_as(Format::WIRE, WireForm::ANY).unwrap(), wire);
        assert_eq!(form.fingerprint(WireForm::ANY).unwrap(), identity);
        form.validate().unwrap();
    }
    let other = Builder::new_in(&context).finish().unwrap();
    assert_ne!(other.fingerprint(WireForm::ANY).unwrap(), identity);
}

#[test]
fn what_was_read_is_saved_as_it_was() {
    let context = context();
    let json = double_four(&context).to_json().unwrap();
    let program = read(&context, Format::ANY, json.as_bytes()).unwrap();
    assert_eq!(*program.save().unwrap(), *json.as_bytes());
    assert_eq!(program.info().format, Format::JSON);
    let wire = program.save_as(Format::WIRE, WireForm::ANY).unwrap();
    assert_eq!(Program::load(&wire).unwrap().info().format, Format::WIRE);
    refused(
        program.save_as(Format::SPIRV, WireForm::ANY),
        ErrorKind::UnsupportedFeature,
        &["Fix: "],
    );
}

#[test]
fn programs_say_what_they_are() {
    let context = context();
    let program = double(&context);
    let info = program.info();
    assert_eq!((info.parameters.len(), info.workgroup, info.entry), (2, [1, 1, 1], None));
    assert_eq!((info.format, info.semantics), (Format::ANY, Semantics::V0_7));
    assert_eq!((info.dimensions, info.push_constant_bytes, info.label), (1, 0, ""));
    assert!(!info.needs.contains(Needs::ATOMICS) && !program.is_module());
    assert!(support::trap(&context).info().needs.contains(Needs::TRAP));
    let parameters = &info.parameters;
    let facts: Vec<_> = parameters.iter().map(|p| (p.name, p.element, p.slot, p.role)).collect();
    assert_eq!(facts, [("a", "U32", 0, Role::INPUT), ("out", "U32", 1, Role::OUTPUT)]);
    let (a, out) = (&parameters[0], &parameters[1]);
    assert_eq!((a.access, a.element_bytes, a.element_type), (Access::READ_ONLY, 4, Type::U32));
    assert_eq!((out.element_count, out.static_bytes, out.array_count), (0, 0, 1));
    assert!(out.flags.contains(ParameterFlags::RETURNED) && out.return_range.is_none());
    assert!(format!("{out:?}").contains("role: OUTPUT"));
    assert_eq!(info.parameter("out"), Some(out));
    assert_eq!((info.parameter("b"), info.constant("b")), (None, None));
}

#[test]
fn labels_stay_with_their_program() {
    let context = context();
    let json = double_four(&context).to_json().unwrap();
    let labeled = Program::loader().context(&context).label("twice").load(json.as_bytes());
    assert_eq!(labeled.unwrap().info().label, "twice");
    let k = Builder::new_in(&context);
    k.set_label("built");
    assert_eq!(k.finish().unwrap().info().label, "built");
}

#[test]
fn bytes_that_are_no_program_are_refused() {
    let context = context();
    let wire = double_four(&context).save().unwrap();
    let refusal = |format, data: &[u8]| read(&context, format, data).unwrap_err().kind();
    assert_eq!(refusal(Format::WIRE, &wire[1..]), ErrorKind::MalformedWire);
    assert_eq!(refusal(Format::WIRE, &[]), ErrorKind::MalformedWire);
    assert_eq!(refusal(Format::JSON, b"{"), ErrorKind::MalformedJson);
    assert_eq!(refusal(Format::ANY, b"{"), ErrorKind::MalformedJson);
    assert_eq!(refusal(Format::ANY, &[3, 2, 35, 7]), ErrorKind::MalformedModule);
    assert_eq!(refusal(Format::ANY, &[7, 35, 2, 3]), ErrorKind::MalformedModule);
}

#[test]
fn bounds_of_untrusted_bytes_hold() {
    let wire = double_four(&context()).save().unwrap();
    let bounded = Program::loader().max_statements(10).max_element_bytes(4);
    assert!(bounded.load(&wire).is_ok());
    let statements = Program::loader().max_statements(1).load(&wire);
    refused(statements, ErrorKind::MalformedWire, &["vyre_program_desc.max_statements"]);
    let bytes = Program::loader().max_element_bytes(3).load(&wire);
    refused(bytes, ErrorKind::MalformedWire, &["vyre_program_desc.max_element_bytes"]);
}

/// A store into an array that is only read.
fn invalid() -> Error {
    let context = context();
    let k = Builder::new_in(&context);
    k.input::<u32>("a").set(0, 1);
    k.finish().unwrap().validate().unwrap_err()
}

#[test]
fn errors_carry_findings_and_outlive_their_context() {
    let error = std::thread::spawn(invalid).join().unwrap();
    assert_eq!((error.kind(), error.code_name()), (ErrorKind::InvalidProgram, "INVALID_PROGRAM"));
    assert_eq!(error.code(), vyre_gpu::sys::VYRE_ERROR_INVALID_PROGRAM);
    assert!(!error.findings().is_empty());
    for finding in error.findings() {
        assert!(!finding.code.is_empty() && !finding.path.is_empty(), "{finding}");
        assert!(format!("{error:?}").contains(finding.text));
    }
    let info = error.info();
    assert_eq!((info.segment, info.step, info.native_code, error.place()), (None, None, 0, None));
    assert_eq!((info.trap_tag, info.trap_address, info.code), ("", None, error.code()));
    assert!(error.text().starts_with(info.message) && error.text().contains(info.fix));
    assert_eq!(error.to_string(), error.text());
    let again = error.clone();
    drop(error);
    assert_eq!(again.kind(), ErrorKind::InvalidProgram);
}

#[test]
fn errors_of_the_host_have_a_fix() {
    let error = Error::create_native(ErrorKind::InputOutput, 5, "the disk is gone. Fix: look");
    let info = error.info();
    assert_eq!((error.kind(), info.native_code), (ErrorKind::InputOutput, 5));
    assert_eq!((info.message, info.fix), ("the disk is gone", "look"));
    assert_eq!(Error::create(ErrorKind::NotFound, "nothing").info().native_code, 0);
}

#[test]
fn errors_travel_as_boxed_errors() {
    fn fails() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        Err(invalid())?
    }
    assert!(fails().unwrap_err().downcast_ref::<Error>().is_some());
    assert_eq!(ErrorKind::from_code(3), ErrorKind::Unknown);
    assert_eq!(ErrorKind::from_code(ErrorKind::TimedOut.code()), ErrorKind::TimedOut);
}

#[test]
fn programs_are_written_in_every_form() {
    let context = context();
    let program = double_four(&context);
    for form in [WireForm::FORM_4, WireForm::FORM_4_OP, WireForm::FORM_6] {
        let wire = program.save_as(Format::WIRE, form).unwrap();
        let again = Program::loader().form(form).load(&wire).unwrap();
        assert_eq!(again.info().form, form);
        assert_eq!(again.fingerprint(form).unwrap(), program.fingerprint(form).unwrap());
    }
    refused(
        program.save_as(Format::WIRE, WireForm::FORM_5),
        ErrorKind::UnsupportedFeature,
        &["form 5"],
    );
}

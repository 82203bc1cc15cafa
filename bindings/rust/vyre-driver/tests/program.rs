//! Programs and errors.

mod support;
use support::{context, double, double_four};
use vyre_driver::{Access, Error, ErrorKind, Needs, Program, Role};

#[test]
fn all_forms_are_one_program() {
    let context = context();
    let program = double_four(&context);
    let (wire, json) = (program.encode().unwrap(), program.to_json().unwrap());
    let forms = [
        Program::decode(&context, &wire),
        Program::from_json(&context, &json),
        Program::load(&context, &wire),
        Program::load(&context, json.as_bytes()),
    ];
    for form in forms {
        let form = form.unwrap();
        assert_eq!(form.encode().unwrap(), wire);
        assert_eq!(form.fingerprint().unwrap(), program.fingerprint().unwrap());
        form.validate().unwrap();
    }
    let mut b = vyre_driver::Builder::create(&context).unwrap();
    let other = b.finish().unwrap();
    assert_ne!(program.fingerprint().unwrap(), other.fingerprint().unwrap());
}

#[test]
fn programs_say_what_they_are() {
    let context = context();
    let program = double(&context);
    let info = program.info().unwrap();
    assert_eq!((info.buffer_count, info.workgroup, info.entry), (2, [1, 1, 1], None));
    assert!(!info.needs.contains(Needs::ATOMICS));
    assert!(support::trap(&context).info().unwrap().needs.contains(Needs::TRAP));
    let buffers = program.buffers().unwrap();
    let facts: Vec<_> = buffers.iter().map(|b| (b.name, b.element, b.slot, b.role)).collect();
    assert_eq!(facts, [("a", "U32", 0, Role::INPUT), ("out", "U32", 1, Role::OUTPUT)]);
    assert_eq!((buffers[0].access, buffers[0].element_bytes), (Access::READ_ONLY, 4));
    assert!(format!("{:?}", buffers[1]).contains("role: OUTPUT"));
    assert_eq!(program.buffer(2).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn bytes_that_are_no_program_are_refused() {
    let context = context();
    let wire = double_four(&context).encode().unwrap();
    let refusal = |program: vyre_driver::Result<Program>| program.unwrap_err().kind();
    assert_eq!(refusal(Program::decode(&context, &wire[1..])), ErrorKind::MalformedWire);
    assert_eq!(refusal(Program::decode(&context, &[])), ErrorKind::MalformedWire);
    assert_eq!(refusal(Program::from_json(&context, "{")), ErrorKind::MalformedJson);
    assert_eq!(refusal(Program::load(&context, b"{")), ErrorKind::MalformedJson);
}

/// A store into a buffer that is only read.
fn invalid() -> Error {
    let context = context();
    let mut b = vyre_driver::Builder::create(&context).unwrap();
    b.declare_input(0, "a", "U32");
    b.store("a", 0, 1);
    b.finish().unwrap().validate().unwrap_err()
}

#[test]
fn errors_carry_findings_and_outlive_their_context() {
    let error = std::thread::spawn(invalid).join().unwrap();
    assert_eq!((error.kind(), error.code_name()), (ErrorKind::InvalidProgram, "INVALID_PROGRAM"));
    assert_eq!(error.code(), vyre_driver::sys::VYRE_ERROR_INVALID_PROGRAM);
    assert!(error.findings().len() > 0);
    for finding in error.findings() {
        assert!(!finding.code.is_empty() && !finding.path.is_empty(), "{finding}");
        assert!(format!("{error:?}").contains(finding.text));
    }
    assert_eq!((error.segment(), error.native_code(), error.place()), (None, 0, None));
    assert_eq!(error.to_string(), error.text());
    assert_eq!(error.into_code(), ErrorKind::InvalidProgram.code());
}

#[test]
fn errors_travel_as_boxed_errors() {
    fn fails() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        Err(invalid())?
    }
    assert!(fails().unwrap_err().downcast_ref::<Error>().is_some());
    assert_eq!(ErrorKind::from_code(-3), ErrorKind::Unknown);
    assert_eq!(ErrorKind::from_code(ErrorKind::TimedOut.code()), ErrorKind::TimedOut);
}

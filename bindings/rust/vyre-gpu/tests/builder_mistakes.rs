//! Mistakes in building: the first one is kept, and names its place.

mod support;
use std::cell::Cell;
use support::context;
use vyre_gpu::{Builder, ErrorKind, InvocationId};

#[test]
fn the_first_mistake_names_its_place() {
    let context = context();
    let k = Builder::new_in(&context);
    assert!(k.error().is_none());
    let (a, out) = (k.input::<u32>("a"), k.output::<u32>("out"));
    let line = line!() + 1;
    let twice = k.input::<u32>("a");
    out.set(0, a.at(0) + twice.at(0));
    k.output::<u32>("out");
    for error in [k.error().unwrap(), k.finish().unwrap_err()] {
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.text().contains("'a'") && error.text().contains("Fix: "), "{error}");
        let place = error.place().unwrap();
        assert_eq!((place.file(), place.line()), (file!(), line));
        assert!(error.to_string().starts_with(&format!("{}:{line}:", file!())), "{error}");
    }
}

#[test]
fn a_value_of_a_block_ends_with_it() {
    let context = context();
    let k = Builder::new_in(&context);
    let (a, out) = (k.input::<u32>("a"), k.output::<u32>("out"));
    let inside = Cell::new(None);
    k.if_(true, || inside.set(Some(a.at(0) * 2)));
    let line = line!() + 1;
    out.set(0, inside.get().unwrap());
    let error = k.finish().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert_eq!(error.place().unwrap().line(), line, "{error}");
}

#[test]
fn mistakes_within_blocks_name_their_place() {
    let context = context();
    let k = Builder::new_in(&context);
    let line = line!() + 1;
    k.if_(true, || k.block(|| k.trap(k.id(InvocationId::INVOCATION, 7), "axis")));
    k.return_();
    let error = k.finish().unwrap_err();
    assert_eq!(error.place().unwrap().line(), line, "{error}");
}

#[test]
fn values_of_another_builder_are_refused() {
    let context = context();
    let (other, k) = (Builder::new_in(&context), Builder::new_in(&context));
    let out = k.output::<u32>("out");
    let foreign = other.value(1u32) + 2;
    out.set(0, foreign);
    assert_eq!(k.error().unwrap().kind(), ErrorKind::InvalidArgument);
    assert!(other.error().is_none());
}

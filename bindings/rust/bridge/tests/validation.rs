//! What published validation asks of a backend.

use super::support::*;
use vyre_driver::VyreBackend;
use vyre_driver::validation::ValidationCache;
use vyre_foundation::ir::{DataType, Expr, Node};
use vyre_foundation::validate::BackendValidationCapabilities;

#[test]
fn casts_that_validation_lets_through_compile() {
    let types = [
        DataType::Bool,
        DataType::U8,
        DataType::U16,
        DataType::U64,
        DataType::I8,
        DataType::I16,
        DataType::I64,
        DataType::F16,
        DataType::F32,
        DataType::F64,
        DataType::Bytes,
    ];
    on_each_device(|backend| {
        for target in types.clone() {
            let cast = Expr::cast(target.clone(), at("a"));
            let kept = Node::let_bind("x", cast);
            let body = vec![kept, Node::store("out", Expr::gid_x(), Expr::u32(1))];
            let program = program(vec![input("a", 0, 4), output("out", 1, 4)], body);
            let compiles = backend.compile(&program, &plain()).is_ok();
            assert_eq!(backend.supports_cast_target(&target), compiles, "{target:?}");
        }
    });
}

#[test]
fn published_validation_remembers_what_it_let_through() {
    on_each_device(|backend| {
        let cache = ValidationCache::default();
        for _ in 0..2 {
            cache.get_or_validate_backend(&double(4), backend).unwrap();
        }
        let capabilities = backend.backend_capabilities();
        assert_eq!(backend.backend_name(), backend.id());
        assert_eq!(capabilities, backend.device_profile().validation_capabilities());
    });
}

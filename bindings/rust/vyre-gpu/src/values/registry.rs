//! What ops, dialects and backends are.

numbers! {
    /// What an op is made of.
    Category {
        /// The library chooses; never in an info.
        DEFAULT = VYRE_CATEGORY_DEFAULT,
        /// Of other ops.
        COMPOSITE = VYRE_CATEGORY_COMPOSITE,
        /// It comes from outside.
        EXTENSION = VYRE_CATEGORY_EXTENSION,
        /// Only a device that knows it carries it out.
        INTRINSIC = VYRE_CATEGORY_INTRINSIC,
    }
}

numbers! {
    /// What an op has for a target.
    LoweringKind {
        /// Nothing.
        NONE = VYRE_LOWERING_NONE,
        /// The oracle cannot run the op.
        SENTINEL = VYRE_LOWERING_SENTINEL,
        /// The oracle calls the reference function.
        REFERENCE = VYRE_LOWERING_REFERENCE,
        /// The oracle runs the composition.
        COMPOSITION = VYRE_LOWERING_COMPOSITION,
        /// A function makes the bytes.
        BUILDER = VYRE_LOWERING_BUILDER,
        /// Bytes.
        DATA = VYRE_LOWERING_DATA,
    }
}

flags! {
    /// More about an op.
    OpFlags {
        /// It also works on raw bytes.
        BYTES_EXTRACTION = VYRE_OP_BYTES_EXTRACTION,
        /// Only in an info: it has a reference function.
        REFERENCE = VYRE_OP_REFERENCE,
        /// Only in an info: it has a composition.
        COMPOSITION = VYRE_OP_COMPOSITION,
        /// Only in an info: its dialect comes from outside.
        EXTERN = VYRE_OP_EXTERN,
    }
}

flags! {
    /// More about a dialect.
    DialectFlags {
        /// It comes from outside: from a manifest or
        /// [`RegistryBuilder::add_dialect`](crate::RegistryBuilder::add_dialect).
        EXTERN = VYRE_DIALECT_EXTERN,
    }
}

flags! {
    /// What is known of a backend.
    BackendFlags {
        /// It is there.
        REGISTERED = VYRE_BACKEND_REGISTERED,
        /// Its rank was declared.
        RANKED = VYRE_BACKEND_RANKED,
        /// Whether it dispatches was declared.
        DECLARED_DISPATCH = VYRE_BACKEND_DECLARED_DISPATCH,
        /// It dispatches: it may be chosen.
        DISPATCHES = VYRE_BACKEND_DISPATCHES,
    }
}

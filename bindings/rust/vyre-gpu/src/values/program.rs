//! What programs, pipelines and dispatches are.

numbers! {
    /// The element type of a parameter: its tag in the wire form. Types that are not listed have
    /// their tag too; [`Builder::type_`](crate::Builder::type_) gives those of a spelling.
    Type {
        /// Unsigned, 32 bits.
        U32 = VYRE_TYPE_U32,
        /// Signed, 32 bits.
        I32 = VYRE_TYPE_I32,
        /// Unsigned, 64 bits.
        U64 = VYRE_TYPE_U64,
        /// A truth, 32 bits in memory.
        BOOL = VYRE_TYPE_BOOL,
        /// Bytes without a type.
        BYTES = VYRE_TYPE_BYTES,
        /// IEEE half.
        F16 = VYRE_TYPE_F16,
        /// Bfloat16.
        BF16 = VYRE_TYPE_BF16,
        /// IEEE single.
        F32 = VYRE_TYPE_F32,
        /// IEEE double.
        F64 = VYRE_TYPE_F64,
        /// Unsigned, 8 bits.
        U8 = VYRE_TYPE_U8,
        /// Unsigned, 16 bits.
        U16 = VYRE_TYPE_U16,
        /// Signed, 8 bits.
        I8 = VYRE_TYPE_I8,
        /// Signed, 16 bits.
        I16 = VYRE_TYPE_I16,
        /// Signed, 64 bits.
        I64 = VYRE_TYPE_I64,
    }
}

numbers! {
    /// How a program may touch a parameter.
    Access {
        /// Loads.
        READ_ONLY = VYRE_ACCESS_READ_ONLY,
        /// Loads, stores, atomics.
        READ_WRITE = VYRE_ACCESS_READ_WRITE,
        /// Loads of a small block that all invocations share.
        UNIFORM = VYRE_ACCESS_UNIFORM,
        /// Memory of a workgroup.
        WORKGROUP = VYRE_ACCESS_WORKGROUP,
        /// Stores.
        WRITE_ONLY = VYRE_ACCESS_WRITE_ONLY,
    }
}

numbers! {
    /// What an argument of an emitted kernel is.
    ArgumentKind {
        /// A parameter of the program, as a storage buffer. It begins as a dispatch would begin it:
        /// an output with zeros.
        PARAMETER = VYRE_ARGUMENT_PARAMETER,
        /// A uniform buffer of 32-bit words: how many elements each storage buffer has.
        COUNTS = VYRE_ARGUMENT_COUNTS,
        /// A storage buffer of seven 32-bit words: kind, site, value, number of the kernel, and the
        /// invocation on each axis. 0 before the first kernel; a kind other than 0 afterwards is a
        /// trap.
        TRAP = VYRE_ARGUMENT_TRAP,
        /// A storage buffer that carries values between segments: the same slot is the same buffer
        /// in every kernel.
        HIDDEN = VYRE_ARGUMENT_HIDDEN,
    }
}

numbers! {
    /// What a dispatch does with a parameter.
    Role {
        /// One copy for each workgroup; nothing is bound.
        SHARED = VYRE_ROLE_SHARED,
        /// Kept by the caller between dispatches.
        PERSISTENT = VYRE_ROLE_PERSISTENT,
        /// Starts zeroed, may be read back.
        OUTPUT = VYRE_ROLE_OUTPUT,
        /// Needs bytes, is only read.
        INPUT = VYRE_ROLE_INPUT,
        /// Needs bytes, may be read back.
        INPUT_OUTPUT = VYRE_ROLE_INPUT_OUTPUT,
        /// Needs bytes, is only read.
        UNIFORM = VYRE_ROLE_UNIFORM,
    }
}

numbers! {
    /// What a parameter is. All but `BUFFER` are of SPIR-V modules alone.
    Resource {
        /// Bytes.
        BUFFER = VYRE_RESOURCE_BUFFER,
        /// Texels that are loaded and stored.
        STORAGE_IMAGE = VYRE_RESOURCE_STORAGE_IMAGE,
        /// Texels that are read through a sampler of its own.
        TEXTURE = VYRE_RESOURCE_TEXTURE,
        /// How a texture is read.
        SAMPLER = VYRE_RESOURCE_SAMPLER,
        /// Both in one.
        SAMPLED_TEXTURE = VYRE_RESOURCE_SAMPLED_TEXTURE,
    }
}

flags! {
    /// More about a parameter.
    ParameterFlags {
        /// A result: it can be read back.
        RETURNED = VYRE_PARAMETER_RETURNED,
        /// But not all of it.
        RETURNS_RANGE = VYRE_PARAMETER_RETURNS_RANGE,
        /// "output".
        MARKED_OUTPUT = VYRE_PARAMETER_MARKED_OUTPUT,
        /// "live_out".
        MARKED_LIVE_OUT = VYRE_PARAMETER_MARKED_LIVE_OUT,
    }
}

numbers! {
    /// What a constant is.
    ConstantKind {
        /// Unsigned, 32 bits.
        U32 = VYRE_CONSTANT_U32,
        /// Signed, 32 bits.
        I32 = VYRE_CONSTANT_I32,
        /// IEEE single.
        F32 = VYRE_CONSTANT_F32,
        /// A truth.
        BOOL = VYRE_CONSTANT_BOOL,
        /// An element type.
        TYPE = VYRE_CONSTANT_TYPE,
        /// Of a module, a type that keeps its default.
        OTHER = VYRE_CONSTANT_OTHER,
    }
}

numbers! {
    /// How a program is written down.
    Format {
        /// Loading: as the first bytes say; saving: as it was read.
        ANY = VYRE_FORMAT_ANY,
        /// Bytes that begin with "VYRE" or "VIR0".
        WIRE = VYRE_FORMAT_WIRE,
        /// Text that begins with a brace.
        JSON = VYRE_FORMAT_JSON,
        /// A module, in either order of bytes.
        SPIRV = VYRE_FORMAT_SPIRV,
    }
}

numbers! {
    /// The layouts of the wire form, one for each published generation that changed it.
    WireForm {
        /// As the bytes say; saving: see [`Program::save_as`](crate::Program::save_as).
        ANY = VYRE_WIRE_ANY,
        /// Of 0.4.0.
        FORM_1 = VYRE_WIRE_FORM_1,
        /// Of 0.4.1 to 0.6.3.
        FORM_4 = VYRE_WIRE_FORM_4,
        /// Of 0.6.4 and 0.6.5: form 4, with an operator in each reduction.
        FORM_4_OP = VYRE_WIRE_FORM_4_OP,
        /// Between the two; never written by a published version.
        FORM_5 = VYRE_WIRE_FORM_5,
        /// Of 0.7.
        FORM_6 = VYRE_WIRE_FORM_6,
    }
}

numbers! {
    /// Whose results a program has where published generations differ. Part of a program; saving
    /// never changes it.
    Semantics {
        /// As the form says: 1 and 4 0.6.2, 4 op 0.6.5, 5 and 6 0.7.
        ANY = VYRE_SEMANTICS_ANY,
        /// Also JSON that does not say it.
        V0_6_2 = VYRE_SEMANTICS_V0_6_2,
        /// Sign extension and narrowing of casts.
        V0_6_5 = VYRE_SEMANTICS_V0_6_5,
        /// Also programs that are built call by call.
        V0_7 = VYRE_SEMANTICS_V0_7,
    }
}

flags! {
    /// What a program uses.
    Needs {
        // scripts/generate writes: needs
        /// Atomic operations.
        ATOMICS = VYRE_NEEDS_ATOMICS,
        /// Memory that a workgroup shares.
        WORKGROUP_MEMORY = VYRE_NEEDS_WORKGROUP_MEMORY,
        /// Barriers of a workgroup.
        WORKGROUP_BARRIER = VYRE_NEEDS_WORKGROUP_BARRIER,
        /// Barriers of the grid.
        GRID_BARRIER = VYRE_NEEDS_GRID_BARRIER,
        /// Subgroup operations.
        SUBGROUP = VYRE_NEEDS_SUBGROUP,
        /// 16-bit floats.
        F16 = VYRE_NEEDS_F16,
        /// Bfloat16.
        BF16 = VYRE_NEEDS_BF16,
        /// 32-bit floats.
        F32 = VYRE_NEEDS_F32,
        /// 64-bit floats.
        F64 = VYRE_NEEDS_F64,
        /// 64-bit integers.
        INT64 = VYRE_NEEDS_INT64,
        /// Elements of 8 bits.
        STORAGE_8BIT = VYRE_NEEDS_STORAGE_8BIT,
        /// Elements of 16 bits.
        STORAGE_16BIT = VYRE_NEEDS_STORAGE_16BIT,
        /// Traps.
        TRAP = VYRE_NEEDS_TRAP,
        /// Calls of registered ops.
        CALLS = VYRE_NEEDS_CALLS,
        /// Asynchronous copies.
        ASYNC_COPIES = VYRE_NEEDS_ASYNC_COPIES,
        /// Indirect dispatches.
        INDIRECT_DISPATCH = VYRE_NEEDS_INDIRECT_DISPATCH,
        /// Collectives.
        COLLECTIVES = VYRE_NEEDS_COLLECTIVES,
        /// Extensions.
        EXTENSIONS = VYRE_NEEDS_EXTENSIONS,
        /// Sin, exp, log and the like.
        TRANSCENDENTAL = VYRE_NEEDS_TRANSCENDENTAL,
        // scripts/generate ends
    }
}

flags! {
    /// What a program that is validated may count on.
    ValidateFlags {
        /// Devices have subgroup operations.
        SUBGROUP = VYRE_VALIDATE_SUBGROUP,
        /// Devices have collectives.
        COLLECTIVES = VYRE_VALIDATE_COLLECTIVES,
        /// Locals may have names of outer ones.
        ALLOW_SHADOWING = VYRE_VALIDATE_ALLOW_SHADOWING,
        /// Called ops are not looked up.
        UNCHECKED_CALLS = VYRE_VALIDATE_UNCHECKED_CALLS,
    }
}

flags! {
    /// How a pipeline is made.
    PipelineFlags {
        /// Of a module: its indexes are kept inside what they index, as far as its types say it; an
        /// index outside accesses some element inside. Needs BUILD_SPIRV_TOOLS, else
        /// UNSUPPORTED_FEATURE. Programs of the IR need no flag: loads outside give 0, stores
        /// outside do nothing.
        CHECKED = VYRE_PIPELINE_CHECKED,
        /// Of a module: bindings may share bytes that are written. An invocation sees its own
        /// writes in order; those of others are as unordered as in one buffer. Of an IR program
        /// UNSUPPORTED_FEATURE.
        ALLOW_OVERLAP = VYRE_PIPELINE_ALLOW_OVERLAP,
        /// Constants that the program does not name are skipped and logged. Else they are
        /// NOT_FOUND.
        IGNORE_UNKNOWN_CONSTANTS = VYRE_PIPELINE_IGNORE_UNKNOWN_CONSTANTS,
        /// Signed x / 0 and x % 0 are 0, MIN / -1 is MIN and MIN % -1 is 0, on every device and on
        /// the oracle. Without it all four trap: the work is DISPATCH_FAILED, with the statement's
        /// path.
        DIVISION_GIVES_ZERO = VYRE_PIPELINE_DIVISION_GIVES_ZERO,
        /// Nothing is compiled: NOT_READY where it would have to be.
        ONLY_CACHED = VYRE_PIPELINE_ONLY_CACHED,
        /// An empty grid is executed, so that the first dispatch waits for nothing. This submits.
        WARM = VYRE_PIPELINE_WARM,
        /// Of a module: no subgroup lacks an invocation. The first axis of the workgroup has to be a
        /// multiple of the subgroup size, or of the device's largest where none is chosen.
        FULL_SUBGROUPS = VYRE_PIPELINE_FULL_SUBGROUPS,
    }
}

numbers! {
    /// Where a pipeline's code came from.
    Origin {
        /// The device keeps nothing, or it is made at the first dispatch.
        UNKNOWN = VYRE_ORIGIN_UNKNOWN,
        /// Made now.
        COMPILED = VYRE_ORIGIN_COMPILED,
        /// The cache folder.
        DISK = VYRE_ORIGIN_DISK,
        /// Kept by the device.
        MEMORY = VYRE_ORIGIN_MEMORY,
    }
}

numbers! {
    /// How a program with grid barriers runs. Of others nothing depends on it.
    Split {
        /// Whole where the device can, else cut at its barriers.
        AUTOMATIC = VYRE_SPLIT_AUTOMATIC,
        /// Whole, or COOPERATIVE_RESIDENCY.
        NEVER = VYRE_SPLIT_NEVER,
        /// Cut, also where it need not be.
        ALWAYS = VYRE_SPLIT_ALWAYS,
    }
}

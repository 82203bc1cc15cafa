//! Programs: what is to be computed, in the IR or as a SPIR-V module.

use crate::binding::{Plain, bytes_of};
use crate::call::{made, object, read};
use crate::context::raw_or_shared;
use crate::strings::string;
use crate::values::{Access, Format, Semantics, ValidateFlags, WireForm};
use crate::{Blob, Context, ProgramInfo, RegistryRef, Result, error, sys};
use std::marker::PhantomData;
use std::ptr;

object!(
    /// One immutable program: of the IR, which [`Builder`](crate::Builder) makes too, or a SPIR-V
    /// module of another compiler.
    pub Program, vyre_program, vyre_program_destroy);

/// Reading. None of these validates, and none needs a device.
impl Program {
    /// Reads a program, which is copied: bytes in wire form, JSON text, or the words of a module,
    /// told apart by the first bytes.
    pub fn load<T: Plain>(data: &[T]) -> Result<Self> {
        Self::loader().load(data)
    }

    /// Begins to say how bytes are read:
    /// `Program::loader().entry("main").load(&words)`.
    pub fn loader<'a>() -> ProgramLoader<'a> {
        ProgramLoader::default()
    }
}

/// One descriptor of a module, seen as the caller wants it:
/// `SpirvParameter { set: 1, binding: 4, element: "F32", ..Default::default() }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpirvParameter<'a> {
    /// Empty: what the module calls it, or "set0.binding1".
    pub name: &'a str,
    /// Spelling of the element type: "F32"; empty: "Bytes".
    pub element: &'a str,
    /// 0: known when bound.
    pub element_count: u64,
    /// Its descriptor set in the module.
    pub set: u32,
    /// Its number there.
    pub binding: u32,
    /// Where a dispatch binds it, within the set.
    pub slot: u32,
    /// How the kernel may touch it; [`Access::UNIFORM`] of uniform blocks.
    pub access: Access,
}

/// Bytes at slot 0 that are read and written.
impl Default for SpirvParameter<'_> {
    fn default() -> Self {
        Self {
            name: "",
            element: "",
            element_count: 0,
            set: 0,
            binding: 0,
            slot: 0,
            access: Access::READ_WRITE,
        }
    }
}

impl SpirvParameter<'_> {
    fn raw(&self) -> sys::vyre_spirv_parameter {
        sys::vyre_spirv_parameter {
            name: string(self.name),
            element: string(self.element),
            element_count: self.element_count,
            set: self.set,
            binding: self.binding,
            slot: self.slot,
            access: self.access.0,
            ..sys::vyre_spirv_parameter::INIT
        }
    }
}

/// How bytes are read.
#[derive(Clone, Default)]
pub struct ProgramLoader<'a> {
    context: Option<&'a Context>,
    desc: sys::vyre_program_desc,
    parameters: Option<Vec<sys::vyre_spirv_parameter>>,
    borrowed: PhantomData<&'a str>,
}

impl<'a> ProgramLoader<'a> {
    /// A program of this context, in place of the shared one.
    pub fn context(mut self, context: &'a Context) -> Self {
        self.context = Some(context);
        self
    }

    /// Names the program in errors, traces and debuggers.
    pub fn label(mut self, label: &'a str) -> Self {
        self.desc.label = string(label);
        self
    }

    /// Of a module: its entry point, where it has several.
    pub fn entry(mut self, name: &'a str) -> Self {
        self.desc.entry = string(name);
        self
    }

    /// Of a module: every descriptor that the entry point uses, in place of what the module says.
    pub fn parameters(mut self, parameters: &[SpirvParameter<'a>]) -> Self {
        self.parameters = Some(parameters.iter().map(SpirvParameter::raw).collect());
        self
    }

    /// A bound for bytes that nobody trusts: so many statements; 0: the limit of the IR.
    pub fn max_statements(mut self, count: u64) -> Self {
        self.desc.max_statements = count;
        self
    }

    /// A bound for bytes that nobody trusts: the size of one element; 0: the limit of the IR.
    pub fn max_element_bytes(mut self, bytes: u64) -> Self {
        self.desc.max_element_bytes = bytes;
        self
    }

    /// Insists on a format.
    pub fn format(mut self, format: Format) -> Self {
        self.desc.format = format.0;
        self
    }

    /// Insists on a layout of the wire form. Forms 4 and 4 op look alike without it.
    pub fn form(mut self, form: WireForm) -> Self {
        self.desc.form = form.0;
        self
    }

    /// What the program means, whatever its form.
    pub fn semantics(mut self, semantics: Semantics) -> Self {
        self.desc.semantics = semantics.0;
        self
    }

    /// Reads a program, which is copied. Broken bytes give an error and no partial program.
    pub fn load<T: Plain>(&self, data: &[T]) -> Result<Program> {
        let (context, (first, size)) = (raw_or_shared(self.context), bytes_of(data));
        let mut desc = self.desc;
        if let Some(parameters) = &self.parameters {
            (desc.parameters, desc.parameter_count) = (parameters.as_ptr(), parameters.len());
        }
        // SAFETY: all that is borrowed lives for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_program_load(context, first, size, &desc, raw)) }
    }
}

/// Writing.
impl Program {
    /// The program as it was read; one that was built in wire form. Reading it again gives an equal
    /// one.
    pub fn save(&self) -> Result<Blob> {
        self.save_as(Format::ANY, WireForm::ANY)
    }

    /// The program in that format and, of wire bytes, that form. [`WireForm::ANY`] is the form in
    /// which it was read, else form 4 where that has one reading and the same meaning, and form 6
    /// where it has not.
    pub fn save_as(&self, format: Format, form: WireForm) -> Result<Blob> {
        let desc =
            sys::vyre_save_desc { format: format.0, form: form.0, ..sys::vyre_save_desc::INIT };
        // SAFETY: the program lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_program_save(self.as_raw(), &desc, raw)) }
    }

    /// The JSON form.
    pub fn to_json(&self) -> Result<String> {
        self.save_as(Format::JSON, WireForm::ANY).map(Blob::into_text)
    }

    /// The 32 bytes that identify the program, in any process: of its canonical wire form in
    /// `form`, or of a module's words.
    pub fn fingerprint(&self, form: WireForm) -> Result<[u8; 32]> {
        let mut fingerprint = [0; 32];
        // SAFETY: the program lives; there is room for 32 bytes.
        error::check(unsafe {
            sys::vyre_program_get_fingerprint(self.as_raw(), form.0, fingerprint.as_mut_ptr())
        })?;
        Ok(fingerprint)
    }
}

/// Asking.
impl Program {
    /// Parameters, constants and needs.
    pub fn info(&self) -> ProgramInfo<'_> {
        // SAFETY: the info lives as long as the program.
        unsafe { read(sys::vyre_program_get_info(self.as_raw())) }
    }

    /// Whether it is a SPIR-V module, which [`Pipeline::create`](crate::Pipeline::create) refuses.
    pub fn is_module(&self) -> bool {
        // SAFETY: the info lives as long as the program.
        unsafe { (*sys::vyre_program_get_info(self.as_raw())).format == sys::VYRE_FORMAT_SPIRV }
    }

    /// Checks the program against the rules of the IR, for a device that offers neither subgroup
    /// operations nor collectives, with the registry that its context publishes now; a module with
    /// the validator of SPIRV-Tools. An error has a finding for each broken rule.
    pub fn validate(&self) -> Result<()> {
        Self::validator().validate(self)
    }

    /// Begins to say what surrounds a program that is validated.
    pub fn validator<'a>() -> Validator<'a> {
        Validator::default()
    }
}

/// What surrounds a program that is validated. The default is the strictest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Validator<'a> {
    flags: ValidateFlags,
    registry: Option<&'a RegistryRef>,
}

impl<'a> Validator<'a> {
    /// What the program may count on.
    pub fn flags(mut self, flags: ValidateFlags) -> Self {
        self.flags = flags;
        self
    }

    /// The ops that may be called, in place of those that the program's context publishes now.
    pub fn registry(mut self, registry: &'a RegistryRef) -> Self {
        self.registry = Some(registry);
        self
    }

    /// Checks a program.
    pub fn validate(&self, program: &Program) -> Result<()> {
        let desc = sys::vyre_validate_desc {
            flags: self.flags.0,
            registry: self.registry.map_or(ptr::null(), RegistryRef::as_raw),
            ..sys::vyre_validate_desc::INIT
        };
        // SAFETY: the program lives; the description and its registry live for the call.
        error::check(unsafe { sys::vyre_program_validate(program.as_raw(), &desc) })
    }
}

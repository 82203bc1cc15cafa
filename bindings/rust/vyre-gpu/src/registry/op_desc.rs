//! Descriptions of ops, and the closures that they carry.

use crate::call::first;
use crate::callbacks::{self, BuildLowering, Reference};
use crate::strings::string;
use crate::values::Category;
use crate::{Attribute, Error, Operand, Program, Result, Target, error, sys};

/// An op to register:
///
/// ```
/// # use vyre_gpu::{Context, OpDesc, Operand, RegistryBuilder};
/// # fn main() -> vyre_gpu::Result<()> {
/// # let context = Context::create()?;
/// let builder = RegistryBuilder::create(&context)?;
/// let known = context.registry()?;
/// builder.add_registry(&known)?;
/// builder.add_op(
///     OpDesc::new("demo.not", "demo")
///         .input(Operand { name: "x", type_: "u32" })
///         .output(Operand { name: "result", type_: "u32" })
///         .reference(|x| Ok(x.iter().map(|byte| !byte).collect())),
/// )?;
/// let registry = builder.finish()?;
/// context.publish(&registry, Some(&known))?;
/// # Ok(())
/// # }
/// ```
///
/// With a composition the op runs on every device, with a reference function alone on the oracle.
/// Closures live until the last registry that has the op, and every builder, is gone. They are
/// called on any thread, on several at once.
#[derive(Default)]
pub struct OpDesc<'a> {
    id: &'a str,
    dialect: &'a str,
    flags: u64,
    category: u32,
    inputs: Vec<sys::vyre_operand>,
    outputs: Vec<sys::vyre_operand>,
    attributes: Vec<sys::vyre_attribute>,
    laws: Vec<sys::vyre_string>,
    composition: Option<&'a Program>,
    reference: Option<Box<Reference>>,
    lowerings: Vec<(Target, Lowering<'a>)>,
}

/// What an op is for a target.
pub enum Lowering<'a> {
    /// SPIR-V words, text, a binary.
    Data(&'a [u8]),
    /// Makes the bytes from op id and target, when they are first asked for. What it made is kept;
    /// one that failed is called again.
    Builder(Box<BuildLowering>),
}

impl<'a> OpDesc<'a> {
    /// An op without anything, registered by `dialect`.
    pub fn new(id: &'a str, dialect: &'a str) -> Self {
        Self { id, dialect, ..Self::default() }
    }

    /// Adds an argument.
    pub fn input(mut self, input: Operand<'a>) -> Self {
        self.inputs.push(operand(input));
        self
    }

    /// Adds a result.
    pub fn output(mut self, output: Operand<'a>) -> Self {
        self.outputs.push(operand(output));
        self
    }

    /// Adds an attribute.
    pub fn attribute(mut self, attribute: Attribute<'a>) -> Self {
        self.attributes.push(sys::vyre_attribute {
            name: string(attribute.name),
            type_: string(attribute.type_),
            default_value: string(attribute.default_value),
            ..sys::vyre_attribute::INIT
        });
        self
    }

    /// Adds the name of an algebraic law: "commutative".
    pub fn law(mut self, law: &'a str) -> Self {
        self.laws.push(string(law));
        self
    }

    /// The op also works on raw bytes.
    pub fn bytes_extraction(mut self) -> Self {
        self.flags |= sys::VYRE_OP_BYTES_EXTRACTION;
        self
    }

    /// Else an extension in a dialect from outside, composite with a composition, intrinsic
    /// without.
    pub fn category(mut self, category: Category) -> Self {
        self.category = category.0;
        self
    }

    /// The program that stands in for each call.
    pub fn composition(mut self, program: &'a Program) -> Self {
        self.composition = Some(program);
        self
    }

    /// The function of the oracle: from the bytes of all arguments, one after the other, to the
    /// bytes of the result. A panic in it is an error of the call.
    pub fn reference(
        mut self,
        reference: impl Fn(&[u8]) -> Result<Vec<u8>> + Send + Sync + 'static,
    ) -> Self {
        self.reference = Some(Box::new(reference));
        self
    }

    /// What the op is for `target`.
    pub fn lowering(mut self, target: Target, lowering: Lowering<'a>) -> Self {
        self.lowerings.push((target, lowering));
        self
    }

    /// The same with a function that makes the bytes.
    pub fn lowering_builder(
        self,
        target: Target,
        build: impl Fn(&str, &Target) -> Result<Vec<u8>> + Send + Sync + 'static,
    ) -> Self {
        self.lowering(target, Lowering::Builder(Box::new(build)))
    }

    /// Gives the description to `add`. The closures belong to the library afterwards, or are freed
    /// when that fails.
    pub(crate) fn give(
        mut self,
        add: impl FnOnce(&sys::vyre_op_desc) -> *mut sys::vyre_error,
    ) -> Result<()> {
        let mut desc = self.raw();
        give_reference(&mut desc, self.reference.take());
        let (targets, lowerings): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.lowerings).into_iter().unzip();
        let lowerings: Vec<_> =
            targets.iter().zip(lowerings).map(|(target, one)| raw_lowering(target, one)).collect();
        desc.lowerings = first(&lowerings);
        desc.lowering_count = lowerings.len();
        let added = error::check(add(&desc));
        if added.is_err() {
            // SAFETY: the pairs were made above, and the library has not taken them.
            unsafe {
                callbacks::free(desc.reference_destroy, desc.reference_user);
                lowerings.iter().for_each(|one| callbacks::free(one.destroy, one.user));
            }
        }
        added
    }

    fn raw(&self) -> sys::vyre_op_desc {
        sys::vyre_op_desc {
            flags: self.flags,
            id: string(self.id),
            dialect: string(self.dialect),
            inputs: first(&self.inputs),
            input_count: self.inputs.len(),
            outputs: first(&self.outputs),
            output_count: self.outputs.len(),
            attributes: first(&self.attributes),
            attribute_count: self.attributes.len(),
            laws: first(&self.laws),
            law_count: self.laws.len(),
            composition: self.composition.map_or(std::ptr::null(), |p| p.as_raw().cast_const()),
            category: self.category,
            ..sys::vyre_op_desc::INIT
        }
    }
}

fn operand(operand: Operand<'_>) -> sys::vyre_operand {
    sys::vyre_operand {
        name: string(operand.name),
        type_: string(operand.type_),
        ..sys::vyre_operand::INIT
    }
}

fn give_reference(desc: &mut sys::vyre_op_desc, reference: Option<Box<Reference>>) {
    let Some(reference) = reference else { return };
    desc.reference = Some(callbacks::reference);
    desc.reference_user = callbacks::user(reference);
    desc.reference_destroy = Some(callbacks::destroy::<Reference>);
}

/// Borrows the target and the data.
fn raw_lowering(target: &Target, lowering: Lowering<'_>) -> sys::vyre_lowering_desc {
    let raw = sys::vyre_lowering_desc { target: target.raw(), ..sys::vyre_lowering_desc::INIT };
    match lowering {
        Lowering::Data(data) => {
            sys::vyre_lowering_desc { data: data.as_ptr().cast(), size: data.len(), ..raw }
        }
        Lowering::Builder(build) => sys::vyre_lowering_desc {
            build: Some(callbacks::build_lowering),
            user: callbacks::user(build),
            destroy: Some(callbacks::destroy::<BuildLowering>),
            ..raw
        },
    }
}

/// What a closure gave, for the library: its bytes, or its error.
pub(crate) fn answer(
    given: Option<Result<Vec<u8>>>,
    writer: *mut sys::vyre_writer,
) -> *mut sys::vyre_error {
    match given {
        Some(Ok(bytes)) => {
            // SAFETY: the writer and the bytes live for the call.
            unsafe { sys::vyre_writer_write(writer, bytes.as_ptr().cast(), bytes.len()) };
            std::ptr::null_mut()
        }
        Some(Err(error)) => error.into_raw(),
        None => {
            Error::create(crate::ErrorKind::Unknown, "the closure panicked. Fix: see its message")
                .into_raw()
        }
    }
}

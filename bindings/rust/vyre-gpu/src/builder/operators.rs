//! The operators of values: as signs where Rust has them, as methods elsewhere.

use super::{IntoValue, Scalar, Value};
use crate::sys;
use crate::values::{Binary, Type, Unary};
use std::ops;

impl<'k, T: Scalar> Value<'k, T> {
    /// An operator whose result has the operands' type.
    #[track_caller]
    fn binary(self, op: Binary, right: impl IntoValue<'k, T>) -> Value<'k, T> {
        let b = self.builder();
        let result = b.binary(op, self, right.into_value(b));
        // For the rules of the IR the bits of an I32 are a U32.
        if T::TYPE == Type::I32 && BITS.contains(&op) {
            return result.cast(T::TYPE).typed();
        }
        result.typed()
    }

    #[track_caller]
    fn unary(self, op: Unary) -> Value<'k, T> {
        self.builder().unary(op, self).typed()
    }

    #[track_caller]
    fn compare(self, op: Binary, right: impl IntoValue<'k, T>) -> Value<'k, bool> {
        let b = self.builder();
        b.binary(op, self, right.into_value(b)).typed()
    }

    /// Whether both are equal; of NaN never.
    #[track_caller]
    #[allow(clippy::should_implement_trait)] // that of Rust gives a bool
    pub fn eq(self, right: impl IntoValue<'k, T>) -> Value<'k, bool> {
        self.compare(Binary::EQ, right)
    }

    /// Whether they differ; of NaN always.
    #[track_caller]
    #[allow(clippy::should_implement_trait)] // that of Rust gives a bool
    pub fn ne(self, right: impl IntoValue<'k, T>) -> Value<'k, bool> {
        self.compare(Binary::NE, right)
    }

    /// The value as a U: U32 and I32 keep their bits, F32 is rounded toward 0 to the nearest number
    /// that there is, a truth becomes 0 or 1, and what becomes a truth holds unless it is 0.
    #[track_caller]
    pub fn cast<U: Scalar>(self) -> Value<'k, U> {
        self.expr().cast(U::TYPE).typed()
    }

    /// The same value with a name, for people who read the program and for ops that look at names.
    #[track_caller]
    pub fn named(self, name: &str) -> Value<'k, T> {
        self.expr().named(name).typed()
    }
}

const BITS: [Binary; 6] = [
    Binary::MOD,
    Binary::BIT_AND,
    Binary::BIT_OR,
    Binary::BIT_XOR,
    Binary::WRAPPING_ADD,
    Binary::WRAPPING_SUB,
];

/// Signs between two values, between a value and a literal, and between a literal and a value.
macro_rules! signs {
    ($($type:ty: $($trait:ident $method:ident $op:ident),*;)*) => {$($(
        impl<'k, R: IntoValue<'k, $type>> ops::$trait<R> for Value<'k, $type> {
            type Output = Value<'k, $type>;
            #[track_caller]
            fn $method(self, right: R) -> Self::Output {
                self.binary(Binary::$op, right)
            }
        }

        impl<'k> ops::$trait<Value<'k, $type>> for $type {
            type Output = Value<'k, $type>;
            #[track_caller]
            fn $method(self, right: Value<'k, $type>) -> Self::Output {
                self.into_value(right.builder()).binary(Binary::$op, right)
            }
        }
    )*)*};
}

signs! {
    f32: Add add ADD, Sub sub SUB, Mul mul MUL, Div div DIV;
    i32: Add add ADD, Sub sub SUB, Mul mul MUL, Div div DIV, Rem rem MOD,
        BitAnd bitand BIT_AND, BitOr bitor BIT_OR, BitXor bitxor BIT_XOR;
    u32: Add add ADD, Sub sub SUB, Mul mul MUL, Div div DIV, Rem rem MOD,
        BitAnd bitand BIT_AND, BitOr bitor BIT_OR, BitXor bitxor BIT_XOR,
        Shl shl SHL, Shr shr SHR;
    bool: BitAnd bitand AND, BitOr bitor OR;
}

/// Methods of two values of one type.
macro_rules! binary {
    ($($type:ty { $($(#[$doc:meta])* $method:ident $how:ident $op:ident -> $result:ty,)* })*) => {$(
        impl<'k> Value<'k, $type> {$(
            $(#[$doc])*
            #[track_caller]
            pub fn $method(self, right: impl IntoValue<'k, $type>) -> Value<'k, $result> {
                self.$how(Binary::$op, right)
            }
        )*}
    )*};
}

/// What all numbers have.
macro_rules! ordered {
    ($($type:ty)*) => { binary! {$(
        $type {
        /// Whether left is less.
        lt compare LT -> bool,
        /// Whether left is greater.
        gt compare GT -> bool,
        /// Whether left is less or both are equal.
        le compare LE -> bool,
        /// Whether left is greater or both are equal.
        ge compare GE -> bool,
        /// The smaller one; of a NaN and a number the number.
        min binary MIN -> $type,
        /// The larger one; of a NaN and a number the number.
        max binary MAX -> $type,
        }
    )*} };
}
ordered! { f32 i32 u32 }

binary! {
    i32 {
    /// Left + right, wrapped around.
    wrapping_add binary WRAPPING_ADD -> i32,
    /// Left - right, wrapped around.
    wrapping_sub binary WRAPPING_SUB -> i32,
    }

    u32 {
    /// Left + right, wrapped around.
    wrapping_add binary WRAPPING_ADD -> u32,
    /// Left - right, wrapped around.
    wrapping_sub binary WRAPPING_SUB -> u32,
    /// The larger one less the smaller one.
    abs_diff binary ABS_DIFF -> u32,
    /// Left + right, at most `u32::MAX`.
    saturating_add binary SATURATING_ADD -> u32,
    /// Left - right, at least 0.
    saturating_sub binary SATURATING_SUB -> u32,
    /// Left * right, at most `u32::MAX`.
    saturating_mul binary SATURATING_MUL -> u32,
    /// Left rotated to the left, by the low 5 bits of right.
    rotate_left binary ROTATE_LEFT -> u32,
    /// Left rotated to the right, by the low 5 bits of right.
    rotate_right binary ROTATE_RIGHT -> u32,
    /// The upper half of the whole product.
    mul_high binary MUL_HIGH -> u32,
    }
}

/// Methods of one value.
macro_rules! unary {
    ($($type:ty { $($(#[$doc:meta])* $method:ident = $op:ident,)* })*) => {$(
        impl<'k> Value<'k, $type> {$(
            $(#[$doc])*
            #[track_caller]
            pub fn $method(self) -> Value<'k, $type> {
                self.unary(Unary::$op)
            }
        )*}
    )*};
}

/// What all integers have.
macro_rules! of_bits {
    ($($type:ty)*) => { unary! {$(
        $type {
        /// How many bits are 1.
        count_ones = POPCOUNT,
        /// Zeroes above the highest 1; all bits of 0.
        leading_zeros = CLZ,
        /// Zeroes below the lowest 1; all bits of 0.
        trailing_zeros = CTZ,
        /// The bits in reverse.
        reverse_bits = REVERSE_BITS,
        }
    )*} };
}
of_bits! { i32 u32 }

unary! {
    u32 {
    /// Minus the value, wrapped around.
    wrapping_neg = NEGATE,
    }

    f32 {
    /// The cosine, in radians.
    cos = COS,
    /// The sine, in radians.
    sin = SIN,
    /// The absolute value.
    abs = ABS,
    /// The square root.
    sqrt = SQRT,
    /// Rounded down.
    floor = FLOOR,
    /// Rounded up.
    ceil = CEIL,
    /// Rounded to the nearest; halves away from 0.
    round = ROUND,
    /// Rounded toward 0.
    trunc = TRUNC,
    /// -1, 0 or 1; a NaN stays.
    sign = SIGN,
    /// e to the power of the value.
    exp = EXP,
    /// The natural logarithm.
    log = LOG,
    /// The logarithm to base 2.
    log2 = LOG2,
    /// 2 to the power of the value.
    exp2 = EXP2,
    /// The tangent, in radians.
    tan = TAN,
    /// The arc cosine, in radians.
    acos = ACOS,
    /// The arc sine, in radians.
    asin = ASIN,
    /// The arc tangent, in radians.
    atan = ATAN,
    /// The hyperbolic tangent.
    tanh = TANH,
    /// The hyperbolic sine.
    sinh = SINH,
    /// The hyperbolic cosine.
    cosh = COSH,
    /// 1 over the square root, both rounded.
    inverse_sqrt = INVERSE_SQRT,
    /// 1 over the value.
    reciprocal = RECIPROCAL,
    }
}

macro_rules! questions {
    ($($(#[$doc:meta])* $method:ident = $op:ident,)*) => {
        impl<'k> Value<'k, f32> {$(
            $(#[$doc])*
            #[track_caller]
            pub fn $method(self) -> Value<'k, bool> {
                self.builder().unary(Unary::$op, self).typed()
            }
        )*}
    };
}
questions! {
    /// Whether it is not a number.
    is_nan = IS_NAN,
    /// Whether it is infinite.
    is_infinite = IS_INF,
    /// Whether it is neither.
    is_finite = IS_FINITE,
}

impl<'k> Value<'k, f32> {
    /// This * factor + addend, rounded once.
    #[track_caller]
    pub fn mul_add(
        self,
        factor: impl IntoValue<'k, f32>,
        addend: impl IntoValue<'k, f32>,
    ) -> Value<'k, f32> {
        let b = self.builder();
        let (value, factor, addend) = (b.id_of(self), b.id_of(factor), b.id_of(addend));
        // SAFETY: the builder lives.
        b.expr(|raw| unsafe { sys::vyre_builder_fma(raw, value, factor, addend) }).typed()
    }
}

impl<'k> Value<'k, bool> {
    /// `yes` where this holds, else `no`; both are evaluated.
    #[track_caller]
    pub fn select<T: Scalar>(
        self,
        yes: impl IntoValue<'k, T>,
        no: impl IntoValue<'k, T>,
    ) -> Value<'k, T> {
        let b = self.builder();
        b.select(self, yes.into_value(b), no.into_value(b)).typed()
    }
}

macro_rules! prefixes {
    ($($trait:ident $method:ident: $($type:ty = $op:ident),*;)*) => {$($(
        impl<'k> ops::$trait for Value<'k, $type> {
            type Output = Value<'k, $type>;
            #[track_caller]
            fn $method(self) -> Self::Output {
                self.unary(Unary::$op)
            }
        }
    )*)*};
}
prefixes! {
    Neg neg: f32 = NEGATE;
    Not not: i32 = BIT_NOT, u32 = BIT_NOT, bool = LOGICAL_NOT;
}

/// 0 - the value: the IR has no other form.
impl<'k> ops::Neg for Value<'k, i32> {
    type Output = Value<'k, i32>;
    #[track_caller]
    fn neg(self) -> Self::Output {
        0 - self
    }
}

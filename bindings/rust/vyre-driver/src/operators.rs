//! The operators of expressions, as methods and as signs.

use crate::{Expr, Operand, sys};
use std::ops;

macro_rules! binary {
    ($($(#[$doc:meta])* $method:ident = $op:ident,)*) => {
        /// Operators of two operands.
        #[allow(clippy::should_implement_trait)] // it is, below
        impl<'b> Expr<'b> {$(
            $(#[$doc])*
            #[track_caller]
            pub fn $method(self, right: impl Operand<'b>) -> Expr<'b> {
                self.builder.binary(sys::$op, self, right)
            }
        )*}
    };
}

binary! {
    /// Left + right.
    add = VYRE_BINARY_ADD,
    /// Left - right.
    sub = VYRE_BINARY_SUB,
    /// Left * right.
    mul = VYRE_BINARY_MUL,
    /// Left / right.
    div = VYRE_BINARY_DIV,
    /// The remainder of left / right.
    rem = VYRE_BINARY_MOD,
    /// Bitwise and.
    bit_and = VYRE_BINARY_BIT_AND,
    /// Bitwise or.
    bit_or = VYRE_BINARY_BIT_OR,
    /// Bitwise exclusive or.
    bit_xor = VYRE_BINARY_BIT_XOR,
    /// Left shifted to the left.
    shl = VYRE_BINARY_SHL,
    /// Left shifted to the right.
    shr = VYRE_BINARY_SHR,
    /// Whether both are equal.
    eq = VYRE_BINARY_EQ,
    /// Whether they differ.
    ne = VYRE_BINARY_NE,
    /// Whether left is less.
    lt = VYRE_BINARY_LT,
    /// Whether left is greater.
    gt = VYRE_BINARY_GT,
    /// Whether left is not greater.
    le = VYRE_BINARY_LE,
    /// Whether left is not less.
    ge = VYRE_BINARY_GE,
    /// Whether both hold.
    and = VYRE_BINARY_AND,
    /// Whether one holds.
    or = VYRE_BINARY_OR,
    /// The distance between both.
    abs_diff = VYRE_BINARY_ABS_DIFF,
    /// The smaller one.
    min = VYRE_BINARY_MIN,
    /// The larger one.
    max = VYRE_BINARY_MAX,
    /// Left + right, held within the type.
    saturating_add = VYRE_BINARY_SATURATING_ADD,
    /// Left - right, held within the type.
    saturating_sub = VYRE_BINARY_SATURATING_SUB,
    /// Left * right, held within the type.
    saturating_mul = VYRE_BINARY_SATURATING_MUL,
    /// Left of invocation right of the subgroup.
    shuffle = VYRE_BINARY_SHUFFLE,
    /// A bit for each invocation of the subgroup.
    ballot = VYRE_BINARY_BALLOT,
    /// A reduction over the subgroup.
    wave_reduce = VYRE_BINARY_WAVE_REDUCE,
    /// Left of one invocation for the whole subgroup.
    wave_broadcast = VYRE_BINARY_WAVE_BROADCAST,
    /// Left rotated to the left.
    rotate_left = VYRE_BINARY_ROTATE_LEFT,
    /// Left rotated to the right.
    rotate_right = VYRE_BINARY_ROTATE_RIGHT,
    /// Left + right, wrapped around.
    wrapping_add = VYRE_BINARY_WRAPPING_ADD,
    /// Left - right, wrapped around.
    wrapping_sub = VYRE_BINARY_WRAPPING_SUB,
    /// The upper half of left * right.
    mul_high = VYRE_BINARY_MUL_HIGH,
}

macro_rules! signs {
    ($($trait:ident $method:ident $ours:ident,)*) => {$(
        impl<'b, T: Operand<'b>> ops::$trait<T> for Expr<'b> {
            type Output = Expr<'b>;
            #[track_caller]
            fn $method(self, right: T) -> Expr<'b> {
                self.$ours(right)
            }
        }
    )*};
}

signs! {
    Add add add,
    Sub sub sub,
    Mul mul mul,
    Div div div,
    Rem rem rem,
    BitAnd bitand bit_and,
    BitOr bitor bit_or,
    BitXor bitxor bit_xor,
    Shl shl shl,
    Shr shr shr,
}

macro_rules! unary {
    ($($(#[$doc:meta])* $method:ident = $op:ident,)*) => {
        /// Operators of one operand.
        impl<'b> Expr<'b> {$(
            $(#[$doc])*
            #[track_caller]
            pub fn $method(self) -> Expr<'b> {
                self.builder.unary(sys::$op, self)
            }
        )*}
    };
}

unary! {
    /// Minus the value.
    negate = VYRE_UNARY_NEGATE,
    /// Each bit turned.
    bit_not = VYRE_UNARY_BIT_NOT,
    /// Whether the value does not hold.
    logical_not = VYRE_UNARY_LOGICAL_NOT,
    /// How many bits are on.
    popcount = VYRE_UNARY_POPCOUNT,
    /// How many zeros lead.
    clz = VYRE_UNARY_CLZ,
    /// How many zeros trail.
    ctz = VYRE_UNARY_CTZ,
    /// The bits in reverse.
    reverse_bits = VYRE_UNARY_REVERSE_BITS,
    /// The cosine.
    cos = VYRE_UNARY_COS,
    /// The sine.
    sin = VYRE_UNARY_SIN,
    /// The absolute value.
    abs = VYRE_UNARY_ABS,
    /// The square root.
    sqrt = VYRE_UNARY_SQRT,
    /// Rounded down.
    floor = VYRE_UNARY_FLOOR,
    /// Rounded up.
    ceil = VYRE_UNARY_CEIL,
    /// Rounded to the nearest.
    round = VYRE_UNARY_ROUND,
    /// Rounded toward zero.
    trunc = VYRE_UNARY_TRUNC,
    /// -1, 0 or 1.
    sign = VYRE_UNARY_SIGN,
    /// Whether it is not a number.
    is_nan = VYRE_UNARY_IS_NAN,
    /// Whether it is infinite.
    is_inf = VYRE_UNARY_IS_INF,
    /// Whether it is finite.
    is_finite = VYRE_UNARY_IS_FINITE,
    /// e to the value.
    exp = VYRE_UNARY_EXP,
    /// The natural logarithm.
    log = VYRE_UNARY_LOG,
    /// The logarithm to base 2.
    log2 = VYRE_UNARY_LOG2,
    /// 2 to the value.
    exp2 = VYRE_UNARY_EXP2,
    /// The tangent.
    tan = VYRE_UNARY_TAN,
    /// The arc cosine.
    acos = VYRE_UNARY_ACOS,
    /// The arc sine.
    asin = VYRE_UNARY_ASIN,
    /// The arc tangent.
    atan = VYRE_UNARY_ATAN,
    /// The hyperbolic tangent.
    tanh = VYRE_UNARY_TANH,
    /// The hyperbolic sine.
    sinh = VYRE_UNARY_SINH,
    /// The hyperbolic cosine.
    cosh = VYRE_UNARY_COSH,
    /// 1 over the square root.
    inverse_sqrt = VYRE_UNARY_INVERSE_SQRT,
    /// The low 4 bits of each byte.
    unpack4_low = VYRE_UNARY_UNPACK4_LOW,
    /// The high 4 bits of each byte.
    unpack4_high = VYRE_UNARY_UNPACK4_HIGH,
    /// The low bytes.
    unpack8_low = VYRE_UNARY_UNPACK8_LOW,
    /// The high bytes.
    unpack8_high = VYRE_UNARY_UNPACK8_HIGH,
    /// 1 over the value.
    reciprocal = VYRE_UNARY_RECIPROCAL,
}

impl ops::Neg for Expr<'_> {
    type Output = Self;
    #[track_caller]
    fn neg(self) -> Self {
        self.negate()
    }
}

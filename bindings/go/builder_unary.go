package vyre

// #include "all.h"
import "C"

// UnaryOp is an operator of one operand.
type UnaryOp uint32

const (
	UnaryNegate      UnaryOp = C.VYRE_UNARY_NEGATE
	UnaryBitNot      UnaryOp = C.VYRE_UNARY_BIT_NOT
	UnaryLogicalNot  UnaryOp = C.VYRE_UNARY_LOGICAL_NOT
	UnaryPopcount    UnaryOp = C.VYRE_UNARY_POPCOUNT
	UnaryCLZ         UnaryOp = C.VYRE_UNARY_CLZ
	UnaryCTZ         UnaryOp = C.VYRE_UNARY_CTZ
	UnaryReverseBits UnaryOp = C.VYRE_UNARY_REVERSE_BITS
	UnaryCos         UnaryOp = C.VYRE_UNARY_COS
	UnarySin         UnaryOp = C.VYRE_UNARY_SIN
	UnaryAbs         UnaryOp = C.VYRE_UNARY_ABS
	UnarySqrt        UnaryOp = C.VYRE_UNARY_SQRT
	UnaryFloor       UnaryOp = C.VYRE_UNARY_FLOOR
	UnaryCeil        UnaryOp = C.VYRE_UNARY_CEIL
	UnaryRound       UnaryOp = C.VYRE_UNARY_ROUND
	UnaryTrunc       UnaryOp = C.VYRE_UNARY_TRUNC
	UnarySign        UnaryOp = C.VYRE_UNARY_SIGN
	UnaryIsNaN       UnaryOp = C.VYRE_UNARY_IS_NAN
	UnaryIsInf       UnaryOp = C.VYRE_UNARY_IS_INF
	UnaryIsFinite    UnaryOp = C.VYRE_UNARY_IS_FINITE
	UnaryExp         UnaryOp = C.VYRE_UNARY_EXP
	UnaryLog         UnaryOp = C.VYRE_UNARY_LOG
	UnaryLog2        UnaryOp = C.VYRE_UNARY_LOG2
	UnaryExp2        UnaryOp = C.VYRE_UNARY_EXP2
	UnaryTan         UnaryOp = C.VYRE_UNARY_TAN
	UnaryAcos        UnaryOp = C.VYRE_UNARY_ACOS
	UnaryAsin        UnaryOp = C.VYRE_UNARY_ASIN
	UnaryAtan        UnaryOp = C.VYRE_UNARY_ATAN
	UnaryTanh        UnaryOp = C.VYRE_UNARY_TANH
	UnarySinh        UnaryOp = C.VYRE_UNARY_SINH
	UnaryCosh        UnaryOp = C.VYRE_UNARY_COSH
	UnaryInverseSqrt UnaryOp = C.VYRE_UNARY_INVERSE_SQRT
	UnaryUnpack4Low  UnaryOp = C.VYRE_UNARY_UNPACK4_LOW
	UnaryUnpack4High UnaryOp = C.VYRE_UNARY_UNPACK4_HIGH
	UnaryUnpack8Low  UnaryOp = C.VYRE_UNARY_UNPACK8_LOW
	UnaryUnpack8High UnaryOp = C.VYRE_UNARY_UNPACK8_HIGH
	UnaryReciprocal  UnaryOp = C.VYRE_UNARY_RECIPROCAL
)

// Unary is the operator op of e.
func (e Expr) Unary(op UnaryOp) Expr {
	p, h := use(e.builder)
	defer h.done(p)
	return e.builder.expr(C.vyre_builder_unary(p, C.vyre_unary(op), e.c()))
}

// Negate is -e of U32, which wraps, or F32; of I32 write 0 - e.
func (e Expr) Negate() Expr { return e.Unary(UnaryNegate) }

// BitNot is e with every bit turned, of U32, I32 or U64.
func (e Expr) BitNot() Expr { return e.Unary(UnaryBitNot) }

// LogicalNot is whether e does not hold, a Bool; of Bool or U32.
func (e Expr) LogicalNot() Expr { return e.Unary(UnaryLogicalNot) }

// Popcount is how many bits are 1, of U32, I32 or U64.
func (e Expr) Popcount() Expr { return e.Unary(UnaryPopcount) }

// CLZ is the zeroes above the highest 1, all bits of 0; of U32, I32 or U64.
func (e Expr) CLZ() Expr { return e.Unary(UnaryCLZ) }

// CTZ is the zeroes below the lowest 1, all bits of 0; of U32, I32 or U64.
func (e Expr) CTZ() Expr { return e.Unary(UnaryCTZ) }

// ReverseBits is e with its bits in reverse order, of U32, I32 or U64.
func (e Expr) ReverseBits() Expr { return e.Unary(UnaryReverseBits) }

// Cos is the cosine of F32, in radians.
func (e Expr) Cos() Expr { return e.Unary(UnaryCos) }

// Sin is the sine of F32, in radians.
func (e Expr) Sin() Expr { return e.Unary(UnarySin) }

// Abs is the absolute value of F32.
func (e Expr) Abs() Expr { return e.Unary(UnaryAbs) }

// Sqrt is the square root of F32.
func (e Expr) Sqrt() Expr { return e.Unary(UnarySqrt) }

// Floor is F32 rounded down.
func (e Expr) Floor() Expr { return e.Unary(UnaryFloor) }

// Ceil is F32 rounded up.
func (e Expr) Ceil() Expr { return e.Unary(UnaryCeil) }

// Round is F32 rounded to the nearest whole number, halves away from 0.
func (e Expr) Round() Expr { return e.Unary(UnaryRound) }

// Trunc is F32 rounded toward 0.
func (e Expr) Trunc() Expr { return e.Unary(UnaryTrunc) }

// Sign is -1, 0 or 1 by the sign of F32; a NaN stays.
func (e Expr) Sign() Expr { return e.Unary(UnarySign) }

// IsNaN is whether F32 is no number, a Bool.
func (e Expr) IsNaN() Expr { return e.Unary(UnaryIsNaN) }

// IsInf is whether F32 is infinite, a Bool.
func (e Expr) IsInf() Expr { return e.Unary(UnaryIsInf) }

// IsFinite is whether F32 is neither infinite nor NaN, a Bool.
func (e Expr) IsFinite() Expr { return e.Unary(UnaryIsFinite) }

// Exp is e to the power of F32.
func (e Expr) Exp() Expr { return e.Unary(UnaryExp) }

// Log is the logarithm of F32 to base e.
func (e Expr) Log() Expr { return e.Unary(UnaryLog) }

// Log2 is the logarithm of F32 to base 2.
func (e Expr) Log2() Expr { return e.Unary(UnaryLog2) }

// Exp2 is 2 to the power of F32.
func (e Expr) Exp2() Expr { return e.Unary(UnaryExp2) }

// Tan is the tangent of F32, in radians.
func (e Expr) Tan() Expr { return e.Unary(UnaryTan) }

// Acos is the arc cosine of F32, in radians.
func (e Expr) Acos() Expr { return e.Unary(UnaryAcos) }

// Asin is the arc sine of F32, in radians.
func (e Expr) Asin() Expr { return e.Unary(UnaryAsin) }

// Atan is the arc tangent of F32, in radians.
func (e Expr) Atan() Expr { return e.Unary(UnaryAtan) }

// Tanh is the hyperbolic tangent of F32.
func (e Expr) Tanh() Expr { return e.Unary(UnaryTanh) }

// Sinh is the hyperbolic sine of F32.
func (e Expr) Sinh() Expr { return e.Unary(UnarySinh) }

// Cosh is the hyperbolic cosine of F32.
func (e Expr) Cosh() Expr { return e.Unary(UnaryCosh) }

// InverseSqrt is 1 / the square root of F32, both rounded.
func (e Expr) InverseSqrt() Expr { return e.Unary(UnaryInverseSqrt) }

// Unpack4Low is bits 0 to 3 of U32 or I32.
func (e Expr) Unpack4Low() Expr { return e.Unary(UnaryUnpack4Low) }

// Unpack4High is bits 4 to 7 of U32 or I32.
func (e Expr) Unpack4High() Expr { return e.Unary(UnaryUnpack4High) }

// Unpack8Low is bits 0 to 7 of U32 or I32.
func (e Expr) Unpack8Low() Expr { return e.Unary(UnaryUnpack8Low) }

// Unpack8High is bits 24 to 31 of U32 or I32.
func (e Expr) Unpack8High() Expr { return e.Unary(UnaryUnpack8High) }

// Reciprocal is 1 / e of F32.
func (e Expr) Reciprocal() Expr { return e.Unary(UnaryReciprocal) }

package vyre

// #include <vyre_driver.h>
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

// Unary is the operator op of operand.
func (b *Builder) Unary(op UnaryOp, operand Expr) Expr {
	p, h := use(b)
	defer h.done(p)
	return expr(C.vyre_builder_unary(p, C.uint32_t(op), operand.c()))
}

// Negate is -operand.
func (b *Builder) Negate(operand Expr) Expr { return b.Unary(UnaryNegate, operand) }

// BitNot is operand with every bit turned.
func (b *Builder) BitNot(operand Expr) Expr { return b.Unary(UnaryBitNot, operand) }

// LogicalNot is !operand, of a boolean.
func (b *Builder) LogicalNot(operand Expr) Expr { return b.Unary(UnaryLogicalNot, operand) }

// Popcount is the number of one bits.
func (b *Builder) Popcount(operand Expr) Expr { return b.Unary(UnaryPopcount, operand) }

// CLZ is the number of zero bits above the highest one.
func (b *Builder) CLZ(operand Expr) Expr { return b.Unary(UnaryCLZ, operand) }

// CTZ is the number of zero bits below the lowest one.
func (b *Builder) CTZ(operand Expr) Expr { return b.Unary(UnaryCTZ, operand) }

// ReverseBits is operand with its bits in reverse order.
func (b *Builder) ReverseBits(operand Expr) Expr { return b.Unary(UnaryReverseBits, operand) }

// Cos is the cosine.
func (b *Builder) Cos(operand Expr) Expr { return b.Unary(UnaryCos, operand) }

// Sin is the sine.
func (b *Builder) Sin(operand Expr) Expr { return b.Unary(UnarySin, operand) }

// Abs is the absolute value.
func (b *Builder) Abs(operand Expr) Expr { return b.Unary(UnaryAbs, operand) }

// Sqrt is the square root.
func (b *Builder) Sqrt(operand Expr) Expr { return b.Unary(UnarySqrt, operand) }

// Floor is operand rounded down.
func (b *Builder) Floor(operand Expr) Expr { return b.Unary(UnaryFloor, operand) }

// Ceil is operand rounded up.
func (b *Builder) Ceil(operand Expr) Expr { return b.Unary(UnaryCeil, operand) }

// Round is operand rounded to the nearest whole number.
func (b *Builder) Round(operand Expr) Expr { return b.Unary(UnaryRound, operand) }

// Trunc is operand rounded toward zero.
func (b *Builder) Trunc(operand Expr) Expr { return b.Unary(UnaryTrunc, operand) }

// Sign is -1, 0 or 1 by the sign of operand.
func (b *Builder) Sign(operand Expr) Expr { return b.Unary(UnarySign, operand) }

// IsNaN is whether operand is not a number.
func (b *Builder) IsNaN(operand Expr) Expr { return b.Unary(UnaryIsNaN, operand) }

// IsInf is whether operand is infinite.
func (b *Builder) IsInf(operand Expr) Expr { return b.Unary(UnaryIsInf, operand) }

// IsFinite is whether operand is neither infinite nor NaN.
func (b *Builder) IsFinite(operand Expr) Expr { return b.Unary(UnaryIsFinite, operand) }

// Exp is e to the power of operand.
func (b *Builder) Exp(operand Expr) Expr { return b.Unary(UnaryExp, operand) }

// Log is the natural logarithm.
func (b *Builder) Log(operand Expr) Expr { return b.Unary(UnaryLog, operand) }

// Log2 is the logarithm to base 2.
func (b *Builder) Log2(operand Expr) Expr { return b.Unary(UnaryLog2, operand) }

// Exp2 is 2 to the power of operand.
func (b *Builder) Exp2(operand Expr) Expr { return b.Unary(UnaryExp2, operand) }

// Tan is the tangent.
func (b *Builder) Tan(operand Expr) Expr { return b.Unary(UnaryTan, operand) }

// Acos is the arc cosine.
func (b *Builder) Acos(operand Expr) Expr { return b.Unary(UnaryAcos, operand) }

// Asin is the arc sine.
func (b *Builder) Asin(operand Expr) Expr { return b.Unary(UnaryAsin, operand) }

// Atan is the arc tangent.
func (b *Builder) Atan(operand Expr) Expr { return b.Unary(UnaryAtan, operand) }

// Tanh is the hyperbolic tangent.
func (b *Builder) Tanh(operand Expr) Expr { return b.Unary(UnaryTanh, operand) }

// Sinh is the hyperbolic sine.
func (b *Builder) Sinh(operand Expr) Expr { return b.Unary(UnarySinh, operand) }

// Cosh is the hyperbolic cosine.
func (b *Builder) Cosh(operand Expr) Expr { return b.Unary(UnaryCosh, operand) }

// InverseSqrt is 1 / the square root.
func (b *Builder) InverseSqrt(operand Expr) Expr { return b.Unary(UnaryInverseSqrt, operand) }

// Unpack4Low is the operator UnaryUnpack4Low.
func (b *Builder) Unpack4Low(operand Expr) Expr { return b.Unary(UnaryUnpack4Low, operand) }

// Unpack4High is the operator UnaryUnpack4High.
func (b *Builder) Unpack4High(operand Expr) Expr { return b.Unary(UnaryUnpack4High, operand) }

// Unpack8Low is the operator UnaryUnpack8Low.
func (b *Builder) Unpack8Low(operand Expr) Expr { return b.Unary(UnaryUnpack8Low, operand) }

// Unpack8High is the operator UnaryUnpack8High.
func (b *Builder) Unpack8High(operand Expr) Expr { return b.Unary(UnaryUnpack8High, operand) }

// Reciprocal is 1 / operand.
func (b *Builder) Reciprocal(operand Expr) Expr { return b.Unary(UnaryReciprocal, operand) }

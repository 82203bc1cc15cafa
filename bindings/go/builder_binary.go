package vyre

// #include <vyre_driver.h>
import "C"

// BinaryOp is an operator of two operands.
type BinaryOp uint32

const (
	BinaryAdd           BinaryOp = C.VYRE_BINARY_ADD
	BinarySub           BinaryOp = C.VYRE_BINARY_SUB
	BinaryMul           BinaryOp = C.VYRE_BINARY_MUL
	BinaryDiv           BinaryOp = C.VYRE_BINARY_DIV
	BinaryMod           BinaryOp = C.VYRE_BINARY_MOD
	BinaryBitAnd        BinaryOp = C.VYRE_BINARY_BIT_AND
	BinaryBitOr         BinaryOp = C.VYRE_BINARY_BIT_OR
	BinaryBitXor        BinaryOp = C.VYRE_BINARY_BIT_XOR
	BinaryShl           BinaryOp = C.VYRE_BINARY_SHL
	BinaryShr           BinaryOp = C.VYRE_BINARY_SHR
	BinaryEq            BinaryOp = C.VYRE_BINARY_EQ
	BinaryNe            BinaryOp = C.VYRE_BINARY_NE
	BinaryLt            BinaryOp = C.VYRE_BINARY_LT
	BinaryGt            BinaryOp = C.VYRE_BINARY_GT
	BinaryLe            BinaryOp = C.VYRE_BINARY_LE
	BinaryGe            BinaryOp = C.VYRE_BINARY_GE
	BinaryAnd           BinaryOp = C.VYRE_BINARY_AND
	BinaryOr            BinaryOp = C.VYRE_BINARY_OR
	BinaryAbsDiff       BinaryOp = C.VYRE_BINARY_ABS_DIFF
	BinaryMin           BinaryOp = C.VYRE_BINARY_MIN
	BinaryMax           BinaryOp = C.VYRE_BINARY_MAX
	BinarySaturatingAdd BinaryOp = C.VYRE_BINARY_SATURATING_ADD
	BinarySaturatingSub BinaryOp = C.VYRE_BINARY_SATURATING_SUB
	BinarySaturatingMul BinaryOp = C.VYRE_BINARY_SATURATING_MUL
	BinaryShuffle       BinaryOp = C.VYRE_BINARY_SHUFFLE
	BinaryBallot        BinaryOp = C.VYRE_BINARY_BALLOT
	BinaryWaveReduce    BinaryOp = C.VYRE_BINARY_WAVE_REDUCE
	BinaryWaveBroadcast BinaryOp = C.VYRE_BINARY_WAVE_BROADCAST
	BinaryRotateLeft    BinaryOp = C.VYRE_BINARY_ROTATE_LEFT
	BinaryRotateRight   BinaryOp = C.VYRE_BINARY_ROTATE_RIGHT
	BinaryWrappingAdd   BinaryOp = C.VYRE_BINARY_WRAPPING_ADD
	BinaryWrappingSub   BinaryOp = C.VYRE_BINARY_WRAPPING_SUB
	BinaryMulHigh       BinaryOp = C.VYRE_BINARY_MUL_HIGH
)

// Binary is the operator op of left and right.
func (b *Builder) Binary(op BinaryOp, left, right Expr) Expr {
	p, h := use(b)
	defer h.done(p)
	return expr(C.vyre_builder_binary(p, C.uint32_t(op), left.c(), right.c()))
}

// Add is left + right.
func (b *Builder) Add(left, right Expr) Expr { return b.Binary(BinaryAdd, left, right) }

// Sub is left - right.
func (b *Builder) Sub(left, right Expr) Expr { return b.Binary(BinarySub, left, right) }

// Mul is left * right.
func (b *Builder) Mul(left, right Expr) Expr { return b.Binary(BinaryMul, left, right) }

// Div is left / right.
func (b *Builder) Div(left, right Expr) Expr { return b.Binary(BinaryDiv, left, right) }

// Mod is the remainder of left / right.
func (b *Builder) Mod(left, right Expr) Expr { return b.Binary(BinaryMod, left, right) }

// BitAnd is left & right.
func (b *Builder) BitAnd(left, right Expr) Expr { return b.Binary(BinaryBitAnd, left, right) }

// BitOr is left | right.
func (b *Builder) BitOr(left, right Expr) Expr { return b.Binary(BinaryBitOr, left, right) }

// BitXor is left ^ right.
func (b *Builder) BitXor(left, right Expr) Expr { return b.Binary(BinaryBitXor, left, right) }

// Shl is left shifted up by right bits.
func (b *Builder) Shl(left, right Expr) Expr { return b.Binary(BinaryShl, left, right) }

// Shr is left shifted down by right bits.
func (b *Builder) Shr(left, right Expr) Expr { return b.Binary(BinaryShr, left, right) }

// Eq is left == right.
func (b *Builder) Eq(left, right Expr) Expr { return b.Binary(BinaryEq, left, right) }

// Ne is left != right.
func (b *Builder) Ne(left, right Expr) Expr { return b.Binary(BinaryNe, left, right) }

// Lt is left < right.
func (b *Builder) Lt(left, right Expr) Expr { return b.Binary(BinaryLt, left, right) }

// Gt is left > right.
func (b *Builder) Gt(left, right Expr) Expr { return b.Binary(BinaryGt, left, right) }

// Le is left <= right.
func (b *Builder) Le(left, right Expr) Expr { return b.Binary(BinaryLe, left, right) }

// Ge is left >= right.
func (b *Builder) Ge(left, right Expr) Expr { return b.Binary(BinaryGe, left, right) }

// And is left && right, of booleans; both are evaluated.
func (b *Builder) And(left, right Expr) Expr { return b.Binary(BinaryAnd, left, right) }

// Or is left || right, of booleans; both are evaluated.
func (b *Builder) Or(left, right Expr) Expr { return b.Binary(BinaryOr, left, right) }

// AbsDiff is the distance between left and right.
func (b *Builder) AbsDiff(left, right Expr) Expr { return b.Binary(BinaryAbsDiff, left, right) }

// Min is the lesser of the two.
func (b *Builder) Min(left, right Expr) Expr { return b.Binary(BinaryMin, left, right) }

// Max is the greater of the two.
func (b *Builder) Max(left, right Expr) Expr { return b.Binary(BinaryMax, left, right) }

// SaturatingAdd is left + right, stopping at the ends of the type.
func (b *Builder) SaturatingAdd(left, right Expr) Expr {
	return b.Binary(BinarySaturatingAdd, left, right)
}

// SaturatingSub is left - right, stopping at the ends of the type.
func (b *Builder) SaturatingSub(left, right Expr) Expr {
	return b.Binary(BinarySaturatingSub, left, right)
}

// SaturatingMul is left * right, stopping at the ends of the type.
func (b *Builder) SaturatingMul(left, right Expr) Expr {
	return b.Binary(BinarySaturatingMul, left, right)
}

// Shuffle is the operator BinaryShuffle.
func (b *Builder) Shuffle(left, right Expr) Expr { return b.Binary(BinaryShuffle, left, right) }

// Ballot is the operator BinaryBallot.
func (b *Builder) Ballot(left, right Expr) Expr { return b.Binary(BinaryBallot, left, right) }

// WaveReduce is the operator BinaryWaveReduce.
func (b *Builder) WaveReduce(left, right Expr) Expr { return b.Binary(BinaryWaveReduce, left, right) }

// WaveBroadcast is the operator BinaryWaveBroadcast.
func (b *Builder) WaveBroadcast(left, right Expr) Expr {
	return b.Binary(BinaryWaveBroadcast, left, right)
}

// RotateLeft is left with its bits rotated up by right.
func (b *Builder) RotateLeft(left, right Expr) Expr { return b.Binary(BinaryRotateLeft, left, right) }

// RotateRight is left with its bits rotated down by right.
func (b *Builder) RotateRight(left, right Expr) Expr { return b.Binary(BinaryRotateRight, left, right) }

// WrappingAdd is left + right, wrapping around.
func (b *Builder) WrappingAdd(left, right Expr) Expr { return b.Binary(BinaryWrappingAdd, left, right) }

// WrappingSub is left - right, wrapping around.
func (b *Builder) WrappingSub(left, right Expr) Expr { return b.Binary(BinaryWrappingSub, left, right) }

// MulHigh is the upper half of left * right.
func (b *Builder) MulHigh(left, right Expr) Expr { return b.Binary(BinaryMulHigh, left, right) }

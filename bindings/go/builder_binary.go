package vyre

// #include "all.h"
import "C"

// BinaryOp is an operator of two operands of one type.
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

// Binary is the operator op of e and right, which have one type. Both are always evaluated.
func (e Expr) Binary(op BinaryOp, right Expr) Expr {
	b := builderOf(e, right)
	p, h := use(b)
	defer h.done(p)
	return b.expr(C.vyre_builder_binary(p, C.vyre_binary(op), e.c(), right.c()))
}

// Add is e + right. Integers wrap.
func (e Expr) Add(right Expr) Expr { return e.Binary(BinaryAdd, right) }

// Sub is e - right. Integers wrap.
func (e Expr) Sub(right Expr) Expr { return e.Binary(BinarySub, right) }

// Mul is e * right. Integers wrap.
func (e Expr) Mul(right Expr) Expr { return e.Binary(BinaryMul, right) }

// Div is e / right. Integers are rounded toward 0. U32 by 0 is 0xFFFFFFFF. I32 by 0, and the least I32 by
// -1, fail the dispatch; see [PipelineDivisionGivesZero].
func (e Expr) Div(right Expr) Expr { return e.Binary(BinaryDiv, right) }

// Mod is the rest of that, with the sign of e; of integers; U32 % 0 is 0.
func (e Expr) Mod(right Expr) Expr { return e.Binary(BinaryMod, right) }

// BitAnd is e & right, of U32 or I32.
func (e Expr) BitAnd(right Expr) Expr { return e.Binary(BinaryBitAnd, right) }

// BitOr is e | right, of U32 or I32.
func (e Expr) BitOr(right Expr) Expr { return e.Binary(BinaryBitOr, right) }

// BitXor is e ^ right, of U32 or I32.
func (e Expr) BitXor(right Expr) Expr { return e.Binary(BinaryBitXor, right) }

// Shl is e shifted up, of U32; by the low 5 bits of right.
func (e Expr) Shl(right Expr) Expr { return e.Binary(BinaryShl, right) }

// Shr is e shifted down, of U32; by the low 5 bits of right, zeroes come in.
func (e Expr) Shr(right Expr) Expr { return e.Binary(BinaryShr, right) }

// Eq is e == right, a Bool; of NaN never.
func (e Expr) Eq(right Expr) Expr { return e.Binary(BinaryEq, right) }

// Ne is e != right, a Bool; of NaN always.
func (e Expr) Ne(right Expr) Expr { return e.Binary(BinaryNe, right) }

// Lt is e < right, a Bool; not of Bool.
func (e Expr) Lt(right Expr) Expr { return e.Binary(BinaryLt, right) }

// Gt is e > right, a Bool; not of Bool.
func (e Expr) Gt(right Expr) Expr { return e.Binary(BinaryGt, right) }

// Le is e <= right, a Bool; not of Bool.
func (e Expr) Le(right Expr) Expr { return e.Binary(BinaryLe, right) }

// Ge is e >= right, a Bool; not of Bool.
func (e Expr) Ge(right Expr) Expr { return e.Binary(BinaryGe, right) }

// And is whether both hold, a Bool; of Bool, or U32 that holds unless it is 0.
func (e Expr) And(right Expr) Expr { return e.Binary(BinaryAnd, right) }

// Or is whether one holds, or both, a Bool; operands as And.
func (e Expr) Or(right Expr) Expr { return e.Binary(BinaryOr, right) }

// AbsDiff is the larger one less the smaller one, of U32.
func (e Expr) AbsDiff(right Expr) Expr { return e.Binary(BinaryAbsDiff, right) }

// Min is the smaller; of a NaN and a number the number; of equals e.
func (e Expr) Min(right Expr) Expr { return e.Binary(BinaryMin, right) }

// Max is the larger; of a NaN and a number the number; of equals e.
func (e Expr) Max(right Expr) Expr { return e.Binary(BinaryMax, right) }

// SaturatingAdd is e + right of U32, at most 0xFFFFFFFF instead of wrapping.
func (e Expr) SaturatingAdd(right Expr) Expr { return e.Binary(BinarySaturatingAdd, right) }

// SaturatingSub is e - right of U32, at least 0 instead of wrapping.
func (e Expr) SaturatingSub(right Expr) Expr { return e.Binary(BinarySaturatingSub, right) }

// SaturatingMul is e * right of U32, at most 0xFFFFFFFF instead of wrapping.
func (e Expr) SaturatingMul(right Expr) Expr { return e.Binary(BinarySaturatingMul, right) }

// Shuffle is in no valid program: use [Expr.Subgroup].
func (e Expr) Shuffle(right Expr) Expr { return e.Binary(BinaryShuffle, right) }

// Ballot is in no valid program: use [Expr.Subgroup].
func (e Expr) Ballot(right Expr) Expr { return e.Binary(BinaryBallot, right) }

// WaveReduce is in no valid program: use [Expr.Subgroup].
func (e Expr) WaveReduce(right Expr) Expr { return e.Binary(BinaryWaveReduce, right) }

// WaveBroadcast is in no valid program: use [Expr.Subgroup].
func (e Expr) WaveBroadcast(right Expr) Expr { return e.Binary(BinaryWaveBroadcast, right) }

// RotateLeft is e with its bits rotated up, of U32; by the low 5 bits of right.
func (e Expr) RotateLeft(right Expr) Expr { return e.Binary(BinaryRotateLeft, right) }

// RotateRight is e with its bits rotated down, of U32; by the low 5 bits of right.
func (e Expr) RotateRight(right Expr) Expr { return e.Binary(BinaryRotateRight, right) }

// WrappingAdd is e + right of U32, I32 or U64.
func (e Expr) WrappingAdd(right Expr) Expr { return e.Binary(BinaryWrappingAdd, right) }

// WrappingSub is e - right of U32, I32 or U64.
func (e Expr) WrappingSub(right Expr) Expr { return e.Binary(BinaryWrappingSub, right) }

// MulHigh is the upper half of the whole product, of U32 or U64.
func (e Expr) MulHigh(right Expr) Expr { return e.Binary(BinaryMulHigh, right) }

//! What programs are built of.

numbers! {
    /// Where a parameter lives.
    MemoryKind {
        /// Memory of the device.
        GLOBAL = VYRE_MEMORY_GLOBAL,
        /// One copy for each workgroup, zeroed when the workgroup starts.
        SHARED = VYRE_MEMORY_SHARED,
        /// Small, only read, the same for all invocations.
        UNIFORM = VYRE_MEMORY_UNIFORM,
        /// A kind of the wire form; bound as its access says, like GLOBAL.
        LOCAL = VYRE_MEMORY_LOCAL,
        /// Memory of the device that is only read.
        READONLY = VYRE_MEMORY_READONLY,
        /// A kind of the wire form; bound as its access says, like GLOBAL.
        PUSH = VYRE_MEMORY_PUSH,
        /// Memory of the device that the caller keeps between dispatches.
        PERSISTENT = VYRE_MEMORY_PERSISTENT,
    }
}

numbers! {
    /// Who the running invocation is. All are U32.
    InvocationId {
        /// Its number in the whole grid, on one axis.
        INVOCATION = VYRE_ID_INVOCATION,
        /// The number of its workgroup in the grid, on one axis.
        WORKGROUP = VYRE_ID_WORKGROUP,
        /// Its number in its workgroup, on one axis.
        LOCAL = VYRE_ID_LOCAL,
        /// No device has it: reaching it fails. Take LOCAL modulo 32.
        SUBGROUP = VYRE_ID_SUBGROUP,
        /// No device has it: reaching it fails. It is 32.
        SUBGROUP_SIZE = VYRE_ID_SUBGROUP_SIZE,
    }
}

numbers! {
    /// Operators of two operands of one type: a and b. Both operands are always evaluated.
    Binary {
        /// `a + b`.
        ADD = VYRE_BINARY_ADD,
        /// `a - b`.
        SUB = VYRE_BINARY_SUB,
        /// `a * b`.
        MUL = VYRE_BINARY_MUL,
        /// `a / b`; integers toward 0. I32 by 0, and the least I32 by -1, fail the dispatch.
        DIV = VYRE_BINARY_DIV,
        /// The rest of that, with the sign of a; of integers; U32 % 0 is 0.
        MOD = VYRE_BINARY_MOD,
        /// U32 or I32.
        BIT_AND = VYRE_BINARY_BIT_AND,
        /// U32 or I32.
        BIT_OR = VYRE_BINARY_BIT_OR,
        /// U32 or I32.
        BIT_XOR = VYRE_BINARY_BIT_XOR,
        /// U32; by the low 5 bits of b.
        SHL = VYRE_BINARY_SHL,
        /// U32; by the low 5 bits of b, zeroes come in.
        SHR = VYRE_BINARY_SHR,
        /// A BOOL: equal; of NaN never.
        EQ = VYRE_BINARY_EQ,
        /// A BOOL: not equal; of NaN always.
        NE = VYRE_BINARY_NE,
        /// A BOOL: `a < b`; not of BOOL.
        LT = VYRE_BINARY_LT,
        /// A BOOL: `a > b`; not of BOOL.
        GT = VYRE_BINARY_GT,
        /// A BOOL: `a <= b`; not of BOOL.
        LE = VYRE_BINARY_LE,
        /// A BOOL: `a >= b`; not of BOOL.
        GE = VYRE_BINARY_GE,
        /// A BOOL: both hold; BOOL, or U32 that holds unless it is 0.
        AND = VYRE_BINARY_AND,
        /// A BOOL: one holds, or both; operands as AND.
        OR = VYRE_BINARY_OR,
        /// U32: the larger one less the smaller one.
        ABS_DIFF = VYRE_BINARY_ABS_DIFF,
        /// The smaller; of a NaN and a number the number; of equals a.
        MIN = VYRE_BINARY_MIN,
        /// The larger; of a NaN and a number the number; of equals a.
        MAX = VYRE_BINARY_MAX,
        /// U32: at most 0xFFFFFFFF instead of wrapping.
        SATURATING_ADD = VYRE_BINARY_SATURATING_ADD,
        /// U32: at least 0 instead of wrapping.
        SATURATING_SUB = VYRE_BINARY_SATURATING_SUB,
        /// U32: at most 0xFFFFFFFF instead of wrapping.
        SATURATING_MUL = VYRE_BINARY_SATURATING_MUL,
        /// In no valid program: use [`Builder::subgroup`](crate::Builder::subgroup).
        SHUFFLE = VYRE_BINARY_SHUFFLE,
        /// In no valid program: use [`Builder::subgroup`](crate::Builder::subgroup).
        BALLOT = VYRE_BINARY_BALLOT,
        /// In no valid program: use [`Builder::subgroup`](crate::Builder::subgroup).
        WAVE_REDUCE = VYRE_BINARY_WAVE_REDUCE,
        /// In no valid program: use [`Builder::subgroup`](crate::Builder::subgroup).
        WAVE_BROADCAST = VYRE_BINARY_WAVE_BROADCAST,
        /// U32; by the low 5 bits of b.
        ROTATE_LEFT = VYRE_BINARY_ROTATE_LEFT,
        /// U32; by the low 5 bits of b.
        ROTATE_RIGHT = VYRE_BINARY_ROTATE_RIGHT,
        /// `a + b` of U32, I32 or U64.
        WRAPPING_ADD = VYRE_BINARY_WRAPPING_ADD,
        /// `a - b` of U32, I32 or U64.
        WRAPPING_SUB = VYRE_BINARY_WRAPPING_SUB,
        /// U32 or U64: the upper half of the whole product.
        MUL_HIGH = VYRE_BINARY_MUL_HIGH,
    }
}

numbers! {
    /// Operators of one operand: a.
    Unary {
        /// `-a` of U32, which wraps, or F32; of I32 write `0 - a`.
        NEGATE = VYRE_UNARY_NEGATE,
        /// U32, I32 or U64.
        BIT_NOT = VYRE_UNARY_BIT_NOT,
        /// A BOOL: a does not hold; BOOL or U32, as [`Binary::AND`].
        LOGICAL_NOT = VYRE_UNARY_LOGICAL_NOT,
        /// How many bits are 1; U32, I32 or U64.
        POPCOUNT = VYRE_UNARY_POPCOUNT,
        /// Zeroes above the highest 1, all bits of 0; U32, I32 or U64.
        CLZ = VYRE_UNARY_CLZ,
        /// Zeroes below the lowest 1, all bits of 0; U32, I32 or U64.
        CTZ = VYRE_UNARY_CTZ,
        /// U32, I32 or U64.
        REVERSE_BITS = VYRE_UNARY_REVERSE_BITS,
        /// F32, in radians.
        COS = VYRE_UNARY_COS,
        /// F32, in radians.
        SIN = VYRE_UNARY_SIN,
        /// F32.
        ABS = VYRE_UNARY_ABS,
        /// F32.
        SQRT = VYRE_UNARY_SQRT,
        /// F32.
        FLOOR = VYRE_UNARY_FLOOR,
        /// F32.
        CEIL = VYRE_UNARY_CEIL,
        /// F32; halves away from 0.
        ROUND = VYRE_UNARY_ROUND,
        /// F32; toward 0.
        TRUNC = VYRE_UNARY_TRUNC,
        /// F32: -1, 0 or 1; a NaN stays.
        SIGN = VYRE_UNARY_SIGN,
        /// A BOOL of F32.
        IS_NAN = VYRE_UNARY_IS_NAN,
        /// A BOOL of F32.
        IS_INF = VYRE_UNARY_IS_INF,
        /// A BOOL of F32.
        IS_FINITE = VYRE_UNARY_IS_FINITE,
        /// F32: e to the power of a.
        EXP = VYRE_UNARY_EXP,
        /// F32, to base e.
        LOG = VYRE_UNARY_LOG,
        /// F32.
        LOG2 = VYRE_UNARY_LOG2,
        /// F32: 2 to the power of a.
        EXP2 = VYRE_UNARY_EXP2,
        /// F32, in radians.
        TAN = VYRE_UNARY_TAN,
        /// F32, in radians.
        ACOS = VYRE_UNARY_ACOS,
        /// F32, in radians.
        ASIN = VYRE_UNARY_ASIN,
        /// F32, in radians.
        ATAN = VYRE_UNARY_ATAN,
        /// F32.
        TANH = VYRE_UNARY_TANH,
        /// F32.
        SINH = VYRE_UNARY_SINH,
        /// F32.
        COSH = VYRE_UNARY_COSH,
        /// F32: 1 / sqrt(a), both rounded.
        INVERSE_SQRT = VYRE_UNARY_INVERSE_SQRT,
        /// Bits 0 to 3 of U32 or I32.
        UNPACK4_LOW = VYRE_UNARY_UNPACK4_LOW,
        /// Bits 4 to 7 of U32 or I32.
        UNPACK4_HIGH = VYRE_UNARY_UNPACK4_HIGH,
        /// Bits 0 to 7 of U32 or I32.
        UNPACK8_LOW = VYRE_UNARY_UNPACK8_LOW,
        /// Bits 24 to 31 of U32 or I32.
        UNPACK8_HIGH = VYRE_UNARY_UNPACK8_HIGH,
        /// F32: 1 / a.
        RECIPROCAL = VYRE_UNARY_RECIPROCAL,
    }
}

numbers! {
    /// How memory is ordered around an atomic or a barrier.
    Ordering {
        /// The atomic alone; not of a barrier.
        RELAXED = VYRE_ORDERING_RELAXED,
        /// What follows sees what others released.
        ACQUIRE = VYRE_ORDERING_ACQUIRE,
        /// What stands before is seen by those who acquire.
        RELEASE = VYRE_ORDERING_RELEASE,
        /// Both.
        ACQ_REL = VYRE_ORDERING_ACQ_REL,
        /// Both, and one order for all of this kind.
        SEQ_CST = VYRE_ORDERING_SEQ_CST,
        /// Of a barrier alone: the whole grid waits.
        GRID_SYNC = VYRE_ORDERING_GRID_SYNC,
    }
}

numbers! {
    /// Atomic operations on a U32 element.
    Atomic {
        /// The sum, which wraps.
        ADD = VYRE_ATOMIC_ADD,
        /// Bit by bit.
        OR = VYRE_ATOMIC_OR,
        /// Bit by bit.
        AND = VYRE_ATOMIC_AND,
        /// Bit by bit.
        XOR = VYRE_ATOMIC_XOR,
        /// The smaller.
        MIN = VYRE_ATOMIC_MIN,
        /// The larger.
        MAX = VYRE_ATOMIC_MAX,
        /// The value.
        EXCHANGE = VYRE_ATOMIC_EXCHANGE,
        /// The value, where the element was `expected`.
        COMPARE_EXCHANGE = VYRE_ATOMIC_COMPARE_EXCHANGE,
        /// A number of the wire form; reaching it fails.
        COMPARE_EXCHANGE_WEAK = VYRE_ATOMIC_COMPARE_EXCHANGE_WEAK,
        /// A number of the wire form; reaching it fails.
        FETCH_NAND = VYRE_ATOMIC_FETCH_NAND,
        /// The larger, as MAX.
        LRU_UPDATE = VYRE_ATOMIC_LRU_UPDATE,
    }
}

numbers! {
    /// What the invocations of a subgroup exchange. On every device a subgroup is 32 invocations of
    /// a workgroup, by their number in it. All of them count, also those that returned or stand
    /// elsewhere. Values are U32, or F32 where the comment says so.
    Subgroup {
        /// The sum, from the first invocation on; also F32.
        ADD = VYRE_SUBGROUP_ADD,
        /// The value of invocation `lane`, 0 where there is none; also F32.
        SHUFFLE = VYRE_SUBGROUP_SHUFFLE,
        /// A U32 with a bit for each invocation whose value holds.
        BALLOT = VYRE_SUBGROUP_BALLOT,
        /// The product, from the first invocation on; also F32.
        MUL = VYRE_SUBGROUP_MUL,
        /// The smallest; also F32, where a NaN does not count.
        MIN = VYRE_SUBGROUP_MIN,
        /// The largest; also F32, where a NaN does not count.
        MAX = VYRE_SUBGROUP_MAX,
        /// Bit by bit.
        AND = VYRE_SUBGROUP_AND,
        /// Bit by bit.
        OR = VYRE_SUBGROUP_OR,
        /// Bit by bit.
        XOR = VYRE_SUBGROUP_XOR,
    }
}

numbers! {
    /// Exchanges between the ranks of a group.
    Collective {
        /// `source` in place: each element combined over all ranks.
        ALL_REDUCE = VYRE_COLLECTIVE_ALL_REDUCE,
        /// `destination`: the sources of all ranks in their order.
        ALL_GATHER = VYRE_COLLECTIVE_ALL_GATHER,
        /// `destination`: this rank's part of what is combined.
        REDUCE_SCATTER = VYRE_COLLECTIVE_REDUCE_SCATTER,
        /// `source` in place: what rank `root` has.
        BROADCAST = VYRE_COLLECTIVE_BROADCAST,
    }
}

numbers! {
    /// How a collective combines elements.
    Reduce {
        /// Of ALL_GATHER and BROADCAST.
        NONE = VYRE_REDUCE_NONE,
        /// The sum.
        SUM = VYRE_REDUCE_SUM,
        /// The smallest.
        MIN = VYRE_REDUCE_MIN,
        /// The largest.
        MAX = VYRE_REDUCE_MAX,
        /// Bit by bit, of integers.
        BIT_AND = VYRE_REDUCE_BIT_AND,
        /// Bit by bit, of integers.
        BIT_OR = VYRE_REDUCE_BIT_OR,
        /// Bit by bit, of integers.
        BIT_XOR = VYRE_REDUCE_BIT_XOR,
    }
}

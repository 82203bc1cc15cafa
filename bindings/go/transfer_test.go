package vyre

import (
	"context"
	"testing"
)

func TestCopiesAndFillsWaitOrNot(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		a, b := opened(device.CreateBuffer(16, nil))(t), opened(device.CreateBuffer(16, nil))(t)
		words := func(buffer *Buffer) []uint32 {
			data := make([]uint32, 4)
			ok(t, buffer.Read(0, BytesOf(data)))
			return data
		}
		ok(t, a.Write(0, BytesOf([]uint32{1, 2, 3, 4})))
		ok(t, a.CopyTo(4, b, 0, 12))
		wantSlice(t, words(b), []uint32{2, 3, 4, 0})
		ok(t, b.Fill(8, 8, 9))
		wantSlice(t, words(b), []uint32{2, 3, 9, 9})
		copied := opened(b.CopyToAsync(0, a, 8, 8))(t)
		filled := opened(b.FillAsync(0, 4, 7))(t)
		written := opened(b.WriteAsync(4, BytesOf([]uint32{6})))(t)
		for _, work := range []*Work{copied, filled, written} {
			ok(t, work.Wait(context.Background()))
		}
		ok(t, a.StartCopyTo(0, b, 8, 4))
		ok(t, b.StartFill(12, 4, 5))
		ok(t, a.StartWrite(0, BytesOf([]uint32{8})))
		ok(t, device.WaitIdle(context.Background()))
		wantSlice(t, words(a), []uint32{8, 2, 2, 3})
		wantSlice(t, words(b), []uint32{7, 6, 1, 5})
		wantError(t, b.Fill(0, 6, 1), ErrInvalidArgument, "multiples of 4")
		wantError(t, a.CopyTo(0, a, 4, 8), ErrInvalidArgument, "overlaps itself")
	})
}

func TestWhatIsReadStaysWithTheWork(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		buffer := opened(device.CreateBuffer(16, nil))(t)
		ok(t, buffer.Write(4, []byte{5, 6, 7, 8}))
		read := opened(buffer.ReadAsync(4, 3))(t)
		ok(t, buffer.Write(4, []byte{0, 0, 0, 0}))
		data := make([]byte, 3)
		wantError(t, read.CollectBytes(data[:2]), ErrInvalidArgument, "3 bytes")
		ok(t, read.CollectBytes(data))
		wantSlice(t, data, []byte{5, 6, 7})
		wantSlice(t, must(read.Bytes())(t), []byte{5, 6, 7})

		sequence := opened(device.CreateSequence(nil))(t)
		wantEqual(t, must(sequence.AddFill(buffer, 4, 4, 3))(t), 0)
		step := must(sequence.AddRead(buffer, 4, 4))(t)
		run := opened(sequence.RunAsync(nil))(t)
		wantSlice(t, must(run.StepBytes(step))(t), []byte{3, 0, 0, 0})
	})
}

func TestBudgetIsAskedAbout(t *testing.T) {
	const large = 20 << 20
	onEach(t, func(t *testing.T, device *Device) {
		ok(t, device.Prepare())
		before := must(device.Memory())(t)
		asked := uint64(0)
		ok(t, device.SetBudget(before.ReservedBytes, func(wanted, used uint64) bool {
			asked += wanted
			return false
		}))
		_, err := device.CreateBuffer(large, nil)
		wantError(t, err, ErrDeviceOutOfMemory, "more are requested")
		wantEqual(t, asked, large)
		ok(t, device.SetBudget(Unknown, nil))
		buffer := opened(device.CreateBuffer(large, nil))(t)
		after := must(device.Memory())(t)
		wantEqual(t, after.UsedBytes >= before.UsedBytes+large, true)
		wantEqual(t, after.Allocations > before.Allocations, true)
		wantEqual(t, after.TotalBytes != Unknown, true)
		wantEqual(t, buffer.Info().Size, large)
	})
}

package vyre

// #include "all.h"
import "C"

import "unsafe"

// CopyTo copies size bytes from offset to toOffset of the buffer to, which may be of any device:
// between two it goes through the host. Ranges of one buffer may not overlap. Blocks.
func (b *Buffer) CopyTo(offset uint64, to *Buffer, toOffset, size uint64) error {
	p, h := use(b)
	defer h.done(p)
	t, th := use(to)
	defer th.done(t)
	return take(C.vyre_buffer_copy(p, C.uint64_t(offset), t, C.uint64_t(toOffset), C.uint64_t(size)))
}

// CopyToAsync is CopyTo without waiting, within one device. Between two it returns when the copy is
// done.
func (b *Buffer) CopyToAsync(offset uint64, to *Buffer, toOffset, size uint64) (*Work, error) {
	return startedWork(func(out **C.vyre_work) error { return b.copyTo(offset, to, toOffset, size, out) })
}

// StartCopyTo is CopyToAsync without an object; [Device.WaitIdle] tells a failure.
func (b *Buffer) StartCopyTo(offset uint64, to *Buffer, toOffset, size uint64) error {
	return b.copyTo(offset, to, toOffset, size, nil)
}

func (b *Buffer) copyTo(offset uint64, to *Buffer, toOffset, size uint64, out **C.vyre_work) error {
	p, h := use(b)
	defer h.done(p)
	t, th := use(to)
	defer th.done(t)
	return take(C.vyre_buffer_copy_async(p, C.uint64_t(offset), t, C.uint64_t(toOffset), C.uint64_t(size), out))
}

// Fill repeats word over size bytes from offset, both multiples of 4. Blocks.
func (b *Buffer) Fill(offset, size uint64, word uint32) error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_buffer_fill(p, C.uint64_t(offset), C.uint64_t(size), C.uint32_t(word)))
}

// FillAsync is Fill without waiting.
func (b *Buffer) FillAsync(offset, size uint64, word uint32) (*Work, error) {
	return startedWork(func(out **C.vyre_work) error { return b.fill(offset, size, word, out) })
}

// StartFill is FillAsync without an object; [Device.WaitIdle] tells a failure.
func (b *Buffer) StartFill(offset, size uint64, word uint32) error {
	return b.fill(offset, size, word, nil)
}

func (b *Buffer) fill(offset, size uint64, word uint32, out **C.vyre_work) error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_buffer_fill_async(p, C.uint64_t(offset), C.uint64_t(size), C.uint32_t(word), out))
}

// WriteAsync is Write without waiting; data has been read on return. Writes in a row share a
// submission. [ErrNotReady] where Write would wait for room.
func (b *Buffer) WriteAsync(offset uint64, data []byte) (*Work, error) {
	return startedWork(func(out **C.vyre_work) error { return b.write(offset, data, out) })
}

// StartWrite is WriteAsync without an object; [Device.WaitIdle] tells a failure.
func (b *Buffer) StartWrite(offset uint64, data []byte) error { return b.write(offset, data, nil) }

func (b *Buffer) write(offset uint64, data []byte, out **C.vyre_work) error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_buffer_write_async(p, C.uint64_t(offset), memory(data), C.size_t(len(data)), out))
}

// ReadAsync reads size bytes from offset without waiting: [Work.CollectBytes] and [Work.Bytes] have
// them.
func (b *Buffer) ReadAsync(offset, size uint64) (*Work, error) {
	p, h := use(b)
	defer h.done(p)
	var out *C.vyre_work
	return made[Work](C.vyre_buffer_read_async(p, C.uint64_t(offset), C.uint64_t(size), &out), &out)
}

// startedWork is the work that start starts.
func startedWork(start func(**C.vyre_work) error) (*Work, error) {
	var out *C.vyre_work
	if err := start(&out); err != nil {
		return nil, err
	}
	return owned[Work](out, nil), nil
}

// CollectBytes waits for the end and copies what [Buffer.ReadAsync] or [Image.ReadAsync] read to data,
// once. It has exactly that size. Blocks.
func (w *Work) CollectBytes(data []byte) error {
	p, h := use(w)
	defer h.done(p)
	return take(C.vyre_work_collect_bytes(p, memory(data), C.size_t(len(data))))
}

// Bytes waits for the end and gives what [Buffer.ReadAsync] or [Image.ReadAsync] read, as a slice of
// its own. Blocks.
func (w *Work) Bytes() ([]byte, error) { return w.bytes(0) }

// StepBytes waits for the end and gives what that step of a sequence's run read, when no other run
// has begun since. Blocks.
func (w *Work) StepBytes(step ReadStep) ([]byte, error) { return w.bytes(C.uint32_t(step)) }

func (w *Work) bytes(read C.uint32_t) ([]byte, error) {
	p, h := use(w)
	defer h.done(p)
	var out C.vyre_bytes
	if err := take(C.vyre_work_get_bytes(p, read, &out)); err != nil {
		return nil, err
	}
	return append([]byte{}, unsafe.Slice((*byte)(out.data), int(out.size))...), nil
}

package vyre

// #include "all.h"
import "C"

import "os"

// withFile makes a call with a file that stays open meanwhile; one that is not open is -1.
func withFile(file *os.File, call func(C.vyre_file) *C.vyre_error) *C.vyre_error {
	var e *C.vyre_error
	held := false
	if conn, err := file.SyscallConn(); err == nil {
		held = conn.Control(func(fd uintptr) { e = call(C.vyre_file_of(C.int64_t(fd))) }) == nil
	}
	if !held {
		return call(C.vyre_file_of(-1))
	}
	return e
}

// LoadFile reads size bytes at fileOffset of the file, which is a regular one or a block device, to
// offset of the buffer. The file's position is neither used nor moved. After an error the buffer has
// the bytes it had. Blocks.
func (b *Buffer) LoadFile(offset uint64, file *os.File, fileOffset, size uint64) error {
	p, h := use(b)
	defer h.done(p)
	return take(withFile(file, func(f C.vyre_file) *C.vyre_error {
		return C.vyre_buffer_load_file(p, C.uint64_t(offset), f, C.uint64_t(fileOffset), C.uint64_t(size))
	}))
}

// SaveFile writes size bytes from offset of the buffer to fileOffset of the file, which grows where
// it has to. Blocks.
func (b *Buffer) SaveFile(offset uint64, file *os.File, fileOffset, size uint64) error {
	p, h := use(b)
	defer h.done(p)
	return take(withFile(file, func(f C.vyre_file) *C.vyre_error {
		return C.vyre_buffer_save_file(p, C.uint64_t(offset), f, C.uint64_t(fileOffset), C.uint64_t(size))
	}))
}

// LoadFileAsync is LoadFile as background work. The file may be closed when it returns; the buffer
// has the bytes when the work is ready, all at once.
func (b *Buffer) LoadFileAsync(offset uint64, file *os.File, fileOffset, size uint64) (*Work, error) {
	p, h := use(b)
	defer h.done(p)
	var out *C.vyre_work
	e := withFile(file, func(f C.vyre_file) *C.vyre_error {
		return C.vyre_buffer_load_file_async(p, C.uint64_t(offset), f, C.uint64_t(fileOffset), C.uint64_t(size), &out)
	})
	return made[Work](e, &out)
}

// SaveFileAsync is SaveFile as background work. The file may be closed when it returns.
func (b *Buffer) SaveFileAsync(offset uint64, file *os.File, fileOffset, size uint64) (*Work, error) {
	p, h := use(b)
	defer h.done(p)
	var out *C.vyre_work
	e := withFile(file, func(f C.vyre_file) *C.vyre_error {
		return C.vyre_buffer_save_file_async(p, C.uint64_t(offset), f, C.uint64_t(fileOffset), C.uint64_t(size), &out)
	})
	return made[Work](e, &out)
}

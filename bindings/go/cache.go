package vyre

// #include "callback.h"
import "C"

import (
	"time"
	"unsafe"
)

// CacheMiss is why a file of the cache folder was not used.
type CacheMiss uint32

const (
	CacheMissAbsent        CacheMiss = C.VYRE_CACHE_MISS_ABSENT         // there is no such file: the usual one
	CacheMissUnreadable    CacheMiss = C.VYRE_CACHE_MISS_UNREADABLE     // the system does not open or read it
	CacheMissNotAFile      CacheMiss = C.VYRE_CACHE_MISS_NOT_A_FILE     // a symbolic link, a folder, a pipe
	CacheMissForeignOwner  CacheMiss = C.VYRE_CACHE_MISS_FOREIGN_OWNER  // another user's, and not root's
	CacheMissTooLarge      CacheMiss = C.VYRE_CACHE_MISS_TOO_LARGE      // over 64 MiB; it is not read
	CacheMissNotAnEntry    CacheMiss = C.VYRE_CACHE_MISS_NOT_AN_ENTRY   // it does not begin like one
	CacheMissOlderForm     CacheMiss = C.VYRE_CACHE_MISS_OLDER_FORM     // an older library wrote it
	CacheMissNewerForm     CacheMiss = C.VYRE_CACHE_MISS_NEWER_FORM     // a newer library wrote it
	CacheMissDamagedHeader CacheMiss = C.VYRE_CACHE_MISS_DAMAGED_HEADER // the checksum of its header is wrong
	CacheMissOtherKey      CacheMiss = C.VYRE_CACHE_MISS_OTHER_KEY      // whole, but it belongs to another key
	CacheMissTruncated     CacheMiss = C.VYRE_CACHE_MISS_TRUNCATED      // shorter than its header says
	CacheMissDamagedBytes  CacheMiss = C.VYRE_CACHE_MISS_DAMAGED_BYTES  // wrong checksum, or longer than its header says
)

// String is "damaged header" for CacheMissDamagedHeader; empty for numbers that are none.
func (m CacheMiss) String() string { return text(C.vyre_cache_miss_name(C.vyre_cache_miss(m))) }

// CacheEntry is one file of the cache folder.
type CacheEntry struct {
	Path    string // inside the folder: two digits, a slash, the 64 digits of the key
	Bytes   uint64
	Used    time.Time // when it was last read or written
	Damaged CacheMiss // what is wrong with it; 0: nothing, or it was not checked
}

func cacheEntry(e *C.vyre_cache_entry_info) CacheEntry {
	return CacheEntry{
		Path:    text(e.path),
		Bytes:   uint64(e.bytes),
		Used:    time.Unix(0, int64(e.used_ns)),
		Damaged: CacheMiss(e.damaged),
	}
}

// CacheListFlags are bits of how [Context.ListCache] looks.
type CacheListFlags uint64

// CacheListCheck reads every file and compares its checksums. Without it only names, sizes and times
// are read.
const CacheListCheck CacheListFlags = C.VYRE_CACHE_LIST_CHECK

// CacheList is the files of a cache folder in the order of their paths. It is a copy; there is
// nothing to close.
type CacheList []CacheEntry

// ListCache looks at the context's cache folder as it is now. [ErrNotFound] for a context without a
// folder. Blocks.
func (c *Context) ListCache(flags CacheListFlags) (CacheList, error) {
	p, h := use(c)
	defer h.done(p)
	var list *C.vyre_cache_list
	if err := take(C.vyre_cache_list_create(p, C.vyre_cache_list_flags(flags), &list)); err != nil {
		return nil, err
	}
	defer C.vyre_cache_list_destroy(list)
	info := C.vyre_cache_list_get_info(list)
	return each(info.entries, info.entry_count, cacheEntry), nil
}

// TrimCache removes from the context's cache folder what was used longest ago until the rest is
// within the budget, and says how many files are gone. The library trims by itself when it has
// written much. Blocks.
func (c *Context) TrimCache() (removed uint64, err error) {
	p, h := use(c)
	defer h.done(p)
	var out C.uint64_t
	err = take(C.vyre_context_trim_cache(p, &out))
	return uint64(out), err
}

// ClearCache removes every kernel from the context's cache folder, and says how many files are gone.
// Blocks.
func (c *Context) ClearCache() (removed uint64, err error) {
	p, h := use(c)
	defer h.done(p)
	var out C.uint64_t
	err = take(C.vyre_context_clear_cache(p, &out))
	return uint64(out), err
}

// CacheKey is all that a kernel was compiled from, as a digest.
type CacheKey [32]byte

// SaveKeys gives the keys of all kernels that the device has in memory now, for
// [Device.PrepareKeys] in a later run.
func (d *Device) SaveKeys() ([]CacheKey, error) {
	p, h := use(d)
	defer h.done(p)
	var out *C.vyre_blob
	bytes, err := written(C.vyre_device_save_keys(p, &out), &out)
	keys := make([]CacheKey, len(bytes)/len(CacheKey{}))
	for i := range keys {
		copy(keys[i][:], bytes[i*len(CacheKey{}):])
	}
	return keys, err
}

// PrepareKeys takes the kernels of these keys from the context's cache folder into memory, so that
// pipelines which need them find them there. progress (may be nil) gets how many keys of how many are
// through, after each; false ends the preparation. prepared is how many are in memory then: keys that
// the folder does not have, or that belong to another device, driver or build, are passed over.
// Blocks.
func (d *Device) PrepareKeys(keys []CacheKey, progress func(done, total uint64) bool) (prepared uint64, err error) {
	p, h := use(d)
	defer h.done(p)
	var call C.vyre_progress_fn
	var user unsafe.Pointer
	if progress != nil {
		call, user = C.vyre_progress_fn(C.vyreGoProgress), newUser(progress)
		defer freeUser(user)
	}
	var out C.uint64_t
	size := C.size_t(len(keys) * len(CacheKey{}))
	err = take(C.vyre_device_prepare_keys(p, memory(keys), size, call, user, &out))
	return uint64(out), err
}

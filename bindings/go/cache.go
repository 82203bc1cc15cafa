package vyre

// #include "callback.h"
import "C"

import (
	"time"
	"unsafe"
)

// Miss is why the cache folder did not have a kernel.
type Miss uint32

const (
	MissAbsent        Miss = C.VYRE_CACHE_MISS_ABSENT
	MissUnreadable    Miss = C.VYRE_CACHE_MISS_UNREADABLE    // the system does not open or read the file
	MissNotAFile      Miss = C.VYRE_CACHE_MISS_NOT_A_FILE    // a symbolic link, a folder, a pipe
	MissForeignOwner  Miss = C.VYRE_CACHE_MISS_FOREIGN_OWNER // another user's
	MissTooLarge      Miss = C.VYRE_CACHE_MISS_TOO_LARGE
	MissNotAnEntry    Miss = C.VYRE_CACHE_MISS_NOT_AN_ENTRY // its first bytes are none of the library's
	MissOlderForm     Miss = C.VYRE_CACHE_MISS_OLDER_FORM
	MissNewerForm     Miss = C.VYRE_CACHE_MISS_NEWER_FORM
	MissDamagedHeader Miss = C.VYRE_CACHE_MISS_DAMAGED_HEADER
	MissOtherKey      Miss = C.VYRE_CACHE_MISS_OTHER_KEY // it was stored under another key
	MissTruncated     Miss = C.VYRE_CACHE_MISS_TRUNCATED
	MissDamagedBytes  Miss = C.VYRE_CACHE_MISS_DAMAGED_BYTES
)

// String is "damaged header" for MissDamagedHeader; empty for numbers that have no name.
func (m Miss) String() string { return text(C.vyre_cache_miss_name(C.uint32_t(m))) }

// CacheCounters is what happened to compiled kernels. All grow only, but those "now".
type CacheCounters struct {
	// Of the backend's memory.
	Asked    uint64 // kernels that were asked for
	Hits     uint64 // that were there, or were being made
	Waits    uint64 // of these: another thread was making them
	Made     uint64 // compiled, or taken from the folder
	Failures uint64 // attempts that made nothing
	Evicted  uint64 // had to go for the budgets
	Entries  uint64 // now
	Bytes    uint64 // now, as an estimate

	// Of the context's folder: files, of which a kernel has two. Zero without a folder.
	DiskHits         uint64
	DiskWrites       uint64
	DiskFailedWrites uint64     // not kept; nothing else happened
	DiskTrimmed      uint64     // removed for the budget
	DiskMisses       [16]uint64 // by Miss
}

// CacheCounters are the counters as they are now.
func (b *Backend) CacheCounters() (CacheCounters, error) {
	p, h := use(b)
	defer h.done(p)
	c := blank[C.vyre_cache_counters]()
	err := take(C.vyre_backend_get_cache_counters(p, &c))
	counters := CacheCounters{
		Asked:            uint64(c.asked),
		Hits:             uint64(c.hits),
		Waits:            uint64(c.waits),
		Made:             uint64(c.made),
		Failures:         uint64(c.failures),
		Evicted:          uint64(c.evicted),
		Entries:          uint64(c.entries),
		Bytes:            uint64(c.bytes),
		DiskHits:         uint64(c.disk_hits),
		DiskWrites:       uint64(c.disk_writes),
		DiskFailedWrites: uint64(c.disk_failed_writes),
		DiskTrimmed:      uint64(c.disk_trimmed),
	}
	for i, count := range c.disk_misses {
		counters.DiskMisses[i] = uint64(count)
	}
	return counters, err
}

// CacheHitRate is the hits in ten thousand of hits and misses, rounded down, and whether it is known:
// not when both are 0.
func CacheHitRate(hits, misses uint64) (rate uint32, known bool) {
	of := C.vyre_cache_hit_rate(C.uint64_t(hits), C.uint64_t(misses))
	return uint32(max(of, 0)), of >= 0
}

// CacheHitRateAlarm says whether that rate is known and below least.
func CacheHitRateAlarm(hits, misses uint64, least uint32) bool {
	return C.vyre_cache_hit_rate_alarm(C.uint64_t(hits), C.uint64_t(misses), C.uint32_t(least)) != 0
}

// Origin is where a pipeline's kernel came from.
type Origin uint32

const (
	OriginUnknown  Origin = C.VYRE_ORIGIN_UNKNOWN // the backend keeps nothing, or it is made at the first dispatch
	OriginCompiled Origin = C.VYRE_ORIGIN_COMPILED
	OriginDisk     Origin = C.VYRE_ORIGIN_DISK // of the cache folder: nothing was lowered
	OriginMemory   Origin = C.VYRE_ORIGIN_MEMORY
)

// Origin is where the kernel that the pipeline has now came from.
func (p *Pipeline) Origin() (Origin, error) {
	c, h := use(p)
	defer h.done(c)
	var origin C.uint32_t
	err := take(C.vyre_pipeline_get_origin(c, &origin))
	return Origin(origin), err
}

// CacheKey is all that a kernel was compiled from, as a digest.
type CacheKey [C.VYRE_CACHE_KEY_BYTES]byte

// ExportKeys gives the keys of all kernels that the backend has in memory now, for
// [Backend.PrepareKeys] in a later run.
func (b *Backend) ExportKeys() ([]CacheKey, error) {
	p, h := use(b)
	defer h.done(p)
	bytes, err := sized(func(data unsafe.Pointer, capacity C.size_t, out *C.size_t) *C.vyre_error {
		return C.vyre_backend_export_keys(p, data, capacity, out)
	})
	keys := make([]CacheKey, len(bytes)/len(CacheKey{}))
	for i := range keys {
		copy(keys[i][:], bytes[i*len(CacheKey{}):])
	}
	return keys, err
}

// PrepareKeys makes the kernels of those keys from the context's folder, so that pipelines that need
// them find them. progress (may be nil) gets how many keys of how many are through, after each; false
// ends the preparation. prepared is how many are in memory then: keys that the folder does not have,
// or that are from another device or build, are passed over. Blocks.
func (b *Backend) PrepareKeys(keys []CacheKey, progress func(done, total uint64) bool) (prepared uint64, err error) {
	p, h := use(b)
	defer h.done(p)
	var call C.vyre_progress_fn
	var user unsafe.Pointer
	if progress != nil {
		call, user = C.vyre_progress_fn(C.vyreGoProgress), newUser(progress)
		defer freeUser(user)
	}
	var out C.uint64_t
	size := C.size_t(len(keys) * len(CacheKey{}))
	err = take(C.vyre_backend_prepare_keys(p, memory(keys), size, call, user, &out))
	return uint64(out), err
}

// CacheEntry is a file of the cache folder.
type CacheEntry struct {
	Path    string // inside the folder: two digits, a slash, the key's 64 digits
	Bytes   uint64
	Used    time.Time // when it was last read or written
	Damaged Miss      // what is wrong with it; 0: nothing, or it was not checked
}

// CacheEntries is what lies in the context's cache folder, in the order of names. With check every
// file is read and its digests are checked. [ErrNotFound] for a context without a folder.
func (c *Context) CacheEntries(check bool) ([]CacheEntry, error) {
	p, h := use(c)
	defer h.done(p)
	var list *C.vyre_cache_list
	if err := take(C.vyre_cache_list_create(p, flag(check, C.VYRE_CACHE_LIST_CHECK), &list)); err != nil {
		return nil, err
	}
	defer C.vyre_cache_list_destroy(list)
	return each(C.vyre_cache_list_count(list), func(i C.size_t) (CacheEntry, error) {
		entry := blank[C.vyre_cache_entry]()
		err := take(C.vyre_cache_list_get(list, i, &entry))
		return CacheEntry{
			Path:    text(entry.path),
			Bytes:   uint64(entry.bytes),
			Used:    time.Unix(0, int64(entry.used_ns)),
			Damaged: Miss(entry.damaged),
		}, err
	})
}

// TrimCache removes from the context's cache folder what was used longest ago until it is within its
// budget, and says how many files are gone. The library does it by itself, as background work.
func (c *Context) TrimCache() (removed uint64, err error) {
	p, h := use(c)
	defer h.done(p)
	var out C.uint64_t
	err = take(C.vyre_context_trim_cache(p, &out))
	return uint64(out), err
}

// ClearCache removes every entry of the context's cache folder, and says how many files are gone.
func (c *Context) ClearCache() (removed uint64, err error) {
	p, h := use(c)
	defer h.done(p)
	var out C.uint64_t
	err = take(C.vyre_context_clear_cache(p, &out))
	return uint64(out), err
}

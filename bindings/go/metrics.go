package vyre

// #include "all.h"
import "C"

// MetricID is what the library counts on a device. What says "now" goes up and down; all others only
// grow. The cache metrics are of the device's memory of kernels, the disk metrics of the context's
// cache folder. RecordNS, SubmitNS, SpinNS and BlockNS are sums over all threads, and are known only
// in a context with MeasureTimes.
type MetricID uint32

const (
	// scripts/generate writes: metrics
	MetricDispatches        MetricID = C.VYRE_METRIC_DISPATCHES          // accepted, each with all its segments
	MetricSplitDispatches   MetricID = C.VYRE_METRIC_SPLIT_DISPATCHES    // of those: cut at grid barriers
	MetricSegments          MetricID = C.VYRE_METRIC_SEGMENTS            // that split dispatches ran
	MetricGridBarriers      MetricID = C.VYRE_METRIC_GRID_BARRIERS       // between those segments
	MetricSpilledBytes      MetricID = C.VYRE_METRIC_SPILLED_BYTES       // of hidden buffers that carry values across the cuts
	MetricSubmissions       MetricID = C.VYRE_METRIC_SUBMISSIONS         // to the device, copies included
	MetricWaits             MetricID = C.VYRE_METRIC_WAITS               // calls that blocked until the device was further
	MetricKernelsCompiled   MetricID = C.VYRE_METRIC_KERNELS_COMPILED    // each segment of a program is one
	MetricKernelsAlive      MetricID = C.VYRE_METRIC_KERNELS_ALIVE       // now
	MetricBuffersAlive      MetricID = C.VYRE_METRIC_BUFFERS_ALIVE       // buffers that have memory now
	MetricDeviceBytes       MetricID = C.VYRE_METRIC_DEVICE_BYTES        // of device memory that is reserved now
	MetricMaxDeviceBytes    MetricID = C.VYRE_METRIC_MAX_DEVICE_BYTES    // the most that were reserved at once
	MetricTraps             MetricID = C.VYRE_METRIC_TRAPS               // dispatches that a trap ended
	MetricDeviceLosses      MetricID = C.VYRE_METRIC_DEVICE_LOSSES       // how often the device was lost
	MetricRecoveries        MetricID = C.VYRE_METRIC_RECOVERIES          // how often it was opened again
	MetricRecordNS          MetricID = C.VYRE_METRIC_RECORD_NS           // preparing and recording commands
	MetricSubmitNS          MetricID = C.VYRE_METRIC_SUBMIT_NS           // in the driver's call that submits them
	MetricSpinNS            MetricID = C.VYRE_METRIC_SPIN_NS             // waiting for the device, looking again and again
	MetricBlockNS           MetricID = C.VYRE_METRIC_BLOCK_NS            // waiting for the device asleep
	MetricDeviceNS          MetricID = C.VYRE_METRIC_DEVICE_NS           // that the device measured, for timed dispatches
	MetricDeviceTimed       MetricID = C.VYRE_METRIC_DEVICE_TIMED        // dispatches that asked the device for its time
	MetricUploads           MetricID = C.VYRE_METRIC_UPLOADS             // copies of host bytes into memory of the device
	MetricUploadedBytes     MetricID = C.VYRE_METRIC_UPLOADED_BYTES      // of these; what is used where it lies is no copy
	MetricDownloads         MetricID = C.VYRE_METRIC_DOWNLOADS           // copies of bytes of the device to host memory
	MetricDownloadedBytes   MetricID = C.VYRE_METRIC_DOWNLOADED_BYTES    // of these
	MetricDeviceCopies      MetricID = C.VYRE_METRIC_DEVICE_COPIES       // between buffers of the device
	MetricDeviceCopiedBytes MetricID = C.VYRE_METRIC_DEVICE_COPIED_BYTES // of these
	MetricRecordings        MetricID = C.VYRE_METRIC_RECORDINGS          // command buffers that were recorded
	MetricRepetitions       MetricID = C.VYRE_METRIC_REPETITIONS         // submissions of one as it was recorded before
	MetricBarriers          MetricID = C.VYRE_METRIC_BARRIERS            // that were recorded
	MetricCacheAsked        MetricID = C.VYRE_METRIC_CACHE_ASKED         // kernels that were asked for
	MetricCacheHits         MetricID = C.VYRE_METRIC_CACHE_HITS          // that were there, or were being made
	MetricCacheWaits        MetricID = C.VYRE_METRIC_CACHE_WAITS         // of these: another thread was making them
	MetricCacheMade         MetricID = C.VYRE_METRIC_CACHE_MADE          // compiled, or taken from the folder
	MetricCacheFailures     MetricID = C.VYRE_METRIC_CACHE_FAILURES      // attempts that made nothing
	MetricCacheEvicted      MetricID = C.VYRE_METRIC_CACHE_EVICTED       // had to go for the budgets
	MetricCacheEntries      MetricID = C.VYRE_METRIC_CACHE_ENTRIES       // kernels that are kept now
	MetricCacheBytes        MetricID = C.VYRE_METRIC_CACHE_BYTES         // that they take now; an estimate
	MetricDiskHits          MetricID = C.VYRE_METRIC_DISK_HITS           // files that were used; a kernel has two
	MetricDiskWrites        MetricID = C.VYRE_METRIC_DISK_WRITES         // files that were written
	MetricDiskFailedWrites  MetricID = C.VYRE_METRIC_DISK_FAILED_WRITES  // not kept; nothing else happened
	MetricDiskTrimmed       MetricID = C.VYRE_METRIC_DISK_TRIMMED        // removed for the budget
	MetricDiskMisses        MetricID = C.VYRE_METRIC_DISK_MISSES         // files that were not used: 42 to 53, by reason
	// scripts/generate ends
)

// MetricOther is the id of all metrics that a plug-in counts itself.
const MetricOther MetricID = MetricID(UnknownU32)

// Metric is the metric of this miss: [MetricDiskMisses] and those behind it.
func (m CacheMiss) Metric() MetricID { return MetricDiskMisses + MetricID(m) }

// MetricKind is how a metric moves.
type MetricKind uint32

const (
	MetricCounter MetricKind = C.VYRE_METRIC_KIND_COUNTER // only grows
	MetricGauge   MetricKind = C.VYRE_METRIC_KIND_GAUGE   // how it is now
)

// Metric is one metric.
type Metric struct {
	Name  string // for exporters: does not change
	Unit  string // "ns", "bytes"; empty for plain counts
	Text  string // what is counted, for people
	Value uint64 // [Unknown]: nobody counts it
	Kind  MetricKind
	ID    MetricID
}

// MetricList is the metrics of a device by id, and behind them those of a plug-in's own. It is a
// copy; there is nothing to close.
type MetricList []Metric

// Value is that of a metric, [Unknown] for one that is not counted.
func (l MetricList) Value(id MetricID) uint64 {
	for _, metric := range l {
		if metric.ID == id {
			return metric.Value
		}
	}
	return Unknown
}

// Metrics is what was counted on the device since it was opened, recoveries included. Works with a
// device that is lost or was shut down, too.
func (d *Device) Metrics() (MetricList, error) {
	p, h := use(d)
	defer h.done(p)
	var list *C.vyre_metric_list
	if err := take(C.vyre_metric_list_create(p, &list)); err != nil {
		return nil, err
	}
	defer C.vyre_metric_list_destroy(list)
	info := C.vyre_metric_list_get_info(list)
	return each(info.metrics, info.metric_count, metric), nil
}

func metric(m *C.vyre_metric_info) Metric {
	return Metric{
		Name: text(m.name), Unit: text(m.unit), Text: text(m.text),
		Value: uint64(m.value), Kind: MetricKind(m.kind), ID: MetricID(m.id),
	}
}

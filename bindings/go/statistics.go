package vyre

// #include <vyre_driver.h>
import "C"

// StatisticFlags are bits of what a backend tells of where its time and its bytes went.
type StatisticFlags uint64

const (
	// scripts/generate writes: statistic bits
	StatisticRecordNS          StatisticFlags = C.VYRE_STATISTIC_RECORD_NS
	StatisticSubmitNS          StatisticFlags = C.VYRE_STATISTIC_SUBMIT_NS
	StatisticSpinNS            StatisticFlags = C.VYRE_STATISTIC_SPIN_NS
	StatisticBlockNS           StatisticFlags = C.VYRE_STATISTIC_BLOCK_NS
	StatisticDeviceNS          StatisticFlags = C.VYRE_STATISTIC_DEVICE_NS
	StatisticDeviceTimed       StatisticFlags = C.VYRE_STATISTIC_DEVICE_TIMED
	StatisticUploads           StatisticFlags = C.VYRE_STATISTIC_UPLOADS
	StatisticUploadedBytes     StatisticFlags = C.VYRE_STATISTIC_UPLOADED_BYTES
	StatisticDownloads         StatisticFlags = C.VYRE_STATISTIC_DOWNLOADS
	StatisticDownloadedBytes   StatisticFlags = C.VYRE_STATISTIC_DOWNLOADED_BYTES
	StatisticDeviceCopies      StatisticFlags = C.VYRE_STATISTIC_DEVICE_COPIES
	StatisticDeviceCopiedBytes StatisticFlags = C.VYRE_STATISTIC_DEVICE_COPIED_BYTES
	StatisticRecordings        StatisticFlags = C.VYRE_STATISTIC_RECORDINGS
	StatisticRepetitions       StatisticFlags = C.VYRE_STATISTIC_REPETITIONS
	StatisticBarriers          StatisticFlags = C.VYRE_STATISTIC_BARRIERS
	// scripts/generate ends
)

// Statistics is where the time and the bytes of a backend went since it was acquired, recoveries
// included: counted, never guessed. A field whose bit is not in Known is not known; the first four,
// nanoseconds over all goroutines, only in a context with Statistics. All grow only.
type Statistics struct {
	Known StatisticFlags
	// scripts/generate writes: statistics
	RecordNS          uint64 // preparing and recording commands
	SubmitNS          uint64 // in the driver's call that submits them
	SpinNS            uint64 // waiting for the device, looking again and again
	BlockNS           uint64 // waiting for it asleep
	DeviceNS          uint64 // what the device measured, for DeviceTimed dispatches
	DeviceTimed       uint64 // dispatches that asked for it
	Uploads           uint64 // copies of bytes of the host into memory that the device uses
	UploadedBytes     uint64 // of these; memory that is used where it lies counts as no copy
	Downloads         uint64 // copies of such memory to memory of the host
	DownloadedBytes   uint64 // of these
	DeviceCopies      uint64 // between buffers of the device
	DeviceCopiedBytes uint64 // of these
	Recordings        uint64 // command buffers that were recorded
	Repetitions       uint64 // submissions of one as it was recorded before
	Barriers          uint64 // that were recorded
	// scripts/generate ends
}

// Statistics are the statistics as they are now.
func (b *Backend) Statistics() (Statistics, error) {
	p, h := use(b)
	defer h.done(p)
	s := blank[C.vyre_statistics]()
	err := take(C.vyre_backend_get_statistics(p, &s))
	return Statistics{
		Known: StatisticFlags(s.set),
		// scripts/generate writes: values
		RecordNS:          uint64(s.record_ns),
		SubmitNS:          uint64(s.submit_ns),
		SpinNS:            uint64(s.spin_ns),
		BlockNS:           uint64(s.block_ns),
		DeviceNS:          uint64(s.device_ns),
		DeviceTimed:       uint64(s.device_timed),
		Uploads:           uint64(s.uploads),
		UploadedBytes:     uint64(s.uploaded_bytes),
		Downloads:         uint64(s.downloads),
		DownloadedBytes:   uint64(s.downloaded_bytes),
		DeviceCopies:      uint64(s.device_copies),
		DeviceCopiedBytes: uint64(s.device_copied_bytes),
		Recordings:        uint64(s.recordings),
		Repetitions:       uint64(s.repetitions),
		Barriers:          uint64(s.barriers),
		// scripts/generate ends
	}, err
}

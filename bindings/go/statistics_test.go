package vyre

import "testing"

func TestStatisticsTellWhereTimeAndBytesWent(t *testing.T) {
	for _, id := range []string{"cpu-ref", "vulkan"} {
		t.Run(id, func(t *testing.T) {
			backend := acquire(t, newTestContext(t, &ContextOptions{Statistics: true}), id)
			pipeline := compile(t, backend, increment)
			in, out := []uint32{1, 2, 3}, make([]uint32, 3)
			for range 3 {
				run(t, pipeline, Input(0, in), Output(1, out))
			}
			statistics := must(backend.Statistics())(t)
			if id == "cpu-ref" {
				wantEqual(t, statistics, Statistics{})
				return
			}
			times := StatisticRecordNS | StatisticSubmitNS | StatisticSpinNS | StatisticBlockNS
			wantEqual(t, statistics.Known&times, times)
			wantEqual(t, statistics.RecordNS > 0 && statistics.SubmitNS > 0, true)
			wantEqual(t, statistics.UploadedBytes, 36)
			wantEqual(t, statistics.DownloadedBytes, 36)
			wantEqual(t, statistics.Recordings, 1)
			wantEqual(t, statistics.Repetitions, 2)
		})
	}
}

func TestStatisticsHaveNoTimesUnlessAskedFor(t *testing.T) {
	backend := acquire(t, newTestContext(t, nil), "vulkan")
	statistics := must(backend.Statistics())(t)
	wantEqual(t, statistics.Known&StatisticRecordNS, 0)
	wantEqual(t, statistics.Known&StatisticUploads, StatisticUploads)
}

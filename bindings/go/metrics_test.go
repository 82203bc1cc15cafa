package vyre

import (
	"context"
	"testing"
)

func TestDevicesCountWhatTheyDo(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		ok(t, device.Prepare())
		wantIncrements(t, device)
		buffer := must(device.CreateBuffer(16, nil))(t)
		ok(t, device.WaitIdle(context.Background()))
		metrics := metricsOf(t, device)
		wantEqual(t, metrics.Value(MetricDispatches), 1)
		wantEqual(t, metrics.Value(MetricBuffersAlive), 1)
		wantEqual(t, metrics.Value(MetricRecoveries), 0)
		wantEqual(t, metrics.Value(MetricSubmissions) == Unknown, isOracle(device))
		buffer.Close()
		wantEqual(t, metricsOf(t, device).Value(MetricBuffersAlive), 0)
	})
}

func TestMetricsAreListedByNumberAndName(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		metrics := metricsOf(t, device)
		wantEqual(t, len(metrics), int(CacheMissDamagedBytes.Metric())+1)
		for i, metric := range metrics {
			wantEqual(t, metric.ID, MetricID(i))
			if metric.Name == "" || metric.Text == "" {
				t.Errorf("%+v lacks a text", metric)
			}
		}
		wantEqual(t, metrics[MetricDispatches].Name, "dispatches")
		wantEqual(t, metrics[MetricDispatches].Kind, MetricCounter)
		wantEqual(t, metrics[MetricBuffersAlive].Kind, MetricGauge)
		wantEqual(t, metrics[MetricDeviceNS].Unit, "ns")
		wantEqual(t, metrics.Value(MetricOther), Unknown)
	})
}

func TestMetricsTellWhereTimeAndBytesWent(t *testing.T) {
	for _, id := range []string{"cpu-ref", "vulkan"} {
		t.Run(id, func(t *testing.T) {
			device := openID(t, newTestContext(t, &ContextOptions{MeasureTimes: true}), id)
			pipeline := compile(t, device, increment)
			in, out := []uint32{1, 2, 3}, make([]uint32, 3)
			for range 3 {
				run(t, pipeline, In("a", in), Out("out", out))
			}
			metrics := metricsOf(t, device)
			times := []MetricID{MetricRecordNS, MetricSubmitNS, MetricSpinNS, MetricBlockNS}
			for _, time := range times {
				wantEqual(t, metrics.Value(time) == Unknown, id == "cpu-ref")
			}
			if id == "cpu-ref" {
				return
			}
			wantEqual(t, metrics.Value(MetricRecordNS) > 0 && metrics.Value(MetricSubmitNS) > 0, true)
			wantEqual(t, metrics.Value(MetricUploadedBytes), 36)
			wantEqual(t, metrics.Value(MetricDownloadedBytes), 36)
			wantEqual(t, metrics.Value(MetricRecordings), 1)
			wantEqual(t, metrics.Value(MetricRepetitions), 2)
		})
	}
}

func TestMetricsHaveNoTimesUnlessAskedFor(t *testing.T) {
	metrics := metricsOf(t, openID(t, newTestContext(t, nil), "vulkan"))
	wantEqual(t, metrics.Value(MetricRecordNS), Unknown)
	wantEqual(t, metrics.Value(MetricUploads) == Unknown, false)
}

package main

import (
	"context"
	"fmt"
	"log"

	"vyre.local/vyre"
)

func main() {
	k := vyre.NewBuilder()
	a, b, out := k.Input("a", vyre.F32), k.Input("b", vyre.F32), k.Output("out", vyre.F32)
	i := k.Index()
	out.Store(i, a.Load(i).Mul(k.F32(2)).Add(b.Load(i)))

	device := vyre.Must(vyre.OpenDevice(nil)) // the best one
	kernel := vyre.Must(device.CreatePipeline(vyre.Must(k.Finish()), nil))
	x, y, z := []float32{1, 2.5, -3, 4000}, []float32{1, 1, 1, 1}, make([]float32, 4)
	bindings := []vyre.Binding{vyre.In("a", x), vyre.In("b", y), vyre.Out("out", z)}
	if _, err := kernel.Dispatch(context.Background(), bindings, nil); err != nil {
		log.Fatal(err)
	}
	fmt.Println(z, "on", device.Info().Name)
}

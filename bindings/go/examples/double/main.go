// Command double builds a program in code, runs it on the best device of the machine and prints
// what came out: every number doubled.
package main

import (
	"context"
	"fmt"
	"log"

	"vyre.local/vyre"
)

func main() {
	ctx := must(vyre.CreateContext(nil))
	backend := must(ctx.AcquirePreferredBackend(nil))
	profile := must(backend.Profile())

	b := must(ctx.CreateBuilder())
	b.SetWorkgroup(64, 1, 1)
	b.DeclareInput(0, "in", "F32")
	b.DeclareOutput(1, "out", "F32")
	i := b.InvocationID(0)
	b.If(b.Lt(i, b.Length("in")), func() {
		b.Store("out", i, b.Mul(b.Load("in", i), b.F32(2)))
	})
	pipeline := must(backend.CreatePipeline(must(b.Finish()), nil))

	in, out := []float32{1, 2.5, -3, 21}, make([]float32, 4)
	must(pipeline.Dispatch(context.Background(), []vyre.Binding{vyre.Input(0, in), vyre.Output(1, out)}, nil))
	fmt.Printf("%s: twice %v is %v\n", profile.Name, in, out)
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

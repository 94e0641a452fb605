package glyph

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkRead is one face in all four quarter turns.
func BenchmarkRead(b *testing.B) {
	c, err := New()
	if err != nil {
		b.Fatal(err)
	}
	f := drawnFace(48, barsOfE, 70, 200, rand.New(rand.NewPCG(1, 1)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Read(f); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkVectors is the part before the net.
func BenchmarkVectors(b *testing.B) {
	var x Extractor
	var v [4]Vector
	f := drawnFace(48, barsOfE, 70, 200, rand.New(rand.NewPCG(1, 1)))
	for b.Loop() {
		x.Vectors(f.Pix, f.Size, &v)
	}
}

package glyph_test

import (
	"testing"

	"tilewatch/ocr/glyph"
	"tilewatch/ocr/internal/facetest"
)

// BenchmarkRead is one face in all four quarter turns: gray alone, and with the chroma read too.
func BenchmarkRead(b *testing.B) {
	c := classifier(b)
	gray := draw(b, 'E', facetest.Plain())
	faint := facetest.Plain()
	faint.Plastic, faint.Ink, faint.Noise = 120, 128, 6
	both := draw(b, 'E', faint)
	both.Chroma = gray.Pix
	for _, f := range []struct {
		name string
		face glyph.Face
	}{{"gray", gray}, {"both planes", both}} {
		b.Run(f.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Read(f.face); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkVectors is the part before the net.
func BenchmarkVectors(b *testing.B) {
	var x glyph.Extractor
	var v [4]glyph.Vector
	f := draw(b, 'E', facetest.Plain())
	for b.Loop() {
		x.Vectors(f.Pix, f.Size, &v)
	}
}

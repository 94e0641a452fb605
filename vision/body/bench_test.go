package body

import (
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/picture"
)

func BenchmarkClaims(b *testing.B) {
	mat := gocv.NewMatWithSize(720, 1280, gocv.MatTypeCV8UC3)
	p := picture.FromMat(mat)
	defer p.Close()
	_ = picture.WithRaster(p, func(r *picture.Raster, _ gocv.Mat) error {
		var claims []engine.Quad
		for i := range 256 {
			claims = append(claims, square(float64(30*(i%40)), float64(30*(i/40)), 26))
		}
		for b.Loop() {
			if _, err := LogRatios(r, claims); err != nil {
				b.Fatal(err)
			}
		}
		return nil
	})
}

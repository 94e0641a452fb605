package letters

import (
	"image"
	"os"
	"path/filepath"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/ocr/alone"
	"tilewatch/vision/geom"
	"tilewatch/vision/picture"
)

// TestATableSeenAslantIsReadAsFromAbove shrinks stills to what a camera 56 degrees off sees of their height. Without the stretching 12 of 101 tiles are
// found again.
func TestATableSeenAslantIsReadAsFromAbove(t *testing.T) {
	reader, err := alone.New()
	if err != nil {
		t.Fatal(err)
	}
	eyes := New(reader)
	found, all := 0, 0
	for _, name := range []string{"001", "002", "003"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "letters", "stills", name+".jpg"))
		if err != nil {
			t.Fatal(err)
		}
		whole, err := picture.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		defer whole.Close()
		low := gocv.NewMat()
		if err := gocv.Resize(whole.Pixels, &low, image.Pt(whole.Width, whole.Height*56/100), 0, 0, gocv.InterpolationArea); err != nil {
			t.Fatal(err)
		}
		aslant := picture.FromMat(low)
		defer aslant.Close()
		want, err := eyes.Look(whole)
		if err != nil {
			t.Fatal(err)
		}
		got, err := eyes.Look(aslant)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		all += len(want.Tiles)
		by := float64(aslant.Height) / float64(whole.Height)
		for _, w := range want.Tiles {
			for i := range w.Quad {
				w.Quad[i].Y *= by
			}
			for _, g := range got.Tiles {
				if w.overlaps(g) && geom.Similar(geom.Dist(w.Quad[0], w.Quad[1]), geom.Dist(g.Quad[0], g.Quad[1]), 1.2) {
					found++
					break
				}
			}
		}
		if len(got.Tiles) > len(want.Tiles)+1 {
			t.Errorf("%s: %d tiles, %d as it is", name, len(got.Tiles), len(want.Tiles))
		}
	}
	if found < 92 || all < 98 {
		t.Errorf("%d of %d tiles are found aslant, want 92 of 98", found, all)
	}
}

//go:build race

package letters

import (
	"image"
	"reflect"
	"sync"
	"testing"

	"tilewatch/engine/lexicon"
)

// TestRacedOnceOnASmallPhoto reads a part of a photo in two goroutines at once, for the race detector, under which whole photos take a minute.
func TestRacedOnceOnASmallPhoto(t *testing.T) {
	photo, _ := load(t, "002")
	part := image.Rect(330, 180, 330+480, 180+360)
	small := redrawn(t, photo, func(image.Rectangle) image.Rectangle { return image.Rect(0, 0, part.Dx(), part.Dy()) }, func(x, y, _ int) (int, int) {
		return part.Min.X + x, part.Min.Y + y
	})
	words := lexicon.Default()
	var results [2]Result
	var errs [2]error
	var readers sync.WaitGroup
	for i := range results {
		readers.Go(func() {
			r, err := Open(words)
			if err != nil {
				errs[i] = err
				return
			}
			results[i], errs[i] = r.Read(small)
		})
	}
	readers.Wait()
	for i, r := range results {
		if errs[i] != nil || len(r.Tiles) == 0 {
			t.Fatalf("%d tiles, %v", len(r.Tiles), errs[i])
		}
		r.ElapsedMS = 0
		if results[i] = r; i > 0 && !reflect.DeepEqual(r, results[0]) {
			t.Errorf("one reads %+v, the other %+v", results[0], r)
		}
	}
}

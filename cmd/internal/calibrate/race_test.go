package calibrate

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"tilewatch/web/calibrate"
)

// TestRaceAStationIsAskedWhileItLooks has people ask for the state and the picture, and begin again, while a camera shows small pictures.
func TestRaceAStationIsAskedWhileItLooks(t *testing.T) {
	table := image.NewGray(image.Rect(0, 0, 96, 64))
	for i := range table.Pix {
		table.Pix[i] = uint8(60 + i%97)
	}
	var small bytes.Buffer
	if err := jpeg.Encode(&small, table, nil); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for i := range 8 {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%02d.jpg", i)), small.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := station(t)
	does(t, s, calibrate.Ask{Do: calibrate.Start, Step: calibrate.Camera})
	done := make(chan struct{})
	var people sync.WaitGroup
	for range 2 {
		people.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				s.State()
				s.Picture()
				if err := s.Do(t.Context(), calibrate.Ask{Do: calibrate.Start, Step: calibrate.Camera}); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	shows(t, s, folder)
	close(done)
	people.Wait()
	if state := shows(t, s, folder); state.Step != calibrate.Camera || s.Picture() == nil {
		t.Errorf("the state is %+v", state)
	}
}

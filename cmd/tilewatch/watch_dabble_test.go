package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"tilewatch/vision/source"
)

// onItsSide is a picture as a camera takes it that stands on its side: turned by 90 degrees, clockwise.
func onItsSide(img image.Image) image.Image {
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, b.Dy(), b.Dx()))
	xdraw.NearestNeighbor.Transform(out, f64.Aff3{0, -1, float64(b.Dy()), 1, 0, 0}, img, b, xdraw.Src, nil)
	return out
}

// repainted is a folder with the pictures of a film, painted again.
func repainted(t *testing.T, film string, paint func(image.Image) image.Image) (folder string) {
	t.Helper()
	pictures, err := source.Open(film, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer pictures.Close()
	folder = t.TempDir()
	for {
		frame, err := pictures.Next(t.Context())
		if errors.Is(err, io.EOF) {
			return folder
		}
		file, err2 := frame.JPEG(90)
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%04d.jpg", frame.Number)), redrawn(t, file, paint), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// racksSeen are the racks that a watch told last, each in words, and the frames at which it told them first.
func racksSeen(t *testing.T, source string) (racks map[int]string, first map[int]int) {
	t.Helper()
	out, diagnostics, status := call(t, "watch", "--json", "--game", "dabble", source)
	if status != exitDone {
		t.Fatalf("%s: status %d: %s", source, status, diagnostics)
	}
	racks, first = map[int]string{}, map[int]int{}
	for line := range strings.Lines(out) {
		var l struct {
			Type        string
			Frame, Rack int
			Points      int
			Tiers       []struct{ Word string }
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		if l.Type != "rack" {
			continue
		}
		if _, told := racks[l.Rack]; !told {
			first[l.Rack] = l.Frame
		}
		racks[l.Rack] = fmt.Sprint(l.Tiers, l.Points)
	}
	return racks, first
}

// TestADabbleFilmIsReadInAnyTurn watches a film as a camera takes it that stands on its side: it tells what an upright one tells, and when.
func TestADabbleFilmIsReadInAnyTurn(t *testing.T) {
	t.Parallel()
	const film = "../../testdata/dabble/live/oblique.mp4"
	want, at := racksSeen(t, film)
	if len(want) == 0 {
		t.Fatal("the film as it is shows no rack")
	}
	racks, first := racksSeen(t, repainted(t, film, onItsSide))
	if !maps.Equal(racks, want) {
		t.Errorf("%v, upright %v", racks, want)
	}
	for rack, frame := range at {
		if late := first[rack] - frame; late < -5 || late > 5 {
			t.Errorf("rack %d is told at frame %d, upright at %d", rack, first[rack], frame)
		}
	}
}

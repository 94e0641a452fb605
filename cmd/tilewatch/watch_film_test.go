package main

import (
	"encoding/json"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocv.io/x/gocv"
)

const film = "../../testdata/nabit/live/oblique.mp4"

// filmCutOff is the beginning of the film as an AVI that ends in the middle of a picture, as when a disk is full.
func filmCutOff(t *testing.T) string {
	t.Helper()
	from, err := gocv.VideoCaptureFile(film)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	name := filepath.Join(t.TempDir(), "cut.avi")
	to, err := gocv.VideoWriterFile(name, "MJPG", 15, 640, 360, true)
	if err != nil {
		t.Fatal(err)
	}
	picture, small := gocv.NewMat(), gocv.NewMat()
	defer picture.Close()
	defer small.Close()
	for range 12 {
		if !from.Read(&picture) {
			t.Fatal("the film in testdata cannot be read")
		}
		if err := gocv.Resize(picture, &small, image.Pt(640, 360), 0, 0, gocv.InterpolationArea); err != nil {
			t.Fatal(err)
		}
		if err := to.Write(small); err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(name, info.Size()*7/10); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestAFilmThatEndsInMidPictureIsWatchedToThere(t *testing.T) {
	out, diagnostics, status := call(t, "watch", "--json", filmCutOff(t))
	if status != exitDone {
		t.Errorf("status %d, diagnostics %q", status, diagnostics)
	}
	if !strings.Contains(diagnostics, "ends early") || !strings.Contains(diagnostics, "copy the file again") {
		t.Errorf("diagnostics without remedy: %q", diagnostics)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var last struct {
		Type  string
		Frame int
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
		t.Fatalf("%v: %q", err, out)
	}
	if last.Type != "summary" || last.Frame < 4 || last.Frame > 11 {
		t.Errorf("last line %+v", last)
	}
}

func TestAFilmWithoutItsEndThatSaysWhereItsPicturesAreIsRefused(t *testing.T) {
	data, err := os.ReadFile(film)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.mp4")
	if err := os.WriteFile(cut, data[:len(data)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	out, diagnostics, status := call(t, "watch", "--json", cut)
	if status != exitFailed || out != "" || !strings.Contains(diagnostics, "copied again") {
		t.Errorf("status %d, out %q, diagnostics %q", status, out, diagnostics)
	}
}

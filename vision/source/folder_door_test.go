package source

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/picture"
)

// album is a folder of pictures of these gray levels by their names.
func album(t *testing.T, levels map[string]float64) string {
	t.Helper()
	dir := t.TempDir()
	for name, level := range levels {
		shadedFile(t, filepath.Join(dir, name), 80, 80, level)
	}
	return dir
}

// leafed is an open folder in a fake time.
func leafed(t *testing.T, dir string, options Options) (*folder, *movingClock) {
	t.Helper()
	source, err := openFolder(dir, options)
	if err != nil {
		t.Fatal(err)
	}
	f, now := source.(*folder), &movingClock{at: time.Unix(1000, 0)}
	f.clock = now
	t.Cleanup(func() { f.Close() })
	return f, now
}

func TestAFoldersPicturesComeInTheOrderOfTheirNames(t *testing.T) {
	dir := album(t, map[string]float64{"b.png": 80, "a.JPG": 60, "c.jpeg": 100, "10.Png": 40, "2.png": 50})
	for _, other := range []string{"notes.txt", "a.json", "film.mp4", "jpg", ".png.swp"} {
		if err := os.WriteFile(filepath.Join(dir, other), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f, _ := leafed(t, dir, Options{FPS: 10})
	for _, want := range []string{"0:40@0s", "1:50@100ms", "2:60@200ms", "3:80@300ms", "4:100@400ms", "EOF", "EOF"} {
		if got := nextOf(t, f); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestAFoldersSpeedIsThatAskedForOrTheUsual(t *testing.T) {
	dir := album(t, map[string]float64{"1.png": 60, "2.png": 80})
	for fps, want := range map[float64]time.Duration{
		10: 100 * time.Millisecond, 0.5: 2 * time.Second,
		0: time.Second / frameRate, -3: time.Second / frameRate, math.NaN(): time.Second / frameRate,
	} {
		f, _ := leafed(t, dir, Options{FPS: fps})
		nextOf(t, f)
		frame, err := f.Next(t.Context())
		if err != nil || (frame.Time-want).Abs() > time.Microsecond {
			t.Errorf("at %v a second the second picture comes at %v, %v; want %v", fps, frame.Time, err, want)
		}
	}
}

func TestAPacedFolderKeepsItsTime(t *testing.T) {
	dir := album(t, map[string]float64{"1.png": 60, "2.png": 80, "3.png": 100})
	f, now := leafed(t, dir, Options{FPS: 10, Paced: true})
	nextOf(t, f)
	now.at = now.at.Add(20 * time.Millisecond)
	nextOf(t, f)
	if len(now.slept) != 1 || now.slept[0] != 80*time.Millisecond {
		t.Errorf("waited for %v, want 80ms", now.slept)
	}
	now.at = now.at.Add(time.Minute) // a caller who is late waits no more, and loses no picture
	if got := nextOf(t, f); got != "2:100@200ms" || len(now.slept) != 1 {
		t.Errorf("got %s after waits of %v", got, now.slept)
	}
}

func TestALoopedFolderGoesOnInNumberAndTime(t *testing.T) {
	f, _ := leafed(t, album(t, map[string]float64{"1.png": 60, "2.png": 80}), Options{FPS: 10, Loop: true})
	for _, want := range []string{"0:60@0s", "1:80@100ms", "2:60@200ms", "3:80@300ms"} {
		if got := nextOf(t, f); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestWhatCannotBeReadIsNotedAndCountsForNothing(t *testing.T) {
	dir := album(t, map[string]float64{"1.png": 60, "3.png": 100})
	whole, err := os.ReadFile(filepath.Join(dir, "1.png"))
	if err != nil {
		t.Fatal(err)
	}
	shadedFile(t, filepath.Join(dir, "2d.png"), 63, 80, 80)
	for name, data := range map[string][]byte{"2a.png": nil, "2b.png": []byte("a text"), "2c.png": whole[:45]} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "nowhere"), filepath.Join(dir, "2e.png")); err != nil {
		t.Fatal(err)
	}
	f, _ := leafed(t, dir, Options{FPS: 10})
	if got := nextOf(t, f); got != "0:60@0s" {
		t.Fatalf("first %s", got)
	}
	for _, want := range []string{"the file is empty", "use JPEG, PNG, WebP or HEIC", "damaged or cut off", "63x80", "no such file"} {
		_, err := f.Next(t.Context())
		var news *Status
		if !errors.As(err, &news) || news.Kind != Note || news.Frame != 0 || news.Time != 100*time.Millisecond ||
			!strings.Contains(news.Message, want) || !strings.Contains(news.Message, "left out") {
			t.Errorf("got %v, want a note after frame 0 with %q", err, want)
		}
	}
	if got := nextOf(t, f); got != "1:100@100ms" {
		t.Errorf("then %s, want the next number and time", got)
	}
}

func TestALoopedFolderOfNothingReadableEnds(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "1.png"), []byte("a text"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, _ := leafed(t, dir, Options{Loop: true})
	if got := nextOf(t, f); !strings.Contains(got, "note") {
		t.Errorf("first %s, want a note", got)
	}
	if _, err := f.Next(t.Context()); !errors.Is(err, io.EOF) {
		t.Errorf("then %v, want the end: it would be leafed through for ever", err)
	}
}

func TestAFoldersPicturesAreTurnedAndInColor(t *testing.T) {
	dir := t.TempDir()
	file, err := gocv.IMEncode(gocv.JPEGFileExt, shadedMat(t, 120, 80, [3]float64{100, 100, 100}))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	exif := []byte("\xff\xd8\xff\xe1\x00\x22Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00")
	if err := os.WriteFile(filepath.Join(dir, "1.jpg"), append(exif, bytes.Clone(file.GetBytes())[2:]...), 0o600); err != nil {
		t.Fatal(err)
	}
	gray := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(70, 0, 0, 0), 90, 130, gocv.MatTypeCV8UC1)
	defer gray.Close()
	if !gocv.IMWrite(filepath.Join(dir, "2.png"), gray) {
		t.Fatal("a gray picture cannot be written")
	}
	f, _ := leafed(t, dir, Options{})
	for _, want := range []struct{ w, h, level int }{{80, 120, 100}, {130, 90, 70}} {
		frame, err := f.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if frame.Mat.Cols() != want.w || frame.Mat.Rows() != want.h || !picture.Usable(&frame.Mat) || levelOf(frame) != want.level {
			t.Errorf("%dx%d of level %d, want %v in color", frame.Mat.Cols(), frame.Mat.Rows(), levelOf(frame), want)
		}
	}
}

func TestAFolderWhoseContextEndedLosesNoPicture(t *testing.T) {
	f, _ := leafed(t, album(t, map[string]float64{"1.png": 60}), Options{})
	ended, stop := context.WithCancel(t.Context())
	stop()
	if _, err := f.Next(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}
	if got := nextOf(t, f); got != "0:60@0s" {
		t.Errorf("then %s, want its first picture", got)
	}
}

func TestAFolderWithoutPicturesNamesTheRemedy(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "film.mp4"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openFolder(dir, Options{}); err == nil || !strings.Contains(err.Error(), "put JPEG, PNG or HEIC files there") {
		t.Errorf("got %v, want the remedy", err)
	}
	if _, err := openFolder(filepath.Join(dir, "film.mp4"), Options{}); err == nil || !strings.Contains(err.Error(), "cannot read folder") {
		t.Errorf("a file in place of a folder: %v", err)
	}
}

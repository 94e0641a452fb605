package main

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func still(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile("../../testdata/nabit/stills/009.jpg")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// drawnPhoto draws a gray picture as a JPEG.
func drawnPhoto(t *testing.T, width, height int, gray func(x, y int) uint8) []byte {
	t.Helper()
	drawn := image.NewGray(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			drawn.SetGray(x, y, color.Gray{Y: gray(x, y)})
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, drawn, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// hugePNG is a small file whose header promises width x height pixels, and which is whole otherwise.
func hugePNG(t *testing.T, width, height uint32) []byte {
	t.Helper()
	var small bytes.Buffer
	if err := png.Encode(&small, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	data := small.Bytes()
	const header = 8 + 4 // of the file, and the length of its first chunk
	binary.BigEndian.PutUint32(data[header+4:], width)
	binary.BigEndian.PutUint32(data[header+8:], height)
	binary.BigEndian.PutUint32(data[header+17:], crc32.ChecksumIEEE(data[header:header+17]))
	return data
}

func TestBadPhotosAreReportedAndTheOthersDone(t *testing.T) {
	t.Parallel()
	noise := rand.New(rand.NewPCG(1, 2))
	whole := still(t)
	bad := []struct {
		name, code string
		data       []byte
	}{
		{"text.jpg", "unreadable", []byte("This is no picture.\n")},
		{"empty.jpg", "unreadable", nil},
		{"cut.jpg", "unreadable", whole[:len(whole)/2]},
		{"head.jpg", "unreadable", whole[:200]},
		{"onepixel.jpg", "too_small", drawnPhoto(t, 1, 1, func(int, int) uint8 { return 128 })},
		{"hundredmegapixels.png", "too_large", hugePNG(t, 12_000, 9_000)},
		{"billions.png", "too_large", hugePNG(t, 60_000, 60_000)},
		{"dark.jpg", "too_dark", drawnPhoto(t, 1280, 720, func(int, int) uint8 { return uint8(noise.IntN(4)) })},
		{"table.jpg", "no_tiles", drawnPhoto(t, 1280, 720, func(x, y int) uint8 { return uint8(120 + x/20 + noise.IntN(8)) })},
		{"white.jpg", "no_tiles", drawnPhoto(t, 640, 480, func(int, int) uint8 { return 255 })},
		{"snow.jpg", "no_tiles", drawnPhoto(t, 640, 480, func(int, int) uint8 { return uint8(noise.IntN(256)) })},
	}
	folder := t.TempDir()
	args := []string{"score", "--json"}
	for _, b := range bad {
		path := filepath.Join(folder, b.name)
		if err := os.WriteFile(path, b.data, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	args = append(args, filepath.Join(folder, "missing.jpg"), folder, "../../testdata/nabit/stills/009.jpg")
	out, diagnostics, status := call(t, args...)
	lines := answers(t, out)
	if status != exitFailed || len(lines) != len(bad)+3 {
		t.Fatalf("status %d, %d lines\n%s\n%s", status, len(lines), out, diagnostics)
	}
	for i, b := range bad {
		if lines[i].Photo != args[2+i] || lines[i].Error.Code != b.code || lines[i].Error.Message == "" {
			t.Errorf("%s: %+v, want %s", b.name, lines[i].Error, b.code)
		}
	}
	for _, l := range lines[len(bad) : len(bad)+2] {
		if l.Error.Code != "unreadable" {
			t.Errorf("%s: %+v", l.Photo, l.Error)
		}
	}
	if last := lines[len(lines)-1]; last.Error.Code != "" || len(last.Cells) == 0 {
		t.Errorf("the good photo after them: %+v", last)
	}
}

func TestAFileLargerThanTheLimitIsNotRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "large.jpg")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 65<<20); err != nil {
		t.Fatal(err)
	}
	out, _, status := call(t, "score", "--json", path)
	if lines := answers(t, out); status != exitFailed || len(lines) != 1 || lines[0].Error.Code != "too_large" {
		t.Errorf("status %d: %s", status, out)
	}
}

func TestScoreWritesOnePhotoALineInTheOrderGiven(t *testing.T) {
	t.Parallel()
	photos := []string{"../../testdata/nabit/stills/037.jpg", "../../testdata/nabit/stills/009.jpg"}
	overlay := filepath.Join(t.TempDir(), "new", "folder")
	out, diagnostics, status := call(t, append([]string{"score", "--json", "--out", "purple", "--overlay", overlay}, photos...)...)
	lines := answers(t, out)
	if status != exitDone || len(lines) != len(photos) {
		t.Fatalf("status %d\n%s\n%s", status, out, diagnostics)
	}
	for i, l := range lines {
		if l.Photo != photos[i] || len(l.Cells) == 0 {
			t.Errorf("line %d: %+v", i, l)
		}
		purple := 0
		for _, s := range l.Scores {
			if s.Color == "purple" {
				purple += s.Out
			} else if s.Out != 0 {
				t.Errorf("%s: %s has a point for going out", l.Photo, s.Color)
			}
		}
		if purple != 1 {
			t.Errorf("%s: purple went out and has %d for it", l.Photo, purple)
		}
		drawn, err := os.ReadFile(filepath.Join(overlay, filepath.Base(photos[i])))
		if err != nil {
			t.Error(err)
		} else if config, _, err := image.DecodeConfig(bytes.NewReader(drawn)); err != nil || config.Width != 1280 {
			t.Errorf("overlay of %s: %+v, %v", l.Photo, config, err)
		}
	}
}

func TestScoreForPeople(t *testing.T) {
	t.Parallel()
	out, _, status := call(t, "score", "--answer", "bank:red=1", "../../testdata/nabit/stills/009.jpg") // which the picture leaves open
	if status != exitDone || strings.Contains(out, "{") || !strings.Contains(out, "Mp3") || !strings.Contains(out, "Purple wins by 1") {
		t.Errorf("status %d:\n%s", status, out)
	}
}

func TestPhotosWithoutATileEndWithStatusZero(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "table.jpg")
	if err := os.WriteFile(path, drawnPhoto(t, 640, 480, func(x, _ int) uint8 { return uint8(120 + x/20) }), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"score", "read"} {
		out, diagnostics, status := call(t, command, path)
		if status != exitDone || strings.Count(strings.TrimSpace(out), "\n") > 0 || !strings.Contains(out, "letter tiles") {
			t.Errorf("%s: status %d, %q, %q; want one sentence", command, status, out, diagnostics)
		}
		out, _, status = call(t, command, "--json", path)
		if lines := answers(t, out); status != exitDone || len(lines) != 1 || !strings.Contains(out, `"no_tiles"`) {
			t.Errorf("%s --json: status %d, %s", command, status, out)
		}
	}
}

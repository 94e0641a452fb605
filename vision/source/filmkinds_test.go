package source

import (
	"bytes"
	"errors"
	"image"
	"image/color/palette"
	"image/gif"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// toldOf reads the film to its end, and answers how many frames it has and what it says of itself. Before it reads on, it calls meanwhile.
func toldOf(t *testing.T, name string, meanwhile func()) (frames int, notes string) {
	t.Helper()
	film := mustOpen(t, name, Options{})
	defer film.Close()
	for {
		_, err := film.Next(t.Context())
		var news *Status
		switch {
		case errors.As(err, &news):
			notes += news.Message
			continue
		case errors.Is(err, io.EOF):
			return frames, notes
		case err != nil:
			t.Fatal(err)
		}
		if frames++; frames == 1 {
			meanwhile()
		}
	}
}

// TestAFilmOfUnevenPaceIsCutOnlyWhereAPartIsMissing has ten pictures in three seconds, of which the first six come in half a second: by duration
// and rate it would have 33.
func TestAFilmOfUnevenPaceIsCutOnlyWhereAPartIsMissing(t *testing.T) {
	for _, name := range []string{"uneven.mkv", "uneven.webm"} {
		whole, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		piped := bytes.Clone(whole) // its writer could not go back to say how long it has become
		size := bytes.Index(piped, []byte("\x18\x53\x80\x67")) + 4
		copy(piped[size:], "\x01\xff\xff\xff\xff\xff\xff\xff")
		part := whole[:len(whole)*9/10]
		for kind, c := range map[string]struct {
			file, more []byte
			frames     int
			want       string
		}{
			"whole":               {whole, nil, 10, ""},
			"from a pipe":         {piped, nil, 10, ""},
			"copied in part":      {part, nil, 0, "ends early, after "},
			"copied while read":   {part, whole[len(part):], 0, "is still being written"},
			"recorded while read": {piped[:len(part)], piped[len(part):], 0, "is still being written"},
		} {
			path := filepath.Join(t.TempDir(), name)
			write := func(data []byte) {
				f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
				if err == nil {
					_, err = f.Write(data)
				}
				if err = errors.Join(err, f.Close()); err != nil {
					t.Fatal(err)
				}
			}
			write(c.file)
			frames, notes := toldOf(t, path, func() { write(c.more) })
			if (c.want == "") != (notes == "") || !strings.Contains(notes, c.want) || c.frames > 0 && frames != c.frames {
				t.Errorf("%s, %s: %d frames, told %q, want %q", name, kind, frames, notes, c.want)
			}
		}
	}
}

func TestAFilmWithoutItsIndexIsToldFromWhatIsNoFilm(t *testing.T) {
	whole, err := os.ReadFile("testdata/turned.mp4")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "film.mp4")
	if err := os.WriteFile(path, whole[:bytes.Index(whole, []byte("moov"))-4], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, Options{}); err == nil || !strings.Contains(err.Error(), "lacks its index: copy it again, or wait") {
		t.Errorf("told %v", err)
	}
}

// TestATurnedFilmIsShownUpright has a phone's film whose upper half is light, and whose header says to turn it by a right angle.
func TestATurnedFilmIsShownUpright(t *testing.T) {
	film := mustOpen(t, "testdata/turned.mp4", Options{})
	defer film.Close()
	frame, err := film.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	w, h := frame.Mat.Cols(), frame.Mat.Rows()
	if left, right := frame.Mat.GetVecbAt(h/2, w/4)[0], frame.Mat.GetVecbAt(h/2, 3*w/4)[0]; w != 80 || h != 96 || left > 120 || right < 180 {
		t.Errorf("%dx%d, %d on its left and %d on its right", w, h, left, right)
	}
}

// TestAFilmOfHighRangeHasTheColorsOfOthers has one red, in films as televisions and as phones store them.
func TestAFilmOfHighRangeHasTheColorsOfOthers(t *testing.T) {
	for _, name := range []string{"pq.mp4", "hlg.mp4"} {
		film := mustOpen(t, "testdata/"+name, Options{})
		frame, err := film.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for c, want := range []float64{0x28, 0x28, 0xb0} {
			if got := float64(frame.Mat.GetVecbAt(40, 48)[c]); math.Abs(got-want) > 8 {
				t.Errorf("%s: channel %d is %v, want %v", name, c, got, want)
			}
		}
		film.Close()
	}
}

// TestAMovingGIFIsAFilm has three pictures; one alone may be a photo.
func TestAMovingGIFIsAFilm(t *testing.T) {
	for pictures, want := range map[int]string{1: `has a single picture: if it is a photo, use "tilewatch score"`, 3: ""} {
		var moving gif.GIF
		for n := range pictures {
			picture := image.NewPaletted(image.Rect(0, 0, 96, 80), palette.Plan9)
			for i := range picture.Pix {
				picture.Pix[i] = uint8(60 * (n + 1))
			}
			moving.Image, moving.Delay = append(moving.Image, picture), append(moving.Delay, 10)
		}
		path := filepath.Join(t.TempDir(), "film.gif")
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(gif.EncodeAll(file, &moving), file.Close()); err != nil {
			t.Fatal(err)
		}
		if frames, notes := toldOf(t, path, func() {}); frames != pictures || !strings.Contains(notes, want) || want == "" && notes != "" {
			t.Errorf("%d pictures: %d frames, told %q", pictures, frames, notes)
		}
	}
}

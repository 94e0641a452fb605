package calibration

import (
	"bytes"
	"math"
	"os"
	"testing"
)

func TestFromEXIFFindsEveryPhonesFocalLength(t *testing.T) {
	phones := 0
	for name, s := range scenes(t) {
		data, err := os.ReadFile(name + ".jpg")
		if err != nil {
			t.Fatal(err)
		}
		focal35, ok, err := FromEXIF(data)
		if err != nil || ok != (s.Kind == "phone") || ok && focal35 != s.Exif.Focal {
			t.Errorf("%s (%s): got %v, %v, %v; want %v", name, s.Kind, focal35, ok, err, s.Exif.Focal)
		}
		if !ok {
			continue
		}
		phones++
		f, truth := FilmFocal(focal35, s.Camera.Width, s.Camera.Height), s.Camera.K[0][0]
		if math.Abs(f.Best/truth-1) > 0.02 || truth < f.Low || truth > f.High {
			t.Errorf("%s: %+v, the lens has %v", name, f, truth)
		}
	}
	if phones == 0 {
		t.Error("no phone among the scenes")
	}
}

func TestFilmFocalIsTheSameEitherWayUp(t *testing.T) {
	if a, b := FilmFocal(26, 2016, 1512), FilmFocal(26, 1512, 2016); a != b || a.Best != 1456 {
		t.Errorf("got %+v and %+v", a, b)
	}
}

func TestOrientation(t *testing.T) {
	upright, err := os.ReadFile("../testdata/nabit/stills/002.jpg")
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(upright, []byte("\x01\x12\x00\x03\x00\x00\x00\x01\x00")) // the tag, a short, one of it
	if at < 0 {
		t.Fatal("the still has no orientation")
	}
	turned := bytes.Clone(upright)
	turned[at+9] = 6
	wrong := bytes.Clone(upright)
	wrong[at+9] = 9
	for want, data := range map[int][]byte{6: turned, 1: wrong} {
		if got := Orientation(data); got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	}
	if got := Orientation([]byte("no picture")); got != 1 {
		t.Errorf("no picture lies %d", got)
	}
}

func TestFromEXIFOnWhatIsNoPicture(t *testing.T) {
	photo, err := os.ReadFile("../testdata/nabit/stills/002.jpg")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "a text": []byte("hello"), "only a JPEG's first bytes": photo[:4], "a PNG's first bytes": []byte("\x89PNG\r\n\x1a\n"),
	} {
		if focal, ok, _ := FromEXIF(data); ok {
			t.Errorf("%s: told a focal length of %v", name, focal)
		}
	}
}

func FuzzFromEXIF(f *testing.F) {
	photo, err := os.ReadFile("../testdata/nabit/stills/002.jpg")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(photo[:min(len(photo), 1024)])
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x10Exif\x00\x00MM\x00*\x00\x00\x00\x08"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if focal, ok, _ := FromEXIF(data); ok && !(focal >= 4 && focal <= 2000) {
			t.Errorf("told %v", focal)
		}
	})
}

package picture

import (
	"errors"
	"os"
	"strings"
	"testing"

	"gocv.io/x/gocv"
)

func TestWhatIsNoPictureIsCalledWhatItIs(t *testing.T) {
	t.Parallel()
	for begin, kind := range map[string]string{
		"\xff\x0a\xfa\x1f": "JPEG XL", "\x00\x00\x00\x0cJXL \r\n\x87\n": "JPEG XL", "\x00\x00\x00\x0cjP  \r\n\x87\n": "JPEG 2000", "%PDF-1.7": "PDF", "PK\x03\x04": "ZIP",
		"<?xml version=\"1.0\"?>\n<!-- made by hand --><svg xmlns=": "SVG", "\x00\x00\x00\x20ftypisom\x00\x00\x02\x00isomiso2avc1mp41": Film, "\x00\x00\x00\x14ftypqt  \x00\x00\x02\x00qt  ": Film,
		"\x1aE\xdf\xa3\x01\x00": Film, "RIFF\x24\x00\x00\x00AVI LIST": Film, "FLV\x01\x05": Film, "\x30\x26\xb2\x75\x8e\x66": Film,
		"G@\x11\x10\x00": Film, "\x00\x00\x00\x00G@\x00\x10": Film, "hello": "", "<html>": "",
		"\x00\x00\x00\x1cftypM4A \x00\x00\x02\x00M4A mp42isom": Sound, "ID3\x04\x00": Sound, "RIFF\x24\x00\x00\x00WAVEfmt ": Sound, "fLaC\x00": Sound,
		"\xff\xfb\x90\x64": Sound, "\xff\xf1\x50\x80": Sound, "#!AMR\n": Sound, "OggS" + strings.Repeat("\x00", 24) + "OpusHead\x01": Sound,
		"OggS" + strings.Repeat("\x00", 24) + "\x80theora": Film,
	} {
		err := CheckHeader([]byte(begin + strings.Repeat(" ", 64)))
		var why *Error
		if !errors.As(err, &why) || why.Code != Unreadable || why.Kind != kind {
			t.Errorf("%q: %v, kind %q, want %q", begin, err, why.Kind, kind)
		} else if named := kind == "" || strings.Contains(why.Message, kind); !named {
			t.Errorf("%q: %s", kind, why.Message)
		}
	}
}

// TestFilesOfPhonesAreReadInEveryWay decodes them as photos, as pictures that are followed, and as a helper passes them on.
func TestFilesOfPhonesAreReadInEveryWay(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int{"../heif/testdata/plain.heic": {320, 180}, "../heif/testdata/plain.avif": {320, 180}, "testdata/moving.webp": {160, 90}} {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckHeader(file); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		p, err := Decode(file)
		if err != nil {
			if strings.Contains(err.Error(), "libheif") {
				t.Skip(err)
			}
			t.Fatalf("%s: %v", name, err)
		}
		if p.Width != size[0] || p.Height != size[1] || !Usable(&p.Pixels) {
			t.Errorf("%s: %dx%d", name, p.Width, p.Height)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		live := gocv.NewMat()
		if err := DecodeLive(file, &live); err != nil || live.Cols() != size[0] || live.Rows() != size[1] {
			t.Errorf("%s live: %dx%d, %v", name, live.Cols(), live.Rows(), err)
		}
		live.Close()
		plain, err := Uncompressed(file)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if p, err = Decode(plain); err != nil || p.Width != size[0] {
			t.Errorf("%s passed on: %v", name, err)
			continue
		}
		p.Close()
		for left := range 60 { // none may panic; what is cut off is told, or is no such file any more
			if p, err := Decode(file[:len(file)*left/60]); err == nil {
				p.Close()
			}
		}
	}
}

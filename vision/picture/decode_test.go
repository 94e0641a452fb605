package picture_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"slices"
	"testing"

	"tilewatch/vision/picture"
)

func codeOf(err error) picture.ErrorCode {
	var e *picture.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// encoded is a small picture as a file.
func encoded(t *testing.T, w, h int, encode func(*bytes.Buffer, image.Image) error) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := encode(&file, image.NewRGBA(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func asPNG(b *bytes.Buffer, m image.Image) error { return png.Encode(b, m) }

func asJPEG(b *bytes.Buffer, m image.Image) error { return jpeg.Encode(b, m, nil) }

// claiming is a PNG file whose header says that it is of this size.
func claiming(t *testing.T, w, h uint32) []byte {
	file := encoded(t, 100, 100, asPNG)
	const header = 8 + 4 // the signature and the first chunk's length come before its name
	binary.BigEndian.PutUint32(file[header+4:], w)
	binary.BigEndian.PutUint32(file[header+8:], h)
	binary.BigEndian.PutUint32(file[header+17:], crc32.ChecksumIEEE(file[header:header+17]))
	return file
}

// drawnOver is a JPEG file of that many scans.
func drawnOver(t *testing.T, scans int) []byte {
	file := encoded(t, 100, 100, asJPEG)
	at := bytes.Index(file, []byte("\xff\xda"))
	end := len(file) - 2
	return slices.Concat(file[:end], bytes.Repeat(file[at:end], scans-1), file[end:])
}

func TestFilmsBehindAPhotoAreNoScans(t *testing.T) {
	film := bytes.Repeat([]byte("\xff\xda"), 1000)
	for name, file := range map[string][]byte{"a motion photo": append(encoded(t, 100, 100, asJPEG), film...), "a hundred scans": drawnOver(t, 100)} {
		if err := picture.CheckHeader(file); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDecodeRefusesWhatIsNoPictureToRead(t *testing.T) {
	tests := []struct {
		rule string
		file []byte
		want picture.ErrorCode
	}{
		{"an empty file", nil, picture.Unreadable},
		{"a text", []byte("this is no picture"), picture.Unreadable},
		{"a cut header", encoded(t, 100, 100, asPNG)[:20], picture.Unreadable},
		{"one pixel", encoded(t, 1, 1, asPNG), picture.TooSmall},
		{"a strip too narrow for letters", encoded(t, 1000, 63, asPNG), picture.TooSmall},
		{"a hundred megapixels, refused on the header", claiming(t, 10000, 10000), picture.TooLarge},
		{"a JPEG drawn over and over", drawnOver(t, 101), picture.TooLarge},
		{"a hundred thousand pixels in a row", claiming(t, 1<<20, 1<<10), picture.TooLarge},
		{"too many bytes", make([]byte, picture.MaxBytes+1), picture.TooLarge},
		{"a JPEG's header alone", encoded(t, 100, 100, asJPEG)[:200], picture.Unreadable},
		{"a picture", encoded(t, 64, 64, asJPEG), ""},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			p, err := picture.Decode(tt.file)
			if codeOf(err) != tt.want || (err == nil) != (tt.want == "") {
				t.Errorf("error %v, want code %q", err, tt.want)
			}
			if err == nil {
				if err := p.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

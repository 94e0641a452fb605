package calibration

import (
	"bytes"
	"fmt"
	"math"
	"time"

	"github.com/bep/imagemeta"
)

// Focal is a focal length in pixels with the range in which the truth lies.
type Focal struct{ Best, Low, High float64 }

// The film that EXIF's "35 mm" refers to.
const filmWidth, filmHeight = 36.0, 24.0

// FilmFocal turns a focal length "in 35 mm film" into pixels of a width x height picture. The standard leaves open
// what to compare on a sensor of another shape: some makers match the long side (Best), some the diagonal, which is
// 4 % longer at 4:3 (in High). EXIF rounds to whole millimetres, up to 2 % at 26 mm. So a picture with a lattice in
// it should refine the length within the range.
func FilmFocal(focal35 float64, width, height int) Focal {
	long, diagonal := float64(max(width, height)), math.Hypot(float64(width), float64(height))
	bySide, byDiagonal := long/filmWidth, diagonal/math.Hypot(filmWidth, filmHeight)
	return Focal{
		Best: focal35 * bySide,
		Low:  (focal35 - 0.5) * min(bySide, byDiagonal),
		High: (focal35 + 0.5) * max(bySide, byDiagonal),
	}
}

// FromEXIF finds the focal length in 35 mm film, in mm, in a picture file's bytes (JPEG, PNG, WebP, TIFF, HEIF). ok is
// false when the file does not say; err is set only when it has a metadata block that cannot be read.
func FromEXIF(data []byte) (focal35 float64, ok bool, err error) {
	// 0 means unknown in the standard; nothing shorter than a fish-eye or longer than a telescope is true.
	return exifNumber(data, "FocalLengthIn35mmFormat", 4, 2000)
}

// Orientation is how EXIF says a picture file's pixels lie: 1 as stored (also when nothing is said), 2 to 8 mirrored or
// turned, in the standard's numbering.
func Orientation(data []byte) int {
	n, ok, _ := exifNumber(data, "Orientation", 1, 8)
	if !ok {
		return 1
	}
	return int(n)
}

// exifNumber finds a number between low and high in the EXIF block.
func exifNumber(data []byte, name string, low, high float64) (value float64, ok bool, err error) {
	format, known := imageFormat(data)
	if !known {
		return 0, false, nil
	}
	_, err = imagemeta.Decode(imagemeta.Options{
		R: bytes.NewReader(data), ImageFormat: format, Sources: imagemeta.EXIF, Timeout: 2 * time.Second,
		ShouldHandleTag: func(tag imagemeta.TagInfo) bool { return tag.Tag == name },
		HandleTag: func(tag imagemeta.TagInfo) error {
			// The block may describe a thumbnail too; the picture comes first.
			if v, is := number(tag.Value); is && !ok && v >= low && v <= high {
				value, ok = v, true
			}
			return nil
		},
	})
	if err != nil && !ok {
		return 0, false, fmt.Errorf("cannot read EXIF: %w", err)
	}
	return value, ok, nil
}

func number(value any) (float64, bool) {
	switch v := value.(type) {
	case uint16:
		return float64(v), true
	case uint32:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// imageFormat recognizes the file's kind by its first bytes.
func imageFormat(data []byte) (imagemeta.ImageFormat, bool) {
	has := func(at int, magic string) bool {
		return len(data) > at+len(magic) && string(data[at:at+len(magic)]) == magic
	}
	switch {
	case has(0, "\xff\xd8\xff"):
		return imagemeta.JPEG, true
	case has(0, "\x89PNG"):
		return imagemeta.PNG, true
	case has(0, "RIFF") && has(8, "WEBP"):
		return imagemeta.WebP, true
	case has(0, "II*\x00"), has(0, "MM\x00*"):
		return imagemeta.TIFF, true
	case has(4, "ftyp"):
		return imagemeta.HEIF, true
	}
	return 0, false
}

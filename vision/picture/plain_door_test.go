package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/png"
	"testing"

	"golang.org/x/image/bmp"
)

// plainFile is a PNG of two halves: left dark blue, right light red.
func plainFile(t *testing.T, w, h int) []byte {
	t.Helper()
	p := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		c := color.RGBA{20, 30, 120, 255}
		if i%w >= w/2 {
			c = color.RGBA{240, 140, 130, 255}
		}
		p.SetRGBA(i%w, i/w, c)
	}
	var file bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&file, p); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestAPlainPictureHasTheSizeThatIsFollowed(t *testing.T) {
	for name, c := range map[string]struct{ w, h, wantW, wantH int }{
		"small":                      {100, 70, 100, 70},
		"just below twice the limit": {4094, 64, 4094, 64},
		"twice the limit is halved":  {4096, 128, 2048, 64},
		"a tall one is halved, too":  {128, 4096, 64, 2048},
		"an odd one is rounded down": {4101, 131, 2050, 65},
	} {
		t.Run(name, func(t *testing.T) {
			file, err := Uncompressed(plainFile(t, c.w, c.h))
			if err != nil {
				t.Fatal(err)
			}
			p, err := bmp.Decode(bytes.NewReader(file))
			if err != nil {
				t.Fatalf("it is no BMP: %v", err)
			}
			if got := p.Bounds().Size(); got != image.Pt(c.wantW, c.wantH) {
				t.Fatalf("%dx%d comes as %v, want %dx%d", c.w, c.h, got, c.wantW, c.wantH)
			}
			for x, want := range map[int]color.RGBA{c.wantW / 4: {20, 30, 120, 255}, c.wantW * 3 / 4: {240, 140, 130, 255}} {
				if got := color.RGBAModel.Convert(p.At(x, c.wantH/2)); got != want {
					t.Errorf("at column %d it is %v, want %v", x, got, want)
				}
			}
		})
	}
}

func TestAPlainPictureNeedsNoDecoder(t *testing.T) {
	file, err := Uncompressed(plainFile(t, 100, 70))
	if err != nil {
		t.Fatal(err)
	}
	const header = 54
	if string(file[:2]) != "BM" || binary.LittleEndian.Uint32(file[30:]) != 0 || len(file) != header+3*100*70 {
		t.Errorf("%d bytes that begin with %q: want a header and 3 bytes a pixel", len(file), file[:2])
	}
}

func TestWhatIsNoPictureIsNotPassedOn(t *testing.T) {
	whole := plainFile(t, 100, 70)
	for name, c := range map[string]struct {
		file []byte
		code ErrorCode
	}{
		"nothing":         {nil, Unreadable},
		"text":            {[]byte("GET / HTTP/1.1"), Unreadable},
		"too small":       {plainFile(t, 63, 70), TooSmall},
		"a header only":   {whole[:40], Unreadable},
		"too many bytes":  {make([]byte, MaxBytes+1), TooLarge},
		"a bit of pixels": {whole[:45], Unreadable},
	} {
		t.Run(name, func(t *testing.T) {
			file, err := Uncompressed(c.file)
			var why *Error
			if file != nil || !errors.As(err, &why) || why.Code != c.code || why.Message == "" {
				t.Errorf("got %d bytes and %v, want %s", len(file), err, c.code)
			}
		})
	}
}

package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"gocv.io/x/gocv"
	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
)

// The four quarters of quartered, row by row.
var quarterColors = [4]color.RGBA{{200, 40, 40, 255}, {40, 200, 40, 255}, {40, 40, 200, 255}, {200, 200, 40, 255}}

// quartered is a picture of four colors: red and green above, blue and yellow below.
func quartered(w, h int) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, w, h))
	for i, c := range quarterColors {
		x, y := i%2*w/2, i/2*h/2
		draw.Draw(p, image.Rect(x, y, x+w/2, y+h/2), image.NewUniform(c), image.Point{}, draw.Src)
	}
	return p
}

// fileOf is a picture as a file.
func fileOf(t *testing.T, p image.Image, encode func(*bytes.Buffer, image.Image) error) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := encode(&file, p); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func writePNG(file *bytes.Buffer, p image.Image) error { return png.Encode(file, p) }

func writeJPEG(file *bytes.Buffer, p image.Image) error {
	return jpeg.Encode(file, p, &jpeg.Options{Quality: 95})
}

// decodedPicture is closed at the test's end.
func decodedPicture(t *testing.T, file []byte) *Picture {
	t.Helper()
	p, err := Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// quartersOf says which of quarterColors the quarters show, row by row; "?" is none.
func quartersOf(p *Picture) string {
	all := ""
	for i := range 4 {
		x, y := (2*(i%2)+1)*p.Width/4, (2*(i/2)+1)*p.Height/4
		seen := p.Pixels.GetVecbAt(y, x)
		name := "?"
		for k, c := range quarterColors {
			far := 0
			for channel, level := range [3]uint8{c.B, c.G, c.R} {
				far = max(far, int(seen[channel])-int(level), int(level)-int(seen[channel]))
			}
			if far <= 12 {
				name = string("rgby"[k])
			}
		}
		all += name
	}
	return all
}

// pngHeader is the beginning of a PNG file of that size, without pixels.
func pngHeader(w, h uint32) []byte {
	chunk := append([]byte("IHDR"), make([]byte, 13)...)
	binary.BigEndian.PutUint32(chunk[4:], w)
	binary.BigEndian.PutUint32(chunk[8:], h)
	chunk[12], chunk[13] = 8, 2 // bits, color
	file := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), chunk...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(chunk))
}

// oriented is a JPEG file with an EXIF block that says how it lies.
func oriented(file []byte, orientation uint16) []byte {
	tiff := []byte("MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01")
	tiff = binary.BigEndian.AppendUint16(tiff, orientation)
	tiff = append(tiff, 0, 0, 0, 0, 0, 0)
	block := append([]byte("Exif\x00\x00"), tiff...)
	out := append([]byte("\xff\xd8\xff\xe1"), byte((len(block)+2)>>8), byte(len(block)+2))
	return append(append(out, block...), file[2:]...)
}

func TestAPictureIsRefusedByItsHeader(t *testing.T) {
	small := fileOf(t, quartered(64, 64), writePNG)
	for name, c := range map[string]struct {
		file []byte
		code ErrorCode // "": taken
		say  string
	}{
		"nothing":                           {nil, Unreadable, "empty"},
		"one byte":                          {[]byte{0xff}, Unreadable, "use JPEG, PNG, WebP or HEIC"},
		"text":                              {[]byte("<html><body>not found</body></html>"), Unreadable, "use JPEG, PNG, WebP or HEIC"},
		"the beginning of a header":         {small[:20], Unreadable, "use JPEG, PNG, WebP or HEIC"},
		"a header whose sum is wrong":       {append(pngHeader(640, 480)[:29], 1, 2, 3, 4), Unreadable, "use JPEG, PNG, WebP or HEIC"},
		"the least size":                    {small, "", ""},
		"a pixel too narrow":                {fileOf(t, quartered(MinSide-1, 200), writePNG), TooSmall, "63x200"},
		"a pixel too low":                   {fileOf(t, quartered(200, MinSide-1), writePNG), TooSmall, "200x63"},
		"the greatest size":                 {pngHeader(10000, 5000), "", ""},
		"a column more":                     {pngHeader(10001, 5000), TooLarge, "10001x5000 pixels, the limit is 50 megapixels"},
		"a size beyond 32 bits":             {pngHeader(90000, 90000), TooLarge, "save it smaller"},
		"a long line":                       {pngHeader(40_000_000, 1), TooSmall, "only 40000000x1"},
		"too many bytes, whatever they are": {make([]byte, MaxBytes+1), TooLarge, "the file has 64 MB, the limit is 64 MB"},
	} {
		t.Run(name, func(t *testing.T) {
			err := CheckHeader(c.file)
			if c.code == "" {
				if err != nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			var why *Error
			if !errors.As(err, &why) || why.Code != c.code || !strings.Contains(why.Message, c.say) {
				t.Fatalf("got %v, want %s with %q", err, c.code, c.say)
			}
			if got := why.Error(); !strings.HasPrefix(got, string(c.code)+": ") {
				t.Errorf("the error is %q, want its code first", got)
			}
			if p, err := Decode(c.file); p != nil || !errors.As(err, &why) || why.Code != c.code {
				t.Errorf("decoding gives %v, %v; want no picture, and %s", p, err, c.code)
			}
		})
	}
}

func TestAFileThatEndsAfterItsHeaderIsDamaged(t *testing.T) {
	whole := fileOf(t, quartered(320, 240), writePNG)
	for name, file := range map[string][]byte{"no pixels": pngHeader(640, 480), "a quarter of a file": whole[:len(whole)/4]} {
		p, err := Decode(file)
		var why *Error
		if !errors.As(err, &why) || why.Code != Unreadable || !strings.Contains(why.Message, "take or copy the picture again") {
			t.Errorf("%s: %v, %v; want it damaged, and what to do", name, p, err)
		}
	}
}

func TestEveryKindOfFileShowsTheSamePicture(t *testing.T) {
	p := quartered(96, 80)
	gray := image.NewGray(p.Rect)
	draw.Draw(gray, p.Rect, p, image.Point{}, draw.Src)
	deep, paletted := image.NewRGBA64(p.Rect), image.NewPaletted(p.Rect, color.Palette{quarterColors[0], quarterColors[1], quarterColors[2], quarterColors[3]})
	draw.Draw(deep, p.Rect, p, image.Point{}, draw.Src)
	draw.Draw(paletted, p.Rect, p, image.Point{}, draw.Src)
	webp := func(file *bytes.Buffer, p image.Image) error {
		mat, err := gocv.ImageToMatRGB(p)
		if err != nil {
			return err
		}
		defer mat.Close()
		data, err := gocv.IMEncodeWithParams(".webp", mat, []int{gocv.IMWriteWebpQuality, 101})
		if err != nil {
			return err
		}
		defer data.Close()
		file.Write(data.GetBytes())
		return nil
	}
	for name, c := range map[string]struct {
		picture image.Image
		encode  func(*bytes.Buffer, image.Image) error
	}{
		"PNG":          {p, writePNG},
		"PNG, 16 bits": {deep, writePNG},
		"PNG, palette": {paletted, writePNG},
		"JPEG":         {p, writeJPEG},
		"WebP":         {p, webp},
		"BMP":          {p, func(f *bytes.Buffer, p image.Image) error { return bmp.Encode(f, p) }},
		"TIFF":         {p, func(f *bytes.Buffer, p image.Image) error { return tiff.Encode(f, p, nil) }},
		"TIFF, deflate": {p, func(f *bytes.Buffer, p image.Image) error {
			return tiff.Encode(f, p, &tiff.Options{Compression: tiff.Deflate})
		}},
		"GIF": {paletted, func(f *bytes.Buffer, p image.Image) error { return gif.Encode(f, p, nil) }},
	} {
		t.Run(name, func(t *testing.T) {
			got := decodedPicture(t, fileOf(t, c.picture, c.encode))
			if got.Width != 96 || got.Height != 80 || got.Pixels.Type() != gocv.MatTypeCV8UC3 || !got.Pixels.IsContinuous() {
				t.Fatalf("%dx%d of type %v, want 96x80 in 8-bit color", got.Width, got.Height, got.Pixels.Type())
			}
			if quarters := quartersOf(got); quarters != "rgby" {
				t.Errorf("its quarters are %q, want rgby", quarters)
			}
		})
	}
	t.Run("a gray file has three equal channels", func(t *testing.T) {
		got := decodedPicture(t, fileOf(t, gray, writePNG))
		for i, px := range got.Pixels.ToBytes() {
			if want := gray.Pix[i/3]; px != want {
				t.Fatalf("byte %d is %d, want %d", i, px, want)
			}
		}
	})
}

func TestAPictureIsTurnedAsItsCameraWasHeld(t *testing.T) {
	plain := fileOf(t, quartered(128, 96), writeJPEG)
	for orientation, want := range map[uint16]string{
		0: "rgby", // not said
		1: "rgby", // upright
		2: "gryb", // mirrored
		3: "ybgr", // half a turn
		4: "byrg", // mirrored, half a turn
		5: "rbgy", // mirrored along the diagonal
		6: "bryg", // a quarter turn clockwise
		7: "ygbr", // mirrored along the other diagonal
		8: "gyrb", // a quarter turn counterclockwise
	} {
		t.Run(fmt.Sprint(orientation), func(t *testing.T) {
			file := plain
			if orientation > 0 {
				file = oriented(plain, orientation)
			}
			got := decodedPicture(t, file)
			w, h := 128, 96
			if orientation > 4 {
				w, h = h, w
			}
			if got.Width != w || got.Height != h || got.Width != got.Pixels.Cols() || got.Height != got.Pixels.Rows() {
				t.Errorf("it is %dx%d, want %dx%d", got.Width, got.Height, w, h)
			}
			if quarters := quartersOf(got); quarters != want {
				t.Errorf("its quarters are %q, want %q", quarters, want)
			}
			otherwise, err := gocv.IMDecode(file, gocv.IMReadColor)
			if err != nil {
				t.Fatal(err)
			}
			defer otherwise.Close()
			if !bytes.Equal(got.Pixels.ToBytes(), otherwise.ToBytes()) {
				t.Error("OpenCV's own way leads to other pixels")
			}
		})
	}
}

// The usual file takes a road of its own: it must lead to the same pixels.
func TestAnUprightFileHasThePixelsOfOneThatDoesNotSay(t *testing.T) {
	plain := fileOf(t, quartered(128, 300), writeJPEG)
	for name, file := range map[string][]byte{"upright": oriented(plain, 1), "an orientation that does not exist": oriented(plain, 9)} {
		if a, b := decodedPicture(t, plain), decodedPicture(t, file); !bytes.Equal(a.Pixels.ToBytes(), b.Pixels.ToBytes()) {
			t.Errorf("%s: the pixels differ", name)
		}
	}
}

func TestThePixelsOutliveTheFile(t *testing.T) {
	for name, encode := range map[string]func(*bytes.Buffer, image.Image) error{"JPEG": writeJPEG, "PNG": writePNG} {
		file := fileOf(t, quartered(128, 96), encode)
		p := decodedPicture(t, file)
		clear(file)
		if quarters := quartersOf(p); quarters != "rgby" {
			t.Errorf("%s: after its file is overwritten the picture's quarters are %q", name, quarters)
		}
	}
}

func TestAPartOfAMatBecomesAPictureInOnePiece(t *testing.T) {
	whole, err := gocv.ImageToMatRGB(quartered(200, 100))
	if err != nil {
		t.Fatal(err)
	}
	defer whole.Close()
	p := FromMat(whole.Region(image.Rect(60, 10, 140, 90)))
	defer p.Close()
	if !p.Pixels.IsContinuous() || p.Width != 80 || p.Height != 80 || len(p.Pixels.ToBytes()) != 3*80*80 {
		t.Errorf("it is %dx%d, in one piece: %v", p.Width, p.Height, p.Pixels.IsContinuous())
	}
	if quarters := quartersOf(p); quarters != "rgby" {
		t.Errorf("its quarters are %q, want rgby", quarters)
	}
}

func TestAMirrorSwapsLeftAndRight(t *testing.T) {
	p := decodedPicture(t, fileOf(t, quartered(96, 64), writePNG))
	before := p.Pixels.ToBytes()
	mirrored, err := p.Mirrored()
	if err != nil {
		t.Fatal(err)
	}
	defer mirrored.Close()
	if mirrored.Width != 96 || mirrored.Height != 64 || quartersOf(mirrored) != "gryb" {
		t.Errorf("%dx%d with the quarters %q, want 96x64 and gryb", mirrored.Width, mirrored.Height, quartersOf(mirrored))
	}
	again, err := mirrored.Mirrored()
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if !bytes.Equal(again.Pixels.ToBytes(), before) || !bytes.Equal(p.Pixels.ToBytes(), before) {
		t.Error("a mirror in a mirror does not show the picture, or the picture itself was changed")
	}
}

func TestAClosedPictureHoldsNoMat(t *testing.T) {
	p, err := Decode(fileOf(t, quartered(96, 64), writePNG))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil || !p.Pixels.Closed() {
		t.Errorf("after closing it the Mat is closed: %v, %v", p.Pixels.Closed(), err)
	}
}

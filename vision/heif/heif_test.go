package heif

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/jpeg"
	"math"
	"os"
	"testing"
)

func fileOf(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// turned is plain.heic, or a file like it, with a box that says it is to be turned by so many quarters against the clock.
func turned(file []byte, quarters byte) []byte {
	file = bytes.Clone(file)
	grow := func(box string, by int) int {
		at := bytes.Index(file, []byte(box)) - 4
		size := binary.BigEndian.Uint32(file[at:])
		binary.BigEndian.PutUint32(file[at:], size+uint32(by))
		return at + int(size) // its old end
	}
	const box, linked = 9, 1 // bytes
	property := append([]byte{0, 0, 0, box}, "irot"...)
	ends := grow("ipco", box)
	properties := byte(0)
	for at := bytes.Index(file, []byte("ipco")) + 4; at < ends; properties++ {
		at += int(binary.BigEndian.Uint32(file[at:]))
	}
	links := grow("ipma", linked)
	file[bytes.Index(file, []byte("ipma"))+4+4+4+2]++ // version and flags, entries, item
	grow("iprp", box+linked)
	grow("meta", box+linked)
	base := bytes.Index(file, []byte("iloc")) + 4 + 4 + 2 + 2 + 2 + 2 // version and flags, sizes, items, item, reference
	binary.BigEndian.PutUint32(file[base:], binary.BigEndian.Uint32(file[base:])+box+linked)
	out := bytes.Clone(file[:ends])
	out = append(append(out, property...), quarters)
	out = append(append(out, file[ends:links]...), 0x80|(properties+1))
	return append(out, file[links:]...)
}

// picture is what Decode gives.
type picture struct {
	image.Point
	bgr []byte
}

func decoded(t *testing.T, file []byte) picture {
	t.Helper()
	size, err := Size(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := Decode(file, make([]byte, 3*size.X*size.Y), size); errors.Is(err, ErrMissing) {
		t.Skip("make test installs no decoders of their own: ", err) // Debian's library has them in it
	}
	p := picture{size, make([]byte, 3*size.X*size.Y)}
	if err := Decode(file, p.bgr, size); err != nil {
		t.Fatal(err)
	}
	return p
}

// differ is by how much two pictures differ in the mean, 0 to 255, where at says which pixel of b lies where a's does.
func (p picture) differ(b picture, at func(x, y int) (int, int)) float64 {
	sum := 0.0
	for y := range p.Y {
		for x := range p.X {
			bx, by := at(x, y)
			for c := range 3 {
				sum += math.Abs(float64(p.bgr[3*(y*p.X+x)+c]) - float64(b.bgr[3*(by*b.X+bx)+c]))
			}
		}
	}
	return sum / float64(len(p.bgr))
}

func TestFilesOfPhonesAreDecoded(t *testing.T) {
	t.Parallel()
	stored, err := jpeg.Decode(bytes.NewReader(fileOf(t, "plain.jpg")))
	if err != nil {
		t.Fatal(err)
	}
	b := stored.Bounds()
	want := picture{Point: b.Size()}
	for y := range b.Dy() {
		for x := range b.Dx() {
			r, g, blue, _ := stored.At(x, y).RGBA()
			want.bgr = append(want.bgr, byte(blue>>8), byte(g>>8), byte(r>>8))
		}
	}
	const alike = 8 // of 255: they are packed tightly
	for _, name := range []string{"plain.heic", "plain.avif", "deep.heic"} {
		got := decoded(t, fileOf(t, name))
		if !Is(fileOf(t, name)) || got.Point != want.Point {
			t.Fatalf("%s: %v", name, got.Point)
		}
		if d := got.differ(want, func(x, y int) (int, int) { return x, y }); d > alike {
			t.Errorf("%s differs from the JPEG by %.1f", name, d)
		}
	}
	plain := decoded(t, fileOf(t, "plain.heic"))
	for quarters := range 4 {
		got := decoded(t, turned(fileOf(t, "plain.heic"), byte(quarters)))
		at := []func(x, y int) (int, int){
			func(x, y int) (int, int) { return x, y },
			func(x, y int) (int, int) { return plain.X - 1 - y, x },
			func(x, y int) (int, int) { return plain.X - 1 - x, plain.Y - 1 - y },
			func(x, y int) (int, int) { return y, plain.Y - 1 - x },
		}[quarters]
		size := plain.Point
		if quarters%2 == 1 {
			size = image.Pt(size.Y, size.X)
		}
		if got.Point != size {
			t.Errorf("turned %d times: %v", quarters, got.Point)
		} else if d := got.differ(plain, at); d > 1 {
			t.Errorf("turned %d times it differs by %.1f", quarters, d)
		}
	}
}

func TestOtherFilesAreNone(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"", "ftyp", "\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isomavc1", "\x00\x00\xff\x18ftypqt  \x00\x00"} {
		if Is([]byte(file)) {
			t.Errorf("%q is a photo", file)
		}
	}
	if !Is([]byte("\x00\x00\x00\x18ftypXXXX\x00\x00\x00\x00XXXXheic")) {
		t.Error("a brand of several is not found")
	}
	whole := fileOf(t, "plain.heic")
	for _, left := range []int{20, 100, 330, len(whole) / 2} {
		file := whole[:left]
		size, err := Size(file)
		if err == nil {
			err = Decode(file, make([]byte, 3*size.X*size.Y), size)
		}
		if err == nil || errors.Is(err, ErrMissing) {
			t.Errorf("%d of %d bytes: %v", left, len(whole), err)
		}
	}
	if err := Decode(whole, make([]byte, 3), image.Pt(320, 180)); err == nil {
		t.Error("a picture fits three bytes")
	}
	if err := Decode(whole, make([]byte, 3*320*181), image.Pt(320, 181)); err == nil {
		t.Error("another size is taken")
	}
}

func FuzzDecode(f *testing.F) {
	for _, name := range []string{"plain.heic", "plain.avif"} {
		f.Add(fileOf(f, name))
	}
	const most = 1 << 20 // pixels
	f.Fuzz(func(_ *testing.T, file []byte) {
		size, err := Size(file)
		if err != nil || size.X < 1 || size.Y < 1 || size.X > most/size.Y {
			return
		}
		_ = Decode(file, make([]byte, 3*size.X*size.Y), size)
	})
}

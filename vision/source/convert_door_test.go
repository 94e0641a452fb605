package source

import (
	"bytes"
	"image/jpeg"
	"strings"
	"testing"

	"gocv.io/x/gocv"
)

func TestAFrameAsAFileShowsTheFrame(t *testing.T) {
	mat := shadedMat(t, 160, 120, [3]float64{40, 90, 180})
	for y := range 120 { // a grain, so that quality matters
		for x := range 160 {
			mat.SetUCharAt(y, 3*x+1, uint8(60+(x*7+y*13)%61))
		}
	}
	var sizes []int
	for _, quality := range []int{10, 50, 95} {
		file, err := Frame{Mat: mat}.JPEG(quality)
		if err != nil {
			t.Fatal(err)
		}
		p, err := jpeg.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if size := p.Bounds().Size(); size.X != 160 || size.Y != 120 {
			t.Errorf("it is %v, want 160x120", size)
		}
		r, g, b, _ := p.At(80, 60).RGBA()
		if r>>8 < 120 || b>>8 > 90 || g>>8 < 40 || g>>8 > 140 {
			t.Errorf("its middle is %d, %d, %d; want it red", r>>8, g>>8, b>>8)
		}
		sizes = append(sizes, len(file))
	}
	if !(sizes[0] < sizes[1] && sizes[1] < sizes[2]) {
		t.Errorf("%v bytes: a better one must be larger", sizes)
	}
}

func TestAFileOutlivesItsFrame(t *testing.T) {
	mat := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(40, 90, 180, 0), 120, 160, gocv.MatTypeCV8UC3)
	file, err := Frame{Mat: mat}.JPEG(90)
	if err != nil {
		t.Fatal(err)
	}
	before := bytes.Clone(file)
	if err := mat.Close(); err != nil {
		t.Fatal(err)
	}
	for range 20 { // more files in the same memory
		other := shadedMat(t, 160, 120, [3]float64{200, 10, 10})
		if _, err := (Frame{Mat: other}).JPEG(90); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(file, before) {
		t.Error("the file has changed after its frame was closed")
	}
}

func TestAFrameWithoutAPictureIsNoFile(t *testing.T) {
	empty := gocv.NewMat()
	defer empty.Close()
	if file, err := (Frame{Number: 7, Mat: empty}).JPEG(90); err == nil || !strings.Contains(err.Error(), "frame 7") {
		t.Errorf("got %d bytes and %v, want an error with the frame's number", len(file), err)
	}
}

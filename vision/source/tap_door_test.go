package source

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/vision/picture"
)

func TestGrayIsBrightnessPixelByPixel(t *testing.T) {
	mat := shadedMat(t, 70, 66, [3]float64{10, 20, 30})
	for c, level := range []uint8{255, 0, 0} {
		mat.SetUCharAt(65, 3*69+c, level)
	}
	fromFrame, err := Frame{Mat: mat}.Gray()
	if err != nil {
		t.Fatal(err)
	}
	p := picture.FromMat(mat.Clone())
	defer p.Close()
	fromPicture, err := p.Gray()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(fromFrame.Pix, fromPicture.Pix) || fromFrame.Rect != fromPicture.Rect {
		t.Error("a frame and its picture differ in gray")
	}
	if fromFrame.Rect.Dx() != 70 || fromFrame.Rect.Dy() != 66 || len(fromFrame.Pix) != 70*66 {
		t.Fatalf("it is %v with %d bytes", fromFrame.Rect, len(fromFrame.Pix))
	}
	// 0.114, 0.587 and 0.299 of blue, green and red.
	if got := fromFrame.GrayAt(0, 0).Y; got != 22 {
		t.Errorf("the first pixel is %d, want 22", got)
	}
	if got := fromFrame.GrayAt(69, 65).Y; got != 29 {
		t.Errorf("the last pixel is %d, want 29", got)
	}
	mat.SetTo(gocv.NewScalar(0, 0, 0, 0))
	if got := fromFrame.GrayAt(0, 0).Y; got != 22 {
		t.Errorf("after the frame was overwritten it is %d: it must be a picture of its own", got)
	}
}

func TestWhatIsNoColorPictureHasNoGrayOne(t *testing.T) {
	empty, single := gocv.NewMat(), gocv.NewMatWithSize(70, 70, gocv.MatTypeCV8UC1)
	defer empty.Close()
	defer single.Close()
	for name, mat := range map[string]gocv.Mat{"empty": empty, "gray": single} {
		if _, err := (Frame{Mat: mat}).Gray(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestAFramesPictureIsACopyOfItsBorrowers(t *testing.T) {
	mat := shadedMat(t, 80, 70, [3]float64{10, 20, 30})
	p := Frame{Mat: mat}.Picture()
	mat.SetTo(gocv.NewScalar(200, 200, 200, 0))
	gray, err := p.Gray()
	if err != nil || p.Width != 80 || p.Height != 70 || gray.GrayAt(40, 40).Y != 22 {
		t.Errorf("after the frame was overwritten the picture is %dx%d, %v", p.Width, p.Height, err)
	}
	if err := p.Close(); err != nil || mat.Closed() {
		t.Errorf("closing the picture: %v; it closed the frame: %v", err, mat.Closed())
	}
}

func TestAFrameWithoutAPictureIsAnEmptyOne(t *testing.T) {
	empty := gocv.NewMat()
	defer empty.Close()
	p := Frame{Mat: empty}.Picture()
	if p.Width != 0 || p.Height != 0 {
		t.Errorf("it is %dx%d", p.Width, p.Height)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func TestATapSeesEveryFrameBeforeItIsHandedOut(t *testing.T) {
	mat, broken := shadedMat(t, 70, 70, [3]float64{9, 9, 9}), errors.New("broken")
	inner := &saying{answers: []any{Frame{Number: 0, Mat: mat}, &Status{Kind: Fault}, Frame{Number: 3, Mat: mat}, broken}}
	var seen []int
	source := Tap(inner, func(f Frame) { seen = append(seen, f.Number) })
	for i, want := range [][]int{{0}, {0}, {0, 3}, {0, 3}, {0, 3}} {
		frame, err := source.Next(t.Context())
		if len(seen) != len(want) || err == nil && seen[len(seen)-1] != frame.Number {
			t.Errorf("after answer %d the tap has seen %v, want %v", i, seen, want)
		}
		if i == 3 && !errors.Is(err, broken) || i == 4 && !errors.Is(err, io.EOF) {
			t.Errorf("answer %d is %v", i, err)
		}
	}
	if err := source.Close(); err != nil || inner.closed != 1 {
		t.Errorf("the source below is closed %d times, %v", inner.closed, err)
	}
}

func TestOnlyFilmsAndFoldersHaveALength(t *testing.T) {
	film, err := Open("../../testdata/snag/live/oblique.mp4", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer film.Close()
	n := 0
	for ; ; n++ {
		if _, err := film.Next(t.Context()); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if got := Frames(film); n == 0 || got != n {
		t.Errorf("a film of %d frames announces %d", n, got)
	}
	if got := Frames(Tap(&saying{}, func(Frame) {})); got != 0 {
		t.Errorf("a camera announces %d", got)
	}
}

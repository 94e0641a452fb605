package source

import (
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/picture"
)

func TestAFaceIsCutOutUpright(t *testing.T) {
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(0, 0, 200, 0), 100, 100, gocv.MatTypeCV8UC3) // red
	defer m.Close()
	for y := 40; y < 50; y++ {
		for x := 40; x < 60; x++ {
			m.SetUCharAt(y, 3*x+1, 250) // the upper half of the square is brighter
		}
	}
	f := Frame{Mat: m}
	square := engine.Quad{{X: 40, Y: 40}, {X: 59, Y: 40}, {X: 59, Y: 59}, {X: 40, Y: 59}}
	face, err := f.Face(square)
	if err != nil || face.Size != picture.FaceSize {
		t.Fatal(face.Size, err)
	}
	top, low := face.Pix[5*picture.FaceSize+20], face.Pix[40*picture.FaceSize+20]
	if top < low+80 {
		t.Errorf("above %d, below %d", top, low)
	}
	turned, err := f.Face(engine.Quad{square[3], square[0], square[1], square[2]}) // its left was up
	if err != nil || turned.Pix[20*picture.FaceSize+5] > turned.Pix[20*picture.FaceSize+40] {
		t.Errorf("turned: left %d, right %d, %v", turned.Pix[20*picture.FaceSize+5], turned.Pix[20*picture.FaceSize+40], err)
	}
	square[1].X = 100
	if _, err := f.Face(square); err == nil {
		t.Error("a face that the picture's edge cuts was cut out")
	}
}

package source

import (
	"fmt"

	"tilewatch/engine"
	"tilewatch/ocr/glyph"
	"tilewatch/vision/picture"
)

// Face cuts a tile's face out of the frame, upright as the quadrilateral is. It fails if the frame is no 8-bit
// color picture or a corner lies outside.
func (f Frame) Face(q engine.Quad) (glyph.Face, error) {
	if f.Mat.Closed() || !picture.Usable(&f.Mat) {
		return glyph.Face{}, fmt.Errorf("frame %d is not an 8-bit color picture", f.Number)
	}
	w, h := f.Mat.Cols(), f.Mat.Rows()
	px, err := f.Mat.DataPtrUint8()
	if err != nil {
		return glyph.Face{}, fmt.Errorf("frame %d: %w", f.Number, err)
	}
	var corners glyph.Quad
	for i, p := range q {
		if p.X < 0 || p.Y < 0 || p.X >= float64(w-1) || p.Y >= float64(h-1) {
			return glyph.Face{}, fmt.Errorf("a corner at %.0f, %.0f lies outside of frame %d", p.X, p.Y, f.Number)
		}
		corners[i] = [2]float64{p.X, p.Y}
	}
	m := corners.Homography()
	pixels := make([][3]uint8, picture.FaceSize*picture.FaceSize)
	for i := range pixels {
		x, y := m.Apply((float64(i%picture.FaceSize)+0.5)/picture.FaceSize, (float64(i/picture.FaceSize)+0.5)/picture.FaceSize)
		pixels[i] = Between(px, w, h, x, y)
	}
	return glyph.NewFace(picture.FaceSize, pixels)
}

// Between is the bilinear sample of a BGR picture, as red, green, blue.
func Between(px []uint8, w, h int, x, y float64) (out [3]uint8) {
	x, y = min(max(x, 0), float64(w-2)), min(max(y, 0), float64(h-2))
	x0, y0 := int(x), int(y)
	fx, fy := x-float64(x0), y-float64(y0)
	at := func(dx, dy, c int) float64 { return float64(px[3*((y0+dy)*w+x0+dx)+c]) }
	for c := range 3 {
		v := (1-fy)*((1-fx)*at(0, 0, c)+fx*at(1, 0, c)) + fy*((1-fx)*at(0, 1, c)+fx*at(1, 1, c))
		out[2-c] = uint8(v + 0.5)
	}
	return out
}

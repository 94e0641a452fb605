package calibration

import (
	"image"
	"image/draw"
)

// Upright copies the picture as EXIF says it is to be seen: orientation is Orientation's answer.
func Upright(stored image.Image, orientation int) *image.RGBA {
	b := stored.Bounds()
	w, h := b.Dx(), b.Dy()
	plain := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(plain, plain.Bounds(), stored, b.Min, draw.Src)
	if orientation == 1 {
		return plain
	}
	size := image.Rect(0, 0, w, h)
	if orientation >= 5 { // rows and columns change places
		size = image.Rect(0, 0, h, w)
	}
	out := image.NewRGBA(size)
	for y := range h {
		for x := range w {
			left, up := w-1-x, h-1-y // seen from the other side
			to := [...][2]int{2: {left, y}, 3: {left, up}, 4: {x, up}, 5: {y, x}, 6: {up, x}, 7: {up, left}, 8: {y, left}}[orientation]
			out.SetRGBA(to[0], to[1], plain.RGBAAt(x, y))
		}
	}
	return out
}

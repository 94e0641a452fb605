package svg

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"
)

// MaxSide is the largest width and height of a picture, in pixels.
const MaxSide = 4096

// Draw is the SVG as a picture of that size on white. It must be of the kind that this package and its users write:
// rectangles, circles and paths with fills and strokes, without transformations but turning; anything else in it is an
// error.
func Draw(svg []byte, width, height int) (*image.RGBA, error) {
	if width < 1 || height < 1 || width > MaxSide || height > MaxSide {
		return nil, fmt.Errorf("a picture of %d x %d pixels: use 1 to %d", width, height, MaxSide)
	}
	icon, err := oksvg.ReadIconStream(bytes.NewReader(svg), oksvg.StrictErrorMode)
	if err != nil {
		return nil, fmt.Errorf("draw the picture: %w", err)
	}
	if !(icon.ViewBox.W > 0 && icon.ViewBox.H > 0) {
		return nil, errors.New("draw the picture: it has no size")
	}
	on := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(on, on.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	scaleLines(icon, math.Sqrt(float64(width)*float64(height)/(icon.ViewBox.W*icon.ViewBox.H)))
	icon.SetTarget(0, 0, float64(width), float64(height))
	icon.Draw(rasterx.NewDasher(width, height, newScanner(on)), 1)
	return on, nil
}

// scaleLines makes lines thicker or thinner with the picture: the library scales where they run, not how wide they are.
func scaleLines(icon *oksvg.SvgIcon, by float64) {
	for i := range icon.SVGPaths {
		style := &icon.SVGPaths[i].PathStyle
		style.LineWidth *= by
		for n, d := range style.Dash {
			style.Dash[n] = d * by
		}
	}
}

// PNG is Draw as a PNG file.
func PNG(svg []byte, width, height int) ([]byte, error) {
	on, err := Draw(svg, width, height)
	if err != nil {
		return nil, err
	}
	return Encode(on)
}

// Encode is a picture as a PNG file.
func Encode(on image.Image) ([]byte, error) {
	var out bytes.Buffer
	if err := png.Encode(&out, on); err != nil {
		return nil, fmt.Errorf("write the picture: %w", err)
	}
	return out.Bytes(), nil
}

package svg

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"
)

// MaxSide is the largest width and height of a picture, in pixels.
const MaxSide = 4096

// Draw is the SVG as a picture of that size on white. It must be of the kind that this package and its users write:
// rectangles, circles and paths with fills and strokes; anything else in it is an error.
func Draw(svg []byte, width, height int) (*image.RGBA, error) {
	if width < 1 || height < 1 || width > MaxSide || height > MaxSide {
		return nil, fmt.Errorf("a picture of %d x %d pixels: use 1 to %d", width, height, MaxSide)
	}
	icon, err := oksvg.ReadIconStream(bytes.NewReader(svg), oksvg.StrictErrorMode)
	if err != nil {
		return nil, fmt.Errorf("draw the picture: %w", err)
	}
	on := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(on, on.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	icon.SetTarget(0, 0, float64(width), float64(height))
	scanner := rasterx.NewScannerGV(width, height, on, on.Rect)
	icon.Draw(rasterx.NewDasher(width, height, scanner), 1)
	return on, nil
}

// PNG is Draw as a PNG file.
func PNG(svg []byte, width, height int) ([]byte, error) {
	on, err := Draw(svg, width, height)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := png.Encode(&out, on); err != nil {
		return nil, fmt.Errorf("write the picture: %w", err)
	}
	return out.Bytes(), nil
}

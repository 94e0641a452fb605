package visible

import (
	"math"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/ocr/glyph"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// NearlyWhole is the visible share of a face from which the reader treats it as whole. Hand-set.
const NearlyWhole = 0.95

// LettersOf rectifies a face and reads it. It fills hidden parts with the plastic's color; if more than a little is hidden, the reader
// also gets the mask of hidden pixels.
func LettersOf(r *picture.Raster, reader ocr.Reader, p *camerapose.Pose, at engine.Place, level int, hides *Mask, plastic picture.BGR) (ocr.Letters, error) {
	return lettersIn(r, reader, tileface.SquareOf(p, at, float64(level)), p.Side/p.Pitch, hides, plastic)
}

// lettersIn reads a face that takes a share of the sides of a square.
func lettersIn(r *picture.Raster, reader ocr.Reader, s tileface.Square, side float64, hides *Mask, plastic picture.BGR) (ocr.Letters, error) {
	pixels := make([][3]uint8, picture.FaceSize*picture.FaceSize)
	for i := range picture.FaceSize {
		for j := range picture.FaceSize {
			c := plastic
			if !hides[i*MaskGrid/picture.FaceSize][j*MaskGrid/picture.FaceSize] {
				x, y := (float64(j)+0.5)/picture.FaceSize-0.5, (float64(i)+0.5)/picture.FaceSize-0.5
				c = r.At(s.Pixel(side*x, side*y))
			}
			pixels[i*picture.FaceSize+j] = [3]uint8{uint8(c[2] + 0.5), uint8(c[1] + 0.5), uint8(c[0] + 0.5)}
		}
	}
	face, err := glyph.NewFace(picture.FaceSize, pixels)
	if err != nil {
		return ocr.Letters{}, err
	}
	face.Bright = make([]uint8, len(pixels))
	for i, p := range pixels {
		face.Bright[i] = glyph.BrightOf(p[0], p[1], p[2])
	}
	if hides.Visible(LetterShare) < NearlyWhole {
		face.Hidden = make([]bool, len(pixels))
		for i := range face.Hidden {
			face.Hidden[i] = hides[i/picture.FaceSize*MaskGrid/picture.FaceSize][i%picture.FaceSize*MaskGrid/picture.FaceSize]
		}
	}
	return reader.Read(face)
}

// PlasticOf is the color of a face's plastic; of a partly hidden face that of its visible part.
func PlasticOf(r *picture.Raster, p *camerapose.Pose, at engine.Place, v *tileface.FaceProfile, level int, hides *Mask) picture.BGR {
	if hides.Visible(1) < NearlyWhole {
		if color, ok := ColorOf(r, p, at, level, hides); ok {
			return color
		}
	}
	return v.Plastic
}

// ringPoints is the number of points on a ring around the middle of a tile.
const ringPoints = 24

// RingColor is the color of most of the points around the middle of the tile at place 0, 0, at a distance in pitches and a level: the same in any turn.
func RingColor(r *picture.Raster, p *camerapose.Pose, radius, level float64) picture.BGR {
	var ring [ringPoints]engine.Point
	for i := range ring {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / ringPoints)
		ring[i] = p.Pixel(radius*cos, radius*sin, level)
	}
	return r.MedianOf(ring[:])
}

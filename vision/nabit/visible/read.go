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
	s := tileface.SquareOf(p, at, float64(level))
	side := p.Side / p.Pitch
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
	face, err := faceOf(pixels)
	if err != nil {
		return ocr.Letters{}, err
	}
	if hides.Visible(LetterShare) < NearlyWhole {
		face.Hidden = make([]bool, len(pixels))
		for i := range face.Hidden {
			face.Hidden[i] = hides[i/picture.FaceSize*MaskGrid/picture.FaceSize][i%picture.FaceSize*MaskGrid/picture.FaceSize]
		}
	}
	return reader.Read(face)
}

// faceOf is the reader's input, from RGB pixels by rows.
func faceOf(pixels [][3]uint8) (ocr.Face, error) {
	face, err := glyph.NewFace(picture.FaceSize, pixels)
	if err != nil {
		return face, err
	}
	face.Bright = make([]uint8, len(pixels))
	for i, p := range pixels {
		face.Bright[i] = glyph.BrightOf(p[0], p[1], p[2])
	}
	return face, nil
}

// readFace rectifies and reads the face at a quadrilateral of the picture.
func readFace(r *picture.Raster, letters ocr.Reader, q engine.Quad) (ocr.Letters, error) {
	s := tileface.SquareOver(q)
	pixels := make([][3]uint8, picture.FaceSize*picture.FaceSize)
	for i := range pixels {
		c := r.At(s.Pixel((float64(i%picture.FaceSize)+0.5)/picture.FaceSize-0.5, (float64(i/picture.FaceSize)+0.5)/picture.FaceSize-0.5))
		for k, level := range c {
			pixels[i][2-k] = uint8(math.Round(level))
		}
	}
	face, err := faceOf(pixels)
	if err != nil {
		return ocr.Letters{}, err
	}
	return letters.Read(face)
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

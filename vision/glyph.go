package vision

import (
	"math"
	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/ocr/glyph"
)

// nearlyWhole is what is seen of a face that is read like a whole one.
const nearlyWhole = 0.95

// lettersOf cuts a face out and has it read. What little is hidden is taken to be plain plastic; if it is more, the reader is told.
func (r *raster) lettersOf(reader ocr.Reader, p *pose, at engine.Place, level int, hides *cover, plastic rgb) (ocr.Letters, error) {
	s := squareOf(p, at, float64(level))
	side := p.side / p.pitch
	pixels := make([][3]uint8, faceSize*faceSize)
	for i := range faceSize {
		for j := range faceSize {
			c := plastic
			if !hides[i*coverGrid/faceSize][j*coverGrid/faceSize] {
				x, y := (float64(j)+0.5)/faceSize-0.5, (float64(i)+0.5)/faceSize-0.5
				c = r.at(s.pixel(side*x, side*y))
			}
			pixels[i*faceSize+j] = [3]uint8{uint8(c[2] + 0.5), uint8(c[1] + 0.5), uint8(c[0] + 0.5)}
		}
	}
	face, err := faceOf(pixels)
	if err != nil {
		return ocr.Letters{}, err
	}
	if hides.visible(letterShare) < nearlyWhole {
		face.Hidden = make([]bool, len(pixels))
		for i := range face.Hidden {
			face.Hidden[i] = hides[i/faceSize*coverGrid/faceSize][i%faceSize*coverGrid/faceSize]
		}
	}
	return reader.Read(face)
}

// faceOf is the face that the letter reader is given.
func faceOf(pixels [][3]uint8) (ocr.Face, error) {
	face, err := glyph.NewFace(faceSize, pixels)
	if err != nil {
		return face, err
	}
	face.Bright = make([]uint8, len(pixels))
	for i, p := range pixels {
		face.Bright[i] = glyph.BrightOf(p[0], p[1], p[2])
	}
	return face, nil
}

// readFace reads a face that lies so in the picture.
func (r *raster) readFace(letters ocr.Reader, q engine.Quad) (ocr.Letters, error) {
	s := squareOver(q)
	pixels := make([][3]uint8, faceSize*faceSize)
	for i := range pixels {
		c := r.at(s.pixel((float64(i%faceSize)+0.5)/faceSize-0.5, (float64(i/faceSize)+0.5)/faceSize-0.5))
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

// plasticOf is the plastic's color of a face of which some may be hidden.
func (r *raster) plasticOf(s *structure, at engine.Place, v *faceView, level int, hides *cover) rgb {
	if hides.visible(1) < nearlyWhole {
		if color, ok := r.seenColor(&s.pose, at, level, hides); ok {
			return color
		}
	}
	return v.plastic
}

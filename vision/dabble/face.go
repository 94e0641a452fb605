package dabble

import (
	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/ocr/glyph"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/picture"
	"tilewatch/vision/resample"
)

// faceSize is the side of the faces for the letter reader, pixels.
const faceSize = 48

// cutout is a rectified part of the picture: red, green, blue, row-major.
type cutout struct {
	size   int
	pixels [][3]uint8
}

// at is a pixel.
func (m *cutout) at(x, y int) [3]uint8 { return m.pixels[y*m.size+x] }

// gray are its gray levels.
func (m *cutout) gray() []uint8 {
	levels := make([]uint8, len(m.pixels))
	for i, p := range m.pixels {
		levels[i] = glyph.LumaOf(p[0], p[1], p[2])
	}
	return levels
}

// cut rectifies a part of a patch, from x0, y0 to x1, y1 in sides from its middle.
func cut(r *picture.Raster, cam *calibration.Camera, p *patch, size int, x0, y0, x1, y1 float64) cutout {
	q := p.part(cam, x0, y0, x1, y1)
	return cutQuad(r, q, size, samplesOf(q, size))
}

// grays are the gray levels of a patch's face, row-major.
func grays(r *picture.Raster, cam *calibration.Camera, p *patch) []uint8 {
	q := p.quad(cam)
	return graysOf(r, q, faceSize, samplesOf(q, faceSize))
}

// part is the outline in the picture of a part of a patch, in sides from its middle.
func (p *patch) part(cam *calibration.Camera, x0, y0, x1, y1 float64) engine.Quad {
	return engine.Quad{p.pixel(cam, x0, y0), p.pixel(cam, x1, y0), p.pixel(cam, x1, y1), p.pixel(cam, x0, y1)}
}

// pixel is where the picture shows a point of a patch, in sides from its middle.
func (p *patch) pixel(cam *calibration.Camera, x, y float64) engine.Point {
	v := p.middle.Add(p.x.Scale(x)).Add(p.y.Scale(y))
	return cam.Project(v[0], v[1], v[2])
}

// samplesOf are the sampling points of a cutout's pixels.
func samplesOf(q engine.Quad, size int) resample.Samples {
	if longestSide(q) > fineEnough*float64(size) {
		return fourSamples
	}
	return oneSample
}

// fineEnough is how many of the picture's pixels one of a cutout's may stand for and still have a single sample.
const fineEnough = 1.25

// longestSide is the length of a quad's longest side, pixels.
func longestSide(q engine.Quad) float64 {
	most := 0.0
	for i, c := range q {
		most = max(most, geom.Dist(c, q[(i+1)%len(q)]))
	}
	return most
}

// How often each pixel is sampled.
var (
	fourSamples = resample.Grid(2)
	oneSample   = resample.Grid(1)
)

// cutQuad rectifies a quadrilateral; each pixel is the mean of the samples.
func cutQuad(r *picture.Raster, q engine.Quad, size int, samples resample.Samples) cutout {
	means := make([][3]float32, size*size)
	resample.Color(means, resample.Picture{W: r.W, H: r.H, Pix: r.BGR}, homography.OfSquare(q), size, samples)
	return cutout{size, resample.Bytes(means)}
}

// graysOf is cutQuad for gray levels.
func graysOf(r *picture.Raster, q engine.Quad, size int, samples resample.Samples) []uint8 {
	levels := make([]uint8, size*size)
	resample.Gray(levels, resample.Picture{W: r.W, H: r.H, Pix: r.Gray}, homography.OfSquare(q), size, samples)
	return levels
}

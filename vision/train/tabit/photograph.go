package main

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"

	"golang.org/x/image/font/sfnt"

	"tilewatch/vision/tabit"
)

// photograph takes a picture of a box from a random view, and hands on the JPEG file and the corners of the box in it, with the error
// of a fitted board.
func photograph(r *rand.Rand, d *drawing, a task, use func(file []byte, q [4][2]float64) error) error {
	res := 0.55 * math.Pow(2.8, r.Float64()) // pixels to the millimetre
	s := view{res: res, squeeze: uniform(r, 0.62, 1), tilt: uniform(r, 0, 2*math.Pi), turn: uniform(r, 0, 2*math.Pi)}
	w, h := s.size(a.reach)
	px := s.expose(d.canvas, w, h)
	degrade(r, px, w, h)
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for i, p := range px {
		img.SetRGBA(i%w, i/w, color.RGBA{clamp(p[0]), clamp(p[1]), clamp(p[2]), 255})
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, img, &jpeg.Options{Quality: 58 + r.IntN(40)}); err != nil {
		return err
	}
	// Where the box seems to be: a little off, as a fitted board is.
	dx, dy, grow, twist := 0.02*r.NormFloat64()*d.step, 0.02*r.NormFloat64()*d.step, 1+0.02*r.NormFloat64(), 0.02*r.NormFloat64()
	if a.card {
		dx, dy = 0.6*dx+d.offset.x, 0.6*dy+d.offset.y
	}
	var q [4][2]float64
	for i, c := range []point{{-0.5, -2.0 / 3}, {0.5, -2.0 / 3}, {0.5, 2.0 / 3}, {-0.5, 2.0 / 3}} {
		sn, cs := math.Sincos(twist)
		x, y := c.x*d.step*grow*a.steps, c.y*d.step*grow*a.steps
		q[i][0], q[i][1] = s.project(dx+cs*x-sn*y, dy+sn*x+cs*y, w, h)
	}
	return use(file.Bytes(), q)
}

// view is an affine camera: resolution, foreshortening along a tilted axis, and rotation.
type view struct{ res, squeeze, tilt, turn float64 }

// matrix is the map from millimetres to pixels.
func (v view) matrix() (a, b, c, d float64) {
	s1, c1 := math.Sincos(v.tilt)
	s2, c2 := math.Sincos(v.turn)
	// Turn, squeeze one way, turn again.
	m00, m01, m10, m11 := c1, -s1, s1*v.squeeze, c1*v.squeeze
	return v.res * (c2*m00 - s2*m10), v.res * (c2*m01 - s2*m11), v.res * (s2*m00 + c2*m10), v.res * (s2*m01 + c2*m11)
}

func (v view) size(reach float64) (w, h int) {
	reach *= v.res
	return max(int(reach), 66), max(int(reach), 66)
}

func (v view) project(x, y float64, w, h int) (px, py float64) {
	a, b, c, d := v.matrix()
	return float64(w)/2 + a*x + b*y, float64(h)/2 + c*x + d*y
}

// expose samples the canvas, several times for each pixel, in linear light.
func (v view) expose(cv canvas, w, h int) [][3]float64 {
	a, b, c, d := v.matrix()
	det := a*d - b*c
	n := 2
	if v.res > 1.5 {
		n = 1
	}
	out := make([][3]float64, w*h)
	for i := range out {
		for k := range n * n {
			px := float64(i%w) + (float64(k%n)+0.5)/float64(n) - float64(w)/2
			py := float64(i/w) + (float64(k/n)+0.5)/float64(n) - float64(h)/2
			x, y := (d*px-b*py)/det, (a*py-c*px)/det
			cx := min(max(int((x+canvasWidth/2)*pixelsPerMM), 0), cv.Rect.Dx()-1)
			cy := min(max(int((y+canvasHeight/2)*pixelsPerMM), 0), cv.Rect.Dy()-1)
			p := cv.Pix[cy*cv.Stride+4*cx:]
			for ch := range 3 {
				out[i][ch] += toLinear[p[ch]] / float64(n*n)
			}
		}
	}
	return out
}

var toLinear = func() (t [256]float64) {
	for i := range t {
		t[i] = math.Pow(float64(i)/255, 2.2)
	}
	return t
}()

// toDisplay is the inverse of toLinear, for 0 to 4095.
var toDisplay = func() (t [4096]float64) {
	for i := range t {
		t[i] = math.Pow((float64(i)+0.5)/4096, 1/2.2)
	}
	return t
}()

// degrade adds what lamps, lenses and sensors do to a picture: exposure, tint, shading, glare, blur, noise, contrast and sharpening.
// It leaves levels of 0 to 255.
func degrade(r *rand.Rand, px [][3]float64, w, h int) {
	exposure := math.Exp(uniform(r, -1.5, 0.35))
	tint := [3]float64{exposure * math.Exp(0.16*r.NormFloat64()), exposure, exposure * math.Exp(0.2*r.NormFloat64())}
	slope, way := uniform(r, 0, 0.35), uniform(r, 0, 2*math.Pi)
	glare, gx, gy, gr := 0.0, uniform(r, 0, 1), uniform(r, 0, 1), uniform(r, 0.1, 0.5)
	if chance(r, 0.15) {
		glare = uniform(r, 0.05, 0.5)
	}
	for i := range px {
		x, y := float64(i%w)/float64(w), float64(i/w)/float64(h)
		shade := 1 + slope*((x-0.5)*math.Cos(way)+(y-0.5)*math.Sin(way))
		shine := glare * math.Exp(-((x-gx)*(x-gx)+(y-gy)*(y-gy))/(gr*gr))
		for c := range 3 {
			px[i][c] = px[i][c]*tint[c]*shade + shine
		}
	}
	gaussianBlur(px, w, h, uniform(r, 0.3, 1.1))
	if chance(r, 0.1) {
		motionBlur(px, w, h, uniform(r, 1.5, 4.5), uniform(r, 0, math.Pi))
	}
	noise, contrast := uniform(r, 0.002, 0.018), uniform(r, 0, 0.35)
	sharpen := 0.0
	if chance(r, 0.6) {
		sharpen = uniform(r, 0, 0.8)
	}
	for i := range px {
		for c := range 3 {
			v := px[i][c] + noise*math.Sqrt(px[i][c]*1.5+0.08)*r.NormFloat64()
			if v > 0.75 { // highlights roll off
				v = 0.75 + 0.25*(1-math.Exp(-(v-0.75)/0.25*0.75))
			}
			y := toDisplay[int(4095*min(max(v, 0), 1))]
			px[i][c] = 255 * (y + contrast*(y*y*(3-2*y)-y))
		}
	}
	if sharpen > 0 {
		soft := append([][3]float64{}, px...)
		gaussianBlur(soft, w, h, 1.2)
		for i := range px {
			for c := range 3 {
				px[i][c] += sharpen * (px[i][c] - soft[i][c])
			}
		}
	}
}

func clamp(v float64) uint8 { return uint8(min(max(v+0.5, 0), 255)) }

// gaussianBlur blurs with a separable Gaussian kernel; sigma is in pixels.
func gaussianBlur(px [][3]float64, w, h int, sigma float64) {
	reach := int(math.Ceil(2.5 * sigma))
	var kernel []float64
	sum := 0.0
	for i := -reach; i <= reach; i++ {
		k := math.Exp(-float64(i*i) / (2 * sigma * sigma))
		kernel, sum = append(kernel, k), sum+k
	}
	pass := func(step, size int, at func(i, k int) int) {
		old := append([][3]float64{}, px...)
		for i := range px {
			var v [3]float64
			for k := -reach; k <= reach; k++ {
				p := &old[at(i, k)]
				for c := range v {
					v[c] += kernel[k+reach] / sum * p[c]
				}
			}
			px[i] = v
		}
	}
	pass(1, w, func(i, k int) int { return i - i%w + min(max(i%w+k, 0), w-1) })
	pass(w, h, func(i, k int) int { return min(max(i/w+k, 0), h-1)*w + i%w })
}

// motionBlur blurs along a line of a length in pixels.
func motionBlur(px [][3]float64, w, h int, long, angle float64) {
	old := append([][3]float64{}, px...)
	s, c := math.Sincos(angle)
	const n = 7
	for i := range px {
		var v [3]float64
		for k := range n {
			t := (float64(k)/(n-1) - 0.5) * long
			x, y := min(max(i%w+int(math.Round(t*c)), 0), w-1), min(max(i/w+int(math.Round(t*s)), 0), h-1)
			for ch := range v {
				v[ch] += old[y*w+x][ch] / n
			}
		}
		px[i] = v
	}
}

// contactSheet writes photographs of drawn cards, one sheet for each class.
func contactSheet(folder string, r *rand.Rand, fonts []*sfnt.Font) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	names := []string{"empty", "down", "letter", "moon", "star", "tree", "text"}
	for class, name := range names {
		const columns, rows, size = 8, 3, 130
		sheet := image.NewRGBA(image.Rect(0, 0, columns*size, rows*size))
		for i := range columns * rows {
			card := newDrawing(r, fonts)
			card.drawBox(tabit.Class(class))
			err := photograph(r, card, tasks["kind"], func(file []byte, _ [4][2]float64) error {
				img, err := jpeg.Decode(bytes.NewReader(file))
				if err != nil {
					return err
				}
				at := image.Pt(i%columns*size, i/columns*size)
				b := img.Bounds()
				for y := range size {
					for x := range size {
						sheet.Set(at.X+x, at.Y+y, img.At(b.Min.X+x*b.Dx()/size, b.Min.Y+y*b.Dy()/size))
					}
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		var out bytes.Buffer
		if err := jpeg.Encode(&out, sheet, nil); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, name+".jpg"), out.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

package glyph

// Isolator cuts out the big letter alone. It holds scratch memory: one goroutine at a time.
type Isolator struct{ ink ink }

// Isolate is the window around the face's big letter, size x size, black on white whatever the print was, with a
// white margin and without the small letter, the frame and the neighbors. It is taken from the plane whose levels part
// better. ok is false where there is no ink to speak of: the face is blank.
func (s *Isolator) Isolate(f Face, size int) (g Face, ok bool) {
	s.load(f)
	w, wide, _ := s.ink.box()
	if wide == 0 || s.ink.raw.contrast < minContrast/2 {
		return Face{}, false
	}
	g = Face{Size: size, Pix: make([]uint8, size*size)}
	step := w.size * 1.15 / float32(size)
	for i := range g.Pix {
		x := w.x + (float32(i%size)-float32(size-1)/2)*step
		y := w.y + (float32(i/size)-float32(size-1)/2)*step
		g.Pix[i] = uint8(255 * (1 - clamp(s.ink.sharp(x, y), 0, 1)))
	}
	return g, true
}

// parted is the separation from which on a plane's two levels need no evening out, which costs strokes their even weight.
const parted = 0.7

// load takes the gray plane, or the chroma where that shows the two levels of plastic and ink more clearly.
func (s *Isolator) load(f Face) {
	plane := f.Pix
	s.ink.loadAsIs(f.Pix, f.Size)
	if len(f.Chroma) != 0 {
		gray := s.ink.raw.separation
		s.ink.loadAsIs(f.Chroma, f.Size)
		if s.ink.raw.separation > gray && s.ink.raw.plastic >= colorful {
			plane = f.Chroma
		} else {
			s.ink.loadAsIs(f.Pix, f.Size)
		}
	}
	if s.ink.raw.separation < parted {
		s.ink.load(plane, f.Size)
	}
}

// sharp is the ink at x, y with steep edges; outside the middle there is none.
func (k *ink) sharp(x, y float32) float32 {
	c, r := int(x+0.5), int(y+0.5)
	if c < 1 || r < 1 || c >= side-1 || r >= side-1 || !middle[r*side+c] {
		return 0
	}
	c, r = int(x), int(y)
	fx, fy := x-float32(c), y-float32(r)
	i := r*side + c
	a := k.pix[i] + (k.pix[i+1]-k.pix[i])*fx
	b := k.pix[i+side] + (k.pix[i+side+1]-k.pix[i+side])*fx
	return (a+(b-a)*fy-0.5)*4 + 0.5
}

package scenes

import (
	"math"
	"math/rand/v2"
	"strings"

	"tilewatch/vision/train/scenes/board"
	"tilewatch/vision/train/scenes/material"
	"tilewatch/vision/train/scenes/typeface"
)

// Set is a tile set. Lengths are millimetres, Big and Small are letter heights over the side.
type Set struct {
	Side        float64        `json:"side"`
	Thickness   float64        `json:"thickness"`
	Gap         float64        `json:"gap"`
	Pitch       float64        `json:"pitch"`
	Corner      float64        `json:"corner"`
	Bevel       float64        `json:"bevel"`
	Variant     string         `json:"variant"`
	Frame       bool           `json:"frame"`
	Big         float64        `json:"big"`
	Small       float64        `json:"small"`
	smallX      float64        // of the small letter, over the side
	smallY      float64        // down
	tab         float64        // radius of the tabs of jigsaw tiles, millimetres; 0: none
	underline   bool           // under letters that another one resembles upside down
	gloss, soft float64        // over that of plastic, and roughness in radians
	colors      map[string]vec // linear reflectance
	ink         vec
	grain       material.Grain
	face        *typeface.Face
}

func between(r *rand.Rand, low, high float64) float64 { return low + (high-low)*r.Float64() }

func linear(v float64) float64 { return math.Pow(v, 2.2) }

// plastics are the players' colors and the banks' gray, sRGB.
var plastics = map[string][3]float64{
	"red": {0.75, 0.13, 0.17}, "purple": {0.4, 0.2, 0.58}, "yellow": {0.92, 0.72, 0.13}, "green": {0.18, 0.54, 0.25}, "gray": {0.52, 0.53, 0.54}}

const (
	colorSpread  = 0.06 // standard deviation of a plastic's sRGB values around the players'
	tintSpread   = 0.03 // of a maker's tint, the same for all its plastics
	tabsShare    = 0.3  // of the sets whose tiles have tabs
	noSmallShare = 0.15 // of the sets without the other side's letter
)

func drawSet(r *rand.Rand, face *typeface.Face) Set {
	side, gap := between(r, 20, 28), between(r, 0, 0.6)
	s := Set{Side: side, Thickness: between(r, 4, 8), Gap: gap, Pitch: side + gap, Corner: side * between(r, 0.06, 0.14), Bevel: between(r, 0.4, 0.9),
		Variant: "plain", Frame: r.Float64() < 0.25, Big: between(r, 0.46, 0.62), Small: between(r, 0.16, 0.21), underline: r.IntN(4) == 0,
		gloss: between(r, 0, 1.2), soft: between(r, 0.05, 0.45), colors: map[string]vec{}, face: face}
	e := 0.5 - 0.055 - s.Small/2
	s.smallX, s.smallY = e*float64(2*r.IntN(2)-1), e*float64(2*r.IntN(2)-1)
	if r.Float64() < noSmallShare {
		s.Small = 0
	}
	dark := r.IntN(2) == 0
	v := between(r, 0.65, 0.92)
	s.ink = vec{v, v * between(r, 0.94, 1), v * between(r, 0.85, 1)}
	if dark {
		v = between(r, 0.005, 0.05)
		s.ink = vec{v, v, v * between(r, 1, 1.5)}
	}
	if r.Float64() < tabsShare {
		s.Variant, s.tab = "tabs", 0.09*side
	}
	s.dye(r, dark)
	return s
}

// dye draws the plastics' colors.
func (s *Set) dye(r *rand.Rand, dark bool) {
	tint, full := vec{}, between(r, 0.75, 1.15)
	for k := range tint {
		tint[k] = tintSpread * r.NormFloat64()
	}
	for _, name := range append([]string{"gray"}, board.Players...) { // in a fixed order: equal seeds, equal sets
		c, bright, spread := vec(plastics[name]), between(r, 0.88, 1.1), colorSpread
		if name == "gray" {
			spread /= 4
		}
		mean := (c[0] + c[1] + c[2]) / 3
		for k := range c {
			v := (mean+(c[k]-mean)*full)*bright + tint[k] + spread*r.NormFloat64()
			if dark {
				v += (1 - v) * 0.2
			}
			c[k] = linear(min(max(v, 0.01), 0.98))
		}
		s.colors[name] = c
	}
}

// printed is how much ink lies on a face at u right and v down of its middle, over a square of a size; all lengths over the side.
func (s *Set) printed(t *board.Tile, u, v, size float64) float64 {
	ink := 0.0
	if t.Up != "" {
		ink = s.letters(t, u, v, size)
	}
	if a := max(math.Abs(u), math.Abs(v)); s.Frame && a > 0.405 && a < 0.43 {
		ink = 1
	}
	return ink
}

// alike are the letters that resemble another one upside down or on their side.
const alike = "MWZN"

func (s *Set) letters(t *board.Tile, u, v, size float64) float64 {
	g := &s.face[t.Up[0]-'A']
	squeeze := min(1, 0.68/(g.Wide*s.Big))
	x, y := u+0.02*math.Copysign(1, s.smallX), v+0.02*math.Copysign(1, s.smallY)
	ink := g.At(x/s.Big/squeeze, y/s.Big, size/s.Big)
	if s.underline && strings.Contains(alike, t.Up) && math.Abs(x) < g.Wide*s.Big*squeeze/2 && y > s.Big/2+0.025 && y < s.Big/2+0.06 {
		ink = 1
	}
	if t.Down != "" && s.Small > 0 {
		ink = max(ink, s.face[t.Down[0]-'A'].At((u-s.smallX)/s.Small, (v-s.smallY)/s.Small, size/s.Small))
	}
	return ink
}

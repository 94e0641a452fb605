package board

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"tilewatch/engine"
	"tilewatch/web/svg"
)

// filmBoards are the boards of the shipped film's game, one a turn, with the colors of all layers.
func filmBoards(t *testing.T) [][]Stack {
	t.Helper()
	data, err := os.ReadFile("../../testdata/nabit/live/oblique.json")
	if err != nil {
		t.Fatal(err)
	}
	var film struct {
		States []struct {
			Move  []engine.Place
			Cells []struct {
				engine.Place
				Letter engine.Letter
				Color  engine.Color `json:"colour"`
				Height int
				Stack  []struct {
					Color engine.Color   `json:"colour"`
					Blank *engine.Letter `json:"blank_as"`
				}
			}
		}
	}
	if err := json.Unmarshal(data, &film); err != nil {
		t.Fatal(err)
	}
	var boards [][]Stack
	for _, state := range film.States {
		var stacks []Stack
		for _, c := range state.Cells {
			s := Stack{Place: c.Place, Cell: engine.Cell{Letter: c.Letter, Color: c.Color, Height: c.Height}}
			for _, tile := range c.Stack {
				s.Layers = append(s.Layers, tile.Color)
				s.Blank = tile.Blank != nil
			}
			for _, at := range state.Move {
				s.Last = s.Last || at == c.Place
			}
			stacks = append(stacks, s)
		}
		boards = append(boards, stacks)
	}
	return boards
}

// TestAlone draws a whole game's boards as pictures by themselves. TILEWATCH_LOOK names a folder to see them in.
func TestAlone(t *testing.T) {
	boards := filmBoards(t)
	last := boards[len(boards)-1]
	last[0].Doubt = true
	options := map[string]Options{
		"upright": {Standalone: true}, "turned": {Standalone: true, Quarters: 1},
		"across": {Standalone: true, Quarters: 2, Disputed: []engine.Word{{Text: "ABC", Place: last[0].Place, Direction: engine.Across}}},
	}
	for name, o := range options {
		var b bytes.Buffer
		if err := SVG(&b, last, o); err != nil {
			t.Fatal(err)
		}
		w, h := o.Frame.With(last).Size(o.Quarters)
		scale := 0.4
		if os.Getenv("TILEWATCH_LOOK") != "" {
			scale = 1
		}
		picture, err := svg.PNG(b.Bytes(), int(w*scale), int(h*scale))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if dir := os.Getenv("TILEWATCH_LOOK"); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, "board-"+name+".png"), picture, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// sights are ways of seeing: what remains of linear red, green and blue. Gray is a black and white print (Rec. 709's
// weights); the others are those of Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of
// color vision deficiency" (2009), at full severity.
var sights = map[string][3][3]float64{
	"all colors":   {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"gray":         {{.2126, .7152, .0722}, {.2126, .7152, .0722}, {.2126, .7152, .0722}},
	"protanopia":   {{.152286, 1.052583, -.204868}, {.114503, .786281, .099216}, {-.003882, -.048116, 1.051998}},
	"deuteranopia": {{.367322, .860646, -.227968}, {.280085, .672501, .047413}, {-.011820, .042940, .968881}},
	"tritanopia":   {{1.255528, -.076749, -.178779}, {-.078411, .930809, .147602}, {.004733, .691367, .303900}},
}

// seen is the color in CIE L*a*b*, as it appears to that sight.
func seen(c color.Color, m [3][3]float64) [3]float64 {
	r, g, b, _ := c.RGBA()
	var in, out [3]float64
	for i, v := range [3]uint32{r, g, b} {
		in[i] = linear(float64(v) / 65535)
	}
	for i := range out {
		out[i] = min(max(m[i][0]*in[0]+m[i][1]*in[1]+m[i][2]*in[2], 0), 1)
	}
	return lab(out)
}

func linear(c float64) float64 {
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

// lab is linear sRGB in CIE L*a*b* under D65.
func lab(rgb [3]float64) [3]float64 {
	x := (.4124564*rgb[0] + .3575761*rgb[1] + .1804375*rgb[2]) / .95047
	y := .2126729*rgb[0] + .7151522*rgb[1] + .0721750*rgb[2]
	z := (.0193339*rgb[0] + .1191920*rgb[1] + .9503041*rgb[2]) / 1.08883
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	return [3]float64{116*f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))}
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// printed draws a face without a letter at the size that a tile has on a small phone.
func printed(t *testing.T, c engine.Color, fill string) *image.RGBA {
	t.Helper()
	const size = 36
	var b bytes.Buffer
	if err := SVG(&b, []Stack{{Cell: engine.Cell{Color: c, Height: 1}}}, Options{Standalone: true, Frame: Frame{0, 0, 1, 1}}); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if fill != "" {
		text = regexp.MustCompile(InkOf(c).Fill).ReplaceAllString(text, fill)
	}
	picture, err := svg.Draw([]byte(text), minSide*size, minSide*size)
	if err != nil {
		t.Fatal(err)
	}
	// The face of place 0, 0: its middle, where its letter would stand.
	f := FrameOf([]Stack{{}})
	_, high := f.Size(0)
	scaleY := float64(minSide*size) / high
	x, y := -f.Left*size, int((float64(-f.Top)*pitch+marginTop)*scaleY)
	return picture.SubImage(image.Rect(x+6, y+6, x+size-6, y+size-6)).(*image.RGBA)
}

// grain describes a face as it is seen: its mean color, and how much of a pattern there is and which.
type grain struct {
	mean     [3]float64
	contrast float64 // standard deviation of lightness
	slant    float64 // -1 to 1: how much the pattern runs along rows (1) or columns (-1)
	diagonal float64 // -1 to 1: along the one diagonal or the other
}

func grainOf(p *image.RGBA, m [3][3]float64) grain {
	var g grain
	b := p.Bounds()
	at := func(x, y int) [3]float64 { return seen(p.RGBAAt(x, y), m) }
	n := float64(b.Dx() * b.Dy())
	var sum, square, dx, dy, da, db float64
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			v := at(x, y)
			for i := range v {
				g.mean[i] += v[i] / n
			}
			sum, square = sum+v[0], square+v[0]*v[0]
			if x+1 < b.Max.X && y+1 < b.Max.Y {
				right, down, slash := at(x+1, y)[0], at(x, y+1)[0], at(x+1, y+1)[0]
				dx, dy = dx+sq(right-v[0]), dy+sq(down-v[0])
				da, db = da+sq(slash-v[0]), db+sq(right-down)
			}
		}
	}
	g.contrast = math.Sqrt(max(square/n-sum*sum/n/n, 0))
	if dx+dy > 1 {
		g.slant, g.diagonal = (dy-dx)/(dx+dy), (db-da)/(da+db)
	}
	return g
}

func sq(v float64) float64 { return v * v }

// Two owners can be distinguished if their colors differ clearly, or if their patterns do: one is plain and the other
// is not, or they run differently.
func (g grain) differs(h grain) bool {
	const (
		clear   = 20 // of L*a*b*; 2.3 is just noticeable side by side
		visible = 1.5
	)
	if distance(g.mean, h.mean) >= clear {
		return true
	}
	if min(g.contrast, h.contrast) < visible {
		return max(g.contrast, h.contrast) >= 2*visible
	}
	return math.Abs(g.slant-h.slant) > 0.25 || math.Abs(g.diagonal-h.diagonal) > 0.25
}

func TestOwnersCanBeDistinguished(t *testing.T) {
	for theme, fills := range themes(t) {
		faces := map[engine.Color]*image.RGBA{}
		for _, c := range engine.PlayerColors {
			faces[c] = printed(t, c, fills[c])
		}
		for sight, m := range sights {
			grains := map[engine.Color]grain{}
			for _, c := range engine.PlayerColors {
				grains[c] = grainOf(faces[c], m)
				t.Logf("%s, %s, %s: %.1f", theme, sight, c, grains[c])
			}
			for i, a := range engine.PlayerColors {
				for _, b := range engine.PlayerColors[i+1:] {
					if !grains[a].differs(grains[b]) {
						t.Errorf("%s, %s: %s and %s look alike: %.2f and %.2f", theme, sight, a, b, grains[a], grains[b])
					}
				}
			}
		}
	}
}

// themes are the owners' fills: as drawn alone, and as the pages' style sheet has them by day and by night.
func themes(t *testing.T) map[string]map[engine.Color]string {
	t.Helper()
	style, err := os.ReadFile("../assets/style.css")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]map[engine.Color]string{"alone": {}, "light": {}, "dark": {}}
	for _, c := range engine.PlayerColors {
		all["alone"][c] = InkOf(c).Fill
		found := regexp.MustCompile(`--`+c.String()+`:\s*(#[0-9a-fA-F]{6})`).FindAllSubmatch(style, -1)
		if len(found) < 2 {
			t.Fatalf("the style sheet has %d fills for %s, want two: light and dark", len(found), c)
		}
		all["light"][c], all["dark"][c] = string(found[0][1]), string(found[1][1])
	}
	return all
}

// Whatever the theme, a letter is read on its fill.
func TestContrastOfThemes(t *testing.T) {
	for theme, fills := range themes(t) {
		for c, fill := range fills {
			if r := contrast(t, fill, InkOf(c).Text); r < 4.5 {
				t.Errorf("%s, %s: letter on %s has a contrast of %.2f, want 4.5", theme, c, fill, r)
			}
		}
	}
}

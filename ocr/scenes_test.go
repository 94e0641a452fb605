package ocr

import (
	"encoding/json"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/ocr/glyph"
)

// sceneTile is a tile in the truth of a rendered scene.
type sceneTile struct {
	Up      string
	Corners [4][2]float64
	InFrame bool `json:"in_frame"`
}

// scene is the part of a still's truth that concerns letters.
type scene struct {
	Cells []struct {
		Visible float64
		Corners [4][2]float64
		Stack   []sceneTile
	}
	Racks []struct{ Tiles []sceneTile }
}

// crop is one face cut out of a scene, and what it is: the class, and the quarter turns that it needs.
type crop struct {
	face        Face
	class, turn int
	group       string // the board or rack it is of
}

// cropped is shared by the tests: decoding the stills takes longer than reading them.
var cropped []crop

// crops are the faces of all shipped stills, cut as a detector would cut them: a little off, and any way up.
func crops(t testing.TB) []crop {
	t.Helper()
	if cropped == nil {
		cropped = cutStills(t)
	}
	return cropped
}

func cutStills(t testing.TB) (all []crop) {
	t.Helper()
	truths, err := filepath.Glob("../testdata/nabit/stills/*.json")
	if err != nil || len(truths) == 0 {
		t.Fatalf("no stills in testdata (error %v): check out the whole repository", err)
	}
	r := rand.New(rand.NewPCG(5, 5))
	for _, path := range truths {
		s, picture := loadScene(t, path)
		add := func(group, up string, corners glyph.Quad) {
			turn, class := r.IntN(4), glyph.Classes-1
			if up != "" {
				class = int(up[0] - 'A')
			}
			all = append(all, crop{picture.Cut(loosely(r, corners, turn), 48), class, turn, group})
		}
		for _, c := range s.Cells {
			if c.Visible >= 0.7 {
				add(path, c.Stack[len(c.Stack)-1].Up, c.Corners)
			}
		}
		for i, rack := range s.Racks {
			for _, tile := range rack.Tiles {
				if tile.InFrame {
					add(path+" rack "+string(rune('0'+i)), tile.Up, tile.Corners)
				}
			}
		}
	}
	return all
}

func loadScene(t testing.TB, path string) (s scene, p glyph.Picture) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	f, err := os.Open(strings.TrimSuffix(path, "json") + "jpg")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := jpeg.Decode(f)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return s, newPicture(img)
}

// newPicture takes a picture apart.
func newPicture(img image.Image) glyph.Picture {
	b := img.Bounds()
	p := glyph.Picture{Gray: &glyph.Gray{W: b.Dx(), H: b.Dy(), Pix: make([]uint8, b.Dx()*b.Dy())}, Chroma: &glyph.Gray{W: b.Dx(), H: b.Dy(), Pix: make([]uint8, b.Dx()*b.Dy())}}
	at := func(x, y int) (r, g, b uint8) {
		c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
		return c.R, c.G, c.B
	}
	if y, ok := img.(*image.YCbCr); ok { // what JPEG gives, without the detour over interfaces
		at = func(px, py int) (r, g, b uint8) {
			c := y.COffset(px, py)
			return color.YCbCrToRGB(y.Y[y.YOffset(px, py)], y.Cb[c], y.Cr[c])
		}
	}
	for i := range p.Gray.Pix {
		r, g, blue := at(b.Min.X+i%b.Dx(), b.Min.Y+i/b.Dx())
		p.Gray.Pix[i], p.Chroma.Pix[i] = glyph.LumaOf(r, g, blue), glyph.ChromaOf(r, g, blue)
	}
	return p
}

// loosely moves the corners by about two hundredths of the side, and begins with another one.
func loosely(r *rand.Rand, q glyph.Quad, turn int) (out glyph.Quad) {
	side := math.Hypot(q[1][0]-q[0][0], q[1][1]-q[0][1])
	dx, dy := 0.02*side*r.NormFloat64(), 0.02*side*r.NormFloat64()
	for i := range out {
		from := q[(i+turn)%4]
		out[i] = [2]float64{from[0] + dx + 0.01*side*r.NormFloat64(), from[1] + dy + 0.01*side*r.NormFloat64()}
	}
	return out
}

// tally counts what a reader makes of the crops.
type tally struct {
	letters, right, blanks, blanksRight, falseBlanks, groups, upright int
	wrong                                                             map[int]string // by crop
}

func count(t testing.TB, r Reader, of []crop) tally {
	t.Helper()
	n := tally{wrong: map[int]string{}}
	turns := map[string]*[4]float64{}
	for i, c := range of {
		l, err := r.Read(c.face)
		if err != nil {
			t.Fatal(err)
		}
		if turns[c.group] == nil {
			turns[c.group] = new([4]float64)
		}
		for k := range l {
			turns[c.group][(k-c.turn+4)%4] += logSum(l[k][:])
		}
		best, margin := l.Best(c.turn)
		if margin == 0 {
			best = unread
		}
		n.add(i, c.class, best)
	}
	for _, sum := range turns {
		n.groups++
		if sum[0] > max(sum[1], sum[2], sum[3]) {
			n.upright++
		}
	}
	return n
}

func (n *tally) add(i, class, best int) {
	switch {
	case class == 26:
		n.blanks++
		if best == 26 {
			n.blanksRight++
		}
	default:
		n.letters++
		if best == class {
			n.right++
		} else if best == 26 {
			n.falseBlanks++
		}
	}
	if best != class {
		n.wrong[i] = name(class) + " read as " + name(best)
	}
}

// unread stands for a face that is left wholly open.
const unread = -1

func name(class int) string {
	switch class {
	case 26:
		return "blank"
	case unread:
		return "nothing"
	}
	return string(rune('A' + class))
}

func logSum(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += math.Exp(x)
	}
	return math.Log(sum)
}

func (n tally) log(t *testing.T, reader string) {
	t.Helper()
	t.Logf("%s: %d of %d letters right, %d of %d blanks, %d letters taken for blanks, %d of %d boards and racks upright: %v",
		reader, n.right, n.letters, n.blanksRight, n.blanks, n.falseBlanks, n.upright, n.groups, n.wrong)
}

// counted are the tallies of all crops by the readers' names: each reads them once for all tests.
var counted = map[string]tally{}

func countOnce(t *testing.T, name string, r Reader) tally {
	t.Helper()
	if _, known := counted[name]; !known {
		counted[name] = count(t, r, crops(t))
	}
	return counted[name]
}

// asMeasured fails the test if less is right than was measured, less one standard error, sqrt(np(1-p)), and at least one case.
func asMeasured(t *testing.T, what string, right, of, measured, measuredOf int) {
	t.Helper()
	p := float64(measured) / float64(measuredOf)
	least := float64(measured) - max(1, math.Sqrt(float64(measuredOf)*p*(1-p)))
	if float64(right)*float64(measuredOf) < least*float64(of) || of == 0 {
		t.Errorf("%s: %d of %d right; measured were %d of %d", what, right, of, measured, measuredOf)
	}
}

func TestLettersOfRenderedScenes(t *testing.T) {
	for name, r := range readers(t) {
		t.Run(name, func(t *testing.T) {
			if name == "tesseract" {
				n := count(t, r, every(crops(t), 4))
				n.log(t, name)
				asMeasured(t, "letters", n.right, n.letters, 66, 86)
				return
			}
			n := countOnce(t, name, r)
			n.log(t, name)
			asMeasured(t, "letters", n.right, n.letters, 357, 357)
			asMeasured(t, "blanks", n.blanksRight, n.blanks, 15, 15)
			asMeasured(t, "letters not taken for blanks", n.letters-n.falseBlanks, n.letters, 357, 357)
			asMeasured(t, "boards and racks upright", n.upright, n.groups, 44, 44)
		})
	}
}

func every(all []crop, n int) (some []crop) {
	for i := 0; i < len(all); i += n {
		some = append(some, all[i])
	}
	return some
}

func TestTheSecondReaderAddsNoErrors(t *testing.T) {
	all, r := crops(t), readers(t)
	alone, pair := countOnce(t, "classifier", r["classifier"]), countOnce(t, "pair", r["pair"])
	added, removed := 0, 0
	for i := range all {
		_, before := alone.wrong[i]
		_, after := pair.wrong[i]
		switch {
		case after && !before:
			added++
		case before && !after:
			removed++
		}
	}
	t.Logf("errors added %d, removed %d", added, removed)
	if added > removed {
		t.Errorf("%d errors added, %d removed", added, removed)
	}
}

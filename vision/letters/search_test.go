package letters

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/geom"
	"tilewatch/vision/picture"
)

// table is a drawn table with tiles on it.
type table struct{ *image.RGBA }

var (
	wood   = color.RGBA{R: 225, G: 200, B: 150, A: 255}
	shadow = color.RGBA{R: 30, G: 70, B: 45, A: 255}
	cloth  = color.RGBA{R: 40, G: 90, B: 60, A: 255}
	ink    = color.RGBA{R: 30, G: 25, B: 20, A: 255}
)

func newTable() table {
	t := table{image.NewRGBA(image.Rect(0, 0, 900, 700))}
	t.fill(0, 0, 900, 700, cloth)
	for i := 0; i < len(t.Pix); i += 4 { // grain
		t.Pix[i+1] += uint8(i / 4 * 7 % 5)
	}
	return t
}

func (t table) fill(x, y, w, h int, c color.RGBA) {
	for v := y; v < y+h; v++ {
		for u := x; u < x+w; u++ {
			if u >= 0 && v >= 0 && u < 900 && v < 700 {
				t.SetRGBA(u, v, c)
			}
		}
	}
}

const tileSide = 56

// printer draws letters 28 pixels high.
var printer = func() font.Face {
	f, err := opentype.Parse(gobold.TTF)
	if err != nil {
		panic(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: 39, DPI: 72})
	if err != nil {
		panic(err)
	}
	return face
}()

// tile draws a tile with its middle at x, y, lit from the upper left; ' ' is a blank.
func (t table) tile(x, y int, letter byte) {
	t.fill(x-tileSide/2+3, y-tileSide/2+3, tileSide-4, tileSide-4, shadow)
	t.fill(x-tileSide/2+2, y-tileSide/2+2, tileSide-4, tileSide-4, wood)
	d := font.Drawer{Dst: t, Src: image.NewUniform(ink), Face: printer}
	wide := d.MeasureString(string(letter))
	d.Dot = fixed.Point26_6{X: fixed.I(x) - wide/2, Y: fixed.I(y + 14)}
	d.DrawString(string(letter))
}

const across = "GRAVELS"

// words draws a word, one that crosses it, and one that hangs on that, from a corner on.
func (t table) words(x, y int) (places int) {
	for i, c := range []byte(across) {
		t.tile(x+i*tileSide, y, c)
	}
	for i, c := range []byte("RUBY") {
		t.tile(x+tileSide, y+i*tileSide, c)
	}
	for i, c := range []byte("YAWN") {
		t.tile(x+(1+i)*tileSide, y+3*tileSide, c)
	}
	return 7 + 3 + 3
}

// blurred is the table as a lens shows it.
func (t table) blurred() table {
	soft := table{image.NewRGBA(t.Bounds())}
	for y := 1; y < 699; y++ {
		for x := 1; x < 899; x++ {
			var sum [3]int
			for i := range 9 {
				c := t.RGBAAt(x+i%3-1, y+i/3-1)
				sum[0], sum[1], sum[2] = sum[0]+int(c.R), sum[1]+int(c.G), sum[2]+int(c.B)
			}
			soft.SetRGBA(x, y, color.RGBA{R: uint8(sum[0] / 9), G: uint8(sum[1] / 9), B: uint8(sum[2] / 9), A: 255})
		}
	}
	return soft
}

// look reads the table with the real letter reader.
func (t table) look(test *testing.T) (Look, error) {
	test.Helper()
	reader, err := ocr.NewClassifier()
	if err != nil {
		test.Fatal(err)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, t.blurred()); err != nil {
		test.Fatal(err)
	}
	p, err := picture.Decode(b.Bytes())
	if err != nil {
		test.Fatal(err)
	}
	defer p.Close()
	return New(reader).Look(p)
}

// text is the likeliest letter of a tile, '?' for a blank.
func text(t *Tile) byte {
	best := engine.BlankIndex
	for c := range t.Letters {
		if t.Letters[c] > t.Letters[best] {
			best = c
		}
	}
	if best == engine.BlankIndex {
		return '?'
	}
	return byte('A' + best)
}

// at is the tile whose middle lies there.
func (l *Look) at(x, y float64) *Tile {
	for i := range l.Tiles {
		if m := geom.Middle(l.Tiles[i].Quad); math.Hypot(m.X-x, m.Y-y) < tileSide/3 {
			return &l.Tiles[i]
		}
	}
	return nil
}

func TestDrawnWordsAreRead(t *testing.T) {
	d := newTable()
	want := d.words(200, 150)
	look, err := d.look(t)
	if err != nil {
		t.Fatal(err)
	}
	linked := 0
	for _, tile := range look.Tiles {
		if tile.Linked {
			linked++
		}
	}
	if linked != want || len(look.Tiles) != want {
		t.Errorf("%d tiles, %d of them linked, want %d", len(look.Tiles), linked, want)
	}
	first := look.at(200, 150)
	if first == nil {
		t.Fatal("the first tile is not seen")
	}
	for i, c := range []byte(across) {
		tile := look.at(200+float64(i*tileSide), 150)
		if tile == nil || text(tile) != c {
			t.Errorf("tile %d of the word is not %c: %v", i, c, tile != nil)
			continue
		}
		if p := tile.Place.Sub(first.Place); p != (engine.Place{Col: i}) {
			t.Errorf("tile %d lies at %v of the lattice", i, p)
		}
		if side := math.Hypot(tile.Quad[1].X-tile.Quad[0].X, tile.Quad[1].Y-tile.Quad[0].Y); math.Abs(side-tileSide) > 4 {
			t.Errorf("tile %d is %.1f pixels wide", i, side)
		}
		if tile.Color[0] < 200 || tile.Color[2] > 180 {
			t.Errorf("its plastic is %v", tile.Color)
		}
	}
	if look.Second != 0 || look.Cut != 0 {
		t.Errorf("%d tiles of a second board, %d cut off", look.Second, look.Cut)
	}
}

func TestATurnedTableIsReadAsItStands(t *testing.T) {
	d := newTable()
	d.words(150, 150)
	turned := table{image.NewRGBA(d.Bounds())}
	for y := range 700 { // by half a turn
		for x := range 900 {
			turned.SetRGBA(899-x, 699-y, d.RGBAAt(x, y))
		}
	}
	look, err := turned.look(t)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []byte(across) {
		if tile := look.at(899-150-float64(i*tileSide), 699-150); tile == nil || text(tile) != c {
			t.Errorf("tile %d of the word is not %c", i, c)
		} else if tile.Quad[0].X < tile.Quad[1].X {
			t.Errorf("its quad begins at %v, not at the letter's upper left", tile.Quad[0])
		}
	}
}

func TestATileBesideTheBoardIsLoose(t *testing.T) {
	d := newTable()
	want := d.words(150, 120)
	d.tile(640, 530, 'K')
	look, err := d.look(t)
	if err != nil {
		t.Fatal(err)
	}
	loose := look.at(640, 530)
	if loose == nil || loose.Linked || text(loose) != 'K' {
		t.Fatalf("the loose tile is %v", loose)
	}
	if len(look.Tiles) != want+1 {
		t.Errorf("%d tiles, want %d and one loose", len(look.Tiles), want)
	}
}

// TestARowOfTilesGoesOn lays a row whose second tile has another color than all tiles that are known, and whose last one is blank.
func TestARowOfTilesGoesOn(t *testing.T) {
	d := newTable()
	want := d.words(150, 120)
	const x, y, step = 560, 560, tileSide + 4
	for i, letter := range []byte("KEP ") {
		d.tile(x+i*step, y, letter)
	}
	blue := color.RGBA{R: 120, G: 150, B: 235, A: 255}
	for v := y - tileSide/2; v < y+tileSide/2; v++ {
		for u := x + step - tileSide/2; u < x+step+tileSide/2; u++ {
			if d.RGBAAt(u, v) == wood {
				d.SetRGBA(u, v, blue)
			}
		}
	}
	look, err := d.look(t)
	if err != nil {
		t.Fatal(err)
	}
	for i, letter := range []byte("KEP?") {
		found := look.at(float64(x+i*step), y)
		if found == nil || found.Linked || text(found) != letter {
			t.Errorf("%c is %v", letter, found)
		}
	}
	if len(look.Tiles) != want+4 {
		t.Errorf("%d tiles, want %d and four in a row", len(look.Tiles), want)
	}
}

func TestABlankInAWord(t *testing.T) {
	d := newTable()
	d.words(200, 150)
	d.tile(200+3*tileSide, 150, ' ')
	look, err := d.look(t)
	if err != nil {
		t.Fatal(err)
	}
	if blank := look.at(200+3*tileSide, 150); blank == nil || text(blank) != '?' {
		t.Errorf("the blank is seen: %v", blank != nil)
	}
}

func TestATileThatTheBorderCutsIsCounted(t *testing.T) {
	d := newTable()
	d.words(20-tileSide, 200)
	look, err := d.look(t)
	if err != nil {
		t.Fatal(err)
	}
	if look.Cut == 0 {
		t.Error("no tile is cut off")
	}
}

func TestAnEmptyTable(t *testing.T) {
	var known *picture.Error
	if _, err := newTable().look(t); !errors.As(err, &known) || known.Code != picture.NoTiles {
		t.Errorf("an empty table gives %v", err)
	}
}

func TestNormalize(t *testing.T) {
	var l engine.LetterLikelihoods
	for i := range l {
		l[i] = -20
	}
	l[4] = -3
	normalize(&l)
	if l[4] != 0 || l[0] != -6 {
		t.Errorf("the best letter has %.0f, the others %.0f", l[4], l[0])
	}
	l[4] = -20
	for i := range l {
		l[i] = -20
	}
	normalize(&l)
	if l[4] != l[0] {
		t.Error("letters that do not fit at all differ")
	}
}

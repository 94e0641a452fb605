package letters

import (
	"cmp"
	"maps"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision"
)

// Tile is a letter tile in the picture.
type Tile struct {
	Place   engine.Place // on the lattice, letters upright, or none
	Linked  bool         // it is one of the lattice's linked tiles
	Quad    engine.Quad  // of its face, top-left first as its letter is read
	Letters engine.LetterLikelihoods
	Color   [3]uint8 // of its plastic, red, green, blue
	Odds    float64  // log-odds that a tile lies there
}

// Look is what one picture shows.
type Look struct {
	Tiles  []Tile // of its largest lattice, then the others
	Cut    int    // tiles beside the lattice's that lie only in part in the picture
	Second int    // tiles of another lattice beside it, 0 if there is none
}

// Eyes see letter tiles. They may serve several goroutines if their reader does.
type Eyes struct{ reader ocr.Reader }

// New are eyes that read letters with a reader that knows what is none.
func New(reader ocr.Reader) *Eyes { return &Eyes{reader} }

// Look reads one picture. Without any tiles the error is a *vision.Error.
func (e *Eyes) Look(p *vision.Picture) (look Look, err error) {
	err = vision.WithRaster(p, func(r *vision.Raster, gray gocv.Mat) error {
		if err := r.CheckLight(); err != nil {
			return err
		}
		marks, err := findMarks(r, gray)
		if err != nil {
			return err
		}
		if marks, err = readable(r, e.reader, marks); err != nil {
			return err
		}
		s := &seer{r: r, reader: e.reader}
		look, err = s.see(marks)
		return err
	})
	return look, err
}

// see finds the board and what lies beside it.
func (s *seer) see(marks []mark) (look Look, err error) {
	b, others, err := s.best(findLattices(marks))
	if err != nil {
		return look, err
	}
	of, letters := kindOf(marks, float64(max(s.r.W, s.r.H)))
	if n := b.tiles(); n < 2 || n < fewTiles && 3*n < 2*letters && of.shares(b.kind()) && !b.sure() {
		b = nil // a few of many tiles that lie about happen to lie in line
	}
	if b != nil {
		look, of = b.look(), b.kind()
		look.Cut, look.Second = s.cut(b), b.second(others)
	}
	if of != nil {
		loose, err := s.loose(of, b, marks)
		if err != nil {
			return look, err
		}
		look.Tiles = append(look.Tiles, loose...)
	}
	if len(look.Tiles) == 0 {
		return look, &vision.Error{Code: vision.NoTiles, Message: "no letter tiles found: take the photo from nearer, with the tiles in the light"}
	}
	return look, nil
}

// How many lattices are looked at, and if none is much of a board.
const (
	tried     = 4
	mostTried = 24
)

// plenty is the worth of a board beside which lattices of half its letters are not looked at.
const plenty = 30

// fewTiles is how many tiles may stand in line by chance.
const fewTiles = 9

// Tiles that lie about by chance hardly ever stand so well in rows and columns.
const (
	sureTiles = 6
	sureOdds  = 3.5 // of a tile on average, the mark of 4 being the most
)

// sure says whether the board is none by chance, few as its tiles are.
func (b *board) sure() bool {
	linked := b.linked()
	return len(linked) >= sureTiles && linked.crosses() && b.worth >= sureOdds*float64(len(linked))
}

// tiles is how many linked tiles there are; none on no board.
func (b *board) tiles() int {
	if b == nil {
		return 0
	}
	return len(b.linked())
}

// leastWorth is that of two linked tiles that read well.
const leastWorth = 6

// best is the board with the most tiles, nil if there is none, and the others that were looked at.
func (s *seer) best(lattices []*lattice) (best *board, others []*board, err error) {
	var boards []*board
	found := 0.0
	for i, l := range lattices {
		if found > plenty && (i >= tried || l.rank < 0.5*lattices[0].rank) || i >= mostTried {
			break
		}
		b, err := s.lookAt(l)
		if err != nil {
			return nil, nil, err
		}
		boards = append(boards, b)
		found = max(found, b.worth)
	}
	slices.SortStableFunc(boards, func(a, b *board) int { return cmp.Compare(b.worth, a.worth) })
	if len(boards) == 0 || boards[0].worth < leastWorth {
		return nil, nil, nil
	}
	preferLarge(boards)
	return boards[0], boards[1:], s.lookAgain(boards[0], lattices)
}

// What is printed on a board is so much smaller than its tiles, which may be few.
const (
	printSteps = 2.0  // times smaller
	largeShare = 0.25 // of the worth of the smaller
	largeWorth = 13.0
)

// preferLarge brings to the front a board of much larger steps than the first: that is print then.
func preferLarge(boards []*board) {
	for i, b := range boards {
		first := boards[0]
		if b.step() > printSteps*first.step() && b.worth > max(largeWorth, largeShare*first.worth) && b.linked().crosses() {
			boards[0], boards[i] = boards[i], boards[0]
		}
	}
}

// crosses says whether the group has tiles in several rows and columns.
func (g group) crosses() bool {
	low, high := g.bounds()
	return high.Row > low.Row && high.Col > low.Col
}

// look are the board's tiles, letters upright.
func (b *board) look() Look {
	var look Look
	linked := b.linked()
	least := asTiles * b.color(linked)
	for _, link := range []bool{true, false} {
		for _, c := range b.list() {
			if c.tile && linked[c.place] == link && (link || c.color >= least && c.lettered && !c.bare) { // what shows no letter is a tile among others only
				look.Tiles = append(look.Tiles, b.tileOf(c, link))
			}
		}
	}
	return look
}

// asTiles is the share of what their color says for linked tiles that it must say for others: letters are printed on boards, too.
const asTiles = 0.3

// color is what their color says for the group's tiles, the median.
func (b *board) color(g group) float64 {
	var colors []float64
	for p := range g {
		if c := b.cells[p]; c != nil && c.tile {
			colors = append(colors, c.color)
		}
	}
	if len(colors) == 0 {
		return 0
	}
	slices.Sort(colors)
	return colors[len(colors)/2]
}

// tileOf is a cell's tile.
func (b *board) tileOf(c *cell, linked bool) Tile {
	t := Tile{Place: c.place.Turn(b.turn), Linked: linked, Letters: c.letters[b.turn], Odds: c.odds}
	if c.unclear { // none of the letters fits, but one of them it is
		oneOf(&t.Letters)
	}
	t.Letters[engine.BlankIndex] = noLetter
	if !c.lettered || c.bare {
		for i := range t.Letters {
			t.Letters[i] = noLetter
		}
		t.Letters[engine.BlankIndex] = 0
	}
	q := c.frame.quad(0.5)
	for i := range q {
		t.Quad[(i+b.turn)%4] = q[i]
	}
	t.Color = [3]uint8{uint8(c.ground[2] + 0.5), uint8(c.ground[1] + 0.5), uint8(c.ground[0] + 0.5)}
	return t
}

// oneOf makes log-likelihoods of letters that all fit badly those of one that is known to be there; of some that do not fit at all the
// better one tells nothing.
func oneOf(l *engine.LetterLikelihoods) {
	best := max(l[bestLetter(l)], noLetter)
	for i := range l {
		l[i] = max(l[i], noLetter) - best
	}
}

// noLetter is the log-likelihood of a face that contradicts what is seen.
const noLetter = -9

// linked is the largest group of tiles side by side, with those that one place parts from it: a tile that was not seen.
func (b *board) linked() group {
	groups := b.groups()
	if len(groups) == 0 {
		return nil
	}
	best := groups[0]
	for more := true; more; {
		more = false
		for _, g := range groups[1:] {
			if !g.within(best) && (len(g) >= leastPart && (b.near(g, best) || b.meetOutside(g, best)) || b.apart(g, best)) {
				for p := range g {
					best[p] = true
				}
				more = true
			}
		}
	}
	return best
}

// leastPart is how many tiles count as a part of the board that lost its link.
const leastPart = 2

// group is a group of linked tiles.
type group map[engine.Place]bool

// size is how many tiles there are; those of one row count for less: titles and racks are rows, too.
func (g group) size() float64 {
	rows, cols := map[int]bool{}, map[int]bool{}
	for p := range g {
		rows[p.Row], cols[p.Col] = true, true
	}
	if min(len(rows), len(cols)) < 2 {
		return rowWorth * float64(len(g))
	}
	return float64(len(g))
}

// within says whether the group is a part of the other.
func (g group) within(other group) bool {
	for p := range g {
		return other[p]
	}
	return true
}

// Boards have so many places a side; a part of one that stands by itself has so many tiles.
const (
	mostSide   = 21
	leastApart = 4
)

// apart says whether the group is a part of the other's board although it stands by itself: its letters go both ways and fit on one
// board, or it lies among the other's tiles. Racks and titles are rows beside the board.
func (b *board) apart(g, other group) bool {
	low, high := other.bounds()
	from, to := g.bounds()
	if len(g) >= leastPart && from.Row >= low.Row && from.Col >= low.Col && to.Row <= high.Row && to.Col <= high.Col {
		return true
	}
	if max(high.Row, to.Row)-min(low.Row, from.Row) >= mostSide || max(high.Col, to.Col)-min(low.Col, from.Col) >= mostSide {
		return false
	}
	lettered := group{}
	for p := range g {
		if !b.cells[p].bare {
			lettered[p] = true
		}
	}
	from, to = lettered.bounds()
	return len(lettered) >= leastApart && to.Row > from.Row && to.Col > from.Col && b.color(g) >= asTiles*b.color(other)
}

// bounds are the group's smallest and largest row and column.
func (g group) bounds() (low, high engine.Place) { return engine.Bounds(maps.Keys(g)) }

// near says whether one place parts the groups that may hold a tile.
func (b *board) near(g, other group) bool {
	for p := range g {
		for _, q := range p.Neighbors() {
			if c := b.cells[q]; c != nil && c.color < leastBridge {
				continue
			}
			for _, r := range q.Neighbors() {
				if other[r] {
					return true
				}
			}
		}
	}
	return false
}

// leastBridge are the log-odds by color of a place that may hold a tile although none was seen.
const leastBridge = -1.5

// groups are the groups of tiles side by side, the largest first.
func (b *board) groups() []group {
	var all []group
	seen := group{}
	for _, c := range b.list() {
		if !c.tile || seen[c.place] {
			continue
		}
		g := group{c.place: true}
		for open := []engine.Place{c.place}; len(open) > 0; {
			p := open[0]
			open = open[1:]
			seen[p] = true
			for _, q := range p.Neighbors() {
				if d := b.cells[q]; d != nil && d.tile && !g[q] {
					g[q] = true
					open = append(open, q)
				}
			}
		}
		all = append(all, g)
	}
	slices.SortStableFunc(all, func(a, b group) int { return cmp.Compare(b.size(), a.size()) })
	return all
}

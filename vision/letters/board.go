package letters

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision"
	"tilewatch/vision/geom"
)

// board is a lattice with what is seen at its places.
type board struct {
	*lattice
	long  float64 // the picture's longer side, pixels
	cells map[engine.Place]*cell
	dark  bool
	turn  int // quarter turns clockwise after which the letters stand upright
	high  float64
	worth float64

	outside group // places beside those looked at that the picture does not show, or only in part
}

// lookAt looks at all places of a lattice and a little around it.
func (s *seer) lookAt(l *lattice) (*board, error) {
	b := &board{lattice: l, long: float64(max(s.r.W, s.r.H)), cells: map[engine.Place]*cell{}, outside: group{}, dark: l.dark(), high: l.high()}
	of := *s
	of.dark, of.high, of.samples = b.dark, b.high, 1
	if err := of.lookAll(b.marked()); err != nil {
		return b, err
	}
	b.judge()
	if err := of.lookOther(b); err != nil {
		return b, err
	}
	if b.worth < littleWorth {
		return b, nil // of its marks hardly any reads as a letter
	}
	for range mostRounds {
		grown, err := of.lookAround(b)
		if err != nil || !grown {
			return b, err
		}
		b.judge()
		if err := of.lookOther(b); err != nil {
			return b, err
		}
	}
	return b, nil
}

// littleWorth is that of lattices around which nothing is looked at.
const littleWorth = 2

// marked are the places with marks, put down to be looked at first.
func (b *board) marked() (fresh []*cell) {
	for _, p := range b.places() {
		c := &cell{place: p, frame: b.frame(float64(p.Row), float64(p.Col)), marked: true}
		b.cells[p] = c
		fresh = append(fresh, c)
	}
	return fresh
}

// mostRounds bounds how often a board is looked at further out.
const mostRounds = 8

// lookAround looks at places up to two from marks and tiles that were not looked at; false if there are none.
func (s *seer) lookAround(b *board) (bool, error) {
	from := b.places()
	for _, c := range b.list() {
		if c.tile {
			from = append(from, c.place)
		}
	}
	var fresh []*cell
	for _, p := range from {
		for row := -2; row <= 2; row++ {
			for col := -2; col <= 2; col++ {
				q := p.Add(engine.Place{Row: row, Col: col})
				if b.cells[q] != nil {
					continue
				}
				c := &cell{place: q, frame: b.frame(float64(q.Row), float64(q.Col))}
				_, c.marked = b.lattice.cells[q]
				switch {
				case !s.within(&c.frame):
					b.outside[q] = true
				case len(b.cells) < mostCells:
					b.cells[q] = c
					fresh = append(fresh, c)
				}
			}
		}
	}
	return len(fresh) > 0, s.lookAll(fresh)
}

// mostCells bounds what is looked at.
const mostCells = 700

// lookAgain settles the lattice on its tiles and looks at all its places once more.
func (s *seer) lookAgain(b *board, others []*lattice) error {
	b.settle()
	of := *s
	of.dark, of.high, of.samples = b.dark, b.high, 3
	var all []*cell
	for _, c := range b.list() {
		n := &cell{place: c.place, frame: b.frame(float64(c.place.Row), float64(c.place.Col)), marked: c.marked || c.tile, other: c.other}
		if s.within(&n.frame) {
			all = append(all, n)
		}
	}
	b.cells = map[engine.Place]*cell{}
	for _, c := range all {
		b.cells[c.place] = c
	}
	if err := of.lookAll(all); err != nil {
		return err
	}
	b.judge()
	if _, err := of.lookAround(b); err != nil {
		return err
	}
	b.judge()
	if err := of.lookOther(b); err != nil {
		return err
	}
	if err := of.lookFurther(b, others); err != nil {
		return err
	}
	better, err := of.lookWhole(b)
	if better {
		b.judge()
	}
	return err
}

// lookFurther looks where parts of the board may lie that hang together with it by nothing that was seen.
func (s *seer) lookFurther(b *board, others []*lattice) error {
	joined, err := s.join(b, others)
	if err != nil {
		return err
	}
	for range mostLeaps {
		more, err := s.leap(b)
		if err != nil || !more && !joined {
			return err
		}
		joined = false
		b.judge()
		if _, err := s.lookAround(b); err != nil {
			return err
		}
		b.judge()
	}
	return nil
}

// lookAll looks at several places at a time.
func (s *seer) lookAll(cells []*cell) error {
	errs := make([]error, len(cells))
	vision.OnAllCores(len(cells), func(i int) { errs[i] = s.look(cells[i]) })
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// within says whether the whole face lies in the picture.
func (s *seer) within(f *frame) bool {
	q := f.quad(0.5)
	for _, p := range q {
		if !s.r.Inside(p) {
			return false
		}
	}
	return true
}

// list are the cells by row, then column.
func (b *board) list() []*cell {
	list := make([]*cell, 0, len(b.cells))
	for _, c := range b.cells {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b *cell) int { return engine.ComparePlaces(a.place, b.place) })
	return list
}

// judge decides which way is up, how high the letters are, and which places hold tiles. On a board with few tiles most of what reads as a letter
// may be print on its squares, which stands another way: each way up that several letters ask for is tried.
func (b *board) judge() {
	ways, high := b.waysUp(), b.high
	b.judgeTurned(ways[0], high)
	best, worth := ways[0], b.worth
	for _, turn := range ways[1:] {
		if b.judgeTurned(turn, high); b.worth > otherWay*worth {
			best, worth = turn, b.worth
		}
	}
	if best != b.turn {
		b.judgeTurned(best, high)
	}
}

// otherWay is by how much the board must be worth more another way up than that in which most letters read best.
const otherWay = 1.2

// judgeTurned is judge with letters upright after so many quarter turns; high is how high they are if they do not tell.
func (b *board) judgeTurned(turn int, high float64) {
	b.turn, b.high = turn, high
	b.findLabels()
	heights := b.heights()
	best, at := -1.0, b.high
	for _, b.high = range heights {
		if b.decide(); b.worth > best {
			best, at = b.worth, b.high
		}
	}
	b.high = at
	b.decide()
	for range mostRefined { // a height between those of letters and print lets both pass
		high := b.usualHigh()
		if geom.Similar(high, b.high, 1.02) {
			return
		}
		b.high = high
		b.decide()
	}
}

// mostRefined bounds how often the letters' height is taken from the tiles.
const mostRefined = 3

// usualHigh is the median height of the linked tiles' letters.
func (b *board) usualHigh() float64 {
	var all []float64
	for p := range b.linked() {
		if c := b.cells[p]; c.tile && !c.bare && !c.unclear {
			all = append(all, b.tall(c))
		}
	}
	if len(all) < 3 {
		return b.high
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// decide decides which places hold tiles whose letters are so high.
func (b *board) decide() {
	list := b.list()
	u := b.usual(list)
	for _, c := range list {
		c.bare, c.unclear, c.odds = !c.lettered, false, labelOdds
		if !c.label {
			c.odds = b.letterOdds(c) + u.odds(b, c)
		}
		// What is no letter may be the grain of a blank, or the gap beside it.
		if blank := blankOdds - max(float64(c.crowd)-2, 0); c.lettered && !c.label && c.odds < blank && c.contrast < u.faint {
			c.bare, c.odds = true, blank
		}
		c.tile = c.odds > 0
	}
	b.byColor(u)
	b.bySides(u)
	b.byInk(u)
	b.byLinks()
	b.fewBlanks()
	b.worth = b.weigh()
}

// fewBlanks takes what shows no letter for the table where there is more of it than any set has blanks, unless it stands between letters.
func (b *board) fewBlanks() {
	var bare []*cell
	for p := range b.linked() {
		if c := b.cells[p]; c.tile && c.bare {
			bare = append(bare, c)
		}
	}
	if len(bare) <= mostBlanks {
		return
	}
	letter := func(p engine.Place) bool { c := b.cells[p]; return c != nil && c.tile && !c.bare }
	for _, c := range b.cells {
		between := letter(c.place.Add(sideSteps[0])) && letter(c.place.Add(sideSteps[2])) ||
			letter(c.place.Add(sideSteps[1])) && letter(c.place.Add(sideSteps[3]))
		if c.bare && !between {
			c.tile = false
		}
	}
}

// mostOdds are the log-odds that a tile counts at most.
const mostOdds = 4

// A set has few blanks, and a table's bare wood makes as many as are looked for.
const (
	blankWorth = 1.5
	mostBlanks = 4
)

// rowWorth is what the tiles of one row count: lists and titles stand in rows, too.
const rowWorth = 0.45

// kindsShare is how many of a dozen letters differ at least, as a share: lines of print and printed squares look like one or two letters.
const kindsShare = 0.4

// weigh is how much the lattice looks like a board: by its linked tiles.
func (b *board) weigh() (sum float64) {
	rows, cols, kinds, letters, blanks := map[int]bool{}, map[int]bool{}, map[int]bool{}, 0, 0
	for p := range b.linked() {
		if c := b.cells[p]; c.tile {
			if c.bare {
				blanks++
				continue
			}
			sum += min(c.odds, mostOdds)
			rows[p.Row], cols[p.Col] = true, true
			kinds[c.best[b.turn]] = true
			letters++
		}
	}
	sum *= sum / (mostOdds * float64(max(letters, 1))) // a lattice askew has tiles, too, but few that fit well
	sum *= min(1, float64(len(kinds))/(kindsShare*float64(max(min(letters, 12), 1))))
	if min(len(rows), len(cols)) < 2 {
		sum *= rowWorth
	}
	return (sum + blankWorth*float64(min(blanks, mostBlanks))) * b.large() * b.alone()
}

// leastSide is the share of the picture's longer side that a tile takes up at least: smaller letters are mostly print.
const leastSide = 0.018

// large is what the size of a lattice counts: 1 for that of most tiles, less for smaller ones.
func (b *board) large() float64 {
	small := min(b.step()/(leastSide*b.long), 1)
	return small * small
}

// tall is how high the letter stands once it is upright.
func (b *board) tall(c *cell) float64 {
	if b.turn%2 == 1 {
		return c.wide
	}
	return c.high
}

// Heights that differ by less are one.
const (
	oneHeight  = 1.1
	mostHeight = 3 // kinds of print on a lattice: letters, labels, titles
)

// heights are those that most of what reads as a letter has, the most common first; or the one known before.
func (b *board) heights() (found []float64) {
	var all []float64
	for _, c := range b.list() {
		if c.lettered && c.marked && !c.label && c.letters[b.turn][c.best[b.turn]] > -1 {
			all = append(all, b.tall(c))
		}
	}
	slices.Sort(all)
	for len(all) >= 3 && len(found) < mostHeight {
		from, to := 0, 0
		for i := range all {
			j := i
			for j < len(all) && all[j] < oneHeight*oneHeight*all[i] {
				j++
			}
			if j-i > to-from {
				from, to = i, j
			}
		}
		if to-from < 3 {
			break
		}
		found = append(found, all[(from+to)/2])
		all = slices.Delete(all, from, to)
	}
	if len(found) == 0 {
		found = []float64{b.high}
	}
	return found
}

// blankOdds are the log-odds of a tile where nothing is printed.
const blankOdds = -2.9

// letterOdds are the log-odds of a tile by what is printed alone.
func (b *board) letterOdds(c *cell) float64 {
	if !c.lettered {
		return blankOdds
	}
	l := &c.letters[b.turn]
	best := l[c.best[b.turn]]
	odds := 1.5 + min(best, 1.4) + min(best-l[engine.BlankIndex], 6)/3 - 1.0
	off := math.Log(b.tall(c) / b.high)
	odds += 1 - min(off*off/(2*0.09*0.09), 7)
	if c.crowd > 3 {
		odds -= float64(c.crowd - 3)
	}
	if !c.marked {
		odds -= 0.7
	}
	return odds
}

// betweenOdds are the log-odds that a face without print and with a tile's color gains by standing between tiles.
const betweenOdds = 1.7

// byLinks brings in what lies beside: tiles are linked, and what lies alone is none.
func (b *board) byLinks() {
	list := b.list()
	more := make([]float64, len(list))
	for i, c := range list {
		links := 0
		var at [4]bool
		for k, step := range sideSteps {
			if d := b.cells[c.place.Add(step)]; d != nil && d.odds > linkOdds {
				links++
				at[k] = true
			}
		}
		switch {
		case c.bare && c.color > 0 && (at[0] && at[2] || at[1] && at[3]):
			more[i] = betweenOdds // a blank within a word
		case links == 0:
			more[i] = -1.5
		case links >= 2:
			more[i] = 1
		}
	}
	for i, c := range list {
		c.odds += more[i]
		c.tile = c.odds > 0
	}
}

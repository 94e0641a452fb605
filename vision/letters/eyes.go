package letters

import (
	"cmp"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/ocr"
	"tilewatch/vision"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/lattice"
)

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
		marks, err := candidate.FindMarks(r, gray)
		if err != nil {
			return err
		}
		if marks, err = candidate.Readable(r, e.reader, marks); err != nil {
			return err
		}
		s := &seer{r: r, reader: e.reader}
		look, err = s.see(marks)
		return err
	})
	return look, err
}

// see finds the board and what lies beside it.
func (s *seer) see(marks []candidate.Mark) (look Look, err error) {
	b, others, err := s.best(lattice.FindLattices(marks))
	if err != nil {
		return look, err
	}
	of, letters := kindOf(marks, float64(max(s.r.W, s.r.H)))
	if n := b.Tiles(); n < 2 || n < fewTiles && 3*n < 2*letters && of.shares(kindOn(b)) && !b.Sure() {
		b = nil // a few of many tiles that lie about happen to lie in line
	}
	if b != nil {
		look, of = lookOf(b), kindOn(b)
		look.Cut, look.Second = s.cut(b), b.Second(others)
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

// leastWorth is that of two linked tiles that read well.
const leastWorth = 6

// best is the board with the most tiles, nil if there is none, and the others that were looked at.
func (s *seer) best(lattices []*lattice.Lattice) (best *board.Board, others []*board.Board, err error) {
	var boards []*board.Board
	found := 0.0
	for i, l := range lattices {
		if found > plenty && (i >= tried || l.Rank < 0.5*lattices[0].Rank) || i >= mostTried {
			break
		}
		b, err := s.lookAt(l)
		if err != nil {
			return nil, nil, err
		}
		boards = append(boards, b)
		found = max(found, b.Worth)
	}
	slices.SortStableFunc(boards, func(a, b *board.Board) int { return cmp.Compare(b.Worth, a.Worth) })
	if len(boards) == 0 || boards[0].Worth < leastWorth {
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
func preferLarge(boards []*board.Board) {
	for i, b := range boards {
		first := boards[0]
		if b.Step() > printSteps*first.Step() && b.Worth > max(largeWorth, largeShare*first.Worth) && b.Linked().Crosses() {
			boards[0], boards[i] = boards[i], boards[0]
		}
	}
}

// look are the board's tiles, letters upright.
func lookOf(b *board.Board) Look {
	var look Look
	linked := b.Linked()
	least := board.AsTiles * b.Color(linked)
	for _, link := range []bool{true, false} {
		for _, c := range b.List() {
			if c.Tile && linked[c.Place] == link && (link || c.Color >= least && c.Lettered && !c.Bare) { // what shows no letter is a tile among others only
				look.Tiles = append(look.Tiles, tileOf(b, c, link))
			}
		}
	}
	return look
}

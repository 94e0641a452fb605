package letters

import (
	"cmp"
	"errors"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/lattice"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// Look is what one picture shows.
type Look struct {
	Tiles  []Tile // of its largest lattice by row and column, then the others
	Cut    int    // tiles beside the lattice's that lie only in part in the picture
	Second int    // tiles of another lattice beside it, 0 if there is none
}

// Eyes find letter tiles. Several goroutines may use them if their reader allows it.
type Eyes struct{ reader ocr.Reader }

// New returns eyes with a reader that also recognizes patches without a letter.
func New(reader ocr.Reader) *Eyes { return &Eyes{reader} }

// Look reads one picture, as it is or as it would be from above if that shows more. Without any tiles the error is a *picture.Error.
func (e *Eyes) Look(p *picture.Picture) (look Look, err error) {
	share, looks := 1.0, 0
	err = picture.WithRaster(p, func(r *picture.Raster, gray gocv.Mat) error {
		if err := r.CheckLight(); err != nil {
			return err
		}
		marks, err := candidate.Find(r, gray)
		if err != nil {
			return err
		}
		s := &search{r: r, reader: e.reader}
		read, letters, err := s.readLetters(marks)
		if err != nil {
			return err
		}
		if share, err = candidate.Foreshortened(r, e.reader, read); err != nil {
			return err
		}
		look, err = s.structure(letters)
		looks = r.Looks()
		return err
	})
	if nothing := new(picture.Error); share == 1 || looks > mostLooks || err != nil && !errors.As(err, &nothing) {
		return look, err
	}
	if above, failed := e.fromAbove(p, share); failed == nil && above.worth() > look.worth() {
		return above, nil
	}
	return look, err
}

// mostLooks is how many looks a picture may have taken that is read once more, as from above: two readings take a processor three seconds then. Of 60
// made-up tables and 20 photographs three take more, and none shows more from above.
const mostLooks = 6000

// fromAbove reads a picture taken aslant as it would be from above: stretched to the height of which the share is left.
func (e *Eyes) fromAbove(p *picture.Picture, share float64) (look Look, err error) {
	stretched, err := p.Stretched(1 / share)
	if err != nil {
		return look, err
	}
	defer stretched.Close()
	err = picture.WithRaster(stretched, func(r *picture.Raster, gray gocv.Mat) error {
		marks, err := candidate.FindStretched(r, gray, share)
		if err != nil {
			return err
		}
		s := &search{r: r, reader: e.reader}
		_, letters, err := s.readLetters(marks)
		if err != nil {
			return err
		}
		look, err = s.structure(letters)
		return err
	})
	look.lower(float64(p.Height) / float64(stretched.Height))
	return look, err
}

// lower takes the tiles of a stretched picture back to that of which it was made.
func (l *Look) lower(by float64) {
	for i := range l.Tiles {
		for k := range l.Tiles[i].Quad {
			at := &l.Tiles[i].Quad[k]
			at.Y = (at.Y+0.5)*by - 0.5
		}
	}
}

// worth is how much a look shows: its tiles by their log-odds, those that are linked twice.
func (l *Look) worth() (sum float64) {
	for _, t := range l.Tiles {
		odds := min(max(t.Odds, 0), mostWorth)
		if sum += odds; t.Linked {
			sum += odds
		}
	}
	return sum
}

// mostWorth are the log-odds that a tile counts at most.
const mostWorth = 4.0

// structure finds the board and the loose tiles beside it.
func (s *search) structure(marks []candidate.Candidate) (look Look, err error) {
	b, others, err := s.bestBoard(lattice.Find(marks))
	if err != nil {
		return look, err
	}
	of, letters := looseStyle(marks, float64(max(s.r.W, s.r.H)))
	if n := b.TileCount(); n < 2 || n < chanceTiles && 3*n < 2*len(letters) && of.shares(styleOf(b)) && !b.Sure() {
		b = nil // a few of many tiles that lie about happen to lie in line
	}
	if b != nil {
		look, of = tilesOf(b), styleOf(b)
		look.Cut, look.Second = s.cutTiles(b), b.Second(others)
	} else if of != nil {
		if err := s.measure(of, letters); err != nil {
			return look, err
		}
	}
	if of != nil {
		loose, err := s.loose(of, b, marks)
		if err != nil {
			return look, err
		}
		look.Tiles = append(look.Tiles, loose...)
	}
	if areLines(countBars(look.Tiles), len(look.Tiles)) {
		look = Look{} // what reads as other letters among them does so by chance
	}
	if len(look.Tiles) == 0 {
		return look, &picture.Error{Code: picture.NoTiles, Message: "no letter tiles found: take the photo from closer, in better light"}
	}
	return look, nil
}

// Limits of how many lattices are read.
const (
	mostTried     = 4  // lattices that are always read if they are not weak
	mostTriedWeak = 24 // lattices that are read while no board has enoughScore
)

// enoughScore is the score of a board that ends the search: of the lattices after it, only mostTried are read.
const enoughScore = 30

// enoughLooks is how many looks a picture takes before no further board is tried: a cloth full of print has many, none of tiles. Of 21 photographs the most
// takes 6,000 looks in all.
const enoughLooks = 9000

// chanceTiles is the number of tiles that may stand in line by chance.
const chanceTiles = 9

// leastScore is the score of two linked tiles that read well.
const leastScore = 6

// bestBoard reads the lattices and returns the board with the best score, nil if there is none, and the other boards.
func (s *search) bestBoard(lattices []*lattice.Lattice) (best *board.Board, others []*board.Board, err error) {
	first, err := s.readFirst(lattices)
	if err != nil {
		return nil, nil, err
	}
	var boards []*board.Board
	mayBe := map[*board.Board]bool{}
	found := 0.0
	for i, l := range lattices {
		var b *board.Board
		if i < len(first) {
			b = first[i]
		} else if found > enoughScore || i >= mostTriedWeak {
			break
		} else if b, err = s.readLattice(l); err != nil {
			return nil, nil, err
		}
		if b.Worth() > found && b.Score >= leastScore {
			if tiles, err := s.mayBeTiles(b); err != nil {
				return nil, nil, err
			} else if !tiles {
				continue
			}
			found, mayBe[b] = b.Worth(), true
		}
		boards = append(boards, b)
	}
	slices.SortStableFunc(boards, func(a, b *board.Board) int { return cmp.Compare(b.Worth(), a.Worth()) })
	for ; len(boards) > 0 && boards[0].Score >= leastScore && s.r.Looks() < enoughLooks; boards = boards[1:] {
		preferLarge(boards)
		if tiles, err := s.isOfTiles(boards[0], mayBe[boards[0]], lattices); err != nil || tiles {
			return boards[0], boards[1:], err
		}
	}
	return nil, nil, nil
}

// readFirst reads the lattices that are always read, all at the same time: the cells of one are too few at a time to keep all cores busy.
func (s *search) readFirst(lattices []*lattice.Lattice) ([]*board.Board, error) {
	n := 0
	for n < min(len(lattices), mostTried) && lattices[n].Rank >= weakRank*lattices[0].Rank {
		n++
	}
	boards, errs := make([]*board.Board, n), make([]error, n)
	parallel.Do(n, func(i int) { boards[i], errs[i] = s.readLattice(lattices[i]) })
	return boards, errors.Join(errs...)
}

// isOfTiles reports whether a board's letters stand on tiles, and reads it again if they may: print that it reads then may show that they do not.
func (s *search) isOfTiles(b *board.Board, mayBe bool, lattices []*lattice.Lattice) (bool, error) {
	if !mayBe {
		if tiles, err := s.mayBeTiles(b); err != nil || !tiles {
			return false, err
		}
	}
	if err := s.readAgain(b, lattices); err != nil {
		return false, err
	}
	return s.dropPrint(b)
}

// What is printed on a board is smaller than its tiles, which may be few.
const (
	printSteps = 2.0  // least ratio of the steps of tiles to those of print
	largeShare = 0.25 // of the smaller board's score, that a board of tiles must have
	largeWorth = 13.0
)

// preferLarge brings a board with much larger steps to the front: the first one is print then.
func preferLarge(boards []*board.Board) {
	for i, b := range boards {
		first := boards[0]
		if b.MedianPitch() > printSteps*first.MedianPitch() && b.Score > max(largeWorth, largeShare*first.Score) && b.Structure().Crosses() {
			boards[0], boards[i] = boards[i], boards[0]
		}
	}
}

// tilesOf are the board's tiles, letters upright: those of the structure first, by row and column.
func tilesOf(b *board.Board) Look {
	var look Look
	linked := b.Structure()
	least := board.AsTiles * b.MedianColor(linked)
	var others []Tile
	for _, c := range b.List() {
		switch {
		case c.Tile && linked[c.Place]:
			look.Tiles = append(look.Tiles, tileOf(b, c, true))
		case c.Tile && c.ColorOdds >= least && c.Lettered && !c.Blank: // what shows no letter is a tile among others only
			others = append(others, tileOf(b, c, false))
		}
	}
	slices.SortFunc(look.Tiles, func(a, b Tile) int { return engine.ComparePlaces(a.Place, b.Place) })
	look.Tiles = append(look.Tiles, others...)
	return look
}

// weakRank is the share of the best lattice's rank below which another one is read only while no board is good enough. Hand-set.
const weakRank = 0.5

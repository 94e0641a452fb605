package advice

import (
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
)

// laid is one tile of a play: the square of the line, and the letter's number.
type laid struct {
	pos    uint8
	letter uint8
	blank  bool
}

// search finds every play of two or more tiles that lies in one line. It goes along the line from left to right and
// decides for each square whether a tile is laid there; a run of squares that is not a word is given up at its first
// wrong letter. Every play is met once: tiles with the same letter are not told apart (hand), and a play is complete
// where its last run ends.
type search struct {
	words  *lexicon.Lexicon
	hand   *hand
	line   []square
	oneRun bool                   // all tiles in one run
	found  func(play []laid) bool // false: enough

	play    [nabit.RackSize]laid
	n       int // tiles of play
	news    int // new words so far
	stopped bool

	guessed map[[nabit.RackSize]laid]bool // plays met in a line with an unsettled letter, which stands for several
}

// run is how far a search is within a run.
type run struct {
	first  int  // its first square
	tiles  int  // the play's tiles before this run
	joined bool // a tile of it touches what lay there before
	bare   bool // the word that stands here keeps a letter uncovered
}

// searchLine looks through the line with all tiles at hand.
func (s *search) searchLine(line []square) {
	s.line, s.guessed = line, nil
	for i := range line {
		if line[i].letter == unsettled {
			s.guessed = map[[nabit.RackSize]laid]bool{}
			break
		}
	}
	s.runsFrom(0, fullRack)
}

// runsFrom tries every run that begins at from or later; the square before from is empty.
func (s *search) runsFrom(from int, h held) {
	left := s.hand.size - s.n
	for i := from; i < len(s.line) && !s.stopped; i++ {
		q := &s.line[i]
		if i > 0 && s.line[i-1].letter != 0 || int(q.need) > left {
			continue
		}
		if i+1 < len(s.line) && s.line[i+1].letter == 0 {
			s.lone(i, h)
		}
		if q.letter != 0 {
			s.occupied(i, s.words.Root(), h, run{first: i, tiles: s.n})
		} else {
			s.layAny(i, s.words.Root(), h, run{first: i, tiles: s.n})
		}
	}
}

// lone lays a tile that stays the only one of its run, so that the line says nothing of its letter.
func (s *search) lone(i int, h held) {
	q := &s.line[i]
	if q.flags&touches == 0 || s.oneRun {
		return
	}
	if q.flags&crossed != 0 {
		s.news++
	}
	for set := q.cross & s.hand.left(h); set != 0 && !s.stopped; set &= set - 1 {
		s.layLone(i, set.First(), false, h.lay(s.hand.tiles[set.First()]))
	}
	if next := h.lay(s.hand.blank); next != 0 {
		for set := q.cross; set != 0 && !s.stopped; set &= set - 1 {
			s.layLone(i, set.First(), true, next)
		}
	}
	if q.flags&crossed != 0 {
		s.news--
	}
}

func (s *search) layLone(i, letter int, blank bool, h held) {
	s.play[s.n] = laid{uint8(i), uint8(letter), blank}
	s.n++
	s.complete(i+1, h)
	s.n--
}

// complete tells of a play, if it is one, and tries what else can be laid beyond the empty square at end.
func (s *search) complete(end int, h held) {
	if s.n > 1 && s.news > 0 && !s.tell() {
		s.stopped = true
	}
	if s.n < s.hand.size && !s.oneRun && !s.stopped {
		s.runsFrom(end+1, h)
	}
}

// tell hands the play on, once.
func (s *search) tell() bool {
	if s.guessed != nil {
		var key [nabit.RackSize]laid
		copy(key[:], s.play[:s.n])
		if s.guessed[key] {
			return true
		}
		s.guessed[key] = true
	}
	return s.found(s.play[:s.n])
}

// step goes on at square i after the letters up to n; word tells whether they are one.
func (s *search) step(i int, n lexicon.Node, word bool, h held, r run) {
	if i < len(s.line) && s.line[i].letter != 0 {
		s.occupied(i, n, h, r)
		return
	}
	if word && r.joined && s.n > r.tiles && i-r.first > 1 {
		s.news++
		s.complete(i, h)
		s.news--
	}
	if i < len(s.line) && !s.stopped && (r.joined || int(s.line[i].need) <= s.hand.size-s.n) {
		s.layAny(i, n, h, r)
	}
}

// occupied leaves the stack at square i as it is, or lays a tile on it.
func (s *search) occupied(i int, n lexicon.Node, h held, r run) {
	q := &s.line[i]
	r.joined = true
	if i == 0 || s.line[i-1].letter == 0 {
		r.bare = false
	}
	if q.flags&runEnds == 0 || r.bare {
		s.layAny(i, n, h, r)
	}
	r.bare = true
	if q.letter == unsettled {
		for set := s.words.After(n); set != 0 && !s.stopped; set &= set - 1 {
			s.follow(i, set.First(), n, h, r)
		}
	} else if s.words.After(n)>>q.letter&1 != 0 && !s.stopped {
		s.follow(i, int(q.letter), n, h, r)
	}
}

func (s *search) follow(i, letter int, n lexicon.Node, h held, r run) {
	s.step(i+1, s.words.Next(n, letter), s.words.Ends(n)>>letter&1 != 0, h, r)
}

// layAny lays every tile at square i that the crossing word and the words of the line allow.
func (s *search) layAny(i int, n lexicon.Node, h held, r run) {
	q := &s.line[i]
	set := q.cross & s.words.After(n)
	if set == 0 || s.n == s.hand.size {
		return
	}
	if q.flags&touches != 0 {
		r.joined = true
	}
	if q.flags&crossed != 0 {
		s.news++
	}
	for some := set & s.hand.left(h); some != 0 && !s.stopped; some &= some - 1 {
		letter := some.First()
		s.lay(i, letter, false, n, h.lay(s.hand.tiles[letter]), r)
	}
	if next := h.lay(s.hand.blank); next != 0 {
		for ; set != 0 && !s.stopped; set &= set - 1 {
			s.lay(i, set.First(), true, n, next, r)
		}
	}
	if q.flags&crossed != 0 {
		s.news--
	}
}

func (s *search) lay(i, letter int, blank bool, n lexicon.Node, h held, r run) {
	s.play[s.n] = laid{uint8(i), uint8(letter), blank}
	s.n++
	s.follow(i, letter, n, h, r)
	s.n--
}

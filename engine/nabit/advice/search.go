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
// wrong letter. Every play is met once: tiles with the same letter are not distinguished (hand), and a play is complete
// where its last run ends.
type search struct {
	words  *lexicon.Lexicon
	root   lexicon.Node
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
type run uint8

const (
	laidIn run = 1 << iota // it has a tile of the play
	joined                 // a tile of it touches what lay there before
	bare                   // the word that stands here keeps a letter uncovered
)

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
			s.occupied(i, s.root, h, 0)
		} else {
			s.layAny(i, s.root, h, 0)
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
	for set := q.cross & s.hand.lettered; set != 0 && !s.stopped; set &= set - 1 {
		if next := h.lay(s.hand.tiles[set.First()]); next != 0 {
			s.layLone(i, set.First(), false, next)
		}
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

// complete emits the play, if it is one, and tries what else can be laid beyond the empty square at end.
func (s *search) complete(end int, h held) {
	if s.n > 1 && s.news > 0 && !s.emit() {
		s.stopped = true
	}
	if s.n < s.hand.size && !s.oneRun && !s.stopped {
		s.runsFrom(end+1, h)
	}
}

// emit hands the play on, once.
func (s *search) emit() bool {
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

// step goes on at square i after the letters up to n; word reports whether they are one.
func (s *search) step(i int, n lexicon.Node, word bool, h held, r run) {
	if i == len(s.line) {
		s.end(i, word, h, r)
		return
	}
	q := &s.line[i]
	if q.letter != 0 {
		s.occupied(i, n, h, r)
		return
	}
	s.end(i, word, h, r)
	if s.n < s.hand.size && q.cross&s.words.After(n) != 0 && !s.stopped && (r&joined != 0 || int(q.need) <= s.hand.size-s.n) {
		s.layAny(i, n, h, r)
	}
}

// end ends the run before the empty square i, if it can end there.
func (s *search) end(i int, word bool, h held, r run) {
	if word && r&(joined|laidIn) == joined|laidIn {
		s.news++
		s.complete(i, h)
		s.news--
	}
}

// occupied leaves the stack at square i as it is, or lays a tile on it.
func (s *search) occupied(i int, n lexicon.Node, h held, r run) {
	q := &s.line[i]
	r |= joined
	if i == 0 || s.line[i-1].letter == 0 {
		r &^= bare
	}
	after := s.words.After(n)
	if s.n < s.hand.size && q.cross&after != 0 && (q.flags&runEnds == 0 || r&bare != 0) {
		s.layAny(i, n, h, r)
	}
	r |= bare
	if q.letter == unsettled {
		for ; after != 0 && !s.stopped; after &= after - 1 {
			s.follow(i, after.First(), n, h, r)
		}
	} else if after>>q.letter&1 != 0 && !s.stopped {
		s.follow(i, int(q.letter), n, h, r)
	}
}

// follow goes on after the letter at square i. A word has two letters at least: the first ends none.
func (s *search) follow(i, letter int, n lexicon.Node, h held, r run) {
	s.step(i+1, s.words.Next(n, letter), n != s.root && s.words.Ends(n)>>letter&1 != 0, h, r)
}

// layAny lays every tile at square i that the crossing word and the words of the line allow.
func (s *search) layAny(i int, n lexicon.Node, h held, r run) {
	q := &s.line[i]
	set := q.cross & s.words.After(n)
	r |= laidIn
	if q.flags&touches != 0 {
		r |= joined
	}
	if q.flags&crossed != 0 {
		s.news++
	}
	t := &s.play[s.n]
	s.n++
	t.pos, t.blank = uint8(i), false
	for some := set & s.hand.lettered; some != 0 && !s.stopped; some &= some - 1 {
		letter := some.First()
		if next := h.lay(s.hand.tiles[letter]); next != 0 {
			t.letter = uint8(letter)
			s.follow(i, letter, n, next, r)
		}
	}
	if next := h.lay(s.hand.blank); next != 0 {
		t.blank = true
		for ; set != 0 && !s.stopped; set &= set - 1 {
			t.letter = uint8(set.First())
			s.follow(i, set.First(), n, next, r)
		}
	}
	s.n--
	if q.flags&crossed != 0 {
		s.news--
	}
}

package advice

import (
	"tilewatch/engine"
	"tilewatch/engine/lexicon"
)

// crossing fills in which letters of the set each square of g takes. The crossing words lie in the lines of other,
// the same board's other grid.
func crossing(words *lexicon.Lexicon, g, other *grid, letters lexicon.LetterSet) {
	for n := 1; n+1 < g.lines; n++ {
		line := g.line(n)
		for i := range line {
			line[i].cross = allowed(words, &line[i], other.line(i), n, letters)
		}
	}
}

// allowed are the letters of the set that may be laid on s, which is the square pos of the crossing line.
func allowed(words *lexicon.Lexicon, s *square, line []square, pos int, letters lexicon.LetterSet) lexicon.LetterSet {
	if s.height >= engine.MaxHeight {
		return 0
	}
	if s.letter != 0 && s.letter != unsettled {
		letters &^= 1 << s.letter
	}
	if s.flags&crossed == 0 || letters == 0 {
		return letters
	}
	return fitting(words, line, pos, letters)
}

// fitting are the letters of the set that make a word of the run through the square pos.
func fitting(words *lexicon.Lexicon, line []square, pos int, letters lexicon.LetterSet) lexicon.LetterSet {
	start := pos
	for start > 0 && line[start-1].letter != 0 {
		start--
	}
	c := column{words, line, pos}
	return c.before(start, words.Root(), letters)
}

// column is a run with one square that is not yet laid. An unsettled letter of it stands for any.
type column struct {
	words *lexicon.Lexicon
	line  []square
	pos   int
}

// before reads on to the open square and returns which of its letters make a word.
func (c *column) before(i int, n lexicon.Node, letters lexicon.LetterSet) lexicon.LetterSet {
	for ; i < c.pos; i++ {
		if c.line[i].letter == unsettled {
			var found lexicon.LetterSet
			for set := c.words.After(n); set != 0; set &= set - 1 {
				found |= c.before(i+1, c.words.Next(n, set.First()), letters)
			}
			return found
		}
		if c.words.After(n)>>c.line[i].letter&1 == 0 {
			return 0
		}
		n = c.words.Next(n, int(c.line[i].letter))
	}
	if c.pos+1 == len(c.line) || c.line[c.pos+1].letter == 0 {
		return letters & c.words.Ends(n)
	}
	var found lexicon.LetterSet
	for set := letters & c.words.After(n); set != 0; set &= set - 1 {
		if c.after(c.pos+1, c.words.Next(n, set.First())) {
			found |= 1 << set.First()
		}
	}
	return found
}

// after reports whether the run from i on completes a word.
func (c *column) after(i int, n lexicon.Node) bool {
	for {
		letter, last := c.line[i].letter, i+1 == len(c.line) || c.line[i+1].letter == 0
		if letter == unsettled {
			return c.afterAny(i, n, last)
		}
		if last {
			return c.words.Ends(n)>>letter&1 != 0
		}
		if c.words.After(n)>>letter&1 == 0 {
			return false
		}
		n = c.words.Next(n, int(letter))
		i++
	}
}

func (c *column) afterAny(i int, n lexicon.Node, last bool) bool {
	if last {
		return c.words.Ends(n) != 0
	}
	for set := c.words.After(n); set != 0; set &= set - 1 {
		if c.after(i+1, c.words.Next(n, set.First())) {
			return true
		}
	}
	return false
}

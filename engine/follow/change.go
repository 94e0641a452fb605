package follow

import (
	"math"

	"tilewatch/engine"
)

// wellSeen is how many observations in a row are no slip of the gate: what they tell was there, though it may be
// covered by now.
const wellSeen = 4

// otherTile is how unlike two pictures of one place are that cannot show the same tile, nats.
const otherTile = 2.5

// flush tells what an ending window leaves untold, if it is likely enough.
func (f *Follower) flush() []Line {
	if f.window.count < 2 || f.key == (story{}).key() || f.agreed < 2 {
		return nil
	}
	v := f.window.view()
	stories := f.stories(v)
	if stories[0].nothing() || sureness(stories) < leastSure {
		return nil
	}
	sure := f.sure(v, stories)
	if len(f.board()) == 0 && sure < leastSure { // no game has begun, and this hardly begins one
		return nil
	}
	if sureness(stories) < littleDoubt {
		return f.tellDoubted(stories[0], sure)
	}
	return f.tell(stories[0], sure, sure < littleDoubt)
}

// asBefore tells whether the sighting shows what is believed already, and nothing new: neither a turn, nor what may become one.
func (f *Follower) asBefore(s sighting) bool {
	return f.key == (story{}).key() && !f.anew(s) && f.stories(single(s))[0].nothing()
}

// anew tells whether the sighting shows a tile where none was believed, and none was seen before the hand: among the pictures of
// before it, it would count as one that is seen seldom.
func (f *Follower) anew(s sighting) bool {
	board, was := f.board(), f.window.view()
	for p, l := range s.looks {
		if l.tile <= 0 || board[p].Height > 0 {
			continue
		}
		if m, seen := was.looks[p]; !seen || m.tile <= 0 || m.share < mostSeen {
			return true
		}
	}
	return false
}

// nextWindow begins anew with a table that may have changed. What the old window left untold is told if the
// new sighting bears it out.
func (f *Follower) nextWindow(s sighting) []Line {
	var lines []Line
	if f.window.count >= 2 && f.key != (story{}).key() && (f.agreed >= wellSeen || f.borneOut(s)) {
		lines = f.flush()
	}
	f.belief.learn(f.window, f.board())
	f.open.learn(f.window, f.board())
	f.window, f.since, f.asked = newWindow(), f.now, false
	f.key, f.agreed = "", 0
	f.differs = nil
	return lines
}

// contraryLetter is the logarithm of how likely a letter is that a face surely does not show.
const contraryLetter = -5.0

// borneOut tells whether the sighting fits the board that the window's story ends with better than the old one, and shows no other
// letters.
func (f *Follower) borneOut(s sighting) bool {
	top := f.stories(f.window.view())[0]
	v, board := single(s), f.board()
	t := f.teller(v)
	places := map[engine.Place]bool{}
	for p := range top.board {
		places[p] = top.board[p] != board[p]
	}
	for p := range board {
		places[p] = top.board[p] != board[p]
	}
	gain := 0.0
	for p, differs := range places {
		if m, seen := v.looks[p]; differs && seen && top.board[p].Height > 0 && m.trust(top.board[p].Height) > 0.5 && m.letterOf(top.board[p]) < contraryLetter {
			return false
		}
		if differs {
			gain += t.cell(p, top.board[p]) - t.cell(p, board[p])
		}
	}
	return gain > clearGain
}

// A tile that most pictures of a window show so surely (log-odds) is gone when two in a row do not report its place at all.
const (
	surelyLay = 3.0
	mostSeen  = 0.6 // share of the pictures
)

// changed tells whether the sighting cannot show the same table as the window.
func (f *Follower) changed(s sighting) bool {
	if f.window.count == 0 {
		return false
	}
	was, is := f.window.view(), single(s)
	missed, gone := map[engine.Place]bool{}, false
	for p, m := range was.looks {
		if _, reported := is.looks[p]; !reported && m.tile > surelyLay && m.share > mostSeen && m.clear() == 1 {
			missed[p], gone = true, gone || f.missed[p]
		}
	}
	if f.missed = missed; gone {
		return true
	}
	for p, m := range is.looks {
		if n, ok := was.looks[p]; ok && unlike(m, n) > otherTile {
			return true
		}
	}
	return false
}

// unlike is how little two looks at a place agree, by the overlap of what they think likely; 0 for the same.
func unlike(a, b mean) float64 {
	if a.clear() < 1 || b.clear() < 1 {
		return 0
	}
	tile := overlap2(a.tile, b.tile)
	if a.tile < 0 || b.tile < 0 {
		return -math.Log(tile)
	}
	return -math.Log(tile) - math.Log(overlap(a.hue[:], b.hue[:])) - math.Log(overlap(a.read[:], b.read[:]))
}

// overlap is Bhattacharyya's coefficient of two distributions given as log-probabilities.
func overlap(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += math.Exp((a[i] + b[i]) / 2)
	}
	return sum
}

// overlap2 is overlap for two log-odds.
func overlap2(a, b float64) float64 {
	p, q := 1/(1+math.Exp(-a)), 1/(1+math.Exp(-b))
	return math.Sqrt(p*q) + math.Sqrt((1-p)*(1-q))
}

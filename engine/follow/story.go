package follow

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/reading"
)

// story is one way in which the believed board may have become what is seen: some turns taken back, then some
// turns played.
type story struct {
	back  int // how many of the last turns were taken back
	late  []lateTile
	plays []nabit.Play
	board engine.Board // afterwards
	prior float64      // log-probability before looking, words included
	score float64      // prior and evidence
}

// key names the story but for its letters.
func (s story) key() string {
	var b strings.Builder
	fmt.Fprint(&b, s.back, lateKey(s.late))
	for _, p := range s.plays {
		fmt.Fprint(&b, " ", p.Color)
		for _, t := range p.Placements {
			fmt.Fprintf(&b, " %d,%d", t.Row, t.Col)
		}
	}
	return b.String()
}

func (s story) nothing() bool { return s.back == 0 && len(s.late) == 0 && len(s.plays) == 0 }

// Log-priors: how much more evidence the rarer stories need, in nats.
const (
	playPrior     = -3.0  // a turn
	tilePrior     = -0.7  // each of its tiles
	outOfTurn     = -2.5  // another player's turn
	strangerPrior = -9.0  // a color that does not play
	brokenRule    = -5.0  // a rule of the game broken
	secondBlank   = -8.0  // a player has one blank
	apartPrior    = -80.0 // tiles that do not join the structure are no turn, however clearly they are seen
	shrinkPrior   = -9.0  // a turn of which a part was taken back
	backPrior     = -4.0  // a turn taken back
	mendPrior     = -1.5  // a turn that was reported as provisional taken for another
	growPrior     = -2.0  // a turn that grew soon after it was told: its player was not done
	latePrior     = -10.0 // a turn that grew later
	exchanged     = -6.0  // a tile exchanged for another in its place
	hastyPrior    = -2.0  // two turns unseen between two looks
)

// teller makes up the stories for one view.
type teller struct {
	*Follower
	view   view
	places map[engine.Place]bool    // all places in question
	best   *float64                 // score of the likeliest story so far
	told   map[engine.Place]float64 // how much the picture likes the faces of the tiles that lie there
}

func (f *Follower) teller(v view) teller {
	t := teller{f, v, map[engine.Place]bool{}, new(float64), map[engine.Place]float64{}}
	for p := range v.looks {
		t.places[p] = true
	}
	for p, c := range f.board() {
		t.places[p] = true
		t.told[p] = f.likes(v.looks[p], p, c)
	}
	return t
}

// mistakePrior is how likely it is that a letter was told wrong, where what was seen of it leaves it open.
const mistakePrior = -3.0

// guessedPrior is the same for a letter that was told though it was hidden.
const guessedPrior = -1.0

// likes is how much the picture likes the face of a tile that lies there, which may have been told wrong: then it is
// another one that was likely before.
func (f *Follower) likes(m mean, p engine.Place, c engine.Cell) float64 {
	face, known := faceOf(c), f.belief.of(p, c.Height)
	likes := m.letterOf(c)
	switch k := f.belief[tile{p, c.Height}]; {
	case k != nil && k.guess:
		return max(likes, slices.Max(m.read[:])+guessedPrior)
	case known == ([4]letters{}):
		return likes
	}
	for other, v := range m.read {
		if other != face {
			likes = max(likes, v+min(0, known[0][other]-known[0][face])+mistakePrior)
		}
	}
	return likes
}

// foretold is how much likelier a picture shows a certain letter in a certain color of a tile that lies there than by
// chance.
var foretold = math.Log(26 * 4)

// cell is the log-likelihood of the cell lying at p against nothing lying there that was never told.
func (t teller) cell(p engine.Place, c engine.Cell) float64 {
	told := t.board()[p]
	counts := 1.0
	if m := t.view.looks[p]; told.Height > 0 && m.tile < surelyLay && hidden(p, t.board(), t.bare()[p]) {
		counts = max(0, m.tile) / surelyLay // what is seen hardly, where a stack may stand before it, may be that stack's side
	}
	switch {
	case c.Height == 0 && told.Height > 0:
		return -t.recognized(p, told)
	case c == told:
		return counts * t.view.cell(p, c, t.told[p])
	}
	return counts * t.view.cell(p, c, t.view.looks[p].letterOf(c))
}

// recognized is what the face seen at p says for the tile that is told to lie there, however little else does.
func (t teller) recognized(p engine.Place, told engine.Cell) float64 {
	m, reported := t.view.looks[p]
	if !reported {
		return 0
	}
	return t.view.weight * m.share * m.clear() * max(0, foretold+m.letterOf(told)+m.colorOf(told.Color))
}

// evidence is the log-likelihood of a whole board.
func (t teller) evidence(b engine.Board) float64 {
	total := t.view.losses(b, t.bare())
	for p := range t.places {
		total += t.cell(p, b[p])
	}
	return total
}

// stories are the ways to explain the view, likeliest first; there is always one.
func (f *Follower) stories(v view) []story { return f.storiesOf(v, mostTurns) }

// storiesOf are the stories of so many plays at most.
func (f *Follower) storiesOf(v view, turns int) []story {
	t := f.teller(v)
	*t.best = math.Inf(-1)
	nothing := t.finish(story{board: f.board()})
	all := []story{nothing}
	for _, base := range t.bases() {
		if base = t.finish(base); !base.nothing() {
			all = append(all, base)
		}
		if base.score+t.potential(base.board) >= *t.best+leastPrior {
			all = append(all, t.continued(base, turns)...)
		}
	}
	all = slices.DeleteFunc(all, func(s story) bool { return s.back > 0 && maps.Equal(s.board, f.board()) })
	slices.SortStableFunc(all, func(a, b story) int { return cmp.Compare(b.score, a.score) })
	return all
}

// bases are what stories begin with: the board as it is believed, with overlooked tiles, or without the last turns.
func (t teller) bases() []story {
	bases := []story{{board: t.board()}}
	if s, ok := t.overlookedTiles(); ok {
		bases = append(bases, s)
	}
	for back := 1; back <= min(len(t.turns), mostBack); back++ {
		base := story{back: back, board: t.boardBefore(back)}
		for k := range back {
			base.prior += backPrior * float64(k+1)
		}
		bases = append(bases, base)
	}
	return bases
}

// hopeless is how far behind the likeliest story one is not told, nats.
const hopeless = 8

// leastPrior is what any other story must explain better than that nothing happened, less a margin within which
// it still makes that doubtful.
const leastPrior = -1.0

// potential is the most that new tiles could explain on the board, all places and colors free.
func (t teller) potential(board engine.Board) float64 {
	total := 0.0
	for p := range t.view.looks {
		most := 0.0
		for _, c := range t.colors() {
			most = max(most, t.gain(board, p, c))
		}
		total += most
	}
	return total
}

const (
	mostBack  = 2 // turns that may be taken back between two looks
	mostTurns = 4 // turns that may be played between two looks
	branching = 3 // plays with which a story of several turns may begin; it goes on with the best
)

// finish weighs the story against the view.
func (t teller) finish(s story) story {
	s.score = s.prior + t.evidence(s.board) + t.swapped(s)
	*t.best = max(*t.best, s.score)
	return s
}

// swapped is what it costs that the story has other tiles where those of turns taken back were seen in earlier windows: somebody
// exchanged them, or they were misread all along.
func (t teller) swapped(s story) float64 {
	before, cost := t.boardBefore(s.back), 0.0
	for p, was := range t.board() {
		is := s.board[p]
		known, seen := t.belief[tile{p, was.Height}]
		if s.back == 0 || !seen || is.Height != was.Height || is == was || before[p] == was {
			continue
		}
		misread := exchanged
		if is.Color == was.Color {
			misread = min(0, known.sum[0][faceOf(is)]-known.sum[0][faceOf(was)])
		}
		cost += max(exchanged, misread)
	}
	return cost
}

// continued are the stories that go on from base by at least one turn, at most so many.
func (t teller) continued(base story, turns int) []story {
	most := base.score + t.potential(base.board)
	if turns == 0 || most+playPrior < *t.best-hopeless {
		return nil
	}
	var out []story
	for _, l := range t.bestLines(base.board) {
		// What the line leaves over could only be explained by one more turn.
		if max(base.score+l.nats, most+playPrior+hastyPrior)+playPrior < *t.best-hopeless {
			continue
		}
		p := t.spell(base.board, l, t.blanked(base, l.color))
		next := base.then(p, t.playPrior(base, p)+t.wordPrior(base.board, p))
		out = append(out, t.finish(next))
	}
	slices.SortStableFunc(out, func(a, b story) int { return cmp.Compare(b.score, a.score) })
	tried := branching
	if len(base.plays) > 0 {
		tried = 1
	}
	for _, s := range out[:min(len(out), tried)] {
		if len(t.gains(s.board, engine.NoColor)) > 0 {
			out = append(out, t.continued(s, turns-1)...)
		}
	}
	return out
}

func (s story) then(p nabit.Play, prior float64) story {
	s.plays = append(slices.Clone(s.plays), p)
	s.board = nabit.Place(s.board, p)
	s.prior += prior
	return s
}

// playPrior is how likely the turn is after the story so far, whatever its letters are.
func (t teller) playPrior(s story, p nabit.Play) float64 {
	prior := playPrior + tilePrior*float64(len(p.Placements))
	last := t.last()
	switch {
	case len(s.plays) > 0:
		prior += hastyPrior + t.turnPrior(t.nextTo(s.plays[len(s.plays)-1].Color), p.Color)
	case s.back == 1 && p.Color == last.play.Color:
		prior += t.changePrior(last, p)
	case s.back > 0:
		prior += hastyPrior
	default:
		prior += t.turnPrior(t.expected(), p.Color)
	}
	if t.blankAgain(s, p) {
		prior += secondBlank
	}
	for _, v := range nabit.Check(s.board, p) {
		switch v.Rule {
		case nabit.NotConnected:
			prior += apartPrior
		default:
			prior += brokenRule
		}
	}
	return prior
}

// blankAgain tells whether p has a blank, and its player laid one before.
func (t teller) blankAgain(s story, p nabit.Play) bool {
	return slices.ContainsFunc(p.Placements, isBlank) && t.blanked(s, p.Color)
}

func isBlank(t nabit.Placement) bool { return t.Blank }

// blanked tells whether the player has laid a blank in the turns that the story leaves standing, or in its own.
func (t teller) blanked(s story, player engine.Color) bool {
	for _, earlier := range t.turns[:len(t.turns)-s.back] {
		if earlier.play.Color == player && slices.ContainsFunc(earlier.play.Placements, isBlank) {
			return true
		}
	}
	for _, c := range t.start {
		if c.Blank && c.Color == player {
			return true
		}
	}
	return slices.ContainsFunc(s.plays, func(e nabit.Play) bool {
		return e.Color == player && slices.ContainsFunc(e.Placements, isBlank)
	})
}

// changePrior is how likely it is that the player's last turn was this one: taken for another, or not yet done.
// Relative to a turn taken back, which it is not.
func (t teller) changePrior(last *turn, p nabit.Play) float64 {
	// It was a turn before, at its own cost.
	prior := -playPrior - tilePrior*float64(min(len(p.Placements), len(last.play.Placements))) - t.wordPrior(last.before, last.play)
	switch {
	case last.provisional:
		prior += mendPrior - backPrior
	case within(last.play, p) && t.now-last.told < notDone:
		prior += growPrior - backPrior
	case within(last.play, p):
		prior += latePrior - backPrior
	case within(p, last.play):
		prior += shrinkPrior - backPrior
	}
	return prior
}

// turnPrior is how likely it is that mover moves where expected should.
func (t teller) turnPrior(expected, mover engine.Color) float64 {
	switch {
	case len(t.players) > 0 && !slices.Contains(t.players, mover):
		return strangerPrior
	case expected != engine.NoColor && expected != mover:
		return outOfTurn
	}
	return 0
}

// wordPrior is what the turn's new words cost that are none.
func (t teller) wordPrior(before engine.Board, p nabit.Play) float64 {
	if t.words == nil {
		return 0
	}
	prior := 0.0
	for _, w := range nabit.NewWords(before, nabit.Place(before, p), p) {
		if !strings.Contains(w.Text, "?") && !t.words.Has(w.Text) {
			prior -= reading.RunCost(len(w.Text))
		}
	}
	return prior
}

// notDone is how long a player may pause in a turn.
const notDone = 2500 * time.Millisecond

// within tells whether every tile of a lies where b has one too.
func within(a, b nabit.Play) bool {
	for _, t := range a.Placements {
		if !slices.ContainsFunc(b.Placements, func(u nabit.Placement) bool { return u.Place == t.Place }) {
			return false
		}
	}
	return true
}

// sureness is the probability of the first story among all, those with the same tiles counting as one.
func sureness(stories []story) float64 {
	sum, best := 0.0, stories[0]
	counted := map[string]bool{best.key(): true}
	for _, s := range stories[1:] {
		if key := s.key(); !counted[key] {
			counted[key] = true
			sum += math.Exp(s.score - best.score)
		}
	}
	return 1 / (1 + sum)
}

package nabit

import (
	"fmt"
	"slices"
	"strings"

	"tilewatch/engine"
)

// bank puts one tile of the mover's bag on the bank; or, seen by the camera, says how many lie there.
func (p position) bank(e Event) (position, outcome) {
	if p.finished {
		return p, impossible([]Violation{{Rule: GameOver}})
	}
	if p.seat(e.Player) < 0 {
		return p, impossible(badEvent("bank needs a player of this game"))
	}
	if e.Tiles < 0 || e.Tiles >= TilesPerColor {
		return p, impossible(badEvent("a bank cannot hold %d tiles", e.Tiles))
	}
	var o outcome
	if detail := p.cannotBank(e.Player); detail != "" {
		o.broken = []Violation{{Rule: CannotBank, Player: e.Player, Detail: detail}}
	}
	h, n := p.hands[e.Player], 1
	if e.Seen && e.Tiles > 0 {
		n = e.Tiles - h.banked
	}
	h = h.withBanked(n)
	p.setHand(e.Player, h)
	if o.broken != nil {
		o.broken = append(o.broken, h.tooMany(e.Player)...)
	}
	if w := p.window; n > 0 && w != nil && w.mover == e.Player {
		done := *w
		done.banked = true
		p.window = &done
		p = p.relogged(func(t *Turn) { t.Banked = true }).endedBy(e.Player)
	}
	return p, o
}

func (p position) cannotBank(c engine.Color) string {
	w := p.window
	switch {
	case w == nil || w.mover != c:
		return "only the player who just nabbed may bank, until the next turn begins"
	case !w.nabbed:
		return "the last play nabbed no word"
	case w.banked:
		return "one tile a turn"
	case !p.uncounted && p.hands[c].bag == 0:
		return "the bag is empty"
	}
	return ""
}

// announce: the player has drawn the last tile and says so.
func (p position) announce(e Event, j judge) (position, outcome) {
	o := p.drewLast(e, j)
	if o.impossible == nil {
		h := p.hands[e.Player]
		h.announced = true
		p.setHand(e.Player, h)
	}
	return p, o
}

// catch: the player has drawn the last tile and forgot to say so; one banked tile, if there is one, goes back into the
// bag, to be drawn, and announced, again. Who had gone out has not, then.
func (p position) catch(e Event, j judge) (position, outcome) {
	o := p.drewLast(e, j)
	h := p.handOf(e.Player)
	switch {
	case o.impossible != nil:
		return p, o
	case h.announced:
		return p, impossible(badEvent("%s has announced the last tile", e.Player))
	case h.caught:
		return p, impossible(badEvent("%s has been caught already", e.Player))
	}
	penalty := min(h.banked, 1)
	if w := p.window; w != nil && w.mover == e.Player {
		done := *w
		done.drawn = true
		done.penalty += penalty
		p.window = &done
	}
	h.caught = true
	p.setHand(e.Player, h.withBanked(-penalty))
	if p.out == e.Player && penalty > 0 {
		p.over, p.out = false, engine.NoColor
	}
	return p, o
}

// drewLast finds that the player should not have drawn the last tile yet. That refuses what a person says; where a camera saw it, the
// table knows better, since a turn may have been missed, and it is a warning.
func (p position) drewLast(e Event, j judge) outcome {
	switch {
	case p.finished:
		return impossible([]Violation{{Rule: GameOver}})
	case !isPlayer(e.Player) || p.seat(e.Player) < 0:
		return impossible(badEvent("%s needs a player of this game", e.Type))
	}
	if h := p.handOf(e.Player); !p.uncounted && h.bag > 0 {
		early := []Violation{{Rule: TooManyTiles, Player: e.Player, Detail: fmt.Sprintf("%s should still have %d tiles in the bag", e.Player, h.bag)}}
		if j.kept || j.again {
			return outcome{warnings: early}
		}
		return outcome{broken: early}
	}
	return outcome{}
}

// challenge judges words of the last play, all by one verdict. If it is upheld the tiles come back, the turn's
// banked tile too, and it is the same player's turn again.
func (p position) challenge(e Event, j judge) (position, outcome) {
	words := upper(e.challenged())
	if v := p.challengeable(e, words, j); v != nil {
		return p, impossible(v)
	}
	o, list := outcome{verdict: e.Verdict}, e.List
	if o.verdict == "" {
		var v []Violation
		if o.verdict, v = ask(j.words, words); v != nil {
			return p, impossible(v)
		}
		o.asked, list = true, j.list
	}
	if earlier := p.last.Challenge; earlier != nil {
		words = distinct(slices.Concat(earlier.Words, words))
	}
	o.challenged = words
	p = p.relogged(func(t *Turn) { t.Challenge = &Challenge{e.By, words, o.verdict, list} })
	if o.verdict == Upheld {
		return p.takenBack(), o
	}
	return p, o
}

// challengeable finds why there can be no such challenge. A kept one concerns a play whose words may read
// differently by now.
func (p position) challengeable(e Event, words []string, j judge) []Violation {
	switch {
	case p.finished:
		return []Violation{{Rule: GameOver}}
	case p.seat(e.By) < 0:
		return badEvent("a challenge needs by: a player of this game")
	case len(words) == 0:
		return badEvent("a challenge needs the word")
	case len(words) > maxTiles:
		return badEvent("%d words are more than a play can make", len(words))
	case slices.ContainsFunc(words, func(w string) bool { return len(w) > maxTiles }):
		return badEvent("a challenged word has more letters than there are tiles")
	case !slices.Contains([]Verdict{"", Upheld, Rejected}, e.Verdict):
		return badEvent("no such verdict %q: use upheld or rejected, or leave it to the word list", e.Verdict)
	case p.window == nil:
		return []Violation{{Rule: ChallengeClosed, Word: words[0]}}
	}
	for _, w := range words {
		if j.kept || slices.Contains(p.last.Words, w) {
			continue
		}
		if slices.ContainsFunc(Words(p.board), func(b engine.Word) bool { return b.Text == w }) {
			return []Violation{{Rule: ChallengeClosed, Word: w}}
		}
		return badEvent("%q is not a word of the last play: it made %s", w, strings.Join(p.last.Words, ", "))
	}
	return nil
}

// ask is the word list's verdict.
func ask(list Dictionary, words []string) (Verdict, []Violation) {
	if _, kept := list.(AnyWord); kept { // no list that knew the game's words is left to ask
		return "", badEvent("the challenge has no verdict: add \"verdict\":\"upheld\" or \"rejected\"")
	}
	if list == nil {
		return "", badEvent("a challenge needs a verdict: there is no word list to ask")
	}
	verdict := Rejected
	for _, w := range words {
		if strings.Contains(w, "?") {
			return "", badEvent("%q cannot be looked up: say which letter the blank stands for, or give the verdict", w)
		}
		if !list.Has(w) {
			verdict = Upheld
		}
	}
	return verdict, nil
}

func upper(words []string) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = strings.ToUpper(w)
	}
	return distinct(list)
}

// withdraw: the camera saw the tiles of the last play go.
func (p position) withdraw(e Event) (position, outcome) {
	switch {
	case p.finished:
		return p, impossible([]Violation{{Rule: GameOver}})
	case p.window == nil:
		return p, impossible([]Violation{{Rule: ChallengeClosed}})
	case e.Player != engine.NoColor && e.Player != p.window.mover:
		return p, impossible(badEvent("the last play was %s's", p.window.mover))
	}
	return p.takenBack(), outcome{}
}

// takenBack is the position without the last play. The log keeps it, and its number goes to the next try.
func (p position) takenBack() position {
	w := p.window
	p = p.relogged(func(t *Turn) { t.Withdrawn, t.Banked = true, false })
	p.board, p.next, p.passes = w.board, w.next, w.passes
	h, now := w.hand.withBanked(-w.penalty), p.hands[w.mover] // what was given back for not announcing stays in the bag
	h.caught, h.announced = now.caught, h.announced || now.announced && h.bag == 0
	p.setHand(w.mover, h)
	p.over, p.out = false, engine.NoColor
	p.turns--
	p.window = nil
	return p
}

func (p position) finish(e Event) (position, outcome) {
	switch {
	case p.finished:
		return p, impossible([]Violation{{Rule: GameOver}})
	case e.Out != engine.NoColor && p.seat(e.Out) < 0:
		return p, impossible(badEvent("%s is not in this game", e.Out))
	}
	p = p.closed()
	p.over, p.finished = true, true
	var o outcome
	if e.Out != engine.NoColor {
		p.out = e.Out
		if h := p.hands[e.Out]; !p.uncounted && h.rack+h.bag > 0 {
			o.warnings = []Violation{{Rule: TooManyTiles, Player: e.Out, Detail: fmt.Sprintf("%s should still have %d tiles", e.Out, h.rack+h.bag)}}
		}
	}
	return p, o
}

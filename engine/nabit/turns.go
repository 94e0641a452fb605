package nabit

import (
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/game"
)

// judge is how an event is taken.
type judge struct {
	words Dictionary     // nil: nobody to ask
	list  *game.WordList // what the words are called
	// kept: the event has happened, or was accepted before an earlier turn was corrected; broken rules are reported
	// but refuse nothing.
	kept bool
	// again: the event was accepted before, perhaps under another word list or by rules that were less strict: it stands.
	again bool
}

// outcome is what an event brought. An event is refused if it is impossible, or breaks rules and is not kept.
type outcome struct {
	impossible []Violation
	broken     []Violation
	warnings   []Violation
	words      []string
	nabbed     []Nab
	skipped    []engine.Color
	verdict    Verdict
	challenged []string    // the turn's words that were, so far
	asked      bool        // the word list was
	why        []Violation // it was refused
}

func impossible(v []Violation) outcome { return outcome{impossible: v} }

// refused are the reasons why the event does not count; nil if it does.
func (o outcome) refused(j judge) []Violation {
	if len(o.impossible) > 0 {
		return o.impossible
	}
	if j.kept {
		return nil
	}
	return o.broken
}

// begin opens the turn of e's player: the last play can no longer be challenged, and turns in between that nobody
// saw are logged as skipped.
func (p position) begin(e Event, j judge) (position, outcome) {
	if p.finished {
		return p, impossible([]Violation{{Rule: GameOver, Detail: "start a new one, or undo the finish"}})
	}
	p, o := p.seated(e.Player)
	if o.impossible != nil {
		return p, o
	}
	if p.over {
		v := []Violation{{Rule: GameOver, Player: p.out, Detail: p.ending()}}
		if !j.kept {
			return p, impossible(v)
		}
		o.broken = v
		p.over, p.out = false, engine.NoColor
	}
	p = p.closed()
	seat := p.seat(e.Player)
	if !p.open && p.next != unknownNext && p.next != seat {
		v := Violation{Rule: NotYourTurn, Player: p.players[p.next]}
		if !j.kept {
			o.broken = append(o.broken, v)
		} else {
			o.warnings = append(o.warnings, v)
			p, o.skipped = p.skip(seat)
		}
	}
	p.next = (seat + 1) % len(p.players)
	return p, o
}

// seated makes sure that the player is in the game; on an open table a new one joins.
func (p position) seated(c engine.Color) (position, outcome) {
	switch {
	case p.seat(c) >= 0:
		return p, outcome{}
	case !isPlayer(c):
		return p, impossible(badEvent("the event needs a player: red, purple, yellow or green"))
	case !p.open:
		return p, impossible(badEvent("%s is not in this game", c))
	}
	p.players = append(slices.Clip(p.players), c)
	p.setHand(c, newHand())
	return p, outcome{}
}

// skip logs the turns from the next player's on to that seat's.
func (p position) skip(seat int) (position, []engine.Color) {
	var skipped []engine.Color
	for i := p.next; i != seat; i = (i + 1) % len(p.players) {
		skipped = append(skipped, p.players[i])
		p = p.logged(Turn{Kind: Skipped, Player: p.players[i], Seen: true})
	}
	return p, skipped
}

func (p position) ending() string {
	if p.out != engine.NoColor {
		return p.out.String() + " has played the last tile"
	}
	return "all players have passed"
}

func (p position) play(e Event, j judge) (position, outcome) {
	before := p
	p, o := p.begin(e, j)
	if o.impossible != nil {
		return before, o
	}
	play := Play{e.Player, e.Placements}
	if v := malformed(play); v != nil {
		return before, impossible(v)
	}
	play.Placements = withHeights(p.board, play)
	o.broken = append(o.broken, p.options.Check(p.board, play)...)
	o.broken = append(o.broken, p.overdrawn(play)...)
	if !e.Seen {
		o.broken = append(o.broken, undeclared(play)...)
	}
	after := Place(p.board, play)
	words := NewWords(p.board, after, play)
	o.judgeWords(p.options.Words, words, e.Accepted, j)
	o.nabbed = p.options.Nabbed(p.board, after, play)
	for _, w := range words {
		o.words = append(o.words, w.Text)
	}
	p = p.placed(play, after, e.Seen, o)
	if e.Missed {
		p = p.relogged(func(t *Turn) { t.Missed = true })
	}
	return p, o
}

// placed is the position after the play.
func (p position) placed(play Play, after engine.Board, seen bool, o outcome) position {
	mover := play.Color
	p.window = &window{mover: mover, hand: p.hands[mover], board: p.board, next: p.seat(mover), passes: p.passes, nabbed: len(o.nabbed) > 0}
	p.board, p.passes = after, 0
	p.setHand(mover, p.hands[mover].played(play))
	return p.endedBy(mover).logged(Turn{Kind: Played, Player: mover, Placements: play.Placements, Words: o.words, Nabbed: o.nabbed,
		Seen: seen, Violations: o.broken})
}

// endedBy ends the game if the mover has no tile left; banking the bag's last one can do that too.
func (p position) endedBy(mover engine.Color) position {
	if h := p.hands[mover]; !p.uncounted && h.rack+h.bag == 0 {
		p.over, p.out = true, mover
	}
	return p
}

// overdrawn finds more tiles than the player can have.
func (p position) overdrawn(play Play) []Violation {
	h, n := p.hands[play.Color], len(play.Placements)
	if !p.uncounted && n > h.rack && n <= RackSize {
		return []Violation{{Rule: TooManyTiles, Player: play.Color, Count: n, Detail: play.Color.String() + " has fewer left"}}
	}
	b := blanks(play)
	if b == 1 && h.blanks > 0 {
		return []Violation{{Rule: TooManyTiles, Player: play.Color, Count: h.blanks + b, Detail: "each player has one blank"}}
	}
	if p.uncounted {
		after := h.played(play)
		after.blanks = b // two that a camera saw before are no fault of this play
		return after.tooMany(play.Color)
	}
	return nil
}

// undeclared finds blanks whose letter was not said. A camera may have to leave it open; a player may not.
func undeclared(play Play) []Violation {
	for _, t := range play.Placements {
		if t.Letter == engine.Unsettled {
			return []Violation{{Rule: BadEvent, Places: []engine.Place{t.Place}, Detail: "say which letter the blank stands for"}}
		}
	}
	return nil
}

// judgeWords asks the word list, where the table wants it asked. Words with an unsettled blank are not judged, nor those that people accept.
func (o *outcome) judgeWords(mode WordMode, words []engine.Word, accepted []string, j judge) {
	if j.words == nil || mode != WarnWords && mode != Enforce || j.again && !j.kept {
		return
	}
	o.asked = true
	for _, w := range words {
		if strings.Contains(w.Text, "?") || j.words.Has(w.Text) || slices.Contains(accepted, w.Text) {
			continue
		}
		v := Violation{Rule: NotAWord, Word: w.Text, Places: w.Places()}
		if mode == Enforce {
			o.broken = append(o.broken, v)
		} else {
			o.warnings = append(o.warnings, v)
		}
	}
}

func (p position) exchange(e Event, j judge) (position, outcome) {
	before := p
	p, o := p.begin(e, j)
	if o.impossible != nil {
		return before, o
	}
	if detail := p.cannotExchange(e); detail != "" {
		o.broken = append(o.broken, Violation{Rule: CannotExchange, Player: e.Player, Count: e.Count, Detail: detail})
	}
	p.passes = 0
	return p.logged(Turn{Kind: Exchanged, Player: e.Player, Count: e.Count, Seen: e.Seen, Violations: o.broken}), o
}

// cannotExchange is the reason why not; the exchanged tiles go back into the bag, so nothing else changes.
func (p position) cannotExchange(e Event) string {
	h := p.hands[e.Player]
	switch {
	case e.Seen && e.Count == 0:
		return ""
	case e.Count < 1:
		return "exchange one tile or more"
	case e.Count > RackSize:
		return "a rack has five tiles"
	case !p.uncounted && e.Count > h.rack:
		return e.Player.String() + " has fewer left"
	case !p.uncounted && e.Count > h.bag:
		return "the bag has fewer"
	}
	return ""
}

func (p position) pass(e Event, j judge) (position, outcome) {
	before := p
	p, o := p.begin(e, j)
	if o.impossible != nil {
		return before, o
	}
	if detail := before.cannotPass(e.Player); detail != "" && (j.kept || !j.again) { // what was once accepted of a person stands
		o.broken = append(o.broken, Violation{Rule: CannotPass, Player: e.Player, Detail: detail})
	}
	p.passes++
	p.over = !p.open && p.passes >= len(p.players)
	return p.logged(Turn{Kind: Passed, Player: e.Player, Seen: e.Seen, Violations: o.broken}), o
}

// cannotPass is the reason why not: whose play was challenged with success "plays again or exchanges", as long as there is something to
// exchange.
func (p position) cannotPass(c engine.Color) string {
	t := p.last
	if t == nil || !t.Withdrawn || t.Player != c || t.Challenge == nil || t.Challenge.Verdict != Upheld || p.uncounted || p.handOf(c).bag == 0 {
		return ""
	}
	return "after an upheld challenge, play again or exchange"
}

func (p position) unseen(e Event, j judge) (position, outcome) {
	before := p
	p, o := p.begin(e, j)
	if o.impossible != nil {
		return before, o
	}
	p.passes = 0
	return p.logged(Turn{Kind: Skipped, Player: e.Player, Seen: true, Violations: o.broken}), o
}

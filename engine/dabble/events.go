package dabble

import (
	"slices"
	"strings"
	"time"

	"tilewatch/engine/game"
)

func (p *Position) begin(e game.Event, _ Dictionary) (any, []game.Violation) {
	var in struct {
		Subject string `json:"subject"`
	}
	if v := e.Into(&in); v != nil {
		return nil, v
	}
	if p.decided() {
		return nil, p.next(in.Subject)
	}
	if p.last().begunToPlay() {
		return nil, game.Bad("nobody has won this round yet: end it first")
	}
	r, v := p.opened(in.Subject)
	if v == nil {
		*p.last() = r
	}
	return nil, v
}

// begunToPlay reports whether anything has happened in the round.
func (r *round) begunToPlay() bool {
	return r.ended || r.timers > 1 || slices.ContainsFunc(r.racks, func(k *Rack) bool { return k != nil })
}

func (p *Position) subject(e game.Event, _ Dictionary) (any, []game.Violation) {
	var in struct {
		Subject string `json:"subject"`
	}
	if v := e.Into(&in); v != nil {
		return nil, v
	}
	subject, v := category(in.Subject)
	p.last().subject = subject
	return nil, v
}

// timer turns the sand timer: for the round, for the next one if this is decided, or again if nobody has finished.
func (p *Position) timer(e game.Event, d Dictionary) (any, []game.Violation) {
	in := struct {
		Seconds int `json:"seconds"`
	}{p.options.Seconds}
	if v := e.Into(&in); v != nil {
		return nil, v
	}
	if in.Seconds < 1 || in.Seconds > 24*3600 {
		return nil, game.Bad("a timer of %d seconds: use 1 second to a day", in.Seconds)
	}
	if v := p.next(""); v != nil {
		return nil, v
	}
	r := p.last()
	r.again(p.options)
	r.begun, r.seconds = e.At, in.Seconds
	r.open()
	for seat, rack := range r.racks {
		if rack != nil {
			r.judge(seat, p.options, d)
		}
	}
	return nil, nil
}

// again opens a round that nobody has finished for its next timer. Once everybody has exchanged tiles, nobody is ahead by it, and
// all may win again: otherwise nobody could, and the round had no end.
func (r *round) again(o Options) {
	if r.undecided(o) {
		r.ended, r.timed, r.settled, r.begun = false, false, false, time.Time{}
		r.timers++
		if !slices.Contains(r.swapped, false) {
			r.swapped = make([]bool, len(r.racks))
		}
	}
}

// racked is what an event says of a rack.
type racked struct {
	Player    game.Ref  `json:"player"`
	Seat      string    `json:"seat"` // where the camera sees the rack, if nobody is named
	Tiers     []Written `json:"tiers"`
	Unused    []Tile    `json:"unused"`
	Exchanged bool      `json:"exchanged"`
	Values    Values    `json:"values"`  // as read from these tiles
	Round     int       `json:"round"`   // Correct: which, from 1; the last one without
	InTime    bool      `json:"in_time"` // Correct: what was seen only after the end stood there in time
}

func (p *Position) rack(e game.Event, d Dictionary) (any, []game.Violation) {
	var in racked
	if v := e.Into(&in); v != nil {
		return nil, v
	}
	seat, v := p.whose(in)
	if v != nil {
		return nil, v
	}
	rack, v := p.built(in, d)
	if v != nil {
		return nil, v
	}
	rack.seat = in.Seat
	switch p.when(seat, &rack, e) {
	case inTime:
		if v := p.next(""); v != nil {
			return nil, v
		}
		p.last().again(p.options)
	case late:
		rack.late = true
	case between:
		p.last().later[seat] = &rack
		return nil, nil
	case tooLate:
		return nil, game.Broken(LateRack, "the time is up: turn the timer to go on, or correct the rack if it showed this in time")
	case atOnce:
	}
	r := p.last()
	r.racks[seat] = &rack
	r.swapped[seat] = r.swapped[seat] || in.Exchanged
	r.judge(seat, p.options, d)
	return nil, nil
}

// built is the rack that an event describes.
func (p *Position) built(in racked, d Dictionary) (Rack, []game.Violation) {
	var tiers [Tiers][]Tile
	if len(in.Tiers) > Tiers {
		return Rack{}, game.Broken(TooManyTiles, "%d tiers: a rack has %d", len(in.Tiers), Tiers)
	}
	if err := in.Values.check(); err != nil {
		return Rack{}, game.Bad("%v", err)
	}
	for i, written := range in.Tiers {
		places := i + Shortest
		tiles, err := written.tiles(places, p.options.Language == Spanish)
		if err != nil {
			return Rack{}, game.Broken(NoSuchTile, "%v", err)
		}
		if len(tiles) > places {
			return Rack{}, game.Broken(TooManyTiles, "%d tiles on the tier of %d: tiers come from the shortest to the longest", len(tiles), places)
		}
		tiers[i] = tiles
	}
	rack := NewRack(tiers, slices.Clone(in.Unused), d)
	if v := p.allowed(&rack); v != nil {
		return rack, v
	}
	p.price(&rack, in.Values.upper())
	return rack, nil
}

// allowed refuses tiles that a player cannot have.
func (p *Position) allowed(rack *Rack) []game.Violation {
	tiles, apostrophes := rack.tiles(), 0
	if len(tiles) > MostTiles {
		return game.Broken(TooManyTiles, "%d tiles: each player takes %d", len(tiles), MostTiles)
	}
	for _, t := range tiles {
		if t.Letter == Apostrophe {
			apostrophes++
		}
		for _, shown := range [...]string{t.Letter, t.As} {
			if p.options.Language == English && slices.Contains(spanishTiles, shown) {
				return game.Broken(NoSuchTile, "the tile %s is not in the bag: English play removes the six tiles RR, LL and Ñ", shown)
			}
		}
	}
	if apostrophes > mostApostrophes {
		return game.Broken(TooManyTiles, "%d apostrophes: there are %d in the game", apostrophes, mostApostrophes)
	}
	return nil
}

const mostApostrophes = 2

// price gives the tiles their values.
func (p *Position) price(rack *Rack, read Values) {
	give := func(t *Tile) {
		if points, ok := read[t.Letter]; ok && !t.Known {
			t.Value, t.Known = points, true
		}
		p.options.Values.give(t)
	}
	for i := range rack.Tiers {
		for k := range rack.Tiers[i].Tiles {
			give(&rack.Tiers[i].Tiles[k])
		}
	}
	for i := range rack.Unused {
		give(&rack.Unused[i])
	}
	rack.count()
}

// end closes the round: it is decided if anybody has finished.
func (p *Position) end(game.Event, Dictionary) (any, []game.Violation) {
	if p.last().ended {
		return nil, game.Bad("the round is over: start the timer of the next one")
	}
	p.last().ended = true
	return nil, nil
}

func (p *Position) exchange(e game.Event, _ Dictionary) (any, []game.Violation) {
	in := struct {
		Player game.Ref `json:"player"`
		Count  int      `json:"count"`
	}{Count: 1}
	if v := e.Into(&in); v != nil {
		return nil, v
	}
	seat, v := p.seating.Players.Find(in.Player)
	switch {
	case v != nil:
		return nil, v
	case !p.last().undecided(p.options):
		return nil, game.Broken(CannotExchange, "tiles can be exchanged only when the time is up and nobody has five words")
	case in.Count < 1 || in.Count > MostTiles:
		return nil, game.Broken(CannotExchange, "%d tiles cannot be exchanged: exchange 1 to %d", in.Count, MostTiles)
	}
	p.last().swapped[seat] = true
	return nil, nil
}

func (p *Position) challenge(e game.Event, d Dictionary) (any, []game.Violation) {
	var in struct {
		By      game.Ref `json:"by"`
		Player  game.Ref `json:"player"`
		Word    string   `json:"word"`
		Verdict string   `json:"verdict"`
	}
	if v := e.Into(&in); v != nil {
		return nil, v
	}
	if in.By.Given() {
		if _, v := p.seating.Players.Find(in.By); v != nil {
			return nil, v
		}
	}
	seat, v := p.presenter(in.Player, in.Word)
	if v != nil {
		return nil, v
	}
	upheld := in.Verdict == "upheld"
	switch {
	case in.Verdict == "" && d == nil:
		return nil, game.Bad("no word list to judge %q: send a verdict, upheld or rejected", in.Word)
	case in.Verdict == "":
		upheld = len(readings(d, strings.ToUpper(in.Word), 1)) == 0
	case in.Verdict != "upheld" && in.Verdict != "rejected":
		return nil, game.Bad("no such verdict %.40q: use upheld or rejected", in.Verdict)
	}
	p.rule(seat, strings.ToUpper(in.Word), upheld, d)
	c := &Challenged{Player: seat, Word: strings.ToUpper(in.Word), Verdict: "rejected"}
	if upheld {
		c.Verdict = "upheld"
	}
	if in.Verdict == "" {
		c.List = listOf(d, p.options)
	}
	p.challenged = c
	return struct {
		Verdict string `json:"verdict"`
		List    *List  `json:"list,omitempty"`
	}{c.Verdict, p.list}, nil
}

// Challenged is how a challenge ended.
type Challenged struct {
	Player  int    `json:"player"` // whose word it is, by seat
	Word    string `json:"word"`
	Verdict string `json:"verdict"`
	List    *List  `json:"list,omitempty"` // that judged; nil: people did
}

// presenter is whose rack has the word.
func (p *Position) presenter(who game.Ref, word string) (int, []game.Violation) {
	if who.Given() {
		seat, v := p.seating.Players.Find(who)
		if _, ok := p.last().tier(seat, word); v == nil && !ok {
			v = game.Broken(ChallengeClosed, "%s has no word %.40q on the rack: name a word of a full tier of this round", p.seating.Players[seat], word)
		}
		return seat, v
	}
	for seat := range p.seating.Players {
		if _, ok := p.last().tier(seat, word); ok {
			return seat, nil
		}
	}
	return 0, game.Broken(ChallengeClosed, "no rack has the word %.40q: name a word of a full tier of this round", word)
}

// rule carries out a verdict.
func (p *Position) rule(seat int, word string, upheld bool, d Dictionary) {
	r := p.last()
	if t, _ := r.tier(seat, word); upheld && !r.struck[seat][word] {
		r.lost[seat] += t.Worth()
		if r.struck[seat] == nil {
			r.struck[seat] = map[string]bool{}
		}
		r.struck[seat][word] = true
	}
	r.verdicts[word] = !upheld
	for seat, rack := range r.racks {
		if rack != nil {
			r.judge(seat, p.options, d)
		}
	}
}

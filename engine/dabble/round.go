package dabble

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// round is one round: from twenty tiles each until somebody has five words.
type round struct {
	subject string // the category; empty: none
	timers  int    // how often the timer has been turned, 1 at least
	begun   time.Time
	seconds int
	ended   bool // the racks are as they are: the timer has run out, or everybody has presented
	timed   bool // it ended by the clock: what is laid later does not count
	settled bool // people let it count without what is missing
	racks   []*Rack
	later   []*Rack // laid after the time, by seat: they count from the next timer on
	swapped []bool  // who has exchanged tiles since the round began
	// What people said, by the word: overrules the list and the category.
	verdicts map[string]bool
	fits     map[string]bool
	lost     []int             // points lost by challenges, by seat
	struck   []map[string]bool // words struck by challenges, by seat: they stay struck though another may have the same word
}

func newRound(seats, seconds int) round {
	r := round{timers: 1, seconds: seconds, racks: make([]*Rack, seats), later: make([]*Rack, seats), swapped: make([]bool, seats), lost: make([]int, seats),
		struck: make([]map[string]bool, seats), verdicts: map[string]bool{}, fits: map[string]bool{}}
	return r
}

func (r round) clone() round {
	r.racks, r.later, r.swapped, r.lost, r.struck = slices.Clone(r.racks), slices.Clone(r.later), slices.Clone(r.swapped), slices.Clone(r.lost), slices.Clone(r.struck)
	for i, s := range r.struck {
		r.struck[i] = maps.Clone(s)
	}
	r.verdicts, r.fits = maps.Clone(r.verdicts), maps.Clone(r.fits)
	return r
}

// open has the racks that were laid after the time count from now on.
func (r *round) open() {
	for seat, rack := range r.racks {
		if next := r.later[seat]; next != nil {
			r.racks[seat], r.later[seat] = next, nil
		} else if rack != nil && rack.late {
			now := rack.clone()
			now.late, r.racks[seat] = false, &now
		}
	}
}

// Result is what a round brought one player.
type Result struct {
	Finished   bool `json:"finished"` // five words, and nothing that disqualifies
	Won        bool `json:"won"`
	Base       int  `json:"base"`       // the others' unused tiles, or the highest word
	Apostrophe int  `json:"apostrophe"` // words with an apostrophe, but for a highest word that Base counts
	Spare      int  `json:"spare"`      // for apostrophe tiles that nobody used
	Subject    int  `json:"subject"`    // words of the category
	Lost       int  `json:"lost"`       // words struck by challenges
	Total      int  `json:"total"`
}

// spareApostrophe is what an unused apostrophe tile brings a winner.
const spareApostrophe = 5

// finishers are the seats with five words, made as the options want it.
func (r *round) finishers(o Options) []int {
	var f []int
	for seat, rack := range r.racks {
		if rack != nil && !rack.late && r.complete(seat, o) && !(o.ExchangeDisqualifies && r.swapped[seat]) {
			f = append(f, seat)
		}
	}
	return f
}

// complete reports whether five words stand on the seat's rack; struck ones count where the options keep the win.
func (r *round) complete(seat int, o Options) bool {
	for _, t := range r.racks[seat].Tiers {
		if !t.Valid && !(o.ChallengeKeepsWin && t.Full && r.struck[seat][t.Word]) {
			return false
		}
	}
	return true
}

// undecided reports whether the timer has run out and nobody has finished: tiles may be exchanged, and it is turned again.
func (r *round) undecided(o Options) bool { return r.ended && len(r.finishers(o)) == 0 }

// results are what the round brings each seat, if it ends as it stands.
func (r *round) results(o Options, fits func(word string) bool) []Result {
	all := make([]Result, len(r.racks))
	done := r.finishers(o)
	winners := r.winners(done)
	left, apostrophes := r.leftOver(done)
	for seat := range all {
		res := &all[seat]
		res.Lost = r.lost[seat]
		if len(done) > 0 { // a round that nobody finished goes on
			res.Finished, res.Won = slices.Contains(done, seat), slices.Contains(winners, seat)
			counted := r.reward(seat, res, len(done) == len(all), left, apostrophes)
			r.bonus(seat, res, o, fits, counted)
		}
		res.Total = res.Base + res.Apostrophe + res.Spare + res.Subject - res.Lost
	}
	return all
}

// winners are all who finished, unless everybody did: then those with the highest word.
func (r *round) winners(done []int) []int {
	if len(done) < len(r.racks) {
		return done
	}
	best := 0
	for _, rack := range r.racks {
		best = max(best, rack.best().Points)
	}
	return slices.DeleteFunc(slices.Clone(done), func(seat int) bool { return r.racks[seat].best().Points < best })
}

// leftOver are the points of the unused tiles of those who did not finish, and how many apostrophes nobody used.
func (r *round) leftOver(done []int) (points, apostrophes int) {
	for seat, rack := range r.racks {
		if rack == nil {
			continue
		}
		if !slices.Contains(done, seat) {
			points += rack.UnusedPoints
		}
		for _, t := range rack.spare() {
			if t.Letter == Apostrophe {
				apostrophes++
			}
		}
	}
	return points, apostrophes
}

// reward is what winning brings. It returns the word that Base counts, if that is a word.
func (r *round) reward(seat int, res *Result, all bool, left, apostrophes int) (counted string) {
	if !res.Won {
		return ""
	}
	res.Base, res.Spare = left, spareApostrophe*apostrophes
	if all {
		best := r.racks[seat].best()
		res.Base, counted = best.Points, best.Word
	}
	return counted
}

// bonus is what every player gets, winner or not. The points of a word that is counted are not given again.
func (r *round) bonus(seat int, res *Result, o Options, fits func(word string) bool, counted string) {
	if r.racks[seat] == nil {
		return
	}
	for _, t := range r.racks[seat].Tiers {
		if !t.Valid {
			continue
		}
		if o.ApostropheBonus && t.hasApostrophe() && t.Word != counted {
			res.Apostrophe += t.Points
		}
		if r.subject != "" && fits(t.Word) {
			res.Subject += t.Points
		}
	}
}

// judge settles a rack's words as list and people say.
func (r *round) judge(seat int, o Options, words Dictionary) {
	rack := r.racks[seat].clone()
	for i := range rack.Tiers {
		t := &rack.Tiers[i]
		t.judge(words)
		if verdict, said := r.verdicts[t.Word]; t.Full && said {
			t.Valid = verdict
		} else if t.Full && o.Words == ByChallenge {
			t.Valid = true
		}
		if r.struck[seat][t.Word] {
			t.Valid = false
		}
	}
	rack.count()
	r.racks[seat] = &rack
}

// tier is the seat's full tier with that word.
func (r *round) tier(seat int, word string) (Tier, bool) {
	if r.racks[seat] != nil {
		for _, t := range r.racks[seat].Tiers {
			if t.Full && t.Word == strings.ToUpper(word) {
				return t, true
			}
		}
	}
	return Tier{}, false
}

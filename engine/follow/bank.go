package follow

import (
	"fmt"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// banks are the players' banked tiles as they are believed, and how long a camera has seen them otherwise.
type banks struct {
	known map[engine.Color]int
	votes map[engine.Color]vote
	doubt map[engine.Color]vote // for the counts known that play does not bear out
}

// vote is what a bank shows otherwise than is known: in so many pictures in a row, and in so many windows between hands.
type vote struct {
	tiles, count, windows, window int
	how                           bankable
}

const (
	bankAfter = 3 // pictures in a row that show one tile more, of a player who may bank
	// The same, in so many windows, where the player nabbed since the last banked tile but others have moved: hands hide banks, and small
	// ones are overlooked in some pictures.
	lateWindow = 2
	bankLooks  = 10 // observations of a table at rest after which no more are worth their time
	jumpAfter  = 8  // the same for any other change: that is likelier misread
	jumpWindow = 3  // and in so many windows
	// A bank hardly ever shrinks (who forgot to say that the bag is empty gives a tile back, and mostly says so), but is easily
	// undercounted for a while: of a stack seen from above a tile more is a pixel or two. Nor does it hold more tiles than its player has
	// nabbed times.
	doubtAfter, doubtWindow = 24, 6
	bankedMost              = 25 // tiles of one color
)

func newBanks() banks {
	return banks{known: map[engine.Color]int{}, votes: map[engine.Color]vote{}, doubt: map[engine.Color]vote{}}
}

// begin takes the first picture's banks as they are.
func (b *banks) begin(seen []engine.Bank) {
	for _, bank := range seen {
		if plausible(bank) {
			b.known[bank.Color], b.doubt[bank.Color] = bank.Tiles, vote{tiles: bank.Tiles, window: -1}
		}
	}
}

// doubted tells whether a count that is told may be wrong.
func (b *banks) doubted() bool {
	for color, v := range b.doubt {
		if v.tiles == b.known[color] && v.tiles > 0 {
			return true
		}
	}
	return false
}

// again counts a picture that shows a bank as it is known. After many, the count is beyond doubt.
func (b *banks) again(color engine.Color, window int) {
	delete(b.votes, color)
	v, doubted := b.doubt[color]
	if v = v.more(window); !doubted {
		return
	}
	if b.doubt[color] = v; v.count >= doubtAfter && v.windows >= jumpWindow {
		delete(b.doubt, color)
	}
}

// more is the vote with another picture, in the window of that number.
func (v vote) more(window int) vote {
	if v.count++; v.window != window {
		v.windows, v.window = v.windows+1, window
	}
	return v
}

// positive are the banks that hold tiles.
func (b *banks) positive() map[engine.Color]int {
	out := map[engine.Color]int{}
	for color, tiles := range b.known {
		if tiles > 0 {
			out[color] = tiles
		}
	}
	return out
}

func plausible(b engine.Bank) bool {
	return b.Color >= engine.Red && b.Color <= engine.Green && b.Tiles >= 0 && b.Tiles < bankedMost
}

// bank tells when a bank has grown. One that shrinks (a turn was taken back, its player caught forgetting) is
// noted without a line; one that is not seen is as it was.
func (f *Follower) bank(obs engine.Observation) []Line {
	var lines []Line
	for _, b := range obs.Banks {
		if !f.begun || !plausible(b) || len(f.players) > 0 && !slices.Contains(f.players, b.Color) {
			continue
		}
		before := f.banks.known[b.Color]
		if b.Tiles == before {
			f.banks.again(b.Color, f.windows)
			continue
		}
		if !f.banks.see(b, f.windows, f.bankable(b)) {
			continue
		}
		if b.Tiles == 0 {
			f.apply(nabit.Event{Type: nabit.Caught, Player: b.Color})
			continue
		}
		f.apply(nabit.Event{Type: nabit.Banked, Player: b.Color, Tiles: b.Tiles})
		if b.Tiles > before {
			lines = append(lines, f.banked(b))
		}
	}
	return lines
}

// banked tells of a bank that has grown.
func (f *Follower) banked(b engine.Bank) Line {
	l := f.line(Banked)
	l.Player, l.Tiles, l.Scores = b.Color, b.Tiles, f.scores()
	if unsettled := f.unsettled(); unsettled {
		l.Provisional = &unsettled
	}
	if _, doubted := f.banks.doubt[b.Color]; doubted {
		says := fmt.Sprintf("%s's bank seems to hold %d, which play does not bear out: count it", b.Color, b.Tiles)
		l.Warnings = []engine.Warning{{Code: "bank_unsure", Message: says}}
	}
	return l
}

// bankable is how likely it is that the bank has changed to what is seen.
type bankable uint8

const (
	doubtful bankable = iota
	possible
	late
	due
)

func (f *Follower) bankable(seen engine.Bank) bankable {
	known := f.banks.known[seen.Color]
	complete := len(f.start) == 0 // all of the game was seen
	switch {
	case seen.Tiles == known+1 && f.game.State().MayBank == seen.Color:
		return due
	case seen.Tiles < known || complete && seen.Tiles > f.nabs(seen.Color):
		return doubtful
	case seen.Tiles == known+1 && complete:
		return late
	}
	return possible
}

// awaitsBank tells whether a few more observations of the table as it lies may settle that a tile was banked.
func (f *Follower) awaitsBank() bool {
	for _, v := range f.banks.votes {
		if v.how == due && v.window == f.windows && f.rested < bankLooks {
			return true
		}
	}
	return false
}

// nabs is in how many of the turns that stand the player has nabbed.
func (f *Follower) nabs(player engine.Color) int {
	n, options := 0, f.game.State().Options
	for _, t := range f.turns {
		if !t.ghost && t.play.Color == player && len(options.Nabbed(t.before, t.after, t.play)) > 0 {
			n++
		}
	}
	return n
}

// see counts a sighting of a bank that is not as known, in the window of that number, and tells whether its count has changed for
// good.
func (b *banks) see(seen engine.Bank, window int, how bankable) bool {
	v := b.votes[seen.Color]
	if v.tiles != seen.Tiles {
		v = vote{tiles: seen.Tiles, window: -1}
	}
	v = v.more(window)
	v.how = how
	b.votes[seen.Color] = v
	after, windows := doubtAfter, doubtWindow
	switch how {
	case due:
		after, windows = bankAfter, 1
	case late:
		after, windows = bankAfter, lateWindow
	case possible:
		after, windows = jumpAfter, jumpWindow
	}
	if v.count < after || v.windows < windows {
		return false
	}
	b.known[seen.Color] = seen.Tiles
	delete(b.votes, seen.Color)
	delete(b.doubt, seen.Color)
	if how == doubtful || how == possible {
		b.doubt[seen.Color] = vote{tiles: seen.Tiles, window: -1}
	}
	return true
}

// Package bank tracks how many tiles each player has banked.
//
// A camera miscounts banks: hands hide them, and from above one more tile of a stack is a pixel or two. So no single
// picture changes a count. Each picture that disagrees with the known count votes for another one, and the votes that a
// change needs depend on its prior: a bank that just became due needs few, one that play does not support needs many.
//
//	prior     how likely the rules make a change: Due, Late, Possible, Doubtful
//	vote      pictures in a row, and windows between hands, that agree on another count
//	in doubt  a count accepted against the prior, until many more pictures confirm it
package bank

import (
	"math"

	"tilewatch/engine"
)

// Tracker holds the known counts of all players and the votes against them.
type Tracker struct {
	Known map[engine.Color]int
	votes map[engine.Color]vote
	doubt map[engine.Color]vote // of the known counts that play does not support
	looks map[engine.Color]look
}

// A look is how a bank appears while it holds a known count: how much likelier a picture makes more tiles, nats, on the average.
type look struct {
	tiles          int
	mean, pictures float64
}

// A pile is misjudged alike in all pictures. Of 57 nabs in 14 films, where the player banked, more tiles became likelier by 2.3 nats or more, whatever was likely
// before, and where not, by less than 1.0.
const (
	grown       = 1.6  // nats by which more tiles become likelier where one was banked
	leastGrown  = -1.5 // nats below which a picture shows no more, however sure that was before
	surelyOther = 3.0  // nats from which a picture is believed against how the bank appeared before
	leastLook   = 3    // pictures that show how a bank appears; with fewer, the likelier count holds
	longestLook = 30   // pictures that are averaged
	leastChance = 0.01 // added to chances, so that their logarithms are bounded
)

// A vote counts the pictures in a row that agree on a count, and the windows between hands that they come from.
type vote struct {
	tiles, pictures, windows, window int
	prior                            Prior
}

// Prior is how likely the game makes a change to the count that a picture shows.
type Prior uint8

// The priors, the unlikeliest first.
const (
	Doubtful Prior = iota // fewer tiles than known, or more than the player's nabs allow
	Possible              // the start of the game was not seen, so nothing excludes the count
	Late                  // one tile more; the player nabbed, but others have moved since
	Due                   // one tile more, of the player who may bank now
)

// Pictures in a row, and windows between hands, that a change needs. Hand-set; TestABankDoesNotShrinkSoon exercises
// them. They grow as the prior falls. A bank almost never shrinks (only a player who forgot to announce the empty bag gives a tile
// back), but a camera undercounts it easily for a while.
const (
	duePictures, dueWindows           = 3, 1
	latePictures, lateWindows         = 3, 2
	possiblePictures, possibleWindows = 8, 3
	doubtfulPictures, doubtfulWindows = 24, 6
)

// Pictures and windows that must confirm a count in doubt before it is trusted. Hand-set; scores stay
// provisional until then.
const trustedPictures, trustedWindows = doubtfulPictures, possibleWindows

// mostTiles is a bound on the tiles of one bank: a player owns 25 tiles of a color, and one of them is always played.
const mostTiles = 25

// noWindow is the window of a vote that has no picture yet.
const noWindow = -1

// New returns a tracker that knows of no bank.
func New() Tracker {
	return Tracker{Known: map[engine.Color]int{}, votes: map[engine.Color]vote{}, doubt: map[engine.Color]vote{}, looks: map[engine.Color]look{}}
}

// Begin accepts the first picture's banks as they are, and keeps them in doubt.
func (t *Tracker) Begin(seen []engine.Bank) {
	for _, b := range seen {
		if Plausible(b) {
			t.Known[b.Color], t.doubt[b.Color] = b.Tiles, vote{tiles: b.Tiles, window: noWindow}
		}
	}
}

// AnyInDoubt reports whether the known count of any bank may be wrong.
func (t *Tracker) AnyInDoubt() bool {
	for color, v := range t.doubt {
		if v.tiles == t.Known[color] && v.tiles > 0 {
			return true
		}
	}
	return false
}

// InDoubt reports whether the last change of the player's count went against its prior.
func (t *Tracker) InDoubt(player engine.Color) bool {
	_, doubted := t.doubt[player]
	return doubted
}

// Confirm counts a picture, in the window of that number, that shows the known count. Enough of them end the doubt.
func (t *Tracker) Confirm(player engine.Color, window int) {
	delete(t.votes, player)
	v, doubted := t.doubt[player]
	if !doubted {
		return
	}
	v = v.more(window)
	if t.doubt[player] = v; v.pictures >= trustedPictures && v.windows >= trustedWindows {
		delete(t.doubt, player)
	}
}

// more adds a picture of the window of that number.
func (v vote) more(window int) vote {
	if v.pictures++; v.window != window {
		v.windows, v.window = v.windows+1, window
	}
	return v
}

// Judge is what a picture shows of a bank, compared with how the bank appeared before: it holds what it held while it looks the same. A player who owes it a
// tile has laid that if it looks like more; other changes are what the picture says. Where that says no chances, so it is.
func (t *Tracker) Judge(seen engine.Bank, prior func(engine.Bank) Prior) engine.Bank {
	known := t.Known[seen.Color]
	if seen.Chances == (engine.BankChances{}) || known+1 >= len(seen.Chances) {
		return seen
	}
	more, l := odds(seen.Chances, known+1), t.looks[seen.Color]
	if l.tiles != known {
		l = look{tiles: known}
	}
	least := 0.0
	if l.pictures >= leastLook {
		least = max(l.mean+grown, leastGrown)
	}
	switch owed := prior(engine.Bank{Color: seen.Color, Tiles: known + 1}); {
	case owed == Due, owed == Late && l.pictures >= leastLook:
		if seen.Tiles = known; more > least {
			seen.Tiles++
		}
	case l.pictures < leastLook || more <= least && odds(seen.Chances, known) > -surelyOther:
		l.pictures = min(l.pictures+1, longestLook)
		l.mean += (more - l.mean) / l.pictures
		if t.looks[seen.Color] = l; l.pictures >= leastLook {
			seen.Tiles = known
		}
	}
	return seen
}

// odds are the log-odds of a bank of so many tiles at least.
func odds(chances engine.BankChances, least int) float64 {
	fewer, more := leastChance, leastChance
	for n, chance := range chances {
		if n < least {
			fewer += chance
		} else {
			more += chance
		}
	}
	return math.Log(more / fewer)
}

// Contradict counts a picture, in the window of that number, that shows another count than the known one. It reports whether the
// votes now suffice under the prior; if so, the count changes.
func (t *Tracker) Contradict(seen engine.Bank, window int, prior Prior) bool {
	v := t.votes[seen.Color]
	if v.tiles != seen.Tiles {
		v = vote{tiles: seen.Tiles, window: noWindow}
	}
	v = v.more(window)
	v.prior = prior
	t.votes[seen.Color] = v
	if pictures, windows := prior.needs(); v.pictures < pictures || v.windows < windows {
		return false
	}
	t.Known[seen.Color] = seen.Tiles
	delete(t.votes, seen.Color)
	delete(t.doubt, seen.Color)
	if prior == Doubtful || prior == Possible {
		t.doubt[seen.Color] = vote{tiles: seen.Tiles, window: noWindow}
	}
	return true
}

// needs are the pictures in a row and the windows that a change of that prior needs.
func (p Prior) needs() (pictures, windows int) {
	switch p {
	case Due:
		return duePictures, dueWindows
	case Late:
		return latePictures, lateWindows
	case Possible:
		return possiblePictures, possibleWindows
	}
	return doubtfulPictures, doubtfulWindows
}

// Awaits reports whether pictures of that window already vote for a bank that is due.
func (t *Tracker) Awaits(window int) bool {
	for _, v := range t.votes {
		if v.prior == Due && v.window == window {
			return true
		}
	}
	return false
}

// Positive returns the banks that hold tiles.
func (t *Tracker) Positive() map[engine.Color]int {
	out := map[engine.Color]int{}
	for color, tiles := range t.Known {
		if tiles > 0 {
			out[color] = tiles
		}
	}
	return out
}

// Plausible reports whether the observation names a player's color and a count that the rules allow.
func Plausible(b engine.Bank) bool {
	return b.Color >= engine.Red && b.Color <= engine.Green && b.Tiles >= 0 && b.Tiles < mostTiles
}

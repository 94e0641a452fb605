package nabit

import (
	"fmt"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/game"
)

// position is a game between two events. It is a value: nothing it points to ever changes, so that positions can
// share boards and logs, and undoing is going back to one.
type position struct {
	players   []engine.Color // in the order of their turns
	options   Options
	open      bool // players join as they are seen, and no order is known
	uncounted bool // taken up under way: how many tiles are left is not known

	names map[engine.Color]string // what the players are called, as far as somebody said

	list *game.WordList // the words under which the game was begun; nil if nobody said

	start  []BoardCell // the board before the first turn
	board  engine.Board
	hands  *hands
	next   int     // index of the next player; unknownNext
	turns  int     // turns taken
	passes int     // passes in a row
	last   *turn   // the newest of the log
	window *window // while the last play can be challenged; nil otherwise

	over     bool         // nobody takes a turn any more
	finished bool         // a person closed the game
	out      engine.Color // who played the last tile
}

const unknownNext = -1

// hand is where a player's tiles are. After a play the rack is refilled only when the next turn begins: until then
// one tile may go to the bank.
type hand struct {
	board, blanks, banked, rack, bag int
	announced                        bool // that the last tile is drawn
	caught                           bool // forgetting that; a tile that is drawn later can be forgotten again
}

// hands are everybody's, by color. They are shared like boards.
type hands [engine.Green + 1]hand

func (p *position) setHand(c engine.Color, h hand) {
	changed := *p.hands
	changed[c] = h
	p.hands = &changed
}

// turn is an entry of the log and the way to the one before.
type turn struct {
	Turn
	previous *turn
	length   int // of the log up to it; turns that were withdrawn count
}

// window is what a successful challenge brings back.
type window struct {
	mover        engine.Color
	hand         hand
	board        engine.Board
	next, passes int
	nabbed       bool
	banked       bool // the turn's one tile is on the bank
	drawn        bool // the rack has been refilled
	penalty      int  // banked tiles that have gone back into the bag since
}

func newHand() hand { return hand{rack: RackSize}.balanced() }

// balanced is the hand with all other tiles in the bag. What is seen on board and bank is not on the rack, whatever was
// thought.
func (h hand) balanced() hand {
	left := max(0, TilesPerColor-h.board-h.banked)
	h.rack = min(max(h.rack, 0), left)
	h.bag = left - h.rack
	return h
}

// refilled is the hand after drawing up to five tiles.
func (h hand) refilled() hand {
	full := min(RackSize, h.rack+h.bag)
	h.caught = h.caught && h.rack == full
	h.rack = full
	return h.balanced()
}

// played is the hand after the play.
func (h hand) played(p Play) hand {
	h.board += len(p.Placements)
	h.blanks += blanks(p)
	h.rack -= len(p.Placements)
	return h.balanced()
}

// withBanked is the hand with so many more tiles on the bank, from the bag, or back into it.
func (h hand) withBanked(more int) hand {
	h.banked = max(0, h.banked+more)
	return h.balanced()
}

// tooMany finds more tiles than there are, where the table is all that is known.
func (h hand) tooMany(c engine.Color) []Violation {
	if n := h.board + h.banked; n > TilesPerColor {
		return []Violation{{Rule: TooManyTiles, Player: c, Count: n, Detail: fmt.Sprintf("%s has %d in all", c, TilesPerColor)}}
	}
	if h.blanks > 1 {
		return []Violation{{Rule: TooManyTiles, Player: c, Count: h.blanks, Detail: "each player has one blank"}}
	}
	return nil
}

// handOf is the player's hand as it is once a pending refill is done.
func (p position) handOf(c engine.Color) hand {
	h := p.hands[c]
	if w := p.window; w != nil && w.mover == c && !w.drawn {
		return h.refilled()
	}
	return h
}

// closed is the position when the next turn begins: the mover's rack is full again, and nothing can be challenged.
func (p position) closed() position {
	if p.window != nil {
		p.setHand(p.window.mover, p.handOf(p.window.mover))
		p.window = nil
	}
	return p
}

// logged is the position with one more turn in the log.
func (p position) logged(t Turn) position {
	p.turns++
	t.Number = p.turns
	length := 1
	if p.last != nil {
		length += p.last.length
	}
	p.last = &turn{t, p.last, length}
	return p
}

// relogged is the position with the newest turn of the log replaced.
func (p position) relogged(change func(*Turn)) position {
	t := *p.last
	change(&t.Turn)
	p.last = &t
	return p
}

func (p position) seat(c engine.Color) int { return slices.Index(p.players, c) }

// nextPlayer is NoColor if the game is over or nobody knows.
func (p position) nextPlayer() engine.Color {
	if p.over || p.open || p.next == unknownNext {
		return engine.NoColor
	}
	return p.players[p.next]
}

func (p position) banked() map[engine.Color]int {
	banked := map[engine.Color]int{}
	for _, c := range p.players {
		banked[c] = p.hands[c].banked
	}
	return banked
}

// scores are everybody's, on the board with these words.
func (p position) scores(words []ControlledWord) []Score {
	if len(p.players) == 0 {
		return []Score{}
	}
	return scores(p.board, words, p.banked(), p.out, p.players)
}

// log is every turn but the first ones, oldest first.
func (p position) log(without int) []Turn {
	var turns []Turn
	for t := p.last; t != nil && t.length > without; t = t.previous {
		turns = append(turns, t.Turn)
	}
	slices.Reverse(turns)
	return turns
}

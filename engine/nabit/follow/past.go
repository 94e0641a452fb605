package follow

import (
	"errors"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/record"
)

// Record is what the record of a game has grown by.
type Record = record.Growth

// Remember gives the follower a game that may go on: its name and the events of its record, as Recorded returned them. If
// the table then shows its board, however it lies now and even if a few turns were played meanwhile, the follower goes
// on with it and reports that by a Resumed line; otherwise another game begins. Several may be remembered, the likeliest
// first. It must be called before the first observation. The follower keeps to its own players, if it was given any: a
// game of others is an error, as is one with nothing on the board, which no picture could show.
func (f *Follower) Remember(name string, events []nabit.Event) error {
	p, err := record.Replay(name, events, f.game.Players, f.words)
	if err != nil {
		return err
	}
	if len(p.Board()) == 0 {
		return errors.New("its board was empty")
	}
	f.pasts = append(f.pasts, p)
	return nil
}

// TakeUp goes on with the stored game at once, whatever lies on the table: one with nothing on its board, say, that a person has begun.
// The board of the remembered game that was played before it then counts once it has changed, as after a start.
func (f *Follower) TakeUp(name string, events []nabit.Event, before string) error {
	p, err := record.Replay(name, events, f.game.Players, f.words)
	if err != nil {
		return err
	}
	f.leftover = nil
	for _, past := range f.pasts {
		if past.Name == before && len(p.Board()) == 0 {
			f.leftover = past.Board()
		}
	}
	f.resume(p)
	f.game.Described = true
	return nil
}

// strayTenth is the share of a past board, as 1 in so many tiles, that may be missing once the table was cleared: it is the same game
// only if somebody covered the camera. Hand-set.
const strayTenth = 10

// recall resumes the past game whose board the observation shows, if there is one.
func (f *Follower) recall(obs engine.Observation) []Line {
	if !evidence.AnyTile(obs) {
		f.cleared++
		return nil
	}
	for _, p := range f.pasts {
		board, least := p.Board(), p.LeastTiles()/2+1
		if f.cleared >= settledAfter {
			least = len(board) - len(board)/strayTenth
		}
		if !evidence.Register(obs, board, nil, least).Contradicts {
			f.resume(p)
			return []Line{f.withBoard(f.line(Resumed))}
		}
	}
	return nil
}

// resume goes on with the past game.
func (f *Follower) resume(p *record.Past) {
	f.pasts, f.draft, f.upright = nil, nil, 1
	f.rest.window, f.rest.key, f.rest.agreed = evidence.NewWindow(), "", 0
	f.belief, f.open, f.at = evidence.Belief{}, evidence.Unoccluded{}, map[engine.Place]engine.Quad{}
	f.game.Resume(p)
	f.repin(p.Corrected(f.words))
}

// repin pins the tiles that people corrected before a pause: whatever the camera reads in those places next is wrong, also where no
// tile lies.
func (f *Follower) repin(corrected []nabit.Placement) {
	f.pins = evidence.Pins{}
	board := f.board()
	for _, t := range corrected {
		c, there := board[t.Place]
		switch {
		case !there:
			f.pins.ExpectNone(t.Place)
		case c.Letter == t.Letter && c.Blank == t.Blank:
			f.pins.Expect(t.Place, c)
		}
	}
}

// GoOn resumes the remembered game of that name without waiting for the table to show it: a person went on with it. It reports whether
// such a game is still remembered.
func (f *Follower) GoOn(name string) bool {
	for _, p := range f.pasts {
		if p.Name == name {
			f.resume(p)
			f.game.Described = true
			return true
		}
	}
	return false
}

// Recorded is what the game's record has grown by since the last call. Nothing is recorded until something lies on the
// board, or a person said something.
func (f *Follower) Recorded() Record { return f.game.Stored() }

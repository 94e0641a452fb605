package nabit

import (
	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/wordlist"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/web/scoreboard"
)

// party is what each of NAB-IT!'s abilities at a table needs to know.
type party struct {
	follower *follow.Follower
	shown    *past // the stored game that is shown, until the follower has taken one up
	words    *wordlist.List
	blind    func() bool // whether there was never a picture
}

// past is a stored game as it stood.
type past struct {
	name  string
	rules *nabit.Table
}

// Rules implements game.Play.
func (p *party) Rules() kernel.Table {
	if p.shown != nil {
		return p.shown.rules
	}
	return p.follower.Rules()
}

// state is the game as it is shown.
func (p *party) state() nabit.State {
	s, _ := p.Rules().State().(nabit.State)
	return s
}

// refuse says why a command does nothing.
func refuse(why string) game.Said { return game.Said{Answer: kernel.Refuse(kernel.Bad("%s", why))} }

// did is a command that is done, without an event.
func (p *party) did(n scoreboard.Notice) game.Said {
	s := p.follower.State()
	a := nabit.Answer{OK: true, Board: s.Cells, Scores: s.Scores, Words: s.Words, Next: s.Next, Turn: s.Turn}
	return game.Said{Answer: a.Plain(), Notice: &n}
}

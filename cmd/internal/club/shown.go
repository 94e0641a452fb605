package club

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
)

// shown is what a table's home says of its camera, beside what the journal says.
type shown struct {
	Table       string            `json:"table"`
	Status      scoreboard.Status `json:"status"`
	StatusText  string            `json:"status_text,omitempty"`
	Events      int               `json:"events"`
	Question    string            `json:"question,omitempty"`
	Ask         *scoreboard.Ask   `json:"ask,omitempty"`
	Warnings    []engine.Warning  `json:"warnings,omitempty"`
	Provisional bool              `json:"provisional,omitempty"`
	TakeBack    engine.Color      `json:"take_back,omitempty"`
	Aids        scoreboard.Aids   `json:"aids"`

	updated time.Time
	lost    bool // nothing was heard for too long
}

const (
	// homeBeat is how often a home says that it is there.
	homeBeat = 4 * time.Second
	// homeSilence is after how long without that it is taken for gone.
	homeSilence = 3 * homeBeat
)

func shownOf(table string, s scoreboard.State) shown {
	c := s.Crossword()
	return shown{Table: table, Status: s.Status, StatusText: s.StatusText, Events: s.Events, Question: c.Question, Ask: c.Ask, Warnings: s.Warnings, Provisional: c.Provisional, TakeBack: c.TakeBack, Aids: s.Aids}
}

// takeShown shows what a home says.
func (n *Node) takeShown(data []byte) {
	var now shown
	if json.Unmarshal(data, &now) != nil || !n.knows(now.Table) {
		return // no other program of ours sends that, or its table has no game yet
	}
	now.updated = time.Now()
	n.mu.Lock()
	n.shown[now.Table] = now
	s := n.seats[now.Table]
	n.mu.Unlock()
	if s != nil {
		_ = s.web.Dress(s.dressed) // shows it, if it is anything new; a closed table shows nothing
	}
}

// watchHomes says of those that are silent that they are lost.
func (n *Node) watchHomes(ctx context.Context) {
	tick := time.NewTicker(homeBeat)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			for _, s := range n.silent() {
				_ = s.web.Dress(s.dressed) // as above
			}
		case <-ctx.Done():
			return
		}
	}
}

// silent are the seats whose home has just been found to be gone.
func (n *Node) silent() []*seat {
	n.mu.Lock()
	defer n.mu.Unlock()
	var gone []*seat
	for table, said := range n.shown {
		if said.lost || time.Since(said.updated) < homeSilence {
			continue
		}
		said.lost = true
		n.shown[table] = said
		if s := n.seats[table]; s != nil {
			gone = append(gone, s)
		}
	}
	return gone
}

// hasHome reports whether a program at the table was heard of lately.
func (n *Node) hasHome(table string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	said, there := n.shown[table]
	return there && !said.lost
}

// dressed is the state with what the table's home says of its camera.
func (s *seat) dressed(state scoreboard.State) scoreboard.State {
	s.node.mu.Lock()
	said, there := s.node.shown[s.table]
	s.node.mu.Unlock()
	switch {
	case !there:
	case said.lost && state.Status != scoreboard.Finished:
		state.Status, state.StatusText = scoreboard.Lost, fmt.Sprintf("the computer at table %s does not answer; what you enter here still counts", s.table)
	case !said.lost:
		if state.Status != scoreboard.Finished {
			state.Status, state.StatusText = said.Status, said.StatusText
		}
		state.Warnings, state.Aids = said.Warnings, said.Aids
		if c, words := state.Detail.(scoreboard.Crossword); words && said.Events == state.Events { // else it speaks of another moment
			c.Question, c.Ask, c.Provisional, c.TakeBack = said.Question, said.Ask, said.Provisional, said.TakeBack
			state.Detail = c
		}
	}
	return state
}

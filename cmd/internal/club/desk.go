package club

import (
	"fmt"
	"time"

	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/live"
	"tilewatch/engine/follow"
	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/record"
	"tilewatch/engine/lexicon"
	webdesk "tilewatch/web/desk"
	"tilewatch/web/stream"
)

// desk keeps one table's game by its rules.
type desk interface {
	webdesk.Desk
	Heard(events []journal.Event) error
	reload(g journal.Game) error
}

// newDesk is a desk for that kind of game, with none on it.
func newDesk(kind string, words *lexicon.Lexicon, table *stream.Table, j journal.Journal, note func(string)) (desk, error) {
	if kind == record.Kind {
		return newNabit(words, table, j, note)
	}
	which, err := games.Find(kind)
	if err != nil {
		return nil, err
	}
	d := games.NewDesk(func() game.Table { return which.Table(words) })
	d.Shown, d.Web, d.Note, d.Now = which.Page(), table, note, time.Now
	d.Keeper = &games.Keeper{Journal: j, Kind: kind, Title: which.Title()}
	return &otherDesk{d}, nil
}

// nabitDesk is a table of NAB-IT! that no camera of this program watches.
type nabitDesk struct {
	*live.Desk
	fresh func() *follow.Follower
}

func newNabit(words *lexicon.Lexicon, table *stream.Table, j journal.Journal, note func(string)) (desk, error) {
	fresh := func() *follow.Follower {
		if words == nil {
			return follow.New(nil, nil, follow.Options{})
		}
		return follow.New(nil, words, follow.Options{})
	}
	board, err := live.NewBoard(table, nil)
	if err != nil {
		return nil, err
	}
	d := &live.Desk{Follower: fresh(), Board: board, Words: words}
	d.Keeping = &live.Keeping{Keeper: record.NewKeeper(j, nil), Board: board, Note: note}
	return &nabitDesk{d, fresh}, nil
}

func (d *nabitDesk) reload(g journal.Game) error {
	stored, err := record.Read(g)
	if err != nil {
		return err
	}
	return d.Reload(stored, d.fresh())
}

// otherDesk is a table of another game.
type otherDesk struct{ *games.Desk }

func (d *otherDesk) reload(g journal.Game) error {
	if len(g.Events) == 0 {
		return fmt.Errorf("game %q has no events", g.Game)
	}
	return d.Reload(g)
}

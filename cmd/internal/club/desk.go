package club

import (
	"context"
	"errors"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/table"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/web/stream"
)

// newDesk is a desk for that kind of game, with none on it, that no camera of this program watches. It takes commands until end is
// called.
func newDesk(kind string, words *lexicon.Lexicon, page *stream.Table, j journal.Journal, note func(string)) (desk *table.Desk, end func(), err error) {
	which, err := games.Find(kind)
	if err != nil {
		return nil, nil, err
	}
	party, err := which.Sit(game.Inputs{Words: words}, game.Seat{Blind: func() bool { return true }, Clock: page.Clock(), Note: note})
	if err != nil {
		return nil, nil, err
	}
	desk = table.New(party.Party, table.Options{Page: page, Journal: j, Kind: kind, Title: which.Title, Note: note})
	ctx, end := context.WithCancel(context.Background())
	go func() { _ = desk.Run(ctx, nil) }() // only a camera has errors
	return desk, end, nil
}

// errNoDesk says that what is kept of the table's game could not be read yet.
var errNoDesk = errors.New("this game has no hints")

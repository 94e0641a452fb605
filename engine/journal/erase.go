package journal

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// Erased is the kind of a game that was erased. Such a game keeps its name, which is made of a time, and one event without a word of what
// was in it: the copies, or an old backup, must not bring it back. Games does not list it.
const Erased = "erased"

// ErrNotErased says that a journal cannot erase a game.
var ErrNotErased = errors.New("games cannot be erased from this journal")

// Erase removes a game for good, from the journal and from its copies: what it held is not in their files any more. A file that was put
// aside as damaged is not touched, nor is a backup.
func Erase(ctx context.Context, j Journal, game string) error {
	for {
		switch store := j.(type) {
		case interface {
			Erase(context.Context, string) error
		}:
			return store.Erase(ctx, game)
		case interface{ Unwrap() Journal }:
			j = store.Unwrap()
		default:
			return ErrNotErased
		}
	}
}

// Tombstone is what stays of a game. It is the same in all files, so that they agree.
func Tombstone(game string, created time.Time) (Header, []Event, error) {
	h := Header{Game: game, Kind: Erased, Title: game, Created: created}
	events, err := Link(h, 0, Root(game), []Entry{{Time: created, Payload: json.RawMessage(`{"type":"erased"}`)}})
	return h, events, err
}

// Erase implements Erase.
func (m *Memory) Erase(ctx context.Context, game string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	g, err := m.game(ctx, game)
	if err != nil {
		return err
	}
	h, events, err := Tombstone(game, g.header.Created)
	if err == nil {
		m.games[game] = &kept{h, events, g.begun, g.place}
	}
	return err
}

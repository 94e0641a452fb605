package club

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/cluster"
)

// The files in which a club's belongings are backed up. The key's is the one that a data folder has.
const (
	tablesFile = "tables.json" // at which table each game was played
	linksKey   = "links.key"   // in the club's bucket, too
)

// Save writes what of a club is no game into a folder: its links' key, and at which table each game was played.
func Save(ctx context.Context, conn *cluster.Conn, folder string) error {
	keys, err := Keys(ctx, conn)
	if err != nil {
		return err
	}
	games, _, err := conn.List(ctx)
	if err != nil {
		return err
	}
	tables := map[string]string{}
	for _, g := range games {
		tables[g.Game] = g.Table
	}
	data, err := json.Marshal(tables)
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(filepath.Join(folder, tablesFile), data, 0o600), os.WriteFile(filepath.Join(folder, linksKey), keys.Secret(), 0o600))
}

// Saved is what the folder says of games' tables; none if it says nothing.
func Saved(folder string) (tables map[string]string, err error) {
	data, err := os.ReadFile(filepath.Join(folder, tablesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &tables)
	}
	if err != nil {
		return nil, fmt.Errorf("read at which tables the games were played: %w", err)
	}
	return tables, nil
}

// Adopt gives a club that has no links yet those of the folder's key, if it holds one.
func Adopt(ctx context.Context, conn *cluster.Conn, folder string) error {
	secret, err := os.ReadFile(filepath.Join(folder, linksKey))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		_, err = conn.Secret(ctx, linksKey, secret)
	}
	return err
}

// Seating is a journal of all the club's games that begins each at its table: the one named for it, else the usual one.
func Seating(conn *cluster.Conn, usual string, tables map[string]string) journal.Journal {
	return &seating{conn.Everywhere(usual), tables}
}

type seating struct {
	*cluster.Journal
	tables map[string]string
}

// Create implements journal.Journal.
func (s *seating) Create(ctx context.Context, h journal.Header, entries ...journal.Entry) error {
	if table := s.tables[h.Game]; cluster.ValidTable(table) {
		return s.Table(table).Create(ctx, h, entries...)
	}
	return s.Journal.Create(ctx, h, entries...)
}

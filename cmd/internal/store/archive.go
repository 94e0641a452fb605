package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/club"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/cluster"
	"tilewatch/engine/journal/sqlite"
)

// Archive is where a command finds the games that were kept: in the data folder, or on a club's servers.
type Archive struct {
	Data
	where string
}

func (a *Archive) Register(c *cobra.Command) {
	a.Data.Register(c)
	c.Flags().StringVar(&a.where, "journal", "", "use the games on a club's servers: `nats://HOST,HOST`")
}

// OfClub says that the games are on a club's servers.
func (a *Archive) OfClub() bool { return a.where != "" }

// String names the place.
func (a *Archive) String() string {
	if a.where != "" {
		return "the club's servers"
	}
	return fmt.Sprintf("%q", filepath.Dir(a.File()))
}

// Look opens the games for reading; false if there are none yet.
func (a *Archive) Look(ctx context.Context, note func(string)) (journal.Journal, bool, error) {
	if a.where != "" {
		conn, err := cluster.Connect(ctx, a.where)
		if err != nil {
			return nil, false, err
		}
		return conn.Everywhere(FirstTable), true, nil
	}
	return a.Data.Look(ctx, note)
}

// Lacking says what the journal lacks that the copies beside it know; nil: nothing.
func Lacking(ctx context.Context, j journal.Journal) error {
	if file, ok := j.(*sqlite.Store); ok {
		return file.Lacking(ctx)
	}
	return nil
}

// Open opens the games for writing. Those that begin among a club's do so at the tables named for them, else at the table.
func (a *Archive) Open(ctx context.Context, table string, tables map[string]string, note func(string)) (journal.Journal, error) {
	if a.where == "" {
		return a.OpenJournal(ctx, note)
	}
	if !cluster.ValidTable(table) {
		return nil, fmt.Errorf("--table %q: use up to 32 lower-case letters, digits and dashes", table)
	}
	conn, err := cluster.Connect(ctx, a.where)
	if err != nil {
		return nil, err
	}
	return club.Seating(conn, table, tables), nil
}

// Holding calls do with the folder of files that belong to games but are not games: the data folder, or a temporary one for a club.
func (a *Archive) Holding(ctx context.Context, j journal.Journal, do func(folder string) error) error {
	conn := ConnectionOf(j)
	if conn == nil {
		return do(filepath.Dir(a.File()))
	}
	return InPassing(func(folder string) error {
		if err := club.Save(ctx, conn, folder); err != nil {
			return err
		}
		return do(folder)
	})
}

// ConnectionOf is a club's journal's connection; nil for other journals.
func ConnectionOf(j journal.Journal) *cluster.Conn {
	if clubs, ok := j.(interface{ Connection() *cluster.Conn }); ok {
		return clubs.Connection()
	}
	return nil
}

// InPassing calls do with a folder that is for its owner's eyes, and is gone after it.
func InPassing(do func(folder string) error) (err error) {
	folder, err := os.MkdirTemp("", "tilewatch-club-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	return do(folder)
}

package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"tilewatch/engine/atomicfile"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/sqlite"
)

// backupName is a backup's: its number orders them, whatever the clock was.
var backupName = regexp.MustCompile(`^tilewatch-([0-9]{6})-([0-9]{4}-[0-9]{2}-[0-9]{2})\.backup$`)

// evening is one backup in the folder.
type evening struct {
	path   string
	number int
	day    string
}

// backups are those in the folder, the oldest first. What only has the name of one is among them, too: its number is taken.
func (e *Evenings) backups() ([]evening, error) {
	entries, err := os.ReadDir(e.Folder)
	if err != nil {
		return nil, err
	}
	var all []evening
	for _, entry := range entries {
		if m := backupName.FindStringSubmatch(entry.Name()); m != nil {
			number, _ := strconv.Atoi(m[1]) // it is one
			all = append(all, evening{filepath.Join(e.Folder, entry.Name()), number, m[2]})
		}
	}
	slices.SortStableFunc(all, func(a, b evening) int { return a.number - b.number })
	return all, nil
}

// open opens the backup, if it is one: a pipe of that name would wait for somebody to write into it.
func (e evening) open() (*os.File, error) {
	if err := MayReplace(e.path); err != nil {
		return nil, err
	}
	return os.Open(e.path)
}

// held are the games in the backup, with the last event of each.
func (e evening) held() (map[string]journal.Event, error) {
	file, err := e.open()
	if err != nil {
		return nil, err
	}
	defer file.Close() // it is only read
	held, enough := map[string]journal.Event{}, errors.New("the games come first")
	err = read(file, func(g journal.Game) error {
		if n := len(g.Events); n > 0 {
			held[g.Game] = g.Events[n-1]
		}
		return nil
	}, func(string, io.Reader) error { return enough })
	if errors.Is(err, enough) {
		err = nil
	}
	return held, err
}

// holds says that the backup can be read, and has the games as they are now.
func (e evening) holds(games []journal.Info) bool {
	held, err := e.held()
	return err == nil && len(held) == len(games) && !slices.ContainsFunc(games, func(g journal.Info) bool { return held[g.Game].Sum != g.Head })
}

// knowsMore says that the backup has what the journal lacks, or that it cannot be read.
func (e evening) knowsMore(ctx context.Context, j journal.Journal) bool {
	held, err := e.held()
	for _, last := range held {
		if !has(ctx, j, last) {
			return true
		}
	}
	return err != nil
}

// has says that the journal has this event: a game that was cut and went on has another one of its number.
func has(ctx context.Context, j journal.Journal, e journal.Event) bool {
	for there, err := range j.Read(ctx, e.Game, e.Seq) {
		return err == nil && there.Sum == e.Sum
	}
	return false
}

// next is the name of the next backup: that of this evening again, unless it knows more.
func (e *Evenings) next(ctx context.Context, all []evening, j journal.Journal) string {
	today, number := sqlite.Evening(e.time()), 1
	if n := len(all); n > 0 {
		last := all[n-1]
		if number = last.number + 1; last.day == today && !last.knowsMore(ctx, j) {
			return last.path
		}
	}
	return filepath.Join(e.Folder, fmt.Sprintf("tilewatch-%06d-%s.backup", number, today))
}

// drop removes the backups that are too many, and what programs left that were killed while they wrote one.
func (e *Evenings) drop() error {
	all, err := e.backups()
	all = slices.DeleteFunc(all, func(b evening) bool { return MayReplace(b.path) != nil })
	spare := atomicfile.Left(e.Folder)
	for _, b := range all[:max(0, len(all)-e.Keep)] {
		spare = append(spare, b.path)
	}
	for _, name := range spare {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}

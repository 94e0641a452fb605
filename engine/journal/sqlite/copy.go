package sqlite

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"tilewatch/engine/atomicfile"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/salvage"
)

// Of the copies beside the file stay the newest ones, and the last one of each of the last evenings.
const (
	newestKept   = 3
	eveningsKept = 14
	morning      = 6 * time.Hour // until then the evening before goes on
)

// Copy writes a copy of all games beside the file, for Salvage, Repair and Recover, unless the newest one holds the same. Writers go on
// meanwhile. The copy is read through first: one of a damaged file takes no good one's place, the answer is its *Damage then.
func (s *Store) Copy(ctx context.Context) (err error) {
	s.copying.Lock()
	defer s.copying.Unlock()
	written := s.written.Load()
	own, err := ends(ctx, s.db)
	if err != nil || len(own) == 0 || written == s.copied {
		return s.explain(err)
	}
	there := copies(s.path)
	if len(there) > 0 && holds(ctx, there[len(there)-1], own) {
		s.copied = written
		return nil
	}
	fresh := s.path + ".copying"
	if err := removed(fresh); err != nil {
		return journal.Refusal(err)
	}
	defer func() { err = errors.Join(err, removed(fresh)) }()
	makePrivate(fresh)
	if _, err := s.db.ExecContext(ctx, `VACUUM INTO ?`, fresh); err != nil {
		return s.explain(err)
	}
	if err := verify(ctx, fresh); err != nil {
		return err
	}
	if err := atomicfile.Replace(fresh, nextCopy(s.path, there)); err != nil {
		return journal.Refusal(err)
	}
	s.copied = written
	return s.dropSpare(ctx, own)
}

// copies are those beside the file, the oldest first. They are numbered, whatever the clock was when they were made; those of earlier
// versions have no number.
func copies(path string) []string {
	return append(beside(path, copyName), beside(path, copyName, anyNumber)...)
}

// nextCopy is a name after those of all copies.
func nextCopy(path string, there []string) string {
	number := 0
	if len(there) > 0 {
		text, _, _ := strings.Cut(strings.TrimPrefix(there[len(there)-1], path+copyName), "-")
		if number, _ = strconv.Atoi(text); len(text) != len(anyNumber)-1 {
			number = 0
		}
	}
	return stamped(path, fmt.Sprintf("%s%06d-", copyName, number+1), time.Now())
}

// Evening is the day whose evening the time belongs to, by this computer's clock.
func Evening(at time.Time) string { return at.Local().Add(-morning).Format(time.DateOnly) }

// evening is that of a copy.
func evening(name string) string {
	at, err := time.Parse(stampLayout, name[len(name)-len(stampLayout):])
	if err != nil {
		return name
	}
	return Evening(at)
}

// Copies are how many copies lie beside the file, and when the newest one was made.
func Copies(path string) (n int, newest time.Time) {
	all := copies(path)
	if n = len(all); n > 0 {
		newest, _ = time.Parse(stampLayout, all[n-1][len(all[n-1])-len(stampLayout):])
	}
	return n, newest
}

// spare are the copies that need not stay, of all, the oldest first.
func spare(all []string) []string {
	var drop []string
	evenings, newer := 0, ""
	for i, name := range slices.Backward(all) {
		last := evening(name) != newer // of its evening
		if newer = evening(name); last {
			evenings++
		}
		if i < len(all)-newestKept && (!last || evenings > eveningsKept) {
			drop = append(drop, name)
		}
	}
	return drop
}

// dropSpare removes the copies that need not stay, but none that knows more than the file.
func (s *Store) dropSpare(ctx context.Context, own map[string]salvage.End) error {
	for _, name := range spare(copies(s.path)) {
		more, err := extended(ctx, name, own)
		if err != nil || len(more) > 0 {
			continue
		}
		if err := os.Remove(name); err != nil {
			return journal.Refusal(err)
		}
	}
	return nil
}

// holds says that the copy ends as the file does, in every game.
func holds(ctx context.Context, copy string, own map[string]salvage.End) bool {
	db, err := openCopy(copy)
	if err != nil {
		return false
	}
	defer db.Close() // it was only read
	theirs, err := ends(ctx, db)
	return err == nil && maps.Equal(theirs, own)
}

// verify reads all of a copy. What it finds wrong is wrong in this file.
func verify(ctx context.Context, name string) error {
	c, err := Open(ctx, name)
	if err != nil {
		return err
	}
	damaged, err := c.Check(ctx)
	if err == nil && len(damaged) > 0 {
		err = damaged[0]
	}
	return errors.Join(err, c.Close())
}

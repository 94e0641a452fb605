package journal

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"tilewatch/engine/atomicfile"
)

// copiesKept is how many copies lie beside the file; the oldest goes when there are more.
const copiesKept = 3

// Copy writes a copy of all games beside the file, for Salvage and Repair, unless nothing was written here since the last. Writers go on
// meanwhile. The copy is read through first: one of a damaged file takes no good one's place, the answer is its *Damage then.
func (s *SQLite) Copy(ctx context.Context) (err error) {
	s.copying.Lock()
	defer s.copying.Unlock()
	written := s.written.Load()
	games, err := s.Games(ctx)
	if err != nil || len(games) == 0 || written == s.copied {
		return err
	}
	name, err := nextCopy(s.path)
	if err != nil {
		return err
	}
	fresh := s.path + ".copying"
	if err := removed(fresh); err != nil {
		return refusal(err)
	}
	defer func() { err = errors.Join(err, removed(fresh)) }()
	makePrivate(fresh)
	if _, err := s.db.ExecContext(ctx, `VACUUM INTO ?`, fresh); err != nil {
		return s.explain(err)
	}
	if err := verify(ctx, fresh); err != nil {
		return err
	}
	if err := atomicfile.Replace(fresh, name); err != nil {
		return refusal(err)
	}
	s.copied = written
	return dropOldest(beside(s.path, copyName), copiesKept)
}

// nextCopy is a name after those of all copies, also when the clock was set back.
func nextCopy(path string) (string, error) {
	at := time.Now()
	if copies := beside(path, copyName); len(copies) > 0 {
		newest, err := time.Parse(stampLayout, strings.TrimPrefix(copies[len(copies)-1], path+copyName))
		if err != nil {
			return "", err
		}
		if !at.After(newest) {
			at = newest.Add(time.Millisecond)
		}
	}
	return stamped(path, copyName, at), nil
}

// verify reads all of a copy. What it finds wrong is wrong in this file.
func verify(ctx context.Context, name string) error {
	c, err := OpenSQLite(ctx, name)
	if err != nil {
		return err
	}
	damaged, err := c.Check(ctx)
	if err == nil && len(damaged) > 0 {
		err = damaged[0]
	}
	return errors.Join(err, c.Close())
}

func dropOldest(names []string, keep int) error {
	for _, name := range names[:max(0, len(names)-keep)] {
		if err := os.Remove(name); err != nil {
			return refusal(err)
		}
	}
	return nil
}

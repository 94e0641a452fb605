package album

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// kept is one game's folder.
type kept struct {
	game    string
	bytes   int64
	changed time.Time
}

// games are all games with pictures, those that were changed first at the beginning.
func (a *Album) games() ([]kept, error) {
	entries, err := os.ReadDir(a.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open the pictures of turns: %w", err)
	}
	var games []kept
	for _, e := range entries {
		if e.IsDir() && gamePattern.MatchString(e.Name()) {
			games = append(games, a.measure(e.Name()))
		}
	}
	slices.SortStableFunc(games, func(a, b kept) int { return a.changed.Compare(b.changed) })
	return games, nil
}

func (a *Album) measure(game string) kept {
	k := kept{game: game}
	entries, err := os.ReadDir(filepath.Join(a.folder, game))
	if err != nil {
		return k // gone meanwhile
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue
		}
		k.bytes += info.Size()
		if info.ModTime().After(k.changed) {
			k.changed = info.ModTime()
		}
	}
	return k
}

// makeRoom removes the oldest pictures, but never the newest one.
func (a *Album) makeRoom(game string, turn int) error {
	if a.bytes <= a.limit {
		return nil
	}
	games, err := a.games()
	if err != nil {
		return err
	}
	for _, g := range games {
		if a.bytes > a.limit && g.game != game {
			if err := a.forget(g.game); err != nil {
				return err
			}
		}
	}
	for _, n := range a.Turns(game) {
		if a.bytes > a.limit && n != turn {
			if err := a.forgetTurn(game, n); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *Album) forget(game string) error {
	k := a.measure(game)
	if err := os.RemoveAll(filepath.Join(a.folder, game)); err != nil {
		return fmt.Errorf("remove the pictures of %q: %w", game, err)
	}
	a.bytes -= k.bytes
	return nil
}

func (a *Album) forgetTurn(game string, turn int) error {
	name, err := a.file(game, turn, ".jpg")
	if err != nil {
		return err
	}
	for _, n := range []string{name, strings.TrimSuffix(name, ".jpg") + ".json"} {
		bytes := size(n)
		if err := gone(n); err != nil {
			return fmt.Errorf("remove the picture of turn %d: %w", turn, err)
		}
		a.bytes -= bytes
	}
	return nil
}

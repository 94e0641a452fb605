package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tilewatch/web/scoreboard"
)

// Set keeps what the table has chosen to be helped with, and shows it.
func (d *Desk) Set(_ context.Context, a scoreboard.Aids) error {
	d.Lock()
	defer d.Unlock()
	d.Board.shown.Aids = a
	err := d.Board.publish()
	if d.AidsFile == "" {
		return err
	}
	data, problem := json.Marshal(a)
	if problem == nil {
		problem = replaceFile(d.AidsFile, data)
	}
	if problem != nil {
		d.Keeping.Note(fmt.Sprintf("the table's choices are not kept: %v", problem))
	}
	return err
}

// LoadAids takes up what was chosen before.
func (d *Desk) LoadAids() error {
	data, err := os.ReadFile(d.AidsFile)
	if d.AidsFile == "" || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var a scoreboard.Aids
	if err == nil {
		err = json.Unmarshal(data, &a)
	}
	if err != nil {
		return fmt.Errorf("the table's choices in %q cannot be read: %w", d.AidsFile, err)
	}
	d.Board.shown.Aids = a
	return d.Board.publish()
}

// replaceFile writes the file whole or not at all.
func replaceFile(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	next := name + ".new"
	if err := os.WriteFile(next, data, 0o644); err != nil {
		return err
	}
	return os.Rename(next, name)
}

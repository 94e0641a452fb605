package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"tilewatch/engine/atomicfile"
	"tilewatch/web/desk"
	"tilewatch/web/scoreboard"
)

// Advised is a desk whose game gives hints, and whose table chooses what it is helped with.
type Advised struct{ *Desk }

var (
	_ desk.Desk     = Advised{}
	_ desk.Explorer = Advised{}
	_ desk.Adviser  = Advised{}
	_ desk.Settable = Advised{}
)

// Seat seats people at the desk's page.
func (d *Desk) Seat() {
	if d.party.Adviser == nil {
		d.page.Seat(d)
		return
	}
	d.page.Seat(Advised{d})
}

// Hints implements desk.Adviser.
func (a Advised) Hints(_ context.Context, rack string, n int) ([]desk.Hint, error) {
	return a.Advise(rack, n)
}

// Set implements desk.Settable.
func (a Advised) Set(_ context.Context, aids scoreboard.Aids) error { return a.Choose(aids) }

// Advise are the n best plays of a rack.
func (d *Desk) Advise(rack string, n int) ([]desk.Hint, error) {
	if d.party.Adviser == nil {
		return nil, errors.New("this game has no hints")
	}
	var find func() ([]desk.Hint, error)
	var err error
	closed := d.call(d.commands, func() { find, err = d.party.Adviser.Advise(rack, n) })
	if err = errors.Join(closed, err); err != nil {
		return nil, err
	}
	return find()
}

// ErrNoChoice says that a game's table has nothing to choose.
var ErrNoChoice = errors.New("this table cannot do that")

// Choose keeps what the table has chosen to be helped with, and shows it.
func (d *Desk) Choose(a scoreboard.Aids) (err error) {
	if d.party.Adviser == nil {
		return ErrNoChoice
	}
	closed := d.call(d.commands, func() {
		d.aids = a
		err = d.publish(d.state)
		if problem := d.keepAids(); problem != nil {
			d.note(fmt.Sprintf("the table's choices are not kept: %v", problem))
		}
	})
	return errors.Join(closed, err)
}

// keepAids writes the table's choices to their file.
func (d *Desk) keepAids() error {
	if d.aidsFile == "" {
		return nil
	}
	data, err := json.Marshal(d.aids)
	if err != nil {
		return err
	}
	return atomicfile.Write(d.aidsFile, data, 0o644)
}

// loadAids loads the earlier choices.
func (d *Desk) loadAids() error {
	data, err := os.ReadFile(d.aidsFile)
	if d.aidsFile == "" || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(data, &d.aids)
	}
	if err != nil {
		return fmt.Errorf("the table's choices in %q cannot be read: %w", d.aidsFile, err)
	}
	return nil
}

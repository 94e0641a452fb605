package game

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tilewatch/engine"
)

// Seats are the players' names in the order of their turns. In JSON they are a list of names, or of numbers, or just
// how many play.
type Seats []string

// most is how many seats are read; each game has its own bounds.
const most = 100

// UnmarshalJSON reads a list of names, or of numbers, or how many play.
func (s *Seats) UnmarshalJSON(data []byte) error {
	var count int
	if json.Unmarshal(data, &count) == nil {
		if count < 0 || count > most {
			return fmt.Errorf("%d players are too many", count)
		}
		*s = make(Seats, count)
		for i := range *s {
			(*s)[i] = strconv.Itoa(i)
		}
		return nil
	}
	var refs []Ref
	if err := json.Unmarshal(data, &refs); err != nil || len(refs) > most {
		return fmt.Errorf(`players %.60q: send their names in turn order, like ["Ana","Ben"]`, data)
	}
	*s = Seats{}
	for _, r := range refs {
		*s = append(*s, r.String())
	}
	return nil
}

// Check reports whether between low and high different players with names sit here.
func (s Seats) Check(low, high int) []Violation {
	if len(s) < low || len(s) > high {
		return Bad("%d players: this game needs %d to %d", len(s), low, high)
	}
	for i, name := range s {
		switch {
		case strings.TrimSpace(name) == "":
			return Bad("player %d has no name", i)
		case slices.Index(s, name) != i:
			return Bad("%q is named twice", name)
		}
	}
	return nil
}

// Find is the seat of the named player.
func (s Seats) Find(r Ref) (int, []Violation) {
	i := slices.Index(s, r.Name)
	if i < 0 && !r.Number {
		i = slices.IndexFunc(s, func(name string) bool { return engine.SameName(name, r.Name) })
	}
	switch {
	case !r.Given():
		return 0, Bad("say which player, by name or as 0 to %d", len(s)-1)
	case i >= 0:
		return i, nil
	case r.Number && r.Index >= 0 && r.Index < len(s):
		return r.Index, nil
	}
	return 0, Bad("no such player %q: use one of %s, or 0 to %d", r, strings.Join(s, ", "), len(s)-1)
}

// Ref names a player, by the name given at the start or by the number in turn order, from 0.
type Ref struct {
	Name   string
	Index  int
	Number bool // named by number
}

// Given reports whether anybody is named.
func (r Ref) Given() bool { return r.Number || r.Name != "" }

func (r Ref) String() string {
	if r.Number {
		return strconv.Itoa(r.Index)
	}
	return r.Name
}

// UnmarshalJSON reads a number or a text.
func (r *Ref) UnmarshalJSON(data []byte) error {
	*r = Ref{}
	if json.Unmarshal(data, &r.Index) == nil && string(data) != "null" {
		r.Number, r.Name = true, strconv.Itoa(r.Index)
		return nil
	}
	return json.Unmarshal(data, &r.Name)
}

// MarshalJSON writes what UnmarshalJSON reads.
func (r Ref) MarshalJSON() ([]byte, error) {
	if r.Number {
		return json.Marshal(r.Index)
	}
	return json.Marshal(r.Name)
}

// Named is the seat's player in the form in which like named one: by number, or by name. It marshals to either; null
// for no seat (-1).
func (s Seats) Named(seat int, like Ref) any {
	switch {
	case seat < 0 || seat >= len(s):
		return nil
	case like.Number:
		return seat
	}
	return s[seat]
}

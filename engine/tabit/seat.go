package tabit

import (
	"fmt"
	"slices"
	"strings"
)

// Seat is a side of the board, as the picture shows it. The zero Seat is not known.
type Seat uint8

// The seats, clockwise, as turns go around the table.
const (
	Nowhere Seat = iota
	North
	East
	South
	West
)

// Seats are all there are, clockwise from the picture's top.
var Seats = [...]Seat{North, East, South, West}

var seatNames = [...]string{"", "north", "east", "south", "west"}

func (s Seat) String() string { return seatNames[s%Seat(len(seatNames))] }

// MarshalText writes the name.
func (s Seat) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a name in any case.
func (s *Seat) UnmarshalText(text []byte) error {
	i := slices.Index(seatNames[1:], strings.ToLower(string(text)))
	if i < 0 {
		return fmt.Errorf("no such seat %.40q: use north, east, south or west, as the picture shows the table", text)
	}
	*s = Seat(i + 1)
	return nil
}

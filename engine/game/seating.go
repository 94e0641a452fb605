package game

import (
	"slices"
	"strings"

	"tilewatch/engine"
)

// Sit is the event that seats a player: player, and seat or color. Games without seats do not have it.
const Sit = "sit"

// Seating is who sits at a table, and where. A person keeps name, color and place from one game to the next; only who starts changes.
type Seating struct {
	Players Seats          // in the order of their turns
	Colors  []engine.Color // theirs, in that order: by these pages know them
	Places  []string       // where the camera sees what is theirs, by the game's names of its places; empty where nobody said
}

// Seating is that of a start: players, and colors and seats where it says them. Places are the game's.
func (e Event) Seating(places ...string) (Seating, []Violation) {
	var in struct {
		Players Seats          `json:"players"`
		Colors  []engine.Color `json:"colors"`
		Seats   []string       `json:"seats"`
	}
	if v := e.Into(&in); v != nil {
		return Seating{}, v
	}
	if v := in.Players.Check(2, len(engine.PlayerColors)); v != nil {
		return Seating{}, v
	}
	s := Seating{in.Players, in.Colors, in.Seats}
	if n := len(s.Players); len(s.Colors) != 0 && len(s.Colors) != n || len(s.Places) != 0 && len(s.Places) != n {
		return s, Bad("%d colors and %d seats for %d players: send one for each player in their order, or none", len(s.Colors), len(s.Places), n)
	}
	for i, c := range s.Colors {
		if !slices.Contains(engine.PlayerColors[:], c) || slices.Index(s.Colors, c) != i {
			return s, Bad("%s cannot have the color %q: give each player one of red, purple, yellow and green", s.Players[i], c)
		}
	}
	for i, place := range s.Places {
		if place != "" && (!slices.Contains(places, place) || slices.Index(s.Places, place) != i) {
			return s, Bad("%s cannot sit at %.40q: %s", s.Players[i], place, usePlaces(places))
		}
	}
	return s, nil
}

func usePlaces(places []string) string {
	if len(places) == 0 {
		return "this game has no places"
	}
	return "use " + strings.Join(places, ", ") + ", as the picture shows the table"
}

// InOrder is the seating with the turns in another order, from these seats.
func (s Seating) InOrder(turns []int) (in Seating) {
	for _, i := range turns {
		in.Players = append(in.Players, s.Players[i])
		if len(s.Colors) > 0 {
			in.Colors = append(in.Colors, s.Colors[i])
		}
		if len(s.Places) > 0 {
			in.Places = append(in.Places, s.Places[i])
		}
	}
	return in
}

// filled has a color and a place for everybody: the first color that is free, and no place.
func (s Seating) filled() Seating {
	s.Colors, s.Places = slices.Clip(s.Colors), slices.Clip(s.Places)
	for len(s.Colors) < len(s.Players) {
		free := slices.IndexFunc(engine.PlayerColors[:], func(c engine.Color) bool { return !slices.Contains(s.Colors, c) })
		s.Colors = append(s.Colors, engine.PlayerColors[free])
	}
	for len(s.Places) < len(s.Players) {
		s.Places = append(s.Places, "")
	}
	return s
}

// At is who sits at the place. Those of whom nobody said where they sit have the free ones of these places, in the order of their turns.
// -1: nobody.
func (s Seating) At(place string, places []string) int {
	if who := slices.Index(s.Places, place); who >= 0 && place != "" {
		return who
	}
	var free []int
	for who := range s.Players {
		if who >= len(s.Places) || s.Places[who] == "" {
			free = append(free, who)
		}
	}
	for _, other := range places {
		switch {
		case slices.Contains(s.Places, other):
		case len(free) == 0:
			return -1
		case other == place:
			return free[0]
		default:
			free = free[1:]
		}
	}
	return -1
}

// Where is at which of these places each player sits; empty where that is not known.
func (s Seating) Where(places []string) []string {
	where := append(slices.Clone(s.Places), make([]string, len(s.Players))...)[:len(s.Players)]
	for _, place := range places {
		if who := s.At(place, places); who >= 0 {
			where[who] = place
		}
	}
	return where
}

// sat is the seating after a Sit: who sat at that place has none then, and who had that color has the other's.
func (s Seating) sat(e Event, places []string) (Seating, []Violation) {
	var in struct {
		Player Ref          `json:"player"`
		Seat   string       `json:"seat"`
		Color  engine.Color `json:"color"`
	}
	if v := e.Into(&in); v != nil {
		return s, v
	}
	who, v := s.Players.Find(in.Player)
	place := strings.ToLower(in.Seat)
	switch {
	case v != nil:
		return s, v
	case place == "" && in.Color == engine.NoColor:
		return s, Bad("say where %s sits: %s", s.Players[who], usePlaces(places))
	case place != "" && !slices.Contains(places, place):
		return s, Bad("no such seat %.40q: %s", in.Seat, usePlaces(places))
	case in.Color != engine.NoColor && !slices.Contains(engine.PlayerColors[:], in.Color):
		return s, Bad("no player has the color %s: use red, purple, yellow or green", in.Color)
	}
	if place != "" {
		s.Places = replaced(s.Places, place, "")
		s.Places[who] = place
	}
	if in.Color != engine.NoColor {
		s.Colors = replaced(s.Colors, in.Color, s.Colors[who])
		s.Colors[who] = in.Color
	}
	return s, nil
}

// replaced is a copy of the list, with another value in the place of this one.
func replaced[T comparable](list []T, this, by T) []T {
	list = slices.Clone(list)
	if i := slices.Index(list, this); i >= 0 {
		list[i] = by
	}
	return list
}

package game

import (
	"encoding/json"
	"fmt"
	"slices"

	"tilewatch/engine"
)

// Standings are how the players stand, read from any game's State.
type Standings struct {
	Players []Standing // in turn order
	Over    bool       // all of it is: of a series all its games
	Next    string     // who moves next, as in Players; empty where nobody does or the game does not say
	Scores  any        // the same as lists of games write them, in a game that counts more than totals; else nil
}

// Ahead are the seats with the highest total: nobody's where nobody has a point.
func Ahead(totals []int) (seats []int) {
	for seat, n := range totals {
		if n > 0 && n == slices.Max(totals) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// Standing is one player's.
type Standing struct {
	Player string // a name
	Total  int
	Won    bool // the game, once all of it is over
}

// Stander is a Table's State that knows the standings.
type Stander interface{ Standings() Standings }

// StandingsOf are a Stander's. Of another State they are read, by the fields that every game names alike: "scores", each with "player" and
// "total"; "next"; "over" and "winners", or "won". A series of games says "series_over" and "series_winners" too. Players whom the
// state names by number are called as its "players" are. ok is false where there are no scores.
func StandingsOf(state any) (s Standings, ok bool) {
	if own, knows := state.(Stander); knows {
		return own.Standings(), true
	}
	var fields struct {
		Players Seats `json:"players"`
		Scores  []struct {
			Player any `json:"player"`
			Total  int `json:"total"`
		} `json:"scores"`
		Next     any   `json:"next"`
		Over     bool  `json:"over"`
		Series   *bool `json:"series_over"`
		Winners  []any `json:"winners"`
		Won      []any `json:"won"`
		Champion []any `json:"series_winners"`
	}
	data, err := json.Marshal(state)
	if err != nil || json.Unmarshal(data, &fields) != nil || len(fields.Scores) == 0 {
		return s, false
	}
	s.Over = fields.Over
	won := fields.Winners
	if fields.Won != nil {
		won = fields.Won
	}
	if fields.Series != nil {
		s.Over, won = *fields.Series, fields.Champion
	}
	called := func(player any) string {
		if seat, numbered := player.(float64); numbered && seat >= 0 && int(seat) < len(fields.Players) {
			return fields.Players[int(seat)]
		}
		return fmt.Sprint(player)
	}
	for _, score := range fields.Scores {
		winner := s.Over && slices.ContainsFunc(won, func(w any) bool { return called(w) == called(score.Player) })
		s.Players = append(s.Players, Standing{called(score.Player), score.Total, winner})
	}
	if fields.Next != nil && !fields.Over {
		s.Next = called(fields.Next)
	}
	return s, true
}

// LifeOf is how far the table's game has come.
func LifeOf(t Table) engine.Life {
	standings, _ := StandingsOf(t.State())
	return MarksOf(t.Events()).LifeOf(t.CanUndo(), standings.Over)
}

package main

import (
	"encoding/json"
	"slices"
)

func init() {
	graders["tabit"] = grader{columns: []string{"players", "cards", "points"}, grade: gradeTabit}
}

// tabitPlayers are the players of a truth file or an answer.
type tabitPlayers struct{ Players []tabitPlayer }

type tabitPlayer struct {
	Seat              string
	Letters, Pictures []*string
	Points            int
}

// gradeTabit counts the players found, and of their cards and points those that are right.
func gradeTabit(truth, answer []byte) (map[string]count, error) {
	var want, got tabitPlayers
	for data, into := range map[*[]byte]*tabitPlayers{&truth: &want, &answer: &got} {
		if err := json.Unmarshal(*data, into); err != nil {
			return nil, err
		}
	}
	c := map[string]count{}
	add := func(column string, right bool) { c[column] = count{c[column].right + one(right), c[column].all + 1} }
	for _, w := range want.Players {
		i := slices.IndexFunc(got.Players, func(p tabitPlayer) bool { return p.Seat == w.Seat })
		add("players", i >= 0)
		for k := range w.Letters {
			add("cards", i >= 0 && sameCard(w.Letters[k], got.Players[i].Letters[k]))
			add("cards", i >= 0 && sameCard(w.Pictures[k], got.Players[i].Pictures[k]))
		}
		add("points", i >= 0 && got.Players[i].Points == w.Points)
	}
	return c, nil
}

// sameCard compares two cards; nil lies face down.
func sameCard(a, b *string) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

package hub

import (
	"fmt"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/web/text"
)

// resultOf reads "Ana 7*, Ben 5": who won has a star; a color in small letters is one whom nobody named.
func resultOf(table, rows string, over bool) Result {
	r := Result{Table: table, Over: over}
	for i, row := range strings.Split(rows, ", ") {
		name, points, _ := strings.Cut(row, " ")
		total := 0
		_, _ = fmt.Sscan(strings.TrimSuffix(points, "*"), &total)
		next := Row{Name: name, Total: total, Winner: strings.HasSuffix(points, "*"), Color: []engine.Color{engine.Red, engine.Green, engine.Yellow}[i]}
		if strings.ToLower(name) == name {
			next.Name = ""
		}
		r.Rows = append(r.Rows, next)
	}
	return r
}

// line is the standings in a line: "1 Ana 1 7 [7]; ...": place, name, wins, points, rounds.
func (s standings) line() string {
	var rows []string
	for _, r := range s.Rows {
		var rounds []string
		for _, round := range r.Rounds {
			cell := "-"
			if round.Table != "" {
				cell = fmt.Sprintf("%d@%s", round.Total, round.Table)
			}
			rounds = append(rounds, cell)
		}
		rows = append(rows, fmt.Sprintf("%d %s %s %d %v", r.Place, r.Name, r.Wins, r.Points, rounds))
	}
	return strings.Join(rows, "; ")
}

func TestStandings(t *testing.T) {
	for _, c := range []struct {
		name    string
		lang    string
		results []Result
		want    string
	}{
		{"nobody has played", "en", nil, ""},
		{"wins count before points", "en", []Result{resultOf("1", "Ana 3*, Ben 2", true), resultOf("2", "Cleo 9*, Dora 8", true), resultOf("2", "Ana 4*, Dora 1", true)},
			"1 Ana 2 7 [3@1 4@2]; 2 Cleo 1 9 [9@2 -]; 3 Dora 0 9 [8@2 1@2]; 4 Ben 0 2 [2@1 -]"},
		{"equals share a place", "en", []Result{resultOf("1", "Ana 5*, Ben 2", true), resultOf("2", "Cleo 5*, Dora 2", true)},
			"1 Ana 1 5 [5@1]; 1 Cleo 1 5 [5@2]; 3 Ben 0 2 [2@1]; 3 Dora 0 2 [2@2]"},
		{"a shared win is a part of one", "es", []Result{resultOf("1", "Ana 5*, Ben 5*", true)}, "1 Ana 0,5 5 [5@1]; 1 Ben 0,5 5 [5@1]"},
		{"the same name is the same player, however it is written", "en", []Result{resultOf("1", "Ana 5*, Ben 2", true), resultOf("2", "ANA 4*, Cleo 1", true)},
			"1 Ana 2 9 [5@1 4@2]; 2 Ben 0 2 [2@1 -]; 3 Cleo 0 1 [1@2 -]"},
		{"whom nobody named is known by table and color", "en", []Result{resultOf("1", "red 5*, Ben 2", true), resultOf("2", "red 4*, Ben 1", true)},
			"1 Red, table 1 1 5 [5@1 -]; 2 Red, table 2 1 4 [4@2 -]; 3 Ben 0 3 [2@1 1@2]"},
		{"a game that goes on does not count yet", "en", []Result{resultOf("1", "Ana 5, Ben 2", false)}, "1 Ana 0 0 [5@1]; 1 Ben 0 0 [2@1]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := stand(c.results, text.For(c.lang))
			if got := s.line(); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			for _, row := range s.Rows {
				if len(row.Rounds) != len(s.Rounds) {
					t.Errorf("%s has %d rounds, there are %d", row.Name, len(row.Rounds), len(s.Rounds))
				}
			}
		})
	}
}

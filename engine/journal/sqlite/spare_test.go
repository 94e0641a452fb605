package sqlite

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// TestCopiesReachBackForEvenings has five games an evening, with a copy after each, by a clock that is right or was not.
func TestCopiesReachBackForEvenings(t *testing.T) {
	const evenings, games = 40, 5
	for name, c := range map[string]struct {
		day  func(evening int) int
		want int
	}{
		"a right clock":                    {func(e int) int { return e }, eveningsKept + newestKept - 1},
		"one that was wrong once":          {func(e int) int { return e + map[bool]int{true: 1600}[e == 33] }, eveningsKept + newestKept - 1},
		"one that begins again each time":  {func(int) int { return -20000 }, newestKept},
		"one that was set when it was old": {func(e int) int { return e - map[bool]int{true: 9000}[e < 31] }, eveningsKept + newestKept - 1},
	} {
		t.Run(name, func(t *testing.T) {
			var there []string
			at := time.Date(2026, 11, 21, 21, 0, 0, 0, time.Local) // the last game ends after midnight
			for n := range evenings * games {
				stamp := at.AddDate(0, 0, c.day(n/games)).Add(time.Duration(n%games) * time.Hour).UTC().Format(stampLayout)
				there = append(there, fmt.Sprintf("games.db%s%06d-%s", copyName, n+1, stamp))
				drop := spare(there)
				there = slices.DeleteFunc(there, func(name string) bool { return slices.Contains(drop, name) })
			}
			if len(there) != c.want {
				t.Errorf("%d copies are left: %q", len(there), there)
			}
			for i, name := range slices.Backward(there[:len(there)-newestKept]) {
				want := (evenings - (len(there) - newestKept - i)) * games
				if got := name[len("games.db")+len(copyName):][:6]; got != fmt.Sprintf("%06d", want) {
					t.Errorf("%s is not number %d, the last one of its evening", name, want)
				}
			}
		})
	}
}

func TestACopyIsNumberedAfterAllOthers(t *testing.T) {
	for _, c := range []struct{ last, want string }{
		{"", "000001"}, {"games.db.copy-20261129-101112.000", "000001"}, {"games.db.copy-000041-20310505-101112.000", "000042"},
	} {
		var there []string
		if c.last != "" {
			there = append(there, c.last)
		}
		if got := nextCopy("games.db", there)[len("games.db")+len(copyName):][:6]; got != c.want {
			t.Errorf("after %q comes %s, want %s", c.last, got, c.want)
		}
	}
}

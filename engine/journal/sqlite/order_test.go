package sqlite_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/sqlite"
)

// ofYear is a game of one event, in an evening of that year.
func ofYear(t *testing.T, name string, year int) journal.Game {
	t.Helper()
	at := time.Date(year, 5, 5, 20, 0, 0, 0, time.UTC)
	g, err := journal.Game{Header: journal.Header{Game: "x", Kind: "nabit", Created: at}, Events: []journal.Event{{Time: at, Payload: []byte(payloadOf(1))}}}.Renamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func listed(t *testing.T, j journal.Journal) string {
	t.Helper()
	games, err := j.Games(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, g := range games {
		names = append(names, g.Game)
	}
	return strings.Join(names, " ")
}

// TestGamesStandAsTheyWerePlayed whatever their dates; those from elsewhere stand where their dates belong.
func TestGamesStandAsTheyWerePlayed(t *testing.T) {
	file := filled(t, 1)
	edit(t, file, `DELETE FROM events`, `DELETE FROM games`)
	j := openSQLite(t, file)
	for _, c := range []struct {
		name   string
		year   int
		played bool
		want   string
	}{
		{"p1", 2026, true, "p1"},
		{"p2", 2031, true, "p1 p2"},                // the clock was wrong
		{"p3", 2026, true, "p1 p2 p3"},             // and is right again
		{"i1", 2025, false, "i1 p1 p2 p3"},         // an old game from elsewhere
		{"i2", 2032, false, "i1 p1 p2 p3 i2"},      // one that is dated ahead
		{"p4", 2026, true, "i1 p1 p2 p3 i2 p4"},    // dates nobody after it
		{"p5", 1970, true, "i1 p1 p2 p3 i2 p4 p5"}, // a clock without a battery
	} {
		g := ofYear(t, c.name, c.year)
		var err error
		if c.played {
			err = j.Create(t.Context(), g.Header, journal.Entry{Time: g.Created, Payload: g.Events[0].Payload})
		} else {
			_, err = journal.Import(t.Context(), j, g)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := listed(t, j); got != c.want {
			t.Errorf("after %s they stand %s, want %s", c.name, got, c.want)
		}
	}
	if err := j.Append(t.Context(), "p1", 1, numbered(2, 2)...); err != nil {
		t.Fatal(err)
	}
	const want = "i1 p2 p3 i2 p4 p5 p1"
	if got := listed(t, j); got != want {
		t.Errorf("one that goes on stands %s, want %s", got, want)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	scribble(t, file)
	if _, err := sqlite.Salvage(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	j = openSQLite(t, file)
	defer j.Close()
	if got := listed(t, j); got != want {
		t.Errorf("after a salvage they stand %s, want %s", got, want)
	}
	into := openSQLite(t, filled(t, 1)+"2")
	defer into.Close()
	games, err := j.Games(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range games { // as a backup is restored
		g, err := info.Load(t.Context(), j)
		if err == nil {
			_, err = journal.Import(t.Context(), into, g)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := listed(t, into); got != want {
		t.Errorf("in another folder they stand %s, want %s", got, want)
	}
}

// TestImportedGamesStandByTheirDates in whatever order they come, each with an import of its own.
func TestImportedGamesStandByTheirDates(t *testing.T) {
	years := map[string]int{"a": 2023, "b": 2024, "c": 2025, "y": 2027, "z": 2028}
	for seed := range uint64(6) {
		file := filled(t, 1)
		edit(t, file, `DELETE FROM events`, `DELETE FROM games`)
		j := openSQLite(t, file)
		if err := j.Create(t.Context(), ofYear(t, "played", 2026).Header, numbered(1, 1)...); err != nil {
			t.Fatal(err)
		}
		names := slices.Sorted(maps.Keys(years))
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
		for _, name := range names {
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			j = openSQLite(t, file)
			if _, err := journal.Import(t.Context(), j, ofYear(t, name, years[name])); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := listed(t, j), "a b c played y z"; got != want {
			t.Errorf("imported as %v they stand %s, want %s", names, got, want)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestGamesOfAnEarlierVersionStandByTheirDates and those that it adds later come after all others.
func TestGamesOfAnEarlierVersionStandByTheirDates(t *testing.T) {
	file := filled(t, 1)
	edit(t, file, `DELETE FROM events`, `DELETE FROM games`)
	j := openSQLite(t, file)
	for name, year := range map[string]int{"c": 2026, "a": 2024, "b": 2025} {
		if _, err := journal.Import(t.Context(), j, ofYear(t, name, year)); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	edit(t, file, `ALTER TABLE games DROP COLUMN begun`, `ALTER TABLE games DROP COLUMN place`)
	j = openSQLite(t, file)
	if got := listed(t, j); got != "a b c" {
		t.Errorf("they stand %s", got)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	edit(t, file, `UPDATE games SET begun = 0, place = 0 WHERE id = 'b'`) // as if it had been added by one that knows no order
	j = openSQLite(t, file)
	defer j.Close()
	if got := listed(t, j); got != "a c b" {
		t.Errorf("they stand %s", got)
	}
}

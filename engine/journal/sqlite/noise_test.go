package sqlite_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/sqlite"
)

// An evening's file: games as they are played, with some events too long for a page.
const (
	noisyEvents = 20 // of each game
	pageSize    = 4096
)

// noisyGames is how many games are in the file; NOISY=40 prints the figures of a whole evening, page by page.
func noisyGames(t testing.TB) int {
	t.Helper()
	text := os.Getenv("NOISY")
	if text == "" {
		return 8
	}
	games, err := strconv.Atoi(text)
	if err != nil || games < 8 {
		t.Fatalf("NOISY is %q: give a number from 8 on", text)
	}
	return games
}

// gameName is the name of the evening's game of that number.
func gameName(g int) string { return fmt.Sprintf("20261121-2000%02d-abcde", g) }

// longPayload says its game and number, and is as long as a play; every ninth fills more than a page.
func longPayload(g, n int) json.RawMessage {
	fill := 120 + 7*(n%5)
	if n%9 == 4 {
		fill = 5000
	}
	return json.RawMessage(fmt.Sprintf(`{"type":"play","game":"snag","g":%d,"n":%d,"placements":%q}`, g, n, strings.Repeat("x", fill)))
}

// evening is a closed journal with all the games, written as they go on beside each other.
func evening(t testing.TB) (file string, whole []byte) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "games.db")
	j := openSQLite(t, file)
	for g := range noisyGames(t) {
		h := journal.Header{Game: gameName(g), Kind: "snag", Title: fmt.Sprint("Game ", g), Players: []string{"Ana", "Ben"}, Created: noon}
		if err := j.Create(t.Context(), h, journal.Entry{Time: noon, Payload: longPayload(g, 1)}); err != nil {
			t.Fatal(err)
		}
		for n := 1; n < noisyEvents; n++ {
			if err := j.Append(t.Context(), h.Game, uint64(n), journal.Entry{Time: noon.Add(time.Duration(n) * time.Second), Payload: longPayload(g, n+1)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return file, whole
}

// noise fills pages, counted from 0, with random bytes.
func noise(whole []byte, seed uint64, pages ...int) []byte {
	r := rand.New(rand.NewPCG(seed, 50))
	b := bytes.Clone(whole)
	for _, p := range pages {
		for i := p * pageSize; i < min(len(b), (p+1)*pageSize); i++ {
			b[i] = byte(r.Uint32())
		}
	}
	return b
}

// left is what a repair left of the evening.
type left struct {
	whole, begun, events int // games with all events, with some, and the events of both
}

// repaired writes the damaged bytes, salvages, and counts what is there. Each event must be one that was saved, and the report must be true.
func repaired(t testing.TB, file string, damaged []byte) (l left) {
	t.Helper()
	for _, name := range []string{file, file + "-wal", file + "-shm"} {
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(file, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	saved, err := sqlite.Salvage(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	cut := map[string]uint64{}
	for _, c := range saved.Cut {
		if cut[c.Game] = c.Kept; c.Known > noisyEvents {
			t.Errorf("%v, though it had %d events", c, noisyEvents)
		}
	}
	j := openSQLite(t, file)
	defer j.Close()
	for g := range noisyGames(t) {
		n := 0
		for e, err := range j.Read(t.Context(), gameName(g), 1) {
			if err != nil {
				break
			}
			if n++; string(e.Payload) != string(longPayload(g, n)) {
				t.Fatalf("event %d of game %d is %.60s", n, g, e.Payload)
			}
		}
		l.events += n
		if told, is := cut[gameName(g)]; is && (n == noisyEvents || told != uint64(n)) {
			t.Errorf("game %d has %d events, and told are %d", g, n, told)
		}
		if n == noisyEvents {
			l.whole++
		} else if n > 0 {
			l.begun++
		}
	}
	if l.whole+l.begun != saved.Games || l.events != saved.Events {
		t.Errorf("%+v is left, and told is %v", l, saved)
	}
	return l
}

// atLeast checks a repair against its bounds.
func atLeast(t *testing.T, what string, got, want left) {
	t.Helper()
	if got.whole < want.whole || got.whole+got.begun < want.whole+want.begun || got.events < want.events {
		t.Errorf("%s leaves %+v, want %+v at the least", what, got, want)
	}
}

// everyPage has the test go through all pages rather than some of them.
func everyPage() bool { return os.Getenv("NOISY") != "" }

// TestANoisyPageCostsWhatLayOnIt fills pages of the file with noise, one after the other: the first ones, which hold the schema and the
// tables' roots, and some of the others. Between the leaves of the tree lie pages with
// an event of each of some games, so one page may cost some games their ends; never the others.
func TestANoisyPageCostsWhatLayOnIt(t *testing.T) {
	file, whole := evening(t)
	games, pages := noisyGames(t), len(whole)/pageSize
	want := left{games - 5, 4, (games - 5) * noisyEvents}
	worst := left{whole: games}
	for p := range pages {
		if p > 4 && p%5 != 0 && !everyPage() {
			continue
		}
		got := repaired(t, file, noise(whole, uint64(p), p))
		t.Logf("noise on page %d of %d: %+v", p+1, pages, got)
		atLeast(t, fmt.Sprint("noise on page ", p+1), got, want)
		if got.whole < worst.whole {
			worst = got
		}
	}
	t.Logf("%d games on %d pages, the worst page leaves %+v", games, pages, worst)
}

func TestManyNoisyPagesCostWhatLayOnThem(t *testing.T) {
	file, whole := evening(t)
	games, pages := noisyGames(t), len(whole)/pageSize
	for _, many := range []int{3, 10} {
		for seed := range uint64(3) {
			noisy := rand.New(rand.NewPCG(seed, 7)).Perm(pages)[:many]
			got := repaired(t, file, noise(whole, seed, noisy...))
			t.Logf("noise on %d of %d pages: %+v", many, pages, got)
			if many == 3 {
				atLeast(t, fmt.Sprint("noise on pages ", noisy), got, left{games / 3, games / 3, games * noisyEvents / 2})
			}
			if got.events == 0 {
				t.Errorf("noise on the pages %v takes every game", noisy)
			}
		}
	}
}

func TestACutLeavesWhatLayBeforeIt(t *testing.T) {
	file, whole := evening(t)
	all := noisyGames(t) * noisyEvents
	for _, percent := range []int{25, 50, 75} {
		got := repaired(t, file, whole[:len(whole)*percent/100])
		t.Logf("cut at %d %%: %+v", percent, got)
		if want := all * (percent - 15) / 100; got.events < want {
			t.Errorf("cut at %d %%: %+v, want %d events at the least", percent, got, want)
		}
	}
}

// TestACopyGivesBackWhatAPageTook has a copy of all but the last game's end.
func TestACopyGivesBackWhatAPageTook(t *testing.T) {
	file, _ := evening(t)
	j := openSQLite(t, file)
	if err := j.Copy(t.Context()); err != nil {
		t.Fatal(err)
	}
	last := gameName(noisyGames(t) - 1)
	if err := j.Append(t.Context(), last, noisyEvents, journal.Entry{Time: noon, Payload: json.RawMessage(`{"type":"finish"}`)}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pages := len(whole) / pageSize
	for p := 0; p < pages; p += 7 {
		if err := os.WriteFile(file, noise(whole, uint64(p), p), 0o600); err != nil {
			t.Fatal(err)
		}
		saved, err := sqlite.Salvage(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		if all := noisyGames(t) * noisyEvents; saved.Games != noisyGames(t) || saved.Events < all || len(saved.Cut) > 1 {
			t.Errorf("noise on page %d of %d: %v", p+1, pages, saved)
		}
	}
}

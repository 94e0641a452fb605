package cluster_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/cluster"
	"tilewatch/engine/journal/cluster/clustertest"
)

func TestNoServerIsReportedWithWhatToDo(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	_, err := cluster.Connect(ctx, "nats://user:secret@127.0.0.1:1")
	if !errors.Is(err, cluster.ErrUnreachable) || !strings.Contains(err.Error(), "nats-server -js") || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

// TestALeaderThatIsLostTakesNothingAlong has several programs append to games of their own and to one that they share, while the
// servers are stopped one by one and come back.
func TestALeaderThatIsLostTakesNothingAlong(t *testing.T) {
	c := clustertest.Start(t, 3)
	where := c.URL("club")
	first := open(t, where)
	defer first.Close()
	if err := first.Create(t.Context(), journal.Header{Game: "shared", Kind: "nabit"}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	acked := make([]map[uint64]string, 4)
	var said atomic.Int64 // events acknowledged
	more := func() {
		for from := said.Load(); said.Load() < from+20 && !t.Failed(); time.Sleep(5 * time.Millisecond) {
		}
	}
	for i := range acked {
		acked[i] = map[uint64]string{}
		j := open(t, where)
		defer j.Close()
		writers.Go(func() { write(t, ctx, j, fmt.Sprint("w", i), acked[i], &said) })
	}
	for range 2 {
		more()
		leader := max(c.LeaderOf("club_games"), 0)
		c.Stop(leader)
		more() // the others go on without it
		c.Restart(leader)
		c.Ready()
	}
	stop()
	writers.Wait()
	owner := map[uint64]string{}
	for _, mine := range acked {
		for seq, payload := range mine {
			if owner[seq] != "" {
				t.Errorf("event %d was acknowledged as %s and as %s", seq, owner[seq], payload)
			}
			owner[seq] = payload
		}
	}
	found, last := map[string]uint64{}, uint64(0)
	for e, err := range first.Read(t.Context(), "shared", 1) {
		if err != nil {
			t.Fatal(err)
		}
		if found[string(e.Payload)] > 0 {
			t.Errorf("%s is there twice: events %d and %d", e.Payload, found[string(e.Payload)], e.Seq)
		}
		found[string(e.Payload)], last = e.Seq, e.Seq
	}
	for seq, payload := range owner {
		if found[payload] != seq {
			t.Errorf("%s was acknowledged as event %d and is event %d", payload, seq, found[payload])
		}
	}
	if len(owner) < 20 || last < uint64(len(owner)) {
		t.Errorf("%d events were acknowledged, %d are there", len(owner), last)
	}
	t.Logf("%d events acknowledged, %d kept", len(owner), last)
}

// write appends to the shared game until ctx is done, and notes what was acknowledged at which number. What fails is written again, as
// long as it is not known to be there.
func write(t *testing.T, ctx context.Context, j *cluster.Journal, name string, acked map[uint64]string, said *atomic.Int64) {
	last := uint64(0)
	for n := 0; ctx.Err() == nil; n++ {
		payload := fmt.Sprintf(`{"by":"%s-%d"}`, name, n)
		for ctx.Err() == nil {
			err := j.Append(t.Context(), "shared", last, journal.Entry{Payload: json.RawMessage(payload)})
			var conflict *journal.Conflict
			if errors.As(err, &conflict) {
				last = conflict.Last
				continue
			}
			if err == nil {
				last++
				acked[last] = payload
				said.Add(1)
			} else if !errors.Is(err, cluster.ErrUnreachable) {
				t.Errorf("%s: %v", name, err)
			}
			break
		}
	}
}

func TestALongGameIsKeptAtOnceOrNotAtAll(t *testing.T) {
	j := open(t, clustertest.Start(t, 1).URL("club"))
	defer j.Close()
	var entries []journal.Entry
	for i := range 60 { // of 40 kB each: several messages
		entries = append(entries, journal.Entry{Payload: json.RawMessage(fmt.Sprintf(`{"n":%d,"x":"%s"}`, i, strings.Repeat("<é>", 10000)))})
	}
	if err := j.Create(t.Context(), journal.Header{Game: "long", Kind: "nabit"}, entries...); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(t.Context(), "long", 60, entries...); err != nil {
		t.Fatal(err)
	}
	var conflict *journal.Conflict
	if err := j.Append(t.Context(), "long", 60, entries...); !errors.As(err, &conflict) || conflict.Last != 120 {
		t.Errorf("a long append after the wrong event: %v", err)
	}
	n := 0
	for e, err := range j.Read(t.Context(), "long", 1) {
		if err != nil {
			t.Fatal(err)
		}
		if want := entries[n%60].Payload; string(e.Payload) != string(want) {
			t.Fatalf("event %d is %.40s, not %.40s", e.Seq, e.Payload, want)
		}
		n++
	}
	if games, err := j.Games(t.Context()); n != 120 || err != nil || len(games) != 1 || games[0].Last != 120 {
		t.Errorf("%d events, %v, %v", n, games, err)
	}
}

func TestTablesSeeTheirOwnGamesAndTheClubAll(t *testing.T) {
	where := clustertest.Start(t, 1).URL("club")
	one := open(t, where)
	defer one.Close()
	for table, game := range map[string]string{"1": "a", "2": "b"} {
		if err := one.Conn.Table(table).Create(t.Context(), journal.Header{Game: game, Kind: "nabit"}, journal.Entry{Payload: json.RawMessage(`{}`)}); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		j    *cluster.Journal
		want int
	}{"a table": {one, 1}, "an empty table": {one.Conn.Table("3"), 0}, "the club": {one.Everywhere("1"), 2}} {
		if games, err := c.j.Games(t.Context()); err != nil || len(games) != c.want {
			t.Errorf("%s lists %d games, want %d (%v)", name, len(games), c.want, err)
		}
	}
	list, head, err := one.List(t.Context())
	if err != nil || len(list) != 2 || head != 2 {
		t.Errorf("%v, head %d, %v", list, head, err)
	}
	for _, bad := range []string{"", "A", "a b", "a.b", "*", strings.Repeat("a", 33)} {
		if err := one.Conn.Table(bad).Create(t.Context(), journal.Header{Game: "c", Kind: "nabit"}); err == nil {
			t.Errorf("a table called %q was accepted", bad)
		}
	}
}

func TestAllProgramsOfAClubShareOneSecret(t *testing.T) {
	where := clustertest.Start(t, 1).URL("club")
	a, b := open(t, where), open(t, where)
	defer a.Close()
	defer b.Close()
	x, err := a.Secret(t.Context(), "links.key", []byte("made by a"))
	if err != nil {
		t.Fatal(err)
	}
	y, err := b.Secret(t.Context(), "links.key", []byte("made by b"))
	if err != nil || string(x) != "made by a" || string(x) != string(y) {
		t.Errorf("%q and %q, %v", x, y, err)
	}
}

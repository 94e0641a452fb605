package club_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tilewatch/engine/journal/cluster/clustertest"
)

// writer plays at one table, at whichever node answers, and remembers what was acknowledged to it.
type writer struct {
	table string
	nodes func() *webNode
	acked map[int]string // by the event's number, from 1
	last  int            // events that it knows of
	waits []time.Duration
	again int // how often a node did not answer
}

// say sends one event until it is known to be kept.
func (w *writer) say(ctx context.Context, event string) error {
	began := time.Now()
	for ctx.Err() == nil {
		node := w.nodes()
		status, body, err := node.post(w.table, event, w.last)
		switch {
		case err == nil && status == http.StatusOK:
			w.last++
			w.acked[w.last] = event
			w.waits = append(w.waits, time.Since(began))
			return nil
		case err == nil && status == http.StatusConflict: // an answer was lost, or this node has not heard of the last event yet
			if known, err := w.journal(ctx, node); err == nil && known > w.last {
				w.last = known // kept, though not acknowledged
				return nil
			}
		case err == nil && status != http.StatusServiceUnavailable && status != http.StatusTooManyRequests:
			return fmt.Errorf("table %s, event %d: %d %s", w.table, w.last+1, status, body)
		}
		w.again++
		time.Sleep(time.Duration(20+rand.IntN(80)) * time.Millisecond)
	}
	return ctx.Err()
}

// journal is how many events the table's game has.
func (w *writer) journal(ctx context.Context, n *webNode) (int, error) {
	games, err := n.conn.Table(w.table).Games(ctx)
	if err != nil || len(games) == 0 {
		return 0, err
	}
	return int(games[len(games)-1].Last), nil
}

// scale of a load test.
type scale struct {
	tables, events int
	pause          time.Duration // between the events of a table
	within         time.Duration
}

// TestNothingIsLostUnderLoad has many tables played at three nodes, on three servers whose leader of the games is stopped and started
// again, and one node is killed. CLUB_SOAK plays 200 tables, and so many events at each.
func TestNothingIsLostUnderLoad(t *testing.T) {
	s := scale{tables: 40, events: 6, pause: 300 * time.Millisecond, within: 10 * time.Minute}
	if n, err := strconv.Atoi(os.Getenv("CLUB_SOAK")); err == nil {
		s = scale{tables: 200, events: n, pause: 500 * time.Millisecond, within: 28 * time.Minute}
	}
	servers := clustertest.Start(t, 3)
	where := servers.URL("club")
	var tables []string
	for i := range s.tables {
		tables = append(tables, strconv.Itoa(i+1))
	}
	nodes := []*webNode{startNode(t, where, tables...), startNode(t, where, tables...), startNode(t, where, tables...)}
	if nodes[0].conn.Copies() != 3 {
		t.Fatalf("games are kept %d times", nodes[0].conn.Copies())
	}
	alive := func() *webNode {
		for {
			if n := nodes[rand.IntN(len(nodes))]; !n.dead.Load() {
				return n
			}
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), s.within)
	defer cancel()
	looking, leave := context.WithCancel(ctx)
	var phones []*phone
	var writers []*writer
	var listening, writing sync.WaitGroup
	for _, table := range tables {
		p := &phone{table: table, nodes: alive}
		phones = append(phones, p)
		listening.Go(func() { p.run(looking) })
		writers = append(writers, &writer{table: table, nodes: alive, acked: map[int]string{}})
	}
	var said atomic.Int64
	begun := time.Now()
	for i, w := range writers {
		writing.Go(func() {
			time.Sleep(time.Duration(rand.Int64N(int64(s.pause))))
			for n := range s.events {
				event := begin
				if n > 0 {
					event = fmt.Sprintf(`{"type":"name","player":"yellow","name":"Ana %d-%d"}`, i+1, n)
				}
				if err := w.say(ctx, event); err != nil {
					t.Error(err)
					return
				}
				said.Add(1)
				time.Sleep(s.pause)
			}
		})
	}
	total := int64(s.tables * s.events)
	reached := func(share float64) func() bool {
		return func() bool { return t.Failed() || float64(said.Load()) > share*float64(total) }
	}
	until(t, "a fifth", reached(0.2))
	leader := servers.LeaderOf("club_games")
	stopped := time.Now()
	servers.Stop(max(leader, 0))
	at := said.Load()
	until(t, "events go on without that server", func() bool { return t.Failed() || said.Load() > at+int64(s.tables)/4 })
	t.Logf("the leader stopped: %d events later after %v", said.Load()-at, time.Since(stopped).Round(time.Millisecond))
	until(t, "half", reached(0.5))
	servers.Restart(max(leader, 0))
	nodes[2].kill()
	writing.Wait()
	took := time.Since(begun)
	for _, p := range phones {
		w := writers[slices.Index(tables, p.table)]
		until(t, "the phone at table "+p.table, func() bool { return p.events() == w.last })
	}
	leave()
	listening.Wait()
	report(t, writers, phones, took)
	check(t, nodes[0], writers, phones)
}

// check compares what was acknowledged with what is kept, at its number, and with what the phones were shown.
func check(t *testing.T, n *webNode, writers []*writer, phones []*phone) {
	t.Helper()
	for i, w := range writers {
		games, err := n.conn.Table(w.table).Games(t.Context())
		if err != nil || len(games) != 1 {
			t.Fatalf("table %s: %d games, %v", w.table, len(games), err)
		}
		kept := map[int]string{}
		for e, err := range n.conn.Table(w.table).Read(t.Context(), games[0].Game, 1) {
			if err != nil {
				t.Fatal(err)
			}
			kept[int(e.Seq)] = string(e.Payload)
		}
		if len(kept) != w.last {
			t.Errorf("table %s: %d events are kept, %d were said", w.table, len(kept), w.last)
		}
		for seq, event := range w.acked {
			if !sameEvent(kept[seq], event) {
				t.Errorf("table %s: event %d is %s, acknowledged was %s", w.table, seq, kept[seq], event)
			}
		}
		if p := phones[i]; len(p.wrong) > 0 {
			t.Errorf("the phone at table %s: %v", p.table, p.wrong)
		}
	}
}

// sameEvent compares type and name: a start is completed by the rules.
func sameEvent(a, b string) bool {
	var x, y struct{ Type, Name string }
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && x == y
}

func report(t *testing.T, writers []*writer, phones []*phone, took time.Duration) {
	t.Helper()
	var waits []time.Duration
	again, acked, resumed := 0, 0, 0
	for i, w := range writers {
		waits, again, acked, resumed = append(waits, w.waits...), again+w.again, acked+len(w.acked), resumed+phones[i].resumed-1
	}
	slices.Sort(waits)
	t.Logf("%d tables, %d events acknowledged in %v, each after %v (median), %v (99 %%), %v (longest); %d tries were repeated; phones resumed %d times",
		len(writers), acked, took.Round(time.Millisecond), waits[len(waits)/2].Round(time.Millisecond), waits[len(waits)*99/100].Round(time.Millisecond), waits[len(waits)-1].Round(time.Millisecond), again, resumed)
}

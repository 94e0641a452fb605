package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tilewatch/cmd/internal/store"
	"tilewatch/engine/journal/sqlite"
)

// posters send events to the server at once, each under its own color, from an address of its own: so many commands are let through.
var posters = []string{"red", "purple", "yellow", "green"}

// sent is what one poster knows: which of its events it has sent, and which of these were answered as done and saved.
type sent struct {
	color     string
	ends      bool // the server is asked to end, and may answer that it does
	last      int
	confirmed []int
}

// eventOf is the poster's event of that number.
func eventOf(color string, n int) string {
	return fmt.Sprintf(`{"type":"name","player":%q,"name":"%s %d"}`, color, color, n)
}

// post sends event after event until the server is gone. It closes first after the first answer.
func (s *sent) post(t *testing.T, h *hosted, from byte, first func()) {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, from)}}
	client := &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext}, Timeout: patience}
	defer client.CloseIdleConnections()
	for range 20 { // what one sender may at once
		s.last++
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+h.address+"/api/tables/1/commands", strings.NewReader(eventOf(s.color, s.last)))
		if err != nil {
			t.Error(err)
			return
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Authorization", "Bearer "+h.key)
		answer, err := client.Do(request)
		if err != nil {
			return // killed
		}
		var done struct {
			OK    bool
			Saved *bool
		}
		err = json.NewDecoder(answer.Body).Decode(&done)
		answer.Body.Close()
		switch {
		case err != nil:
			return // killed while it answered
		case s.ends && answer.StatusCode == http.StatusServiceUnavailable:
			return // not done, and no client got a yes
		case !done.OK || done.Saved != nil:
			t.Errorf("%s is answered %s, %+v", eventOf(s.color, s.last), answer.Status, done)
			return
		}
		s.confirmed = append(s.confirmed, s.last)
		first()
	}
}

// TestAServerKilledAtAnyInstantHasAllThatItAnswered ends the whole program with SIGKILL, again and again in one data folder: while it starts,
// and while people post events to it. What the server confirmed is there, once, in its order, and the game is still one.
func TestAServerKilledAtAnyInstantHasAllThatItAnswered(t *testing.T) {
	t.Parallel()
	kills := 8 // with SERVER_KILLS=300 in the soak
	if text := os.Getenv("SERVER_KILLS"); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil || kills < 1 {
			t.Fatalf("SERVER_KILLS is %q: give a number", text)
		}
	}
	folder, r := t.TempDir(), rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	h := host(t, nil, "--data", folder)
	h.does(`{"type":"start","players":["red","purple","yellow","green"]}`)
	h.does(`{"type":"play","player":"red","placements":[{"row":0,"col":0,"letter":"G"},{"row":0,"col":1,"letter":"O"}]}`)
	all := make([]*sent, len(posters))
	for i, color := range posters {
		all[i] = &sent{color: color}
	}
	for n := range kills {
		if n > 0 {
			h = host(t, nil, "--data", folder)
		}
		h.killedAt(all, time.Duration(r.IntN(60_000))*time.Microsecond)
		allThere(t, folder, all)
		if n%4 == 3 {
			killedEarly(t, folder, time.Duration(r.IntN(1000))*time.Millisecond)
			allThere(t, folder, all)
		}
		if t.Failed() {
			t.Fatalf("after kill %d", n+1)
		}
	}
	confirmed := 0
	for _, s := range all {
		confirmed += len(s.confirmed)
	}
	t.Logf("%d kills, %d events confirmed", kills+kills/4, confirmed)
	if confirmed < kills {
		t.Error("hardly any event came through: this tests nothing")
	}
}

// killedAt has all post at once, and kills the server that long after the first answer.
func (h *hosted) killedAt(all []*sent, after time.Duration) {
	h.t.Helper()
	var posting sync.WaitGroup
	var once sync.Once
	first := func() { once.Do(func() { time.AfterFunc(after, func() { _ = h.server.Process.Kill() }) }) }
	for i, s := range all {
		posting.Go(func() { s.post(h.t, h, byte(2+i), first) })
	}
	posting.Wait()
	kill(h.t, h.server)
}

// killedEarly ends a server while it starts, or soon after.
func killedEarly(t *testing.T, folder string, after time.Duration) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command(self, "serve", "--addr", "127.0.0.1:0", "--data", folder)
	server.Env = append(os.Environ(), asProgram+"=1")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	kill(t, server)
}

// allThere reads the journal as the killed server left it.
func allThere(t *testing.T, folder string, all []*sent) {
	t.Helper()
	ctx := context.Background()
	j, err := sqlite.Open(ctx, filepath.Join(folder, store.GamesFile))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	damaged, err := j.Check(ctx)
	games, failed := j.Games(ctx)
	if err := errors.Join(err, failed); err != nil || len(damaged) > 0 || len(games) != 1 {
		t.Fatalf("%d games, %v, damaged: %v", len(games), err, damaged)
	}
	there := map[string][]int{}
	for e, err := range j.Read(ctx, games[0].Game, 1) {
		if err != nil {
			t.Fatal(err)
		}
		var event struct{ Type, Name string }
		if err := json.Unmarshal(e.Payload, &event); err != nil {
			t.Fatal(err)
		}
		if event.Type != "name" {
			continue
		}
		color, number, _ := strings.Cut(event.Name, " ")
		n, err := strconv.Atoi(number)
		if seen := there[color]; err != nil || len(seen) > 0 && n <= seen[len(seen)-1] {
			t.Fatalf("event %d says %q after %v: twice, or out of order", e.Seq, event.Name, seen)
		}
		there[color] = append(there[color], n)
	}
	for _, s := range all {
		for _, n := range s.confirmed {
			if !slices.Contains(there[s.color], n) {
				t.Fatalf("%s: event %d of %d was confirmed, and is not there", s.color, n, s.last)
			}
		}
	}
}

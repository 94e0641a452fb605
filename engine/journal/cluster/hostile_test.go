package cluster_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/cluster"
	"tilewatch/engine/journal/cluster/clustertest"
)

// TestStrangersOnAGamesSubjectEndNoGame has somebody who reaches the servers publish on the subject of a game what is not ours, or what we
// have published once: the game goes on and is read whole, here and by a program that starts then, and other games are listed.
func TestStrangersOnAGamesSubjectEndNoGame(t *testing.T) {
	servers := clustertest.Start(t, 1)
	for name, strange := range map[string]func(sent []*nats.Msg) []byte{
		"garbage":         func([]*nats.Msg) []byte { return []byte("\xff\x00 garbage") },
		"nothing":         func([]*nats.Msg) []byte { return nil },
		"no object":       func([]*nats.Msg) []byte { return []byte("null") },
		"as much as goes": func([]*nats.Msg) []byte { return bytes.Repeat([]byte("["), 1<<20) },
		"the first again": func(sent []*nats.Msg) []byte { return sent[0].Data },
		"the last again":  func(sent []*nats.Msg) []byte { return sent[len(sent)-1].Data },
		"another game's": func(sent []*nats.Msg) []byte {
			return bytes.ReplaceAll(sent[0].Data, []byte(`"evening"`), []byte(`"other"`))
		},
		"the end of the world": func([]*nats.Msg) []byte {
			return []byte(`{"v":1,"game":"evening","first":18446744073709551615,"n":99}`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			where := servers.URL(club())
			j := open(t, where)
			heard, err := j.NATS().SubscribeSync(">")
			if err != nil {
				t.Fatal(err)
			}
			begin(t, j, "evening", 3)
			begin(t, j, "other", 1)
			var sent []*nats.Msg
			for len(sent) < 3 {
				m, err := heard.NextMsg(10 * time.Second)
				if err != nil {
					t.Fatal(err)
				}
				if strings.HasSuffix(m.Subject, ".evening") {
					sent = append(sent, m)
				}
			}
			if err := heard.Unsubscribe(); err != nil {
				t.Fatal(err)
			}
			if err := j.NATS().Publish(sent[0].Subject, strange(sent)); err != nil {
				t.Fatal(err)
			}
			// The same with all that we sent beside it: the servers know it.
			again := &nats.Msg{Subject: sent[1].Subject, Data: sent[1].Data, Header: sent[1].Header}
			if answer, err := j.NATS().RequestMsg(again, 10*time.Second); err != nil || !strings.Contains(string(answer.Data), "duplicate") && !strings.Contains(string(answer.Data), "wrong last") {
				t.Errorf("sent again as it was: %s, %v", answer.Data, err)
			}
			for n, program := range []*cluster.Journal{open(t, where), j, open(t, where)} {
				if got := seen(t, program); got != fmt.Sprintf("evening %d, other 1", 3+n) {
					t.Errorf("program %d reads %s", n, got)
				}
				if err := program.Append(t.Context(), "evening", uint64(3+n), journal.Entry{Payload: json.RawMessage(`{"type":"pass"}`)}); err != nil {
					t.Errorf("program %d cannot go on: %v", n, err)
				}
			}
		})
	}
}

// begin creates a game of so many events, each appended by itself.
func begin(t *testing.T, j *cluster.Journal, game string, events int) {
	t.Helper()
	if err := j.Create(t.Context(), journal.Header{Game: game, Kind: "nabit"}, journal.Entry{Payload: json.RawMessage(`{"type":"start"}`)}); err != nil {
		t.Fatal(err)
	}
	for n := 1; n < events; n++ {
		if err := j.Append(t.Context(), game, uint64(n), journal.Entry{Payload: json.RawMessage(`{"type":"play"}`)}); err != nil {
			t.Fatal(err)
		}
	}
}

// seen are the games with the number of their events, read.
func seen(t *testing.T, j *cluster.Journal) string {
	t.Helper()
	ctx, end := context.WithTimeout(t.Context(), time.Minute)
	defer end()
	infos, err := j.Games(ctx)
	if err != nil {
		t.Fatal(err)
	}
	events := map[string]int{}
	for _, info := range infos {
		g, err := info.Load(ctx, j)
		if err != nil {
			t.Errorf("game %q: %v", info.Game, err)
		}
		events[info.Game] = len(g.Events)
	}
	return strings.NewReplacer("map[", "", "]", "", ":", " ", " other", ", other").Replace(fmt.Sprint(events))
}

// TestNoNATSServerIsReportedSoon connects to what is no server of ours: the answer comes soon, and says what is wrong.
func TestNoNATSServerIsReportedSoon(t *testing.T) {
	site := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(site.Close)
	secured := secured(t)
	for name, c := range map[string]struct{ where, says string }{
		"it hears and says nothing":     {"nats://" + spoken(t, ""), "nats-server -js"},
		"it says garbage":               {"nats://" + spoken(t, "\xff\x00garbage\r\n"), "nats-server -js"},
		"it never ends its first line":  {"nats://" + spoken(t, "INFO {"+strings.Repeat("x", 1<<20)), "nats-server -js"},
		"it hangs up":                   {"nats://" + spoken(t, "-ERR 'go away'\r\n"), "nats-server -js"},
		"it speaks HTTP":                {strings.Replace(site.URL, "http", "nats", 1), "nats-server -js"},
		"its certificate is a stranger": {"tls://" + secured, "certificate: add"},
		"the same, asked without tls":   {"nats://" + secured, "certificate: add"},
		"it has no certificate":         {"tls://" + strings.TrimPrefix(clustertest.Start(t, 1).URL(club()), "nats://"), "secure"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			conn, err := cluster.Connect(ctx, c.where)
			if err == nil {
				_ = conn.Close()
			}
			if err == nil || !strings.Contains(err.Error(), c.says) || ctx.Err() != nil {
				t.Errorf("%v, %v", err, ctx.Err())
			}
		})
	}
}

// secured is the address of a server whose certificate nobody has signed whom we know.
func secured(t *testing.T) string {
	t.Helper()
	site := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(site.Close)
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true, TLS: true, TLSTimeout: 60, TLSConfig: &tls.Config{Certificates: site.TLS.Certificates}})
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	return s.Addr().String()
}

// spoken is the address of a server that says that to everybody, and listens for ever.
func spoken(t *testing.T, text string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				if _, err := io.WriteString(conn, text); err == nil && !strings.HasPrefix(text, "-ERR") {
					_, _ = io.Copy(io.Discard, conn)
				}
			}()
		}
	}()
	return listener.Addr().String()
}

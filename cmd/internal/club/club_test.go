package club_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/cmd/internal/club"
	"tilewatch/engine/journal/cluster"
	"tilewatch/engine/journal/cluster/clustertest"
	"tilewatch/web"
	"tilewatch/web/access"
)

// client asks for nothing compressed: 200 phones in one process would spend all its memory on that.
var client = &http.Client{Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 64}}

// webNode is a whole node: connection, tables, pages.
type webNode struct {
	*club.Node
	conn *cluster.Conn
	web  *web.Server
	http *httptest.Server
	end  context.CancelFunc
	dead atomic.Bool
}

// startNode starts a node that knows tables of these names.
func startNode(t testing.TB, where string, tables ...string) *webNode {
	t.Helper()
	return startNodeWith(t, where, func(*club.Node) []func(*web.Server, *echo.Echo) { return nil }, tables...)
}

// startNodeWith adds pages.
func startNodeWith(t testing.TB, where string, mounts func(*club.Node) []func(*web.Server, *echo.Echo), tables ...string) *webNode {
	t.Helper()
	conn := clustertest.Connect(t, where)
	keys, err := club.Keys(t.Context(), conn)
	if err != nil {
		t.Fatal(err)
	}
	node, err := club.Open(t.Context(), conn, club.Options{Tables: tables, Note: func(text string) { t.Log(text) }})
	if err != nil {
		t.Fatal(err)
	}
	server, err := web.New(web.Options{Keys: keys, Absent: node.Absent, Mount: mounts(node), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	node.Attach(server)
	ctx, end := context.WithCancel(context.Background())
	n := &webNode{Node: node, conn: conn, web: server, http: httptest.NewServer(server.Handler()), end: end}
	ran := make(chan error, 1)
	go func() { ran <- node.Run(ctx) }()
	t.Cleanup(func() {
		n.kill()
		if err := <-ran; err != nil && !strings.Contains(err.Error(), "closed") {
			t.Error(err)
		}
	})
	return n
}

// kill ends the node as if its machine were turned off.
func (n *webNode) kill() {
	if n.dead.Swap(true) {
		return
	}
	n.http.CloseClientConnections()
	n.http.Listener.Close()
	n.web.Close()
	n.end()
	_ = n.conn.Close()
	go n.http.Close() // waits for those who still read
}

// key gives the role of a host at the table.
func (n *webNode) key(table string) string { return path.Base(n.web.Link(table, access.RoleHost)) }

// post sends one event; after is how many events the sender has seen, -1 if that does not matter.
func (n *webNode) post(table, event string, after int) (status int, body string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	address := n.http.URL + "/api/tables/" + table + "/commands"
	if after >= 0 {
		address += "?after=" + strconv.Itoa(after)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewBufferString(event))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+n.key(table))
	answer, err := client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(data), err
}

// state is what a table shows.
type state struct {
	Seq    uint64
	Events int
	Turn   int
	Status string
}

func (n *webNode) state(t testing.TB, table string) state {
	t.Helper()
	answer, err := http.Get(n.http.URL + "/api/tables/" + table)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var s state
	if err := json.NewDecoder(answer.Body).Decode(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

// phone listens to one table, at whichever node answers, and goes on where it was.
type phone struct {
	table string
	nodes func() *webNode

	mu      sync.Mutex
	last    state
	resumed int
	wrong   []string
}

func (p *phone) run(ctx context.Context) {
	for ctx.Err() == nil {
		p.listen(ctx)
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
		p.mu.Lock()
		p.resumed++
		p.mu.Unlock()
	}
}

func (p *phone) listen(ctx context.Context) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.nodes().http.URL+"/api/tables/"+p.table+"/events", nil)
	if err != nil {
		return
	}
	p.mu.Lock()
	if p.last.Seq > 0 {
		r.Header.Set("Last-Event-ID", strconv.FormatUint(p.last.Seq, 10))
	}
	p.mu.Unlock()
	answer, err := client.Do(r)
	if err != nil {
		return
	}
	defer answer.Body.Close()
	kind := ""
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		if text, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			kind = text
		}
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && kind != "beat" {
			p.take(kind, data)
		}
	}
}

func (p *phone) take(kind, data string) {
	var s state
	if err := json.Unmarshal([]byte(data), &s); err != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if kind == "update" {
		if s.Seq <= p.last.Seq || s.Events < p.last.Events { // nothing comes twice, and nothing is taken back
			p.wrong = append(p.wrong, fmt.Sprintf("after %+v came %+v", p.last, s))
		}
	}
	if s.Seq >= p.last.Seq {
		p.last = s
	}
}

func (p *phone) events() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last.Events
}

// until waits for what a busy machine may take long to do.
func until(t testing.TB, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(4 * time.Minute); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not in time", what)
		}
	}
}

const begin = `{"type":"start","game":"nabit","players":["yellow","green"]}`

func TestAnyNodeTakesWhatIsShownAtAll(t *testing.T) {
	c := clustertest.Start(t, 1)
	where := c.URL("club")
	a, b := startNode(t, where, "1", "2"), startNode(t, where, "1", "2")
	if a.key("1") != b.key("1") || a.key("1") == a.key("2") {
		t.Error("a link of one node does not count at the other")
	}
	p := &phone{table: "1", nodes: func() *webNode { return b }}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go p.run(ctx)
	for i, event := range []string{begin,
		`{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"G"},{"row":0,"col":1,"letter":"A"},{"row":0,"col":2,"letter":"M"},{"row":0,"col":3,"letter":"E"}]}`,
		`{"type":"play","player":"green","placements":[{"row":0,"col":0,"letter":"T"},{"row":1,"col":0,"letter":"R"},{"row":2,"col":0,"letter":"Y"}]}`,
		`{"type":"undo"}`, `{"type":"redo"}`, `{"type":"bank","player":"green"}`,
	} {
		node := []*webNode{a, b}[i%2]
		until(t, "the node has heard the event before", func() bool { return node.state(t, "1").Events == i })
		if status, body, err := node.post("1", event, i); status != http.StatusOK || err != nil {
			t.Fatalf("%s: %d %s %v", event, status, body, err)
		}
		until(t, "the phone at the other node", func() bool { return p.events() == i+1 })
	}
	if status, _, err := b.post("1", `{"type":"undo"}`, 2); status != http.StatusConflict || err != nil {
		t.Errorf("a late tap: %d %v", status, err)
	}
	if status, body, err := b.post("1", `{"type":"bank","player":"red"}`, -1); err != nil || status != http.StatusUnprocessableEntity {
		t.Errorf("against the rules: %d %s %v", status, body, err)
	}
	until(t, "both nodes have heard the last event", func() bool { return a.state(t, "1").Events == 6 && b.state(t, "1").Events == 6 })
	if sa, sb := a.state(t, "1"), b.state(t, "1"); sa != sb || sa.Turn != 2 {
		t.Errorf("one shows %+v, the other %+v", sa, sb)
	}
	late := startNode(t, where, "1", "2")
	if s := late.state(t, "1"); s != a.state(t, "1") {
		t.Errorf("a node that comes later shows %+v, not %+v", s, a.state(t, "1"))
	}
	if len(p.wrong) > 0 {
		t.Error(p.wrong)
	}
}

// A node opens a table for the first who asks; those who ask meanwhile are not to see it empty, nor under a number that is not the club's.
func TestWhoComesWhileATableIsOpenedSeesWhatAllSee(t *testing.T) {
	c := clustertest.Start(t, 1)
	where := c.URL("club")
	a := startNode(t, where, "1")
	if status, body, err := a.post("1", begin, 0); status != http.StatusOK || err != nil {
		t.Fatalf("%d %s %v", status, body, err)
	}
	b := startNode(t, where, "1")
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	var phones []*phone
	var listening sync.WaitGroup
	for range 40 {
		p := &phone{table: "1", nodes: func() *webNode { return b }}
		phones = append(phones, p)
		listening.Go(func() { p.run(ctx) })
	}
	for _, p := range phones {
		until(t, "a phone", func() bool { return p.events() == 1 })
	}
	leave()
	listening.Wait()
	for i, p := range phones {
		if shown := a.state(t, "1"); p.last != shown || len(p.wrong) > 0 {
			t.Errorf("phone %d was shown %+v, not %+v: %v", i, p.last, shown, p.wrong)
		}
	}
}

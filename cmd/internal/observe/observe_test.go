package observe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/cmd/internal/backup"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/sqlite"
	"tilewatch/vision/source"
	"tilewatch/web"
	"tilewatch/web/text"
)

// figures are what the page shows.
func figures(t *testing.T, place string) string {
	t.Helper()
	text := get(t, place, "/metrics")
	for _, name := range []string{"tilewatch_phones 0", "tilewatch_tables 1", "go_goroutines", "process_resident_memory_bytes"} {
		if !strings.Contains(text, name) {
			t.Errorf("no %s", name)
		}
	}
	return text
}

func site(t *testing.T, m *Meter) string {
	t.Helper()
	server, err := web.New(web.Options{PIN: "4711", Log: m.log, Mount: []func(*web.Server, *echo.Echo){m.Mount}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	if _, err := server.Open("kitchen"); err != nil {
		t.Fatal(err)
	}
	pages := httptest.NewServer(server.Handler())
	t.Cleanup(pages.Close)
	return pages.URL
}

func get(t *testing.T, site, path string) string {
	t.Helper()
	answer, err := http.Get(site + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.Status + "\n" + string(body)
}

func logged(log *bytes.Buffer) *slog.Logger { return slog.New(slog.NewJSONHandler(log, nil)) }

// line is a line of any game.
type line struct {
	Type        string   `json:"type"`
	Frame       int      `json:"frame"`
	Turn        int      `json:"turn,omitempty"`
	Player      string   `json:"player,omitempty"`
	Words       []string `json:"words,omitempty"`
	Confidence  float64  `json:"confidence"`
	Provisional bool     `json:"provisional"`
}

func TestWhatIsReportedIsCountedAndNotedWithGameAndTurn(t *testing.T) {
	var log bytes.Buffer
	m := New(logged(&log), nil)
	j := m.Journal(journal.NewMemory())
	if err := j.Create(t.Context(), journal.Header{Game: "evening", Kind: "nabit"}, journal.Entry{Payload: json.RawMessage(`{"type":"start"}`)}); err != nil {
		t.Fatal(err)
	}
	passed := 0
	table := m.Table(pipeline.Alone(func(pipeline.Event) error { passed++; return nil }))
	report := func(line any) error { return table.Report(pipeline.Lines{{JSON: line}}) }
	for _, l := range []any{
		line{Type: "play", Frame: 9, Turn: 1, Player: "red", Words: []string{"GO\nlevel=ERROR"}, Confidence: 0.99},
		line{Type: "play", Frame: 12, Turn: 2, Player: "green", Confidence: 0.99, Provisional: true},
		line{Type: "play", Frame: 15, Turn: 3, Player: "red", Confidence: 0.5},
		line{Type: "moved", Frame: 18, Confidence: 1},
	} {
		if err := report(l); err != nil {
			t.Fatal(err)
		}
	}
	text := figures(t, site(t, m))
	for _, want := range []string{`tilewatch_lines_total{type="play"} 3`, `tilewatch_doubts_total{type="play"} 2`, `tilewatch_events_total{result="kept"} 1`, `tilewatch_lines_total{type="moved"} 1`} {
		if !strings.Contains(text, want) {
			t.Errorf("the figures lack %s", want)
		}
	}
	var turns []int
	for _, text := range strings.Split(strings.TrimSpace(log.String()), "\n") {
		var l struct {
			Msg, Game string
			Turn      int
		}
		if err := json.Unmarshal([]byte(text), &l); err != nil || l.Game != "evening" {
			t.Errorf("%v: %s", err, text)
		}
		if l.Msg != "kept" {
			turns = append(turns, l.Turn)
		}
	}
	if want := []int{1, 2, 3, 3}; !equal(turns, want) || passed != 4 {
		t.Errorf("turns %v in the log, not %v; %d passed on", turns, want, passed)
	}
}

func equal(a, b []int) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return bytes.Equal(x, y)
}

// full is a journal whose disk is full while err is set.
type full struct {
	journal.Journal
	err error
}

func (f *full) Append(ctx context.Context, game string, after uint64, entries ...journal.Entry) error {
	if f.err != nil {
		return f.err
	}
	return f.Journal.Append(ctx, game, after, entries...)
}

func TestItIsReadyWhileGamesCanBeKept(t *testing.T) {
	var log bytes.Buffer
	m := New(logged(&log), nil)
	place := site(t, m)
	if got := get(t, place, "/readyz"); !strings.HasPrefix(got, "503") {
		t.Errorf("without a journal: %s", got)
	}
	disk := &full{Journal: journal.NewMemory()}
	j := m.Journal(disk)
	event := journal.Entry{Payload: json.RawMessage(`{"type":"start"}`)}
	if err := j.Create(t.Context(), journal.Header{Game: "g", Kind: "nabit"}, event); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		fault  error
		after  uint64
		status string
	}{
		{"as usual", nil, 1, "200"}, {"on a full disk", journal.ErrFull, 2, "503"}, {"when another program was faster", &journal.Conflict{}, 2, "200"},
		{"on a disk that may not be written", journal.ErrReadOnly, 2, "503"}, {"when there is space again", nil, 2, "200"},
	} {
		disk.err = c.fault
		if err := j.Append(t.Context(), "g", c.after, event); !errors.Is(err, c.fault) {
			t.Errorf("%s: %v", c.name, err)
		}
		if got := get(t, place, "/readyz"); !strings.HasPrefix(got, c.status) || strings.Contains(got, "disk") {
			t.Errorf("%s: %s", c.name, got)
		}
	}
	if text := figures(t, place); !strings.Contains(text, `tilewatch_events_total{result="failed"} 2`) || !strings.Contains(text, `tilewatch_events_total{result="kept"} 3`) {
		t.Errorf("events are counted wrong")
	}
}

func TestNoSecretIsInLogsOrFigures(t *testing.T) {
	var log bytes.Buffer
	m := New(logged(&log), nil)
	place := site(t, m)
	for _, path := range []string{"/j/kitchen/verysecretkey", "/nowhere/verysecretkey", "/t/kitchen/verysecretkey%0atime=2026%20level=ERROR", "/api/tables/verysecretkey"} {
		get(t, place, path)
	}
	answer, err := http.Post(place+"/host", "application/x-www-form-urlencoded", strings.NewReader("pin=verysecretkey"))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	text := figures(t, place)
	if strings.Contains(text+log.String(), "verysecret") {
		t.Errorf("a secret is told: %s", log.String())
	}
	if n := strings.Count(text, `tilewatch_http_requests_total{route="other"`); n != 1 {
		t.Errorf("%d routes for addresses that are made up", n)
	}
}

func TestPicturesOfDoubtfulTurnsAreKeptAndNotTooMany(t *testing.T) {
	folder := t.TempDir()
	frames, err := OpenFrames(folder)
	if err != nil {
		t.Fatal(err)
	}
	frames.most = 3
	if err := os.WriteFile(filepath.Join(folder, "mine.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	m := New(logged(&bytes.Buffer{}), frames)
	shown, err := source.Open(stills(t), source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	source := m.Source(shown)
	defer source.Close()
	if _, err := source.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	told := m.Table(pipeline.Alone(func(pipeline.Event) error { return nil }))
	tell := func(line any) error { return told.Report(pipeline.Lines{{JSON: line}}) }
	for turn := range 7 {
		for _, confidence := range []float64{0.99, 0.3} {
			if err := tell(line{Type: "play", Turn: turn + 1, Confidence: confidence}); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(2 * time.Millisecond) // names are by the millisecond
	}
	pictures, _ := filepath.Glob(filepath.Join(folder, "doubt-*.jpg"))
	lines, _ := filepath.Glob(filepath.Join(folder, "doubt-*-turn7-play.json"))
	if _, err := os.Stat(filepath.Join(folder, "mine.txt")); err != nil || len(pictures) != 3 || len(lines) != 1 {
		t.Errorf("%d pictures %v, %d lines of the last turn, %v", len(pictures), pictures, len(lines), err)
	}
	if data, err := os.ReadFile(pictures[0]); err != nil || !bytes.HasPrefix(data, []byte("\xff\xd8\xff")) {
		t.Errorf("no JPEG: %v", err)
	}
	if text := figures(t, site(t, m)); !strings.Contains(text, `tilewatch_frames_total{what="taken"} 1`) {
		t.Error("its frame is not counted")
	}
}

// stills is a folder with one picture.
func stills(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("../../../testdata/nabit/stills/009.jpg")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "1.jpg"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

// Mishaps are shown until somebody dismisses them.
type mishaps []sqlite.Report

func (m *mishaps) Reports() []sqlite.Report { return *m }

func (m *mishaps) Seen(time.Time) error {
	*m = nil
	return nil
}

func TestDamageIsToldByReadinessAndToTheHost(t *testing.T) {
	m := New(logged(&bytes.Buffer{}), nil)
	place := site(t, m)
	j := m.Journal(journal.NewMemory())
	defer j.Close()
	if got := get(t, place, "/readyz"); !strings.HasPrefix(got, "200") || strings.Contains(got, "damaged") || m.Notices() != nil {
		t.Errorf("without damage: %s, %v", got, m.Notices())
	}
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	m.Watch(&mishaps{{Time: at, File: "/home/ana/games.db.damaged", Games: 38, Events: 700, Aside: 5, Cut: []sqlite.Cut{{Game: "g", Title: "Ana's game", Kept: 3, Known: 9}}}, {Time: at, Games: 1}, {Time: at, Games: 2, Lacked: true},
		{Time: at, Cut: []sqlite.Cut{{Game: "h", Title: "Ben's game", Known: 4}}}})
	got := get(t, place, "/readyz")
	if !strings.HasPrefix(got, "200") || !strings.Contains(got, `"damaged":{"saved":41,"cut":2,"aside":5}`) || strings.Contains(got, "ana") {
		t.Errorf("with damage: %s", got)
	}
	var keys []string
	for _, n := range m.Notices() {
		if keys = append(keys, n.Key); !n.Time.Equal(at) || text.For("es").Say(n.Key, n.Pairs...) == n.Key {
			t.Errorf("told %+v", n)
		}
	}
	if all := strings.Join(keys, " "); all != "notice.saved notice.cut notice.aside notice.mended notice.restored notice.lost" {
		t.Errorf("told %s", all)
	}
	if err := m.Seen(at); err != nil || m.Notices() != nil {
		t.Errorf("told again: %v, %v", m.Notices(), err)
	}
}

func TestAPanicIsCountedAndToldOnce(t *testing.T) {
	m := New(logged(&bytes.Buffer{}), nil)
	place := site(t, m)
	for range 3 {
		m.Panicked(Request)
	}
	told := m.Notices()
	if len(told) != 1 || told[0].Key != "notice.panic.request" || !text.For("es").Has(told[0].Key) {
		t.Fatalf("told %+v", told)
	}
	if text := figures(t, place); !strings.Contains(text, `tilewatch_panics_total{where="request"} 3`) {
		t.Error("panics are counted wrong")
	}
	if err := m.Seen(told[0].Time.Add(-time.Second)); err != nil || len(m.Notices()) != 1 {
		t.Errorf("what was not seen is not told: %v", err)
	}
	m.Panicked(Photo)
	m.Panicked(Frame)
	for _, n := range m.Notices() {
		if !text.For("es").Has(n.Key) {
			t.Errorf("nobody understands %s", n.Key)
		}
	}
	if len(m.Notices()) != 3 {
		t.Errorf("told %+v", m.Notices())
	}
	if err := m.Seen(time.Now()); err != nil || len(m.Notices()) != 0 {
		t.Errorf("what was seen is told again: %v", err)
	}
}

func TestTheHostLearnsThatThereIsNoBackup(t *testing.T) {
	var log bytes.Buffer
	m := New(logged(&log), nil)
	for _, why := range []backup.Why{backup.Missing, backup.Full, backup.ReadOnly, backup.Incomplete} {
		m.BackedUp(&backup.Trouble{Folder: "/mnt/stick", Why: why, Reason: errors.New("the cause")})
		told := m.Notices()
		if len(told) != 1 || !strings.Contains(text.For("es").Say(told[0].Key, told[0].Pairs...), "/mnt/stick") {
			t.Errorf("%s is told as %+v", why, told)
		}
	}
	if n := strings.Count(log.String(), "the cause"); n != 4 {
		t.Errorf("%d lines in the log: %s", n, log.String())
	}
	if m.BackedUp(nil); m.Notices() != nil {
		t.Errorf("once there is one it is told %+v", m.Notices())
	}
}

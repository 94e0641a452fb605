package journal_test

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/journaltest"
)

var (
	noon     = journaltest.Noon
	numbered = journaltest.Counted
)

// exported is the game a of so many events as a file.
func exported(t testing.TB, events uint64) string {
	t.Helper()
	j := journal.NewMemory()
	h := journal.Header{Game: "a", Kind: "nabit", Title: "A <game> & more", Players: []string{"red", "green"}, Created: noon}
	if err := j.Create(t.Context(), h, numbered(1, events)...); err != nil {
		t.Fatal(err)
	}
	g, err := journal.Load(t.Context(), j, "a")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := journal.Write(&b, g); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAFileIsAsItIsDocumented(t *testing.T) {
	want := `{"tilewatch":"game","version":1,"game":"a","kind":"nabit","title":"A <game> & more","players":["red","green"],"created":"2026-11-21T12:00:00Z","sum":"ac25bca07a00bf05e8216363bab91a67"}
{"seq":1,"time":"2026-11-21T12:00:01Z","event":{"type":"play","n":1},"sum":"d9a96d610597a5ee259b97a6db300963"}
{"end":1,"sum":"d9a96d610597a5ee259b97a6db300963"}
`
	if got := exported(t, 1); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// without takes the checksums off.
func without(file string) string {
	lines := strings.Split(file, "\n")
	for i, l := range lines {
		if at := strings.Index(l, `,"sum":"`); at >= 0 {
			lines[i] = l[:at] + "}"
		}
	}
	return strings.Join(lines, "\n")
}

func TestWhatIsNoGameIsReportedWithItsLine(t *testing.T) {
	file := exported(t, 5)
	lines := strings.SplitAfter(file, "\n") // header, events in lines 2 to 6, end in line 7
	replaced := func(line int, with string) string {
		changed := append([]string{}, lines...)
		changed[line-1] = with
		return strings.Join(changed, "")
	}
	edited := func(old, new string) string { return strings.Replace(file, old, new, 1) }
	for _, c := range []struct {
		name, file string
		line       int
		seq        uint64
		good       int
		says       string
	}{
		{"the end is cut off", strings.Join(lines[:6], ""), 6, 6, 5, "cut off"},
		{"a line is cut off", strings.Join(lines[:4], "") + lines[4][:20], 5, 4, 3, "unexpected end of JSON"},
		{"an event is missing", replaced(4, ""), 4, 3, 2, "numbered 4, not 3"},
		{"an event is there twice", replaced(4, lines[2]), 4, 3, 2, "numbered 2, not 3"},
		{"an event was edited", edited(`"n":4`, `"n":5`), 5, 4, 3, "changed"},
		{"a time was edited", edited("12:00:04Z", "12:00:05Z"), 5, 4, 3, "changed"},
		{"a checksum was edited", edited(`"n":2},"sum":"`, `"n":2},"sum":"00`), 3, 2, 1, "checksum"},
		{"a checksum was left out", replaced(3, without(lines[2])), 3, 2, 1, "some lines only"},
		{"the title was edited", edited("more", "less"), 1, 0, 0, "changed"},
		{"the name was edited", edited(`"game":"a"`, `"game":"b"`), 1, 0, 0, "changed"},
		{"the end tells of more", replaced(7, strings.Replace(lines[6], "5", "6", 1)), 7, 6, 5, "6 events, but there are 5"},
		{"the end has another checksum", replaced(7, `{"end":5,"sum":"00000000000000000000000000000000"}`+"\n"), 7, 6, 5, "not the last event's"},
		{"no header", strings.Join(lines[1:], ""), 1, 0, 0, "header line"},
		{"no JSON", "play chess\n", 1, 0, 0, "header line"},
		{"a header of no game", `{"tilewatch":"score"}`, 1, 0, 0, "header line"},
		{"a header without a version", `{"tilewatch":"game","game":"a","kind":"nabit"}`, 1, 0, 0, "the version is missing"},
		{"a game that is a path", `{"tilewatch":"game","version":1,"game":"../a","kind":"nabit"}`, 1, 0, 0, "bad game id"},
		{"an event that is a number", replaced(2, `{"seq":1,"time":"2026-11-21T12:00:01Z","event":7,"sum":"00000000000000000000000000000000"}`+"\n"), 2, 1, 0, "not a JSON object"},
		{"an event without a time", without(replaced(2, `{"seq":1,"event":{}}`+"\n")), 2, 1, 0, "no time"},
		{"a time that is none", replaced(2, `{"seq":1,"time":"noon","event":{}}`+"\n"), 2, 1, 0, "not a line of a game"},
		{"a line too long", replaced(3, strings.Repeat("x", 1<<20)+"\n"), 3, 2, 1, "too long"},
		{"empty lines count", "\n\n" + edited(`"n":4`, `"n":5`), 7, 4, 3, "changed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := journal.NewReader(strings.NewReader(c.file)).Next()
			var damage *journal.Damage
			if !errors.As(err, &damage) {
				t.Fatalf("got %v", err)
			}
			if damage.Line != c.line || damage.Seq != c.seq || !strings.Contains(damage.Reason, c.says) || len(g.Events) != c.good {
				t.Errorf("line %d, event %d, %q, with %d events", damage.Line, damage.Seq, damage.Reason, len(g.Events))
			}
		})
	}
}

func TestAFileOfANewerVersionIsRefused(t *testing.T) {
	file := strings.Replace(exported(t, 1), `"version":1`, `"version":2`, 1)
	if _, err := journal.NewReader(strings.NewReader(file)).Next(); !errors.Is(err, journal.ErrNewer) {
		t.Errorf("got %v", err)
	}
}

func TestFilesOfOthersNeedNoChecksums(t *testing.T) {
	file := exported(t, 5)
	spaced := strings.ReplaceAll(without(file), ":{", " : { ")
	g, err := journal.NewReader(strings.NewReader(spaced)).Next()
	if err != nil {
		t.Fatal(err)
	}
	var again strings.Builder
	if err := journal.Write(&again, g); err != nil || again.String() != file {
		t.Errorf("%v, got\n%s", err, again.String())
	}
}

func TestFilesMayBeJoined(t *testing.T) {
	r := journal.NewReader(strings.NewReader(exported(t, 2) + "\n" + exported(t, 3)))
	for _, want := range []int{2, 3} {
		if g, err := r.Next(); err != nil || len(g.Events) != want {
			t.Errorf("%d events, %v", len(g.Events), err)
		}
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("after the last: %v", err)
	}
}

func TestAJudgeMayRefuseAnEvent(t *testing.T) {
	r := journal.NewReader(strings.NewReader(exported(t, 5)))
	r.Judge = func(e journal.Event) error {
		if e.Seq == 4 {
			return errors.New("not in this house")
		}
		return nil
	}
	g, err := r.Next()
	if len(g.Events) != 3 || err == nil || err.Error() != `line 5: event 4 of game "a": not in this house` {
		t.Errorf("%d events, %v", len(g.Events), err)
	}
}

// endless is a line of many bytes, made up as it is read.
type endless struct{ left int }

func (e *endless) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), e.left)], manyLetters)
	e.left -= n
	return n, nil
}

var manyLetters = strings.Repeat("x", 64<<10)

func TestALineOfManyMegabytesIsRefusedInLittleMemory(t *testing.T) {
	head := strings.SplitAfter(exported(t, 1), "\n")[0]
	line := io.MultiReader(strings.NewReader(head+`{"seq":1,"event":{"a":"`), &endless{1 << 27})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var damage *journal.Damage
	if _, err := journal.NewReader(line).Next(); !errors.As(err, &damage) || damage.Line != 2 {
		t.Fatalf("got %v", err)
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
		t.Errorf("%d bytes were taken", used)
	}
}

package term

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"tilewatch/engine"
)

func TestABoardHasOwnersAndALegend(t *testing.T) {
	board := engine.Board{
		{Row: 0, Col: 0}: {Letter: 'T', Color: engine.Green, Height: 2}, {Row: 0, Col: 1}: {Letter: 'E', Blank: true, Color: engine.Yellow, Height: 1},
		{Row: 2, Col: 1}: {Color: engine.Green, Height: 1},
	}
	want := `       0   1
   0 Tg2*ey1
   1  .   .
   2  .  ?g1
`
	if got := (Painter{}).Board(board, map[engine.Place]bool{{Row: 0, Col: 0}: true}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := (Painter{}).Legend(board); got != "letter, owner (y yellow, g green), height; lower case: a blank" {
		t.Errorf("legend %q", got)
	}
	if got := (Painter{}).Board(nil, nil); got != "" {
		t.Errorf("no board is %q", got)
	}
}

func TestColorsOnlyAddToTheText(t *testing.T) {
	colored := Painter{color: true}
	board := engine.Board{{}: {Letter: 'E', Color: engine.Purple, Height: 3}}
	for _, c := range []struct{ got, plain string }{
		{colored.Board(board, nil), (Painter{}).Board(board, nil)},
		{colored.Names("Green wins, not evergreen red"), "Green wins, not evergreen red"},
	} {
		if plain := escapes.ReplaceAllString(c.got, ""); plain != c.plain || strings.Count(c.got, "\x1b[48;5;") == 0 {
			t.Errorf("%q without colors is %q, want %q", c.got, plain, c.plain)
		}
	}
	if got := colored.Names("evergreen"); got != "evergreen" {
		t.Errorf("a part of a word is painted: %q", got)
	}
}

func TestColorsNeedATerminal(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for name, out := range map[string]io.Writer{"a text": &strings.Builder{}, "a device that is no terminal": null} {
		if IsTerminal(out) || For(out).color {
			t.Errorf("%s is a terminal", name)
		}
	}
	t.Setenv("TERM", "xterm")
	terminal := pseudoTerminal(t)
	t.Setenv("NO_COLOR", "")
	if !For(terminal).color {
		t.Error("a terminal has no color")
	}
	t.Setenv("NO_COLOR", "1")
	if !IsTerminal(terminal) || For(terminal).color {
		t.Error("colors in spite of NO_COLOR")
	}
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "dumb")
	if For(terminal).color {
		t.Error("colors on a dumb terminal")
	}
}

func TestProgressIsOneLineThatIsOverwritten(t *testing.T) {
	var out strings.Builder
	now := time.Unix(0, 0)
	p := &Progress{to: &out, total: 40, what: "photos", now: func() time.Time { return now }, began: now}
	for _, step := range []struct {
		after time.Duration
		done  int
		want  string
	}{
		{500 * time.Millisecond, 1, ""}, // a short job is silent
		{2 * time.Second, 4, erase + "4 of 40 photos, 2 a second, 18s left"},
		{2100 * time.Millisecond, 5, ""}, // too soon
		{20 * time.Second, 40, erase + "40 of 40 photos, 2 a second"},
	} {
		out.Reset()
		now = time.Unix(0, 0).Add(step.after)
		if p.Done(step.done); out.String() != step.want {
			t.Errorf("after %v: %q, want %q", step.after, out.String(), step.want)
		}
	}
	out.Reset()
	p.Clear()
	p.Clear()
	if out.String() != erase {
		t.Errorf("cleared with %q", out.String())
	}
	if got := (&Progress{what: "frames"}).line(30, 2*time.Second); got != "30 frames, 15 a second" {
		t.Errorf("without a total: %q", got)
	}
}

func TestProgressIsNotForPipes(t *testing.T) {
	var out strings.Builder
	p := NewProgress(&out, 40, "photos")
	p.began = p.began.Add(-time.Hour)
	p.Done(20)
	p.Clear()
	if out.Len() > 0 {
		t.Errorf("a pipe got %q", out.String())
	}
}

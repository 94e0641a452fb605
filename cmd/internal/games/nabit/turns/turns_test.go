package turns

import (
	"bytes"
	"encoding/csv"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/cmd/internal/replay"
	"tilewatch/engine/journal"
)

// example is the rule page's example, kept.
const example = "../../../../tilewatch/testdata/example.ndjson"

// kept is the kept example.
func kept(t *testing.T) journal.Game {
	t.Helper()
	data, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	g, err := journal.NewReader(bytes.NewReader(data)).Next()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func shown(t *testing.T, v replay.View, out io.Writer) error {
	t.Helper()
	g, err := Of(kept(t))
	if err != nil {
		t.Fatal(err)
	}
	return v.Show(strings.NewReader(""), out, g)
}

func show(t *testing.T, v replay.View) string {
	t.Helper()
	if err := v.Check(); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := shown(t, v, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestTheStandingTurnsArePrinted(t *testing.T) {
	want, err := os.ReadFile("../../../../tilewatch/testdata/example.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got := show(t, replay.View{Turn: replay.EveryTurn}); got != string(want) {
		t.Errorf("got\n%s", got)
	}
	if got := show(t, replay.View{Turn: replay.EveryTurn, Recorded: true}); !strings.Contains(got, "corrected to TAME") || strings.Contains(string(want), "corrected to") {
		t.Errorf("as recorded\n%s", got)
	}
	if got := show(t, replay.View{Turn: 1, JSON: true}); strings.Count(got, "\n") != 1 || !strings.Contains(got, `"turn":1`) {
		t.Errorf("turn 1 in JSON: %s", got)
	}
}

func TestATurnThatIsNotThereHasNoStep(t *testing.T) {
	for _, v := range []replay.View{{Turn: 9}, {Turn: 9, Picture: filepath.Join(t.TempDir(), "x.svg")}} {
		if err := shown(t, v, &strings.Builder{}); err == nil || !strings.Contains(err.Error(), "the turns 0 to 2") {
			t.Errorf("%+v: %v", v, err)
		}
	}
}

func TestTheWholeGameIsExported(t *testing.T) {
	if rows, err := csv.NewReader(strings.NewReader(show(t, replay.View{Turn: replay.EveryTurn, Form: "csv"}))).ReadAll(); err != nil || len(rows) != 3 {
		t.Errorf("%v, %q", err, rows)
	}
	if got := show(t, replay.View{Turn: replay.EveryTurn, Form: "notation"}); !strings.Contains(got, "1. yellow") || !strings.Contains(got, "2. green") {
		t.Errorf("notation:\n%s", got)
	}
}

func TestThePictureIsAsWideAsItsTiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "board.png")
	show(t, replay.View{Turn: replay.EveryTurn, Picture: name})
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if p, err := png.Decode(file); err != nil || p.Bounds().Dx() != 8*tilePixels {
		t.Errorf("%v", err)
	}
}

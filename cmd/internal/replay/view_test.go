package replay

import (
	"bytes"
	"encoding/csv"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/engine/journal"
)

// example is the rule page's example, kept.
const example = "../../tilewatch/testdata/example.ndjson"

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

func show(t *testing.T, v View) string {
	t.Helper()
	if err := v.Check(); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := v.Show(strings.NewReader(""), &out, kept(t)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestTheStandingTurnsArePrinted(t *testing.T) {
	want, err := os.ReadFile("../../tilewatch/testdata/example.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got := show(t, View{Turn: EveryTurn}); got != string(want) {
		t.Errorf("got\n%s", got)
	}
	if got := show(t, View{Turn: EveryTurn, Recorded: true}); !strings.Contains(got, "corrected to TAME") || strings.Contains(string(want), "corrected to") {
		t.Errorf("as recorded\n%s", got)
	}
	if got := show(t, View{Turn: 1, JSON: true}); strings.Count(got, "\n") != 1 || !strings.Contains(got, `"turn":1`) {
		t.Errorf("turn 1 in JSON: %s", got)
	}
}

func TestATurnThatIsNotThereHasNoStep(t *testing.T) {
	for _, v := range []View{{Turn: 9}, {Turn: 9, Picture: filepath.Join(t.TempDir(), "x.svg")}} {
		if err := v.Show(strings.NewReader(""), &strings.Builder{}, kept(t)); err == nil || !strings.Contains(err.Error(), "the turns 0 to 2") {
			t.Errorf("%+v: %v", v, err)
		}
	}
}

func TestTheWholeGameIsExported(t *testing.T) {
	if rows, err := csv.NewReader(strings.NewReader(show(t, View{Turn: EveryTurn, Form: asTable}))).ReadAll(); err != nil || len(rows) != 3 {
		t.Errorf("%v, %q", err, rows)
	}
	if got := show(t, View{Turn: EveryTurn, Form: asNotation}); !strings.Contains(got, "1. yellow") || !strings.Contains(got, "2. green") {
		t.Errorf("notation:\n%s", got)
	}
}

func TestThePictureIsAsWideAsItsTiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "board.png")
	show(t, View{Turn: EveryTurn, Picture: name})
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if p, err := png.Decode(file); err != nil || p.Bounds().Dx() != 8*tilePixels {
		t.Errorf("%v", err)
	}
}

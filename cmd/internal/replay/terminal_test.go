package replay

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"tilewatch/engine"
)

func TestEachStepWaitsForEnter(t *testing.T) {
	in, out := bufio.NewReader(strings.NewReader("\n\nq\n\n")), &strings.Builder{}
	for i, want := range []bool{true, true, false, true, false} { // at last nobody is there any more
		if more, err := goOn(in, out); more != want || err != nil {
			t.Errorf("step %d: %v, %v", i, more, err)
		}
	}
	if !strings.Contains(out.String(), "Enter: next") {
		t.Errorf("asked %q", out)
	}
}

func TestColorsOnlyAddToTheLetters(t *testing.T) {
	cell := engine.Cell{Letter: 'E', Blank: true, Color: engine.Purple, Height: 3}
	if got := (painter{}).cell(cell, true); got != "ep3*" {
		t.Errorf("without color %q", got)
	}
	if got := (painter{color: true}).cell(cell, true); !strings.Contains(got, "ep3") || !strings.Contains(got, "\x1b[48;5;") {
		t.Errorf("with color %q", got)
	}
}

func TestColorsNeedATerminal(t *testing.T) {
	if isTerminal(&strings.Builder{}) {
		t.Error("a text is no terminal")
	}
	null, err := os.Open(example)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if isTerminal(null) {
		t.Error("a file is no terminal")
	}
	t.Setenv("NO_COLOR", "1")
	if terminal, err := os.OpenFile("/dev/tty", os.O_WRONLY, 0); err == nil {
		defer terminal.Close()
		if colorful(terminal) {
			t.Error("colors in spite of NO_COLOR")
		}
	}
}

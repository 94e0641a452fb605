package replay

import (
	"bufio"
	"strings"
	"testing"
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

package cli

import (
	"strings"
	"testing"

	"tilewatch/cmd/internal/term"
)

// named is a line.
type named struct {
	Photo string `json:"photo"`
}

func (n named) Text(term.Painter) string { return n.Photo + "\n" }

func TestTextsHaveAnEmptyLineBetweenThem(t *testing.T) {
	for _, c := range []struct {
		json bool
		want string
	}{
		{false, "a.jpg\n\nb.jpg\n"},
		{true, `{"photo":"a.jpg"}` + "\n" + `{"photo":"b.jpg"}` + "\n"},
	} {
		var out strings.Builder
		p := NewPrinter(&out, c.json)
		for _, name := range []string{"a.jpg", "b.jpg"} {
			if err := p.Print(named{name}); err != nil {
				t.Fatal(err)
			}
		}
		if out.String() != c.want {
			t.Errorf("%q, want %q", out.String(), c.want)
		}
	}
}

package replay

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"

	"tilewatch/cmd/internal/term"
)

// printer prints steps one by one; more says whether to go on.
func (v *View) printer(in io.Reader, out io.Writer, heading string) func(Step) (more bool, err error) {
	if v.JSON {
		lines := json.NewEncoder(out)
		return func(s Step) (bool, error) { return true, lines.Encode(s.JSON) }
	}
	p := term.For(out)
	wait := v.Wait && term.IsTerminal(out) && term.IsTerminal(in)
	enter, first := bufio.NewReader(in), true
	return func(next Step) (bool, error) {
		text := next.Text(p)
		if first {
			text = heading + text
			first = false
		}
		if _, err := io.WriteString(out, text); err != nil || !wait {
			return true, err
		}
		return goOn(enter, out)
	}
}

// goOn waits for a person to press Enter. It is false when the input has ended, or the person has seen enough.
func goOn(in *bufio.Reader, out io.Writer) (bool, error) {
	if _, err := io.WriteString(out, "Enter: next, q: quit "); err != nil {
		return false, err
	}
	answer, err := in.ReadString('\n')
	return err == nil && strings.TrimSpace(answer) != "q", nil
}

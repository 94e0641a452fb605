package replay

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"strings"

	"tilewatch/engine/journal/record"
)

// printer prints steps one by one; more says whether to go on.
func (v *View) printer(in io.Reader, out io.Writer, s *record.Stored) func(step) (more bool, err error) {
	if v.JSON {
		lines := json.NewEncoder(out)
		return func(s step) (bool, error) { return true, lines.Encode(s) }
	}
	p := painter{color: colorful(out)}
	wait := v.Wait && isTerminal(out) && isTerminal(in)
	enter, first := bufio.NewReader(in), true
	return func(next step) (bool, error) {
		text := p.step(next)
		if first {
			text = p.title(s) + text
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
	if _, err := io.WriteString(out, "Enter: next, q: end "); err != nil {
		return false, err
	}
	answer, err := in.ReadString('\n')
	return err == nil && strings.TrimSpace(answer) != "q", nil
}

// isTerminal says whether a person sits at the other end.
func isTerminal(of any) bool {
	file, ok := of.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// colorful says whether colors may be shown; see no-color.org.
func colorful(out io.Writer) bool {
	return isTerminal(out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

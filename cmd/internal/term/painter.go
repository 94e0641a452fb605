// Package term writes for people at a terminal: colors, boards and progress. In a pipe there is neither color nor progress.
package term

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/mattn/go-isatty"

	"tilewatch/engine"
)

// Painter writes colors, or plain text. The zero value writes plain text.
type Painter struct{ color bool }

// For is the painter for an output: in color if it is a terminal and NO_COLOR is not set (https://no-color.org).
func For(out io.Writer) Painter {
	return Painter{IsTerminal(out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

// IsTerminal says whether a person sits at the other end.
func IsTerminal(of any) bool {
	file, ok := of.(interface{ Fd() uintptr })
	return ok && isatty.IsTerminal(file.Fd())
}

// paints are the colors' background and letter, as the terminal's 256 colors number them.
var paints = map[engine.Color][2]int{engine.Red: {160, 231}, engine.Purple: {91, 231}, engine.Yellow: {220, 16}, engine.Green: {28, 231}, engine.Gray: {245, 16}}

// Paint puts the color behind the text.
func (p Painter) Paint(c engine.Color, text string) string {
	paint, known := paints[c]
	if !p.color || !known {
		return text
	}
	return fmt.Sprintf("\x1b[48;5;%d;38;5;%dm%s\x1b[0m", paint[0], paint[1], text)
}

var colorName = regexp.MustCompile(`(?i)\b(red|purple|yellow|green|gray)\b`)

// Names paints the names of colors in a plain text.
func (p Painter) Names(text string) string {
	if !p.color {
		return text
	}
	return colorName.ReplaceAllStringFunc(text, func(name string) string {
		c, _ := engine.ParseColor(strings.ToLower(name)) // the pattern has no other names
		return p.Paint(c, name)
	})
}

package invite

import (
	"fmt"
	"html/template"
	"io"
	"os"
	"strings"

	"rsc.io/qr"
)

// quiet is the white border around a code, in modules: readers need four.
const quiet = 4

// Invitation is how a phone joins.
type Invitation struct {
	URL   string
	Short string // as a person types it
	Code  template.HTML
}

// New draws the address as a code.
func New(url string) (*Invitation, error) {
	code, err := qrSVG(url)
	if err != nil {
		return nil, err
	}
	return &Invitation{URL: url, Short: strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/"), Code: code}, nil
}

// qrSVG draws text as a code: black on white in any theme, with its quiet zone.
func qrSVG(text string) (template.HTML, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", fmt.Errorf("draw %q as a code: %w", text, err)
	}
	var b strings.Builder
	size := code.Size + 2*quiet
	fmt.Fprintf(&b, `<svg class="qrcode" role="img" aria-label="Code for %s" viewBox="0 0 %d %d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%[2]dv%[3]dH0z"/><path d="`,
		template.HTMLEscapeString(text), size, size)
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&b, "M%d %dh1v1h-1z", x+quiet, y+quiet)
			}
		}
	}
	b.WriteString(`"/></svg>`)
	return template.HTML(b.String()), nil
}

// PrintAddress prints the scoreboard's addresses, and on a terminal the first one as a QR code for phones, if they can open it. A file, a
// pipe and a service's journal show no codes.
func PrintAddress(w io.Writer, addresses ...string) error {
	if len(addresses) == 0 {
		return nil
	}
	if isTerminal(w) && ForPhones(addresses[0]) {
		code, err := qr.Encode(addresses[0], qr.L)
		if err != nil {
			return fmt.Errorf("draw %q as a code: %w", addresses[0], err)
		}
		if _, err := io.WriteString(w, qrText(code)+"\n"); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "Scoreboard: %s\n", strings.Join(addresses, "   "))
	return err
}

// isTerminal reports whether people read w as it is written.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// qrText draws a code with two modules to a character, in black on bright white whatever the terminal's own
// colors are: many readers refuse light on dark.
func qrText(code *qr.Code) string {
	const black, white = 30, 97 // foreground; ten more is the background
	ink := func(x, y int) int {
		if code.Black(x, y) { // false outside the code
			return black
		}
		return white
	}
	var b strings.Builder
	for y := -quiet; y < code.Size+quiet; y += 2 {
		for x := -quiet; x < code.Size+quiet; x++ {
			fmt.Fprintf(&b, "\x1b[%d;%dm▀", ink(x, y), ink(x, y+1)+10)
		}
		b.WriteString("\x1b[0m\n")
	}
	return b.String()
}

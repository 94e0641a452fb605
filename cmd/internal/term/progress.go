package term

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Progress is a line on standard error that is written over again and again: how much is done, how fast, and how long the rest takes.
// Where nobody sits at a terminal it writes nothing.
type Progress struct {
	to    io.Writer // nil: nobody looks
	total int       // 0: unknown
	what  string    // in the plural
	now   func() time.Time

	began, wrote time.Time
	shown        bool
}

const (
	quiet   = time.Second            // a short job has no progress
	between = 200 * time.Millisecond // two writings
	erase   = "\r\x1b[K"
)

// NewProgress begins a job of so many things; 0: nobody knows how many.
func NewProgress(to io.Writer, total int, what string) *Progress {
	p := &Progress{total: total, what: what, now: time.Now, began: time.Now()}
	if IsTerminal(to) {
		p.to = to
	}
	return p
}

// Done says how many things are done.
func (p *Progress) Done(n int) {
	now := p.now()
	if p.to == nil || now.Sub(p.began) < quiet || now.Sub(p.wrote) < between {
		return
	}
	p.wrote, p.shown = now, true
	fmt.Fprint(p.to, erase+p.line(n, now.Sub(p.began)))
}

// line is the text after so many things in that time.
func (p *Progress) line(n int, took time.Duration) string {
	parts := []string{fmt.Sprintf("%d %s", n, p.what)}
	if p.total > 0 {
		parts[0] = fmt.Sprintf("%d of %d %s", n, p.total, p.what)
	}
	if n > 0 {
		parts = append(parts, fmt.Sprintf("%.2g a second", float64(n)/took.Seconds()))
	}
	if n > 0 && n < p.total {
		left := time.Duration(float64(took) / float64(n) * float64(p.total-n))
		parts = append(parts, left.Round(time.Second).String()+" left")
	}
	return strings.Join(parts, ", ")
}

// Clear removes the line, so that other lines may be written.
func (p *Progress) Clear() {
	if p.shown {
		fmt.Fprint(p.to, erase)
		p.shown, p.wrote = false, time.Time{}
	}
}

package tabit

import (
	"strings"
	"testing"
)

func TestCardsNobodyTouchedStayTheSame(t *testing.T) {
	const table = "MOON moon moon moon star"
	clear := func() Look { return lookAt(t, 1, map[Seat]string{North: table}) }
	first := func(l *Look) *Box { return &l.Boxes[0][0][0] } // north's first picture
	poor := func(by float64) func() Look {
		return func() Look {
			l := clear()
			first(&l).Pictures = [len(Pictures)]float64{-by, 0, -9}
			return l
		}
	}
	other := func() Look {
		l := clear()
		*first(&l) = showing(0, Star)
		return l
	}
	covered := func() Look {
		l := clear()
		*first(&l) = showing(0, FaceDown)
		return l
	}
	for _, c := range []struct {
		rule  string
		looks []func() Look
		want  string
	}{
		{"a poor picture takes a card for another: the looks before it hold", []func() Look{clear, poor(1), poor(2)}, table},
		{"a clear picture of another card is another card", []func() Look{clear, clear, clear, other}, strings.Replace(table, "moon", "star", 1)},
		{"what was read badly at first is read right later", []func() Look{poor(1), clear}, table},
		{"poor pictures that go on saying so are believed in the end", []func() Look{clear, poor(2.5), poor(2.5), poor(2.5), poor(2.5), poor(2.5)}, strings.Replace(table, "moon", "star", 1)},
		{"a card turned down is down, and what it was is forgotten", []func() Look{clear, clear, covered, poor(1)}, strings.Replace(table, "moon", "star", 1)},
	} {
		t.Run(c.rule, func(t *testing.T) {
			var m memory
			var look Look
			for _, l := range c.looks {
				look = m.add(l())
			}
			if got := said(look.Players(DefaultOptions)); got != "north "+c.want {
				t.Errorf("read %q, want %q", got, c.want)
			}
		})
	}
}

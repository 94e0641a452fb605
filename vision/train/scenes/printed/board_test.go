package printed

import (
	"math/rand/v2"
	"testing"
)

type plain struct{}

func (plain) AtArea(_, _, _ float64) [3]float64 { return [3]float64{2, 2, 2} }

// TestABoardHasSquaresPrintAndAnEnd looks along many boards: most squares are bare, some are premium, letters stand on border and premium squares, and
// beyond lies the table.
func TestABoardHasSquaresPrintAndAnEnd(t *testing.T) {
	var premium, bordered int
	for seed := range uint64(40) {
		ink := map[int]bool{}
		b := Draw(rand.New(rand.NewPCG(seed, 0)), 0.3, 20, [2]float64{}, plain{}, func(letter int, _, _, _ float64) float64 {
			ink[letter] = true
			return 1
		}, seed%2 == 1)
		half := float64(b.squares) / 2 * b.pitch
		at := func(u, v float64) [3]float64 { return b.AtArea(b.cos*u+b.sin*v, b.sin*u-b.cos*v, 0.1) }
		if beyond := at(half+rim*b.pitch+1, 0); beyond != [3]float64{2, 2, 2} {
			t.Errorf("board %d: beyond it lies %v", seed, beyond)
		}
		if line := at(0.4999*b.pitch, 0); b.line > 0.001 && line != b.colors.line {
			t.Errorf("board %d: between two squares lies %v, want the line's %v", seed, line, b.colors.line)
		}
		bare := 0
		for i := range b.squares {
			for j := range b.squares {
				if at((float64(i)+0.5)*b.pitch-half, (float64(j)+0.8)*b.pitch-half) == b.colors.base {
					bare++
				}
			}
		}
		if all := b.squares * b.squares; b.marked == 0 && bare < all/3 {
			t.Errorf("board %d: %d of %d squares are bare", seed, bare, all)
		} else if bare < all {
			premium++
		}
		clear(ink)
		for x := -half; x < half; x += b.pitch / 4 {
			at(x, half+rim/2*b.pitch/float64(b.border.rows))
			at(half+rim/2*b.pitch/float64(b.border.rows), x)
		}
		if (len(ink) > 0) != (b.border.letters && !b.border.bare) {
			t.Errorf("board %d: the border has %d letters", seed, len(ink))
		}
		if b.border.letters {
			bordered++
		}
	}
	if premium < 36 || bordered < 12 || bordered > 36 {
		t.Errorf("of 40 boards %d have premium squares, %d letters on the border", premium, bordered)
	}
}

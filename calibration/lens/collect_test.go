package lens

import (
	"fmt"
	"testing"
	"time"

	"tilewatch/calibration/chessboard"
	"tilewatch/engine"
)

// TestASlowCameraTakesViews shows each view twice, as far apart in time as a slow camera's pictures lie.
func TestASlowCameraTakesViews(t *testing.T) {
	views, _ := made(4, 0.05, false)
	for _, gap := range []time.Duration{50 * time.Millisecond, time.Second, 4 * time.Second} {
		t.Run(fmt.Sprint(gap), func(t *testing.T) {
			c := &Collector{Board: chessboard.Standard, Width: 1280, Height: 720}
			at := time.Duration(0)
			for i, view := range views {
				if at += gap; c.See(view, at, false).Taken {
					t.Errorf("view %d is taken while the board comes", i)
				}
				if at += gap; !c.See(view, at, false).Taken {
					t.Errorf("view %d is not taken though the board is held still", i)
				}
			}
		})
	}
}

// TestAMovingBoardIsNotTaken moves the board a little with each picture: however much time lies between two, it may be blurred.
func TestAMovingBoardIsNotTaken(t *testing.T) {
	views, _ := made(1, 0, false)
	c := &Collector{Board: chessboard.Standard, Width: 1280, Height: 720}
	for i := range 10 {
		var moved []engine.Point
		for _, p := range views[0] {
			moved = append(moved, engine.Point{X: p.X + 3*float64(i), Y: p.Y})
		}
		if g := c.See(moved, time.Duration(i)*2*time.Second, false); g.Taken || g.Wish != HoldStill {
			t.Errorf("picture %d: taken %v, wish %s", i, g.Taken, g.Wish)
		}
	}
}

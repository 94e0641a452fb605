package lens

import (
	"math"
	"time"

	"tilewatch/calibration/chessboard"
	"tilewatch/engine"
)

// Wish is what the Collector wants next. Its text is a key that pages translate.
type Wish string

// The wishes.
const (
	ShowBoard Wish = "show_board" // no board is seen
	HoldStill Wish = "hold_still"
	Again     Wish = "again" // too much like a view that is there: move it
	TiltIt    Wish = "tilt"  // show it at an angle
	GoLeft    Wish = "left"  // the part of the picture that is still empty
	GoRight   Wish = "right"
	GoUp      Wish = "up"
	GoDown    Wish = "down"
	Closer    Wish = "closer"
	Done      Wish = "done"
)

// When enough has been seen.
const (
	wantViews   = 10
	wantTilted  = 5
	wantTilt    = 12.0  // degrees
	wantCovered = 0.55  // of the picture
	wantSigma   = 0.004 // of the focal length
	mostViews   = 40
	leastSize   = 0.12 // of the picture's width that a board must take
)

// Guide is the advice for a person while a camera is calibrated.
type Guide struct {
	Wish     Wish     `json:"wish"`
	Taken    bool     `json:"taken"` // this picture became a view
	Views    int      `json:"views"`
	Progress float64  `json:"progress"`          // 0 to 1
	Cells    []int    `json:"cells"`             // of an 8 x 8 grid over the picture, row by row: how many views showed the board there
	RMS      float64  `json:"rms_px,omitempty"`  // so far
	Sigma    float64  `json:"sigma,omitempty"`   // of the focal length, a share
	Corners  [][2]int `json:"corners,omitempty"` // of the board in this picture
	Camera   *Result  `json:"-"`                 // so far; nil: too few views
}

// Collector chooses views of a board from pictures of a camera. It serves one goroutine.
type Collector struct {
	Board         chessboard.Board
	Width, Height int

	views  [][]engine.Point
	tilted int
	last   []engine.Point // of the picture before
	lastAt time.Duration
	result *Result
}

// longAgo is how old a picture may be that the next one is held against.
const longAgo = 10 * time.Second

// See takes the next picture's board; nil: none is in it. Single photos, which nobody holds still, have steady set.
func (c *Collector) See(corners []engine.Point, at time.Duration, steady bool) Guide {
	wish, taken := c.judge(corners, at, steady)
	c.last, c.lastAt = corners, at
	g := Guide{Wish: wish, Taken: taken, Views: len(c.views), Cells: c.cells(), Camera: c.result, Progress: c.progress()}
	if c.result != nil {
		g.RMS, g.Sigma = c.result.RMS, c.result.FocalSigma
	}
	for _, p := range corners {
		g.Corners = append(g.Corners, [2]int{int(p.X), int(p.Y)})
	}
	return g
}

func (c *Collector) judge(corners []engine.Point, at time.Duration, steady bool) (Wish, bool) {
	switch {
	case c.done():
		return Done, false
	case corners == nil:
		return ShowBoard, false
	case extent(corners) < leastSize*float64(c.Width):
		return Closer, false
	case !steady && c.moving(corners, at):
		return HoldStill, false
	case c.known(corners) || len(c.views) == mostViews:
		return c.wish(), false
	}
	c.views = append(c.views, corners)
	if tilt(corners, c.Board, c.Width, c.Height) >= wantTilt {
		c.tilted++
	}
	if r, err := Fit(c.Board, c.views, c.Width, c.Height); err == nil {
		c.result = r
	}
	return c.wish(), true
}

// Result is the camera so far, or why it is not known yet.
func (c *Collector) Result() (*Result, error) {
	return Fit(c.Board, c.views, c.Width, c.Height)
}

// moving says whether the board moved since the picture before: what is where it was blurs nothing. A slow camera, or a slow
// computer, may have let seconds pass between the two.
func (c *Collector) moving(corners []engine.Point, at time.Duration) bool {
	if c.last == nil || at <= c.lastAt || at-c.lastAt > longAgo {
		return true
	}
	most := 0.0
	for i, p := range corners {
		most = max(most, math.Hypot(p.X-c.last[i].X, p.Y-c.last[i].Y))
	}
	return most > 0.0012*float64(c.Width)
}

// known says whether a view is there that shows much the same.
func (c *Collector) known(corners []engine.Point) bool {
	for _, v := range c.views {
		sum := 0.0
		for i, p := range corners {
			sum += math.Hypot(p.X-v[i].X, p.Y-v[i].Y)
		}
		if sum/float64(len(corners)) < 0.03*float64(c.Width) {
			return true
		}
	}
	return false
}

func (c *Collector) done() bool {
	return len(c.views) == mostViews || c.result != nil && len(c.views) >= wantViews && c.tilted >= wantTilted &&
		c.result.Covered >= wantCovered && c.result.FocalSigma <= wantSigma
}

// wish is the view that is missing most.
func (c *Collector) wish() Wish {
	switch {
	case c.done():
		return Done
	case c.tilted < min(wantTilted, 1+len(c.views)/2):
		return TiltIt
	}
	// The emptiest half of the picture.
	best, least := Again, 0.85
	sum := map[Wish]float64{}
	for i, n := range c.cells() {
		x, y, seen := i%coverGrid, i/coverGrid, min(float64(n), 1)
		if x < coverGrid/4 {
			sum[GoLeft] += seen
		}
		if x >= coverGrid-coverGrid/4 {
			sum[GoRight] += seen
		}
		if y < coverGrid/4 {
			sum[GoUp] += seen
		}
		if y >= coverGrid-coverGrid/4 {
			sum[GoDown] += seen
		}
	}
	for _, side := range []Wish{GoLeft, GoRight, GoUp, GoDown} {
		if share := sum[side] / (coverGrid * coverGrid / 4); share < least {
			best, least = side, share
		}
	}
	if best == Again {
		return TiltIt
	}
	return best
}

func (c *Collector) cells() []int {
	n := make([]int, coverGrid*coverGrid)
	for _, v := range c.views {
		seen := map[int]bool{}
		for _, p := range v {
			x, y := int(p.X*coverGrid/float64(c.Width)), int(p.Y*coverGrid/float64(c.Height))
			if x >= 0 && y >= 0 && x < coverGrid && y < coverGrid {
				seen[y*coverGrid+x] = true
			}
		}
		for k := range seen {
			n[k]++
		}
	}
	return n
}

func (c *Collector) progress() float64 {
	if c.done() {
		return 1
	}
	covered, sure := 0.0, 0.0
	if c.result != nil {
		covered, sure = min(1, c.result.Covered/wantCovered), min(1, wantSigma/c.result.FocalSigma)
	}
	return min(0.99, 0.4*min(1, float64(len(c.views))/wantViews)+0.2*min(1, float64(c.tilted)/wantTilted)+0.2*covered+0.2*sure)
}

func extent(corners []engine.Point) float64 {
	low, high := corners[0], corners[0]
	for _, p := range corners {
		low, high = engine.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}, engine.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
	}
	return math.Hypot(high.X-low.X, high.Y-low.Y)
}

// tilt is by how much the board is turned away from the camera, in degrees, for a lens as most are.
func tilt(corners []engine.Point, b chessboard.Board, width, height int) float64 {
	c := Usual(width, height)
	pose, _, err := FindPose(c, b.Points(), corners)
	if err != nil {
		return 0
	}
	return pose.Tilt()
}

package motion

import (
	"fmt"
	"time"

	"tilewatch/vision/source"
)

// TableState is what the gate says of a frame.
type TableState uint8

// The states of the table.
const (
	// Moving: something moves, or moved so recently that the picture cannot be trusted yet.
	Moving TableState = iota
	// Hand: a hand, or something like an arm reaching in from the picture's edge, is over the table, moving or resting.
	Hand
	// Still: the table is free and at rest; a reading of this frame is worth its time.
	Still
)

func (s TableState) String() string {
	if s > Still {
		return fmt.Sprintf("table state %d", uint8(s))
	}
	return [...]string{"moving", "hand", "still"}[s]
}

// Verdict is what the gate says of one frame.
type Verdict struct {
	State TableState
	Since time.Duration // time of the first frame of the state's present spell
	Frame int           // number of the frame judged
	// Moved and Strange are the shares of the picture that moved since the frame before, and that differ from the free
	// table as it was last seen; 0 to 1.
	Moved, Foreground float64
}

// Times of the gate.
const (
	// settle is how long nothing may move before the table counts as at rest: two frames of a film at 15 a second.
	settle = 120 * time.Millisecond
	// firstSettle is the same while the gate does not know yet how the free table looks.
	firstSettle = 300 * time.Millisecond
	// turmoil is the same after most of the picture has changed: camera pushed, lamp switched on.
	turmoil      = time.Second
	turmoilShare = 0.6 // of the picture; more than an arm and its shadow cover
	// A jolt is so much motion from one frame to the next: no hand is that fast, the camera was pushed. Then the table need look less
	// different to be learned anew.
	joltShare, joltedShare = 0.45, 0.2
	// calmFor is how long a table at rest, looking as it did, goes unjudged while nothing moves.
	calmFor = 240 * time.Millisecond
	// longGap: a gap in the frames this long, or time going back, means that the past says nothing of the present.
	longGap = 5 * time.Second
)

// Gate tells frames of a free table at rest from frames with hands or motion in them. Shadows and changes of exposure do
// not count, once they do not move. It judges each frame by the frames before it, on a picture about 320 pixels wide.
// One Gate serves one camera and one goroutine.
type Gate struct {
	view  view
	table table // free of hands, as last seen
	read  table // as it was when Accept was called
	diff  difference
	blobs []blob

	state    TableState
	since    time.Duration
	now      time.Duration
	judged   time.Duration // when the frame was last compared with the table
	calm     bool          // it looked just the same then
	jolted   bool          // the camera was pushed, and the table is not known since
	compared difference    // with what was read, for
	region   *Region       // what Changed answers, until a frame is judged or accepted
	moved    time.Duration // when something last moved
	shut     time.Duration // when a hand was last over the table; 0: never since the table was learned
	doubt    bool          // the table was learned from a single frame, and a hand may have been in it
	known    bool          // view holds a frame
}

// NewGate makes a gate that knows no table yet. The caller closes it.
func NewGate() *Gate { return &Gate{view: newView()} }

// Close frees the gate's scratch picture.
func (g *Gate) Close() error { return g.view.close() }

// See judges the next frame. It reads the frame's Mat and keeps nothing of it. An error means that the frame is no
// 8-bit color picture; the gate is as before then.
func (g *Gate) See(f source.Frame) (Verdict, error) {
	fits, err := g.view.load(f)
	if err != nil {
		return Verdict{}, err
	}
	gap := f.Time - g.now
	if !g.known || !fits || gap < 0 || gap > longGap {
		g.reset(f.Time)
	}
	g.now = f.Time
	v := Verdict{Frame: f.Number}
	v.Moved = g.view.motion()
	if v.Moved > 0 {
		g.moved = f.Time
	}
	g.jolted = g.jolted || v.Moved > joltShare
	if g.state != Still || !g.calm || v.Moved > 0 || f.Time-g.judged >= calmFor {
		v.Foreground = g.compare(f.Time - g.judged)
	}
	v.State, v.Since = g.state, g.since
	return v, nil
}

// compare judges the frame by the table; passed is the time since that was last done.
func (g *Gate) compare(passed time.Duration) float64 {
	before := g.state
	var strange float64
	g.state, strange = g.judge(passed)
	if g.state != before {
		g.since = g.now
	}
	if g.state == Still {
		g.table.follow(&g.view, &g.diff, seconds(passed))
	}
	g.judged, g.calm, g.region = g.now, strange == 0, nil
	return strange
}

// reset forgets the table, but not what the reader has read: the board may be the same after the camera was lost.
func (g *Gate) reset(now time.Duration) {
	g.view.forget()
	g.table.px = g.table.px[:0]
	if !g.read.fits(&g.view) {
		g.read.px = g.read.px[:0]
	}
	g.known, g.state, g.since, g.moved, g.judged, g.region = true, Moving, now, now, now, nil
}

// judge compares the frame with the free table and says what that means, and how much of the picture differs.
func (g *Gate) judge(passed time.Duration) (TableState, float64) {
	rest := g.now - g.moved
	if !g.table.fits(&g.view) {
		if rest < firstSettle {
			return Moving, 1
		}
		g.learn()
	}
	g.diff.compare(&g.view, &g.table)
	strange := g.diff.erode()
	if rest >= turmoil && (strange > turmoilShare || g.jolted && strange > joltedShare) {
		g.learn()
		g.diff.compare(&g.view, &g.table)
		strange = g.diff.erode()
	}
	g.jolted = g.jolted && rest < turmoil
	g.table.ponder(&g.view, &g.diff, seconds(passed), seconds(g.hold()))
	hand := false
	g.blobs = g.diff.findBlobs(g.blobs[:0])
	for i := range g.blobs {
		hand = g.meet(&g.blobs[i], rest) || hand
	}
	switch {
	case hand:
		g.shut = g.now
		return Hand, strange
	case g.now-max(g.moved, g.shut) >= settle:
		g.doubt = g.doubt && g.shut == 0
		return Still, strange
	}
	return Moving, strange
}

// learn takes the frame for the free table, for want of anything better.
func (g *Gate) learn() {
	g.table.take(&g.view)
	g.table.remember()
	g.doubt, g.jolted, g.shut = true, false, 0
}

// meet says whether the blob is a hand over the table. What has become part of the table, it takes into the model.
func (g *Gate) meet(b *blob, rest time.Duration) bool {
	if !b.handLike(&g.diff) {
		hold := keepTiles
		if b.atEdge() {
			hold = keepEdge
		}
		if rest >= settle && g.rested(b, hold) {
			g.adopt(b)
		}
		return false
	}
	gone := g.doubt && rest >= settle && g.diff.uncovered(b, &g.view, &g.table)
	// Noise makes each pixel stir now and then; a hand stirs as a whole.
	if gone || b.small(&g.diff) && (rest >= smallHold || g.rested(b, smallHold)) {
		g.adopt(b)
		return false
	}
	return true
}

// hold is how long something at rest may be a hand.
func (g *Gate) hold() time.Duration {
	if g.doubt {
		return doubtHold
	}
	return handHold
}

// rested says whether nearly all of the blob has looked as it does for so long.
func (g *Gate) rested(b *blob, hold time.Duration) bool {
	restless, enough := 0, seconds(hold)
	for _, i := range g.diff.pixels(b) {
		if g.table.rivalFor[i] < enough {
			restless++
		}
	}
	return restless*10 < b.area
}

func (g *Gate) adopt(b *blob) {
	for _, i := range g.diff.pixels(b) {
		g.table.set(&g.view, &g.diff, int(i))
		g.diff.mask[i] = same
	}
}

// Accept remembers the frame seen last as read: Changed tells what is different from it.
func (g *Gate) Accept() {
	g.read.take(&g.view)
	g.region = nil
}

// Changed is what differs between the frame seen last and the one that Accept was called on; the whole picture if it was
// never called. While the state is not Still, hands are in it too.
func (g *Gate) Changed() Region {
	if !g.read.fits(&g.view) {
		return wholeRegion(&g.view)
	}
	if g.region == nil {
		g.compared.compare(&g.view, &g.read)
		region := g.compared.region(&g.view)
		g.region = &region
	}
	return *g.region
}

func seconds(d time.Duration) float32 { return float32(d.Seconds()) }

package motion

import (
	"fmt"
	"image"
	"time"

	"tilewatch/vision/source"
)

// TableState is the gate's judgment of a frame.
type TableState uint8

// The states of the table.
const (
	// Moving: something moves, or moved a moment ago.
	Moving TableState = iota
	// Hand: a hand or an arm reaches in from the picture's edge, moving or resting.
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

// Verdict is the gate's judgment of one frame.
type Verdict struct {
	State TableState
	Since time.Duration // time of the first frame in this state
	Frame int           // number of the frame judged
	// Moved is the share of the picture that moved since the frame before, where that matters. Foreground is the share that differs
	// from the model of the free table, shadows included. Both 0 to 1.
	Moved, Foreground float64
	// Stirred says that something may have happened on the table since the frame before.
	Stirred bool
	// Slow says that the camera gives so few pictures that motion shows in none of them; a hand does.
	Slow bool
	// Blurred says that the frame was passed over because it is less sharp than those before it; the rest is as of the frame before.
	Blurred bool
	// Where is what holds the gate, in picture pixels: what moved last, or the hand. Empty if Still.
	Where image.Rectangle
}

// Times of the gate, hand-set on the films in testdata and on drawn tables (gate_test.go): shorter ones read a table that
// still moves, longer ones delay the score.
const (
	// settle without motion makes a table still: two frames of a film at 15 a second.
	settle = 120 * time.Millisecond
	// firstSettle replaces settle until the gate has a model.
	firstSettle = 300 * time.Millisecond
	// upheavalSettle without motion makes the gate learn again after an upheaval: someone pushed the camera or lit a lamp.
	upheavalSettle = time.Second
	upheavalShare  = 0.6 // share that differs in an upheaval: more than an arm and its shadow cover
	// A jolt is motion of joltShare from one frame to the next: someone pushed the camera, no hand is that fast.
	// After a jolt joltedShare of difference is an upheaval.
	joltShare, joltedShare = 0.45, 0.2
	// calmFor is how long the gate skips the comparison while the table is still and unchanged.
	calmFor = 240 * time.Millisecond
	// longGap between two frames, or time going back, resets the gate.
	longGap = 5 * time.Second
	// slowGap is the time between two pictures of a slow camera, at least; slowPictures in a row make one. Whether the table moved between
	// two of them says nothing; a hand shows in the picture itself.
	slowGap      = 350 * time.Millisecond
	slowPictures = 3
	// littleAtFirst is the share of the picture in which something may move while the table is seen for the first time: a cat, and no
	// hand that reaches the table. What moves is learned with it, and put right once it is gone.
	littleAtFirst = 0.1
	// lingers is how long a hand that reached what matters holds the gate after it drew back: it may have taken the next tile.
	lingers = 2 * time.Second
)

// Gate separates frames of a free table at rest from frames with hands or motion. Shadows and changes of
// exposure do not count once they stop moving. It compares each frame with the frames before it, on a picture
// about 320 pixels wide. One Gate serves one camera and one goroutine.
type Gate struct {
	view     view
	ground   ground // where a change matters
	model    model  // of the free table
	accepted model  // the frame that was held at the last Accept
	held     view   // the frame at the last Hold; shares all but its pixels
	diff     difference
	blobs    []blob

	state      TableState
	since      time.Duration
	now        time.Duration
	comparedAt time.Duration   // time of the last comparison with the model
	unchanged  bool            // that comparison found no foreground
	jolted     bool            // someone pushed the camera, and the gate has not learned the table since
	change     difference      // from accepted; scratch of Changed
	region     *Region         // the answer of Changed, until the next comparison or Accept
	lastMotion time.Duration   // time of the last motion
	first      model           // the first frame; frames lie on it until there is a model
	bands      []float32       // brightness of the last frame's bands
	bandsUntil time.Duration   // until when every frame is leveled
	sway       shift           // of the last frame that had moved
	swaysUntil time.Duration   // until when every frame is registered
	slow       int             // gaps in a row that are long
	reached    time.Duration   // when a hand last reached what matters
	stirs      image.Rectangle // the last motion
	hands      image.Rectangle // the hands of the last comparison
	lastHand   time.Duration   // time of the last hand; 0: none since the model was learned
	uncertain  bool            // the model comes from a single frame, which may show a hand
	hasFrame   bool            // view holds a frame
}

// NewGate makes a gate without a model. The caller closes it.
func NewGate() *Gate { return &Gate{view: newView()} }

// Close frees the gate's scratch Mats.
func (g *Gate) Close() error { return g.view.close() }

// See judges the next frame. It reads the frame's Mat and keeps no reference to it. It fails if the frame is no
// 8-bit color picture; the gate is then as before.
func (g *Gate) See(f source.Frame) (Verdict, error) {
	fits, err := g.view.load(f)
	if err != nil {
		return Verdict{}, err
	}
	g.ground.fit(&g.view)
	gap := f.Time - g.now
	if !g.hasFrame || !fits || gap < 0 || gap > longGap {
		g.reset(f.Time)
	}
	if f.Photo {
		g.now = f.Time
		return g.photo(f), nil
	}
	if g.view.blurred() && gap < blurredFor && f.Time >= g.swaysUntil {
		g.view.passOver()
		return Verdict{State: g.state, Since: g.since, Frame: f.Number, Where: g.where(), Blurred: true}, nil
	}
	g.now = f.Time
	if g.slow++; gap < slowGap {
		g.slow = 0
	}
	g.steady()
	v := Verdict{Frame: f.Number}
	v.Moved = g.motion(gap)
	if g.state != Still || !g.unchanged || v.Moved > 0 || f.Time-g.comparedAt >= calmFor {
		v.Foreground = g.compare(f.Time - g.comparedAt)
	}
	v.State, v.Since, v.Where = g.state, g.since, g.where()
	v.Slow = g.slow >= slowPictures
	v.Stirred = v.State != Still || v.Moved > 0
	return v, nil
}

// photo takes a photo of a table at rest: whoever took it waited for that, and what it shows is the free table.
func (g *Gate) photo(f source.Frame) Verdict {
	g.reset(f.Time)
	g.relearn()
	g.state = Still
	return Verdict{State: Still, Since: f.Time, Frame: f.Number, Stirred: true}
}

// motion is the share of the picture that moved where that matters.
func (g *Gate) motion(passed time.Duration) float64 {
	g.jolted = g.view.motion() > joltShare || g.jolted
	moved, where := g.ground.stirs(g.view.cells)
	if moved > 0 && (g.model.fits(&g.view) || share(where.Size(), g.view.full) > littleAtFirst) {
		g.lastMotion, g.stirs = g.now, where
	}
	if passed < slowGap {
		g.ground.learn(g.view.cells, seconds(max(passed, 0)), g.model.fits(&g.view) && !g.uncertain)
	} else {
		g.ground.skip()
	}
	return float64(moved) / float64(g.view.w*g.view.h)
}

// where is what holds the gate.
func (g *Gate) where() image.Rectangle {
	switch g.state {
	case Moving:
		return g.stirs
	case Hand:
		return g.hands
	}
	return image.Rectangle{}
}

// Attend says where the table's things lie and how far a play reaches around them: a change elsewhere is not a change of the table. Without
// zones, and before the first call, all of the picture matters.
func (g *Gate) Attend(zones []Zone) { g.ground.attend(zones) }

// Ignored are the parts of the picture, in its pixels, that move in place: the gate takes them for background.
func (g *Gate) Ignored() []image.Rectangle { return g.ground.regions() }

// compare classifies the frame against the model; passed is the time since the last comparison.
func (g *Gate) compare(passed time.Duration) float64 {
	before := g.state
	var share float64
	g.state, share = g.classify(passed)
	if g.state != before {
		g.since = g.now
	}
	if g.state == Still {
		g.model.adapt(&g.view, &g.diff, seconds(passed))
	}
	g.comparedAt, g.unchanged, g.region = g.now, share == 0, nil
	return share
}

// reset drops the model. It keeps the accepted frame: the board may be the same after the camera was lost.
func (g *Gate) reset(now time.Duration) {
	g.view.forget()
	g.first.mean, g.sway, g.swaysUntil = g.first.mean[:0], shift{}, 0
	g.bandsUntil = 0
	g.model.mean = g.model.mean[:0]
	if !g.accepted.fits(&g.view) {
		g.accepted.mean = g.accepted.mean[:0]
	}
	g.hasFrame, g.state, g.since, g.lastMotion, g.comparedAt, g.region = true, Moving, now, now, now, nil
}

// classify is the frame's state and the share of its picture that differs from the model.
func (g *Gate) classify(passed time.Duration) (TableState, float64) {
	rest := g.now - g.lastMotion
	switch {
	case g.model.fits(&g.view):
	case rest >= firstSettle:
		g.relearn()
	case g.slow >= slowPictures: // something moves between any two of them: the first is as good as another
		g.model.mean = append(g.model.mean[:0], g.first.mean...)
		g.model.startHistory()
		g.uncertain = true
	default:
		return Moving, 1
	}
	share := g.subtract(rest)
	g.model.ageRivals(&g.view, &g.diff, seconds(passed), seconds(g.handTimeout()))
	switch {
	case g.findHands(rest):
		g.lastHand = g.now
		return Hand, share
	case g.now-max(g.lastMotion, g.lastHand) >= settle, g.slow >= slowPictures:
		g.uncertain = g.uncertain && g.lastHand == 0
		return Still, share
	}
	return Moving, share
}

// subtract fills in the difference from the model and returns its share of the picture. After an upheaval or a jolt that
// has come to rest it learns the table again.
func (g *Gate) subtract(rest time.Duration) (share float64) {
	g.diff.compare(&g.view, &g.model)
	share = g.diff.erode()
	if rest >= upheavalSettle && (share > upheavalShare || g.jolted && share > joltedShare) {
		g.relearn()
		g.diff.compare(&g.view, &g.model)
		share = g.diff.erode()
	}
	g.jolted = g.jolted && rest < upheavalSettle
	return share
}

// findHands says whether a hand is over the table. It absorbs the blobs that have become part of it.
func (g *Gate) findHands(rest time.Duration) (hand bool) {
	g.blobs = g.diff.findBlobs(g.blobs[:0])
	clear(g.ground.held)
	g.hands = image.Rectangle{}
	for i := range g.blobs {
		if b := &g.blobs[i]; g.isHand(b, rest) {
			hand = true
			g.hands = g.hands.Union(b.box(g.view.factor))
			b.hand = true
		}
	}
	clear(g.ground.hand)
	for i := range g.blobs {
		if g.blobs[i].hand {
			g.ground.mark(g.ground.hand, &g.blobs[i], &g.diff)
		}
	}
	return hand
}

// relearn makes the frame the model.
func (g *Gate) relearn() {
	g.model.copyFrame(&g.view)
	g.model.startHistory()
	g.uncertain, g.jolted, g.lastHand = true, false, 0
	g.sway, g.swaysUntil, g.bandsUntil = shift{}, 0, 0
}

// isHand says whether the blob is a hand over the table. It absorbs a blob that has become part of the table.
func (g *Gate) isHand(b *blob, rest time.Duration) bool {
	calm, reached, touches := g.ground.touch(b, &g.diff)
	if !b.handLike(&g.diff) || float64(calm) < handArea*float64(g.view.w*g.view.h) {
		hold := keepTiles
		if b.atEdge {
			hold = keepEdge
		}
		if rest >= settle && g.settled(b, hold) {
			g.absorb(b)
		}
		return false
	}
	gone := g.uncertain && rest >= settle && g.diff.uncovered(b, &g.view, &g.model)
	if gone {
		g.absorb(b)
		g.model.disown(g.diff.pixels(b))
		return false
	}
	// Noise moves single pixels now and then; a hand moves as a whole.
	if b.small(&g.diff) && (rest >= smallHold || g.settled(b, smallHold)) {
		g.absorb(b)
		return false
	}
	g.ground.hold(b, &g.diff)
	if reached >= minBlob {
		g.reached = g.now
	}
	return reached >= minBlob || touches && g.now-g.reached < lingers
}

// handTimeout is how long a blob at rest can be a hand.
func (g *Gate) handTimeout() time.Duration {
	if g.uncertain {
		return uncertainHold
	}
	return handHold
}

// settledPart: the blob has settled while fewer than one in so many of its pixels are restless; hand-set.
const settledPart = 10

// settled says whether nearly all of the blob has looked the same for so long.
func (g *Gate) settled(b *blob, hold time.Duration) bool {
	restless, enough := 0, seconds(hold)
	for _, i := range g.diff.pixels(b) {
		if g.model.rivalFor[i] < enough {
			restless++
		}
	}
	return restless*settledPart < b.area
}

// absorb makes the blob part of the model.
func (g *Gate) absorb(b *blob) {
	for _, i := range g.diff.pixels(b) {
		g.model.replace(&g.view, &g.diff, int(i))
		g.diff.mask[i] = same
	}
}

// Hold remembers the last frame: it is about to be read, while others may come.
func (g *Gate) Hold() {
	now := append(g.held.now[:0], g.view.now...)
	g.held = g.view
	g.held.now = now
}

// Accept says that the frame held last was read; Changed compares with it.
func (g *Gate) Accept() {
	g.accepted.copyFrame(&g.held)
	g.region = nil
}

// Changed is the difference of the last frame from the accepted one; the whole picture without an accepted one.
// It includes hands unless the state is Still.
func (g *Gate) Changed() Region {
	if g.region == nil {
		region := g.changed(&g.view)
		g.region = &region
	}
	return *g.region
}

// HeldChanged is the same of the frame held last, whatever came after it.
func (g *Gate) HeldChanged() Region { return g.changed(&g.held) }

func (g *Gate) changed(v *view) Region {
	if !g.accepted.fits(v) {
		return wholeRegion(v)
	}
	g.change.compare(v, &g.accepted)
	return g.change.region(v, &g.ground)
}

// share is a part's share of the whole.
func share(part, whole image.Point) float64 {
	return float64(part.X*part.Y) / float64(whole.X*whole.Y)
}

func seconds(d time.Duration) float32 { return float32(d.Seconds()) }

package motion

import (
	"strings"
	"testing"
)

// flatView is a view of one color.
func flatView(w, h int, color [3]uint8) *view {
	v := &view{w: w, h: h, factor: 1}
	for range w * h {
		v.now = append(v.now, color[:]...)
	}
	return v
}

// paints colors some of a view's pixels.
func paints(v *view, color [3]uint8, in func(x, y int) bool) {
	for i := range v.w * v.h {
		if in(i%v.w, i/v.w) {
			copy(v.now[3*i:], color[:])
		}
	}
}

// learnt is a table that looks like the view, and remembers.
func learnt(v *view) *model {
	var t model
	t.copyFrame(v)
	t.startHistory()
	return &t
}

func TestAPixelIsTheSameShadedOrStrange(t *testing.T) {
	d := &difference{limit: 10, gain: [3]float32{1, 1, 1}}
	then := []float32{60, 100, 140}
	for name, c := range map[string]struct {
		now   []uint8
		alike bool
		kind  uint8 // if not
	}{
		"the same":                      {[]uint8{60, 100, 140}, true, same},
		"as far apart as noise":         {[]uint8{70, 90, 150}, true, same},
		"one channel a bit farther":     {[]uint8{60, 100, 151}, false, shadow},
		"one channel much farther":      {[]uint8{60, 100, 165}, false, foreground},
		"in the shade":                  {[]uint8{42, 70, 98}, false, shadow},
		"in deep shade":                 {[]uint8{25, 41, 57}, false, shadow},
		"in the dark":                   {[]uint8{22, 36, 51}, false, foreground},
		"in the light":                  {[]uint8{90, 150, 210}, false, shadow},
		"mirroring a lamp":              {[]uint8{130, 210, 255}, false, foreground},
		"of another color":              {[]uint8{140, 100, 60}, false, foreground},
		"in the shade and a bit bluer":  {[]uint8{46, 69, 96}, false, shadow},
		"in the shade and much bluer":   {[]uint8{58, 65, 88}, false, foreground},
		"of a gray with the same light": {[]uint8{100, 100, 100}, false, foreground},
	} {
		if got := d.alike(c.now, then); got != c.alike {
			t.Errorf("%s: the same: %v, want %v", name, got, c.alike)
		}
		if got := d.classify(c.now, then); !c.alike && got != c.kind {
			t.Errorf("%s: kind %d, want %d", name, got, c.kind)
		}
	}
	d.gain = [3]float32{0.5, 0.5, 0.5}
	if !d.alike([]uint8{30, 50, 70}, then) || d.alike([]uint8{60, 100, 140}, then) {
		t.Error("half the exposure is not taken into account")
	}
}

func TestAComparisonDrawsWhatIsNotTheSame(t *testing.T) {
	v := flatView(24, 12, [3]uint8{60, 100, 140})
	known := learnt(v)
	paints(v, [3]uint8{200, 40, 40}, func(x, y int) bool { return x >= 3 && x < 6 && y == 4 })
	paints(v, [3]uint8{48, 80, 112}, func(x, y int) bool { return x >= 12 && y >= 2 && y < 10 })
	var d difference
	share := d.compare(v, known)
	rows := strings.Split(drawnMask(&d), "/")
	if rows[0] != strings.Repeat(".", 24) || rows[4][:12] != "...XXX......" || rows[6][14:22] != "ssssssss" || strings.Contains(rows[6][12:], ".") {
		t.Errorf("the mask is %q", rows)
	}
	if want := float64(3+8*12) / (24 * 12); share != want {
		t.Errorf("a share of %.4f is not the same, want %.4f", share, want)
	}
	if d.limit != 10 {
		t.Errorf("without noise pixels may differ by %.1f, want 10", d.limit)
	}
	v.noise = 10
	if share := d.compare(v, known); share != 3.0/(24*12) || d.limit < 32.9 || d.limit > 33.1 {
		t.Errorf("with noise they may differ by %.1f and a share of %.4f does, want 33 and %.4f", d.limit, share, 3.0/(24*12))
	}
}

// Through a shadow the table's pattern still shows.
func TestAShadowKeepsTheTablesGrain(t *testing.T) {
	v := flatView(40, 40, [3]uint8{60, 100, 140})
	striped := func(x, y int) bool { return x%4 < 2 }
	paints(v, [3]uint8{84, 140, 196}, striped)
	known := learnt(v)
	inner := func(x, y int) bool { return x >= 10 && x < 20 && y >= 10 && y < 20 }
	for name, c := range map[string]struct {
		light, dark [3]uint8
		want        uint8
	}{
		"a shadow over stripes":           {[3]uint8{59, 98, 137}, [3]uint8{42, 70, 98}, shadow},
		"a hand of one of their colors":   {[3]uint8{48, 80, 112}, [3]uint8{48, 80, 112}, foreground},
		"a thing with stripes of its own": {[3]uint8{42, 70, 98}, [3]uint8{48, 80, 112}, foreground},
	} {
		now := &view{w: v.w, h: v.h, factor: 1, now: append([]uint8(nil), v.now...)}
		paints(now, c.dark, inner)
		paints(now, c.light, func(x, y int) bool { return inner(x, y) && striped(x, y) })
		var d difference
		d.compare(now, known)
		if got := d.mask[15*40+14]; got != c.want {
			t.Errorf("%s: kind %d, want %d", name, got, c.want)
		}
	}
}

func TestErosionLeavesWhatIsSolid(t *testing.T) {
	for name, c := range map[string]struct {
		mask *difference
		want string
		left int
	}{
		"a thin line goes": {masked(
			"........",
			"XXXXXXXX",
			"........",
			"........",
		), "......../......../......../........", 0},
		"two lines go": {masked(
			"........",
			"XXXXXXXX",
			"XXXXXXXX",
			"........",
		), "......../......../......../........", 0},
		"a square keeps its inside": {masked(
			"........",
			".XXXXX..",
			".XsssX..",
			".XsssX..",
			".XXXXX..",
			"........",
		), "......../......../..sss.../..sss.../......../........", 6},
		"at the picture's edge it is solid": {masked(
			"XXX.....",
			"XXX.....",
			"XXX.....",
			"........",
		), "XX....../XX....../......../........", 4},
		"a hole hollows it": {masked(
			"XXXXX",
			"XXXXX",
			"XX.XX",
			"XXXXX",
			"XXXXX",
		), "XXXXX/X...X/X...X/X...X/XXXXX", 16},
	} {
		t.Run(name, func(t *testing.T) {
			share := c.mask.erode()
			if got := drawnMask(c.mask); got != c.want {
				t.Errorf("left is %s, want %s", got, c.want)
			}
			if want := float64(c.left) / float64(len(c.mask.mask)); share != want {
				t.Errorf("a share of %.3f is left, want %.3f", share, want)
			}
		})
	}
}

// pondered is how often a table of one pixel ponders a look until that is part of it, or 0: never within a hundred times. shown says when
// it is seen.
func pondered(shown func(time int) bool, hold float32) int {
	bare, laid := [3]uint8{60, 100, 140}, [3]uint8{40, 200, 40}
	known := learnt(flatView(1, 1, bare))
	for n := range 100 {
		d := &difference{w: 1, h: 1, limit: 10, gain: [3]float32{1, 1, 1}, mask: []uint8{same}}
		v := flatView(1, 1, bare)
		if shown(n) {
			v, d.mask[0] = flatView(1, 1, laid), foreground
		}
		known.ageRivals(v, d, 0.125, hold)
		if d.mask[0] == same && shown(n) {
			if known.mean[1] != 200 || known.previous[1] != 100 || known.rivalFor[0] != 0 {
				return -1
			}
			return n + 1
		}
	}
	return 0
}

func TestALookSeenLongEnoughBecomesTheTables(t *testing.T) {
	for name, c := range map[string]struct {
		shown func(time int) bool
		want  int
	}{
		"all the time":                   {func(int) bool { return true }, 1 + 4},
		"never":                          {func(int) bool { return false }, 0},
		"half of the time":               {func(n int) bool { return n%2 == 0 }, 0}, // it gains as much as it loses
		"two times of three":             {func(n int) bool { return n%3 < 2 }, 11},
		"now and then for a moment":      {func(n int) bool { return n%10 < 2 }, 0},
		"long enough after an interrupt": {func(n int) bool { return n != 3 }, 7},
	} {
		if got := pondered(c.shown, 0.5); got != c.want {
			t.Errorf("%s: after %d times, want %d", name, got, c.want)
		}
	}
}

func TestAThirdLookDoesNotCountForTheRival(t *testing.T) {
	known := learnt(flatView(1, 1, [3]uint8{60, 100, 140}))
	see := func(color [3]uint8) bool {
		d := &difference{w: 1, h: 1, limit: 10, gain: [3]float32{1, 1, 1}, mask: []uint8{foreground}}
		known.ageRivals(flatView(1, 1, color), d, 0.125, 0.5)
		return d.mask[0] == same
	}
	tile, hand := [3]uint8{40, 200, 40}, [3]uint8{90, 120, 220}
	for range 4 {
		see(tile)
	}
	for range 3 {
		if see(hand) {
			t.Fatal("a hand over the tile became part of the table")
		}
	}
	for look := range 3 {
		if got := see(tile); got != (look == 2) {
			t.Errorf("look %d: the tile under the hand is part of the table: %v", look+1, got)
		}
	}
}

func TestALookThatWasKnownIsNeverStrange(t *testing.T) {
	bare, hand := flatView(8, 8, [3]uint8{60, 100, 140}), flatView(8, 8, [3]uint8{90, 120, 220})
	known := learnt(bare)
	d := &difference{w: 8, h: 8, limit: 10, gain: [3]float32{1, 1, 1}}
	for i := range 64 {
		known.replace(hand, d, i) // it rested there for too long
	}
	if share := d.compare(hand, known); share != 0 {
		t.Errorf("what is part of the table now is foreground, a share of %.2f", share)
	}
	if share := d.compare(bare, known); share != 0 {
		t.Errorf("the table as it was before is foreground, a share of %.2f", share)
	}
	if share := d.compare(hand, known); share != 1 {
		t.Errorf("the hand that comes back is the table, but for a share of %.2f", share)
	}
}

func TestTheTableFollowsSlowChangesWhereItIsFree(t *testing.T) {
	v := flatView(2, 1, [3]uint8{100, 100, 100})
	known := learnt(v)
	now := flatView(2, 1, [3]uint8{108, 108, 108})
	d := &difference{w: 2, h: 1, limit: 10, gain: [3]float32{1, 1, 1}, mask: []uint8{same, foreground}}
	known.adapt(now, d, 0.25)
	if known.mean[0] != 102 || known.mean[3] != 100 {
		t.Errorf("after a quarter of a second it is %.1f where free and %.1f under a hand, want 102 and 100", known.mean[0], known.mean[3])
	}
	known.adapt(now, d, 60) // after a gap it does not jump
	if known.mean[0] != 105 {
		t.Errorf("after a minute it is %.1f, want half of the way", known.mean[0])
	}
	d.gain = [3]float32{0.5, 0.5, 0.5}
	known.adapt(flatView(2, 1, [3]uint8{54, 54, 54}), d, 0)
	if known.mean[3] != 50 || known.rival[3] != 50 || d.gain != [3]float32{1, 1, 1} {
		t.Errorf("in half the light it is %.1f, its rival %.1f, and the gain that is left %v", known.mean[3], known.rival[3], d.gain)
	}
}

func TestATableFitsViewsOfItsSize(t *testing.T) {
	v := flatView(4, 4, [3]uint8{1, 2, 3})
	if known := (&model{}); known.fits(v) {
		t.Error("a table that is not known fits")
	}
	known := learnt(v)
	if !known.fits(v) || known.fits(flatView(4, 5, [3]uint8{1, 2, 3})) {
		t.Error("a table fits another size, or not its own")
	}
	v.now[0] = 99
	if known.mean[0] != 1 {
		t.Error("the table changes with the view it was taken from")
	}
}

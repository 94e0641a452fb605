package vision

import (
	"errors"
	"maps"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// Tracker reads the pictures of a camera that stands still. Where the structure was found once, it is looked for first,
// and every tile ever seen in it is looked at again, even if one that links it is hidden: reading on is faster than
// searching and overlooks less. It serves one goroutine at a time.
type Tracker struct {
	reader *Reader
	last   *structure
	known  stacks       // what lies or lay there when it was seen last, on the lattice of last
	racks  []*structure // what was found and is none
	reads  int
	lost   int // tiles seen in the picture before and not in the last one
	again  int // the read from which a search is worth its time again
	ground *ground

	expected []Stack // what others know of the stacks
}

// searchAgain is after how many pictures a doubted structure is searched for again.
const searchAgain = 8

// looseEvery is of how many pictures one is searched for racks and banks too, once the structure is known: that takes
// several times as long.
const looseEvery = 2

// NewTracker makes a tracker that searches and reads faces as the reader does.
func NewTracker(reader *Reader) *Tracker { return &Tracker{reader: reader} }

// Lies tells the tracker where a calibrated camera has the table; nil: nobody measured it. A camera that was moved since is noticed:
// then the table is found anew.
func (t *Tracker) Lies(table *calibration.Table) {
	if table != nil {
		t.ground = groundFrom(table)
	}
}

// Trust is how well what was read last is known to be the structure.
type Trust uint8

// The degrees of trust.
const (
	// Unknown: it may be a rack; the whole picture is searched.
	Unknown Trust = iota
	// Doubted: it is the structure, but not all of it, or not as it should be; it is looked for where it lay, and every now
	// and then the whole picture is searched, too, for something better.
	Doubted
	// Trusted: it is looked for where it lay.
	Trusted
)

// Read reads the next picture; cam and set are as in Reader.Still. If the structure does not lie any more where it was
// read last, the whole picture is searched. Errors that are the picture's fault are of type *Error.
func (t *Tracker) Read(p *Picture, cam *calibration.Camera, set *calibration.Tileset, trust Trust) (engine.Observation, error) {
	var obs engine.Observation
	err := withRaster(p, func(r *raster, gray gocv.Mat) (err error) {
		f := &finder{raster: r, gray: gray, cam: orDefault(cam, p), sizes: sizesOf(set)}
		if err := t.follow(f, trust); err != nil {
			return err
		}
		if s := r.asRecorded(t.last, t.recorded(t.last), t.known); s != t.last {
			t.keep(r, s)
		}
		obs, err = t.reader.observe(r, t.last, f.beside)
		return err
	})
	return obs, err
}

// follow finds the structure where it lay, or else in the whole picture, and every now and then there although it is where it lay.
func (t *Tracker) follow(f *finder, trust Trust) (err error) {
	t.reads++
	if trust == Unknown || !f.track(t) {
		return t.search(f)
	}
	if (trust == Doubted || t.lost > 0) && t.reads >= t.again {
		if err := t.compare(f); err != nil {
			return err
		}
	}
	if t.reads%looseEvery == 0 {
		t.last.marks, err = findMarks(f.raster, f.gray)
	}
	return err
}

// compare searches the whole picture although the structure was found where it lay, for a pose that drifted loses tiles. What
// explains more is kept.
func (t *Tracker) compare(f *finder) error {
	t.again = t.reads + searchAgain
	tracked, known := t.last, t.known
	err := t.search(f)
	var unreadable *Error
	if err != nil && !errors.As(err, &unreadable) {
		return err
	}
	if err != nil || !t.last.holds(tracked) || t.last.score <= tracked.score+searchGain {
		t.last, t.known = tracked, known
	}
	return nil
}

// searchGain is by how much the score of a structure that was searched for must be better than that of the one known: the
// place of its tiles among those seen before is lost.
const searchGain = 3.0

// NoStructure says that what was read last is none but a player's rack: it is not taken for one again.
func (t *Tracker) NoStructure() {
	if t.last == nil {
		return
	}
	t.racks = append(t.racks, t.last)
	t.racks = t.racks[max(0, len(t.racks)-mostRacks):]
	t.last = nil
}

// mostRacks is how many readings of racks are remembered: some for each player.
const mostRacks = 12

// search looks for the structure in the whole picture: on the table known first, and if nothing that settles lies there,
// anywhere.
func (t *Tracker) search(f *finder) error {
	t.last, t.known = nil, nil
	if err := checkLight(f.raster); err != nil {
		return err
	}
	f.ground = t.ground
	s, err := f.searchPast(usual, careful, t.onRack)
	if f.ground != nil && (err != nil || !s.fitted()) {
		f.ground = nil
		if other, failed := f.searchPast(usual, careful, t.onRack); failed == nil && (err != nil || other.fitted()) {
			s, err = other, nil
		}
	}
	if err != nil {
		return err
	}
	t.keep(f.raster, f.largest(s))
	return nil
}

// onRack says whether the structure is one of the racks known.
func (t *Tracker) onRack(s *structure) bool {
	return slices.ContainsFunc(t.racks, func(rack *structure) bool { return rack.holds(s) })
}

// trackReach is how far from known tiles new ones are looked for, in places: a tile that is hardly seen may link others.
const trackReach = 2

// keptShare is the share of the cells that must still be seen where they lay.
const keptShare = 0.7

// track looks for the structure where it lay, and remembers how it lies now; false if it is not there.
func (r *raster) track(t *Tracker) bool {
	if t.last == nil || t.last.cam.Width != r.w || t.last.cam.Height != r.h || len(t.last.cells) == 0 {
		return false
	}
	s, fine := &structure{pose: t.last.pose, cells: stacks{}}, fineJudge()
	s.pose.known, s.before = t.ground, t.known
	r.survey(s, fine, t.known)
	there := 0
	for at := range t.last.cells {
		if s.cells[at] > 0 {
			there++
		}
	}
	if float64(there) < keptShare*float64(len(t.last.cells)) {
		return false
	}
	r.fitBorders(s, narrowLocator(), tableHold)
	r.survey(s, fine, t.known)
	r.hearRivals(s, t.known)
	r.peek(s)
	t.lost = 0
	for at := range t.known {
		if s.cells[at] == 0 {
			t.lost++
		}
	}
	t.keep(r, s)
	return true
}

// around are the known places and those within reach of them, in order.
func around(known stacks) []engine.Place {
	wanted := map[engine.Place]bool{}
	for at := range known {
		for row := -trackReach; row <= trackReach; row++ {
			width := trackReach - max(row, -row)
			for col := -width; col <= width; col++ {
				wanted[at.Add(engine.Place{Row: row, Col: col})] = true
			}
		}
	}
	return slices.SortedFunc(maps.Keys(wanted), engine.ComparePlaces)
}

// survey judges the known places and those around them, follows what looks like tiles to its end, and takes what is
// linked to the known places for the structure's cells.
func (r *raster) survey(s *structure, j *judge, known stacks) {
	g := r.surveyed(s, j, known)
	s.judgeBlanks(g.kept, g.weak, g.faint)
	s.oneFaceEach(g.kept, known)
	s.score, s.cells = 0, stacks{}
	for at := range linkedTo(known, g.kept) {
		if level, seen := g.kept[at]; seen {
			s.cells[at] = level
			s.score += min(s.evidence[at].tile, surely)
		}
	}
}

// surveyed is what is seen at the known places and those around them, and on from there.
func (r *raster) surveyed(s *structure, j *judge, known stacks) outgrowth {
	look := func(at engine.Place) *placeEvidence {
		e := r.look(j, s, at)
		if known[at] > 0 {
			e.best = s.likeliest(at, e)
		}
		return e
	}
	g, places := outgrowth{kept: stacks{}, weak: stacks{}, faint: stacks{}}, around(known)
	s.evidence = r.lookAll(places, look)
	seen := map[engine.Place]bool{}
	for i := 0; i < len(places) && len(g.kept) < maxCells; i++ {
		at := places[i]
		if seen[at] {
			continue
		}
		seen[at] = true
		e := s.evidence[at]
		if e == nil {
			e = look(at)
			s.evidence[at] = e
		}
		switch {
		case e.tile > tileAccepted:
			g.kept[at] = e.best
			for _, n := range at.Neighbors() {
				places = append(places, n)
			}
		case e.tile > tileBridge:
			g.weak[at] = e.best
		case e.tile > faintLeast:
			g.faint[at] = e.best
		}
	}
	return g
}

// likeliest is the level that the picture and those before it speak for.
func (s *structure) likeliest(at engine.Place, e *placeEvidence) int {
	best := e.best
	for l := 1; l <= engine.MaxHeight; l++ {
		if e.height[l-1]+s.prior(at, l) > e.height[best-1]+s.prior(at, best) {
			best = l
		}
	}
	return best
}

// linkedTo is the largest linked set of the known places and the tiles.
func linkedTo(known, tiles stacks) stacks {
	all := maps.Clone(tiles)
	for at := range known {
		all[at] = max(all[at], 1)
	}
	return largestPart(all)
}

// keep remembers the structure as it was seen just now, and the table if it tells more of it than those before.
func (t *Tracker) keep(r *raster, s *structure) {
	if t.known == nil {
		t.known = stacks{}
	}
	for at, level := range s.cells {
		t.known[at] = level
	}
	t.last = s
	if t.ground != nil && len(s.cells) <= t.ground.tiles && !t.ground.contradicts(s) {
		return
	}
	if g, ok := r.groundOf(s); ok {
		t.ground = g
	}
}

package nabit

import (
	"errors"
	"maps"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/background"
	"tilewatch/vision/nabit/hidden"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Tracker reads the pictures of a camera that stands still. Where the structure was found once, it is looked for first,
// and every tile ever seen in it is looked at again, even if one that links it is hidden: reading on is faster than
// searching and overlooks less. It serves one goroutine at a time.
type Tracker struct {
	reader     *Reader
	last       *hypothesis.Hypothesis
	known      lattice.Levels           // what lies or lay there when it was seen last, on the lattice of last
	rejected   []*hypothesis.Hypothesis // what was found and is none
	reads      int
	missing    int // tiles seen in the picture before and not in the last one
	nextSearch int // the read from which a search is worth its time again
	plane      *camerapose.PlanePrior

	expected []Stack // what others know of the stacks
}

// searchInterval is after how many pictures a doubted structure is searched for again.
const searchInterval = 8

// looseInterval is of how many pictures one is searched for racks and banks too, once the structure is known: that takes
// several times as long.
const looseInterval = 2

// NewTracker makes a tracker that searches and reads faces as the reader does.
func NewTracker(reader *Reader) *Tracker { return &Tracker{reader: reader} }

// SetTable tells the tracker where a calibrated camera has the table; nil: nobody measured it. A camera that was moved since is noticed:
// then the table is found anew.
func (t *Tracker) SetTable(table *calibration.Table) {
	if table != nil {
		t.plane = camerapose.PlanePriorOf(table)
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
func (t *Tracker) Read(p *picture.Picture, cam *calibration.Camera, set *calibration.Tileset, trust Trust) (engine.Observation, error) {
	var obs engine.Observation
	err := picture.WithRaster(p, func(r *picture.Raster, gray gocv.Mat) (err error) {
		f := &search.Finder{Raster: r, Gray: gray, Cam: cameraOrDefault(cam, p), Sizes: camerapose.SizesOf(set)}
		if err := t.follow(f, trust); err != nil {
			return err
		}
		if s := refineWithRecord(r, t.last, t.expectedLevels(t.last), t.known); s != t.last {
			t.remember(r, s)
		}
		obs, err = t.reader.observe(r, t.last, f.Beside)
		return err
	})
	return obs, err
}

// follow finds the structure where it lay, or else in the whole picture, and every now and then there although it is where it lay.
func (t *Tracker) follow(f *search.Finder, trust Trust) (err error) {
	t.reads++
	if trust == Unknown || !trackStructure(f.Raster, t) {
		return t.search(f)
	}
	if (trust == Doubted || t.missing > 0) && t.reads >= t.nextSearch {
		if err := t.compareWithSearch(f); err != nil {
			return err
		}
	}
	if t.reads%looseInterval == 0 {
		t.last.Marks, err = marks.Find(f.Raster, f.Gray)
	}
	return err
}

// compareWithSearch searches the whole picture although the structure was found where it lay, for a pose that drifted loses tiles. What
// explains more is kept.
func (t *Tracker) compareWithSearch(f *search.Finder) error {
	t.nextSearch = t.reads + searchInterval
	tracked, known := t.last, t.known
	err := t.search(f)
	var unreadable *picture.Error
	if err != nil && !errors.As(err, &unreadable) {
		return err
	}
	if err != nil || !t.last.Covers(tracked) || t.last.Score <= tracked.Score+searchGain {
		t.last, t.known = tracked, known
	}
	return nil
}

// searchGain is by how much the score of a structure that was searched for must be better than that of the one known: the
// place of its tiles among those seen before is lost.
const searchGain = 3.0

// RejectStructure says that what was read last is none but a player's rack: it is not taken for one again.
func (t *Tracker) RejectStructure() {
	if t.last == nil {
		return
	}
	t.rejected = append(t.rejected, t.last)
	t.rejected = t.rejected[max(0, len(t.rejected)-maxRejected):]
	t.last = nil
}

// maxRejected is how many readings of racks are remembered: some for each player.
const maxRejected = 12

// search looks for the structure in the whole picture: on the table known first, and if nothing that settles lies there,
// anywhere.
func (t *Tracker) search(f *search.Finder) error {
	t.last, t.known = nil, nil
	if err := f.Raster.CheckLight(); err != nil {
		return err
	}
	f.Ground = t.plane
	s, err := f.SearchExcluding(hypothesis.UsualEffort, hypothesis.CarefulEffort, t.isRejected)
	if f.Ground != nil && (err != nil || !s.Fitted()) {
		f.Ground = nil
		if other, failed := f.SearchExcluding(hypothesis.UsualEffort, hypothesis.CarefulEffort, t.isRejected); failed == nil && (err != nil || other.Fitted()) {
			s, err = other, nil
		}
	}
	if err != nil {
		return err
	}
	t.remember(f.Raster, f.Largest(s))
	return nil
}

// isRejected says whether the structure is one of the racks known.
func (t *Tracker) isRejected(s *hypothesis.Hypothesis) bool {
	return slices.ContainsFunc(t.rejected, func(rack *hypothesis.Hypothesis) bool { return rack.Covers(s) })
}

// trackReach is how far from known tiles new ones are looked for, in places: a tile that is hardly seen may link others.
const trackReach = 2

// minKeptShare is the share of the cells that must still be seen where they lay.
const minKeptShare = 0.7

// trackStructure looks for the structure where it lay, and remembers how it lies now; false if it is not there.
func trackStructure(r *picture.Raster, t *Tracker) bool {
	if t.last == nil || t.last.Cam.Width != r.W || t.last.Cam.Height != r.H || len(t.last.Cells) == 0 {
		return false
	}
	s, fine := &hypothesis.Hypothesis{Pose: t.last.Pose, Cells: lattice.Levels{}}, tileface.FineClassifier()
	s.Pose.Prior, s.Previous = t.plane, t.known
	evaluateAround(r, s, fine, t.known)
	there := 0
	for at := range t.last.Cells {
		if s.Cells[at] > 0 {
			there++
		}
	}
	if float64(there) < minKeptShare*float64(len(t.last.Cells)) {
		return false
	}
	hypothesis.FitEdges(r, s, tileface.NarrowEdgeNet(), camerapose.TableHold)
	evaluateAround(r, s, fine, t.known)
	hidden.ReconsiderClaims(r, s, t.known)
	hidden.FindOccluded(r, s)
	t.missing = 0
	for at := range t.known {
		if s.Cells[at] == 0 {
			t.missing++
		}
	}
	t.remember(r, s)
	return true
}

// placesAround are the known places and those within reach of them, in order.
func placesAround(known lattice.Levels) []engine.Place {
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

// evaluateAround judges the known places and those around them, follows what looks like tiles to its end, and takes what is
// linked to the known places for the structure's cells.
func evaluateAround(r *picture.Raster, s *hypothesis.Hypothesis, j *tileface.Classifier, known lattice.Levels) {
	g := growFrom(r, s, j, known)
	background.ScoreBlanks(s, g.Kept, g.Weak, g.Faint)
	hidden.SuppressDuplicateFaces(s, g.Kept, known)
	s.Score, s.Cells = 0, lattice.Levels{}
	for at := range linkedComponent(known, g.Kept) {
		if level, seen := g.Kept[at]; seen {
			s.Cells[at] = level
			s.Score += min(s.Evidence[at].Tile, hypothesis.CellScoreCap)
		}
	}
}

// growFrom is what is seen at the known places and those around them, and on from there.
func growFrom(r *picture.Raster, s *hypothesis.Hypothesis, j *tileface.Classifier, known lattice.Levels) hypothesis.Growth {
	look := func(at engine.Place) *hypothesis.Evidence {
		e := hypothesis.Evaluate(r, j, s, at)
		if known[at] > 0 {
			e.Best = likeliestLevel(s, at, e)
		}
		return e
	}
	g, places := hypothesis.Growth{Kept: lattice.Levels{}, Weak: lattice.Levels{}, Faint: lattice.Levels{}}, placesAround(known)
	s.Evidence = hypothesis.EvaluateAll(r, places, look)
	seen := map[engine.Place]bool{}
	for i := 0; i < len(places) && len(g.Kept) < camerapose.MaxCells; i++ {
		at := places[i]
		if seen[at] {
			continue
		}
		seen[at] = true
		e := s.Evidence[at]
		if e == nil {
			e = look(at)
			s.Evidence[at] = e
		}
		switch {
		case e.Tile > hypothesis.TileAccepted:
			g.Kept[at] = e.Best
			for _, n := range at.Neighbors() {
				places = append(places, n)
			}
		case e.Tile > hypothesis.TileBridge:
			g.Weak[at] = e.Best
		case e.Tile > hypothesis.TileFaint:
			g.Faint[at] = e.Best
		}
	}
	return g
}

// likeliestLevel is the level that the picture and those before it speak for.
func likeliestLevel(s *hypothesis.Hypothesis, at engine.Place, e *hypothesis.Evidence) int {
	best := e.Best
	for l := 1; l <= engine.MaxHeight; l++ {
		if e.Height[l-1]+s.LevelPrior(at, l) > e.Height[best-1]+s.LevelPrior(at, best) {
			best = l
		}
	}
	return best
}

// linkedComponent is the largest linked set of the known places and the tiles.
func linkedComponent(known, tiles lattice.Levels) lattice.Levels {
	all := maps.Clone(tiles)
	for at := range known {
		all[at] = max(all[at], 1)
	}
	return lattice.LargestComponent(all)
}

// remember remembers the structure as it was seen just now, and the table if it tells more of it than those before.
func (t *Tracker) remember(r *picture.Raster, s *hypothesis.Hypothesis) {
	if t.known == nil {
		t.known = lattice.Levels{}
	}
	for at, level := range s.Cells {
		t.known[at] = level
	}
	t.last = s
	if t.plane != nil && len(s.Cells) <= t.plane.Tiles && !hypothesis.Contradicts(t.plane, s) {
		return
	}
	if g, ok := hypothesis.PlanePriorFrom(r, s); ok {
		t.plane = g
	}
}

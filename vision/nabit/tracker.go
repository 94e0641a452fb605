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
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/growth"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Tracker reads the pictures of a camera that stands still. It looks for the structure where it lay in the last picture, and evaluates every place
// where a tile was ever seen, even if nothing links it now: that is faster than a search and overlooks less. It serves one goroutine at a time.
type Tracker struct {
	reader     *Reader
	last       *hypothesis.Hypothesis      // the structure in the last picture; nil: none
	known      lattice.Levels              // the level of every place where a tile was ever seen, on the lattice of last
	rejected   []*hypothesis.Hypothesis    // readings that turned out to be racks
	reads      int                         // pictures read
	still      int                         // pictures in a row that showed the same
	missing    int                         // known places without a tile in the last picture
	beside     int                         // tiles of the board by the map of the last picture that are not in last
	nextSearch int                         // the read before which a search is not worth its time
	plane      *camerapose.PlanePrior      // where the table lies; nil: unknown
	measured   *camerapose.PlanePrior      // the same as it was calibrated; nil: it was not
	found      camerapose.Pose             // the one that showed it, with lens and tiles as they were fitted then
	anyCamera  bool                        // nobody measured the camera
	set        *calibration.Tileset        // as measured; nil: it was not
	disproved  bool                        // the set's thickness, by the sides of tiles
	shown      shown                       // what structures show of lens and tiles
	colors     palette                     // of the tiles
	sides      heights.ThicknessLikelihood // what the sides of tiles said of their thickness when they said most
	recalled   calibration.Found           // what a game before found

	expected []Stack // what the record says
	measures bool    // heights
}

// The schedule of what takes longer than tracking. Hand-set.
const (
	searchInterval = 8 // reads between two searches for a better hypothesis, if one is in doubt
	mapLooks       = 3 // reads with a map of their own after something has changed
	mapInterval    = 4 // reads that share a map later, at most
	looseInterval  = 2 // reads between two searches for racks and banks: they take several times as long as tracking
)

// NewTracker makes a tracker that searches and reads faces as the reader does.
func NewTracker(reader *Reader) *Tracker { return &Tracker{reader: reader} }

// SetTable sets where a calibrated camera has the table; nil changes nothing. The tracker notices if the camera was moved since, and
// then finds the table again.
func (t *Tracker) SetTable(table *calibration.Table) {
	if table != nil {
		t.measured = camerapose.PlanePriorOf(table)
		t.plane = t.measured
	}
}

// MeasureHeights says whether stacks may have grown by several tiles between two pictures. Then the tracker measures their heights as in a still
// picture; else the history of the game counts the tiles, and faces alone are enough.
func (t *Tracker) MeasureHeights(on bool) { t.measures = on }

// Trust is how sure the game is that the last reading was the structure.
type Trust uint8

// The degrees of trust.
const (
	// Unknown: it may be a rack. The tracker searches the whole picture.
	Unknown Trust = iota
	// Doubted: it is the structure, but parts are missing or wrong. The tracker follows it, and every now and then also searches the whole picture for
	// something better.
	Doubted
	// Trusted: the tracker follows it.
	Trusted
)

// Read reads the next picture; cam and set are as in Reader.Still. If the structure no longer lies where it was, it searches the whole
// picture. Errors that are the picture's fault are of type *picture.Error.
func (t *Tracker) Read(p *picture.Picture, cam *calibration.Camera, set *calibration.Tileset, trust Trust) (engine.Observation, error) {
	var obs engine.Observation
	err := picture.WithRaster(p, func(r *picture.Raster, gray gocv.Mat) (err error) {
		t.colors.believe(set)
		if t.anyCamera, t.set = cam == nil, set; t.disproved {
			t.set = anyThickness(set)
		}
		f := &search.Finder{Raster: r, Gray: gray, Cam: t.camera(cam, p), Sizes: camerapose.SizesOf(t.set), Recalled: t.tilesRecalled()}
		if err := t.follow(f, trust); err != nil {
			return err
		}
		if s := refineWithRecord(r, t.last, t.expectedLevels(t.last), t.known); s != t.last {
			t.remember(r, s)
		}
		if t.measures {
			t.remember(r, heights.InferHeights(r, t.last))
		}
		obs, err = t.reader.observe(r, t.last, f.Beside, &t.colors)
		if f.Unfinished {
			doubt(&obs)
		}
		return err
	})
	return obs, err
}

// follow tracks the structure, or else searches for it. If the structure is in doubt, it does both every now and then.
func (t *Tracker) follow(f *search.Finder, trust Trust) (err error) {
	t.reads++
	if trust == Unknown {
		return t.search(f)
	}
	if f.Map, err = t.mapOf(f.Raster); err != nil {
		return err
	}
	if !trackStructure(f.Raster, f.Map, t) {
		return t.search(f)
	}
	if t.reads%looseInterval == 0 {
		if t.measureTiles(f.Raster, t.last); t.disproves(t.last) {
			f.Sizes = camerapose.SizesOf(t.set)
			return t.search(f)
		}
		switch t.measureByRecord(f.Raster) {
		case disproved:
			t.dropThickness()
			f.Sizes = camerapose.SizesOf(t.set)
			return t.search(f)
		case doubtful:
			if err := t.tryAnyThickness(f); err != nil {
				return err
			}
		}
		if t.disprovesLens(f) {
			f.Cam = t.shown.camera
			return t.search(f)
		}
	}
	beside := search.Overlooked(f.Map.Peaks(), t.last)
	if (trust == Doubted || t.missing > 0) && t.reads >= t.nextSearch || beside > t.beside && beside > 1 {
		if err := t.compareWithSearch(f); err != nil {
			return err
		}
		beside = search.Overlooked(f.Map.Peaks(), t.last)
	}
	t.beside = beside
	if t.reads%looseInterval == 0 {
		all, err := candidate.Find(f.Raster, f.Gray)
		if err != nil {
			return err
		}
		t.last.Mark(all)
	}
	return nil
}

// mapOf is the map of the next picture. The network takes as long as all else, and where nothing changes it says much the same; but it errs by the noise of
// one picture, too, so that what is new is seen on several.
func (t *Tracker) mapOf(r *picture.Raster) (*tilemap.Map, error) {
	if t.last == nil || !t.last.Map.Shows(r) {
		t.still = 0
		return tilemap.Of(r)
	}
	if t.still++; t.still < mapLooks || t.still%mapInterval == 0 {
		return tilemap.Of(r)
	}
	return t.last.Map, nil
}

// compareWithSearch searches the whole picture although tracking found the structure, for a pose that drifted loses tiles. It keeps
// the hypothesis that explains more.
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

// tryAnyThickness searches the whole picture for tiles of any thickness. The set's is dropped if that finds more.
func (t *Tracker) tryAnyThickness(f *search.Finder) error {
	tracked, before := t.last, *t
	t.dropThickness()
	f.Sizes = camerapose.SizesOf(t.set)
	if err := t.compareWithSearch(f); err != nil || t.last != tracked {
		return err
	}
	t.set, t.disproved, t.plane, t.found = before.set, before.disproved, before.plane, before.found
	return nil
}

// searchGain is by how much the score of a hypothesis from a search must exceed the tracked one's, log-likelihood ratio: with a new lattice the
// tracker forgets where tiles were. Hand-set.
const searchGain = 3.0

// Rename says that the tiles which were read as one color's are another's.
func (t *Tracker) Rename(from, to engine.Color) { t.colors.rename(from, to) }

// RejectStructure says that the last reading was a player's rack, not the structure. The tracker passes it over from now on.
func (t *Tracker) RejectStructure() {
	if t.last == nil {
		return
	}
	t.rejected = append(t.rejected, t.last)
	t.rejected = t.rejected[max(0, len(t.rejected)-maxRejected):]
	t.last = nil
}

// maxRejected is how many rejected readings the tracker remembers: a few for each of four players. Hand-set.
const maxRejected = 12

// search searches the whole picture: first on the known table, with lens and tiles as they were found there, and if nothing fits, on any table.
func (t *Tracker) search(f *search.Finder) error {
	t.last, t.known = nil, nil
	cam, sizes := f.Cam, f.Sizes
	f.Usual = t.unmeasured(cam, sizes)
	if sizes.Unmeasured = f.Usual; f.Usual.ThicknessUnknown() {
		sizes.Unmeasured = heights.ThicknessLikelihood{}.Prior(f.Usual, f.Recalled)
	}
	if f.Ground, f.Sizes = t.plane, sizes; t.found.Cam != nil {
		f.Cam, f.Sizes = t.found.Cam, t.found.Sizes
	}
	s, err := f.Search(hypothesis.MapEffort, t.isRejected)
	if f.Ground != nil && (err != nil || !s.Fitted()) {
		f.Ground, f.Cam, f.Sizes = nil, cam, sizes
		if other, failed := f.Search(hypothesis.MapEffort, t.isRejected); failed == nil && (err != nil || other.Fitted()) {
			s, err = other, nil
		}
	}
	if err != nil {
		return err
	}
	s = f.Largest(s)
	if t.measureTiles(f.Raster, s); t.disproves(s) {
		f.Cam, f.Sizes = cam, camerapose.SizesOf(t.set)
		return t.search(f)
	}
	t.remember(f.Raster, s)
	return nil
}

// isRejected says whether a hypothesis is a rejected reading.
func (t *Tracker) isRejected(s *hypothesis.Hypothesis) bool {
	return slices.ContainsFunc(t.rejected, func(rack *hypothesis.Hypothesis) bool { return rack.Covers(s) })
}

// trackReach is how far from known tiles the tracker looks for new ones, places: a tile that is hidden may link others. Hand-set.
const trackReach = 2

// minKeptShare is the share of the last cells that must be where they lay; else the structure was moved. Hand-set.
const minKeptShare = 0.7

// trackStructure finds the structure under the last pose and refines that; false if too little of it is there.
func trackStructure(r *picture.Raster, m *tilemap.Map, t *Tracker) bool {
	if t.last == nil || t.last.Cam.Width != r.W || t.last.Cam.Height != r.H || len(t.last.Cells) == 0 {
		return false
	}
	s, fine := &hypothesis.Hypothesis{Pose: t.last.Pose, Cells: lattice.Levels{}, Map: m}, tileface.FineClassifier()
	s.Pose.Prior = t.plane
	s.Expect(t.known)
	s.CompareWith(t.last.Cells)
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
	growth.FindOccluded(r, s)
	s.ScoreEdges()
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

// evaluateAround evaluates the known places and those around them, and on from there; the structure's cells are the tiles that are
// linked to known places.
func evaluateAround(r *picture.Raster, s *hypothesis.Hypothesis, j *tileface.Classifier, known lattice.Levels) {
	g := growFrom(r, s, j, known)
	growth.ScoreBlanks(s, g.Kept, g.Weak, g.Faint)
	growth.SuppressDuplicateFaces(s, g.Kept, known)
	s.Empty()
	for at := range linkedComponent(known, g.Kept) {
		if level, seen := g.Kept[at]; seen {
			s.Accept(at, level)
		}
	}
}

// growFrom evaluates places outward from the known ones, as long as there are tiles.
func growFrom(r *picture.Raster, s *hypothesis.Hypothesis, j *tileface.Classifier, known lattice.Levels) hypothesis.Growth {
	look := func(at engine.Place) *hypothesis.Evidence {
		e := hypothesis.Evaluate(r, j, s, at)
		if known[at] > 0 {
			e.Prefer(likeliestLevel(s, at, e))
		}
		return e
	}
	g, places := hypothesis.Growth{Kept: lattice.Levels{}, Weak: lattice.Levels{}, Faint: lattice.Levels{}}, placesAround(known)
	s.EvaluateAt(r, places, look)
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
			s.Note(at, e)
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

// likeliestLevel is the level with the largest posterior: of the evidence, and of the level in the last picture.
func likeliestLevel(s *hypothesis.Hypothesis, at engine.Place, e *hypothesis.Evidence) int {
	best := e.Best
	for l := 1; l <= engine.MaxHeight; l++ {
		if e.Height[l-1]+s.LevelPrior(at, l) > e.Height[best-1]+s.LevelPrior(at, best) {
			best = l
		}
	}
	return best
}

// linkedComponent is the largest connected set of the known places and the tiles.
func linkedComponent(known, tiles lattice.Levels) lattice.Levels {
	all := maps.Clone(tiles)
	for at := range known {
		all[at] = max(all[at], 1)
	}
	return lattice.LargestComponent(all)
}

// remember keeps the structure, and the plane under it if that is known better than before.
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
		t.plane, t.found = g, s.Pose
	}
}

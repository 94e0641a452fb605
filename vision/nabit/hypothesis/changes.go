package hypothesis

import (
	"maps"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Others read the fields of a hypothesis, and change it only by these methods, by Grow and Keep, and by the fits of refine.go. Its pose is theirs to fit.

// Clone copies the hypothesis. The copy may note other evidence of a place; until it does, both share one, and what corrects it changes both.
func (s *Hypothesis) Clone() Hypothesis {
	c := *s
	c.Cells, c.Evidence, c.RackLines = maps.Clone(s.Cells), maps.Clone(s.Evidence), nil // loose tiles depend on the pose
	return c
}

// Under is a copy under another pose.
func (s *Hypothesis) Under(p camerapose.Pose) Hypothesis {
	c := s.Clone()
	c.Pose = p
	return c
}

// Put makes the place a cell of that level.
func (s *Hypothesis) Put(at engine.Place, level int) { s.Cells[at] = level }

// PutAll makes all these places cells of their levels.
func (s *Hypothesis) PutAll(levels lattice.Levels) { maps.Copy(s.Cells, levels) }

// Drop makes the place no cell.
func (s *Hypothesis) Drop(at engine.Place) { delete(s.Cells, at) }

// Note keeps what the picture says of a place.
func (s *Hypothesis) Note(at engine.Place, e *Evidence) { s.Evidence[at] = e }

// Accept makes the place a cell of that level, and adds what its evidence says to the score.
func (s *Hypothesis) Accept(at engine.Place, level int) {
	s.Cells[at] = level
	s.Score += min(s.Evidence[at].Tile, CellScoreCap)
}

// Empty drops all cells, and the score with them.
func (s *Hypothesis) Empty() { s.Cells, s.Score = lattice.Levels{}, 0 }

// EvaluateAt replaces all evidence by that of these places, evaluated in parallel.
func (s *Hypothesis) EvaluateAt(r *picture.Raster, places []engine.Place, evaluate func(engine.Place) *Evidence) {
	s.Evidence = EvaluateAll(r, places, evaluate)
}

// Reevaluate evaluates all cells again under the present pose. What is known of them beyond their faces stays.
func (s *Hypothesis) Reevaluate(r *picture.Raster) {
	s.RackLines = nil // found under another pose
	for at, e := range EvaluateAll(r, s.Cells.Places(), func(at engine.Place) *Evidence { return Evaluate(r, tileface.FineClassifier(), s, at) }) {
		e.Keep(s.Evidence[at])
		s.Evidence[at] = e
	}
	s.ScoreEdges()
}

// ScoreEdges sets the edge score by the edges as last evaluated.
func (s *Hypothesis) ScoreEdges() { s.EdgeScore = s.EdgesLogLikelihood() }

// MeasureEdges sets the edge score by the picture.
func (s *Hypothesis) MeasureEdges(r *picture.Raster) {
	s.EdgeScore = tileface.EdgeLogLikelihood(r, &s.Pose, s.Cells)
}

// Bridge says that the place must be a tile of that level, since it links parts, and notes its evidence.
func (s *Hypothesis) Bridge(at engine.Place, e *Evidence) {
	s.Bridged = maps.Clone(s.Bridged).With(at, e.Best) // copies share them
	s.Note(at, e)
	s.Put(at, e.Best)
}

// Unbridge takes that back, and makes the place no cell.
func (s *Hypothesis) Unbridge(at engine.Place, e *Evidence) {
	s.Bridged = maps.Clone(s.Bridged)
	delete(s.Bridged, at)
	s.Note(at, e)
	s.Drop(at)
}

// Expect says which stacks the pictures before showed.
func (s *Hypothesis) Expect(before lattice.Levels) { s.Previous = before }

// Suspect adds to the log-odds that it is a rack.
func (s *Hypothesis) Suspect(more float64) { s.RackPenalty += more }

// KeepRackLines keeps the loose tiles around it under this pose.
func (s *Hypothesis) KeepRackLines(lines []Line) { s.RackLines = lines }

// Mark replaces the marks of its picture.
func (s *Hypothesis) Mark(all []marks.Mark) { s.Marks = all }

// DropMarks drops the marks at these points of the picture, and the loose tiles that they led to. Copies keep theirs.
func (s *Hypothesis) DropMarks(at func(engine.Point) bool) {
	s.RackLines = nil
	s.Marks = slices.DeleteFunc(slices.Clone(s.Marks), func(m marks.Mark) bool { return at(m.At) })
}

package vision

import (
	"fmt"
	"slices"

	"tilewatch/engine"
)

const (
	secondTiles = 4   // of a structure that is named; fewer may lie beside each other by chance
	secondTried = 3   // places at which another is looked for
	secondEdges = 3.5 // log-likelihood ratio of a face's edges on average; with racks and their neighbors it is up to 2.5
	secondReach = 0.6 // pitches about the middle of its faces in which all else that is seen is part of it
)

// others are the other structures on the table, of what was found as this one was: lattices of tiles that hold no tile of it, are no rack and
// are seen well.
func (r *raster) others(s *structure) (all []structure) {
	apart := func(o *structure) bool {
		return len(o.cells) >= secondTiles && !o.mayBeRack() && s.held(o) == 0 && o.held(s) == 0
	}
	var tries []structure
	for i := range r.found {
		o := &r.found[i]
		if apart(o) && !slices.ContainsFunc(tries, func(t structure) bool { return t.held(o) > 0 }) {
			if tries = append(tries, o.clone()); len(tries) == secondTried {
				break
			}
		}
	}
	for _, o := range r.each(tries, r.finish) {
		if apart(&o) && o.edges > secondEdges*float64(len(o.cells)) && !slices.ContainsFunc(all, func(t structure) bool { return t.held(&o) > 0 }) {
			all = append(all, o)
		}
	}
	return all
}

// leave takes the marks of others, which are no loose tiles, from those of the structure.
func (s *structure) leave(others []structure) {
	if len(others) == 0 {
		return
	}
	s.lines = nil // some may be of tiles of others
	s.marks = slices.DeleteFunc(slices.Clone(s.marks), func(m mark) bool {
		return slices.ContainsFunc(others, func(o structure) bool { return o.shows(m.at) })
	})
}

// named are the warnings of other structures.
func named(others []structure) (warnings []engine.Warning) {
	for i := range others {
		warnings = append(warnings, engine.Warning{Code: "second_structure",
			Message: fmt.Sprintf("another structure of %d tiles or stacks lies beside this one and is not counted: photograph it by itself", len(others[i].cells))})
	}
	return warnings
}

// shows says whether a face is seen at a point of the picture.
func (s *structure) shows(q engine.Point) bool {
	for at, level := range s.cells {
		if dist(q, s.pose.pixel(float64(at.Col), float64(at.Row), float64(level))) < secondReach*s.pose.scale(at) {
			return true
		}
	}
	return false
}

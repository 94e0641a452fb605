package hidden

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"sync"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/occlusion"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Bounds of an occluded face. Hand-set; testdata/nabit/witness guards them: in its first and last board stacks hide tiles that link words.
const (
	minVisible = 0.12 // share of the face: less says too little
	maxVisible = 0.93 // share of the face: with more, the face classifiers apply
	hueClamp   = 5.0  // bound of the color's log-likelihood ratio
	edgeFloor  = 0.1  // least likelihood ratio of an edge, against outliers
)

// Weights say how likely a face that stacks hide in part is there, by what is seen of it and by what the map shows of that.
type Weights struct {
	Look   float64 `json:"look"`   // for each nat of its visible edges and its color
	Tile   float64 `json:"tile"`   // for each nat of the map's tile
	Middle float64 `json:"middle"` // and of its heat
	Offset float64 `json:"offset"`
}

// Of are the log-odds of such a face.
func (w *Weights) Of(look float64, s tilemap.Signs) float64 {
	return w.Look*look + w.Tile*s.Tile + w.Middle*s.Middle + w.Offset
}

//go:embed weights.json
var fitted []byte

// weights are the fitted ones.
var weights = sync.OnceValue(func() (w *Weights) {
	if err := json.Unmarshal(fitted, &w); err != nil {
		panic(fmt.Sprintf("weights.json: %v", err)) // the file is part of the program
	}
	return w
})

// FindOccluded looks beside the cells for tiles that stacks hide in part, and beyond those for wholly visible ones that no other tile
// led to. The face classifiers know whole faces only; so it scores an occluded face by its visible edges, by whether its visible color is
// that of tiles or of the table, and by what the map of tiles shows there. Without a map, as where classifiers learn from their own errors, it finds none.
func FindOccluded(r *picture.Raster, s *hypothesis.Hypothesis) {
	plastic, table := s.KnownHues(s.Cells)
	if len(plastic) == 0 || len(table) == 0 || s.Map == nil {
		return
	}
	for range occludedRounds {
		rim := s.Cells.Boundary()
		if !acceptTiles(s, rim, evaluateBoundary(r, s, rim, plastic, table)) {
			return
		}
	}
}

// evaluateBoundary evaluates the places beside the cells; nil where evidence exists and nothing hides the place.
func evaluateBoundary(r *picture.Raster, s *hypothesis.Hypothesis, rim []engine.Place, plastic, table []hue.Hue) []*hypothesis.Evidence {
	shown := s.FaceMiddles()
	found := make([]*hypothesis.Evidence, len(rim))
	parallel.Do(len(rim), func(i int) {
		if found[i] = evaluateOccluded(r, s, rim[i], plastic, table); found[i] == nil && s.Evidence[rim[i]] == nil {
			found[i] = hypothesis.Evaluate(r, tileface.FineClassifier(), s, rim[i])
			if tileface.OnFace(&s.Pose, rim[i], found[i].Best, shown) >= 0 {
				found[i].Deny(hypothesis.ByClaim)
			}
		}
	})
	return found
}

// acceptTiles makes cells of the places that are tiles, and reports whether there were any.
func acceptTiles(s *hypothesis.Hypothesis, rim []engine.Place, found []*hypothesis.Evidence) (more bool) {
	for i, at := range rim {
		e := found[i]
		if e == nil {
			continue
		}
		if e.Tile > 0 || s.Evidence[at] == nil {
			s.Note(at, e)
		}
		if e.Tile > 0 {
			s.Accept(at, e.Best)
			more = true
		}
	}
	return more
}

// occludedRounds bounds the repetitions: each tile found may lead to another. Hand-set.
const occludedRounds = 3

// evaluateOccluded is the evidence of a place that is partly hidden at some level; nil if it is at none.
func evaluateOccluded(r *picture.Raster, s *hypothesis.Hypothesis, at engine.Place, plastic, table []hue.Hue) *hypothesis.Evidence {
	var seen []hypothesis.PartFace
	for level := 1; level < engine.MaxHeight; level++ {
		if p, ok := PartOf(r, s, at, level, plastic, table); ok {
			seen = append(seen, hypothesis.PartFace{Level: level, Face: p.Face, Odds: p.odds(s)})
		}
	}
	return hypothesis.OfParts(seen)
}

// odds are the log-odds of a partly hidden face.
func (p *Part) odds(s *hypothesis.Hypothesis) float64 {
	return weights().Of(p.Look, s.Map.SignsOfPart(p.Seen)) + tilemap.Apart(s.Map.BoardOfPart(p.Seen)-s.OnBoard)
}

// Part is what is seen of a face that stacks hide in part.
type Part struct {
	Face tileface.FaceProfile
	Seen []engine.Point // points of it in the picture
	Look float64        // the log-likelihood ratio of such a face against none, by its visible edges and its color
}

// PartOf looks at a face of a place at a level, whose color is compared with those of tiles and of the table; false if stacks hide nothing or nearly all
// of it.
func PartOf(r *picture.Raster, s *hypothesis.Hypothesis, at engine.Place, level int, plastic, table []hue.Hue) (p Part, ok bool) {
	hides := s.MaskOf(at, level)
	if hides == (occlusion.Mask{}) {
		return p, false
	}
	hides.HideShared(s.Occluders(), at, level)
	if seen := hides.Visible(1); seen < minVisible || seen > maxVisible {
		return p, false
	}
	color, ok := occlusion.VisibleColor(r, &s.Pose, at, level, &hides)
	p.Face = tileface.SampleFace(r, &s.Pose, at, float64(level))
	if p.Face.Plastic = color; !p.Face.Inside || !ok {
		return p, false
	}
	b := tileface.BorderProfile{Color: &color}
	if tileface.SampleBorder(r, &b, &s.Pose, at, float64(level), tileface.NarrowStep); b.Outside {
		return p, false
	}
	for i, found := range tileface.NarrowEdgeNet().Locate(&b.Inputs) {
		if hides.HalfSideHidden(i) || s.Cells[at.Add(lattice.SideSteps[i/2])] > 0 { // a neighbor has an edge there, too: it says nothing
			continue
		}
		here := math.Log(edgeFloor + found.Here)
		p.Face.Here[i/2] += here / 2
		p.Look += here
	}
	h := hue.HueOf(color)
	is, isNot := hue.NearestHueDistance(h, plastic), hue.NearestHueDistance(h, table)
	p.Look += min(max((isNot*isNot-is*is)/(2*tileface.HueSigma*tileface.HueSigma), -hueClamp), hueClamp)
	p.Seen = occlusion.VisiblePoints(&s.Pose, at, level, &hides)
	return p, true
}

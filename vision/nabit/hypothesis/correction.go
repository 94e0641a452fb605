package hypothesis

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/tileface"
)

// Reason names who corrected the evidence of a place. Answers show it to those who ask why.
type Reason string

// Who corrects evidence, beyond a place's own face.
const (
	ByHue   Reason = "hue"   // a face without a letter has the color of tiles, or of the table
	ByLink  Reason = "link"  // it alone connects parts that are sure
	ByClaim Reason = "claim" // its face at some level belongs to another stack, or turned out to be its own
	ByFrame Reason = "frame" // the frame cuts its face where the stack would be lower
)

// Correction is what one of them said of a place.
type Correction struct {
	By   Reason
	Tile float64 // log-likelihood ratio of a tile that it adds
}

// correct gives the evidence another ratio of a tile, and keeps who did so. What the place's own face says is Tile less all corrections.
func (e *Evidence) correct(by Reason, tile float64) {
	if tile == e.Tile {
		return
	}
	all := slices.Clone(e.Corrections) // copies of the evidence share them
	if k := slices.IndexFunc(all, func(c Correction) bool { return c.By == by }); k >= 0 {
		all[k].Tile += tile - e.Tile
	} else {
		all = append(all, Correction{by, tile - e.Tile})
	}
	e.Tile, e.Corrections = tile, all
}

// Deny says that there is no tile.
func (e *Evidence) Deny(by Reason) { e.correct(by, NoFace) }

// Link says that the place must be a tile of some level, since it connects parts: no less likely than least.
func (e *Evidence) Link(level int, least float64) {
	e.correct(ByLink, max(e.Tile, least))
	e.Best = level
}

// Penalize subtracts a penalty for the color of a face without a letter, in place of the one before.
func (e *Evidence) Penalize(penalty float64) {
	e.correct(ByHue, e.Tile+e.BlankPenalty-penalty)
	e.BlankPenalty = penalty
}

// LoseFace takes a level from a place: another stack's face is seen there.
func (e *Evidence) LoseFace(level int) {
	e.Height[level-1], e.Complete = NoFace, false // not to be cached: other stacks may change
}

// Settle gives the place the level that all stacks together make the likeliest, and the log-likelihoods of all levels.
func (e *Evidence) Settle(level int, of engine.HeightLikelihoods) *Evidence {
	g := *e
	g.Best, g.Complete = level, e.Complete && e.Best == level
	g.Heights = &of
	return &g
}

// Prefer makes a level the likeliest, for what is known beside the face.
func (e *Evidence) Prefer(level int) { e.Best = level }

// Keep takes over what is known of the place beyond its face: that it is a tile rests on more than its edges.
func (e *Evidence) Keep(before *Evidence) {
	e.Tile, e.BlankPenalty, e.Corrections = before.Tile, before.BlankPenalty, before.Corrections
}

// PartFace is what is seen of a face that stacks hide in part.
type PartFace struct {
	Level int
	Face  tileface.FaceProfile
	Odds  float64 // log-odds of a face
}

// OfParts is the evidence of a place of which stacks hide a part at these levels; nil if there are none.
func OfParts(seen []PartFace) *Evidence {
	if len(seen) == 0 {
		return nil
	}
	e := &Evidence{Best: seen[0].Level, Height: NoFaces, Part: true}
	sum := 0.0
	for _, p := range seen {
		l := p.Level - 1
		e.Face[l], e.Height[l] = p.Face, p.Odds
		worth := p.Odds + camerapose.HeightPrior[l]
		sum += math.Exp(min(worth, expMax))
		if worth > e.Height[e.Best-1]+camerapose.HeightPrior[e.Best-1] {
			e.Best = p.Level
		}
	}
	e.Tile = math.Log(sum + sumMin)
	return e
}

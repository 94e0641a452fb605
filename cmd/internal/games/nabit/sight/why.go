package sight

import (
	"math"
	"slices"
	"strconv"

	"tilewatch/cmd/internal/photo"
	"tilewatch/engine"
	"tilewatch/engine/nabit/still"
	"tilewatch/engine/reading"
)

// The kinds of evidence that are told beside those of engine.Why's corrections.
const (
	byFace   = "face"   // the face's edges and its print
	byMap    = "map"    // the network that sees the whole picture
	byStacks = "stacks" // the stacks around, and one pose for all
	byUse    = "use"    // how often stacks are so high
	byHue    = "hue"    // the face's color, and those of the other tiles
	byShape  = "shape"  // the letter's shape
	byWords  = "words"  // the words that the letters spell
)

// reasons are why a cell was read as it was. c is what the picture says of it, and turn leads from its lattice to the board's.
func reasons(read reading.Cell, c *engine.CellEvidence, turn int) []still.Reason {
	height, other := read.Height-1, read.Second.Height-1
	tile, rest := map[string]float64{byMap: c.Why.Map[height]}, c.Tile-c.Why.Map[height]
	for _, k := range c.Why.Corrections {
		tile[k.By] = k.Nats
		rest -= k.Nats
	}
	tile[byFace] = rest
	if odds := math.Log(read.Sure.Tile / (1 - read.Sure.Tile)); !math.IsInf(odds, 0) {
		tile[byWords] = odds - c.Tile
	}
	all := []still.Reason{{What: "tile", Is: "tile", Not: "none", Nats: tile}}
	posterior, face, onMap := reading.HeightPosterior(c.Height), c.Why.Face[height]-c.Why.Face[other], c.Why.Map[height]-c.Why.Map[other]
	seen := c.Height[height] - c.Height[other]
	all = append(all, still.Reason{What: "height", Is: strconv.Itoa(height + 1), Not: strconv.Itoa(other + 1), Nats: map[string]float64{
		byFace: face, byMap: onMap, byStacks: seen - face - onMap, byUse: posterior[height] - posterior[other] - seen,
	}})
	color, next := slices.Index(engine.PlayerColors[:], read.Color), slices.Index(engine.PlayerColors[:], read.Second.Color)
	onMap = c.Why.Color[color] - c.Why.Color[next]
	all = append(all, still.Reason{What: "color", Is: read.Color.String(), Not: read.Second.Color.String(), Nats: map[string]float64{
		byMap: onMap, byHue: c.Color[color] - c.Color[next] - onMap,
	}})
	if r, ok := letterReason(read, c, turn); ok {
		all = append(all, r)
	}
	for _, r := range all {
		for by, nats := range r.Nats {
			if r.Nats[by] = photo.Round(nats, 2); r.Nats[by] == 0 {
				delete(r.Nats, by)
			}
		}
	}
	return all
}

// letterReason is why a letter was read and not the next likeliest; false if the cell was not read, or could be nothing else.
func letterReason(read reading.Cell, c *engine.CellEvidence, turn int) (still.Reason, bool) {
	if len(read.Alternatives) == 0 || read.Alternatives[0].Score <= 0 || read.Sure.Letter <= 0 {
		return still.Reason{}, false
	}
	next := read.Alternatives[0]
	one, other := indexOf(read.Letter, read.Blank), indexOf(next.Letter, next.Blank)
	if one < 0 || other < 0 || one == other { // two letters of one blank look the same
		return still.Reason{}, false
	}
	shape := c.Letter[turn][one] - c.Letter[turn][other]
	return still.Reason{What: "letter", Is: named(read.Letter, read.Blank), Not: named(next.Letter, next.Blank), Nats: map[string]float64{
		byShape: shape, byWords: math.Log(read.Sure.Letter/next.Score) - shape,
	}}, true
}

// indexOf is the place of a reading in engine.LetterLikelihoods; -1 for what nobody could read.
func indexOf(l engine.Letter, blank bool) int {
	switch {
	case blank:
		return engine.BlankIndex
	case l >= 'A' && l <= 'Z':
		return int(l - 'A')
	}
	return -1
}

func named(l engine.Letter, blank bool) string {
	if blank {
		return still.BlankAnswer
	}
	return shown(l).String()
}

package letters

import (
	"errors"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/reading"
	"tilewatch/ocr/mirrored"
	eyes "tilewatch/vision/letters"
	"tilewatch/vision/nabit/visible"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// look reads a picture, or its mirror image if that is clearly likelier by the tiles of either.
func (r *Reader) look(p *picture.Picture) (Result, error) {
	seen, err := r.eyes.Look(p)
	if err != nil {
		return Result{}, err
	}
	odds, err := r.mirrorOdds(p, seen.Tiles)
	if err != nil || odds < -surelyMirrored {
		return r.settle(seen), err
	}
	mirror, err := p.Mirrored()
	if err != nil {
		return Result{}, err
	}
	defer mirror.Close()
	unmirrored, err := r.eyes.Look(mirror)
	if unreadable := new(picture.Error); errors.As(err, &unreadable) {
		return r.settle(seen), nil
	}
	if err != nil {
		return Result{}, err
	}
	// Letters that no mirror changes are found either way, the others once their picture is turned back: they tell most.
	if back, err := r.mirrorOdds(mirror, unmirrored.Tiles); err != nil || back > -surelyMirrored || odds-back < 2*surelyMirrored {
		return r.settle(seen), err
	}
	turnBack(unmirrored.Tiles, p.Width)
	result := r.settle(unmirrored)
	result.Warnings = append([]engine.Warning{{Code: "mirrored",
		Message: "this is a mirror image: it was read as it would be unmirrored; switch mirroring off in the camera's settings"}}, result.Warnings...)
	return result, nil
}

// surelyMirrored are the log-odds from which on a picture is surely a mirror image; below their opposite it surely is none.
const surelyMirrored = 5.0

// mirrorOdds are the log-odds that a picture with these tiles is a mirror image: by each letter's shape, and by the words of those that are linked.
func (r *Reader) mirrorOdds(p *picture.Picture, tiles []eyes.Tile) (odds float64, err error) {
	shapes, err := visible.ReadFaces(r.mirrored, p, slices.Concat(facesOf(tiles), inMirror(tiles)))
	if err != nil {
		return 0, err
	}
	for i := range tiles {
		odds += (mirrored.LogOdds(shapes[i]) - mirrored.LogOdds(shapes[len(tiles)+i])) / 2
	}
	var linked []eyes.Tile
	for _, t := range tiles {
		if t.Linked {
			linked = append(linked, t)
		}
	}
	var asItIs, turned float64
	var errs [2]error
	parallel.Both(
		func() { asItIs, errs[0] = r.likelihood(p, linked, facesOf(linked), 1) },
		func() { turned, errs[1] = r.likelihood(p, linked, inMirror(linked), -1) },
	)
	return odds + turned - asItIs, errors.Join(errs[:]...)
}

// likelihood is how likely (logarithm) letters and words look like these linked tiles, whose columns run to the right (1) or to the left (-1).
func (r *Reader) likelihood(p *picture.Picture, linked []eyes.Tile, faces []engine.Quad, columns int) (float64, error) {
	letters, err := visible.ReadFaces(r.faces, p, faces)
	if err != nil {
		return 0, err
	}
	cells := make([]engine.CellEvidence, len(linked))
	for i, t := range linked {
		at := engine.Place{Row: t.Place.Row, Col: columns * t.Place.Col}
		cells[i] = engine.CellEvidence{Place: at, Tile: math.Max(t.Odds, 1), Visible: 1, Letter: letters[i]}
	}
	return reading.Likelihood(cells, r.words), nil
}

// facesOf are the tiles' faces.
func facesOf(tiles []eyes.Tile) []engine.Quad {
	faces := make([]engine.Quad, len(tiles))
	for i, t := range tiles {
		faces[i] = t.Quad
	}
	return faces
}

// inMirror are the tiles' faces as a mirror shows them.
func inMirror(tiles []eyes.Tile) []engine.Quad {
	faces := facesOf(tiles)
	for i, q := range faces {
		faces[i] = engine.Quad{q[1], q[0], q[3], q[2]}
	}
	return faces
}

// turnBack turns the places of a mirror image's tiles into places of the picture itself.
func turnBack(tiles []eyes.Tile, width int) {
	for i := range tiles {
		for k := range tiles[i].Quad {
			at := &tiles[i].Quad[k]
			at.X = float64(width-1) - at.X
		}
	}
}

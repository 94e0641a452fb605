package letters

import (
	"errors"
	"math"

	"tilewatch/engine"
	"tilewatch/engine/reading"
	eyes "tilewatch/vision/letters"
	"tilewatch/vision/nabit/glyphs"
	"tilewatch/vision/picture"
)

// look reads a picture, or its mirror image if the same tiles are clearly likelier there.
func (r *Reader) look(p *picture.Picture) (Result, error) {
	seen, err := r.eyes.Look(p)
	if err != nil {
		return Result{}, err
	}
	asItIs, err := r.likelihood(p, seen.Tiles, false)
	if err != nil {
		return Result{}, err
	}
	inMirror, err := r.likelihood(p, seen.Tiles, true)
	if err != nil || inMirror < asItIs+mirrorMore {
		return r.settle(seen), err
	}
	mirror, err := p.Mirrored()
	if err != nil {
		return Result{}, err
	}
	defer mirror.Close()
	mirrored, err := r.eyes.Look(mirror)
	if unreadable := new(picture.Error); errors.As(err, &unreadable) {
		return r.settle(seen), nil
	}
	if err != nil {
		return Result{}, err
	}
	if inMirror, err = r.likelihood(mirror, mirrored.Tiles, false); err != nil || inMirror < asItIs+mirrorMore {
		return r.settle(seen), err
	}
	turnBack(mirrored.Tiles, p.Width)
	result := r.settle(mirrored)
	result.Warnings = append([]engine.Warning{{Code: "mirrored",
		Message: "this is a mirror image: it was read as it would be unmirrored; switch mirroring off in the camera's settings"}}, result.Warnings...)
	return result, nil
}

// mirrorMore is by how much (logarithm) letters and words must be likelier in the mirror: one letter that is wrong there costs as much.
const mirrorMore = 5.0

// likelihood is how likely (logarithm) letters and words look like these tiles, as they lie in the picture or in the mirror.
func (r *Reader) likelihood(p *picture.Picture, tiles []eyes.Tile, mirrored bool) (float64, error) {
	quads := make([]engine.Quad, len(tiles))
	for i, t := range tiles {
		quads[i] = t.Quad
		if mirrored {
			quads[i] = engine.Quad{t.Quad[1], t.Quad[0], t.Quad[3], t.Quad[2]}
		}
	}
	letters, err := glyphs.ReadFaces(r.faces, p, quads)
	if err != nil {
		return 0, err
	}
	var linked []engine.CellEvidence
	sum := 0.0
	for i, t := range tiles {
		if !t.Linked {
			sum += anyLetter(letters[i])
			continue
		}
		if mirrored {
			t.Place.Col = -t.Place.Col
		}
		linked = append(linked, engine.CellEvidence{Place: t.Place, Tile: math.Max(t.Odds, 1), Visible: 1, Letter: letters[i]})
	}
	return sum + reading.Likelihood(linked, r.words), nil
}

// anyLetter is how likely a tile shows a letter, whichever and whatever way up.
func anyLetter(letters [4]engine.LetterLikelihoods) float64 {
	var all []float64
	for _, l := range letters {
		all = append(all, l[:engine.BlankIndex]...)
	}
	return reading.LogSumExp(all)
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

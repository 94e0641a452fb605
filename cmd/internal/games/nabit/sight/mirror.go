package sight

import (
	"errors"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/engine/reading"
	"tilewatch/vision/picture"
)

// plainLetters is how likely (logarithm) letters and words are, by tile, of pictures that are looked at no other way. Of 108 pictures all but
// five are above it as they are, and none of them in the mirror.
const plainLetters = 0.6

// plain says whether letters and words are so likely that they are read as they lie.
func (r *Reader) plain(cells []engine.CellEvidence) bool { return r.worth(cells) > 0 }

// worth is how much likelier letters and words are than they need be to be plain. A tile too many lessens it, and so does each place that may
// hold one.
func (r *Reader) worth(cells []engine.CellEvidence) float64 {
	return reading.Likelihood(cells, r.Words) - plainLetters*float64(len(cells))
}

// unmirrored is what a picture shows, or what its mirror image shows if letters and words are likelier there: pictures of front cameras are
// often mirrored.
func (r *Reader) unmirrored(p *picture.Picture, camera *calibration.Camera, obs engine.Observation) (engine.Observation, error) {
	if r.plain(obs.Cells) {
		return obs, nil
	}
	likely := reading.Likelihood(obs.Cells, r.Words)
	if there, err := r.eyes.shownBy(p, obs.Cells, r.Words, inMirror); err != nil || there < likely+shownMore {
		return obs, err
	}
	mirror, err := p.Mirrored()
	if err != nil {
		return obs, err
	}
	defer mirror.Close()
	if camera != nil {
		camera = camera.Mirrored()
	}
	mirrored, err := look(r.eyes.Still, mirror, camera, r.Tileset)
	var unreadable *picture.Error
	if errors.As(err, &unreadable) {
		return obs, nil
	}
	if err != nil || reading.Likelihood(mirrored.Cells, r.Words) < likely+shownMore {
		return obs, err
	}
	turnBack(&mirrored, p.Width)
	mirrored.Warnings = append([]engine.Warning{{Code: "mirrored",
		Message: "this is a mirror image and was read unmirrored: turn mirroring off in the camera settings"}}, mirrored.Warnings...)
	return mirrored, nil
}

// inMirror is how a tile lies in the mirror, its face as in the picture itself.
func inMirror(c engine.CellEvidence) engine.CellEvidence {
	c.Place.Col, c.Quad = -c.Place.Col, engine.Quad{c.Quad[1], c.Quad[0], c.Quad[3], c.Quad[2]}
	return c
}

// turnBack turns the places of a mirror image's observation into places of the picture itself.
func turnBack(obs *engine.Observation, width int) {
	back := func(at *engine.Point) { at.X = float64(width-1) - at.X }
	quad := func(q *engine.Quad) {
		for i := range q {
			back(&q[i])
		}
	}
	for i := range obs.Cells {
		quad(&obs.Cells[i].Quad)
	}
	for i := range obs.Racks {
		for k := range obs.Racks[i].Tiles {
			quad(&obs.Racks[i].Tiles[k].Quad)
		}
	}
	for i := range obs.Banks {
		back(&obs.Banks[i].Center)
	}
}

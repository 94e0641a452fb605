package photo

import (
	"errors"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/engine/reading"
	"tilewatch/vision"
)

// Where so many letters, and so large a share of them, cannot be read, the picture may be a mirror image; it is one if so large a share
// more can be read in the mirror.
const (
	mirrorLetters = 3
	mirrorShare   = 0.15
	letterRead    = 0.9 // confidence
)

// unmirrored is the reading of a picture, or that of its mirror image if only there the letters can be read: pictures of front cameras
// are often mirrored.
func (r *Reader) unmirrored(p *vision.Picture, camera *calibration.Camera, asItIs reading.Position, obs engine.Observation) (reading.Position, engine.Observation, error) {
	read, of := lettersRead(asItIs)
	if !hardToRead(read, of) {
		return asItIs, obs, nil
	}
	inMirror := func(q engine.Quad) engine.Quad { return engine.Quad{q[1], q[0], q[3], q[2]} }
	if more, err := r.eyes.showsMore(&obs, p, p, inMirror); err != nil || !more {
		return asItIs, obs, err
	}
	mirror, err := p.Mirrored()
	if err != nil {
		return asItIs, obs, err
	}
	defer mirror.Close()
	if camera != nil {
		camera = camera.Mirrored()
	}
	seen, err := look(r.eyes.Still, mirror, camera, r.Tileset)
	var unreadable *vision.Error
	if errors.As(err, &unreadable) {
		return asItIs, obs, nil
	}
	if err != nil {
		return asItIs, obs, err
	}
	turnBack(&seen, p.Width)
	mirrored := reading.Read(seen, r.Words)
	if better, _ := lettersRead(mirrored); better-read < mirrorLetters || float64(better-read) < mirrorShare*float64(of) {
		return asItIs, obs, nil
	}
	mirrored.Warnings = append([]engine.Warning{{Code: "mirrored",
		Message: "this is a mirror image: it was read as it would be unmirrored; switch mirroring off in the camera's settings"}}, mirrored.Warnings...)
	return mirrored, seen, nil
}

// hardToRead says whether so many letters, and so large a share of them, could not be read that the picture may be at fault.
func hardToRead(read, of int) bool {
	return of-read >= mirrorLetters && float64(of-read) >= mirrorShare*float64(of)
}

// lettersRead is how many of the tiles' letters are read surely, and of how many tiles.
func lettersRead(p reading.Position) (read, of int) {
	for _, c := range p.Cells {
		if c.Sure.Letter >= letterRead && !c.Blank {
			read++
		}
	}
	return read, len(p.Cells)
}

// turnBack has an observation of a mirror image tell places in the picture itself.
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

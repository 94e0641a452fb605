package photo

import (
	"errors"
	"math"
	"slices"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/engine/reading"
	"tilewatch/vision"
)

// seen is what a picture shows, or if it is that of a screen and shows little, what it shows without the screen's grid.
func (r *Reader) seen(p *vision.Picture, camera *calibration.Camera) (reading.Position, engine.Observation, error) {
	obs, unread := look(r.eyes.Still, p, camera, r.Tileset)
	if !mayBeScreen(unread) {
		return reading.Position{}, obs, unread
	}
	var asItIs reading.Position
	read, of := 0, 0
	if unread == nil {
		asItIs = reading.Read(obs, r.Words)
		if read, of = lettersRead(asItIs); read == of {
			return asItIs, obs, nil
		}
	}
	smooth, isScreen, err := p.Screen()
	if err != nil || !isScreen {
		return asItIs, obs, errors.Join(unread, err)
	}
	defer smooth.Close()
	again := r.eyes.Still
	if unread == nil {
		again = r.eyes.Glance // its tiles were found in spite of the grid
		if !hardToRead(read, of) {
			asFound := func(c engine.CellEvidence) engine.CellEvidence { return c }
			if there, err := r.eyes.shownBy(smooth, obs.Cells, r.Words, asFound); err != nil || there < reading.Likelihood(obs.Cells, r.Words)+shownMore {
				return asItIs, obs, err
			}
		}
	}
	without, err := look(again, smooth, camera, r.Tileset)
	if err != nil {
		return asItIs, obs, unread // which says more of the picture as it is
	}
	smoothed := reading.Read(without, r.Words)
	// It must read more of what it finds, and lose nothing that was read.
	if more, cells := lettersRead(smoothed); more < read || more*of < read*cells || more*of == read*cells && unread == nil || !shows(smoothed, asItIs) {
		return asItIs, obs, unread
	}
	smoothed.Warnings = append([]engine.Warning{{Code: "low_confidence",
		Message: "this seems to be a photo of a screen, whose grid hides part of it: photograph the table itself"}}, smoothed.Warnings...)
	return smoothed, without, nil
}

// shows says whether one reading has a tile wherever another has one that is surely read: else it is of something else in the picture.
func shows(p, other reading.Position) bool {
	for _, c := range other.Cells {
		if c.Sure.Letter < letterRead || c.Blank {
			continue
		}
		near := math.Hypot(c.Quad[2].X-c.Quad[0].X, c.Quad[2].Y-c.Quad[0].Y) / 4
		if !slices.ContainsFunc(p.Cells, func(o reading.Cell) bool { return apart(o.Quad, c.Quad) < near }) {
			return false
		}
	}
	return true
}

// apart is how far the middles of two quads are from each other, pixels.
func apart(a, b engine.Quad) float64 {
	x, y := 0.0, 0.0
	for i := range a {
		x, y = x+(a[i].X-b[i].X)/4, y+(a[i].Y-b[i].Y)/4
	}
	return math.Hypot(x, y)
}

// mayBeScreen says whether what kept a picture from being read, if anything did, may be a screen's grid.
func mayBeScreen(err error) bool {
	var unreadable *vision.Error
	return err == nil || errors.As(err, &unreadable) && unreadable.Code == vision.NoTiles
}

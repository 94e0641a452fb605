package sight

import (
	"errors"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/engine/reading"
	"tilewatch/vision/nabit"
	"tilewatch/vision/picture"
)

// screenWarning goes with the reading of a photo of a screen, with or without the screen's grid.
var screenWarning = engine.Warning{Code: "low_confidence", Message: "this seems to be a photo of a screen, whose grid hides part of it: photograph the table itself"}

// unscreened is what a picture shows, or if it seems to be that of a screen, what it shows without the screen's grid if that is likelier.
func (r *Reader) unscreened(p *picture.Picture, camera *calibration.Camera, obs engine.Observation, unread error) (engine.Observation, error) {
	if !mayBeScreen(unread) {
		return obs, unread
	}
	finesse, isScreen, err := p.Moire()
	if err != nil {
		return obs, err
	}
	if !isScreen {
		return obs, unread
	}
	return r.withoutGrid(p, finesse, camera, obs, unread)
}

// gridRemains are the shares of a screen's grid that are left in a picture: the more is smoothed away, the more so are the tiles.
var gridRemains = []float64{0.15, 0.04}

// withoutGrid is what the picture of a screen shows without its grid, or as it is if that shows likelier letters and words. Some cloths look
// like a screen: where most letters are likely as they are, they must be likelier on the same tiles before others are looked for.
func (r *Reader) withoutGrid(p *picture.Picture, finesse float64, camera *calibration.Camera, obs engine.Observation, unread error) (engine.Observation, error) {
	likely := reading.Likelihood(obs.Cells, r.Words)
	hidden := unread != nil || likely <= 0
	for _, remains := range gridRemains {
		smooth, err := p.SuppressMoire(finesse, remains)
		if err != nil {
			return obs, err
		}
		without, ok, err := r.smoothed(smooth, camera, obs, likely)
		if err := errors.Join(err, smooth.Close()); err != nil {
			return obs, err
		}
		if ok && (unread != nil || r.worth(without.Cells) > r.worth(obs.Cells)+shownMore) {
			obs, unread, hidden = without, nil, true
			likely = reading.Likelihood(obs.Cells, r.Words)
		}
		if r.plain(obs.Cells) {
			break
		}
	}
	if unread != nil {
		return obs, unreadScreen(unread)
	}
	if hidden {
		obs.Warnings = append([]engine.Warning{screenWarning}, obs.Warnings...)
	}
	return obs, nil
}

// unreadScreen is why a picture that seems to be a screen's is not read, with or without the screen's grid. Where another game's tiles or print are seen,
// no grid hides tiles; else fine print looks like a grid, too, so both remedies are given.
func unreadScreen(unread error) error {
	var none *picture.Error
	if errors.Is(unread, nabit.ErrForeign) || !errors.As(unread, &none) {
		return unread
	}
	return &picture.Error{Code: none.Code, Message: none.Message + "; if this is a photo of a screen, photograph the table itself"}
}

// smoothed is what the smoothed picture shows, and whether letters and words are likely there.
func (r *Reader) smoothed(smooth *picture.Picture, camera *calibration.Camera, obs engine.Observation, likely float64) (engine.Observation, bool, error) {
	if likely > 0 {
		asFound := func(c engine.CellEvidence) engine.CellEvidence { return c }
		if there, err := r.eyes.shownBy(smooth, obs.Cells, r.Words, asFound); err != nil || there < likely+shownMore {
			return obs, false, err
		}
	}
	without, err := look(r.eyes.Still, smooth, camera, r.Tileset)
	var unreadable *picture.Error
	if errors.As(err, &unreadable) {
		return obs, false, nil
	}
	return without, err == nil && reading.Likelihood(without.Cells, r.Words) > shownMore, err
}

// mayBeScreen says whether what kept a picture from being read, if anything did, may be a screen's grid.
func mayBeScreen(err error) bool {
	var unreadable *picture.Error
	return err == nil || errors.As(err, &unreadable) && unreadable.Code == picture.NoTiles
}

package measure

import (
	"errors"

	"tilewatch/calibration"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/search"
)

// SearchAnySize searches for tiles of each usual pitch on the known table, and returns the structure with the best log-likelihood of
// tiles and edges.
func SearchAnySize(f *search.Finder) (*hypothesis.Hypothesis, error) {
	var best *hypothesis.Hypothesis
	for _, pitch := range search.TilePitches {
		f.Sizes = camerapose.SizesOf(&calibration.Tileset{PitchMM: pitch})
		s, err := f.Search(hypothesis.UtmostEffort, nil)
		if errors.Is(err, search.ErrNoTiles) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if best == nil || s.EdgeScore+s.Score > best.EdgeScore+best.Score {
			best = s
		}
	}
	if best == nil {
		return nil, search.ErrNoLayout
	}
	return best, nil
}

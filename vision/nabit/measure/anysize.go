package measure

import (
	"errors"

	"tilewatch/calibration"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/search"
)

// SearchAnySize looks for tiles of any size on the known table, and takes the size whose tiles' edges are seen best.
func SearchAnySize(f *search.Finder) (*hypothesis.Hypothesis, error) {
	var best *hypothesis.Hypothesis
	for _, pitch := range search.TilePitches {
		f.Sizes = camerapose.SizesOf(&calibration.Tileset{PitchMM: pitch})
		s, err := f.Search(hypothesis.UtmostEffort)
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

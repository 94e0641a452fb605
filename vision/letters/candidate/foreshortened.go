package candidate

import (
	"slices"

	"tilewatch/ocr"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// heights are what a table seen aslant leaves of its letters' heights along the picture's vertical: from 41 and 56 degrees off straight above.
var heights = [...]float64{0.75, 0.56}

// How letters say which of the heights they have. Of 60 made-up tables 11 of 18 that are foreshortened along the picture's vertical read better lower by
// this much, and 1 of 33 seen from within 30 degrees of straight above; of 20 photographs 2.
const (
	mostAsked = 100  // candidates
	lower     = 1.12 // ratio of the sums of their letters' scores from which on they are foreshortened
)

// Foreshortened is what a picture taken aslant leaves of the height of letters: the share with which the first candidates read best, which were read as
// they are.
func Foreshortened(r *picture.Raster, reader ocr.Reader, marks []Candidate) (share float64, err error) {
	marks = marks[:min(len(marks), mostAsked)]
	share, most := 1.0, 0.0
	for i := range marks {
		best := 0.0
		for a := coarse / 2; a < Directions; a += coarse {
			best = max(best, marks[i].Score(a))
		}
		most += lower * best
	}
	for _, height := range heights {
		sum, err := letterScore(r, reader, marks, height)
		if err != nil {
			return 1, err
		}
		if sum <= most {
			break // of 81 pictures none reads better lower still
		}
		share, most = height, sum
	}
	return share, nil
}

// letterScore sums how well candidates read as letters that a share of their height is left of, in every third direction.
func letterScore(r *picture.Raster, reader ocr.Reader, marks []Candidate, height float64) (sum float64, err error) {
	errs, scores := make([]error, len(marks)), make([]float64, len(marks))
	parallel.Do(len(marks), func(i int) {
		for a := coarse / 2; a < Directions && errs[i] == nil; a += coarse {
			letters, err := reader.Read(marks[i].face(r, angleOf(a), height))
			sure, _ := letterProbability(&letters)
			scores[i], errs[i] = max(scores[i], sure*sure), err
		}
	})
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
		return 0, errs[i]
	}
	for _, score := range scores {
		sum += score
	}
	return sum, nil
}

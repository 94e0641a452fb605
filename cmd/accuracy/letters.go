package main

import (
	"fmt"
	"io"

	"tilewatch/cmd/internal/games/nabit/sight"
	"tilewatch/cmd/internal/photo"
	"tilewatch/engine"
)

// readers are the letter readers compared; the first one's errors are the measure of the others.
var readers = []struct {
	name    string
	letters sight.Letters
}{
	{"classifier alone", sight.ClassifierAlone},
	{"tesseract alone", sight.TesseractAlone},
	{"both, as shipped", sight.Both},
}

// spot is a tile on a true board.
type spot struct {
	photo string
	place engine.Place
}

// gradeLetters reads the stills with each letter reader, without the help of words, and says what the second one adds.
func gradeLetters(out io.Writer, scenes []scene) error {
	if len(scenes) == 0 {
		return nil
	}
	fmt.Fprintf(out, "\nletters by the picture alone (no word list), profile full\n%-18s%8s%8s%8s%10s%10s\n",
		"reader", "tiles", "right", "share", "removed", "added")
	var base map[spot]bool
	for _, r := range readers {
		eyes, err := sight.OpenEyes(r.letters)
		if err != nil {
			return err
		}
		right := readLetters(eyes, scenes)
		if base == nil {
			base = right
		}
		count, removed, added := 0, 0, 0
		for at, yes := range right {
			count += one(yes)
			before, known := base[at]
			removed += one(known && yes && !before)
			added += one(known && before && !yes)
		}
		fmt.Fprintf(out, "%-18s%8d%8d%8.3f%10d%10d\n", r.name, len(right), count, float64(count)/float64(max(len(right), 1)), removed, added)
		if r.letters == sight.Both {
			report := eyes.Report()
			fmt.Fprintf(out, "of %d faces, Tesseract was asked in %d doubts, answered %d, agreed in %d and decided %d\n",
				report.Faces, report.Asked, report.Answered, report.Agreed, report.Decided)
		}
		if err := eyes.Close(); err != nil {
			return err
		}
	}
	return nil
}

// readLetters reports for each tile found whether its letter was read right.
func readLetters(eyes *sight.Eyes, scenes []scene) map[spot]bool {
	right := map[spot]bool{}
	reader := sight.ReaderWith(eyes)
	for _, s := range scenes {
		reader.Camera, reader.Tileset = known(s.truth, true)
		data, err := photo.ReadFile(s.media)
		if err != nil {
			continue // it counts as failed in the tables above
		}
		result, err := reader.Read(data)
		if err != nil {
			continue
		}
		want, got := trueBoard(s.truth.Cells), seenBoard(result.Cells)
		shift := bestShift(want, got)
		for place, g := range got {
			if w, there := want[place.Add(shift)]; there {
				right[spot{s.media, place.Add(shift)}] = w.reads(g)
			}
		}
	}
	return right
}

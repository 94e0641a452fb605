package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/letters"
	"tilewatch/cmd/internal/photo"
	"tilewatch/engine"
	"tilewatch/engine/lexicon"
)

// tileScene is a photo of letter tiles of any make, with its truth.
type tileScene struct {
	media, Game, Kind string
	Grid              []letters.Cell
	Loose             string // letters of the tiles that are not of the grid
}

// findTiles lists the photos of letter tiles in and below the folders.
func findTiles(folders []string) (scenes []tileScene, err error) {
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, _ os.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".jpg" {
				return err
			}
			text, err := os.ReadFile(strings.TrimSuffix(path, ".jpg") + ".json")
			s := tileScene{media: path}
			if err == nil && json.Unmarshal(text, &s) == nil && s.Game == "letters" {
				scenes = append(scenes, s)
			}
			return nil // no truth: no scene
		})
		if err != nil {
			return nil, err
		}
	}
	return scenes, nil
}

// gradeTiles reads the photos as "tilewatch read" does and prints a table of the places of their grids: recall and precision, the
// share of right letters on them, grids without one error, and loose tiles read with their letters.
func gradeTiles(out io.Writer, scenes []tileScene, each bool) (err error) {
	if len(scenes) == 0 {
		return nil
	}
	words := lexicon.Default()
	reader, err := letters.Open(words, games.Letters(words)...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	var all tileCounts
	var times []float64
	for _, s := range scenes {
		data, err := photo.ReadFile(s.media)
		if err != nil {
			return err
		}
		got, err := reader.Read(data)
		c := s.compare(got)
		if each {
			fmt.Fprintf(out, "%12s %-24s %+v %v\n", filepath.Base(s.media), s.Kind, c, err)
		}
		all.add(c)
		times = append(times, got.ElapsedMS)
	}
	slices.Sort(times)
	share := func(a, b int) float64 { return float64(a) / math.Max(1, float64(b)) }
	fmt.Fprintf(out, "\nletter tiles of any make\n%-16s %6s %9s %9s %9s %9s %9s %9s\n", "", "photos", "recall", "precision", "letters", "exact", "loose", "median ms")
	fmt.Fprintf(out, "%-16s %6d %9.4f %9.4f %9.4f %9.4f %9.4f %9.0f\n", "all", len(scenes), share(all.hit, all.lie), share(all.hit, all.read),
		share(all.right, all.hit), share(all.exact, all.grids), share(all.looseHit, all.loose), times[len(times)/2])
	return nil
}

// tileCounts counts the places that hold tiles, those read as tiles, and those that are both; letters right on these; grids, and those
// without an error; loose tiles, and those whose letters were read.
type tileCounts struct{ lie, read, hit, right, grids, exact, loose, looseHit int }

func (c *tileCounts) add(d tileCounts) {
	c.lie, c.read, c.hit, c.right = c.lie+d.lie, c.read+d.read, c.hit+d.hit, c.right+d.right
	c.grids, c.exact, c.loose, c.looseHit = c.grids+d.grids, c.exact+d.exact, c.loose+d.loose, c.looseHit+d.looseHit
}

// furthest is how many places a grid as read may be off the true one: where it begins depends on what was found.
const furthest = 15

// compare lays the grid as read over the true one as it fits best.
func (s *tileScene) compare(got letters.Result) tileCounts {
	c := tileCounts{lie: len(s.Grid), read: len(got.Grid), loose: len(s.Loose)}
	lies := map[engine.Place]engine.Letter{}
	for _, cell := range s.Grid {
		lies[cell.Place] = cell.Letter
	}
	for row := -furthest; row <= furthest; row++ {
		for col := -furthest; col <= furthest; col++ {
			hit, right := 0, 0
			for _, cell := range got.Grid {
				if letter, ok := lies[cell.Place.Add(engine.Place{Row: row, Col: col})]; ok {
					hit++
					right += one(letter == cell.Letter)
				}
			}
			if hit+right > c.hit+c.right {
				c.hit, c.right = hit, right
			}
		}
	}
	if len(s.Grid) > 0 {
		c.grids, c.exact = 1, one(c.right == c.lie && c.read == c.lie)
	}
	beside := map[engine.Letter]int{}
	for _, t := range got.Tiles[len(got.Grid):] {
		beside[t.Letter]++
	}
	for _, letter := range s.Loose {
		if l := engine.Letter(letter); beside[l] > 0 {
			beside[l]--
			c.looseHit++
		}
	}
	return c
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/photo"
	"tilewatch/engine"
	"tilewatch/engine/lexicon"
)

// count is how many of all are right.
type count struct{ right, all int }

// grader compares a game's answer with the truth: counts by column, in the order of columns.
type grader struct {
	columns []string
	grade   func(truth, answer []byte) (map[string]count, error)
	words   string // a file of words beside the photos that judges there, if it is there
	spanish string // and one for Spanish sets
}

// graders are the games besides NAB-IT! that are graded, each by its own file.
var graders = map[string]grader{}

// gameScene is a photo of another game than NAB-IT!, with its truth.
type gameScene struct {
	name, media string
	truth       []byte
	Game, Kind  string
	Camera      calibration.Camera
	Values      map[string]int // of LL, RR and Ñ too, where the tiles are Spanish
}

// gameRow is one graded photo.
type gameRow struct {
	kind, failed string
	counts       map[string]count
	ms           float64
}

// findGames lists the photos of other games than NAB-IT! in and below the folders, by game.
func findGames(folders []string) (map[string][]gameScene, error) {
	scenes := map[string][]gameScene{}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, _ os.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".jpg" {
				return err
			}
			s, ok, err := loadGame(path)
			if ok {
				scenes[s.Game] = append(scenes[s.Game], s)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return scenes, nil
}

// gradeGames prints a table for each game that has photos.
func gradeGames(out io.Writer, scenes map[string][]gameScene, each bool) error {
	for _, game := range slices.Sorted(maps.Keys(scenes)) {
		if err := gradeGame(out, game, scenes[game], each); err != nil {
			return err
		}
	}
	return nil
}

// loadGame reads a photo's truth; ok is false if it has none, or is of a game that is not graded here.
func loadGame(media string) (s gameScene, ok bool, err error) {
	text, err := os.ReadFile(strings.TrimSuffix(media, filepath.Ext(media)) + ".json")
	if err != nil {
		return s, false, nil // no truth: no scene
	}
	var game struct{ Game string }
	if json.Unmarshal(text, &game) != nil || graders[game.Game].grade == nil {
		return s, false, nil
	}
	s = gameScene{name: filepath.Base(media), media: media, truth: text}
	if err := json.Unmarshal(text, &s); err != nil {
		return s, false, fmt.Errorf("truth of %s: %w", media, err)
	}
	return s, true, nil
}

func gradeGame(out io.Writer, name string, scenes []gameScene, each bool) error {
	game, err := games.Find(name)
	if err != nil {
		return err
	}
	g := graders[name]
	var rows []gameRow
	for _, s := range scenes {
		r, err := s.grade(game, g)
		if err != nil {
			return fmt.Errorf("%s: %w", s.media, err)
		}
		rows = append(rows, r)
		if each {
			fmt.Fprintf(out, "%12s %-15s %v %s\n", s.name, s.Kind, r.counts, r.failed)
		}
	}
	fmt.Fprintf(out, "\n%s: webcam pictures with their camera\n%-16s %6s", game.Title, "", "photos")
	for _, c := range g.columns {
		fmt.Fprintf(out, " %9s", c)
	}
	fmt.Fprintf(out, " %9s\n", "median ms")
	kinds := map[string][]gameRow{}
	for _, r := range rows {
		kinds[r.kind] = append(kinds[r.kind], r)
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		printGameRows(out, kind, kinds[kind], g.columns)
	}
	printGameRows(out, "all", rows, g.columns)
	return nil
}

func printGameRows(out io.Writer, name string, rows []gameRow, columns []string) {
	fmt.Fprintf(out, "%-16s %6d", name, len(rows))
	for _, c := range columns {
		var sum count
		for _, r := range rows {
			sum.right += r.counts[c].right
			sum.all += r.counts[c].all
		}
		fmt.Fprintf(out, " %9.4f", float64(sum.right)/math.Max(1, float64(sum.all)))
	}
	var times []float64
	for _, r := range rows {
		times = append(times, r.ms)
	}
	slices.Sort(times)
	fmt.Fprintf(out, " %9.0f\n", times[len(times)/2])
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// words names the list that judges the photo's words.
func (s *gameScene) words(g grader) string {
	words, list := g.words, ""
	if _, spanish := s.Values["Ñ"]; spanish {
		words, list = g.spanish, "spanish"
	}
	if file := filepath.Join(filepath.Dir(s.media), words); words != "" && exists(file) {
		return file
	}
	return list
}

// letters are the values of A to Z, as a set's calibration has them.
func (s *gameScene) letters() map[engine.Letter]int {
	values := map[engine.Letter]int{}
	for name, points := range s.Values {
		var l engine.Letter
		if l.UnmarshalText([]byte(name)) == nil {
			values[l] = points
		}
	}
	return values
}

// grade reads the photo as "tilewatch score" does; one that fails counts as an empty answer.
func (s *gameScene) grade(rules game.Game, g grader) (r gameRow, err error) {
	in := game.Inputs{}
	if in.Words, err = lexicon.OpenFor(s.Game, s.words(g)); err != nil {
		return r, err
	}
	if !strings.HasPrefix(s.Kind, "phone") {
		in.Camera, in.Tileset = &s.Camera, &calibration.Tileset{Values: s.letters()}
	}
	photos, err := rules.Photos(in)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, photos.Close()) }()
	data, err := photo.ReadFile(s.media)
	if err != nil {
		return r, err
	}
	answer := []byte("{}")
	r.kind = s.Kind
	if seen, err := photos.Read(data); err != nil {
		r.failed = string(photo.Failed(s.name, err).Error.Code)
	} else if answer, err = json.Marshal(seen); err != nil {
		return r, err
	}
	var timed struct {
		MS float64 `json:"elapsed_ms"`
	}
	if err := json.Unmarshal(answer, &timed); err != nil {
		return r, err
	}
	r.ms = timed.MS
	r.counts, err = g.grade(s.truth, answer)
	return r, err
}

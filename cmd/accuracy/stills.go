package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/games/nabit/sight"
	"tilewatch/cmd/internal/photo"
	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit/still"
)

// profiles are what the program knows beforehand.
var profiles = []struct{ name, says string }{
	{"full", "webcam pictures with their camera, all with their tile set"},
	{"none", "nothing known"},
}

// gradeStills reads all photos with each profile; timed also measures the stages.
func gradeStills(out io.Writer, scenes []scene, each, timed bool) (all []graded, err error) {
	if len(scenes) == 0 {
		return nil, nil
	}
	reader, err := sight.NewReader(nil, nil, lexicon.Default())
	if err != nil {
		return nil, err
	}
	for _, p := range profiles {
		fmt.Fprintf(out, "\nstills, profile %s: %s\n", p.name, p.says)
		var rows []row
		read := func() {
			rows = gradeAll(reader, scenes, p.name)
			for _, r := range rows {
				if each {
					r.print(out)
				}
			}
		}
		var times stageTimes
		if !timed {
			read()
		} else if times, err = profiled(read); err != nil {
			return nil, err
		}
		printTable(out, rows)
		fmt.Fprintln(out)
		printReliability(out, rows)
		printSums(out, rows)
		all = append(all, graded{p.name, p.says, rows, times})
	}
	return all, reader.Close()
}

// known is what the profile full gives: a phone picture has its own focal length, so it comes without a camera.
func known(t truth, full bool) (*calibration.Camera, *calibration.Tileset) {
	if !full {
		return nil, nil
	}
	if strings.HasPrefix(t.Kind, "phone") {
		return nil, tilesetOf(t)
	}
	return &t.Camera.Camera, tilesetOf(t)
}

// gradeStill reads one photo; one that fails counts as an empty answer.
func gradeStill(reader *sight.Reader, s scene) row {
	var result sight.Result
	data, err := photo.ReadFile(s.media)
	if err == nil {
		result, err = reader.Read(data)
	}
	r := row{photo: s.name, kind: s.truth.Kind, tilt: s.truth.Camera.Tilt, light: s.truth.Light.Name, ms: result.ElapsedMS}
	if err != nil {
		r.failed, result = string(photo.Failed(s.name, err).Error.Code), sight.Result{}
	}
	r.match = compare(trueBoard(s.truth.Cells), seenBoard(result.Cells))
	r.words, r.control = controlled(s.truth, result.Words, r.shift)
	r.score = err == nil && scoresRight(s.truth, result)
	r.banks, r.bank = banksRight(s.truth, result.Banks)
	r.sums, r.truth, r.reading = sumsOf(s.truth, result, r.shift), &s.truth, result.Reading
	if err == nil && r.wrong() > 0 {
		r.overlay, err = sight.Overlay(data, result)
	}
	if err != nil && r.failed == "" {
		r.failed = "overlay: " + err.Error()
	}
	return r
}

func seenBoard(cells []still.Cell) board {
	b := board{}
	for _, c := range cells {
		b[c.Place] = tile{c.Letter.String(), c.Color, c.Height, c.Blank, c.Confidence}
	}
	return b
}

// controlled counts the words on the table, and those of them that were reported there with the right controllers.
func controlled(t truth, seen []still.Word, shift engine.Place) (words, right int) {
	for _, w := range seen {
		right += one(t.controls(w, shift))
	}
	return len(t.Words), right
}

// controls says whether a word lies on the table and has these controllers.
func (t truth) controls(seen still.Word, shift engine.Place) bool {
	seen.Place = seen.Place.Add(shift)
	for _, w := range t.Words {
		var places []engine.Place
		for _, c := range w.Cells {
			places = append(places, engine.Place{Row: c[0], Col: c[1]})
		}
		slices.SortFunc(places, engine.ComparePlaces)
		if slices.Equal(seen.Places(), places) {
			return sameColors(seen.Controllers, w.Controllers)
		}
	}
	return false
}

func sameColors(a, b []engine.Color) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// scoresRight reports whether every player's number of controlled words is right.
func scoresRight(t truth, result sight.Result) bool {
	want, got := map[engine.Color]int{}, map[engine.Color]int{}
	for _, w := range t.Words {
		for _, c := range w.Controllers {
			want[c]++
		}
	}
	for _, s := range result.Scores {
		got[s.Color] = s.Words
	}
	return len(result.Scores) > 0 && !slices.ContainsFunc(t.Players, func(c engine.Color) bool { return want[c] != got[c] })
}

// banksRight counts the banks in view that have tiles on them, and those counted right.
func banksRight(t truth, seen []still.Bank) (banks, right int) {
	counted := map[engine.Color]int{}
	for _, b := range seen {
		if b.Color != nil {
			counted[*b.Color] = b.Tiles
		}
	}
	for _, b := range t.Banks {
		if b.InFrame && b.Count > 0 {
			banks++
			right += one(counted[b.Player] == b.Count)
		}
	}
	return banks, right
}

func (r row) print(out io.Writer) {
	note := r.failed
	if r.full {
		note = "full"
	} else if r.board {
		note = "board"
	}
	fmt.Fprintf(out, "%10s %-15s cells %d/%d (+%d) letters %d colors %d heights %d control %d/%d %s\n",
		r.photo, r.kind, r.found, r.want, r.got-r.found, r.letter, r.color, r.height, r.control, r.words, note)
}

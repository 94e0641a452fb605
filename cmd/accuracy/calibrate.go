package main

import (
	"encoding/json"
	"fmt"
	"os"

	"tilewatch/cmd/internal/games/nabit/sight"
	"tilewatch/cmd/internal/photo"
	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit/still"
)

// leastFound is the share of the reported tiles that must lie on the table: what is read where nothing like it lies says nothing of single tiles.
const leastFound = 0.8

// calibrate fits how far the probabilities of a cell's parts can be trusted, on photos that are read with each profile, and writes it to a file.
func calibrate(scenes []scene, file string) error {
	reader, err := sight.NewReader(nil, nil, lexicon.Default())
	if err != nil {
		return err
	}
	defer reader.Close()
	var seen trials
	for _, p := range profiles {
		for _, s := range scenes {
			reader.Camera, reader.Tileset = known(s.truth, p.name == "full")
			data, err := photo.ReadFile(s.media)
			if err != nil {
				return err
			}
			if result, err := reader.Read(data); err == nil {
				seen.add(trueBoard(s.truth.Cells), result.Reading)
			}
		}
	}
	text, err := json.MarshalIndent(struct {
		still.Calibrations
		Provenance map[string]string `json:"provenance"`
	}{seen.fit(), map[string]string{
		"data":    fmt.Sprintf("%d rendered scenes, each with a profile and without: %s", len(scenes), seen),
		"command": "go run ./cmd/accuracy -calibrate FILE SCENES",
	}}, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

// trials are the parts of cells with what was said of them, and whether it was right.
type trials struct{ tile, color, height, unlikely []still.Trial }

// add adds the cells of a reading.
func (t *trials) add(want board, r still.Reading) {
	m := compare(want, seenBoard(r.Cells))
	if float64(m.found) < leastFound*float64(m.got) {
		return
	}
	lies := func(p engine.Place) (tile, bool) { w, there := want[p.Add(m.shift)]; return w, there }
	for _, c := range r.Cells {
		w, there := lies(c.Place)
		t.tile = append(t.tile, still.Trial{Chance: c.Sure.Tile, Right: there})
		if there {
			t.color = append(t.color, still.Trial{Chance: c.Sure.Color, Right: w.color == c.Color})
			t.height = append(t.height, still.Trial{Chance: c.Sure.Height, Right: w.height == c.Height})
		}
	}
	for _, c := range r.Unlikely.Cells {
		_, there := lies(c.Place)
		t.unlikely = append(t.unlikely, still.Trial{Chance: c.Sure.Tile, Right: there})
	}
}

func (t trials) fit() still.Calibrations {
	return still.Calibrations{Tile: still.Calibrated(t.tile), Color: still.Calibrated(t.color), Height: still.Calibrated(t.height), Unlikely: still.Calibrated(t.unlikely)}
}

func (t trials) String() string {
	return fmt.Sprintf("%d tiles, %d colors, %d heights, %d places that were read as empty", len(t.tile), len(t.color), len(t.height), len(t.unlikely))
}

package after

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tilewatch/engine"
)

// otherRead is what the API answers for photos of the other games.
type otherRead struct {
	Racks []struct { // DABBLE
		Tiers []struct {
			Word   string `json:"word"`
			Points int    `json:"points"`
			Valid  bool   `json:"valid"`
			Tiles  []struct {
				Letter  string        `json:"letter"`
				Corners [4][2]float64 `json:"corners"`
			} `json:"tiles"`
		} `json:"tiers"`
		Points   int  `json:"points"`
		Complete bool `json:"complete"`
		Unused   int  `json:"unused_points"`
	} `json:"racks"`
	Tiles   []numbered `json:"tiles"` // SNAG
	Runs    [][]int    `json:"runs"`
	Players []struct { // TABIT
		Seat     string    `json:"seat"`
		Letters  []*string `json:"letters"`
		Pictures []*string `json:"pictures"`
		Points   int       `json:"points"`
	} `json:"players"`
}

// numbered is a tile with a number.
type numbered struct {
	Number  int           `json:"number"`
	Corners [4][2]float64 `json:"corners"`
}

// otherLine is one line of another game's result.
type otherLine struct {
	Name   string
	Points string
	Parts  []string
}

// fillOther reads the answer of another game than NAB-IT!.
func (m *photoPage) fillOther(game string, data json.RawMessage) {
	var r struct {
		Result otherRead `json:"result"`
	}
	if json.Unmarshal(data, &r) != nil {
		m.Problem = m.T("after.photo.none")
		return
	}
	var around corners
	switch game {
	case "dabble":
		m.Other, around = m.racks(r.Result)
	case "snag":
		m.Other, around = m.runs(r.Result)
	case "tabit":
		for _, p := range r.Result.Players {
			m.Other = append(m.Other, otherLine{m.T("after.photo.seat." + p.Seat), m.T("after.points", "n", p.Points), []string{cardText(p.Letters), cardText(p.Pictures)}})
		}
	}
	if m.Crop = around.crop(float64(m.Width), float64(m.Height)); len(m.Other) == 0 {
		m.Problem = m.T("after.photo.none")
	}
}

func (m *photoPage) racks(r otherRead) (lines []otherLine, around corners) {
	for i, rack := range r.Racks {
		line := otherLine{Name: m.T("after.photo.rack", "n", i+1), Points: m.T("after.points", "n", rack.Points)}
		for _, tier := range rack.Tiers {
			text := fmt.Sprintf("%s %d", tier.Word, tier.Points)
			if !tier.Valid {
				text = tier.Word + " –"
			}
			line.Parts = append(line.Parts, text)
			for _, t := range tier.Tiles {
				around = append(around, t.Corners)
				m.Outlines = append(m.Outlines, outlineOf(t.Corners, engine.NoColor, t.Letter))
			}
		}
		if rack.Unused > 0 {
			line.Parts = append(line.Parts, m.T("after.photo.unused", "n", rack.Unused))
		}
		lines = append(lines, line)
	}
	return lines, around
}

func (m *photoPage) runs(r otherRead) (lines []otherLine, around corners) {
	if len(r.Tiles) == 0 {
		return nil, nil
	}
	var numbers []string
	slices.SortFunc(r.Tiles, func(a, b numbered) int { return a.Number - b.Number })
	for _, t := range r.Tiles {
		numbers = append(numbers, fmt.Sprint(t.Number))
		around = append(around, t.Corners)
		m.Outlines = append(m.Outlines, outlineOf(t.Corners, engine.NoColor, fmt.Sprint(t.Number)))
	}
	lines = append(lines, otherLine{m.T("after.photo.tiles", "n", len(r.Tiles)), "", []string{strings.Join(numbers, " ")}})
	for _, run := range r.Runs {
		var text []string
		for _, n := range run {
			text = append(text, fmt.Sprint(n))
		}
		lines = append(lines, otherLine{m.T("after.photo.run"), m.T("after.photo.tiles", "n", len(run)), []string{strings.Join(text, " ")}})
	}
	return lines, around
}

// cardText is a row of cards; one that lies face down is a dash.
func cardText(cards []*string) string {
	var text []string
	for _, c := range cards {
		if c == nil {
			text = append(text, "–")
		} else {
			text = append(text, *c)
		}
	}
	return strings.Join(text, " ")
}

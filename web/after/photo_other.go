package after

import (
	"encoding/json"

	"tilewatch/engine"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
)

// fillOther shows the answer for a game whose board is not counted, in the words of that game's own page.
func (m *photoPage) fillOther(game scoreboard.Game, data json.RawMessage) {
	var r struct {
		Result json.RawMessage `json:"result"`
	}
	if json.Unmarshal(data, &r) != nil {
		m.Problem = m.T("after.photo.none")
		return
	}
	read := parts.PhotoOf(game, r.Result, m.Texts)
	var around corners
	for _, mark := range read.Marks {
		around = append(around, mark.Corners)
		m.Outlines = append(m.Outlines, outlineOf(mark.Corners, engine.NoColor, mark.Label))
	}
	m.Other, m.Crop = read.Lines, around.crop(float64(m.Width), float64(m.Height))
	if len(m.Other) == 0 {
		m.Problem = m.T("after.photo.none")
	}
}

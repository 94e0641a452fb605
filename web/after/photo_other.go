package after

import (
	"encoding/json"

	"tilewatch/engine"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
)

// fillOther shows the answer for a game whose board is not counted, in the words of that game's own page.
func (m *photoPage) fillOther(game scoreboard.Game, data json.RawMessage, width, height int) {
	var r struct {
		Result json.RawMessage `json:"result"`
	}
	if json.Unmarshal(data, &r) != nil {
		m.Problem = m.T("after.photo.none")
		return
	}
	read := parts.PhotoOf(game, r.Result, m.Texts)
	view, around := photoView{Width: width, Height: height}, corners(nil)
	for _, mark := range read.Marks {
		around = append(around, mark.Corners)
		view.Outlines = append(view.Outlines, outlineOf(mark.Corners, engine.NoColor, mark.Label))
	}
	view.Crop = around.crop(float64(width), float64(height))
	m.Other, m.Views = read.Lines, []photoView{view}
	if len(m.Other) == 0 {
		m.Problem = m.T("after.photo.none")
	}
}

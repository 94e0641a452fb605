package web

import (
	"strings"
	"testing"

	"tilewatch/web/desk"
	"tilewatch/web/text"
)

func TestMarksSayWhatTheyMeanWithinThePicture(t *testing.T) {
	seen := desk.Seen{Width: 1280, Height: 720, Marks: []desk.Mark{
		{X: 0, Y: 0, Width: 64, Height: 64, Kind: desk.Ignored}, {X: 1100, Y: 600, Width: 180, Height: 120, Kind: desk.Holds}}}
	drawn := string(drawSeen(seen, text.For("es")))
	for _, want := range []string{`<rect class="mark-ignored" x="0" y="0" width="64" height="64"/><text x="0" y="84" font-size="20" text-anchor="start">siempre se mueve: se ignora`,
		`<rect class="mark-holds" x="1100" y="600" width="180" height="120"/><text x="1280" y="714" font-size="20" text-anchor="end">impide la lectura`} {
		if !strings.Contains(drawn, want) {
			t.Errorf("%s lacks %s", drawn, want)
		}
	}
}

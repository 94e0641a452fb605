package main

import "fmt"

// filmed is a game that is shown from its film.
type filmed struct {
	players string
	film    string
	acts    []act
}

// act is the frames of a film in which nothing changes on the table, and what holds once the page shows it; empty: it is shown for a while.
type act struct {
	first, last int
	shown       string
}

var films = map[string]filmed{
	"snag": {"Ana,Ben,Cleo", "testdata/snag/live/oblique.mp4", []act{
		{0, 29, drawn(".tile", 7)}, {52, 67, drawn(".tile", 8)}, {85, 97, drawn(".tile", 9)}, {119, 140, drawn(".tile", 10)}, {220, 233, `document.querySelector('.last .changes')`},
	}},
	"dabble": {"Ana,Ben", "testdata/dabble/live/oblique.mp4", []act{{0, 14, ""}, {74, 85, drawn(".tile", 5)}, {74, 85, ""}}},
	"tabit": {"Ana,Ben,Cleo", "testdata/tabit/live/oblique.mp4", []act{
		{0, 29, ""}, {153, 176, drawn(".letter", 4)}, {264, 287, drawn(".letter", 8)}, {358, 379, ""}, {405, 426, ""}, {501, 537, drawn(".letter", 12)},
	}},
}

// atRest holds while the camera sees no hand over the table.
const atRest = `document.querySelector('.chip.live')`

// drawn holds once the board shows so many of something.
func drawn(what string, many int) string {
	return fmt.Sprintf(`document.querySelectorAll('.board %s').length === %d`, what, many)
}

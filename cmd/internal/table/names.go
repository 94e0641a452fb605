package table

import (
	"fmt"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
)

// namesAlike warns of two players whose names look the same and are not: letters of another script stand for Latin ones.
func namesAlike(players []scoreboard.Player) []engine.Warning {
	for i, a := range players {
		for _, b := range players[:i] {
			if engine.LookAlike(a.Name, b.Name) {
				return []engine.Warning{{Code: "names_alike", Message: fmt.Sprintf("The names of %s and %s look alike (%s), but are written with letters of different scripts: they count as two people.", b.Color, a.Color, a.Name)}}
			}
		}
	}
	return nil
}

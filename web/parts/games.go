package parts

import "tilewatch/web/scoreboard"

// Games are the games that a program shows. The first one draws a table where no game has a name yet.
type Games []scoreboard.Game

// Of finds who draws a state: the Game that came with it, else the one of its name. A state of an unknown game is drawn plainly.
func (g Games) Of(s *scoreboard.State) scoreboard.Game {
	if s.Drawn != nil {
		return s.Drawn
	}
	for i, one := range g {
		if s.Game == "" && i == 0 || s.Game == one.Name() {
			return one
		}
	}
	return plainGame{name: s.Game, title: s.Game}
}

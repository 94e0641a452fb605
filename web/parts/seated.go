package parts

import "tilewatch/web/scoreboard"

// Seated is what the pages of games have in common whose players have seats.
type Seated struct{}

// Complete has nothing to add: the rules' state has it all.
func (Seated) Complete(s scoreboard.State, _ *scoreboard.State) scoreboard.State { return s }

// Knows are the events of the house's own sheets that these games take.
func (Seated) Knows(event string) bool { return event == "name" || event == "sit" }

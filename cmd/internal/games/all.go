package games

// all are the program's games: one line each.
var all = []Game{
	nabitGame{},
}

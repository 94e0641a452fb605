package main

import "fmt"

// stage is a game that the program watches in its film, act by act, while a page shows it.
type stage struct {
	game, players string
	page          string // is shown meanwhile
	begin, end    shot   // what the host does before the first act and after the last
	acts          []act
}

// act is the frames of a film in which nothing changes on the table, with no hand about.
type act struct {
	first, last int
	shown       string // holds once the page shows them; empty: they are shown for a while
	turn        int    // that lies there, and stands; 0: none
}

var stages = []stage{
	{
		game: "nabit", players: "purple,red,green,yellow", page: "/t/1/watch",
		begin: shot{page: "/t/1/setup", fill: setUp, taps: []string{".newgame .primary"}, shown: `document.querySelector('.turn b') && ` + live},
		end:   shot{page: "/t/1/watch", ready: live, fill: finish, shown: `document.querySelector('.chip.finished')`},
		acts: []act{
			{0, 28, seen(0), 0}, {52, 68, seen(1), 1}, {94, 120, seen(2), 2}, {177, 191, seen(3), 3}, {216, 267, seen(4), 4}, {300, 317, seen(5), 5},
			{356, 399, seen(6), 0}, {440, 455, seen(5), 5}, {491, 548, seen(6), 6}, {606, 632, seen(6), 6}, {683, 708, seen(7), 7}, {726, 746, seen(8), 8},
			{768, 786, seen(9), 9}, {818, 860, seen(10), 10}, {880, 934, seen(11), 11}, {975, 990, seen(12), 12}, {1011, 1023, seen(13), 13},
			{1048, 1074, seen(14), 14}, {1103, 1129, seen(15), 15}, {1162, 1224, seen(16), 16},
		},
	},
	{game: "snag", players: "Ana,Ben,Cleo", page: "/t/1/play", acts: []act{
		{0, 29, drawn(".tile", 7), 0}, {52, 67, drawn(".tile", 8), 0}, {85, 97, drawn(".tile", 9), 0}, {119, 140, drawn(".tile", 10), 0},
		{220, 233, `document.querySelector('.last .changes')`, 0},
	}},
	{game: "dabble", players: "Ana,Ben", page: "/t/1/play", acts: []act{{0, 14, "", 0}, {74, 85, drawn(".tile", 5), 0}}},
	{game: "tabit", players: "Ana,Ben,Cleo", page: "/t/1/play", acts: []act{
		{0, 29, "", 0}, {153, 176, drawn(".letter", 4), 0}, {264, 287, drawn(".letter", 8), 0}, {358, 379, "", 0}, {405, 426, "", 0}, {501, 537, drawn(".letter", 12), 0},
	}},
}

// setUp names the players, as a host does.
const setUp = `for (const [color, name] of [['purple', 'Cleo'], ['red', 'Ana'], ['green', 'Ben'], ['yellow', 'Grandpa']]) {
	document.querySelector('[name=plays-' + color + ']').checked = true;
	document.querySelector('[name=name-' + color + ']').value = name;
}
document.querySelector('[name=first][value=purple]').checked = true`

// finish ends the game, as a host does.
const finish = `fetch('/api/tables/1/commands', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{"type":"finish"}'})`

// atRest holds while the camera sees no hand over the table.
const atRest = `document.querySelector('.chip.live')`

// seen holds once the scoreboard waits for the turn after this one.
func seen(turn int) string {
	return fmt.Sprintf(`%s && Number(document.querySelector('.turn-no')?.textContent.replace(/\D/g, '')) === %d`, live, turn+1)
}

// drawn holds once the board shows so many of something.
func drawn(what string, many int) string {
	return fmt.Sprintf(`document.querySelectorAll('.board %s').length === %d`, what, many)
}

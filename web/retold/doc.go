// Package retold tells a game that was kept step by step, as its page draws it: a Game of Steps, each an event that stands with the state
// after it. It is for every game whose rules are a game.Fold, and writes them as a table, as notation, and as text for a terminal.
package retold

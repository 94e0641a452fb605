package cli

import (
	"fmt"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/game"
)

// Names are the colors' names in one text.
func Names(colors []engine.Color) string {
	if len(colors) == 0 {
		return "nobody"
	}
	return strings.Join(ColorNames(colors), ", ")
}

func ColorNames(colors []engine.Color) []string {
	list := []string{}
	for _, c := range colors {
		list = append(list, c.String())
	}
	return list
}

// ListText is what a word list is called, in a line for people.
func ListText(l *game.WordList) string {
	return fmt.Sprintf("%s, %s, %s", l.Name, engine.Count(l.Words, "word"), l.Hash)
}

const TimeLayout = "2006-01-02T15:04:05.000000Z07:00"

package cli

import (
	"fmt"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
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

// Count is a number with what is counted: "1 game", "0 games".
func Count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// ListText is what a word list is called, in a line for people.
func ListText(l *nabit.WordList) string {
	return fmt.Sprintf("%s, %s, %s", l.Name, Count(l.Words, "word"), l.Hash)
}

const TimeLayout = "2006-01-02T15:04:05.000000Z07:00"

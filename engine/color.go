package engine

import "fmt"

// Color is the owner of a tile. The zero value means that no color is known.
type Color uint8

// The four players' colors and the gray of a bank tile.
const (
	NoColor Color = iota
	Red
	Purple
	Yellow
	Green
	Gray
)

// PlayerColors are the colors a player may have, in the order in which ties are listed.
var PlayerColors = [4]Color{Red, Purple, Yellow, Green}

var colorNames = [...]string{"", "red", "purple", "yellow", "green", "gray"}

func (c Color) String() string {
	if int(c) < len(colorNames) {
		return colorNames[c]
	}
	return fmt.Sprintf("color %d", uint8(c))
}

// ParseColor reads one of the names red, purple, yellow, green, gray.
func ParseColor(name string) (Color, error) {
	for i, n := range colorNames {
		if n == name && i > 0 {
			return Color(i), nil
		}
	}
	return NoColor, fmt.Errorf("no such color %q: use red, purple, yellow, green or gray", name)
}

// ParsePlayerColor is ParseColor for those colors that a player may have.
func ParsePlayerColor(name string) (Color, error) {
	c, err := ParseColor(name)
	if err == nil && c == Gray {
		err = fmt.Errorf("gray is not a player's color: use red, purple, yellow or green")
	}
	return c, err
}

// MarshalText writes the color's name.
func (c Color) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads the color's name; the empty text is NoColor.
func (c *Color) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*c = NoColor
		return nil
	}
	parsed, err := ParseColor(string(text))
	if err == nil {
		*c = parsed
	}
	return err
}

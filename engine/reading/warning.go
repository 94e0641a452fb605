package reading

import (
	"fmt"

	"tilewatch/engine"
)

// unsure is the confidence below which a person should look.
const unsure = 0.6

// warnings say to a person what the reading leaves open.
func warnings(p Position, apart int) []engine.Warning {
	var out []engine.Warning
	doubted, owners := 0, 0
	for _, c := range p.Cells {
		switch {
		case c.Confidence >= unsure:
		case c.Confidence >= unsure*c.Sure.Color:
			owners++
		default:
			doubted++
		}
		if c.Blank && c.Letter == engine.Unsettled {
			out = append(out, engine.Warning{Code: "unsettled_blank",
				Message: fmt.Sprintf("the letter of the blank in row %d, column %d is not clear from the words: enter it", c.Row, c.Col)})
		}
	}
	if doubted > 0 {
		out = append(out, engine.Warning{Code: "low_confidence",
			Message: fmt.Sprintf("%d of %d tiles are uncertain: take the photo again, closer and with less glare", doubted, len(p.Cells))})
	}
	if owners > 0 {
		out = append(out, engine.Warning{Code: "low_confidence",
			Message: fmt.Sprintf("the owners of %d of %d tiles are uncertain, since colors look alike in this light: check them", owners, len(p.Cells))})
	}
	if apart > 1 {
		out = append(out, engine.Warning{Code: "second_structure",
			Message: fmt.Sprintf("tiles that lie apart and do not count: %d; push them to the others if they belong there", apart)})
	}
	return out
}

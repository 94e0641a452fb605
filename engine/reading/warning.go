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
	doubted := 0
	for _, c := range p.Cells {
		if c.Confidence < unsure {
			doubted++
		}
		if c.Blank && c.Letter == engine.Unsettled {
			out = append(out, engine.Warning{Code: "unsettled_blank",
				Message: fmt.Sprintf("the words do not tell which letter the blank in row %d, column %d stands for: type it in", c.Row, c.Col)})
		}
	}
	if doubted > 0 {
		out = append(out, engine.Warning{Code: "low_confidence",
			Message: fmt.Sprintf("%d of %d tiles are not read with certainty: photograph again, closer and with less glare", doubted, len(p.Cells))})
	}
	if apart > 1 {
		out = append(out, engine.Warning{Code: "second_structure",
			Message: fmt.Sprintf("%d tiles lie apart from the structure and are not counted: push them together if they belong to it", apart)})
	}
	return out
}

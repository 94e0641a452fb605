package scoreboard

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tilewatch/engine/game"
)

// Chosen are the options that a form names and that differ from the rule sheet's. Other fields are left out.
func Chosen(choices game.HouseRules, form url.Values) map[string]any {
	out := map[string]any{}
	for _, c := range choices {
		name, value, counts := strings.Cut(c.With, "=")
		if counts && out[name] != value {
			continue
		}
		if v := chosen(c, form); v != nil {
			out[c.Name] = v
		}
	}
	return out
}

// chosen is what the form chooses; nil for what the rule sheet says anyway.
func chosen(c game.Option, form url.Values) any {
	value := form.Get("option-" + c.Name)
	switch c.Kind() {
	case "values":
		if slices.Contains(c.Values[1:], value) {
			return value
		}
	case "number":
		if n, err := strconv.Atoi(value); err == nil && n != c.Default && n >= c.Least && n <= c.Most {
			return n
		}
	case "question":
		asked := form.Has("asked-"+c.Name) || value != "" // a box that is not ticked sends nothing
		if yes := value == "true"; asked && yes != c.Yes {
			return yes
		}
	}
	return nil
}

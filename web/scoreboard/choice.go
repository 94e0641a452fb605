package scoreboard

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Choice is a house rule that the host may choose when a game is set up, by its name in the start event's options. It is one of
// several Values, the rule sheet's first; a whole number, where Most is set; else a question of yes or no.
type Choice struct {
	Name                 string
	Values               []string
	Default, Least, Most int               // of a number
	Yes                  bool              // what the rule sheet answers to a question
	With                 string            // "scheme=fixed": it counts only where that is chosen
	Suggested            map[string]string // by a page's language the value that is chosen there until somebody chooses another; none: the first
}

// Kind is "values", "number" or "question".
func (c Choice) Kind() string {
	switch {
	case len(c.Values) > 0:
		return "values"
	case c.Most > 0:
		return "number"
	}
	return "question"
}

// Chosen are the options that a form names and that differ from the rule sheet's. Other fields are left out.
func Chosen(choices []Choice, form url.Values) map[string]any {
	out := map[string]any{}
	for _, c := range choices {
		name, value, counts := strings.Cut(c.With, "=")
		if counts && out[name] != value {
			continue
		}
		if v := c.read(form); v != nil {
			out[c.Name] = v
		}
	}
	return out
}

// read is what the form chooses; nil for what the rule sheet says anyway.
func (c Choice) read(form url.Values) any {
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

package sheets

// key is a key of a play page, and what it does. shortcuts.js finds the button by it.
type key struct {
	Press []string // pressed together
	Does  string   // key of the text
	needs string   // event that the game must know; empty: none
}

var keys = []key{
	{[]string{"!"}, "tools.challenge", "challenge"},
	{[]string{"."}, "more.pass", "pass"},
	{[]string{"+"}, "tools.bank", "bank"},
	{[]string{"Ctrl", "Z"}, "tools.undo", ""},
	{[]string{"Ctrl", "Y"}, "tools.redo", ""},
	{[]string{"?"}, "keys.show", ""},
}

// Keys are those of the game that is played.
func (m *model) Keys() (of []key) {
	for _, k := range keys {
		if k.needs == "" || m.Knows(k.needs) {
			of = append(of, k)
		}
	}
	return of
}

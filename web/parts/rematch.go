package parts

import "tilewatch/engine"

// PlayAgain is what the button for another game of the same players says: who starts it, where anybody does. Empty: there is none.
func (m *Model) PlayAgain() string {
	switch {
	case m.Again == nil:
		return ""
	case m.Starts == engine.NoColor:
		return m.T("life.again")
	}
	return m.T("life.rematch", "who", m.Who(m.Starts))
}

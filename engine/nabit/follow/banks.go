package follow

import (
	"fmt"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/bank"
)

// bankLooks is how many observations of a table at rest may wait for a bank that is due. Hand-set: three settle it.
const bankLooks = 10

// countBanks counts the observation's banks, as often as it counts.
func (f *Follower) countBanks(obs engine.Observation) (lines []Line) {
	for range f.looks() {
		lines = append(lines, f.trackBanks(obs)...)
	}
	return lines
}

// trackBanks counts what the observation says of the banks, and reports a bank that has grown. It records a bank that shrinks (its
// player took a turn back, or was caught forgetting) without a line; a bank that is not seen keeps its count.
func (f *Follower) trackBanks(obs engine.Observation) []Line {
	var lines []Line
	for i, b := range slices.Concat(obs.Banks, obs.NoBanks) {
		b = f.game.Banks.Judge(b, f.game.BankPrior)
		if i >= len(obs.Banks) && b.Tiles == 0 {
			continue
		}
		if !f.game.Begun || !bank.Plausible(b) || len(f.game.Players) > 0 && !slices.Contains(f.game.Players, b.Color) {
			continue
		}
		before := f.game.Banks.Known[b.Color]
		if b.Tiles == before {
			f.game.Banks.Confirm(b.Color, f.windows)
			continue
		}
		if !f.game.Banks.Contradict(b, f.windows, f.game.BankPrior(b)) {
			continue
		}
		if b.Tiles == 0 {
			f.game.Apply(nabit.Event{Type: nabit.Caught, Player: b.Color})
			continue
		}
		f.game.Apply(nabit.Event{Type: nabit.Banked, Player: b.Color, Tiles: b.Tiles})
		if b.Tiles > before {
			lines = append(lines, f.banked(b))
		}
	}
	return lines
}

// banked reports a bank that has grown.
func (f *Follower) banked(b engine.Bank) Line {
	l := f.line(Banked)
	l.Player, l.Tiles, l.Scores = b.Color, b.Tiles, f.scores()
	if unsettled := f.unsettled(); unsettled {
		l.Provisional = &unsettled
	}
	if f.game.Banks.InDoubt(b.Color) {
		says := fmt.Sprintf("%s's bank seems to hold %d tiles, which the game does not allow: count them", b.Color, b.Tiles)
		l.Warnings = []engine.Warning{{Code: "bank_unsure", Message: says}}
	}
	return l
}

// awaitsBank reports whether a few more observations of the table as it lies may settle that a tile was banked.
func (f *Follower) awaitsBank() bool { return f.game.Banks.Awaits(f.windows) && f.rested < bankLooks }

// Package sight reads NAB-IT!'s pictures: one photo into what lies on the table and the score, in the form that the command line
// prints and draws, and a film's frames into observations. Eyes are vision with the letter readers behind it.
package sight

import (
	"slices"

	"tilewatch/cmd/internal/photo"
	"tilewatch/engine"
	"tilewatch/engine/nabit/still"
	"tilewatch/engine/reading"
)

// Result is the answer for one NAB-IT! photo, or for several of one table. Lists are never null in JSON.
type Result struct {
	Photo     string   `json:"photo"`
	Photos    []string `json:"photos,omitempty"` // all that were joined
	Game      string   `json:"game"`
	ElapsedMS float64  `json:"elapsed_ms"` // from the file's bytes in memory to the result
	still.Reading
	still.Outlook

	out engine.Color // who played the last tile, or NoColor
}

// shape puts a position and what lies beside it into the answer's form. out is who played the last tile, or NoColor.
func shape(p reading.Position, obs engine.Observation, out engine.Color) Result {
	e := evidence{obs.Cells, p.Turn}
	r := still.Reading{Cells: e.of(p.Cells), Racks: racks(obs.Racks), Banks: banks(obs.Banks), Warnings: p.Warnings}
	r.Plastics = plastics(obs.Plastics)
	r.Unlikely = still.Unlikely{Cells: e.of(p.Unlikely), Banks: banks(obs.NoBanks)}
	return Result{Game: "nabit", out: out}.counted(r)
}

// counted is the answer with the reading in it, and what that counts.
func (r Result) counted(read still.Reading) Result {
	read.Cells, read.Racks, read.Banks, read.Warnings = orEmpty(read.Cells), orEmpty(read.Racks), orEmpty(read.Banks), orEmpty(read.Warnings)
	r.Reading, r.Outlook = read, read.Outlook(r.out)
	return r
}

// Mended is the answer as it is with a person's fixes in it.
func (r Result) Mended(fixes []still.Fix) (Result, error) {
	read, err := r.Mend(fixes)
	if err != nil {
		return r, err
	}
	return r.counted(read.AtOrigin()), nil
}

// Joined is the answer for several photos of one table; an error if one of them does not show it.
func Joined(all []Result) (Result, error) {
	joined, shots := all[0], make([]still.Reading, len(all))
	joined.Photos, joined.ElapsedMS = nil, 0
	for i, r := range all {
		shots[i] = r.Reading
		joined.Photos = append(joined.Photos, r.Photo)
		joined.ElapsedMS = photo.Round(joined.ElapsedMS+r.ElapsedMS, 1)
	}
	read, err := still.Join(shots)
	if err != nil {
		return Result{}, err
	}
	for i := range read.Cells {
		rounded(&read.Cells[i])
	}
	return joined.counted(read.AtOrigin()), nil
}

// orEmpty makes a missing list an empty one: the contract's lists are always there.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// evidence are the cells of an observation, and the turn that leads from its lattice to the board's.
type evidence struct {
	cells []engine.CellEvidence
	turn  int
}

func (e evidence) of(read []reading.Cell) []still.Cell {
	out := make([]still.Cell, len(read))
	for i, c := range read {
		out[i] = cellOf(c)
		if k := slices.IndexFunc(e.cells, func(seen engine.CellEvidence) bool { return seen.Place == c.Seen }); k >= 0 && e.cells[k].Why != nil {
			out[i].Why = reasons(c, &e.cells[k], e.turn)
		}
	}
	return out
}

// mostOthers and leastOther bound the other letters that a cell is sent with.
const (
	mostOthers = 4
	leastOther = 0.002 // chance
)

func cellOf(c reading.Cell) still.Cell {
	cell := still.Cell{Place: c.Place, Letter: shown(c.Letter), Blank: c.Blank, Color: c.Color, Height: c.Height, Corners: photo.CornersOf(c.Quad),
		Or: still.Or{Color: c.Second.Color, Height: c.Second.Height}}
	for i, f := range c.Alternatives[:min(len(c.Alternatives), mostOthers)] {
		if i == 0 || f.Score >= leastOther {
			cell.Others = append(cell.Others, still.Face{Letter: shown(f.Letter), Blank: f.Blank, Chance: photo.Round(f.Score, 4)})
		}
	}
	cell.Settle(still.Sureness(c.Sure))
	cell.Confidence = c.Confidence
	rounded(&cell)
	return cell
}

// rounded writes a cell's chances to four decimals.
func rounded(c *still.Cell) {
	for _, v := range []*float64{&c.Confidence, &c.Sure.Tile, &c.Sure.Color, &c.Sure.Height, &c.Sure.Letter} {
		*v = photo.Round(*v, 4)
	}
}

func racks(seen []engine.Rack) []still.Rack {
	out := make([]still.Rack, len(seen))
	for i, r := range seen {
		out[i] = still.Rack{Color: r.Color, Tiles: make([]still.RackTile, len(r.Tiles))}
		for j, t := range r.Tiles {
			out[i].Tiles[j] = still.RackTile{Letter: shown(t.Letter), Corners: photo.CornersOf(t.Quad)}
		}
	}
	return out
}

func banks(seen []engine.Bank) []still.Bank {
	out := make([]still.Bank, len(seen))
	for i, b := range seen {
		out[i] = still.Bank{Tiles: b.Tiles, Center: photo.Pair(b.Center), Range: still.Range{Low: b.Tiles, High: b.Tiles}}
		if b.Chances != (engine.BankChances{}) {
			chances := make([]float64, len(b.Chances))
			for n, chance := range b.Chances {
				chances[n] = photo.Round(chance, 4)
			}
			out[i].Settle(chances)
		}
		if b.Color != engine.NoColor {
			out[i].Color = &b.Color
		}
	}
	return out
}

// shown writes a letter nobody could read as "?".
func shown(l engine.Letter) engine.Letter {
	if l == 0 {
		return engine.Unsettled
	}
	return l
}

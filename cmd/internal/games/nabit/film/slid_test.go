package film

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"testing"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/vision/filmtest"
)

// filmState is what lies on the table after so many turns.
type filmState []filmCell

type filmCell struct {
	Row, Col, Height int
	Letter           string
	Color            string     `json:"colour"`
	World            [3]float64 // the middle of the face, mm
	Yaw              float64    // degrees
}

// board is the state from its first row and column on.
func (s filmState) board() map[engine.Place]string {
	out := map[engine.Place]string{}
	for _, c := range s {
		out[engine.Place{Row: c.Row, Col: c.Col}] = fmt.Sprintf("%s %s %d", c.Letter, c.Color, c.Height)
	}
	return cornered(out)
}

// cornered shifts places so that the smallest row and column are 0.
func cornered(b map[engine.Place]string) map[engine.Place]string {
	low := engine.Place{Row: math.MaxInt, Col: math.MaxInt}
	for p := range b {
		low.Row, low.Col = min(low.Row, p.Row), min(low.Col, p.Col)
	}
	out := map[engine.Place]string{}
	for p, c := range b {
		out[engine.Place{Row: p.Row - low.Row, Col: p.Col - low.Col}] = c
	}
	return out
}

// filmTable is where the film's camera has the table, and what lies on it.
type filmTable struct {
	camera *calibration.Camera
	r      [3][3]float64
	t      [3]float64
	yaw    float64 // of the structure, radians
	side   float64 // of a tile, mm
	states []filmState
}

func readTable(t *testing.T) *filmTable {
	t.Helper()
	data, err := os.ReadFile(filmPath + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var truth struct {
		Camera struct {
			R [3][3]float64
			T [3]float64
		}
		Placements []struct {
			Yaw float64 `json:"yaw_deg"`
		}
		States []struct{ Cells filmState }
	}
	if err := json.Unmarshal(data, &truth); err != nil {
		t.Fatal(err)
	}
	f := &filmTable{r: truth.Camera.R, t: truth.Camera.T, yaw: truth.Placements[0].Yaw * math.Pi / 180}
	var set *calibration.Tileset
	f.camera, set = filmProfile(t)
	f.side = set.SideMM
	for _, s := range truth.States {
		f.states = append(f.states, s.Cells)
	}
	return f
}

// seen is where the camera shows a point so high over the table; all mm.
func (f *filmTable) seen(x, y, z float64) filmtest.Point {
	var c [3]float64
	for i := range c {
		c[i] = f.r[i][0]*x + f.r[i][1]*y + f.r[i][2]*z + f.t[i]
	}
	p := f.camera.Project(c[0], c[1], c[2])
	return filmtest.Point{X: float32(p.X), Y: float32(p.Y)}
}

// part is a rectangle of the table, and how it is moved: turned by so many radians about its middle, and slid by x, y mm.
type part struct {
	corners    [4][2]float64 // mm
	turn, x, y float64
}

// around is the part within the margin (mm) around the middles of those faces, along the structure.
func (f *filmTable) around(of filmState, margin, degrees, x, y float64) part {
	sin, cos := math.Sincos(f.yaw)
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, c := range of {
		at := [2]float64{cos*c.World[0] + sin*c.World[1], cos*c.World[1] - sin*c.World[0]}
		for i := range at {
			low[i], high[i] = min(low[i], at[i]-margin), max(high[i], at[i]+margin)
		}
	}
	p := part{corners: [4][2]float64{low, {high[0], low[1]}, high, {low[0], high[1]}}, turn: degrees * math.Pi / 180, x: x, y: y}
	for i, c := range p.corners {
		p.corners[i] = [2]float64{cos*c[0] - sin*c[1], sin*c[0] + cos*c[1]}
	}
	return p
}

// moved is where a point of the part lies then.
func (p *part) moved(x, y float64) (float64, float64) {
	sin, cos := math.Sincos(p.turn)
	mx, my := (p.corners[0][0]+p.corners[2][0])/2, (p.corners[0][1]+p.corners[2][1])/2
	x, y = x-mx, y-my
	return mx + cos*x - sin*y + p.x, my + sin*x + cos*y + p.y
}

// slid moves what lies within the margin around those faces, a hand too, like a sheet.
func (f *filmTable) slid(of filmState, margin, degrees, x, y float64) *filmtest.Slide {
	const face = 6.5 // mm over the table, of the lowest tiles
	p := f.around(of, margin, degrees, x, y)
	var s filmtest.Slide
	for i, c := range p.corners {
		s.From[i] = f.seen(c[0], c[1], face)
		u, v := p.moved(c[0], c[1])
		s.To[i] = f.seen(u, v, face)
	}
	return &s
}

// turned is slid, of stacks that no hand hides: each is seen from another side then.
func (f *filmTable) turned(of filmState, margin, degrees, x, y float64) *filmtest.Slide {
	const card = 1.0 // mm, of a layer
	p, s := f.around(of, margin, degrees, x, y), f.slid(of, margin, degrees, x, y)
	highest := 0.0
	for _, c := range of {
		highest = max(highest, c.World[2])
	}
	for z := 0.0; z < highest+card; z += card {
		for i, c := range of {
			if top := c.World[2]; z < top+card {
				l := f.layer(&p, c, min(z, top))
				l.Top, l.Stack = z >= top, i
				s.Layers = append(s.Layers, l)
			}
		}
	}
	return s
}

// layer is the slice of the stack so high over the table.
func (f *filmTable) layer(p *part, c filmCell, z float64) (l filmtest.Layer) {
	const corner, steps = 3.8, 4 // mm, and how many edges make it round
	half := f.side/2 - corner
	sin, cos := math.Sincos(c.Yaw * math.Pi / 180)
	for i, at := range [4][2]float64{{half, half}, {-half, half}, {-half, -half}, {half, -half}} {
		for k := range steps + 1 {
			s, o := math.Sincos((float64(i) + float64(k)/steps) * math.Pi / 2)
			u, v := at[0]+corner*o, at[1]+corner*s
			x, y := c.World[0]+cos*u-sin*v, c.World[1]+sin*u+cos*v
			l.From = append(l.From, f.seen(x, y, z))
			x, y = p.moved(x, y)
			l.To = append(l.To, f.seen(x, y, z))
		}
	}
	return l
}

// linesOf are the lines of the shots, of which every second frame is shown, as a camera of 7.5 frames a second has it. FRAMES=all shows all.
func linesOf(t *testing.T, shots ...filmtest.Shot) (plays, others []follow.Line) {
	t.Helper()
	if os.Getenv("FRAMES") != "all" {
		for i := range shots {
			shots[i].Every, shots[i].Step = 2, 2.0/15
		}
	}
	w := watched(t, 1)
	film := filmtest.New(t, filmPath+".mp4", shots...)
	defer film.Close()
	w.Source = film
	w.Report = func(line any) error {
		switch l := line.(type) {
		case pipeline.Camera:
			t.Errorf("told at frame %d: %s, %s", l.Frame, l.Type, l.Message)
		case follow.Line:
			if l.Type == follow.Played {
				plays = append(plays, l)
			} else {
				others = append(others, l)
			}
		}
		return nil
	}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return plays, others
}

// surePlay is the confidence from which a play is reported without a question.
const surePlay = 0.9

// What people do with their hands while they play. The film's frames are shown in another order, or with a part of the table moved;
// its turns are the film's own, and so is what must be read.
func TestHandsDoWhatTheyLike(t *testing.T) {
	t.Parallel()
	f := readTable(t)
	const all, one = 17, 14 // around the whole structure, and around one tile of it
	s := slices.IndexFunc(f.states[4], func(c filmCell) bool { return c.Letter == "S" })
	for _, c := range []struct {
		name  string
		shots []filmtest.Shot
		plays []int // the states they lead to
	}{
		{"the structure is slid and turned while tiles are laid", []filmtest.Shot{
			{From: 94, To: 150}, {From: 151, To: 230, Slide: f.slid(f.states[4], all, 25, 20, 12)}}, []int{3, 4}},
		{"the structure is turned between turns, and a turn follows", []filmtest.Shot{
			{From: 216, To: 244}, {From: 245, To: 253, Slide: f.slid(f.states[4], all, -37, -10, 25)},
			{From: 254, To: 267, Slide: f.turned(f.states[4], all, -37, -10, 25)}, {From: 268, To: 299, Slide: f.slid(f.states[4], all, -37, -10, 25)},
			{From: 300, To: 317, Slide: f.turned(f.states[5], all, -37, -10, 25)}}, []int{5}},
		{"the structure is turned by more than a quarter while tiles are laid", []filmtest.Shot{
			{From: 216, To: 290}, {From: 300, To: 317, Slide: f.turned(f.states[5], all, 130, 15, -10)}}, []int{5}},
		{"a tile is nudged", []filmtest.Shot{
			{From: 216, To: 244}, {From: 245, To: 317, Slide: f.slid(f.states[4][s:s+1], one, 8, 2, 1.5)}}, []int{5}},
		{"a play is laid and taken back before the hand leaves", []filmtest.Shot{
			{From: 300, To: 350}, {From: 405, To: 505}}, []int{6}},
		{"quick moves in a row", []filmtest.Shot{
			{From: 606, To: 686}, {From: 709, To: 729}, {From: 747, To: 785}}, []int{7, 8, 9}},
		{"two moves under one hand", []filmtest.Shot{
			{From: 606, To: 678}, {From: 713, To: 746}}, []int{7, 8}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			plays, others := linesOf(t, c.shots...)
			for _, l := range others {
				if l.Type == follow.Withdrawn || l.Type == follow.Unclear || l.Type == follow.Amended {
					t.Errorf("told at frame %d: %s %s", l.Frame, l.Type, l.Question)
				}
			}
			if len(plays) != len(c.plays) {
				t.Errorf("%d plays told, want %d", len(plays), len(c.plays))
			}
			for i, l := range plays[:min(len(plays), len(c.plays))] {
				got := map[engine.Place]string{}
				for _, s := range l.Board {
					got[s.Place] = fmt.Sprintf("%v %v %d", s.Letter, s.Color, s.Height)
				}
				if want := f.states[c.plays[i]].board(); !maps.Equal(cornered(got), want) {
					t.Errorf("play %d, at frame %d, leads to %v, want %v", i+1, l.Frame, cornered(got), want)
				}
				// What the banks of a game that is under way held before is settled later: that leaves the scores open, not the play.
				if l.Confidence < surePlay {
					t.Errorf("play %d is told with confidence %.3f", i+1, l.Confidence)
				}
				if *l.Provisional && !slices.ContainsFunc(l.Scores, func(s nabit.Score) bool { return s.Banked > 0 }) {
					t.Errorf("play %d is provisional, and no bank holds what may be otherwise", i+1)
				}
			}
		})
	}
}

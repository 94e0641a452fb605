package main

import (
	"fmt"
	"io"
	"math"
	"regexp"

	"tilewatch/engine"
	"tilewatch/engine/nabit/still"
)

// furtherName is the name of one more photo of a table: NNN-1.jpg beside NNN.jpg.
var furtherName = regexp.MustCompile(`^(.*)-\d+(\.jpg)$`)

// printJoined prints, of tables that several photos show, how many boards have all their heights right: by the first photo, by one more, by both joined, and by the
// first joined with the one that its reading asks for, where heights are in doubt.
func printJoined(out io.Writer, profile string, rows []row) {
	first := map[string]*row{}
	for i := range rows {
		first[rows[i].photo] = &rows[i]
	}
	var alone, more, both, asked, unasked, sure [2]int // right, of all
	counted := map[string]bool{}
	count := func(sum *[2]int, right bool) { sum[0], sum[1] = sum[0]+one(right), sum[1]+1 }
	for _, r := range rows {
		name := furtherName.FindStringSubmatch(r.photo)
		if name == nil || first[name[1]+name[2]] == nil {
			continue
		}
		f := first[name[1]+name[2]]
		look := f.reading.Outlook(engine.NoColor).Look
		if !counted[f.photo] {
			counted[f.photo] = true
			count(&alone, f.height == f.want)
			if look == nil {
				count(&sure, f.height == f.want)
			}
		}
		together, err := still.Join([]still.Reading{f.reading, r.reading})
		m := compare(trueBoard(r.truth.Cells), seenBoard(together.Cells))
		right := err == nil && m.height == m.want
		count(&more, r.height == r.want)
		count(&both, right)
		if look == nil {
			continue
		}
		if f.truth.Camera.sideOf(r.truth.Camera) == look.From {
			count(&asked, right)
		} else {
			count(&unasked, right)
		}
	}
	if more[1] == 0 {
		return
	}
	fmt.Fprintf(out, "\nheights of tables that several photos show, profile %s\n%-16s%8s%8s\n", profile, "", "boards", "right")
	for _, k := range []struct {
		name string
		of   [2]int
	}{{"first photo", alone}, {"not in doubt", sure}, {"one more", more}, {"joined", both}, {"joined, asked", asked}, {"joined, others", unasked}} {
		fmt.Fprintf(out, "%-16s%8d%8.3f\n", k.name, k.of[1], float64(k.of[0])/math.Max(1, float64(k.of[1])))
	}
}

// sideOf is the side of this camera's picture, one of still.Sides, from which another camera looks at the middle of the table.
func (c shownCamera) sideOf(other shownCamera) string {
	eye := other.eye()
	n := math.Hypot(eye[0], eye[1])
	from, to := c.pixel([3]float64{}), c.pixel([3]float64{nearby * eye[0] / n, nearby * eye[1] / n})
	side := int(math.Round(math.Atan2(to.Y-from.Y, to.X-from.X) / (math.Pi / 4)))
	return still.Sides[(side+len(still.Sides))%len(still.Sides)]
}

// nearby is how far from the middle of the table a direction is looked up, millimetres.
const nearby = 20

// eye is where the camera stands, millimetres.
func (c shownCamera) eye() (at [3]float64) {
	for i := range at {
		for k := range c.T {
			at[i] -= c.R[k][i] * c.T[k]
		}
	}
	return at
}

// pixel is where the picture shows a point of the table's space.
func (c shownCamera) pixel(p [3]float64) engine.Point {
	at := c.T
	for i := range at {
		for k := range p {
			at[i] += c.R[i][k] * p[k]
		}
	}
	return c.Project(at[0], at[1], at[2])
}

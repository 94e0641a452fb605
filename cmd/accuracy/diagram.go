package main

import (
	"bytes"
	"fmt"
	"math"
)

// bin is a range of confidence.
type bin struct {
	count, right int
	claimed      float64 // sum of the confidences
}

// confidenceEdges are the ranges' bounds: most tiles are surer than .95.
var confidenceEdges = []float64{0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.995, 1.01}

// bins sorts the tiles of all pictures into ranges of confidence.
func bins(rows []row) []bin {
	all := make([]bin, len(confidenceEdges)-1)
	for _, r := range rows {
		for _, c := range r.sure {
			for i := range all {
				if c.confidence >= confidenceEdges[i] && c.confidence < confidenceEdges[i+1] {
					all[i].count++
					all[i].right += one(c.right)
					all[i].claimed += c.confidence
				}
			}
		}
	}
	return all
}

// The reliability diagram's size and margins, in its own units.
const (
	chartSide = 400
	chartEdge = 60
)

// radius is that of a circle for so many tiles: its area grows with their logarithm, so that the few doubtful ones can be seen beside the many sure ones.
func radius(tiles int) float64 { return 4 * math.Sqrt(1+math.Log(float64(tiles))) }

// profileInks are the profiles' colors in the diagram.
var profileInks = []string{"#1f4f8f", "#c62828"}

// diagram draws the share of right tiles over the confidence that was reported, a circle for each range, as large as it has tiles. On the diagonal both
// agree; above it the program was too modest, below it too sure.
func (r *report) diagram() []byte {
	var b bytes.Buffer
	size := chartSide + 2*chartEdge
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" font-size="15">`, size, size, size, size)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fffdf7"/>`, size, size)
	fmt.Fprintf(&b, `<g stroke="#dcd3c0">`)
	for i := range 6 {
		at := chartEdge + i*chartSide/5
		fmt.Fprintf(&b, `<path d="M%d %dV%dM%d %dH%d"/>`, at, chartEdge, chartEdge+chartSide, chartEdge, at, chartEdge+chartSide)
	}
	fmt.Fprintf(&b, `</g><path d="M%d %dL%d %d" stroke="#545d6b" stroke-dasharray="6 6"/><g fill="#1b2330">`, chartEdge, chartEdge+chartSide, chartEdge+chartSide, chartEdge)
	for i := range 6 {
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%.1f</text><text x="%d" y="%d" text-anchor="end">%.1f</text>`,
			chartEdge+i*chartSide/5, chartEdge+chartSide+20, float64(i)/5, chartEdge-8, chartEdge+chartSide-i*chartSide/5+5, float64(i)/5)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">confidence reported</text><text transform="translate(16 %d) rotate(-90)" text-anchor="middle">share of tiles right</text></g>`, size/2, size-16, size/2)
	for k, g := range r.graded {
		ink := profileInks[k%len(profileInks)]
		fmt.Fprintf(&b, `<g fill="%s" fill-opacity=".55" stroke="%s">`, ink, ink)
		for _, x := range bins(g.rows) {
			if x.count > 0 {
				n := float64(x.count)
				fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="%.1f"><title>%d tiles: %.3f reported, %.3f right</title></circle>`,
					chartEdge+chartSide*x.claimed/n, chartEdge+chartSide*(1-float64(x.right)/n), radius(x.count), x.count, x.claimed/n, float64(x.right)/n)
			}
		}
		fmt.Fprintf(&b, `</g><text x="%d" y="%d" text-anchor="end" fill="%s">%s</text>`, chartEdge+chartSide-8, chartEdge+chartSide-34+20*k, ink, g.says)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

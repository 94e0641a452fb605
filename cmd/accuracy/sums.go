package main

import (
	"fmt"
	"io"
	"math"

	"tilewatch/cmd/internal/games/nabit/sight"
	"tilewatch/engine"
	"tilewatch/engine/nabit/still"
)

// sums are what a photo says of its stacks, of who controls its words, of its banks and totals. Players whose bank the picture cuts are left out.
type sums struct{ heights, control, banks, totals []claim }

// sumsOf takes them from an answer, whose places lie shift from the true ones.
func sumsOf(t truth, result sight.Result, shift engine.Place) (s sums) {
	lies := trueBoard(t.Cells)
	for _, c := range result.Cells {
		if w, there := lies[c.Place.Add(shift)]; there {
			s.heights = append(s.heights, claim{still.HeightChance(c.Sure.Height), c.Height == w.height})
		}
	}
	for _, w := range result.Words {
		s.control = append(s.control, claim{w.Confidence, t.controls(w, shift)})
	}
	cut, banked, total := map[engine.Color]bool{}, map[engine.Color]int{}, map[engine.Color]int{}
	for _, b := range t.Banks {
		cut[b.Player] = !b.InFrame
		banked[b.Player] = b.Count
		total[b.Player] += b.Count
	}
	for _, w := range t.Words {
		for _, c := range w.Controllers {
			total[c]++
		}
	}
	for _, b := range result.Banks {
		if b.Color != nil && !cut[*b.Color] {
			s.banks = append(s.banks, claim{b.Confidence, b.Tiles == banked[*b.Color]})
		}
	}
	for _, b := range result.Unlikely.Banks {
		if b.Color != nil && !cut[*b.Color] {
			s.banks = append(s.banks, claim{b.Confidence, banked[*b.Color] == 0})
		}
	}
	for _, p := range result.Scores {
		if !cut[p.Color] {
			s.totals = append(s.totals, claim{p.Confidence, p.Total == total[p.Color]})
		}
	}
	return s
}

// printSums prints for stacks' heights, control of words, banks and totals how many are right, how many are sure, and how far what is said of them lies off (expected calibration error).
func printSums(out io.Writer, rows []row) {
	var all sums
	for _, r := range rows {
		for _, of := range []struct{ all, one *[]claim }{{&all.heights, &r.sums.heights}, {&all.control, &r.sums.control}, {&all.banks, &r.sums.banks}, {&all.totals, &r.sums.totals}} {
			*of.all = append(*of.all, *of.one...)
		}
	}
	fmt.Fprintf(out, "\n%-16s%8s%8s%8s%8s%8s\n", "sums", "all", "right", "sure", "right", "off")
	for _, k := range []struct {
		name   string
		claims []claim
	}{{"heights", all.heights}, {"control", all.control}, {"banks", all.banks}, {"totals", all.totals}} {
		right, sure, sureRight := 0, 0, 0
		for _, c := range k.claims {
			right += one(c.right)
			if c.confidence >= surely {
				sure, sureRight = sure+1, sureRight+one(c.right)
			}
		}
		n := math.Max(1, float64(len(k.claims)))
		fmt.Fprintf(out, "%-16s%8d%8.3f%8.3f%8.3f%8.3f\n", k.name, len(k.claims), float64(right)/n, float64(sure)/n, float64(sureRight)/math.Max(1, float64(sure)), off(k.claims))
	}
}

// off is the expected calibration error, over the bins of the reliability diagram.
func off(claims []claim) (sum float64) {
	for _, b := range bins([]row{{match: match{sure: claims}}}) {
		sum += math.Abs(b.claimed - float64(b.right))
	}
	return sum / math.Max(1, float64(len(claims)))
}

package main

import (
	"fmt"
	"io"
	"math"

	"tilewatch/cmd/internal/games/nabit/sight"
	"tilewatch/engine"
)

// sums are what a photo says of its banks and totals. Players whose bank the picture cuts are left out.
type sums struct{ banks, totals []claim }

func sumsOf(t truth, result sight.Result) (s sums) {
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

// printSums prints for banks and totals how many are right, how many are sure, and how far what is said of them lies off (expected calibration error).
func printSums(out io.Writer, rows []row) {
	var all sums
	for _, r := range rows {
		all.banks, all.totals = append(all.banks, r.sums.banks...), append(all.totals, r.sums.totals...)
	}
	fmt.Fprintf(out, "\n%-16s%8s%8s%8s%8s%8s\n", "sums", "all", "right", "sure", "right", "off")
	for _, k := range []struct {
		name   string
		claims []claim
	}{{"banks", all.banks}, {"totals", all.totals}} {
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

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// report is the public page about how well NAB-IT!'s photos are read: what was graded, with which errors, and the tables of all games.
type report struct {
	commit string // that was graded; empty: nobody said
	date   string
	graded []graded
	tables string // what the command prints
	cards  []card // of the weights that read
}

// graded are the stills under one profile.
type graded struct {
	profile, says string
	rows          []row
	times         stageTimes // of all its photos together; nil: not measured
}

// worstShown is how many of the worst pictures the report names.
const worstShown = 12

// write puts the page, the reliability diagram and the worst pictures with what was seen on them into a folder.
func (r *report) write(folder string) error {
	worst := r.worst()
	if err := os.MkdirAll(filepath.Join(folder, "worst"), 0o755); err != nil {
		return err
	}
	for _, w := range worst {
		if w.overlay == nil {
			continue // it was not read at all
		}
		if err := os.WriteFile(filepath.Join(folder, "worst", flat(w.photo)), w.overlay, 0o644); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "reliability.svg"), r.diagram(), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "accuracy-report.md"), r.page(worst), 0o644)
}

// flat is a picture's name without its folder's slash.
func flat(name string) string { return strings.ReplaceAll(name, string(filepath.Separator), "-") }

func (r *report) page(worst []row) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Accuracy report\n\nMade by `make accuracy REPORT=folder` on %s of commit %s. Intervals are Wilson's at 95 %%, of the pictures or tiles as if each were drawn by itself.\n", r.date, cmp.Or(r.commit, "unknown"))
	b.WriteString("\n## What was graded\n\nRendered scenes with their truth; none of them was used for training. The hard ones were chosen because an earlier version failed on them, so these figures are worse than those of a usual table.\n\n")
	first := r.graded[0].rows
	printMarkdown(&b, "kind of picture", groupsBy(first, func(x row) string { return x.kind }), []measure{{"pictures", func(rows []row) string { return fmt.Sprint(len(rows)) }}, {"tiles", func(rows []row) string {
		n := 0
		for _, x := range rows {
			n += x.want
		}
		return fmt.Sprint(n)
	}}})
	for _, g := range r.graded {
		fmt.Fprintf(&b, "\n## NAB-IT! photos: %s\n\n", g.says)
		for _, by := range groupings {
			printMarkdown(&b, by.name, groupsBy(g.rows, by.of), measures)
			b.WriteByte('\n')
		}
		printMarkdown(&b, "time", map[string][]row{"all": g.rows}, times)
		b.WriteByte('\n')
		g.times.print(&b, len(g.rows))
	}
	b.WriteString("\n## How far its confidence can be trusted\n\n![Share of tiles that are wholly right by the confidence that was reported](reliability.svg)\n\nA tile is right if its letter, color and height are.\n")
	b.WriteString("\n## What it has learned from\n\nEach file of weights has its card beside it. Scores are those of the training that made it.\n\n")
	printCards(&b, r.cards)
	b.WriteString("\n## The worst pictures\n\n| picture | seen | wrong |\n|---|---|---|\n")
	for _, w := range worst {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", w.photo, w.kind, w.faults())
	}
	b.WriteString("\nThe folder `worst` that the command writes has each with what was seen drawn on it.\n\n## All tables\n\n```\n" + strings.TrimSpace(r.tables) + "\n```\n")
	return b.Bytes()
}

// measure is a column of the report.
type measure struct {
	name string
	of   func([]row) string
}

var measures = []measure{
	{"pictures", func(rows []row) string { return fmt.Sprint(len(rows)) }},
	{"tiles found", interval(func(r row) (int, int) { return r.found, r.want })},
	{"found tiles that are there", interval(func(r row) (int, int) { return r.found, r.got })},
	{"letters", interval(func(r row) (int, int) { return r.letter, r.found })},
	{"colors", interval(func(r row) (int, int) { return r.color, r.found })},
	{"heights", interval(func(r row) (int, int) { return r.height, r.found })},
	{"whole boards", interval(func(r row) (int, int) { return one(r.board), 1 })},
	{"with heights", interval(func(r row) (int, int) { return one(r.full), 1 })},
	{"control of words", interval(func(r row) (int, int) { return r.control, r.words })},
}

// times are the milliseconds that a photo took.
var times = []measure{
	{"median ms", func(rows []row) string { return milliseconds(rows, 0.5) }},
	{"nine of ten within", func(rows []row) string { return milliseconds(rows, 0.9) }},
	{"worst", func(rows []row) string { return milliseconds(rows, 1) }},
}

func milliseconds(rows []row, share float64) string {
	var all []float64
	for _, r := range rows {
		if r.failed == "" {
			all = append(all, r.ms)
		}
	}
	if len(all) == 0 {
		return "-"
	}
	slices.Sort(all)
	return fmt.Sprintf("%.0f", all[min(int(share*float64(len(all))), len(all)-1)])
}

// groupings are the ways in which the report splits the pictures.
var groupings = []struct {
	name string
	of   func(row) string
}{
	{"camera", func(r row) string { return r.kind }},
	{"angle from straight above", func(r row) string { return angleOf(r.tilt) }},
	{"light", func(r row) string { return cmp.Or(r.light, "not written down") }},
	{"folder of testdata", func(r row) string { return filepath.Dir(r.photo) }},
}

// angleOf is the range of fifteen degrees in which an angle lies.
func angleOf(tilt float64) string {
	low := 15 * int(tilt/15)
	return fmt.Sprintf("%02d to %02d°", low, low+15)
}

func groupsBy(rows []row, of func(row) string) map[string][]row {
	groups := map[string][]row{}
	for _, r := range rows {
		groups[of(r)] = append(groups[of(r)], r)
	}
	if len(groups) > 1 {
		groups["~all"] = rows // sorts last
	}
	return groups
}

// printMarkdown writes a table with a line for each group.
func printMarkdown(b *bytes.Buffer, by string, groups map[string][]row, columns []measure) {
	fmt.Fprintf(b, "| %s |", by)
	for _, c := range columns {
		fmt.Fprintf(b, " %s |", c.name)
	}
	b.WriteString("\n|" + strings.Repeat("---|", len(columns)+1) + "\n")
	for _, name := range sortedKeys(groups) {
		fmt.Fprintf(b, "| %s |", strings.TrimPrefix(name, "~"))
		for _, c := range columns {
			fmt.Fprintf(b, " %s |", c.of(groups[name]))
		}
		b.WriteByte('\n')
	}
}

// interval is a share with its interval of confidence.
func interval(count func(row) (part, whole int)) func([]row) string {
	return func(rows []row) string {
		part, whole := 0, 0
		for _, r := range rows {
			p, w := count(r)
			part, whole = part+p, whole+w
		}
		if whole == 0 {
			return "-"
		}
		low, high := wilson(part, whole)
		return fmt.Sprintf("%.3f (%.3f-%.3f)", float64(part)/float64(whole), low, high)
	}
}

// wilson is the score interval of a share at 95 % (Wilson 1927).
func wilson(part, whole int) (low, high float64) {
	const z = 1.96
	n := float64(whole)
	p := float64(part) / n
	middle, spread := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, (middle-spread)/(1+z*z/n)), min(1, (middle+spread)/(1+z*z/n))
}

// wrong is how many things a person would have to mend.
func (r row) wrong() int {
	return r.want - r.found + r.got - r.found + r.found - r.letter + r.found - r.color + r.found - r.height
}

// faults says in words what is wrong with a picture's reading.
func (r row) faults() string {
	if r.failed != "" {
		return "not read: " + r.failed
	}
	var all []string
	for _, f := range []struct {
		n    int
		what string
	}{
		{r.want - r.found, "missing"}, {r.got - r.found, "too many"}, {r.found - r.letter, "with a wrong letter"}, {r.found - r.color, "with a wrong color"},
		{r.found - r.height, "with a wrong height"},
	} {
		if f.n > 0 {
			all = append(all, fmt.Sprintf("%d %s", f.n, f.what))
		}
	}
	return strings.Join(all, ", ")
}

// worst are the pictures of the first profile with the most faults, those alone that have any.
func (r *report) worst() []row {
	rows := slices.DeleteFunc(slices.Clone(r.graded[0].rows), func(x row) bool { return x.failed == "" && x.wrong() == 0 })
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(len(b.failed), len(a.failed)), cmp.Compare(b.wrong(), a.wrong()))
	})
	return rows[:min(len(rows), worstShown)]
}

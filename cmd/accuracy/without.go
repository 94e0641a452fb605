package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tilewatch/cmd/internal/games/nabit/sight"
	"tilewatch/engine/lexicon"
	"tilewatch/vision/nabit/search"
)

// runWithout tells what stages of a reading are worth: a line each, what becomes of the pictures where it is left out.
func runWithout(out io.Writer, folders []string, names string) error {
	stages := search.StageNames()
	if names != "all" {
		stages = strings.Split(names, ",")
	}
	scenes, err := find(folders, ".jpg")
	if err != nil {
		return err
	}
	reader, err := sight.NewReader(nil, nil, lexicon.Default())
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d photos, each with all that the game could know (full) and with nothing (none): how many are read right, and how many otherwise than with all stages\n\n", len(scenes))
	fmt.Fprintf(out, "%-12s%8s%8s%8s%8s%8s%8s%8s\n", "without", "profile", "boards", "heights", "scores", "changed", "worse", "ms")
	var whole [][]row
	for _, name := range append([]string{""}, stages...) {
		var left search.Stages
		if name != "" {
			if left, err = search.ParseStages(name); err != nil {
				return err
			}
		}
		reader.Leave(left)
		for i, p := range profiles {
			rows := gradeAll(reader, scenes, p.name)
			if name == "" {
				whole = append(whole, rows)
			}
			printWithout(out, name, p.name, rows, whole[i])
		}
	}
	return reader.Close()
}

// gradeAll reads all photos with a profile.
func gradeAll(reader *sight.Reader, scenes []scene, profile string) []row {
	rows := make([]row, len(scenes))
	for i, s := range scenes {
		reader.Camera, reader.Tileset = known(s.truth, profile == "full")
		rows[i] = gradeStill(reader, s)
	}
	return rows
}

func printWithout(out io.Writer, name, profile string, rows, whole []row) {
	boards, heights, scores, changed, worse := 0, 0, 0, 0, 0
	var times []float64
	for i, r := range rows {
		boards, heights, scores = boards+one(r.board), heights+one(r.full), scores+one(r.score)
		before := whole[i]
		if r.failed != before.failed || r.found != before.found || r.got != before.got || r.letter != before.letter || r.color != before.color ||
			r.height != before.height || !slices.Equal(r.match.sure, before.match.sure) {
			changed++
		}
		worse += one(before.full && !r.full)
		times = append(times, r.ms)
	}
	fmt.Fprintf(out, "%-12s%8s%8d%8d%8d%8d%8d%8.0f\n", name, profile, boards, heights, scores, changed, worse, median(times))
}

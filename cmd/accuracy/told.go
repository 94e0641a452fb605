package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"tilewatch/engine"
)

// way is what the program is told of a film: the truth, or what is spoiled on purpose.
type way struct {
	name      string
	camera    bool
	tiles     bool
	players   bool
	focal     float64 // by which the camera's focal length is multiplied; 0: by one
	thickness float64 // and the tiles' thickness
	swapped   bool    // red's plastic is named purple's, and yellow's green's
}

// ways are all of them. A film is watched in the first three, unless others are named.
var ways = []way{
	{name: "everything", camera: true, tiles: true, players: true},
	{name: "players", players: true},
	{name: "nothing"},
	{name: "camera", camera: true},
	{name: "tiles", tiles: true},
	{name: "thickness/2", camera: true, tiles: true, thickness: 0.5},
	{name: "thickness*2", camera: true, tiles: true, thickness: 2},
	{name: "focal*.8", camera: true, tiles: true, focal: 0.8},
	{name: "focal*1.2", camera: true, tiles: true, focal: 1.2},
	{name: "colors", camera: true, tiles: true, swapped: true},
}

const usualWays = 3

// waysOf are the ways with the names, which commas part, or all.
func waysOf(names string) (chosen []way, err error) {
	if names == "all" {
		return ways, nil
	}
	for name := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(ways, func(w way) bool { return w.name == name })
		if i < 0 {
			return nil, fmt.Errorf("nothing is told as %q: name all or some of %s", name, wayNames())
		}
		chosen = append(chosen, ways[i])
	}
	return chosen, nil
}

func wayNames() string {
	names := make([]string, len(ways))
	for i, w := range ways {
		names[i] = w.name
	}
	return strings.Join(names, ",")
}

// flags tell it, with files in a folder.
func (w way) flags(t truth, folder string) (flags []string, err error) {
	if w.camera {
		camera := t.Camera.Camera
		if w.focal > 0 {
			camera.K[0][0] *= w.focal
			camera.K[1][1] *= w.focal
		}
		file := filepath.Join(folder, "camera.json")
		flags, err = append(flags, "--camera", file), errors.Join(err, writeJSON(file, camera))
	}
	if w.tiles {
		set := tilesetOf(t)
		if w.thickness > 0 {
			set.ThicknessMM *= w.thickness
		}
		if w.swapped {
			colors, wrong := t.plastics()
			set.Colors, err = colors, errors.Join(err, wrong)
			set.Colors[engine.Red], set.Colors[engine.Purple] = set.Colors[engine.Purple], set.Colors[engine.Red]
			set.Colors[engine.Yellow], set.Colors[engine.Green] = set.Colors[engine.Green], set.Colors[engine.Yellow]
		}
		file := filepath.Join(folder, "tileset.json")
		flags, err = append(flags, "--tileset", file), errors.Join(err, writeJSON(file, set))
	}
	if w.players {
		var players []string
		for _, p := range t.Players {
			players = append(players, p.String())
		}
		flags = append(flags, "--players", strings.Join(players, ","))
	}
	return flags, err
}

// plastics are the players' colors, red, green and blue.
func (t truth) plastics() (map[engine.Color][3]float64, error) {
	all := map[engine.Color][3]float64{}
	for _, c := range engine.PlayerColors {
		var rgb [3]uint8
		if _, err := fmt.Sscanf(t.Set.Colours[c], "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2]); err != nil {
			return all, fmt.Errorf("the truth's color of %s, %q: %w", c, t.Set.Colours[c], err)
		}
		all[c] = [3]float64{float64(rgb[0]), float64(rgb[1]), float64(rgb[2])}
	}
	return all, nil
}

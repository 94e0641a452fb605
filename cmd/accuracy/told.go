package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// way is what the program is told of a film: the truth, or what is spoiled on purpose.
type way struct {
	name      string
	camera    bool
	tiles     bool
	players   bool
	focal     float64 // by which the camera's focal length is multiplied; 0: by one
	thickness float64 // and the tiles' thickness
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

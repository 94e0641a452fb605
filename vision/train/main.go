// Command train makes vision's judges (spot.bin, coarse.bin, fine.bin) from rendered scenes with their truth: folders of
// NNN.jpg with NNN.json beside them.
//
//	go run ./vision/train -out vision SCENES...
//
// Some hundred scenes are wanted, of many sets, tables and lamps; never those that are used for grading. It takes a few
// minutes on one core, is the same in every run, and first learns from what the present judges get wrong.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"

	"tilewatch/vision"
)

func main() {
	log.SetFlags(0)
	out := flag.String("out", "vision", "folder for the judges")
	epochs := flag.Int("epochs", 18, "times each example is seen")
	views := flag.Int("views", 3, "times each scene is seen, each time under other errors of pose")
	flag.Parse()
	if err := train(*out, *epochs, *views, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func train(out string, epochs, views int, folders []string) error {
	var files []string
	for _, folder := range folders {
		found, err := filepath.Glob(filepath.Join(folder, "*.json"))
		if err != nil {
			return err
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return errors.New("no scenes: name folders that hold NNN.jpg and NNN.json")
	}
	var wrongSpots, wrongCells vision.Examples
	if err := each(files, func(s vision.Scene) error { return vision.AddMistakes(s, &wrongSpots, &wrongCells) }); err != nil {
		return err
	}
	fmt.Printf("%d scenes; mistaken now: %d spots, %d cells\n", len(files), wrongSpots.Len(), wrongCells.Len())
	for _, j := range []struct {
		name  string
		slip  vision.Slip
		wrong *vision.Examples
		add   func(*vision.Examples, vision.Scene, int, vision.Slip, *rand.Rand) error
	}{
		{"spot", vision.SpotSlip, &wrongSpots, (*vision.Examples).AddSpots},
		{"coarse", vision.CoarseSlip, &wrongCells, (*vision.Examples).Add},
		{"fine", vision.FineSlip, &wrongCells, (*vision.Examples).Add},
	} {
		rng := rand.New(rand.NewPCG(1, 2))
		var examples vision.Examples
		if err := each(files, func(s vision.Scene) error { return j.add(&examples, s, views, j.slip, rng) }); err != nil {
			return err
		}
		examples.Join(j.wrong)
		judge := vision.Learn(&examples, epochs, rng)
		heights, presence := judge.Rate(&examples)
		fmt.Printf("%s: %d examples, learned: heights %.4f, presence %.4f\n", j.name, examples.Len(), heights, presence)
		var file bytes.Buffer
		if err := judge.Save(&file); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, j.name+".bin"), file.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// each lends every scene to a function.
func each(files []string, use func(vision.Scene) error) error {
	for _, file := range files {
		s, err := loadScene(file)
		if err != nil {
			return fmt.Errorf("scene %q: %w", file, err)
		}
		if err := errors.Join(use(s), s.Picture.Close()); err != nil {
			return fmt.Errorf("scene %q: %w", file, err)
		}
	}
	return nil
}

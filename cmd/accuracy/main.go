// Command accuracy grades the reading against scenes with known truth and prints tables: stills and films, with the
// camera and tile set known and with nothing known (films also with what is wrong on purpose), how far confidences can be trusted, and what each letter reader
// adds. Run it by "make accuracy"; SCENES="FOLDER..." names other folders than testdata.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"tilewatch/vision/nabit/search"
)

func main() {
	binary := flag.String("bin", "bin/tilewatch", "the program that watches the films")
	each := flag.Bool("each", false, "also a line for each photo")
	folder := flag.String("report", "", "a folder for a page with intervals, a reliability diagram and the worst pictures")
	commit := flag.String("commit", "", "the commit that is graded, for the report")
	told := flag.String("told", "", "only watch the films, of which the program is told: all, or some of "+wayNames())
	rooms := flag.String("rooms", "", "only watch the films, in rooms with these disturbances: all, or names like fan,cat")
	frames := flag.Int("frames", 0, "with -rooms: how many frames of each film; 0: all")
	without := flag.String("without", "", "only tell what stages of reading a photo are worth, by leaving each out: all, or names like "+strings.Join(search.StageNames()[:2], ","))
	fitted := flag.String("calibrate", "", "only fit how far what a photo says of its tiles can be trusted, into this file")
	flag.Parse()
	folders := flag.Args()
	if len(folders) == 0 {
		folders = []string{"testdata"}
	}
	do := func() error { return run(os.Stdout, *binary, *each, folders, reporting{*folder, *commit}) }
	if *told != "" {
		do = func() error { return runFilms(os.Stdout, *binary, folders, *told) }
	}
	if *rooms != "" {
		do = func() error { return runRooms(os.Stdout, folders, *rooms, *frames) }
	}
	if *without != "" {
		do = func() error { return runWithout(os.Stdout, folders, *without) }
	}
	if *fitted != "" {
		do = func() error {
			stills, err := find(folders, ".jpg")
			if err != nil {
				return err
			}
			return calibrate(stills, *fitted)
		}
	}
	if err := do(); err != nil {
		fmt.Fprintln(os.Stderr, "accuracy:", err)
		os.Exit(1)
	}
}

// reporting says where a report goes, and for which commit; without a folder there is no report.
type reporting struct{ folder, commit string }

func runRooms(out io.Writer, folders []string, names string, frames int) error {
	films, err := find(folders, ".mp4")
	if err != nil {
		return err
	}
	return gradeRooms(out, films, names, frames)
}

func runFilms(out io.Writer, binary string, folders []string, told string) error {
	films, err := find(folders, ".mp4")
	if err != nil {
		return err
	}
	chosen, err := waysOf(told)
	if err != nil {
		return err
	}
	return gradeFilms(out, binary, films, chosen)
}

func run(out io.Writer, binary string, each bool, folders []string, to reporting) error {
	stills, err := find(folders, ".jpg")
	if err != nil {
		return err
	}
	films, err := find(folders, ".mp4")
	if err != nil {
		return err
	}
	others, err := findGames(folders)
	if err != nil {
		return err
	}
	tiles, err := findTiles(folders)
	if err != nil {
		return err
	}
	if len(stills)+len(films)+len(others)+len(tiles) == 0 {
		return fmt.Errorf("no pictures with truth in %q: name a folder of NNN.jpg with NNN.json", folders)
	}
	var tables bytes.Buffer
	out = io.MultiWriter(out, &tables)
	graded, err := gradeStills(out, stills, each, to.folder != "")
	for _, g := range graded {
		printJoined(out, g.profile, g.rows)
	}
	err = errors.Join(err, gradeLetters(out, stills), gradeFilms(out, binary, films, ways[:usualWays]), gradeGames(out, others, each), gradeTiles(out, tiles, each))
	if err != nil || to.folder == "" {
		return err
	}
	if len(graded) == 0 {
		return fmt.Errorf("a report needs NAB-IT! photos with their truth: name testdata, too")
	}
	learned, err := cards("vision", "ocr")
	if err != nil {
		return err
	}
	r := report{to.commit, time.Now().UTC().Format(time.DateOnly), graded, tables.String(), learned}
	return r.write(to.folder)
}

// Command tabit trains the networks of TABIT's eyes: vision/tabit/kind.bin, which classifies what a box of the board holds, and subject.bin, which
// classifies moons, stars and trees. It draws its examples itself: cards of many styles of pictures, backs, letters and boards. It is run by hand,
// from the top of the repository:
//
//	go run ./vision/train/tabit -what kind
//	go run ./vision/train/tabit -what subject
//
// Its stages: drawCard and drawBox draw a box with what lies in and beside it (drawing.go, picture.go, text.go, canvas.go, color.go); photograph
// makes a degraded picture of it (photograph.go); examples samples it as the program does; train fits the network (train.go). A training takes some
// minutes on one core and is the same in every run with the same fonts. Each NAME.bin gets its provenance in NAME.md beside it. -look FOLDER
// only writes some of the examples as pictures.
package main

import (
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"path/filepath"

	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit"
	"tilewatch/vision/tabit"

	"golang.org/x/image/font/sfnt"
)

func main() {
	log.SetFlags(0)
	what := flag.String("what", "kind", "which network to train: kind or subject")
	out := flag.String("out", "vision/tabit", "folder for the network")
	fonts := flag.String("fonts", "/usr/share/fonts", "folder with fonts for letters, beside the program's own")
	look := flag.String("look", "", "only write some of the examples as pictures into this folder")
	cards := flag.Int("cards", 9000, "cards to draw")
	epochs := flag.Int("epochs", 14, "rounds over all examples")
	flag.Parse()
	if err := run(*what, *out, *fonts, *look, *cards, *epochs); err != nil {
		log.Fatal(err)
	}
}

// Hand-set.
const (
	heldOneIn    = 12 // one card in so many is held back for the score and the calibration
	shotsPerCard = 4  // photographs of each card
)

// run draws examples, trains on them, and saves the network.
func run(what, out, fontFolder, look string, cards, epochs int) error {
	job, ok := tasks[what]
	if !ok {
		return fmt.Errorf("there is no network %q: say -what kind or -what subject", what)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	fonts, err := loadFonts(fontFolder)
	if err != nil {
		return err
	}
	if look != "" {
		return contactSheet(look, rng, fonts)
	}
	known, held, err := drawExamples(job, cards, rng, fonts)
	if err != nil {
		return err
	}
	net, score, err := train(known, held, epochs, rng, func(line string) { fmt.Println(line) })
	if err != nil {
		return err
	}
	net.Provenance = nn.Provenance{
		Data:    fmt.Sprintf("%d made-up cards, %d badly made photographs of each; one card in %d is held back", cards, shotsPerCard, heldOneIn),
		Command: fit.Command("./vision/train/tabit"),
		Commit:  fit.Commit(),
		Score:   score,
	}
	net.StoreTemperature()
	return fit.Save(filepath.Join(out, what+".bin"), net.Net, nn.Int16)
}

// drawExamples draws and photographs so many cards, and returns the examples to learn from and those held back.
func drawExamples(job task, cards int, rng *rand.Rand, fonts []*sfnt.Font) (known, held *examples, err error) {
	known, held = new(examples), new(examples)
	for i := range cards {
		into := known
		if i%heldOneIn == 0 {
			into = held
		}
		class := job.class(rng)
		card := newDrawing(rng, fonts)
		job.draw(card, class)
		for range shotsPerCard {
			if err := photograph(rng, card, job, func(file []byte, q [4][2]float64) error { return into.add(file, q, class) }); err != nil {
				return nil, nil, err
			}
		}
	}
	return known, held, nil
}

// task is what one of the networks learns from.
type task struct {
	class func(*rand.Rand) tabit.Class // draws a class
	draw  func(*drawing, tabit.Class)
	steps float64 // the width that the network sees, in steps from box to box
	reach float64 // the part of the board that the picture shows, mm
	card  bool    // the network's view is around the card, not around its box
}

var tasks = map[string]task{
	"kind":    {boxClass, (*drawing).drawBox, tabit.KindWide, 82, false},
	"subject": {subjectClass, (*drawing).drawAlone, tabit.SubjectWide, 66, true},
}

// subjectClass draws one of the pictures.
func subjectClass(r *rand.Rand) tabit.Class {
	return []tabit.Class{tabit.Moon, tabit.Star, tabit.Tree}[r.IntN(3)]
}

// boxClass draws what a box holds. The shares are hand-set: every class often enough, words rarely.
func boxClass(r *rand.Rand) tabit.Class {
	shares := []struct {
		class tabit.Class
		share float64
	}{{tabit.Empty, 0.14}, {tabit.Down, 0.18}, {tabit.Letter, 0.18}, {tabit.Moon, 0.15}, {tabit.Star, 0.15}, {tabit.Tree, 0.15}, {tabit.Text, 0.05}}
	at := r.Float64()
	for _, s := range shares {
		if at -= s.share; at < 0 {
			return s.class
		}
	}
	return tabit.Letter
}

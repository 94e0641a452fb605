// Command tabit makes kind.bin, which tells what a box of TABIT's board holds, and subject.bin, which tells moons, stars and
// trees apart, from cards that it draws itself: many makes of pictures, backs, letters and boards, photographed badly.
//
//	go run ./vision/train/tabit -what kind -out vision/tabit
//	go run ./vision/train/tabit -what subject -out vision/tabit
//
// -look FOLDER writes some of what is learned from, as pictures. It takes some minutes on one core and is the same in every
// run with the same fonts.
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
)

func main() {
	log.SetFlags(0)
	what := flag.String("what", "kind", "what to learn: kind or subject")
	out := flag.String("out", "vision/tabit", "folder for what was learned")
	fonts := flag.String("fonts", "/usr/share/fonts", "folder of fonts for letters; without any, the program's own are used")
	look := flag.String("look", "", "folder for some of the pictures that are learned from; nothing is learned then")
	cards := flag.Int("cards", 9000, "how many cards are drawn")
	epochs := flag.Int("epochs", 14, "how often all are gone through")
	flag.Parse()
	if err := run(*what, *out, *fonts, *look, *cards, *epochs); err != nil {
		log.Fatal(err)
	}
}

// shots is how often each card is photographed.
const shots = 4

func run(what, out, fontFolder, look string, cards, epochs int) error {
	aim, known := aims[what]
	if !known {
		return fmt.Errorf("cannot learn %q: say -what kind or -what subject", what)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	fonts, err := loadFonts(fontFolder)
	if err != nil {
		return err
	}
	if look != "" {
		return contactSheet(look, rng, fonts)
	}
	var learned, held examples
	for i := range cards {
		into := &learned
		if i%12 == 0 {
			into = &held
		}
		class := aim.class(rng)
		card := newDrawing(rng, fonts)
		aim.draw(card, class)
		for range shots {
			if err := shoot(rng, card, aim, func(file []byte, q [4][2]float64) error { return into.add(file, q, class) }); err != nil {
				return err
			}
		}
	}
	net, score, err := learn(&learned, &held, epochs, rng, func(line string) { fmt.Println(line) })
	if err != nil {
		return err
	}
	net.Provenance = nn.Provenance{
		Data:    fmt.Sprintf("%d made-up cards, %d badly made photographs of each; every twelfth card is held back", cards, shots),
		Command: fit.Command("./vision/train/tabit"),
		Commit:  fit.Commit(),
		Score:   score,
	}
	net.StoreTemperature()
	return fit.Save(filepath.Join(out, what+".bin"), net.Net, nn.Int16)
}

// aim is one thing to learn: from which classes, by which part of the board, so many steps wide.
type aim struct {
	class func(*rand.Rand) tabit.Class
	draw  func(*drawing, tabit.Class)
	wide  float64
	reach float64 // mm of the board that the picture shows
	card  bool    // around the card, not around its box
}

var aims = map[string]aim{
	"kind":    {drawClass, (*drawing).box, tabit.KindWide, 82, false},
	"subject": {drawSubject, (*drawing).alone, tabit.SubjectWide, 66, true},
}

// drawSubject is one of the pictures.
func drawSubject(r *rand.Rand) tabit.Class {
	return []tabit.Class{tabit.Moon, tabit.Star, tabit.Tree}[r.IntN(3)]
}

// drawClass is what a box is to hold.
func drawClass(r *rand.Rand) tabit.Class {
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

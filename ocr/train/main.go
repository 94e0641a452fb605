package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"tilewatch/ocr/glyph"
	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit"
)

// options are the command's flags.
type options struct {
	fonts, test, out, show, from             string
	samples, epochs, hidden, workers, perSet int
	seed                                     uint64
	drop, rate                               float64
	digits, alone, part, mirrored            bool
}

func main() {
	var o options
	flag.StringVar(&o.fonts, "fonts", "/usr/share/fonts", "folder with fonts")
	flag.StringVar(&o.test, "test", "Inter,Cabin,Clear Sans,PT Sans,Sora,Oxygen,Play,Gillius", "families held out for the test")
	flag.StringVar(&o.out, "out", "ocr/glyph/weights.bin", "where the weights go; empty: nowhere")
	flag.StringVar(&o.from, "from", "", "weights to go on from, in place of random ones")
	flag.StringVar(&o.show, "show", "", "only write a sheet of made-up faces (PNG) here")
	flag.IntVar(&o.samples, "samples", 150000, "faces to train on")
	flag.IntVar(&o.perSet, "check", 8000, "faces to calibrate on, and to test on")
	flag.IntVar(&o.epochs, "epochs", 10, "rounds over the faces")
	flag.IntVar(&o.hidden, "hidden", 128, "hidden units")
	flag.IntVar(&o.workers, "workers", 1, "goroutines")
	flag.Uint64Var(&o.seed, "seed", 20, "seed of everything random")
	flag.Float64Var(&o.drop, "drop", 0.15, "share of hidden units dropped while training")
	flag.Float64Var(&o.rate, "rate", 2e-3, "first learning rate")
	flag.BoolVar(&o.digits, "digits", false, "0 to 9 instead of A to Z, for ocr/digit")
	flag.BoolVar(&o.alone, "alone", false, "letters cut out alone, and what may be taken for one, for ocr/alone")
	flag.BoolVar(&o.part, "part", false, "faces that taller neighbors hide in part, for ocr/glyph/part.bin")
	flag.BoolVar(&o.mirrored, "mirrored", false, "half of the faces in a mirror, all of one class, for ocr/mirrored")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(o options) error {
	faces, missing, err := loadFonts(o.fonts)
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		fmt.Printf("families not installed: %s\n", strings.Join(missing, ", "))
	}
	train, check, test, err := divide(faces, strings.Split(o.test, ","))
	if err != nil {
		return err
	}
	if o.show != "" {
		return showSheet(o.show, train, o)
	}
	return trainNet(o, train, check, test)
}

// characters are the classes of the net.
func (o options) characters() alphabet {
	if o.digits {
		return digits
	}
	return letters
}

// divide splits the families: those named are the test, every seventh of the rest calibrates, the rest trains.
func divide(faces []typeface, held []string) (train, check, test []typeface, err error) {
	for i := range held {
		held[i] = strings.TrimSpace(held[i])
		known := func(t typeface) bool { return t.name == held[i] }
		if !slices.ContainsFunc(faces, known) {
			return nil, nil, nil, fmt.Errorf("no family %q to hold out: name installed ones of fonts.go", held[i])
		}
	}
	n := 0
	for _, t := range faces {
		switch n++; {
		case slices.Contains(held, t.name):
			test = append(test, t)
			n--
		case n%7 == 4:
			check = append(check, t)
		default:
			train = append(train, t)
		}
	}
	return train, check, test, nil
}

func trainNet(o options, train, check, test []typeface) error {
	for _, s := range []struct {
		what string
		of   []typeface
	}{{"train", train}, {"calibrate", check}, {"test", test}} {
		fmt.Printf("%-9s %s\n", s.what, strings.Join(names(s.of), ", "))
	}
	began := time.Now()
	examples := makeExamples(train, o, o.samples, o.seed)
	checks := makeExamples(check, o, o.perSet, o.seed+1)
	tests := makeExamples(test, o, o.perSet, o.seed+2)
	fmt.Printf("%d faces drawn in %.0f s\n", (len(examples)+len(checks)+len(tests))/2, time.Since(began).Seconds())

	model, calibration, err := o.begin()
	if err != nil {
		return err
	}
	s := schedule{epochs: o.epochs, batch: 128, workers: o.workers, rate: o.rate, decay: 0.01, drop: o.drop}
	learn(model, examples, s, o.seed, func(epoch int, loss float64) {
		net, _ := netOf(model, calibration) // it has the shape it began with
		fmt.Printf("epoch %2d loss %.4f, %s, %.0f s\n", epoch+1, loss, measure(net, checks, gray), time.Since(began).Seconds())
	})
	net, err := netOf(model, calibration)
	if err != nil {
		return err
	}
	calibrate(net, checks)
	fmt.Printf("calibration %+v\n", net.Calibration)
	for _, p := range []planes{gray, both} {
		fmt.Printf("%s\ntrained   %s\ncalibrate %s\ntest      %s\n", p, measure(net, examples[:2*o.perSet], p), measure(net, checks, p), measure(net, tests, p))
		fmt.Print(confusions(net, tests, o.characters(), p))
	}
	if o.out == "" {
		return nil
	}
	net.Provenance = nn.Provenance{
		Data:    fmt.Sprintf("%d made-up faces of %d families of fonts, %s of which calibrate; %s are held out for the test", o.samples, len(train), strings.Join(names(check), ", "), strings.Join(names(test), ", ")),
		Command: fit.Command("./ocr/train"),
		Commit:  fit.Commit(),
		Score:   fmt.Sprintf("on families held out, gray: %s; gray and chroma: %s", measure(net, tests, gray), measure(net, tests, both)),
	}
	net.Keep()
	return fit.Save(o.out, net.Net, nn.Int16)
}

// begin is the net before training.
func (o options) begin() (*fit.Model, glyph.Calibration, error) {
	if o.from == "" {
		return newModel(o.hidden, rand.New(rand.NewPCG(o.seed, 7))), glyph.Uncalibrated, nil
	}
	weights, err := os.ReadFile(o.from)
	if err != nil {
		return nil, glyph.Calibration{}, err
	}
	net, err := glyph.ReadNet(weights)
	if err != nil {
		return nil, glyph.Calibration{}, err
	}
	return fit.Of(net.Net), net.Calibration, nil
}

func names(of []typeface) (n []string) {
	for _, t := range of {
		n = append(n, t.name)
	}
	return n
}

// makeExamples draws n faces: all classes alike, families by their share. Each face gives two examples, gray and
// chroma. It has a seed of its own, so the number of workers does not matter.
func makeExamples(of []typeface, o options, n int, seed uint64) []example {
	out := make([]example, 2*n)
	var wait sync.WaitGroup
	for w := range o.workers {
		wait.Go(func() {
			var x glyph.Extractor
			var v [4]glyph.Vector
			for i := w; i < n; i += o.workers {
				f, class := o.face(rand.New(rand.NewPCG(seed, uint64(i))), of, i)
				for plane, pix := range [2][]uint8{f.Pix, f.Chroma} {
					if f.Hidden != nil {
						x.PartVectors(pix, f.Hidden, f.Size, &v)
					} else {
						x.Vectors(pix, f.Size, &v)
					}
					out[2*i+plane] = example{v[0], class}
				}
			}
		})
	}
	wait.Wait()
	return out
}

// face draws face i. What stands alone has no known color: both of its planes are gray.
func (o options) face(r *rand.Rand, of []typeface, i int) (f glyph.Face, class int) {
	if o.alone {
		class = aloneClass(r)
		f = aloneFace(r, of, class)
		f.Chroma = aloneFace(r, of, class).Pix
		return f, class
	}
	if o.mirrored {
		return mirroredFace(r, of)
	}
	class = o.characters().class(i)
	t := drawTile(r, pick(r, of), o.characters(), class)
	if !o.part {
		return shoot(r, &t), class
	}
	t.cover, t.hidden = 0, drawCover(r, t.plastic)
	f = shoot(r, &t)
	f.Hidden = t.hidden.mask(r, f.Size)
	return f, class
}

// pick draws a font.
func pick(r *rand.Rand, of []typeface) *fontFile {
	sum := 0.0
	for _, t := range of {
		sum += t.share
	}
	at := r.Float64() * sum
	for _, t := range of {
		if at -= t.share; at < 0 {
			return t.fonts[r.IntN(len(t.fonts))]
		}
	}
	last := of[len(of)-1]
	return last.fonts[r.IntN(len(last.fonts))]
}

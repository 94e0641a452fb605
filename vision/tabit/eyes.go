package tabit

import (
	"errors"
	"math"
	"runtime"
	"slices"

	"gocv.io/x/gocv"
	"golang.org/x/sync/errgroup"

	"tilewatch/engine"
	"tilewatch/engine/tabit"
	"tilewatch/ocr"
	"tilewatch/ocr/glyph"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/picture"
	"tilewatch/vision/profile"
	"tilewatch/vision/resample"
)

// Eyes find TABIT's board. They serve one goroutine.
type Eyes struct {
	letters *ocr.Classifier
	words   *ocr.Tesseract // reads what the TABIT card says
}

var _ profile.Eyes[tabit.Look] = (*Eyes)(nil)

// Open loads the readers and networks.
func Open() (profile.Eyes[tabit.Look], error) {
	letters, err := ocr.NewClassifier()
	if err != nil {
		return nil, err
	}
	tables := make(chan error, 1)
	go func() { tables <- warmLab() }()
	words, err := ocr.NewTesseract(1)
	if err != nil {
		return nil, err
	}
	if err := <-tables; err != nil {
		return nil, errors.Join(err, words.Close())
	}
	kinds()
	subjects()
	return &Eyes{letters, words}, nil
}

// warmLab makes OpenCV build its tables for Lab colors, which it does on first use; that takes longer than reading a picture.
func warmLab() error {
	dot := gocv.NewMatWithSize(1, 1, gocv.MatTypeCV8UC3)
	defer dot.Close()
	channels, err := labChannels(dot, 1)
	closeAll(channels)
	return err
}

// Close ends the reader of words.
func (e *Eyes) Close() error { return e.words.Close() }

var errNoBoard = &picture.Error{Code: picture.NoTiles, Message: "no TABIT board was found: show all of it, from above, in more light"}

// Look reads one picture. Errors that are its fault are of type *vision.Error.
func (e *Eyes) Look(p *picture.Picture, in profile.Inputs) (tabit.Look, error) {
	var look tabit.Look
	known, err := examples(in.Tileset)
	if err != nil {
		return look, err
	}
	err = e.onBoard(p, in, func(r *picture.Raster, b *board) error { return e.see(r, b, &look, known) })
	return look, err
}

// see fills in what a board shows. known are the set's own pictures, if it has any.
func (e *Eyes) see(r *picture.Raster, b *board, look *tabit.Look, known *[len(tabit.Pictures)]*Vector) error {
	first := b.top()
	cards, views := make([]*tabit.Box, boxes), make([]*view, boxes)
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for i := range boxes {
		s := siteOf(i)
		cards[i] = &look.Boxes[(s.seat-first+seats)%seats][s.row][s.place]
		group.Go(func() (err error) {
			views[i], err = e.box(r, b, i, cards[i])
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if known != nil {
		for i := range cards {
			compare(cards[i], views[i].look, known)
		}
	}
	liken(cards, views)
	return e.middle(r, b, look)
}

// top is the seat at the top of the picture; the others follow clockwise.
func (b *board) top() int {
	best, at := math.Inf(1), 0
	mid := b.pixel(engine.Point{})
	for seat := range seats {
		side := b.pixel(turned(engine.Point{Y: b.outer + 0.7}, seat))
		// The seat whose side leads most straight up.
		if d := math.Atan2(math.Abs(side.X-mid.X), mid.Y-side.Y); d < best {
			best, at = d, seat
		}
	}
	return at
}

// rough is the weight of the whole box, beside the closer look, for telling pictures apart.
const rough = 0.3

// box classifies one box. It returns the closer look at the card's picture.
func (e *Eyes) box(r *picture.Raster, b *board, i int, box *tabit.Box) (*view, error) {
	s := siteOf(i)
	at := b.layout.at(s)
	card := b.card(i)
	box.Quad = b.outline(card, 0.86, 1.16, s.seat)
	scores := kinds().Scores(cut(r, b.outline(at, KindWide, KindWide*cropRatio, s.seat)).look())
	box.Empty, box.Down, box.Letter = scores[Empty], scores[Down], scores[Letter]
	box.Picture = logSum(scores[Moon], scores[Star], scores[Tree])
	seen := viewOf(cut(r, b.outline(card, SubjectWide, SubjectWide*cropRatio, s.seat)))
	closer := subjects().Scores(seen.look)
	known := logSum(closer[Moon], closer[Star], closer[Tree])
	for k := range box.Pictures {
		box.Pictures[k] = closer[int(Moon)+k] - known + rough*(scores[int(Moon)+k]-box.Picture)
	}
	letters, err := e.letter(r, b.outline(card, letterSide, letterSide, s.seat))
	if err != nil {
		return nil, err
	}
	box.Letters = letters
	return seen, nil
}

// letterSide is the part of a card for the letter reader, in steps: without its border and the small letters in its corners.
const letterSide = 0.76

// cardSlack is how far from the middle of its box a card may lie, in steps.
const cardSlack = 0.1

// card is where on the board the card in a box lies.
func (b *board) card(i int) engine.Point {
	at := b.layout.at(siteOf(i))
	if b.at[i] < 0 {
		return at
	}
	// The smallest outline is the card's; the box has one too.
	s := &b.seen[b.at[i]]
	is := s.quads[len(s.quads)-1].mid
	want, step := b.pixel(at), 0.02
	x, y := b.pixel(engine.Point{X: at.X + step, Y: at.Y}), b.pixel(engine.Point{X: at.X, Y: at.Y + step})
	ax, ay, bx, by := (x.X-want.X)/step, (x.Y-want.Y)/step, (y.X-want.X)/step, (y.Y-want.Y)/step
	det := ax*by - ay*bx
	if math.Abs(det) < 1e-9 {
		return at
	}
	dx, dy := is.X-want.X, is.Y-want.Y
	u, v := (dx*by-dy*bx)/det, (ax*dy-ay*dx)/det
	return engine.Point{X: at.X + min(max(u, -cardSlack), cardSlack), Y: at.Y + min(max(v, -cardSlack), cardSlack)}
}

const faceSize = 48 // pixels, of what the reader of letters is shown

// letter is the log-likelihood of each letter in an upright square.
func (e *Eyes) letter(r *picture.Raster, q engine.Quad) (out [26]float64, err error) {
	var means [faceSize * faceSize][3]float32
	fine := min(3, max(1, int(math.Ceil(geom.Dist(q[0], q[1])/faceSize))))
	resample.Color(means[:], pixels(r), resample.Map(homography.OfSquare(q)), faceSize, resample.Grid(fine))
	face, err := glyph.NewFace(faceSize, resample.Bytes(means[:]))
	if err != nil {
		return out, err
	}
	letters, err := e.letters.Read(face)
	if err != nil {
		return out, err
	}
	copy(out[:], letters[0][:26])
	top := slices.Max(out[:])
	for c := range out {
		out[c] -= top
	}
	return out, nil
}

func logSum(all ...float64) float64 {
	top := slices.Max(all)
	sum := 0.0
	for _, v := range all {
		sum += math.Exp(v - top)
	}
	return top + math.Log(sum)
}

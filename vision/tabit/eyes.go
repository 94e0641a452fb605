package tabit

import (
	"errors"
	"math"
	"runtime"
	"slices"

	"gocv.io/x/gocv"
	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/floats"

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
	if err := errors.Join(words.Try(), <-tables); err != nil {
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

var errNoBoard = &picture.Error{Code: picture.NoTiles, Message: "no TABIT board found: show all of it from above, in better light"}

// Look reads one picture. Errors that are its fault are of type *picture.Error.
func (e *Eyes) Look(p *picture.Picture, in profile.Inputs) (tabit.Look, error) {
	var look tabit.Look
	known, err := examples(in.Tileset)
	if err != nil {
		return look, err
	}
	err = e.onBoard(p, in, func(r *picture.Raster, b *board) error { return e.readBoard(r, b, &look, known) })
	return look, err
}

// readBoard fills in what a board shows. known are the set's own pictures, if it has any.
func (e *Eyes) readBoard(r *picture.Raster, b *board, look *tabit.Look, known *[len(tabit.Pictures)]*Vector) error {
	first := b.top()
	cards, views := make([]*tabit.Box, boxes), make([]*view, boxes)
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for i := range boxes {
		s := siteOf(i)
		cards[i] = &look.Boxes[(s.seat-first+seats)%seats][s.row][s.place]
		group.Go(func() (err error) {
			views[i], err = e.classifyBox(r, b, i, cards[i])
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if known != nil {
		for i := range cards {
			compareExamples(cards[i], views[i].features, known)
		}
	}
	shareEvidence(cards, views)
	return e.findTabitCard(r, b, look)
}

// rim is the distance from the outer row to the board's edge, in steps.
const rim = 0.7

// top is the seat at the top of the picture; the others follow clockwise.
func (b *board) top() int {
	best, at := math.Inf(1), 0
	mid := b.pixel(engine.Point{})
	for seat := range seats {
		side := b.pixel(turned(engine.Point{Y: b.outer + rim}, seat))
		// The seat whose direction is nearest to straight up.
		if d := math.Atan2(math.Abs(side.X-mid.X), mid.Y-side.Y); d < best {
			best, at = d, seat
		}
	}
	return at
}

// boxWeight is the weight of the first network's picture, beside that of the second network.
const boxWeight = 0.3

// classifyBox classifies one box. It returns the crop of the card's picture.
func (e *Eyes) classifyBox(r *picture.Raster, b *board, i int, box *tabit.Box) (*view, error) {
	s := siteOf(i)
	at := b.layout.at(s)
	card := b.card(i)
	box.Quad = b.outline(card, quadWide, quadHigh, s.seat)
	scores := kinds().Scores(rectify(r, b.outline(at, KindWide, KindWide*cropRatio, s.seat)).features())
	box.Empty, box.Down, box.Letter = scores[Empty], scores[Down], scores[Letter]
	box.Picture = logSum(scores[Moon], scores[Star], scores[Tree])
	seen := viewOf(rectify(r, b.outline(card, SubjectWide, SubjectWide*cropRatio, s.seat)))
	closer := subjects().Scores(seen.features)
	known := logSum(closer[Moon], closer[Star], closer[Tree])
	for k := range box.Pictures {
		box.Pictures[k] = closer[int(Moon)+k] - known + boxWeight*(scores[int(Moon)+k]-box.Picture)
	}
	letters, err := e.letter(r, b.outline(card, letterSide, letterSide, s.seat))
	if err != nil {
		return nil, err
	}
	box.Letters = letters
	return seen, nil
}

// quadHigh is the height of a card, in steps.
const quadHigh = 1.16

// letterSide is the part of a card for the letter reader, in steps: without its border and the small letters in its corners.
const letterSide = 0.76

// cardSlack is how far from the middle of its box a card may lie, in steps.
const cardSlack = 0.1

// jacobianStep is the step of the numeric derivative of the picture by the board, in steps.
const jacobianStep = 0.02

// card is the middle of the card in a box, on the board.
func (b *board) card(i int) engine.Point {
	at := b.layout.at(siteOf(i))
	if b.spotAt[i] < 0 {
		return at
	}
	// The smallest outline is the card's; the box has one too.
	s := &b.spots[b.spotAt[i]]
	is := s.quads[len(s.quads)-1].mid
	want, step := b.pixel(at), jacobianStep
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

const faceSize = 48 // pixels: side of the letter reader's input

// letter is the log-likelihood of each letter in an upright square.
func (e *Eyes) letter(r *picture.Raster, q engine.Quad) (out [26]float64, err error) {
	var means [faceSize * faceSize][3]float32
	fine := min(3, max(1, int(math.Ceil(geom.Dist(q[0], q[1])/faceSize))))
	resample.Color(means[:], pixels(r), homography.OfSquare(q), faceSize, resample.Grid(fine))
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

func logSum(all ...float64) float64 { return floats.LogSumExp(all) }

package sight

import (
	"errors"
	"fmt"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/engine/nabit/still"
	"tilewatch/engine/reading"
	"tilewatch/ocr"
	"tilewatch/ocr/book"
	"tilewatch/vision/nabit"
	"tilewatch/vision/nabit/visible"
	"tilewatch/vision/picture"
	"tilewatch/vision/source"
)

// Letters says who reads the letters.
type Letters uint8

// Both is what the program uses; the others are there to be compared with it.
const (
	Both            Letters = iota // our classifier, and Tesseract where it doubts
	ClassifierAlone                // the classifier only
	TesseractAlone                 // Tesseract only
)

// Eyes are vision with the letter readers behind it. They serve one goroutine. The opener closes them.
type Eyes struct {
	*nabit.Reader
	first  ocr.Reader // the quick one
	pair   *ocr.Pair  // nil unless both read
	second *ocr.Tesseract
}

// OpenEyes starts the letter readers.
func OpenEyes(letters Letters) (*Eyes, error) { return OpenEyesWith(letters, nil) }

// OpenEyesWith starts the letter readers; where both read they are helped by the glyph book of the tiles in play, unless that is nil.
func OpenEyesWith(letters Letters, glyphs *book.Book) (*Eyes, error) {
	go nabit.Preload() // while letters and the picture's file are read
	first, err := ocr.NewClassifier()
	if err != nil {
		return nil, err
	}
	second, err := ocr.NewTesseract(1)
	if err != nil {
		return nil, err
	}
	switch letters {
	case ClassifierAlone:
		return &Eyes{nabit.NewReader(first), first, nil, second}, nil
	case TesseractAlone:
		return &Eyes{nabit.NewReader(second), first, nil, second}, nil
	}
	pair, err := ocr.NewPair(first, second)
	if err != nil {
		return nil, errors.Join(err, second.Close())
	}
	if glyphs != nil {
		return &Eyes{nabit.NewReader(book.Reader{Inner: pair, Book: glyphs}), first, pair, second}, nil
	}
	return &Eyes{nabit.NewReader(pair), first, pair, second}, nil
}

// Try starts the letter readers now, for those who want to know early whether that is possible.
func (e *Eyes) Try() error { return e.second.Try() }

// Rest gives the letter readers' memory back until the next letter in doubt.
func (e *Eyes) Rest() error { return e.second.Rest() }

// Close ends the letter readers.
func (e *Eyes) Close() error { return e.second.Close() }

// shownBy is how likely (logarithm) a picture shows letters and words where tiles were found, if each lies as there says.
func (e *Eyes) shownBy(p *picture.Picture, found []engine.CellEvidence, words reading.Dictionary, there func(engine.CellEvidence) engine.CellEvidence) (float64, error) {
	cells, faces := make([]engine.CellEvidence, len(found)), make([]engine.Quad, len(found))
	for i, c := range found {
		cells[i] = there(c)
		faces[i] = cells[i].Quad
	}
	letters, err := visible.ReadFaces(e.first, p, faces)
	for i := range cells {
		cells[i].Letter = letters[i]
	}
	return reading.Likelihood(cells, words), err
}

// shownMore is by how much (logarithm) letters and words must be likelier in another picture of the same tiles.
const shownMore = 1.0

// Report counts the second letter reader's calls and their results; zero if there is only one reader.
func (e *Eyes) Report() ocr.Report {
	if e.pair == nil {
		return ocr.Report{}
	}
	return e.pair.Report()
}

// Watching are eyes on one game before a camera that stands still.
type Watching struct {
	eyes    *Eyes
	tracker *nabit.Tracker
	camera  *calibration.Camera
	set     *calibration.Tileset
	misfit  bool // the camera was measured in pictures of another shape
}

// Watch is for the frames of one game; camera and set may be nil.
func (e *Eyes) Watch(camera *calibration.Camera, set *calibration.Tileset) *Watching {
	return &Watching{eyes: e, tracker: nabit.NewTracker(e.Reader), camera: camera, set: set}
}

// On says where the camera was found to have the table, in millimetres as the tiles are; nil: nobody measured it.
func (w *Watching) On(table *calibration.Table) *Watching {
	w.tracker.SetTable(table)
	return w
}

// Read reads a frame on loan.
func (w *Watching) Read(f source.Frame, trust nabit.Trust) (engine.Observation, error) {
	pic := f.Picture()
	next := func(p *picture.Picture, camera *calibration.Camera, set *calibration.Tileset) (engine.Observation, error) {
		return w.tracker.Read(p, camera, set, trust)
	}
	if w.camera != nil && !w.misfit {
		_, err := w.camera.Scaled(pic.Width, pic.Height)
		w.misfit = err != nil
	}
	obs, err := look(next, pic, w.camera, w.set)
	return obs, errors.Join(err, pic.Close())
}

// Alone reads a frame on loan by itself, as a photo is read. Where that shows no board there are no cells.
func (w *Watching) Alone(f source.Frame, words reading.Dictionary) *still.Reading {
	pic, r := f.Picture(), Reader{Tileset: w.set, Words: words, eyes: w.eyes}
	result, err := r.ReadMapped(pic, nil, w.camera)
	if err = errors.Join(err, pic.Close()); err != nil {
		return &still.Reading{}
	}
	return &result.Reading
}

// Strange says whether the pictures show another camera, or tiles of another thickness or other colors, than were measured.
func (w *Watching) Strange() (camera, tiles, colors bool) {
	camera, tiles, colors = w.tracker.Strange()
	return camera || w.misfit, tiles, colors
}

// Recall says what an earlier game before this camera found of what nobody measured.
func (w *Watching) Recall(f calibration.Found) { w.tracker.Recall(f) }

// Found is what this game has found of that so far, as far as it is known well enough.
func (w *Watching) Found() calibration.Found { return w.tracker.Found() }

// Expect says which stacks lie there, as far as others know.
func (w *Watching) Expect(stacks []nabit.Stack) { w.tracker.Expect(stacks) }

// Rename says that the tiles which the eyes call one color are another's: the two trade names.
func (w *Watching) Rename(from, to engine.Color) { w.tracker.Rename(from, to) }

// MeasureHeights says whether stacks may have grown by several tiles between two pictures.
func (w *Watching) MeasureHeights(on bool) { w.tracker.MeasureHeights(on) }

// NoStructure reports that the last picture shows a player's rack and no structure.
func (w *Watching) NoStructure() { w.tracker.RejectStructure() }

// seeing is one of nabit.Reader's ways of reading a picture.
type seeing func(*picture.Picture, *calibration.Camera, *calibration.Tileset) (engine.Observation, error)

// look reads with the camera fitted to the picture's size.
func look(see seeing, p *picture.Picture, camera *calibration.Camera, set *calibration.Tileset) (engine.Observation, error) {
	if camera == nil {
		return see(p, nil, set)
	}
	fitted, err := camera.Scaled(p.Width, p.Height)
	if err != nil {
		// A picture that the camera file does not fit is read without it rather than not at all.
		obs, readErr := see(p, nil, set)
		obs.Warnings = append(obs.Warnings, engine.Warning{Code: "low_confidence", Message: fmt.Sprintf("camera file ignored: %v", err)})
		return obs, readErr
	}
	return see(p, fitted, set)
}

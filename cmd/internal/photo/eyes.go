package photo

import (
	"errors"
	"fmt"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision"
)

// Eyes are vision with the letter readers behind it. They serve one goroutine; whoever opened them closes them.
type Eyes struct {
	*vision.Reader
	// Letters says how often the second letter reader was asked and what came of it.
	Letters *ocr.Pair

	second *ocr.Tesseract
}

// OpenEyes starts the letter readers: our classifier first, Tesseract where it doubts.
func OpenEyes() (*Eyes, error) {
	first, err := ocr.NewClassifier()
	if err != nil {
		return nil, err
	}
	second, err := ocr.NewTesseract(1)
	if err != nil {
		return nil, err
	}
	pair, err := ocr.NewPair(first, second)
	if err != nil {
		return nil, errors.Join(err, second.Close())
	}
	return &Eyes{vision.NewReader(pair), pair, second}, nil
}

// Close ends the letter readers.
func (e *Eyes) Close() error { return e.second.Close() }

// Frame reads a frame on loan.
func (e *Eyes) Frame(f vision.Frame, camera *calibration.Camera, set *calibration.Tileset) (engine.Observation, error) {
	picture := vision.FromMat(f.Mat.Clone())
	obs, err := e.look(picture, camera, set)
	return obs, errors.Join(err, picture.Close())
}

// look is Still with the camera fitted to the picture's size.
func (e *Eyes) look(p *vision.Picture, camera *calibration.Camera, set *calibration.Tileset) (engine.Observation, error) {
	if camera == nil {
		return e.Still(p, nil, set)
	}
	fitted, err := camera.Scaled(p.Width, p.Height)
	if err != nil {
		// A picture that the camera file does not fit is read without it rather than not at all.
		obs, readErr := e.Still(p, nil, set)
		obs.Warnings = append(obs.Warnings, engine.Warning{Code: "low_confidence", Message: fmt.Sprintf("the camera file is not used: %v", err)})
		return obs, readErr
	}
	return e.Still(p, fitted, set)
}

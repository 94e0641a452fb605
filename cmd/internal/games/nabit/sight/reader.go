package sight

import (
	"time"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/photo"
	"tilewatch/engine"
	"tilewatch/engine/reading"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
)

// Reader reads photos one after the other; it is for one goroutine. Its maker closes it.
type Reader struct {
	Camera  *calibration.Camera  // nil: from EXIF, else estimated from the picture
	Tileset *calibration.Tileset // nil: estimated
	Words   reading.Dictionary   // nil: letters rest on the picture alone
	Out     engine.Color         // who played the last tile, or NoColor

	eyes *Eyes
}

// NewReader makes a reader that knows these; each may be nil.
func NewReader(camera *calibration.Camera, set *calibration.Tileset, words reading.Dictionary) (*Reader, error) {
	eyes, err := OpenEyes(Both)
	if err != nil {
		return nil, err
	}
	return &Reader{Camera: camera, Tileset: set, Words: words, eyes: eyes}, nil
}

// ReaderWith makes a reader that knows nothing yet from opened eyes, which it takes over.
func ReaderWith(eyes *Eyes) *Reader { return &Reader{eyes: eyes} }

// Leave leaves out stages of the reading, to measure what they are worth.
func (r *Reader) Leave(without search.Stages) { r.eyes.Without = without }

// Close ends the letter readers.
func (r *Reader) Close() error { return r.eyes.Close() }

// Read answers one photo's bytes. Errors are of type *picture.Error: the photo's fault, with a remedy.
func (r *Reader) Read(data []byte) (result Result, err error) {
	defer photo.Caught(&err)
	started := time.Now()
	if err := photo.CheckWhole(data); err != nil {
		return Result{}, err
	}
	picture, err := picture.Decode(data)
	if err != nil {
		return Result{}, err
	}
	defer picture.Close()
	if result, err = r.ReadMapped(picture, nil, photo.CameraOf(data, picture, r.Camera)); err != nil {
		return Result{}, err
	}
	result.ElapsedMS = photo.Milliseconds(time.Since(started))
	return result, nil
}

// ReadMapped answers a picture by a camera, which may be nil, and what is known of the picture's map. It leaves out how long that takes.
func (r *Reader) ReadMapped(p *picture.Picture, known *tilemap.Map, camera *calibration.Camera) (Result, error) {
	mapped := func(p *picture.Picture, camera *calibration.Camera, set *calibration.Tileset) (engine.Observation, error) {
		return r.eyes.Mapped(p, known, camera, set)
	}
	obs, err := look(mapped, p, camera, r.Tileset)
	if err != nil || !r.plain(obs.Cells) {
		obs, err = r.otherwise(p, camera, obs, err)
	}
	if err != nil {
		return Result{}, err
	}
	result := shape(reading.Read(obs, r.Words), obs, r.Out)
	if err := result.wrongPhoto(); err != nil {
		return Result{}, err
	}
	return result, nil
}

// otherwise is what a picture shows that is not plain as it is: without a screen's grid, and in the mirror, if that is likelier.
func (r *Reader) otherwise(p *picture.Picture, camera *calibration.Camera, obs engine.Observation, unread error) (engine.Observation, error) {
	obs, err := r.unscreened(p, camera, obs, unread)
	if err != nil {
		return obs, err
	}
	return r.unmirrored(p, camera, obs)
}

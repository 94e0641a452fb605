package doctor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tilewatch/calibration"
	"tilewatch/calibration/lens"
	"tilewatch/cmd/internal/calibrate"
	"tilewatch/cmd/internal/games/nabit/sight"
	"tilewatch/engine/lexicon"
	"tilewatch/vision/picture"
	"tilewatch/vision/source"
)

// glimpse is a source that keeps a late picture: a camera's first ones are dark.
type glimpse struct {
	source  source.Source
	picture *picture.Picture
	at      time.Duration
}

// glimpseEvery is how long a picture is kept before a newer one takes its place.
const glimpseEvery = time.Second

func (g *glimpse) Next(ctx context.Context) (source.Frame, error) {
	frame, err := g.source.Next(ctx)
	if err == nil && (g.picture == nil || frame.Time-g.at >= glimpseEvery) {
		g.close()
		g.picture, g.at = frame.Picture(), frame.Time
	}
	return frame, err
}

// Close is the duty of the source's opener.
func (g *glimpse) Close() error { return g.source.Close() }

func (g *glimpse) close() {
	if g.picture != nil {
		_ = g.picture.Close() // a copy in memory
	}
}

// worthwhile is the score from which a camera's place will do.
const worthwhile = 60

// view says what the camera can see from its place: the tiles show where the table lies.
func (p *Patient) view(pic *picture.Picture, report func(Line)) {
	cam, set, about := lens.Usual(pic.Width, pic.Height), &calibration.Tileset{}, "about "
	if profile, err := p.Profiles.Load(p.Camera); err == nil {
		if profile.Camera != nil {
			if known, err := profile.Camera.Scaled(pic.Width, pic.Height); err == nil {
				cam, about = known, ""
			}
		}
		if profile.Tileset != nil {
			set = profile.Tileset
		}
	}
	ruler, err := sight.NewRuler()
	if err != nil {
		return // the line on letters says why
	}
	t, err := calibrate.TableByTiles(ruler, pic, cam, set)
	var unreadable *picture.Error
	switch {
	case errors.As(err, &unreadable) && unreadable.Code != picture.NoTiles:
		report(Line{"view", Bad, "no tile is readable from here", unreadable.Message})
	case err != nil:
		report(Line{"view", Note, "the camera sees no linked tiles, so its position cannot be rated", "lay four or more linked tiles in the middle of the table and try again, or: tilewatch calibrate table --source " + p.Source})
	default:
		report(viewLine(&t.View, about))
	}
	p.picture(pic, set, report)
	if share := bleached(pic); share >= overexposed {
		report(Line{"light", Note, fmt.Sprintf("%.0f %% of the picture are so bright that they show nothing", 100*share), "lower the camera's exposure, or move the lamp"})
	}
}

// ofTheCamera are the warnings of a photo that say something of the camera and its place.
var ofTheCamera = []string{"mirrored", "cut_tiles"}

// picture says what reading the picture as a photo shows to be wrong with it.
func (p *Patient) picture(pic *picture.Picture, set *calibration.Tileset, report func(Line)) {
	words, err := lexicon.OpenFor("nabit", "")
	if err != nil {
		return // the line on words says why
	}
	reader, err := sight.NewReader(nil, set, words)
	if err != nil {
		return // the line on letters says why
	}
	defer reader.Close()
	result, err := reader.ReadMapped(pic, nil, nil)
	var unreadable *picture.Error
	if errors.As(err, &unreadable) && unreadable.Code != picture.NoTiles {
		text, remedy, _ := strings.Cut(unreadable.Message, ": ")
		report(Line{"picture", Note, text, remedy})
	}
	p.focus(pic, &result, report)
	for _, w := range result.Warnings {
		if slices.Contains(ofTheCamera, w.Code) {
			text, remedy, _ := strings.Cut(w.Message, ": ")
			report(Line{"picture", Note, text, remedy})
		}
	}
}

// A pixel as bright as bleachedFrom, in gray levels, shows nothing; of a picture, overexposed is the share of them from which it is worth a word.
const (
	bleachedFrom = 250
	overexposed  = 0.1
)

// bleached is the share of the picture that is too bright.
func bleached(pic *picture.Picture) float64 {
	gray, err := pic.Gray()
	if err != nil {
		return 0
	}
	n := 0
	for _, v := range gray.Pix {
		if v >= bleachedFrom {
			n++
		}
	}
	return float64(n) / float64(max(1, len(gray.Pix)))
}

// viewLine says what a place is worth, and why.
func viewLine(v *lens.View, about string) Line {
	var says []string
	for _, s := range v.Says {
		says = append(says, s.Text)
	}
	l := Line{"view", Good, fmt.Sprintf("the camera is %s%.0f cm above the table, tilted %s%.0f degrees; position: %d of 100. %s", about, v.HeightMM/10, about, v.TiltDeg, v.Score, strings.Join(says, " ")), ""}
	if v.Score < worthwhile {
		l.Level = Note
	}
	return l
}

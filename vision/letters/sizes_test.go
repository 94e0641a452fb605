package letters

import (
	"bytes"
	"image/jpeg"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/vision/geom"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/picture"
	"tilewatch/vision/train/scenes"
	tables "tilewatch/vision/train/scenes/table"
)

// TestAGlanceLeavesOutWhatIsNoLetterOnATile glances at all marks of made-up scenes on tables that no training saw, and bounds what is left out over all.
func TestAGlanceLeavesOutWhatIsNoLetterOnATile(t *testing.T) {
	m, err := scenes.NewMaker(scenes.Options{Width: 640, Height: 360, TilePixels: [2]float64{16, 40}, Crosswords: 1,
		Table: func(r *rand.Rand) scenes.Table { return tables.Of(tables.Held()[r.IntN(len(tables.Held()))], r) }})
	if err != nil {
		t.Fatal(err)
	}
	var all, kept [2]int // others, letters
	for seed := range uint64(10) {
		s, err := m.Draw(rand.New(rand.NewPCG(seed, 5)))
		if err != nil {
			t.Fatal(err)
		}
		img, _ := s.Shoot()
		var file bytes.Buffer
		if err := jpeg.Encode(&file, img, nil); err != nil {
			t.Fatal(err)
		}
		p, err := picture.Decode(file.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		err = picture.WithRaster(p, func(r *picture.Raster, gray gocv.Mat) error {
			marks, err := candidate.Find(r, gray)
			if err != nil {
				return err
			}
			left, err := (&search{r: r}).glanceAt(marks)
			for of, marks := range [][]candidate.Candidate{marks, left} {
				for i := range marks {
					[]*[2]int{&all, &kept}[of][letterOn(s.Faces(), &marks[i])]++
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of %d letters on tiles and %d of %d other marks are left", kept[1], all[1], kept[0], all[0])
	if all[1] < 100 || 100*kept[1] < 98*all[1] || 2*kept[0] > all[0] { // measured: all and .44
		t.Error("want nearly all letters, and less than half of the others")
	}
}

// letterOn is 1 for a mark of a letter's size in the middle of a face that the camera sees, else 0.
func letterOn(faces []scenes.Face, m *candidate.Candidate) int {
	for _, f := range faces {
		side := geom.Dist(f.Quad[0], f.Quad[1])
		if f.Visible > 0.6 && geom.Dist(geom.Middle(f.Quad), m.At) < 0.15*side && m.Long() > 0.4*side && m.Long() < 0.8*side {
			return 1
		}
	}
	return 0
}

func TestLettersOnTilesSayHowSmallOthersAre(t *testing.T) {
	of := func(long, letter, body float64) (m candidate.Candidate) {
		m.W, m.H, m.Letter[0], m.Body = long/2, long, letter, body
		return m
	}
	sure := func(n int) (letters []candidate.Candidate) {
		for i := range n {
			letters = append(letters, of(40+float64(i), 0.9, 4))
		}
		return letters
	}
	for rule, c := range map[string]struct {
		letters []candidate.Candidate
		want    float64
	}{
		"nothing does":                     {nil, 0},
		"a few letters do not":             {sure(enoughSure - 1), 0},
		"enough letters do":                {sure(enoughSure), smallShare * 41},
		"letters that may be print do not": {append(sure(enoughSure-1), of(400, 0.9, 1)), 0},
		"marks on tiles do not":            {append(sure(enoughSure-1), of(400, 0.5, 4)), 0},
	} {
		if got := leastLong(c.letters); got != c.want {
			t.Errorf("%s: %.1f pixels, want %.1f", rule, got, c.want)
		}
	}
}

func TestCandidatesAreCountedDownToASize(t *testing.T) {
	var marks []candidate.Candidate
	for _, long := range []float64{90, 60, 60, 20} {
		var m candidate.Candidate
		m.W, m.H = long, long/3
		marks = append(marks, m)
	}
	for long, want := range map[float64]int{0: 4, 20: 3, 59: 3, 60: 1, 100: 0} {
		if got := largerThan(marks, long); got != want {
			t.Errorf("%d are larger than %.0f, want %d", got, long, want)
		}
	}
}

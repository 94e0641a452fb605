package nabit

import (
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/picture"
)

// hardBoard is a folder of testdata/nabit whose scenes are hard for one reason.
type hardBoard struct {
	why   string
	right func(*sceneReading) string // the error of a reading; empty: none
	exif  float64                    // the focal length in the EXIF block, mm of a film camera; 0: read with the true camera
}

// hardBoards are the folders by their names. A scene is right if what its folder is there for is; sheen has letters only, see
// TestLettersUnderASheenAreRead.
var hardBoards = map[string]hardBoard{
	"cloth":   {why: "a cloth's squares are no tiles", right: allRight},
	"squares": {why: "checked cloths: the squares outnumber the tiles and link better, or stand out more", right: tilesRight},
	"soft":    {why: "a blurred and hazy picture: a letter and a blank have almost no edges, and colors show them", right: tilesRight},
	"witness": {why: "letters show tiles that edges do not: a word beyond tiles that a stack half hides, a striped cloth between tiles, a tile that " +
		"mistaken levels have elsewhere, dim tiles on stripes, a word linked by a tile almost hidden behind a stack", right: tilesRight},
	"words": {why: "one or two words between racks of as many tiles, one so near that it seems linked; and a word that is less clear than a single " +
		"tile of a rack", right: tilesRight},
	"gap":    {why: "only a blank stack, a weak candidate, links seven tiles to the others", right: tilesRight},
	"sunk":   {why: "two words side by side; one lies on other tiles, and a pose that puts it on the table has no place for a tile of the other", right: tilesRight},
	"lean":   {why: "a stair is a table that tilts: a word of four tiles came out 3, 2, 2 and 1 high under the lens of the EXIF block", right: allRight, exif: 28},
	"glare":  {why: "a desk lamp's reflection slopes over the tiles, and the word lies among racks", right: allRight},
	"few":    {why: "white letters on yellow are almost as bright; thin letters of few tiles, and no racks, on cloth", right: allRight},
	"behind": {why: "stacks hide a letter and a blank in part; and a place that is no stack seems to hide two tiles", right: tilesRight},
	"half":   {why: "a part of the structure settles too close", right: allRight},
	"steps": {why: "from straight above, faces alone give some stacks too low; other heights need another pose, and only both together explain more; the " +
		"table beside stacks decides; letters show tiles on a higher level than the steps do; most stacks start one tile too low; a " +
		"line of stacks looks flat under a table that tilts", right: heightsRight},
	"banks": {why: "spots outnumber the letters, so that those of banks are no marks", right: banksRight},
	"cut":   {why: "the frame cuts tiles: they are not read, those beside them are, and a warning says so", right: cutRight},
	"two":   {why: "of two structures the larger is read, also where the smaller is clearer, and a warning names the other", right: largerRight},
	"sheen": {why: "a lamp's reflection as large as the letters", right: nothing},
}

func nothing(*sceneReading) string { return "" }

func allRight(s *sceneReading) string { return compareCells(s, &cellShares{}) }

func tilesRight(s *sceneReading) string {
	var n cellShares
	wrong := compareCells(s, &n)
	return unless(n.recall.Right == n.recall.Of && n.precision.Right == n.precision.Of && n.recall.Of > 0, wrong)
}

func heightsRight(s *sceneReading) string {
	var n cellShares
	wrong := compareCells(s, &n)
	return unless(n.height.Right == n.height.Of && n.recall.Right == n.recall.Of && n.height.Of > 0, wrong)
}

func banksRight(s *sceneReading) string {
	var n looseShares
	wrong := compareBanks(s, &n)
	return unless(n.banks.Right == n.banks.Of && n.banks.Of > 0, wrong)
}

func unless(right bool, wrong string) string {
	if right {
		return ""
	}
	return wrong + " "
}

// cutRight wants the tiles that the frame shows wholly: of 005 the truth has those too of which it cuts a strip off, and which on a higher stack would
// be wholly visible; of 021, where green tiles are all cut, it has not.
func cutRight(s *sceneReading) string {
	whole := 0
	for _, c := range s.Truth.Cells {
		if c.Corners.Lowest() < float64(s.Truth.Camera.Height) {
			whole++
		}
	}
	n := len(placesOf(s.obs))
	return unless(n == whole && hasWarning(s.obs, "cut_tiles"), fmt.Sprintf("%d tiles are read, %d are seen wholly; %v", n, whole, s.obs.Warnings))
}

func largerRight(s *sceneReading) string {
	var larger, smaller []scenetest.Corners
	for _, c := range s.Truth.Cells {
		larger = append(larger, c.Corners)
	}
	for _, c := range s.Truth.Second {
		smaller = append(smaller, c.Corners)
	}
	if len(smaller) > len(larger) {
		larger, smaller = smaller, larger
	}
	seen, all, want := seenOf(s.obs, larger), len(placesOf(s.obs)), fmt.Sprintf("a second structure of %d tiles", len(smaller))
	named := slices.ContainsFunc(s.obs.Warnings, func(w engine.Warning) bool { return strings.Contains(w.Message, want) })
	return unless(seen == len(larger) && seen == all && named,
		fmt.Sprintf("of the larger structure's %d tiles %d are read, %d in all; warnings %v", len(larger), seen, all, s.obs.Warnings))
}

// seenOf counts the faces that an observation has.
func seenOf(obs engine.Observation, faces []scenetest.Corners) (n int) {
	for _, c := range obs.Cells {
		middle := engine.Point{X: (c.Quad[0].X + c.Quad[2].X) / 2, Y: (c.Quad[0].Y + c.Quad[2].Y) / 2}
		if c.Tile > hypothesis.TileAccepted && slices.ContainsFunc(faces, func(f scenetest.Corners) bool {
			return picture.Dist(f.Middle(), middle) < picture.Dist(c.Quad[0], c.Quad[1])/4
		}) {
			n++
		}
	}
	return n
}

// TestHardBoardsAreRead counts the scenes that are right in what they are there for. One more or less may be wrong: the log says which.
func TestHardBoardsAreRead(t *testing.T) {
	var boards scenetest.Share
	count := func(name, why, wrong string) {
		boards.Count(wrong == "")
		if wrong != "" {
			t.Logf("%s: %s\n\t(%s)", name, wrong, why)
		}
	}
	for _, s := range sceneReadings(t) {
		board, hard := hardBoards[s.folder]
		if !hard || s.folder == "sheen" {
			continue
		}
		wrong := board.right(&s)
		if s.err != nil {
			wrong += s.err.Error()
		}
		count(s.folder+"/"+s.Name, board.why, wrong)
	}
	count("first", "a first word is found by one letter: a bright spot beside the B of a blank, an O and a B hides its mark", firstWord(t))
	for _, c := range []twoStructures{
		{"022", "043", image.Rect(801, 451, 1148, 702), image.Rect(231, 380, 520, 589)},
		{"033", "045", image.Rect(628, 405, 1182, 858), image.Rect(892, 2, 1202, 256)},
	} {
		count(c.scene+" with a part of "+c.from, "a warning names the second structure, and none of its tiles is in a rack or bank", c.read(t))
	}
	boards.AsMeasured(t, "hard boards", scenetest.Share{Right: 46, Of: 50}, 50)
}

// TestLettersUnderASheenAreRead reads faces, each by itself, under a lamp's reflection as large as the letters: those are brighter than the plastic here
// and darker there.
func TestLettersUnderASheenAreRead(t *testing.T) {
	var letters scenetest.Share
	for _, s := range sceneReadings(t, "sheen") {
		for _, want := range s.Truth.Cells {
			at := want.Corners.Middle()
			i := slices.IndexFunc(s.obs.Cells, func(c engine.CellEvidence) bool { return picture.Dist(quadMiddle(c.Quad), at) < 0.3*s.Truth.TilePx })
			letters.Count(i >= 0 && likeliestLetter(&s.obs.Cells[i]) == want.Letter)
		}
	}
	letters.AsMeasured(t, "letters", scenetest.Share{Right: 18, Of: 29}, 29)
}

// likeliestLetter is what a face shows, whichever way is up; empty for a blank.
func likeliestLetter(c *engine.CellEvidence) (letter string) {
	most := c.Letter[0][0]
	for _, turn := range c.Letter {
		for i, likely := range turn {
			if likely < most {
				continue
			}
			if most, letter = likely, ""; i < 26 {
				letter = string(rune('A' + i))
			}
		}
	}
	return letter
}

// firstWord says what is wrong with the first word of a game before a camera.
func firstWord(t *testing.T) string {
	t.Helper()
	cam := calibration.Pinhole(1280, 720, 838)
	cam.Dist = [5]float64{-0.088, 0.021}
	set := &calibration.Tileset{SideMM: 26.5, ThicknessMM: 5.9, PitchMM: 26.8}
	pictures := map[string]*picture.Picture{}
	for _, name := range []string{"racks", "word"} {
		data, err := os.ReadFile("../../testdata/nabit/first/" + name + ".jpg")
		if err != nil {
			t.Fatal(err)
		}
		if pictures[name], err = picture.Decode(data); err != nil {
			t.Fatal(err)
		}
		defer pictures[name].Close()
	}
	tracker := NewTracker(NewReader(scenetest.LetterNet(t)))
	for range maxRejected {
		if _, err := tracker.Read(pictures["racks"], cam, set, Unknown); errors.Is(err, search.ErrNoTiles) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		tracker.RejectStructure()
	}
	obs, err := tracker.Read(pictures["word"], cam, set, Unknown)
	if err != nil {
		return err.Error()
	}
	cells := seenCells(obs)
	yellow := func(c seenCell) bool { return c.color == engine.Yellow && c.height == 1 }
	if len(cells) != 3 || slices.ContainsFunc(cells, func(c seenCell) bool { return !yellow(c) }) {
		return fmt.Sprintf("seen: %+v, want three yellow tiles", cells)
	}
	if _, err := tracker.Read(pictures["racks"], cam, set, Unknown); !errors.Is(err, search.ErrNoTiles) {
		return fmt.Sprintf("of racks alone: %v", err)
	}
	return ""
}

// twoStructures is a still with the smaller structure of another one laid on its table.
type twoStructures struct {
	scene, from string
	part, at    image.Rectangle // of the other scene, and where it is laid
}

// read says what is wrong with what is read of the two.
func (c twoStructures) read(t *testing.T) string {
	t.Helper()
	s := scenetest.LoadScene(t, filepath.Join(scenetest.StillsFolder, c.scene+".json"))
	lay(t, scenetest.LoadScene(t, filepath.Join(scenetest.StillsFolder, c.from+".json")).Picture, c.part, s.Picture, c.at)
	both, err := NewReader(scenetest.LetterNet(t)).Still(s.Picture, s.Camera(), s.Set())
	if err != nil {
		return err.Error()
	}
	if !hasWarning(both, "second_structure") {
		return fmt.Sprintf("the other structure is not named: %v", both.Warnings)
	}
	if n, was := len(placesOf(both)), len(placesOf(readingOf(t, stillsFolder, c.scene).obs)); n != was {
		return fmt.Sprintf("%d tiles are read, %d without the other structure", n, was)
	}
	for _, q := range looseOf(both) {
		if image.Pt(int(q.X), int(q.Y)).In(c.at) {
			return fmt.Sprintf("a tile of the other structure, at %v, is in a rack or a bank", q)
		}
	}
	return ""
}

// lay puts a part of a picture into a rectangle of another.
func lay(t *testing.T, from *picture.Picture, part image.Rectangle, to *picture.Picture, at image.Rectangle) {
	t.Helper()
	what, where := from.Pixels.Region(part), to.Pixels.Region(at)
	defer what.Close()
	defer where.Close()
	if err := gocv.Resize(what, &where, at.Size(), 0, 0, gocv.InterpolationCubic); err != nil {
		t.Fatal(err)
	}
}

// looseOf are the middles of rack tiles and of banks' tops.
func looseOf(obs engine.Observation) (all []engine.Point) {
	for _, rack := range obs.Racks {
		for _, tile := range rack.Tiles {
			q := tile.Quad
			all = append(all, engine.Point{X: (q[0].X + q[2].X) / 2, Y: (q[0].Y + q[2].Y) / 2})
		}
	}
	for _, bank := range obs.Banks {
		all = append(all, bank.Center)
	}
	return all
}

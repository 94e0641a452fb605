package main

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestWilsonsIntervalIsTheBooks(t *testing.T) {
	for _, c := range []struct {
		part, whole int
		low, high   float64
	}{
		{81, 263, 0.2553, 0.3662}, // Newcombe 1998, table I
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{29, 29, 0.8830, 1},
	} {
		low, high := wilson(c.part, c.whole)
		if math.Abs(low-c.low) > 1e-3 || math.Abs(high-c.high) > 1e-3 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", c.part, c.whole, low, high, c.low, c.high)
		}
	}
}

// reported is a report of three pictures: one right, one with faults, one not read.
func reported() *report {
	right := row{photo: "stills/001.jpg", kind: "phone", tilt: 44.9, light: "overcast", ms: 200,
		match: match{want: 8, got: 8, found: 8, letter: 8, color: 8, height: 8, board: true, full: true, sure: []claim{{0.99, true}, {0.97, true}}}}
	faulty := row{photo: "cloth/002.jpg", kind: "webcam-top", tilt: 3, ms: 400, overlay: []byte("picture"),
		match: match{want: 9, got: 9, found: 8, letter: 7, color: 8, height: 6, sure: []claim{{0.6, false}, {0.99, true}}}}
	unread := row{photo: "few/001.jpg", kind: "webcam-top", tilt: 14.9, failed: "no_tiles", match: match{want: 4}}
	return &report{"abc1234", "2026-11-27", []graded{{"full", "with a profile", []row{right, faulty, unread}, stageTimes{stages[2].name: 300 * time.Millisecond, restOfTime: 100 * time.Millisecond}}, {"none", "nothing known", []row{right}, nil}}, "the tables", nil}
}

func TestTheReportSaysWhatIsWrong(t *testing.T) {
	folder := t.TempDir()
	if err := reported().write(folder); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "accuracy-report.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, want := range []string{
		"commit abc1234", "| cloth/002.jpg | webcam-top | 1 missing, 1 too many, 1 with a wrong letter, 2 with a wrong height |", "| few/001.jpg | webcam-top | not read: no_tiles |",
		"| 30 to 45° |", "| 00 to 15° |", "| all | 3 | 0.762 (0.549-0.894) |", "the tables", "(reliability.svg)", "| overcast |", "| all | 400 |", "what may be a face | 100.0 | 75.0 % |", "| all | 133.3 | 100.0 % |",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if strings.Contains(page, "| stills/001.jpg |") {
		t.Error("a picture without a fault is among the worst")
	}
	pictures, err := filepath.Glob(filepath.Join(folder, "worst", "*"))
	if err != nil || len(pictures) != 1 || filepath.Base(pictures[0]) != "cloth-002.jpg" {
		t.Errorf("pictures %v, %v", pictures, err)
	}
}

func TestTheDiagramIsADrawing(t *testing.T) {
	drawing := reported().diagram()
	circles, d := 0, xml.NewDecoder(strings.NewReader(string(drawing)))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, drawing)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "circle" {
			circles++
		}
	}
	if circles != 5 { // .6, .97 and .99 of the first profile, .97 and .99 of the second
		t.Errorf("%d circles, want one for each range with tiles", circles)
	}
}

package calibration

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/engine"
)

// FuzzProfile reads anything as a kept profile, and keeps what it says under whatever name: that is one file in the folder, and read again
// the same.
func FuzzProfile(f *testing.F) {
	f.Add([]byte(`{"name":"webcam","made":"2026-11-21T12:00:00Z","rms_px":0.3,"camera":`+goodCamera+`,"tileset":{"side_mm":24},"table":{"width":1280,"height":720,"R":[[1,0,0],[0,1,0],[0,0,1]],"t":[0,0,600]}}`), "../../x")
	f.Add([]byte(`{"found":{"focal":{"on":"2026-11-27T20:00:00Z","ratio":0.8,"sigma":0.04},"thickness":{"ratio":1e-9,"sigma":-1}}}`), "cam")
	f.Add([]byte(`{"table":{"R":[[1e308,0,0]]}}`), "")
	f.Add([]byte(`{"camera":null,"tileset":[]}`), "a/b\\c\x00")
	f.Fuzz(func(t *testing.T, text []byte, name string) {
		p, err := parseProfile(text)
		if err != nil {
			return
		}
		if p.Camera != nil {
			p.Camera.Undistort(engine.Point{X: 1, Y: 2})
		}
		above := t.TempDir()
		s := NewStore(filepath.Join(above, "cameras"))
		if p.Name = name; s.Save(p) != nil {
			return
		}
		beside, err := os.ReadDir(above)
		files, failed := os.ReadDir(filepath.Join(above, "cameras"))
		if err != nil || failed != nil || len(beside) != 1 || len(files) != 1 || strings.HasPrefix(files[0].Name(), ".") {
			t.Errorf("%q is kept as %v beside %v", name, files, beside)
		}
		if _, err := s.Load(name); err != nil && name != "" {
			t.Errorf("%q is not found again: %v", name, err)
		}
	})
}

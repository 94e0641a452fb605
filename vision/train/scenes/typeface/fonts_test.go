package typeface

import "testing"

func TestFontsCanBeDrawn(t *testing.T) {
	fonts := Fonts()
	if len(fonts) < len(goFonts)-1 {
		t.Errorf("%d fonts", len(fonts))
	}
	for _, name := range fonts {
		if face, err := Load(name); err != nil || !face.complete() {
			t.Errorf("font %s: %v", name, err)
		}
	}
}

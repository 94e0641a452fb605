package calibration

import (
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
)

// found is what a game may have found.
func found(focal, thickness float64) (f Found) {
	if focal > 0 {
		f.Focal = Estimate{Ratio: focal, Sigma: 0.04}
	}
	if thickness > 0 {
		f.Thickness = Estimate{Ratio: thickness, Sigma: 0.05}
	}
	return f
}

// ratios are what is found, without days and doubts.
func ratios(f Found) [2]float64 { return [2]float64{f.Focal.Ratio, f.Thickness.Ratio} }

func remembering(s *Store, name string) *Memory {
	m := NewMemory(s, func() string { return name })
	m.Begin(true, true)
	return m
}

func TestAGameBeginsWithWhatTheLastOneFound(t *testing.T) {
	s := NewStore(t.TempDir())
	first := remembering(s, "cam")
	if got := first.Recalled(); got != (Found{}) {
		t.Errorf("the first game begins with %v", got)
	}
	if err := first.Keep(found(0.8, 0.3), false); err != nil {
		t.Fatal(err)
	}
	second := remembering(s, "cam")
	got := second.Recalled()
	if ratios(got) != [2]float64{0.8, 0.3} || time.Since(got.Thickness.On) > time.Minute || got.Focal.Sigma != 0.04 {
		t.Errorf("the second begins with %+v", got)
	}
	if err := second.Keep(found(0, 0.2), true); err != nil {
		t.Fatal(err)
	}
	if got := second.Recalled(); ratios(got) != [2]float64{0.8, 0.3} {
		t.Errorf("what it finds changes what it began with: %v", got)
	}
	if got := remembering(s, "cam").Recalled(); ratios(got) != [2]float64{0.8, 0.2} {
		t.Errorf("the third begins with %v", got)
	}
	if got := remembering(s, "other cam").Recalled(); got != (Found{}) {
		t.Errorf("another camera begins with %v", got)
	}
}

// TestAPhoneThatIsAwayForAMomentIsRemembered has no camera for a while, and then another one.
func TestAPhoneThatIsAwayForAMomentIsRemembered(t *testing.T) {
	s, phone := NewStore(t.TempDir()), "phone a"
	m := NewMemory(s, func() string { return phone })
	m.Begin(true, true)
	if err := m.Keep(found(0.8, 0.3), true); err != nil {
		t.Fatal(err)
	}
	begun := m.Recalled()
	if phone = ""; m.Recalled() != begun {
		t.Errorf("without a phone it recalls %v", m.Recalled())
	}
	if err := m.Keep(found(0.6, 0), true); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Load("phone a"); err != nil || ratios(p.Found) != [2]float64{0.6, 0.3} || len(s.Names()) != 1 {
		t.Errorf("kept is %+v, %v, of %v", p, err, s.Names())
	}
	if phone = "phone b"; m.Recalled() != (Found{}) {
		t.Errorf("another phone recalls %v", m.Recalled())
	}
}

func TestOnlyWhatNobodyMeasuredIsRecalled(t *testing.T) {
	s := NewStore(t.TempDir())
	if err := remembering(s, "cam").Keep(found(0.8, 0.3), true); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		lens, tiles bool
		want        [2]float64
	}{{false, false, [2]float64{}}, {true, false, [2]float64{0.8, 0}}, {false, true, [2]float64{0, 0.3}}} {
		m := remembering(s, "cam")
		if m.Begin(c.lens, c.tiles); ratios(m.Recalled()) != c.want {
			t.Errorf("lens unmeasured: %v, tiles: %v: it recalls %v", c.lens, c.tiles, m.Recalled())
		}
	}
	var none *Memory
	none.Begin(true, true)
	if none.OtherTiles(); none.Recalled() != (Found{}) || none.Keep(found(1, 1), true) != nil {
		t.Error("no memory remembers")
	}
}

func TestOtherTilesAreDroppedTodayAndForgottenOnesForGood(t *testing.T) {
	s := NewStore(t.TempDir())
	if err := remembering(s, "cam").Keep(found(0.8, 0.3), true); err != nil {
		t.Fatal(err)
	}
	today := remembering(s, "cam")
	if today.OtherTiles(); ratios(today.Recalled()) != [2]float64{0.8, 0} {
		t.Errorf("with other tiles it recalls %v", today.Recalled())
	}
	tomorrow := remembering(s, "cam")
	if ratios(tomorrow.Recalled()) != [2]float64{0.8, 0.3} {
		t.Errorf("a day later it recalls %v", tomorrow.Recalled())
	}
	if err := tomorrow.Forget(false, true); err != nil {
		t.Fatal(err)
	}
	for _, m := range []*Memory{tomorrow, remembering(s, "cam")} {
		if ratios(m.Recalled()) != [2]float64{0.8, 0} {
			t.Errorf("forgotten, the tiles are recalled: %v", m.Recalled())
		}
	}
}

// TestAGameKeepsWhatIsWorthIt counts how often the file is written.
func TestAGameKeepsWhatIsWorthIt(t *testing.T) {
	s := NewStore(t.TempDir())
	m := remembering(s, "cam")
	for _, c := range []struct {
		what string
		now  Found
		last bool
		want [2]float64
	}{
		{"the first that is found", found(0.8, 0), false, [2]float64{0.8, 0}},
		{"more, at once", found(0.8, 0.3), false, [2]float64{0.8, 0}},
		{"the same at the end", found(0.8, 0.3), true, [2]float64{0.8, 0.3}},
		{"a little else", found(0.801, 0.302), true, [2]float64{0.8, 0.3}},
		{"nothing", Found{}, true, [2]float64{0.8, 0.3}},
		{"quite another thickness", found(0.8, 0.2), true, [2]float64{0.8, 0.2}},
	} {
		if err := m.Keep(c.now, c.last); err != nil {
			t.Fatal(err)
		}
		if p, err := s.Load("cam"); err != nil || ratios(p.Found) != c.want {
			t.Errorf("%s: kept is %v, %v, want %v", c.what, p.Found, err, c.want)
		}
	}
	m.keptAt = m.keptAt.Add(-keepEvery)
	if err := m.Keep(found(0.9, 0.2), false); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Load("cam"); err != nil || p.Found.Focal.Ratio != 0.9 {
		t.Errorf("after a while kept is %v, %v", p.Found, err)
	}
}

// TestWhatIsMeasuredStaysBesideWhatIsFound reads a file of before, and writes to it from both sides.
func TestWhatIsMeasuredStaysBesideWhatIsFound(t *testing.T) {
	s := NewStore(t.TempDir())
	if err := os.WriteFile(s.path("cam"), []byte(`{"version":1,"name":"cam","camera":`+goodCamera+`,"tileset":{"side_mm":24},"later":{"unknown":1}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := s.Load("cam")
	if err != nil || before.Found != (Found{}) {
		t.Fatalf("a file of before: %+v, %v", before, err)
	}
	kept := make(chan error)
	go func() { kept <- remembering(s, "cam").Keep(found(0.8, 0.3), true) }()
	if err := s.Update("cam", func(p *Profile) { p.RMS = 0.5 }); err != nil {
		t.Fatal(err)
	}
	if err := <-kept; err != nil {
		t.Fatal(err)
	}
	after, err := s.Load("cam")
	if err != nil || after.RMS != 0.5 || ratios(after.Found) != [2]float64{0.8, 0.3} || !reflect.DeepEqual(after.Camera, before.Camera) || !reflect.DeepEqual(after.Tileset, before.Tileset) {
		t.Errorf("both kept: %+v, %v", after, err)
	}
}

func TestWhatNoGameCanHaveFoundIsRefused(t *testing.T) {
	s := NewStore(t.TempDir())
	for _, text := range []string{`{"ratio":0.001,"sigma":0.1}`, `{"ratio":0.3,"sigma":0}`, `{"ratio":0.3,"sigma":9}`, `{"ratio":-1}`} {
		if err := os.WriteFile(s.path("cam"), []byte(`{"name":"cam","found":{"thickness":`+text+`}}`), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Load("cam"); err == nil || !strings.Contains(err.Error(), "thickness") {
			t.Errorf("%s: %v", text, err)
		}
		if got := remembering(s, "cam").Recalled(); got != (Found{}) {
			t.Errorf("%s is recalled as %v", text, got)
		}
	}
}

package sight

import (
	"testing"

	"tilewatch/calibration"
	"tilewatch/vision/nabit"
	"tilewatch/vision/source"
)

// TestACameraOfAnotherShapeIsStrange watches a film with what was measured in pictures of its shape, in smaller ones, and in those of an older camera.
func TestACameraOfAnotherShapeIsStrange(t *testing.T) {
	eyes, err := OpenEyes(ClassifierAlone)
	if err != nil {
		t.Fatal(err)
	}
	defer eyes.Close()
	film, err := source.Open("../../../../../testdata/nabit/live/oblique.mp4", source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer film.Close()
	frame, err := film.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		camera *calibration.Camera
		want   bool
	}{
		"the same shape":   {calibration.Pinhole(1280, 720, 900), false},
		"half the size":    {calibration.Pinhole(640, 360, 450), false},
		"a squarer one":    {calibration.Pinhole(640, 480, 450), true},
		"nothing measured": {nil, false},
	} {
		w := eyes.Watch(c.camera, nil)
		_, _ = w.Read(frame, nabit.Unknown) // the table is empty
		if camera, _, _ := w.Strange(); camera != c.want {
			t.Errorf("%s: strange is %v", name, camera)
		}
	}
}

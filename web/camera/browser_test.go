package camera

import (
	"testing"

	"tilewatch/web/browsertest"
)

func TestThePageIsAccessible(t *testing.T) {
	_, url := site(t, Options{})
	b := browsertest.New(t)
	for _, c := range []struct{ path, theme string }{{"/camera", "light"}, {"/camera", "dark"}, {"/camera?lang=es", "light"}} {
		b.Dress(390, 844, 2, c.theme)
		b.Open(url + c.path)
		b.Accessible(c.path + ", " + c.theme)
		b.Look("camera-" + c.theme)
	}
	b.Clean(url, false)
}

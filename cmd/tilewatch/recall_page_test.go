package main

import (
	"testing"
	"time"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/input"
	"tilewatch/web/browsertest"
)

// TestTheLastGamesTilesAreProposed starts a server whose camera an earlier game has seen: the host sets its tiles aside for today, starts the server again,
// where they are proposed again, and forgets them.
func TestTheLastGamesTilesAreProposed(t *testing.T) {
	t.Parallel() // it waits most of the time
	_, url := newBoardCamera(t)
	folder := t.TempDir()
	profiles := input.ProfilesIn(folder)
	on := time.Date(2026, 11, 27, 20, 0, 0, 0, time.Local)
	if err := profiles.Update(input.CameraName(url), func(p *calibration.Profile) {
		p.Found = calibration.Found{Focal: calibration.Estimate{On: on, Ratio: 0.8, Sigma: 0.04}, Thickness: calibration.Estimate{On: on, Ratio: 0.2, Sigma: 0.05}}
	}); err != nil {
		t.Fatal(err)
	}
	b := browsertest.New(t)
	b.Dress(390, 844, 2, "light")
	const proposed = `document.readyState === "complete" && (document.querySelector('form[action="/t/1/tiles"] p')?.textContent ?? "")`
	first := host(t, nil, "--data", folder, "--source", url)
	b.Open("http://" + first.address + "/j/1/" + first.key + "?to=setup")
	b.Until("the tiles are proposed", proposed+`.includes("27 November 2026")`)
	b.Look("recall-proposed")
	b.Tap(`form[action="/t/1/tiles"] button`)
	b.Until("they are set aside", proposed+`=== ""`)

	second := host(t, nil, "--data", folder, "--source", url)
	b.Open("http://" + second.address + "/j/1/" + second.key + "?to=setup")
	b.Until("another day, they are proposed again", proposed+`.includes("27 November 2026")`)
	b.Open("http://" + second.address + "/calibrate?lang=de")
	b.Until("the page says when they were found", `document.querySelector('[data-step="tiles"] .known').textContent.includes("Freitag, 27. November 2026")`)
	b.Look("recall-found")
	b.Tap(`[data-step="tiles"] [data-do="drop"]`)
	b.Until("they are forgotten", `document.querySelector('[data-step="tiles"] [data-do="drop"]').hidden && !document.querySelector('[data-step="camera"] [data-do="drop"]').hidden`)
	if p, err := profiles.Load(input.CameraName(url)); err != nil || p.Found.Thickness.Known() || !p.Found.Focal.Known() {
		t.Errorf("kept: %+v, %v", p, err)
	}
	b.Open("http://" + second.address + "/t/1/setup")
	b.Until("nothing is proposed", proposed+`=== ""`)
}

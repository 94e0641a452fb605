package racks

import (
	"tilewatch/engine"
	"tilewatch/vision/nabit/tilemap"
)

// mapDepths are the depths at which the map is asked down the sides of a bank, tiles below the lower edge of its gray tile as in sideDepths. They are few: a
// point of the map is about as large as a tile is thick.
var mapDepths = [...]float64{-2.5, -1.5, -0.5, 0.5, 1.5}

// MapInputs are two for each of mapDepths, three of the top face, and whether there is a map; they come last.
const MapInputs = 2*5 + 4

// addMapFeatures adds what the map of tiles shows of a bank of this height: log-odds of a bank, and of its gray tile, down the sides that the camera sees; of
// a bank on the top face, and of a face about its middle. Without a map all are 0.
func addMapFeatures(m *tilemap.Map, v *bankHypothesis, sides []stackSide, add func(float64)) {
	if m == nil {
		for range MapInputs {
			add(0)
		}
		return
	}
	add(1)
	face := v.Face(engine.Place{}, float64(v.level))
	bank, gray := m.Bank(face)
	add(bank)
	add(gray)
	add(m.Signs(face).Middle)
	half := v.Side / v.Pitch / 2
	for _, d := range mapDepths {
		bank, gray, total := 0.0, 0.0, 0.0
		for _, w := range sides {
			b, g := m.BankAt(v.Pixel(half*w.axes[0][0], half*w.axes[0][1], -d))
			bank, gray, total = bank+w.visible*b, gray+w.visible*g, total+w.visible
		}
		add(bank / max(total, 1e-9))
		add(gray / max(total, 1e-9))
	}
}

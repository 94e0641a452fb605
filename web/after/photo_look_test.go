package after

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestOneMorePhotoIsAskedForWhereHeightsAreInDoubt draws three tiles in a row, of which the last may be two high: its sides are seen from a corner of the photo.
func TestOneMorePhotoIsAskedForWhereHeightsAreInDoubt(t *testing.T) {
	h := newHouse(t, 0)
	body := func(height float64) []byte {
		var cells []map[string]any
		for i, letter := range strings.Split("TEA", "") {
			x, sure := 200+60*float64(i), map[string]float64{"tile": 1, "color": 1, "height": 1, "letter": 1}
			if i == 2 {
				sure["height"] = height
			}
			cells = append(cells, map[string]any{"row": 0, "col": i, "letter": letter, "color": "green", "height": 1, "or": map[string]any{"height": 2}, "confidence": height, "sure": sure,
				"corners": [4][2]float64{{x, 200}, {x + 58, 200}, {x + 58, 258}, {x, 258}}})
		}
		sent, err := json.Marshal(map[string]any{"width": 640, "height": 480, "result": map[string]any{"game": "nabit", "cells": cells}})
		if err != nil {
			t.Fatal(err)
		}
		return sent
	}
	for language, want := range map[string]string{
		"en": "from the lower right corner, where the arrow starts, about 30° from straight above. It settles the height of one stack.",
		"de": "von der Ecke unten rechts aus, wo der Pfeil beginnt, etwa 30° aus der Senkrechten. Es klärt die Höhe eines Stapels.",
		"fr": "depuis le coin inférieur droit, où commence la flèche, à environ 30° de la verticale. Elle fixera la hauteur de 1 pile.",
		"es": "desde la esquina inferior derecha, donde empieza la flecha, a unos 30° de la vertical. Aclarará la altura de una pila.",
	} {
		page := h.resultIn(language, body(0.6))
		if _, look, _ := strings.Cut(page, `id="look"`); !strings.Contains(look, want) || !strings.Contains(page, `<polygon class="look-from"`) {
			t.Errorf("%s: no arrow and %q in %.300s", language, want, look)
		}
	}
	if page := h.resultIn("en", body(1)); strings.Contains(page, "look-from") || strings.Contains(page, `id="look"`) {
		t.Error("one more photo is asked for where all heights are sure")
	}
}

package after

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestWhoElseMayControlAWordIsSaidInTheReadersLanguage draws GAMA with an M that may be 2 high, and an A that may be no tile.
func TestWhoElseMayControlAWordIsSaidInTheReadersLanguage(t *testing.T) {
	h := newHouse(t, 0)
	sure := map[string]float64{"tile": 1, "color": 1, "height": 1, "letter": 1}
	var cells []map[string]any
	for i, letter := range strings.Split("GAMA", "") {
		color := "green"
		if letter == "M" {
			color = "purple"
		}
		cells = append(cells, map[string]any{"row": 0, "col": i, "letter": letter, "color": color, "height": 1, "confidence": 0.6, "sure": sure})
	}
	cells[2]["or"], cells[2]["sure"] = map[string]any{"height": 2}, map[string]float64{"tile": 1, "color": 1, "height": 0.6, "letter": 1}
	cells[3]["sure"] = map[string]float64{"tile": 0.3, "color": 1, "height": 1, "letter": 1}
	body, err := json.Marshal(map[string]any{"width": 640, "height": 480, "result": map[string]any{"game": "nabit", "cells": cells}})
	if err != nil {
		t.Fatal(err)
	}
	for language, want := range map[string][]string{
		"en": {"GAMA: Green (", "%); not this word if the A (letter 4) is not a tile; Purple if the M is 2 high"},
		"de": {"GAMA: Grün (", " %); nicht dieses Wort, wenn das A (Buchstabe 4) kein Stein ist; Lila, wenn das M 2 hoch ist"},
		"fr": {"GAMA\u00a0: Vert (", "\u00a0%)\u00a0; pas ce mot si le A (lettre 4) n’est pas une tuile\u00a0; Violet si la pile du M a 2 tuiles"},
		"es": {"GAMA: Verde (", " %); no esta palabra si la A (letra 4) no es una ficha; Morado si la pila de la M tiene 2 fichas"},
	} {
		page := h.resultIn(language, body)
		for _, part := range want {
			if !strings.Contains(page, part) {
				_, unsure, _ := strings.Cut(page, `<ul class="unsure">`)
				t.Errorf("%s: no %q in %.400s", language, part, unsure)
			}
		}
	}
}

// resultIn is the page of a photo's result in a language.
func (h *house) resultIn(language string, body []byte) string {
	h.t.Helper()
	r, err := http.NewRequest(http.MethodPost, h.url+"/photo/result", bytes.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Accept-Language", language)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return string(page)
}

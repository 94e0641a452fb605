package docs

import (
	"slices"
	"strings"
	"testing"
)

func TestTheSearchFindsThePage(t *testing.T) {
	all := loaded(t)
	for _, c := range []struct{ lang, query, page string }{
		{"en", "rematch", "live"},
		{"en", "play again", "live"},
		{"en", "firewall", "quick-start"},
		{"en", "wifi", "quick-start"},
		{"en", "no camera", "quick-start"},
		{"en", "without camera", "live"},
		{"en", "undo", "live"},
		{"en", "take back", "live"},
		{"en", "bank", "nabit"},
		{"en", "banks", "nabit"},
		{"en", "tv", "live"},
		{"en", "projector", "live"},
		{"en", "OBS", "live"},
		{"en", "tripod", "cameras"},
		{"en", "calibrate", "cameras"},
		{"en", "phone camera", "cameras"},
		{"en", "backup", "data"},
		{"en", "delete game", "data"},
		{"en", "dictionary", "words"},
		{"en", "challenge", "words"},
		{"en", "tournament", "clubs"},
		{"en", "privacy", "trust"},
		{"en", "scrabble", "letters"},
		{"en", "update", "install"},
		{"en", "snag rules", "snag"},
		{"en", "timer", "dabble"},
		{"en", "moon", "tabit"},
		{"en", "several photos", "photos"},
		{"en", "how do I undo it", "live"},
		{"en", "Revanche", "live"}, // whoever does not find the choice of the language
		{"en", "Kamera", "cameras"},

		{"de", "Revanche", "live"},
		{"de", "nochmal spielen", "live"},
		{"de", "rückgängig", "live"},
		{"de", "rueckgaengig", "live"},
		{"de", "ruckgangig", "live"},
		{"de", "Firewall", "quick-start"},
		{"de", "WLAN", "quick-start"},
		{"de", "keine Kamera", "quick-start"},
		{"de", "ohne Kamera", "live"},
		{"de", "Fernseher", "live"},
		{"de", "Bank", "nabit"},
		{"de", "was ist die Bank", "nabit"},
		{"de", "klauen", "nabit"},
		{"de", "Ständer", "dabble"},
		{"de", "staender", "dabble"},
		{"de", "Karten", "tabit"},
		{"de", "Sicherung", "data"},
		{"de", "löschen", "data"},
		{"de", "Wörterbuch", "words"},
		{"de", "Woerterbuch", "words"},
		{"de", "Turnier", "clubs"},
		{"de", "Datenschutz", "trust"},
		{"de", "Stativ", "cameras"},
		{"de", "kalibrieren", "cameras"},
		{"de", "Kameras", "cameras"},
		{"de", "Fotos", "photos"},
		{"de", "firewall", "quick-start"},
		{"de", "rematch", "live"},

		{"fr", "revanche", "live"},
		{"fr", "rejouer", "live"},
		{"fr", "annuler", "live"},
		{"fr", "pare-feu", "quick-start"},
		{"fr", "réseau", "quick-start"},
		{"fr", "reseau", "quick-start"},
		{"fr", "pas de caméra", "quick-start"},
		{"fr", "sans camera", "live"},
		{"fr", "télé", "live"},
		{"fr", "banque", "nabit"},
		{"fr", "voler", "nabit"},
		{"fr", "chevalets", "dabble"},
		{"fr", "règles snag", "snag"},
		{"fr", "sauvegarde", "data"},
		{"fr", "dictionnaire", "words"},
		{"fr", "tournoi", "clubs"},
		{"fr", "vie privée", "trust"},
		{"fr", "trepied", "cameras"},
		{"fr", "étoile", "tabit"},

		{"es", "revancha", "live"},
		{"es", "jugar otra vez", "live"},
		{"es", "deshacer", "live"},
		{"es", "cortafuegos", "quick-start"},
		{"es", "red", "quick-start"},
		{"es", "sin cámara", "quick-start"},
		{"es", "escribir a mano", "live"},
		{"es", "televisor", "live"},
		{"es", "banco", "nabit"},
		{"es", "robar", "nabit"},
		{"es", "atriles", "dabble"},
		{"es", "línea", "snag"},
		{"es", "copia de seguridad", "data"},
		{"es", "diccionario", "words"},
		{"es", "torneo", "clubs"},
		{"es", "privacidad", "trust"},
		{"es", "tripode", "cameras"},
		{"es", "contraseña", "live"},
		{"es", "cámaras", "cameras"},
	} {
		t.Run(c.lang+" "+c.query, func(t *testing.T) {
			best := all[c.lang].search(c.query)
			best = best[:min(3, len(best))]
			if !slices.ContainsFunc(best, func(f found) bool { return f.Page.Name == c.page }) {
				var got []string
				for _, f := range best {
					got = append(got, f.Address())
				}
				t.Errorf("%s is not among the first three: %s", c.page, strings.Join(got, ", "))
			}
		})
	}
	for _, query := range []string{"bank", "undo", "no camera", "score", "tile", "challenge", "timer"} {
		if best := all["en"].search(query)[0].Page; best.chapter > 2 {
			t.Errorf("%q leads to %s before any page for players", query, best.Name)
		}
	}
	for lang, m := range all {
		if found := m.search("xylophone"); len(found) > 0 {
			t.Errorf("%s: the search finds what is not there: %+v", lang, found)
		}
	}
}

func TestTheIndexLeadsSomewhere(t *testing.T) {
	m := loaded(t)["en"]
	lines := 0
	for line := range strings.Lines(index) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		lines++
		place, words, ok := strings.Cut(line, "=")
		name, anchor, _ := strings.Cut(strings.TrimSpace(place), "#")
		p := m.named[name]
		if !ok || len(wordsOf(words)) == 0 || p == nil || !slices.ContainsFunc(p.sections, func(s section) bool { return s.ID == anchor }) {
			t.Errorf("no section for %q", line)
		}
	}
	if lines < 40 {
		t.Errorf("only %d lines", lines)
	}
}

func TestWordsAreFoundByTheirBeginnings(t *testing.T) {
	for _, c := range []struct {
		query, word string
		want        bool
	}{
		{"cameras", "camera", true}, {"camera", "Cameras", true}, {"batteries", "battery", true}, {"Kamera", "Kameras", true},
		{"bank", "banked", true}, {"bank", "embank", false}, {"no", "note", false}, {"tv", "tv", true}, {"pins", "PIN", true},
		{"zaehlen", "zählen", true}, {"Zahlen", "zählen", true}, {"camara", "cámara", true}, {"Strasse", "Straße", true}, {"coeur", "cœur", true},
	} {
		if got := means(fold(c.word), stem(fold(c.query))); got != c.want {
			t.Errorf("%q finds %q: %v", c.query, c.word, got)
		}
	}
}

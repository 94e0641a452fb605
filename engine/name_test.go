package engine

import "testing"

func TestNames(t *testing.T) {
	for _, tt := range []struct {
		rule, a, b  string
		same, alike bool
	}{
		{"itself", "Ana", "Ana", true, false},
		{"in another case", "ANA", "ana", true, false},
		{"one letter or two", "Jos\u00e9", "Jose\u0301", true, false},
		{"a sharp s in capitals", "Strau\u00df", "STRAUSS", true, false},
		{"with a zero width space", "An\u200ba", "Ana", true, false},
		{"with a byte order mark", "\ufeffAna", "Ana", true, false},
		{"turned around", "\u202eAna\u202c", "Ana", true, false},
		{"with a filler of Hangul", "An\u3164a", "Ana", true, false},
		{"of an empty pattern of Braille", "\u2800", "", true, false},
		{"with a pile of marks", "A\u0351\u036b\u0351na", "A\u0351\u036b\u0351\u036b\u0351\u036b\u0351na", true, false},
		{"with three marks", "A\u0351\u036b\u0351na", "A\u0351\u036bna", false, false},
		{"with spaces", "  Ana   Maria ", "Ana Maria", true, false},
		{"another", "Ana", "Ane", false, false},
		{"with an accent", "Jose", "Jos\u00e9", false, false},
		{"in Cyrillic", "\u0410n\u0430", "Ana", false, true},
		{"in Cyrillic, in another case", "\u0430NA", "ana", false, true},
		{"in Greek", "\u039fscar", "Oscar", false, true},
		{"in Greek, an n that looks like a v", "E\u03bda", "Eva", false, true},
		{"in Cyrillic that looks like nothing else", "\u0416\u0435\u043d\u044f", "Zhenya", false, false},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			if SameName(tt.a, tt.b) != tt.same || LookAlike(tt.a, tt.b) != tt.alike || LookAlike(tt.b, tt.a) != tt.alike {
				t.Errorf("%q and %q: same %v, alike %v", tt.a, tt.b, SameName(tt.a, tt.b), LookAlike(tt.a, tt.b))
			}
		})
	}
	if got := CleanName("\u202e An\u200d\u200ba  Maria\u0301 "); got != "Ana Mari\u00e1" {
		t.Errorf("kept as %q", got)
	}
}

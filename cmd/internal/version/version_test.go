package version

import (
	"regexp"
	"slices"
	"testing"
)

func TestTheNumberIsASemanticVersion(t *testing.T) {
	number := `(0|[1-9]\d*)`
	if !regexp.MustCompile(`^` + number + `\.` + number + `\.` + number + `$`).MatchString(Number) {
		t.Errorf("%q", Number)
	}
	if !regexp.MustCompile(`^` + regexp.QuoteMeta(Number) + ` \(.*go.* [a-z]+/[a-z0-9]+\)$`).MatchString(String()) {
		t.Errorf("%q", String())
	}
}

func TestTheOriginIsTheCommit(t *testing.T) {
	set := func(revision, modified string) map[string]string {
		return map[string]string{"vcs.revision": revision, "vcs.time": "2026-11-27T05:42:30Z", "vcs.modified": modified}
	}
	for _, c := range []struct {
		name  string
		known map[string]string
		want  []string
	}{
		{"a clean tree", set("e1547430123456789", "false"), []string{"commit e15474301234 of 2026-11-27T05:42:30Z"}},
		{"a changed tree", set("e1547430123456789", "true"), []string{"commit e15474301234 of 2026-11-27T05:42:30Z, changed since"}},
		{"no git", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := origin(c.known); !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

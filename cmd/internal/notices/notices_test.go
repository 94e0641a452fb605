package notices

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestTheNoticesAreThoseOfWhatIsLinked(t *testing.T) {
	kept, err := Linked()
	if err != nil {
		t.Fatal(err)
	}
	now, err := Gather("tilewatch/cmd/tilewatch")
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(kept, now) {
		t.Errorf("the linked modules have changed (%d were gathered, %d are linked): go run ./cmd/notices", len(kept.Modules), len(now.Modules))
	}
	if len(now.Modules) < 20 {
		t.Errorf("only %d modules", len(now.Modules))
	}
}

// TestNothingLinkedRestrictsTheWhole holds what the project's own license promises.
func TestNothingLinkedRestrictsTheWhole(t *testing.T) {
	kept, err := Linked()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range kept.Modules {
		if strings.Contains(m.License, "GPL") {
			t.Errorf("%s is under the %s", m.Path, m.License)
		}
	}
}

func TestAFolderMayHaveALicenseOfItsOwn(t *testing.T) {
	top := t.TempDir()
	at := filepath.Join(top, "inner", "snappy")
	if err := os.MkdirAll(at, 0o700); err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{"LICENSE": "Permission is hereby granted, free of charge", "inner/licenses.go": "package inner", "inner/snappy/COPYING": "GNU GENERAL PUBLIC LICENSE"} {
		if err := os.WriteFile(filepath.Join(top, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	folders := foldersTo(top, at)
	if want := []string{top, filepath.Dir(at), at}; !slices.Equal(folders, want) {
		t.Fatalf("the folders are %q, want %q", folders, want)
	}
	var g Gathered
	for _, folder := range folders {
		if err := g.add("a.example/m"+strings.TrimPrefix(folder, top), "v1.0.0", folder, folder == top); err != nil {
			t.Fatal(err)
		}
	}
	if want := []Module{{"a.example/m", "v1.0.0", "MIT", 0}, {"a.example/m/inner/snappy", "v1.0.0", "GPL", 1}}; !slices.Equal(g.Modules, want) {
		t.Errorf("the licenses are %v, want %v", g.Modules, want)
	}
	if err := g.add("a.example/none", "v1.0.0", filepath.Dir(at), true); err == nil {
		t.Error("a module without a license is taken")
	}
}

func TestLicensesAreToldApart(t *testing.T) {
	for text, want := range map[string]string{
		"GNU AFFERO GENERAL PUBLIC LICENSE\nVersion 3":                                                "AGPL",
		"                    GNU GENERAL PUBLIC LICENSE":                                              "GPL",
		"Permission is hereby granted, free\nof charge, to any person":                                "MIT",
		"Redistributions in binary form must reproduce the above":                                     "BSD-2-Clause",
		"Redistributions in binary form must reproduce. Neither the name of Google":                   "BSD-3-Clause",
		"Apache License Version 2.0. It mentions that Redistributions in binary form must reproduce.": "Apache-2.0",
		"do as you like": "",
	} {
		if got := nameOf(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestEachTextIsPrintedOnce(t *testing.T) {
	g := Gathered{Modules: []Module{{"a.example/one", "v1.0.0", "MIT", 0}, {"b.example/two", "v2.0.0", "ISC", 1}, {"c.example/three", "v3.0.0", "MIT", 0}}, Texts: []string{"MIT text", "ISC text"}}
	var b strings.Builder
	if err := g.Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a.example/one v1.0.0: MIT", "a.example/one, c.example/three\n\nMIT text", "b.example/two\n\nISC text", "OpenCV: Apache-2.0"} {
		if strings.Count(b.String(), want) != 1 {
			t.Errorf("%q is there %d times in\n%s", want, strings.Count(b.String(), want), b.String())
		}
	}
}

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// top is the tree's top, from this folder.
const top = "../.."

// shown are the pictures of the manual's pages, by file name, with the pages that show them.
func shown(t *testing.T) map[string][]string {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join(top, manual, "*.md"))
	if err != nil || len(pages) < 10 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	all := map[string][]string{}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range regexp.MustCompile(`!\[([^\]]+)\]\(([^)]+)\.webp\)`).FindAllSubmatch(text, -1) {
			all[string(found[2])] = append(all[string(found[2])], filepath.Base(page))
		}
	}
	return all
}

// made are the pictures that lie in the manual's folder, with their bytes.
func made(t *testing.T) map[string]int64 {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(top, manual, "*.webp"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]int64{}
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(file), ".webp")] = info.Size()
	}
	return all
}

func TestEveryPictureIsMadeShownAndKept(t *testing.T) {
	pages, files := shown(t), made(t)
	names := map[string]bool{}
	for _, p := range shots {
		if names[p.name] || p.name == movingName || strings.HasSuffix(p.name, dark) {
			t.Errorf("the name %s is taken", p.name)
		}
		names[p.name] = true
		if len(pages[p.name]) == 0 {
			t.Errorf("no page shows %s", p.name)
		}
		if files[p.name] == 0 {
			t.Errorf("%s is not there: make pictures ONLY=%[1]s", p.name)
		}
	}
	for name, on := range pages {
		if !names[name] {
			t.Errorf("%s shows %s.webp, which no shot makes", on, name)
		}
	}
	for name := range files {
		if !names[strings.TrimSuffix(name, dark)] {
			t.Errorf("%s.webp is made by no shot: remove it", name)
		}
	}
}

// TestPicturesAreSmall: whoever clones the tree gets every version of them, and the program holds the manual's.
func TestPicturesAreSmall(t *testing.T) {
	const most, mostMoving = 2 << 20, 600_000
	var sum int64
	for _, size := range made(t) {
		sum += size
	}
	if sum > most {
		t.Errorf("the manual's pictures have %d bytes, more than %d", sum, most)
	}
	moving, err := os.Stat(filepath.Join(top, movingFile))
	if err != nil || moving.Size() > mostMoving {
		t.Errorf("the moving picture: %v, %d bytes", err, moving.Size())
	}
}

func TestTheReadMeIsShortAndShowsTheMovingPicture(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(top, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, `src="`+movingFile+`"`) })
	if len(lines) > 100 || at < 0 || at > 6 {
		t.Errorf("the README has %d lines, the moving picture in line %d", len(lines), at+1)
	}
}

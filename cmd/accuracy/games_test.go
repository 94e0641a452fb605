package main

import "testing"

func TestEveryTruthOfTheGamesCanBeRead(t *testing.T) {
	scenes, err := findGames([]string{"../../testdata"})
	if err != nil {
		t.Fatal(err)
	}
	for game, g := range graders {
		if len(scenes[game]) == 0 {
			t.Errorf("no photos of %s", game)
		}
		for _, s := range scenes[game] {
			// The truth, taken for the answer, is all right.
			counts, err := g.grade(s.truth, s.truth)
			if err != nil {
				t.Errorf("%s: %v", s.media, err)
			}
			for column, c := range counts {
				if c.right != c.all {
					t.Errorf("%s: of the truth's own %s %d of %d are right", s.media, column, c.right, c.all)
				}
			}
		}
	}
}

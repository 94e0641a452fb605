package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine/lexicon"
)

// The tests have the lists that are files of their own, as the program has them that stands in bin.
func init() { os.Setenv(lexicon.FolderVariable, "../"+apart) }

// exam are the hundred words of a language.
func exam(t *testing.T, language string) (all []string) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + language + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	_, words, _ := strings.Cut(string(text), "\n")
	if all = strings.Fields(words); len(all) != 100 {
		t.Fatalf("%d words in %s", len(all), language)
	}
	return all
}

func TestTheListsOfOtherLanguagesHaveEverydayWords(t *testing.T) {
	for list, want := range map[string]int{"german": 98, "german-a": 98, "french": 98, "spanish": 98, "spanish-n": 98} {
		l := open(t, list)
		language, _, _ := strings.Cut(list, "-")
		lacks := slices.DeleteFunc(exam(t, language), func(w string) bool { return l.Has(l.Spell(w)) })
		if got := 100 - len(lacks); got < want {
			t.Errorf("%s has %d of 100 everyday words, want %d: it lacks %v", list, got, want, lacks)
		} else {
			t.Log(list, got, lacks)
		}
	}
}

// fewTongues are the tongues with other changes by hand.
func fewTongues() []tongue {
	few := slices.Clone(tongues)
	few[0].changes = "- nul rien # reason\n+ tâtons ok\n\n- salope"
	few[1].changes = "- Paris\n+ Abo na"
	few[2].changes = "- sra\n+ ñu"
	return few
}

// writeTongues writes dictionaries of a few words, and the word lists beside them.
func writeTongues(t *testing.T, folder string) {
	t.Helper()
	for name, text := range map[string]string{
		"fr.aff": "SET UTF-8\nFLAG long\nKEEPCASE ||\nNOSUGGEST --\nSFX S. Y 1\nSFX S. 0 s .\nPFX L' Y 1\nPFX L' 0 l' .\n",
		"fr.dic": "9\nchat/S.L' po:nom\nkg/|| po:nom\nnul po:nom\nrien po:nom\nafin po:mg po:loc.cj\nfacto po:loc.adv\nhmm po:interj\n" +
			"Marie po:prn\nsalope/S. po:nom\njusqu/-- po:prep\ntâtons po:loc.adv\nanti po:pfx\n",
		"de_DE.aff": "SET UTF-8\nFORBIDDENWORD d\nSFX S Y 1\nSFX S 0 s .\nSFX P Y 1\nSFX P aus äuser aus\n",
		"de_DE.dic": "6\nHaus/Pm\nMaus/m\nÖl/m\nAnna/S\nParis/m\nAbo/S\nÖd/m\nÖd/d\n",
		"german":    "Haus\nBahnhof\nAnna\nAnnas\nevtl\nUhu\n",
		"es_ES.aff": "SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n",
		"es_ES.dic": "4\naño/S\nsra/S\nTeruel\nrr\npingüino/S\n",
		"spanish":   "casa\naño\nTeruel\nyá\nñu\nrr\nllovió\nsras\ncruz\npez\nlechón\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// inflected are a word and others of its forms, as grammars have them: nouns' plurals, verbs' tenses, adjectives.
var inflected = map[string]string{
	"german": `haus hauses häusern; frau frauen; kind kindes kinder; buch bücher; stadt städte; auge augen; bus busses busse; museum museen; vater väter; apfel äpfeln;
		gehen gehe gehst geht ging gingen gegangen geht ginge; sein bin bist ist sind seid war gewesen wäre; singen singt sang gesungen sänge; lachen lachte lachtest gelacht;
		aufstehen aufgestanden aufzustehen; wissen weiß wusste gewusst; schön schöner schönste schönes schönem; gut besser beste; hoch höher höchste; alt älter älteste`,
	"french": `cheval chevaux; journal journaux; chat chats; gâteau gâteaux; œil yeux; travail travaux; nez nez; chou choux; dame dames; bijou bijoux;
		aller vais va allons iront allait allé; être suis es sommes sera fut étaient; manger mange mangeons mangea mangerait mangée; finir finis finissons finirait fini; voir voit verra vus;
		prendre prend prenaient pris; faire fais ferai faits; beau bel belle beaux belles; blanc blanche blanches; vieux vieil vieille; national nationaux nationale; actif active actives`,
	"spanish": `casa casas; pez peces; lápiz lápices; canción canciones; rey reyes; árbol árboles; luz luces; papel papeles; mes meses; niña niñas;
		ir voy va vamos iba fui iremos yendo; ser soy eres es fue serán; comer como comes comió comeríamos comiendo; hablar hablo habló hablaban hablaré; decir digo dijo dirán dicho; tener tengo
		tuvo tendrá; dormir duerme durmió; hacer hago hizo hecho haré; bueno buena buenas mejor; grande gran grandes; feliz felices; español española españoles; azul azules`,
}

func TestTheListsOfOtherLanguagesHaveWordsWithTheirForms(t *testing.T) {
	for _, list := range []string{"german", "german-a", "french", "spanish", "spanish-n"} {
		l := open(t, list)
		language, _, _ := strings.Cut(list, "-")
		all := strings.Fields(strings.ReplaceAll(inflected[language], ";", ""))
		lacks := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return l.Has(l.Spell(w)) })
		if t.Logf("%s lacks %d of %d forms", list, len(lacks), len(all)); len(lacks)*50 > len(all) {
			t.Errorf("%s lacks %v", list, lacks)
		}
	}
}

// The manual has the words of two letters of each list, and how many words the lists have.
func TestTheManualHasTheShortWords(t *testing.T) {
	page, err := os.ReadFile("../../../web/docs/words.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range []string{"german", "french", "spanish"} {
		l := open(t, list)
		row := fmt.Sprintf("| `%s` | %s |", list, strings.Join(l.Matches("??", 0), " "))
		many := fmt.Sprintf(" %d,%03d |", l.Len()/1000, l.Len()%1000)
		if !strings.Contains(string(page), row) || !strings.Contains(string(page), many) {
			t.Errorf("web/docs/words.md does not say %q and%s", row, many)
		}
	}
}

// What a file says is not fit for children is no word, nor a form of another stem.
func TestTheListsOfOtherLanguagesLeaveOutInsults(t *testing.T) {
	for i, list := range []string{"french", "german", "spanish"} {
		_, unfit, found := strings.Cut(tongues[i].changes, "# Not fit for children")
		changes, err := parseChanges("#" + unfit)
		if err != nil || !found || tongues[i].lists[0] != list || len(changes) < 15 {
			t.Fatalf("%s leaves out %d stems, error %v", list, len(changes), err)
		}
		l := open(t, list)
		for _, c := range changes {
			if l.Has(l.Spell(c.word)) {
				t.Errorf("%s has %s", list, c.word)
			}
		}
	}
}

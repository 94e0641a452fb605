package game

import (
	"encoding/json"
	"strings"

	kernel "tilewatch/engine/game"
	"tilewatch/engine/lexicon/definitions"
	"tilewatch/web/access"
	webdesk "tilewatch/web/desk"
	"tilewatch/web/scoreboard"
)

// What people say of a word that the table's list lacks, in every game whose words are challenged.
const (
	acceptWords = "accept_words" // it counts this once: people judge otherwise what the list has just judged
	addWords    = "add_words"    // it counts for good: a host adds it to the table's own words, a player asks for that
	declineAsk  = "decline_words"
)

// challenge is the type of event that doubts a word, and upheld and rejected are its verdicts.
const challenge, upheld, rejected = "challenge", "upheld", "rejected"

// ofWords answers such a command; false: it is another.
func (s *Session) ofWords(c webdesk.Command) (said Said, is bool) {
	var e struct {
		Words []string `json:"words"`
	}
	switch {
	case c.Type != acceptWords && c.Type != addWords && c.Type != declineAsk:
		return said, false
	case json.Unmarshal(c.Event, &e) != nil:
		return refuse("the words must be a list"), true
	case !s.lists():
		return refuse("this table has no word list"), true
	case c.Type == acceptWords && (s.verdict == nil || !s.verdict.Open):
		return refuse("there is no verdict of the list to overrule: it must be what happened last"), true
	case c.Type == acceptWords:
		return Said{Events: s.judgedAgain(rejected), Kind: challenge}, true
	}
	if len(e.Words) == 0 && s.verdict != nil {
		e.Words = s.verdict.Unlisted
	}
	if len(e.Words) == 0 {
		return refuse("there is no word to add: challenge one that the list lacks, or name it"), true
	}
	return s.adds(c, e.Words), true
}

// lists reports whether words are judged here, and a list can be asked.
func (s *Session) lists() bool { return s.at.Words != nil && s.at.Words.Current() != nil }

// adds does what people say of words for good.
func (s *Session) adds(c webdesk.Command, words []string) Said {
	words = strings.Fields(strings.ToUpper(strings.Join(words, " ")))
	kind, err := c.Type, error(nil)
	switch {
	case c.Role < access.RoleHost && c.Type == declineAsk:
		return refuse("the host answers what players ask for")
	case c.Role < access.RoleHost:
		kind, err = "ask_words", s.at.Words.Ask(words)
	case c.Type == declineAsk:
		err = s.at.Words.Decline(words)
	default:
		err = s.at.Words.Mark(words, webdesk.Accepted)
	}
	switch {
	case err != nil:
		return refuse(err.Error())
	case kind == addWords && s.verdict != nil && s.verdict.Open:
		return Said{Events: s.judgedAgain(""), Kind: challenge}
	}
	return Said{Answer: kernel.Answer{OK: true}, Notice: &scoreboard.Notice{Kind: kind, Deed: scoreboard.Deed{Type: kind, Words: words}}}
}

func refuse(why string) Said { return Said{Answer: kernel.Refuse(kernel.Bad("%s", why))} }

// judgedAgain takes the newest challenge back, and has it made again with that verdict; empty: the list's.
func (s *Session) judgedAgain(verdict string) []json.RawMessage {
	fields := s.challenged()
	delete(fields, "list")
	if delete(fields, "verdict"); verdict != "" {
		fields["verdict"], _ = json.Marshal(verdict) // plain data
	}
	again, _ := json.Marshal(fields)
	return []json.RawMessage{json.RawMessage(`{"type":"` + kernel.Undo + `"}`), again}
}

// challenged are the fields of the challenge that an undo would take back; nil: it would take back something else.
func (s *Session) challenged() (fields map[string]json.RawMessage) {
	rules, knows := s.play.Rules().(kernel.Historian)
	if !knows {
		return nil
	}
	if event, _ := rules.Steps(); typeOf(event) != challenge || json.Unmarshal(event, &fields) != nil {
		return nil
	}
	return fields
}

// judge adds to a page what the table's lists say of the words that were challenged.
func (s *Session) judge(state *scoreboard.State) {
	if s.verdict = state.Verdict; !s.lists() {
		return
	}
	state.Lists, state.List = s.at.Words, s.at.Words.Name()
	v := state.Verdict
	if v == nil {
		return
	}
	v.Open = v.Upheld && v.List != "" && s.challenged() != nil
	for i := range v.Words {
		w := &v.Words[i]
		w.In, w.NotIn = s.at.Words.Standing(w.Word)
		if !s.at.Words.Has(w.Word) && !strings.Contains(w.Word, "?") && !(v.Upheld && v.List == "") {
			v.Unlisted = append(v.Unlisted, w.Word)
		}
		if len(w.In) > 0 && definitions.Explain(s.at.Words.Language()) {
			w.Meanings = meanings(w.Word)
		}
	}
}

// meaningsShown is how many meanings of a word a page shows.
const meaningsShown = 2

// meanings are the word's own, or those of the words that it is a form of, which are named.
func meanings(word string) (all []string) {
	senses := definitions.Forms(word)
	for _, sense := range senses[:min(len(senses), meaningsShown)] {
		text := sense.Text
		if sense.Word != word {
			text = strings.ToLower(sense.Word) + ": " + text
		}
		all = append(all, text)
	}
	return all
}

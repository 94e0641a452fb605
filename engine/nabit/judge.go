package nabit

// Dictionary says which words are words, in upper case. One that is Listed as well is named wherever it judges.
type Dictionary interface {
	Has(word string) bool
}

// AnyWord accepts every word that is played, and judges none that is challenged: stored plays were accepted before, under any list.
type AnyWord struct{}

// Has is always true.
func (AnyWord) Has(string) bool { return true }

// Listed is a word list that says which it is.
type Listed interface {
	Name() string
	Len() int
	Hash() string // of the set of words
}

// WordList names a word list, so that a verdict can be traced to it.
type WordList struct {
	Name  string `json:"name"`
	Words int    `json:"words"`
	Hash  string `json:"hash"`
}

// ListOf names the words; nil if they do not say what they are.
func ListOf(words Dictionary) *WordList {
	l, ok := words.(Listed)
	if !ok {
		return nil
	}
	return &WordList{l.Name(), l.Len(), l.Hash()}
}

package game

// Listed are Words that say which list they are.
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
func ListOf(words Words) *WordList {
	l, ok := words.(Listed)
	if !ok {
		return nil
	}
	return &WordList{l.Name(), l.Len(), l.Hash()}
}

package nabit

// Dictionary says which words are words, in upper case. One that is Listed as well is named wherever it judges.
type Dictionary interface {
	Has(word string) bool
}

// AnyWord accepts every word that is played, and judges none that is challenged: stored plays were accepted before, under any list.
type AnyWord struct{}

// Has is always true.
func (AnyWord) Has(string) bool { return true }

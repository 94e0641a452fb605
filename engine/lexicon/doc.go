// Package lexicon knows which runs of letters are words. A Lexicon is a minimal word graph: small enough to
// embed, fast enough to ask for every candidate reading, and immutable, so that all goroutines may share one.
//
// The built-in lists are made by the program in lexicon/build from SCOWL's word classes, which keep proper names,
// abbreviations and contractions apart: the very words that NAB-IT! forbids; the Spanish one from Debian's word list. Their
// notices are in NOTICE. Accents are not written: CAFÉ is CAFE.
//
//   - english, american and british are everyday lists: a desk dictionary's words (SCOWL's sizes to 70) in both spellings or one.
//   - large has the rare words too (SCOWL 80, and WordNet's headwords), and every word of two letters that tournaments play.
//   - dabble has contractions, and rare words of up to six letters. Rare words that are names in lower case (BOSTON) are left out of both.
//
// None is a list of a tournament or of a game's publisher: those may not be passed on. A table may add words and remove them, or play with a
// list of its own (LoadFor). Short definitions, to be shown after a challenge, are in lexicon/definitions; which words are of a
// category in lexicon/subjects.
//
// # What the lists have
//
// Precision is the share of the list's words that the reference has; recall is the share of the reference's words that the list has, of
// those that are short enough for it. Of WordNet it has the headwords of one word in lower case, and their forms; of SCOWL the words of
// the list's spellings to size 70. There is no such reference for Spanish.
//
//	list         words  hash                     WordNet            SCOWL 70
//	                                  precision   recall  precision   recall
//	english     116760  061a139fb791      80.3%    81.2%     100.0%    99.0%
//	american    113094  4602feb720ae      80.4%    79.5%     100.0%    98.8%
//	british     115268  e54ac1cf0964      80.3%    80.2%     100.0%    99.1%
//	large       257202  a7e515d10e5f      49.1%    99.7%      45.5%    99.1%
//	dabble       37526  de5a2438c69f      58.9%    98.7%      58.3%    98.9%
//
// Headwords of WordNet that a list lacks: those that large has are rare, or another country's spelling. No list has Roman numerals (XIV), or
// abbreviations and units without a vowel (KPH) but for cries (SHH), nor short words that SCOWL has among its abbreviations alone (ATM);
// build/changes.txt says what was left out by hand.
//
//	lacking     in large   numeral vowelless     short   by hand
//	english        11773       101        45        22         5
//	american       12889       101        45        22         5
//	british        12412       101        45        22         5
//	large              0       101        45        22         5
//	dabble             9        96        45        22         5
package lexicon

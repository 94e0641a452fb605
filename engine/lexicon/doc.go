// Package lexicon knows which runs of letters are words. A Lexicon is a minimal word graph: small enough to
// embed, fast enough to ask for every candidate reading, and immutable, so that all goroutines may share one.
//
// The built-in lists are made by the program in lexicon/build from SCOWL's word classes, which keep proper names,
// abbreviations and contractions apart: the very words that NAB-IT! forbids. Those in French, German and Spanish are a spelling dictionary's
// stems with all their forms (build/hunspell). Their notices are in NOTICE; the German ones are files of their own, for their licence
// (FolderVariable). Accents are not written: CAFÉ is CAFE.
//
//   - english, american and british are everyday lists: a desk dictionary's words (SCOWL's sizes to 70) in both spellings or one, and the
//     words of two and three letters that only larger ones have. Short words that nothing confirms are left out: no other list has them, nor a
//     word that is made of them (PSIA, DORA).
//   - large has the rare words too (SCOWL 80, and WordNet's headwords).
//   - dabble has contractions, and rare words of up to six letters. Rare words that are names in lower case (BOSTON) are left out of both.
//
// All are closed under inflection: with a word they have its plural, the forms of a verb and the degrees of an adjective, as far as SCOWL has
// them, and with a plural its singular. Younger words are in build/new.txt, with forms made by rule; build/changes.txt says what else was
// added or left out by hand, and why.
//
// None is a list of a tournament or of a game's publisher: those may not be passed on. A table may add words and remove them, or play with a
// list of its own (LoadFor). Short definitions, to be shown after a challenge, are in lexicon/definitions; which words are of a
// category in lexicon/subjects.
//
// # What the lists have
//
// Precision is the share of the list's words that the reference has; recall is the share of the reference's words that the list has, of
// those that are short enough for it. Of WordNet it has the headwords of one word in lower case, and their forms; of SCOWL the words of
// the list's spellings to size 70. There is no such reference for other languages.
//
//	list         words  hash                     WordNet            SCOWL 70
//	                                  precision   recall  precision   recall
//	english     144254  d85f9a17eca4      74.0%    81.5%      81.0%    99.2%
//	american    139802  b9ef275a4daa      74.2%    79.8%      81.1%    99.1%
//	british     142360  984d8498b128      73.9%    80.5%      81.0%    99.2%
//	large       258821  74c22257f81f      48.9%    99.7%      45.4%    99.4%
//	dabble       38551  ce6128c79a35      57.4%    98.8%      56.8%    98.9%
//
// Headwords of WordNet that a list lacks: those that large has are rare, or another country's spelling. No list has Roman numerals (XIV), or
// abbreviations and units without a vowel (KPH) but for cries (SHH), nor short words that SCOWL has among its abbreviations alone (ATM);
// build/changes.txt says what was left out by hand.
//
//	lacking     in large   numeral vowelless     short   by hand
//	english        11565       101        45        23         5
//	american       12683       101        45        23         5
//	british        12213       101        45        23         5
//	large              0       101        45        23         5
//	dabble             0        96        45        23         5
package lexicon

package reading_test

import (
	"testing"

	"tilewatch/engine/lexicon"
	"tilewatch/engine/reading"
)

func dictionary(testing.TB) reading.Dictionary { return lexicon.Default() }

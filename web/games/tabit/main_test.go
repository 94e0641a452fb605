package tabit

import (
	"os"
	"testing"

	"tilewatch/web/browsertest"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Main(m)) }

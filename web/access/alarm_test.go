package access

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestAFloodFillsNoLogAndIsSummedUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		counted := map[Incident]int{}
		a := NewAlarms(slog.New(slog.NewTextHandler(&log, nil)), func(i Incident) { counted[i]++ })
		const flood = 5000
		for range flood {
			a.Raise(ForeignHost, "from", "10.0.0.1", "host", "evil\nlevel=ERROR")
		}
		a.Raise(WrongPIN, "from", "10.0.0.2")
		time.Sleep(alarmRate.every)
		synctest.Wait()
		text := log.String()
		if n := strings.Count(text, "\n"); n != int(alarmRate.burst)+2 {
			t.Errorf("%d lines:\n%s", n, text)
		}
		for _, want := range []string{"what=wrong_pin from=10.0.0.2\n", "what=foreign_host left_out=4990\n"} {
			if !strings.Contains(text, want) {
				t.Errorf("the log lacks %q", want)
			}
		}
		if counted[ForeignHost] != flood || counted[WrongPIN] != 1 {
			t.Errorf("counted %v", counted)
		}
		log.Reset()
		a.Raise(ForeignHost, "from", "10.0.0.3")
		if !strings.Contains(log.String(), "from=10.0.0.3") {
			t.Error("a minute later the next one is not told")
		}
		(*Alarms)(nil).Raise(WrongPIN)
	})
}

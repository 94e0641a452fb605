package cluster_test

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/cluster"
	"tilewatch/engine/journal/cluster/clustertest"
	"tilewatch/engine/journal/journaltest"
)

// clubs counts those that tests have founded: each has a stream of its own.
var clubs atomic.Int32

func club() string { return fmt.Sprintf("club-%d", clubs.Add(1)) }

func open(t testing.TB, where string) *cluster.Journal {
	t.Helper()
	return clustertest.Connect(t, where).Table("1")
}

func TestOneServerIsAJournal(t *testing.T) { conforms(t, 1) }

func TestAClusterIsAJournal(t *testing.T) { conforms(t, 3) }

func conforms(t *testing.T, servers int) {
	c := clustertest.Start(t, servers)
	journaltest.Run(t, func(*testing.T) journaltest.Store {
		where := c.URL(club())
		open := func(t *testing.T) journal.Journal {
			j := open(t, where)
			if j.Copies() != servers {
				t.Errorf("kept %d times on %d servers", j.Copies(), servers)
			}
			return j
		}
		return journaltest.Store{Open: open, Reopen: open, Again: open}
	})
}

// The servers of a club are started one after another, and a table may be faster than the last of them.
func TestAClubWaitsForItsLastServer(t *testing.T) {
	c := clustertest.Start(t, 2)
	where := c.URL(club())
	joined := make(chan struct{})
	go func() {
		defer close(joined)
		c.Join()
	}()
	j := open(t, where)
	<-joined
	if j.Copies() != 3 {
		t.Errorf("kept %d times: the third server came too late", j.Copies())
	}
}

func TestAnAddressNamesHostsAndAClub(t *testing.T) {
	for _, bad := range []string{"", "nats", "http://a", "nats://", "nats://a,,b", "nats://a/Big Club", "nats://a?b", "redis://u:secret@a", "nats://u:sec%ret@a"} {
		_, err := cluster.Connect(t.Context(), bad)
		if err == nil || errors.Is(err, cluster.ErrUnreachable) || strings.Contains(err.Error(), "sec") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

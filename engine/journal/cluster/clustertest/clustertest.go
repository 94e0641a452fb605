// Package clustertest runs real NATS servers inside a test: one, or a cluster of them that can be stopped one by one.
package clustertest

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"tilewatch/engine/journal/cluster"
)

// Cluster is some servers with JetStream, on this machine's loopback.
type Cluster struct {
	t       testing.TB
	options []*server.Options
	mu      sync.Mutex
	servers []*server.Server // nil: stopped
}

// patience is how long servers have to be ready, on a machine that does much else.
const patience = 60 * time.Second

// Start starts n servers, which keep what they are given in folders of the test and end with it. Each knows of the others.
func Start(t testing.TB, n int) *Cluster {
	t.Helper()
	c := &Cluster{t: t}
	ports := freePorts(t, 2*n)
	var routes []*url.URL
	for i := range n {
		routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", ports[n+i])})
	}
	for i := range n {
		o := c.member(ports[i])
		if n > 1 {
			o.Cluster = server.ClusterOpts{Name: "club", Host: "127.0.0.1", Port: ports[n+i]}
			o.Routes = routes
		}
	}
	t.Cleanup(c.end)
	for i := range n {
		c.Restart(i)
	}
	c.Ready()
	return c
}

// member is one server more, whose options are still to be completed.
func (c *Cluster) member(port int) *server.Options {
	o := &server.Options{
		ServerName: fmt.Sprintf("n%d", len(c.options)+1), Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: c.t.TempDir(),
		NoLog: true, NoSigs: true, SyncInterval: time.Minute,
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.options, c.servers = append(c.options, o), append(c.servers, nil)
	return o
}

// Join starts one more server of a cluster that runs.
func (c *Cluster) Join() {
	c.t.Helper()
	ports := freePorts(c.t, 2)
	o := c.member(ports[0])
	o.Cluster = server.ClusterOpts{Name: "club", Host: "127.0.0.1", Port: ports[1]}
	o.Routes = c.options[0].Routes
	c.Restart(len(c.options) - 1)
}

// freePorts are ports that nobody uses.
func freePorts(t testing.TB, n int) []int {
	t.Helper()
	var ports []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// URL is the cluster's address for a journal, of the club.
func (c *Cluster) URL(club string) string {
	var hosts []string
	for _, o := range c.options {
		hosts = append(hosts, fmt.Sprintf("127.0.0.1:%d", o.Port))
	}
	return "nats://" + strings.Join(hosts, ",") + "/" + club
}

// Connect connects to the club at that address. Servers that run answer sooner or later, however busy their machine is.
func Connect(t testing.TB, where string) *cluster.Conn {
	t.Helper()
	for begun := time.Now(); ; {
		c, err := cluster.Connect(t.Context(), where)
		if err == nil {
			return c
		}
		if !errors.Is(err, cluster.ErrUnreachable) || time.Since(begun) > patience {
			t.Fatal(err)
		}
	}
}

// Restart starts a server that does not run.
func (c *Cluster) Restart(i int) {
	c.t.Helper()
	s, err := server.NewServer(c.options[i].Clone())
	if err != nil {
		c.t.Fatal(err)
	}
	go s.Start()
	if !s.ReadyForConnections(patience) {
		c.t.Fatalf("server %d does not start", i)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.servers[i] = s
}

// Stop ends a server as if its machine were turned off, without a word to anybody.
func (c *Cluster) Stop(i int) {
	c.mu.Lock()
	s := c.servers[i]
	c.servers[i] = nil
	c.mu.Unlock()
	s.Shutdown()
	s.WaitForShutdown()
}

// Ready waits until the running servers have a leader and take orders.
func (c *Cluster) Ready() {
	c.t.Helper()
	deadline := time.Now().Add(patience)
	for !c.led() {
		if time.Now().After(deadline) {
			c.t.Fatal("the servers find no leader")
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (c *Cluster) led() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.servers {
		if s != nil && (len(c.servers) == 1 || s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == len(c.servers)) {
			return true
		}
	}
	return false
}

// LeaderOf is which server leads the stream; -1 if none does now.
func (c *Cluster) LeaderOf(stream string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, s := range c.servers {
		if s != nil && s.JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, stream) {
			return i
		}
	}
	return -1
}

func (c *Cluster) end() {
	for i := range c.servers {
		if c.servers[i] != nil {
			c.Stop(i)
		}
	}
}

package secure

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

func TestTheCertificateIsKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	first, err := Certificate(dir, []string{"localhost", "192.168.1.5"})
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(dir, file))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key may be read by others: %v, %v", info.Mode(), err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	for _, c := range []struct {
		name  string
		hosts []string
		same  bool
	}{
		{"the same computer", []string{"localhost", "192.168.1.5"}, true},
		{"fewer addresses", []string{"localhost"}, true},
		{"another network", []string{"localhost", "10.0.0.7"}, false},
		{"back in the first one", []string{"localhost", "192.168.1.5"}, true},
	} {
		again, err := Certificate(dir, c.hosts)
		if err != nil {
			t.Fatal(err)
		}
		if same := bytes.Equal(again.Certificate[0], first.Certificate[0]); same != c.same {
			t.Errorf("%s: the same certificate: %v, want %v", c.name, same, c.same)
		}
		for _, host := range c.hosts {
			if err := again.Leaf.VerifyHostname(host); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		if again.Leaf.IsCA {
			t.Error("a phone that trusts it trusts whatever its owner signs")
		}
		first = again
	}
}

func TestACertificateThatIsNoGoodIsReplaced(t *testing.T) {
	old, err := issue([]string{"localhost"}, time.Now().Add(-lasts+renew/2))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"garbage": "hello", "empty": "", "about to end": string(old)} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			c, err := Certificate(dir, []string{"localhost"})
			if err != nil || !good(c.Leaf, []string{"localhost"}, time.Now()) {
				t.Errorf("%v, %v", c.Leaf, err)
			}
		})
	}
}

func TestAFolderThatCannotBeWrittenIsReportedAndPhonesAreServed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Certificate(path, Hosts())
	var unkept *NotKept
	if !errors.As(err, &unkept) || !strings.Contains(err.Error(), "--data") {
		t.Errorf("got %v, want the remedy", err)
	}
	if c.Leaf == nil || c.Leaf.VerifyHostname("localhost") != nil {
		t.Errorf("the certificate is %v", c.Leaf)
	}
}

func TestOnePortTakesBoth(t *testing.T) {
	c, err := Certificate(t.TempDir(), Hosts())
	if err != nil {
		t.Fatal(err)
	}
	below, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "secure %v", r.TLS != nil)
	})}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(Listen(below, c)) }()
	address := below.Addr().String()

	// Who says nothing, or garbage, keeps nobody else waiting.
	for _, text := range []string{"", "\x16garbage", "\x00"} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := io.WriteString(conn, text); err != nil {
			t.Fatal(err)
		}
	}
	known := x509.NewCertPool()
	known.AddCert(c.Leaf)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: known}}, Timeout: time.Minute}
	defer client.CloseIdleConnections()
	for scheme, want := range map[string]string{"http": "secure false", "https": "secure true"} {
		answer, err := client.Get(scheme + "://" + address)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || string(body) != want {
			t.Errorf("%s: %q, %v, want %q", scheme, body, err, want)
		}
	}
	if err := server.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		t.Errorf("ended with %v", err)
	}
}

// TestManyWhoSayNothingKeepNobodyOut fills the places of those who have said nothing yet.
func TestManyWhoSayNothingKeepNobodyOut(t *testing.T) {
	c, err := Certificate(t.TempDir(), Hosts())
	if err != nil {
		t.Fatal(err)
	}
	below, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	both := Listen(below, c)
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "here") })}
	go func() { _ = server.Serve(both) }()
	t.Cleanup(func() { _ = server.Close() })
	var silent []net.Conn
	for range maxUndecided + 20 {
		conn, err := net.Dial("tcp", below.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		silent = append(silent, conn)
	}
	known := x509.NewCertPool()
	known.AddCert(c.Leaf)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: known}}, Timeout: time.Minute}
	t.Cleanup(client.CloseIdleConnections)
	answer, err := client.Get("https://" + below.Addr().String())
	if err != nil {
		t.Fatalf("another is kept out: %v", err)
	}
	answer.Body.Close()
	if _, err := silent[0].Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("the oldest is left with %v", err)
	}
}

// starved is a listener that can open no more connections at first.
type starved struct {
	net.Listener
	times atomic.Int32
}

func (s *starved) Accept() (net.Conn, error) {
	if s.times.Add(-1) >= 0 {
		return nil, &net.OpError{Op: "accept", Err: os.NewSyscallError("accept", syscall.EMFILE)}
	}
	return s.Listener.Accept()
}

// TestTooManyConnectionsEndNoServer goes on once files can be opened again.
func TestTooManyConnectionsEndNoServer(t *testing.T) {
	c, err := Certificate(t.TempDir(), Hosts())
	if err != nil {
		t.Fatal(err)
	}
	below, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	poor := &starved{Listener: below}
	poor.times.Store(3)
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "here") }), ErrorLog: log.New(io.Discard, "", 0)}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(Listen(poor, c)) }()
	answer, err := (&http.Client{Timeout: time.Minute}).Get("http://" + below.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if err := server.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		t.Errorf("ended with %v", err)
	}
}

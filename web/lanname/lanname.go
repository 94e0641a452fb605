// Package lanname gives this computer the name tilewatch.local in its network, by multicast DNS (RFC 6762), so that people can type an address.
package lanname

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"time"

	"github.com/pion/logging"
	"github.com/pion/mdns/v2"
	"golang.org/x/net/ipv4"
	"golang.org/x/net/ipv6"
)

// Name is the name, with mostComputers-1 more for other computers of the network that serve, too: tilewatch-2.local.
const Name = "tilewatch.local"

const mostComputers = 9

// listenFor is how long somebody else may take to say that a name is taken, as long as the probes of RFC 6762 (8.1).
const listenFor = 750 * time.Millisecond

// ErrNoMulticast says that this network does not carry names.
var ErrNoMulticast = errors.New("this network carries no names (multicast DNS)")

// Answer takes the first name that is free, says which, and answers for it until ctx is done. loopback is for tests.
func Answer(ctx context.Context, loopback bool, took func(name string)) error {
	for n := 1; n <= mostComputers; n++ {
		name := numbered(n)
		switch _, taken, err := Ask(ctx, name, loopback); {
		case err != nil:
			return err
		case taken:
			continue
		}
		conn, err := open(loopback, name)
		if err != nil {
			return err
		}
		took(name)
		<-ctx.Done()
		return conn.Close()
	}
	return fmt.Errorf("%s to %s are other computers'", Name, numbered(mostComputers))
}

// Ask is the address of the computer that has the name, if one has.
func Ask(ctx context.Context, name string, loopback bool) (at netip.Addr, taken bool, err error) {
	conn, err := open(loopback)
	if err != nil {
		return at, false, err
	}
	limited, cancel := context.WithTimeout(ctx, listenFor)
	defer cancel()
	_, at, err = conn.QueryAddr(limited, name)
	return at, err == nil, errors.Join(ctx.Err(), conn.Close())
}

func numbered(n int) string {
	if n == 1 {
		return Name
	}
	label, domain, _ := strings.Cut(Name, ".")
	return fmt.Sprintf("%s-%d.%s", label, n, domain)
}

// open joins the network's conversation, by IPv4, IPv6 or both, and answers for the names.
func open(loopback bool, names ...string) (*mdns.Conn, error) {
	var four *ipv4.PacketConn
	var six *ipv6.PacketConn
	if at, err := listen("udp4", mdns.DefaultAddressIPv4); err == nil {
		four = ipv4.NewPacketConn(at)
	}
	if at, err := listen("udp6", mdns.DefaultAddressIPv6); err == nil {
		six = ipv6.NewPacketConn(at)
	}
	if four == nil && six == nil {
		return nil, ErrNoMulticast
	}
	quiet := &logging.DefaultLoggerFactory{DefaultLogLevel: logging.LogLevelDisabled} // the caller says what is wrong
	conn, err := mdns.NewServer(four, six, mdns.WithLocalNames(names...), mdns.WithIncludeLoopback(loopback), mdns.WithQueryInterval(listenFor/3), mdns.WithLoggerFactory(quiet))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoMulticast, err)
	}
	return conn, nil
}

func listen(network, address string) (*net.UDPConn, error) {
	at, err := net.ResolveUDPAddr(network, address)
	if err != nil {
		return nil, err
	}
	return net.ListenUDP(network, at)
}

package cluster

import (
	"fmt"
	"net"
	"net/url"
	"regexp"
	"strings"
)

// Scheme is what the address of a cluster begins with.
const Scheme = "nats://"

// address is where a club's games are.
type address struct {
	hosts  []string // with ports
	user   *url.Userinfo
	secure bool
	club   string
}

var clubPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)

// parseAddress reads nats://[USER[:PASSWORD]@]HOST[:PORT][,HOST[:PORT]...][/CLUB], or the same with tls://. The
// error shows nothing of a password.
func parseAddress(text string) (address, error) {
	a := address{club: "tilewatch"}
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok || scheme != "nats" && scheme != "tls" {
		return a, fmt.Errorf("bad address %q: use nats://HOST,HOST", beforeSecret(text))
	}
	a.secure = scheme == "tls"
	if i := strings.LastIndex(rest, "@"); i >= 0 {
		parsed, err := url.Parse("nats://" + rest[:i] + "@host")
		if err != nil {
			return a, fmt.Errorf("cannot read the user in the address: write special characters as %%XX")
		}
		a.user, rest = parsed.User, rest[i+1:]
	}
	hosts, club, _ := strings.Cut(rest, "/")
	if club = strings.Trim(club, "/"); club != "" {
		a.club = club
	}
	if !clubPattern.MatchString(a.club) {
		return a, fmt.Errorf("bad club name %q: use up to 32 lower-case letters, digits and dashes", a.club)
	}
	for _, host := range strings.Split(hosts, ",") {
		host = strings.TrimPrefix(strings.TrimSpace(host), Scheme)
		if host == "" || strings.ContainsAny(host, "/?# ") {
			return a, fmt.Errorf("bad host %q: use nats://HOST,HOST", host)
		}
		if _, _, err := net.SplitHostPort(host); err != nil {
			host = net.JoinHostPort(strings.Trim(host, "[]"), "4222")
		}
		a.hosts = append(a.hosts, host)
	}
	return a, nil
}

// beforeSecret is as much of a text as can hold no password.
func beforeSecret(text string) string {
	if i := strings.LastIndex(text, "@"); i >= 0 {
		return "..." + text[i:]
	}
	return text
}

// servers are the addresses as the client wants them.
func (a address) servers() string {
	scheme := "nats"
	if a.secure {
		scheme = "tls"
	}
	var list []string
	for _, host := range a.hosts {
		list = append(list, (&url.URL{Scheme: scheme, User: a.user, Host: host}).String())
	}
	return strings.Join(list, ",")
}

func (a address) String() string { return strings.Join(a.hosts, ", ") }

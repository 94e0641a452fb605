package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"tilewatch/web/hosts"
)

// reached are the flags for how browsers reach the server.
type reached struct {
	named, proxies []string
	base           string
}

func (r *reached) register(c *cobra.Command) {
	f := c.Flags()
	f.StringArrayVar(&r.named, "host", nil, "a `NAME` under which browsers reach this server, as scores.example.org: other names are refused but this computer's own, NAME.local and addresses (may be given again)")
	f.StringArrayVar(&r.proxies, "trust-proxy", nil, "take the word of a reverse proxy at this `ADDRESS` or in this network (10.0.0.0/8) for who asks, by which name, and whether by https (may be given again)")
	f.StringVar(&r.base, "base", "", "refused: the server wants a name of its own")
	_ = f.MarkHidden("base") // it is there
}

// names are those that the server answers to. Its errors are the caller's mistake.
func (r *reached) names() (*hosts.Names, error) {
	if r.base != "" {
		return nil, fmt.Errorf("--base %q: there is no server below a path: give it a name of its own, such as tilewatch.example.org, and name that with --host", r.base)
	}
	return hosts.New(r.named, r.proxies)
}

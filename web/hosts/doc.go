// Package hosts says to which names a server answers, and what it believes of a reverse proxy.
//
// A browser sends the name in its address bar as Host. By DNS rebinding a stranger's site has its own name lead to this computer, and
// its page then passes for one of ours. So a server answers only to Names of its own. An address cannot be rebound: every one is good,
// also the one of a router or of a container's computer, which this program cannot know. A proxy's word (X-Forwarded-Host, -For and
// -Proto) counts only when it comes from an address that the operator trusts.
package hosts

// Package access says who may do what at a table, and how often.
//
// A Role is what somebody may do: look (watcher), play (player), begin games (host). Keys turn a role into a link, and a player's link
// into a short code. A Keyring holds the keys that count now, until others replace them. A Guard finds the Role of a request: by the
// cookie that a link left, by a bearer key, or by the PIN. A Limiter bounds what one sender does (token buckets); Crowds bound what one
// address holds open.
package access

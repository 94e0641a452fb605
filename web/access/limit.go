package access

import (
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

// Rate bounds what one sender does, as a token bucket: burst at once, and one more after each interval.
type Rate struct {
	name  string
	burst float64
	every time.Duration
}

// The rates of what strangers may do.
var (
	CommandRate = Rate{"command", 20, 200 * time.Millisecond} // nobody taps faster than this
	TryRate     = Rate{"try", 40, 80 * time.Millisecond}      // nobody types faster than this
	HintRate    = Rate{"hint", 5, time.Second}                // a hint takes time to find
	PhotoRate   = Rate{"photo", 60, 500 * time.Millisecond}   // as fast as they are read
)

// Limiter counts what each sender does. It is safe for concurrent use.
type Limiter struct {
	Now func() time.Time // the clock; set before use

	mu  sync.Mutex
	got map[string]*bucket
}

// bucket holds what a sender may still do.
type bucket struct {
	left float64
	at   time.Time
}

// mostSenders bounds the memory. A Limiter with more of them forgets idle senders.
const mostSenders = 4096

// Those that count all senders of a kind together.
const (
	everyone      = "*"
	everyStranger = everyone + "strangers"
	everySeat     = everyone + "seats"
)

// Claim is one more of what a sender does.
type Claim struct {
	Rate   Rate
	Sender string
}

// NewLimiter knows no sender yet.
func NewLimiter() *Limiter { return &Limiter{Now: time.Now, got: map[string]*bucket{}} }

// key names the sender's bucket.
func (c Claim) key() string { return c.Rate.name + " " + household(c.Sender) }

// Allow counts one more try of the sender, and reports whether it is allowed.
func (l *Limiter) Allow(r Rate, sender string) bool { return l.Wait(Claim{r, sender}) == 0 }

// Wait counts the claims if all of them are allowed now; else it counts none, and answers how long until they are.
func (l *Limiter) Wait(claims ...Claim) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.Now()
	for _, c := range claims {
		if b := l.bucket(c, now); b.left < 1 {
			wait = max(wait, time.Duration((1-b.left)*float64(c.Rate.every)), time.Nanosecond)
		}
	}
	if wait > 0 {
		return wait
	}
	for _, c := range claims {
		l.got[c.key()].left--
	}
	return 0
}

// bucket is what the claim's sender has left now.
func (l *Limiter) bucket(c Claim, now time.Time) *bucket {
	key := c.key()
	b := l.got[key]
	if b == nil {
		l.forget(now)
		b = &bucket{c.Rate.burst, now}
		l.got[key] = b
	}
	b.left = min(c.Rate.burst, b.left+max(0, float64(now.Sub(b.at))/float64(c.Rate.every)))
	b.at = now
	return b
}

// forgive takes a claim back.
func (l *Limiter) forgive(c Claim) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b := l.got[c.key()]; b != nil {
		b.left = min(c.Rate.burst, b.left+1)
	}
}

// forget drops the buckets that have had time to fill up, and all buckets if that does not help: a flood of senders must not fill the
// memory. It keeps the buckets of all senders together: a flood must not give anybody new guesses.
func (l *Limiter) forget(now time.Time) {
	if len(l.got) < mostSenders {
		return
	}
	for key, b := range l.got {
		if now.Sub(b.at) > 2*time.Minute && !common(key) {
			delete(l.got, key)
		}
	}
	if len(l.got) >= mostSenders {
		maps.DeleteFunc(l.got, func(key string, _ *bucket) bool { return !common(key) })
	}
}

// common reports whether the key counts all senders together.
func common(key string) bool { return strings.Contains(key, " "+everyone) }

// UsualPhones is the default number of streams that one address may have open: a club's phones behind one router.
const UsualPhones = 2000

// Crowds counts what each address has open: streams, or photos under way. It is safe for concurrent use.
type Crowds struct {
	Most int // of one address
	All  int // of all together; 0: any number
	mu   sync.Mutex
	here map[string]int
	sum  int
}

// Enter counts one more of the address, and returns what takes it back; ok is false when there are too many.
func (c *Crowds) Enter(address string) (leave func(), ok bool) {
	key := household(address)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.here[key] >= c.Most || c.All > 0 && c.sum >= c.All {
		return nil, false
	}
	c.here[key]++
	c.sum++
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.sum--
		if c.here[key]--; c.here[key] <= 0 {
			delete(c.here, key)
		}
	}, true
}

// household is what one sender certainly has: an IPv4 address, or an IPv6 network of 64 bits, where it can use any address.
func household(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil || ip.Unmap().Is4() {
		return address
	}
	network, err := ip.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return network.String()
}

// NewCrowds lets each address have so many open.
func NewCrowds(most int) *Crowds { return &Crowds{Most: most, here: map[string]int{}} }

// Arrive counts one more stream of the request's sender. Call leave when it is over.
func (c *Crowds) Arrive(ctx echo.Context) (leave func(), err error) {
	leave, ok := c.Enter(ctx.RealIP())
	if !ok {
		return nil, echo.NewHTTPError(http.StatusTooManyRequests,
			fmt.Sprintf("too many pages are open from this address (limit %d) or altogether: close some, or start the server with a larger --phones-per-address, and after a larger \"ulimit -n\"", c.Most))
	}
	return leave, nil
}

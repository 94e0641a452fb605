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
	GuessRate   = Rate{"guess", 8, 10 * time.Second}          // of codes and PINs
	PhotoRate   = Rate{"photo", 60, 500 * time.Millisecond}   // as fast as they are read
	// EverybodysGuesses bounds the guesses of all senders together: with any number of addresses nobody finds a code of 30 bits in a year.
	EverybodysGuesses = Rate{"guesses", 30, 3 * time.Second}
	// everybodysPINs bounds the PINs that all senders try: to try all of four digits takes half a week.
	everybodysPINs = Rate{"pins", 10, 30 * time.Second}
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

// Everybody is the sender that counts all senders together.
const Everybody = "all"

// NewLimiter knows no sender yet.
func NewLimiter() *Limiter { return &Limiter{Now: time.Now, got: map[string]*bucket{}} }

// key names the sender's bucket.
func (r Rate) key(sender string) string { return r.name + " " + household(sender) }

// Allow reports whether the sender may do it once more.
func (l *Limiter) Allow(r Rate, sender string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, key := l.Now(), r.key(sender)
	b := l.got[key]
	if b == nil {
		l.forget(now)
		b = &bucket{r.burst, now}
		l.got[key] = b
	}
	b.left = min(r.burst, b.left+float64(now.Sub(b.at))/float64(r.every))
	b.at = now
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}

// forgive takes back what allow has counted.
func (l *Limiter) forgive(r Rate, sender string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b := l.got[r.key(sender)]; b != nil {
		b.left = min(r.burst, b.left+1)
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
func common(key string) bool { return strings.HasSuffix(key, " "+Everybody) }

// UsualPhones is the default number of streams that one address may have open: a club's phones behind one router.
const UsualPhones = 2000

// Crowds counts what each address has open: streams, or photos under way. It is safe for concurrent use.
type Crowds struct {
	Most int
	mu   sync.Mutex
	here map[string]int
}

// Enter counts one more of the address, and returns what takes it back; ok is false when there are too many.
func (c *Crowds) Enter(address string) (leave func(), ok bool) {
	key := household(address)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.here[key] >= c.Most {
		return nil, false
	}
	c.here[key]++
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
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
			fmt.Sprintf("too many pages are open from this address (limit %d): close some, or start the server with a larger --phones-per-address", c.Most))
	}
	return leave, nil
}

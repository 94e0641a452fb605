package access

import (
	"log/slog"
	"sync"
	"time"
)

// Incident is what an operator should know of those who come to the server: OWASP ASVS 5.0, chapter V16.
type Incident string

// The incidents. What was tried is never part of them: a wrong PIN is nearly the right one.
const (
	WrongPIN      Incident = "wrong_pin"
	WrongCode     Incident = "wrong_code"
	WrongLink     Incident = "wrong_link" // one of before the links were renewed, say
	LockedPIN     Incident = "locked_pin" // no guess of the PIN counts for a while
	LockedCode    Incident = "locked_code"
	ForeignHost   Incident = "foreign_host"   // a name that is not this server's
	ForeignOrigin Incident = "foreign_origin" // another site's page
	LinksRenewed  Incident = "links_renewed"
)

// Incidents are all of them.
var Incidents = []Incident{WrongPIN, WrongCode, WrongLink, LockedPIN, LockedCode, ForeignHost, ForeignOrigin, LinksRenewed}

// alarmRate bounds the lines about each incident to two a minute after the first ten: 1 MB a day, however many come.
var alarmRate = Rate{"alarm", 10, time.Minute}

// Alarms writes a line about each incident to the operator's log. Of a flood it says how many lines it left out. A nil *Alarms says nothing.
type Alarms struct {
	log    *slog.Logger
	count  func(Incident) // nil: nobody counts
	limits *Limiter

	mu      sync.Mutex
	leftOut map[Incident]int
}

// NewAlarms has every incident counted, also those that are left out of the log.
func NewAlarms(log *slog.Logger, count func(Incident)) *Alarms {
	return &Alarms{log: log, count: count, limits: NewLimiter(), leftOut: map[Incident]int{}}
}

// Raise notes an incident. about is as slog takes it.
func (a *Alarms) Raise(i Incident, about ...any) {
	if a == nil {
		return
	}
	if a.count != nil {
		a.count(i)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.leftOut[i] == 0 && a.limits.Allow(alarmRate, string(i)) {
		a.log.Warn("access", append([]any{"what", string(i)}, about...)...)
		return
	}
	if a.leftOut[i]++; a.leftOut[i] == 1 {
		time.AfterFunc(alarmRate.every, func() { a.sumUp(i) })
	}
}

// sumUp says how many lines about the incident were left out.
func (a *Alarms) sumUp(i Incident) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.log.Warn("access", "what", string(i), "left_out", a.leftOut[i])
	delete(a.leftOut, i)
}

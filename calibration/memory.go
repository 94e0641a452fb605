package calibration

import (
	"cmp"
	"sync"
	"time"
)

// Memory is what games before a camera find of it and of its tiles: kept in its profile, and recalled when the next one begins. Several goroutines may use it;
// a nil one remembers nothing.
type Memory struct {
	store *Store
	name  func() string // of the camera that there is just now; empty: none

	mu          sync.Mutex
	lens, tiles bool      // nobody measured them
	others      bool      // today's tiles are not those of the last game
	of          string    // the camera whose profile was read
	before      Found     // what it had
	kept        Found     // what was kept since
	keptAt      time.Time // and when
}

// NewMemory is a memory in a store.
func NewMemory(store *Store, name func() string) *Memory { return &Memory{store: store, name: name} }

// Begin says that a game begins that must find the lens or the tiles itself: that much is recalled from now on.
func (m *Memory) Begin(lens, tiles bool) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lens, m.tiles = lens, tiles
}

// Recalled is what the game begins with.
func (m *Memory) Recalled() (f Found) {
	if m == nil {
		return f
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if name := m.name(); name != "" && name != m.of { // one that is away for a moment comes back
		m.of, m.before, m.kept = name, Found{}, Found{}
		if p, err := m.store.Load(name); err == nil { // a profile that cannot be read is reported where the measured parts are taken
			m.before = p.Found
		}
	}
	if m.lens {
		f.Focal = m.before.Focal
	}
	if m.tiles && !m.others {
		f.Thickness = m.before.Thickness
	}
	return f
}

// OtherTiles says that today's tiles are not those of the last game.
func (m *Memory) OtherTiles() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.others = true
}

// Forget forgets what games have found of the lens or of the tiles, also in the profile.
func (m *Memory) Forget(lens, tiles bool) error {
	without := func(f Found) Found {
		if lens {
			f.Focal = Estimate{}
		}
		if tiles {
			f.Thickness = Estimate{}
		}
		return f
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.before = without(m.before)
	return m.update(without)
}

// keepEvery is the shortest time between two writes, but for a game's last.
const keepEvery = time.Minute

// Keep keeps what the game has found so far, where that has become better or another; last says that nothing follows.
func (m *Memory) Keep(now Found, last bool) error {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !now.Focal.differs(m.kept.Focal) && !now.Thickness.differs(m.kept.Thickness) || !last && time.Since(m.keptAt) < keepEvery {
		return nil
	}
	m.kept, m.keptAt = m.kept.with(now), time.Now()
	return m.update(func(f Found) Found { return f.with(now.on(m.keptAt)) })
}

// update changes what the camera's profile has. The caller holds mu.
func (m *Memory) update(change func(Found) Found) error {
	return m.store.Update(cmp.Or(m.name(), m.of), func(p *Profile) { p.Found = change(p.Found) })
}

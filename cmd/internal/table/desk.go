package table

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/cmd/internal/wordlist"
	"tilewatch/engine/journal"
	"tilewatch/vision/source"
	"tilewatch/web/album"
	"tilewatch/web/clock"
	"tilewatch/web/desk"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
)

// Desk keeps the one game of a table, in the journal first, then on the page. Its methods may be called from any goroutine, and answer
// once Run runs; Own and Report are the pipeline's.
type Desk struct {
	party    Party
	page     *stream.Table
	keeper   *Keeper
	camera   *Camera
	clocked  bool
	album    *album.Album
	note     func(string)
	aidsFile string
	aids     scoreboard.Aids
	words    *wordlist.List
	marks    marks
	found    *calibration.Memory
	over     func()
	evenings evenings

	commands chan func() // of people, pages and other programs
	pictures chan func() // of the camera
	ended    chan struct{}

	state scoreboard.State // the game's newest
	shown scoreboard.State // the same, as it was published
}

var (
	_ desk.Desk      = (*Desk)(nil)
	_ desk.Explorer  = (*Desk)(nil)
	_ desk.Recaller  = (*Desk)(nil)
	_ desk.Trier     = (*Desk)(nil)
	_ desk.WordLists = (*Desk)(nil)
	_ pipeline.Table = (*Desk)(nil)
)

// Options are a desk's parts. Page, Journal, Kind and Title must be set.
type Options struct {
	Page        *stream.Table
	Journal     journal.Journal
	Kind, Title string       // of the games that begin here: for programs, and for people
	Camera      *Camera      // nil: there is none
	Album       *album.Album // nil: pictures of the turns are not kept
	AidsFile    string       // where the table's choices are kept; empty: nowhere
	Note        func(string) // takes messages for the operator; nil: none
	Failing     error        // why nothing can be kept yet
	// Ready says why nothing can be kept; nil: something can. The desk asks while the page warns and nothing waits.
	Ready func(context.Context) error
	Over  func() // called when a game is over and saved; may be nil
	// Words is the list that judges, which the table may choose; nil: it may not.
	Words   *wordlist.List
	Found   *calibration.Memory // of the camera; nil: there is none
	Clocked bool                // whether time changes the game here, though nobody does anything
	// Standing is how a saved game stands, for the scores of an evening; nil: they are not shown.
	Standing func(journal.Game) (scoreboard.State, error)
}

// New is a desk with the game as it is.
func New(party Party, o Options) *Desk {
	if o.Note == nil {
		o.Note = func(string) {}
	}
	if o.Camera == nil {
		o.Camera = &Camera{}
	}
	if o.Words == nil {
		o.Words = wordlist.Fixed(nil)
	}
	if o.Over == nil {
		o.Over = func() {}
	}
	d := &Desk{
		party: party, page: o.Page, camera: o.Camera, clocked: o.Clocked, album: o.Album, note: o.Note, aidsFile: o.AidsFile, over: o.Over, words: o.Words, found: o.Found,
		keeper:   &Keeper{journal: o.Journal, kind: o.Kind, title: o.Title, note: o.Note, ready: o.Ready, clock: clock.New()},
		commands: make(chan func()), pictures: make(chan func()), ended: make(chan struct{}),
	}
	d.evenings = evenings{journal: o.Journal, kind: o.Kind, standing: o.Standing, note: o.Note}
	if o.Failing != nil {
		d.keeper.fails(o.Failing)
	}
	if err := d.loadAids(); err != nil {
		d.note(err.Error())
	}
	d.quietly(d.settle())
	return d
}

// Resume goes on with what the journal has. It is called before Run.
func (d *Desk) Resume(ctx context.Context) error {
	stored, err := d.keeper.last(ctx, d.party.Remembers)
	if err != nil {
		d.note(fmt.Sprintf("no game continues: %v", err))
	}
	return errors.Join(d.party.Resume(stored), d.settle())
}

// Run owns the game until ctx is done and the camera has ended, and answers the camera's error. Then it tries again to save what
// waits. camera may be nil.
func (d *Desk) Run(ctx context.Context, camera func(context.Context) error) (err error) {
	defer close(d.ended)
	var watched chan error
	if camera != nil {
		watched = make(chan error, 1)
		go func() { watched <- camera(ctx) }()
	}
	again := time.NewTicker(retryEvery)
	defer again.Stop()
	var passing <-chan time.Time
	if d.clocked && d.party.Passes != nil {
		ticker := time.NewTicker(passEvery)
		defer ticker.Stop()
		passing = ticker.C
	}
	for done := ctx.Done(); done != nil || watched != nil; {
		select {
		case do := <-d.commands:
			do()
		case do := <-d.pictures:
			do()
		case <-again.C:
			d.retry()
		case <-passing:
			d.passes()
		case err = <-watched:
			if watched = nil; ctx.Err() == nil {
				d.filmEnds()
			}
		case <-done:
			done = nil
		}
	}
	if d.retry(); d.keeper.Waiting() > 0 {
		d.note(fmt.Sprintf("%d events could not be kept", d.keeper.Waiting()))
	}
	return err
}

// passEvery is how late the end of a time may be.
const passEvery = 250 * time.Millisecond

// passes has the game take what time has brought.
func (d *Desk) passes() {
	if d.party.Passes() {
		d.quietly(d.settle())
	}
}

// call has the table's goroutine do something, and waits for it. A panic is the caller's.
func (d *Desk) call(to chan<- func(), do func()) error {
	var broken any
	finished := make(chan struct{})
	guarded := func() {
		defer close(finished)
		defer func() {
			if broken = recover(); broken != nil {
				slog.Error("a table's game failed", "panic", broken, "stack", string(debug.Stack()))
			}
		}()
		do()
	}
	select {
	case to <- guarded:
		<-finished
	case <-d.ended:
		return stream.ErrClosed
	}
	if broken != nil {
		panic(broken)
	}
	return nil
}

// Do takes a person's event.
func (d *Desk) Do(_ context.Context, c desk.Command) (out desk.Outcome, err error) {
	closed := d.call(d.commands, func() {
		if out, err = d.do(c); err != nil {
			return
		}
		if err = d.settle(); errors.Is(err, stream.ErrClosed) { // the table is closed
			err = nil
		}
		if out.OK {
			out.State, out.Unsafe = d.shown, d.keeper.Waiting() > 0
		}
	})
	return out, errors.Join(closed, err)
}

// Try answers what a person's event would bring.
func (d *Desk) Try(_ context.Context, c desk.Command) (out desk.Outcome, err error) {
	if d.party.Trier == nil {
		return out, desk.ErrNoTrial
	}
	closed := d.call(d.commands, func() { out, err = d.party.Trier.Try(c) })
	return out, errors.Join(closed, err)
}

// Own has the table's goroutine do the camera's work.
func (d *Desk) Own(do func() error) (err error) {
	closed := d.call(d.pictures, func() { err = do() })
	return errors.Join(closed, err)
}

// Report takes an event of the camera.
func (d *Desk) Report(event pipeline.Event) error {
	switch e := event.(type) {
	case pipeline.Camera:
		if e.Type == source.Recovered {
			d.party.Turned(scoreboard.Thinking, "")
		} else {
			d.party.Turned(scoreboard.Lost, e.Message)
		}
	case pipeline.Turned:
		d.party.Turned(statuses[e.Status], "")
	case pipeline.Ignored:
		d.marks.ignores(e)
	case pipeline.Held:
		d.marks.holds(e)
		d.quietly(d.publish(d.state))
	case pipeline.Lines: // the follower has handed them to the game
	}
	d.quietly(d.settle())
	return nil
}

// statuses are what pages call what the camera does.
var statuses = [...]scoreboard.Status{pipeline.Waiting: scoreboard.Waiting, pipeline.HandOver: scoreboard.Hand, pipeline.Reading: scoreboard.Thinking, pipeline.Settled: scoreboard.Live, pipeline.Photographed: scoreboard.ByPhoto}

// Lost shows that nothing is watched any more, and why.
func (d *Desk) Lost(why string) {
	_ = d.call(d.commands, func() { // a table that is closed shows nothing
		d.party.Turned(scoreboard.Lost, why)
		d.quietly(d.settle())
	})
}

// Game is the name of the game being kept; empty before the first.
func (d *Desk) Game() (name string) {
	_ = d.call(d.commands, func() { name, _, _ = d.keeper.position() }) // no game at a table that is closed
	return name
}

// settle keeps what the game has grown by, and shows it then.
func (d *Desk) settle() error {
	changes := d.party.Changes()
	warned := d.keeper.problem
	d.keeper.keep(d.leaving(changes.Records))
	err := d.show(changes, warned)
	for _, shot := range changes.Shots {
		d.photograph(shot)
	}
	return err
}

// show publishes the states; without any the newest one again, if it is to warn of something else than before.
func (d *Desk) show(changes Changes, warned error) error {
	if changes.Recalled != nil {
		if err := d.page.Recall(*changes.Recalled); err != nil {
			return err
		}
	}
	states := changes.States
	if len(states) == 0 && !same(warned, d.keeper.problem) {
		states = []scoreboard.State{d.state}
	}
	for _, s := range states {
		if err := d.publish(s); err != nil {
			return err
		}
	}
	return nil
}

func same(a, b error) bool { return (a == nil) == (b == nil) && (a == nil || a.Error() == b.Error()) }

// publish shows a state of the game, with what is the desk's.
func (d *Desk) publish(s scoreboard.State) error {
	ended := s.Status == scoreboard.Finished && d.state.Status != scoreboard.Finished
	if ended {
		d.over()
	}
	d.state = s
	s.Evening = d.evenings.of(s, d.keeper.tapes.header())
	lists := d.words.Lists()
	s.AskedWords, s.LookUp = lists.Asked, lists.LookUp
	s.Aids, s.Warnings = d.aids, slices.Concat(d.keeper.warnings(), d.marks.warnings(), namesAlike(s.Players), s.Warnings)
	d.shown = s
	_, err := d.page.Publish(s)
	return err
}

// retry tries again to keep what waits.
func (d *Desk) retry() {
	warned := d.keeper.problem
	d.keeper.retry()
	d.quietly(d.show(Changes{}, warned))
}

// quietly notes an error, unless the table is closed.
func (d *Desk) quietly(err error) {
	if err != nil && !errors.Is(err, stream.ErrClosed) {
		d.note(err.Error())
	}
}

package record

import (
	"errors"
	"fmt"

	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
)

// Judge checks the events of a game, in order, as they are read: the first that the rules could not have accepted is
// an error. The zero value is ready; an event numbered 1 begins another game. Games of other kinds are not judged.
type Judge struct {
	game *nabit.Game
}

// Take judges the next event.
func (j *Judge) Take(e journal.Event) error {
	if e.Kind != Kind {
		return nil
	}
	if e.Seq == 1 || j.game == nil {
		j.game = nabit.New(nabit.AnyWord{})
	}
	event, err := nabit.ParseEvent(e.Payload)
	if err != nil {
		return err
	}
	if event.Type == nabit.Challenged && event.Verdict == "" { // no list that knew the game's words is left to ask
		return errors.New("the challenge has no verdict: add \"verdict\":\"upheld\" or \"rejected\"")
	}
	if a := j.game.Apply(event); !a.OK {
		return fmt.Errorf("the rules refuse it: %s", a.Violations[0].Message())
	}
	return nil
}

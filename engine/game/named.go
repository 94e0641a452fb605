package game

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"tilewatch/engine"
)

// Named is a start, or an event that names a player, with the names as they are kept (engine.CleanName); any other event is as it was.
// An error says that two players would have one name. It is for events as they come in: what was kept before is not judged again.
func Named(event json.RawMessage) (json.RawMessage, error) {
	var typed struct{ Type string }
	fields := map[string]json.RawMessage{}
	if json.Unmarshal(event, &typed) != nil || json.Unmarshal(event, &fields) != nil {
		return event, nil // the rules say what is wrong
	}
	var players []string
	names, name := map[string]string{}, ""
	switch typed.Type {
	case Start:
		if json.Unmarshal(fields["players"], &players) == nil { // else they are numbers
			for i, called := range players {
				players[i] = engine.CleanName(called)
			}
			fields["players"] = quoted(players)
		}
		if json.Unmarshal(fields["names"], &names) == nil {
			for who, called := range names {
				names[who] = engine.CleanName(called)
			}
			fields["names"] = quoted(names)
		}
	case "name":
		if json.Unmarshal(fields["name"], &name) == nil {
			fields["name"] = quoted(engine.CleanName(name))
		}
	default:
		return event, nil
	}
	for _, list := range [][]string{players, slices.Sorted(maps.Values(names))} {
		if twice := twiceIn(list); twice != "" {
			return nil, fmt.Errorf("%q is named twice: give each player a name of their own", twice)
		}
	}
	return quoted(fields), nil
}

// twiceIn is a name that two players would have; empty: there is none.
func twiceIn(names []string) string {
	seen := map[string]bool{}
	for _, name := range names {
		key := engine.NameKey(name)
		if key != "" && seen[key] {
			return name
		}
		seen[key] = true
	}
	return ""
}

// quoted is plain data in JSON.
func quoted(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("game: plain data does not marshal: %v", err))
	}
	return data
}

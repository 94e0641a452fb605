package table

import "time"

// TilesFrom implements desk.Recaller.
func (d *Desk) TilesFrom() time.Time { return d.found.Recalled().Thickness.On }

// OtherTiles implements desk.Recaller.
func (d *Desk) OtherTiles() { d.found.OtherTiles() }

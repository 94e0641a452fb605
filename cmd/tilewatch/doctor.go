package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/doctor"
	"tilewatch/vision/v4l"
)

func newDoctor() *cobra.Command {
	var d data
	var source, addr string
	var asJSON bool
	c := &cobra.Command{
		Use:   "doctor [flags]",
		Short: "Look whether this computer has what is needed; each thing is good, or comes with its remedy",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			folder := filepath.Dir(d.file())
			patient := doctor.Patient{Source: source, Camera: cameraName(source), Addr: addr, Folder: folder, Devices: v4l.Devices(), Profiles: profilesIn(folder)}
			return examine(c, &patient, asJSON)
		},
	}
	d.register(c)
	c.Flags().StringVar(&source, "source", "", "a camera that must work: its number, or an http:// or rtsp:// address")
	c.Flags().StringVar(&addr, "addr", ":8080", "address that serve would listen on")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON, one object a line")
	return c
}

// profilesIn are the cameras' calibrations, in the data folder.
func profilesIn(folder string) *calibration.Store {
	return calibration.NewStore(filepath.Join(folder, "cameras"))
}

// examine prints each line as it is found. Something bad is a failed input.
func examine(c *cobra.Command, p *doctor.Patient, asJSON bool) error {
	var err error
	marks := map[doctor.Level]string{doctor.Good: "good", doctor.Note: "note", doctor.Bad: "BAD "}
	p.Look(c.Context(), func(l doctor.Line) {
		if l.Level == doctor.Bad {
			err = errFailed
		}
		if asJSON {
			_ = json.NewEncoder(c.OutOrStdout()).Encode(l) // a closed pipe ends the program anyway
			return
		}
		fmt.Fprintf(c.OutOrStdout(), "%s  %-10s %s\n", marks[l.Level], l.Check, l.Text)
		if l.Remedy != "" {
			fmt.Fprintf(c.OutOrStdout(), "%17s-> %s\n", "", l.Remedy)
		}
	})
	return err
}

package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/doctor"
	"tilewatch/cmd/internal/input"
	"tilewatch/cmd/internal/store"
	"tilewatch/vision/v4l"
)

func newDoctor() *cobra.Command {
	var d store.Data
	var source, addr, backups string
	var asJSON, insecure bool
	c := &cobra.Command{
		Use:   "doctor [flags]",
		Short: "Check this computer and say how to fix what is missing",
		Example: `  tilewatch doctor
  tilewatch doctor --source 0                      # also test the first camera`,
		Args: cli.NoInputs,
		RunE: func(c *cobra.Command, _ []string) error {
			folder := d.Dir()
			patient := doctor.Patient{
				Source: source, Insecure: insecure, Camera: input.CameraName(source), Addr: addr, Folder: folder,
				Devices: v4l.This().Devices(), Profiles: input.ProfilesIn(folder), Machine: doctor.ThisMachine(),
				Damage: d.Damage(c.Context()), Mishaps: d.Reports(), Spared: d.Spared(c.Context(), backups),
			}
			return examine(c, &patient, asJSON)
		},
	}
	d.Register(c)
	c.Flags().StringVar(&source, "source", "", "also test this `CAMERA`: a number, or an http:// or rtsp:// address")
	input.InsecureFlag(c, &insecure)
	c.Flags().StringVar(&addr, "addr", ":8080", "`ADDRESS` that the server will listen on")
	c.Flags().StringVar(&backups, "backup-to", "", "`FOLDER` in which the server keeps backups (default: where the last backup went)")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON, one object a line")
	return c
}

// examine prints each line as it is found. Something bad is a failed input.
func examine(c *cobra.Command, p *doctor.Patient, asJSON bool) error {
	var err error
	marks := map[doctor.Level]string{doctor.Good: "good", doctor.Note: "note", doctor.Bad: "BAD "}
	p.Look(c.Context(), func(l doctor.Line) {
		if l.Level == doctor.Bad {
			err = cli.ErrFailed
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

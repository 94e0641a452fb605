// Package calibrate are the guided pages by which a camera, the table and the tiles are measured with a live picture, and
// the page on which a phone or tablet shows the calibration board at its true size. It shows what a Bench says and passes on
// what people ask of it; who measures lies elsewhere.
package calibrate

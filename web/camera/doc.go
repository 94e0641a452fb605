// Package camera lets a phone's browser be the camera: a page that sends its pictures, the WebSocket they come by, and a
// Hub that keeps the newest one for the watcher of the game. It passes JPEG files on and never looks into them further
// than their header.
//
// One phone is the camera at a time; a second one sees whose turn it is and may take over. Every picture is
// acknowledged, and a phone has at most two under way, so that a slow network makes fewer pictures and not later ones.
// Where no WebSocket can be had the page posts each picture; where the browser gives no live picture (no secure
// connection) it offers to take photos.
package camera

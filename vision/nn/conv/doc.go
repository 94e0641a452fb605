// Package conv is a small convolutional network that sees a whole picture and gives numbers for each point of it: an encoder-decoder with skip
// connections (U-Net, Ronneberger and others 2015), its arithmetic in C. It knows neither letters nor tables. Package fit, below it, trains such
// networks.
//
//	picture       bytes, any size
//	  s2d         2 x 2 pixels become one point of 12 channels
//	  encoder     at each level convolutions of 3 x 3 points, then the mean of 2 x 2 points
//	  decoder     back up: what the coarser level found, added to what the encoder kept
//	  outputs     numbers for each point of the finest level
//
// Glossary: a map is a feature map, height x width points of some channels; a level is one resolution, level 0 the finest; an activation is a map that
// a layer makes; a head is the last layer, whose outputs are log-odds that the network's owner names.
package conv

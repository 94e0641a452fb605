// Package body says whether a claimed tile has a body: a face with edges on its sides, a rim or a shadow, its own plastic against the board. Print has
// none, however sharp.
//
//	claim -> Crop: the claimed face and as much around it, rectified -> convolutional network -> log-likelihood ratio of a body
//
//	mark  -> a smaller crop, turned any way -> a smaller network: whether a closer look is worth its time at all
//
// The networks have learned from made-up scenes; vision/train/bodies and vision/train/glances have the recipes.
//
// Glossary: a claim is a place where letters, a lattice or a map see a tile; its side is that of the claimed face.
package body

// Package camerapose fits the camera's pose over the tiles' lattice. It takes correspondences (a point or an edge of
// the lattice and where the picture shows it) and answers a Pose: where the lattice lies in camera space, and with an
// uncalibrated camera or unmeasured tiles also the intrinsics and the thickness that suit them.
//
//	Plane (a guess of the table's direction) -> PoseOf (one tile's place and step) -> Pose
//	Pose + Correspondences -> FitCenters: alternate between levels and pose
//	                       -> Fit: Levenberg-Marquardt with the Geman-McClure loss
//	                       -> FitTileSide: the tiles' side from their edges
//	earlier poses -> PlanePrior, IntrinsicsPrior: quadratic penalties in every fit
//
// Glossary:
//   - pose: rotation and translation from lattice coordinates to camera space.
//   - correspondence: a lattice point and its pixel; with a normal it counts only across an edge.
//   - intrinsics: focal length, principal point and the first two radial distortion coefficients.
//   - plane prior: the table's plane as earlier pictures or a calibration gave it, with its information.
//   - hold: weight of the table's known direction in a fit, 1/radian (one over its standard deviation).
//   - delta: one step of the optimizer: a small rotation, a shift, and changes of the free intrinsics.
//
// The package keeps its own small dense solver and does not use gonum. Fit solves 6 or 12 unknowns at every step of every
// candidate, on arrays of fixed size that need no allocation. On two cores a solve of 3, 6 and 12 unknowns takes
// 89, 222 and 815 ns here and 1,642, 2,796 and 5,854 ns with gonum. Cholesky3 and Solve3 also run off the hot path,
// where package linear could replace them; they stay because another order of operations may change the last digit.
package camerapose

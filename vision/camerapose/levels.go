package camerapose

// MaxCells is how many stacks lie linked at most: more than four players' tiles cannot lie side by side.
const MaxCells = 110

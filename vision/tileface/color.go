package tileface

// HoleSpread is the standard deviation of hues that are alike, of either logarithm.
const HoleSpread = 0.1

package tileface

// HoleSpread is the standard deviation of hues that are alike, of either logarithm.
const HueSigma = 0.1

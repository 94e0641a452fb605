package disturb

import "time"

// Kinds are all disturbances.
func Kinds() []Kind {
	return []Kind{
		{Name: "flicker", draw: flicker}, {Name: "noise", draw: noise}, {Name: "led", draw: led}, {Name: "screen", draw: screen},
		{Name: "candle", draw: candle}, {Name: "clock", draw: clock}, {Name: "fan", draw: fan}, {Name: "curtain", draw: curtain},
		{Name: "drape", draw: drape}, {Name: "cat", draw: cat}, {Name: "dog", draw: dog}, {Name: "person", draw: person},
		{Name: "phone", draw: phone}, {Name: "glass", draw: glass}, {Name: "sleeve", Covers: sleeved, draw: sleeve}, {Name: "confetti", draw: confetti},
		{Name: "refocus", draw: refocus}, {Name: "sway", draw: sway}, {Name: "tremble", draw: tremble}, {Name: "sink", draw: sink},
		{Name: "knock", draw: knock}, {Name: "smear", draw: smear},
		{Name: "lamp", draw: lamp}, {Name: "cloud", draw: cloud}, {Name: "rain", draw: rain}, {Name: "flash", draw: flash}, {Name: "mains50", draw: mains(100)},
		{Name: "mains60", draw: mains(120)}, {Name: "exposure", draw: exposure}, {Name: "balance", draw: balance},
		{Name: "slow2", Every: time.Second / 2}, {Name: "slow1", Every: time.Second}, {Name: "slow.5", Every: 2 * time.Second},
	}
}

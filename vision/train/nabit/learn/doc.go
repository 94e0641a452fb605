// Package learn turns scenes with known truth into examples, and trains the networks of NAB-IT!'s eyes on them. It takes a Scene and answers a model
// whose network vision/train/nabit writes to a file.
//
//	FaceExamples.Add            places at all levels, and background  -> FaceModel   coarse.bin, fine.bin
//	FaceExamples.AddCandidates  single faces, and background          -> FaceModel   spot.bin
//	  MineHardNegatives         what the present classifiers get wrong (hard negative mining: Sung and Poggio 1998)
//	EdgeExamples.Add            the borders of faces                  -> EdgeModel   wide.bin, narrow.bin
//	BankExamples.Add            loose faces at all heights of a bank  -> BankModel   stack.bin
//	MapExamples.Add             faces, other tiles, background         -> the weights of the map, evidence.json
//	PartExamples.Add            faces that stacks hide in part         -> the map's weights for those, hidden/weights.json
//	SideExamples.Add            the free sides of single tiles         -> SideModel   side.bin
//	StepExamples.Add            borders between stacks, or to the table -> StepModel step.bin, drop.bin
//
// An example is sampled by the same code that samples pictures in the program, under a true pose with an error: PoseNoise is as wrong as the pose will
// be when the program asks the network; banks have the poses that the program finds. Train fits a network with one hidden layer by Adam (Kingma and Ba 2014)
// on the cross-entropy, for banks and steps with some inputs left out at a time (dropout). For steps it averages several (an ensemble), for banks it goes on
// with the present network. Evaluate rates a model on examples.
//
// Glossary: a negative is an example without a tile. The truth of an example is the index of the right answer from 1; 0 means no answer. rng is the only
// source of chance, so a training with the same scenes gives the same network.
package learn

#!/usr/bin/env python3
"""Trains the network of vision/nabit/tilemap on made-up scenes, from random weights, and writes tilemap.bin and its provenance.

    make train-map                                                 all of it, on whatever machine
    python3 train.py --scenes-command PROGRAM --out FOLDER ...     the same by hand; --help lists what can be set

It draws scenes while it trains (PROGRAM is vision/train/tilemap, built), keeps them and a checkpoint in --work, and goes on where it was stopped.
With a GPU it takes ten minutes; on two cores days: it says how long.

The network is an encoder-decoder with additive skip connections (U-Net, Ronneberger and others 2015) of 3 x 3 convolutions with batch
normalization: a stem of stride 2, four more halvings, and back to a quarter of the picture's size, where each point gives the outputs of 2 x 2 points
(sub-pixel convolution, Shi and others 2016). Its 17 outputs are the log-odds of 6 classes, 5 colors and 5 levels, and of the heat of a face's middle
(focal cross entropy, as in CenterNet, Zhou and others 2019).
"""
import argparse
import atexit
import fcntl
import json
import math
import os
import struct
import subprocess
import time
import zlib

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

BEGAN, LEDGER = time.time(), "vision/train/RUNS.md"

W, H, PADDED = 640, 360, 384  # of a scene, and the height that the network sees
RECORD = W * H * 5 + (W // 2) * (H // 2)
CLASSES, COLORS, LEVELS = 6, 5, 5
CLASS_WEIGHTS = [1, 4, 8, 4, 4, 4.0]  # nine of ten points show the table, and blanks are rare
FIRST_SCENES = 4000  # those of the first step; every second step may see one more, so that no step depends on how fast they are drawn


def options():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scenes-command", required=True, help="the program that draws scenes")
    p.add_argument("--out", default="vision/nabit/tilemap", help="folder of tilemap.bin")
    p.add_argument("--work", default=".cache/tilemap", help="folder of scenes and checkpoint")
    p.add_argument("--scenes", type=int, default=19000)
    p.add_argument("--steps", type=int, default=30000)
    p.add_argument("--batch", type=int, default=32)
    p.add_argument("--rate", type=float, default=3e-3, help="greatest learning rate")
    p.add_argument("--seed", type=int, default=7)
    p.add_argument("--channels", default="64,96,160,192", help="at 1/4, 1/8 ... of the picture")
    p.add_argument("--stem", type=int, default=24)
    return p.parse_args()


def block(i, o, stride=1):
    return nn.Sequential(nn.Conv2d(i, o, 3, stride, 1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class Net(nn.Module):
    def __init__(self, channels, stem):
        super().__init__()
        c = channels
        self.first = block(3, stem, 2)
        self.down = nn.ModuleList(nn.Sequential(block(a, b, 2), block(b, b)) for a, b in zip([stem, *c], c))
        self.middle = nn.Sequential(block(c[-1], c[-1]), block(c[-1], c[-1]))
        self.narrow = nn.ModuleList(nn.Conv2d(b, a, 1, bias=False) for a, b in reversed(list(zip(c, c[1:]))))
        self.up = nn.ModuleList(nn.Sequential(block(a, a), block(a, a)) for a in reversed(c[:-1]))
        self.larger = nn.Upsample(scale_factor=2, mode="nearest")
        self.head = nn.Conv2d(c[0], 4 * (CLASSES + COLORS + LEVELS + 1), 1)

    def forward(self, x):
        kept = [self.first(x)]
        for m in self.down:
            kept.append(m(kept[-1]))
        y = self.middle(kept.pop())
        for narrow, up in zip(self.narrow, self.up):
            y = up(self.larger(narrow(y)) + kept.pop())
        return F.pixel_shuffle(self.head(y), 2)


class Scenes:
    """The scenes in a file, which another process draws on, and as many as there are in the memory of a GPU."""

    def __init__(self, o, device):
        self.path, self.total, self.device = os.path.join(o.work, f"scenes-{o.seed}.bin"), o.scenes, device
        self.drawing, self.have = None, 0
        with open(self.path, "ab") as f:
            fcntl.flock(f, fcntl.LOCK_EX)  # what an earlier training started may still be drawing: it keeps the lock
            have = os.path.getsize(self.path) // RECORD
            if have < o.scenes:
                print(f"draw {o.scenes - have} scenes", flush=True)
                f.truncate(have * RECORD)
                self.drawing = subprocess.Popen([o.scenes_command, "-from", str(have), "-n", str(o.scenes - have), "-seed", str(o.seed)], stdout=f)
                atexit.register(self.drawing.terminate)
        self.near = torch.empty((o.scenes, RECORD), dtype=torch.uint8, device=device) if device == "cuda" else None

    def wait(self, count):
        """Returns when so many scenes are drawn."""
        count = min(count, self.total)
        while self.have < count:
            have = min(os.path.getsize(self.path) // RECORD, self.total)
            if have == self.have:
                if self.drawing is not None and self.drawing.poll():
                    raise SystemExit("the program that draws scenes has failed")
                time.sleep(0.2)
            elif self.near is None:
                self.have = have
            else:
                self.have, first = min(have, self.have + 2000), self.have
                file = np.memmap(self.path, np.uint8, "r", shape=(have, RECORD))
                self.near[first : self.have] = torch.from_numpy(np.array(file[first : self.have])).to(self.device)
        return count

    def some(self, numbers):
        if self.near is not None:
            return self.near[torch.from_numpy(numbers).to(self.device)]
        file = np.memmap(self.path, np.uint8, "r", shape=(self.have, RECORD))
        return torch.from_numpy(np.stack([file[i] for i in numbers]))


def batch(scenes, known, rng, size, device):
    """Scenes at random, in other lights, blurred, noisy and flipped: what a point shows does not depend on these."""
    raw = scenes.some(rng.integers(0, known, size))
    n = W * H
    x = raw[:, : 3 * n].view(size, H, W, 3).permute(0, 3, 1, 2).float() / 255
    kind = raw[:, 3 * n : 4 * n].view(size, H, W).long()
    paint = raw[:, 4 * n : 5 * n].view(size, H, W).long()
    heat = raw[:, 5 * n :].view(size, H // 2, W // 2).float() / 255
    uniform = lambda *shape: torch.from_numpy(rng.uniform(-1, 1, shape).astype(np.float32)).to(device)
    x = x.clamp(1e-4, 1) ** torch.exp(0.35 * uniform(size, 1, 1, 1)) * (1 + 0.3 * uniform(size, 1, 1, 1)) * (1 + 0.12 * uniform(size, 3, 1, 1))
    if rng.random() < 0.4:
        t = torch.arange(-2, 3, device=device).float()
        k = torch.exp(-t * t / (2 * rng.uniform(0.3, 1.5) ** 2))
        k = (k / k.sum()).view(1, 1, 1, -1).repeat(3, 1, 1, 1)
        x = F.conv2d(F.conv2d(x, k, padding=(0, 2), groups=3), k.transpose(2, 3), padding=(2, 0), groups=3)
    x = (x + torch.randn_like(x) * rng.uniform(0, 0.03)).clamp(0, 1) - 0.5
    for axis in (-1, -2):
        if rng.random() < 0.5:
            x, kind, paint, heat = (v.flip(axis) for v in (x, kind, paint, heat))
    pad = PADDED - H
    x, kind, paint, heat = F.pad(x, (0, 0, 0, pad)), F.pad(kind, (0, 0, 0, pad)), F.pad(paint, (0, 0, 0, pad)), F.pad(heat, (0, 0, 0, pad // 2))
    if rng.random() < 0.4:  # narrower pictures end in gray
        cut = 2 * int(rng.integers(40, 150))
        for v in (x, kind, paint):
            v[..., W - cut :] = 0
        heat[..., (W - cut) // 2 :] = 0
    return x.contiguous(memory_format=torch.channels_last), kind, paint, heat


def loss(out, kind, paint, heat, weights):
    out = out.float()
    k, p = kind[:, ::2, ::2], paint[:, ::2, ::2]
    pure = (k == kind[:, 1::2, ::2]) & (k == kind[:, ::2, 1::2]) & (k == kind[:, 1::2, 1::2])
    sum_ = (F.cross_entropy(out[:, :CLASSES], k, reduction="none") * weights[k] * torch.where(pure, 1.0, 0.2)).mean()
    color, level = p & 15, p >> 4
    for first, count, truth, share in ((CLASSES, COLORS, color, 2.0), (CLASSES + COLORS, LEVELS, level, 1.6)):
        known = (truth > 0) & (k > 0)
        sum_ = sum_ + share * (F.cross_entropy(out[:, first : first + count], (truth - 1).clamp(min=0), reduction="none") * known).mean()
    z = out[:, -1]
    focal = (heat - torch.sigmoid(z)).abs() ** 2
    return sum_ + 80 * (F.binary_cross_entropy_with_logits(z, heat, reduction="none") * focal).mean()


class Step:
    """A step of the training. On a GPU it is one graph: a step of hundreds of small kernels costs more to start than to run."""

    def __init__(self, net, adam, weights, device):
        self.net, self.adam, self.weights, self.device, self.graph = net, adam, weights, device, None

    def learn(self, x, *truth):
        with torch.autocast(self.device, dtype=torch.bfloat16, enabled=self.device == "cuda", cache_enabled=False):
            out = self.net(x)
        l = loss(out, *truth, self.weights)
        self.adam.zero_grad(set_to_none=True)
        l.backward()
        self.adam.step()
        return l.detach()

    def __call__(self, *some):
        if self.device != "cuda":
            return self.learn(*some)
        if self.graph is None:
            self.record(some)
        for to, value in zip(self.some, some):
            to.copy_(value)
        self.graph.replay()
        return self.loss

    def record(self, some):
        self.some = [v.clone() for v in some]
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):  # what is set up at the first steps must not be part of the graph
                self.learn(*self.some)
        torch.cuda.current_stream().wait_stream(stream)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.loss = self.learn(*self.some)


def main():
    o = options()
    os.makedirs(o.work, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    if device == "cuda":
        torch.backends.cudnn.benchmark = True
    scenes = Scenes(o, device)
    torch.manual_seed(o.seed)
    channels = [int(c) for c in o.channels.split(",")]
    net = Net(channels, o.stem).to(device).to(memory_format=torch.channels_last).train()
    rate = torch.tensor(o.rate, device=device) if device == "cuda" else o.rate
    adam = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3, **({"capturable": True} if device == "cuda" else {}))
    checkpoint, first = os.path.join(o.work, "checkpoint.pt"), 0
    recipe = [o.scenes, o.steps, o.batch, o.rate, o.seed, o.channels, o.stem]
    if os.path.exists(checkpoint):
        state = torch.load(checkpoint, map_location=device)
        if state.get("recipe") == recipe:
            net.load_state_dict(state["net"])
            adam.load_state_dict(state["adam"])
            first = state["step"]
            print(f"go on from step {first}", flush=True)
    learn = Step(net, adam, torch.tensor(CLASS_WEIGHTS, device=device), device)
    began, saved = time.time(), time.time()
    for step in range(first, o.steps):
        rng = np.random.default_rng([o.seed, step])  # a step does not depend on where the training was stopped
        torch.manual_seed(o.seed * 1_000_003 + step)
        now = o.rate * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * step / o.steps)) + 1e-5
        for group in adam.param_groups:
            if device == "cuda":
                group["lr"].fill_(now)
            else:
                group["lr"] = now
        l = learn(*batch(scenes, scenes.wait(FIRST_SCENES + step // 2), rng, o.batch, device))
        done = step + 1
        if done in (first + 3, first + 20) or done % (1000 if device == "cuda" else 100) == 0:
            left = (time.time() - began) / (done - first) * (o.steps - done)
            print(f"step {done} of {o.steps}: loss {float(l):.4f}, {scenes.have} scenes, {left / 60:.0f} minutes left", flush=True)
        if time.time() - saved > 300 or done == o.steps:
            saved = time.time()
            state = {"net": net.state_dict(), "adam": adam.state_dict(), "step": done, "recipe": recipe}
            torch.save(state, checkpoint + ".new")
            os.replace(checkpoint + ".new", checkpoint)
    save(net, o)


def layers(net):
    """The network's convolutions in turn, as package unet reads them."""
    modules = [m for part in (net.first, net.down, net.middle) for m in part.modules()]
    for narrow, up in zip(net.narrow, net.up):
        modules += [narrow, *up.modules()]
    return folded(modules + [net.head])


def folded(modules):
    """Weights and biases of each convolution, normalization folded in."""
    found = []
    for m in modules:
        if isinstance(m, nn.Conv2d):
            found.append([m.weight.detach(), m.bias.detach() if m.bias is not None else torch.zeros(m.out_channels)])
        elif isinstance(m, nn.BatchNorm2d):
            gain = m.weight.detach() / torch.sqrt(m.running_var + m.eps)
            w, b = found[-1]
            found[-1] = [w * gain.view(-1, 1, 1, 1), (b - m.running_mean) * gain + m.bias.detach()]
    return [x.double().numpy() for pair in found for x in pair]


def seal(file, shape, all_layers, provenance):
    """The file of package unet, in 16 bits a weight, and its page for people, and a line of the ledger."""
    head = json.dumps({**shape, "encoding": "int16", "provenance": provenance}, indent=1).encode()
    out = b"TWNNUNET" + struct.pack("<II", 1, len(head)) + head
    for layer in all_layers:
        peak = np.float32(max(1e-9, np.abs(layer).max()))
        out += struct.pack("<f", peak) + np.round(layer.ravel() / float(peak) * 32767).clip(-32767, 32767).astype("<i2").tobytes()
    with open(file, "wb") as f:
        f.write(out + struct.pack("<I", zlib.crc32(out)))
    count = sum(x.size for x in all_layers)
    with open(file[: -len(".bin")] + ".md", "w") as f:
        f.write(f"# {os.path.basename(file)}\n\n- Shape: stem {shape['stem']}, channels {shape['channels']}, outputs {shape['outputs']}, {count} weights\n")
        f.write("".join(f"- {k.capitalize()}: {v}\n" for k, v in provenance.items()))
    if os.path.exists(LEDGER):  # the same line as that of Go's trainers (vision/nn/fit/ledger.go)
        with open(LEDGER, "a") as f:
            f.write(f"| {file} | {provenance['commit']} | {provenance['data']} | {os.environ.get('CHANGE') or '-'} | {provenance['command']} | "
                    f"{time.time() - BEGAN:.0f} s | {provenance['score']} | - | - | new |\n")


def save(net, o):
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip() or "not recorded"
    seal(os.path.join(o.out, "tilemap.bin"), {"stem": o.stem, "channels": [int(c) for c in o.channels.split(",")], "outputs": CLASSES + COLORS + LEVELS + 1, "quarter": True},
         layers(net.float().cpu().eval()),
         {"data": f"{o.scenes} made-up scenes of vision/train/scenes, seed {o.seed}; {o.steps} steps of {o.batch} pictures", "command": "make train-map", "commit": commit,
          "score": "the tests of vision/nabit/tilemap grade it"})
    print(os.path.join(o.out, "tilemap.bin"))


if __name__ == "__main__":
    main()

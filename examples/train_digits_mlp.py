"""Train the perceptron of `tik demo` with numpy alone, and write its weights as float16.

    python examples/train_digits_mlp.py [--out PATH] [--seed N]

Input: the 1,797 digits in tik/cli/data/digits.npz (64 pixel values 0..16). The first 1,297 are trained on, the last 500
are held out: nothing below looks at them before the final count, and the settings were chosen by training on rows
0..1000 and counting on rows 1000..1297. The network is 64 -> 64 (relu) -> 10 (softmax), trained with Adam on the cross
entropy. The held-out digits are by other writers, so each epoch sees the training digits moved by up to a pixel and
with noise added. One seed gives one result, up to the summation order of the BLAS at hand.
"""

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

DATA = Path(__file__).resolve().parent.parent / "tik" / "cli" / "data"
TRAIN = (0, 1297)
TEST = (1297, 1797)
HIDDEN = 64
EPOCHS = 100
BATCH = 32
RATE = 2e-3  # Adam step; falls to 0 along a half cosine
DECAY = 1e-4  # weight decay, on the matrices only
MOVED = 0.1  # share of the digits moved a pixel each way, up, down, left and right drawn apart
NOISE = 0.2  # standard deviation of the noise on pixel values 0..1

Array = NDArray[np.float32]
Weights = dict[str, Array]


def load_digits(path: Path = DATA / "digits.npz") -> tuple[Array, NDArray[np.int64]]:
    """Pixels scaled to 0..1 (exact in float16), shape [1797, 64], and labels, shape [1797]."""
    with np.load(path, allow_pickle=False) as data:
        return data["images"].astype(np.float32) / 16, data["labels"].astype(np.int64)


def initial_weights(rng: np.random.Generator) -> Weights:
    """He initialisation: standard deviation sqrt(2 / fan-in)."""
    return {
        "w1": (rng.standard_normal((64, HIDDEN)) * np.sqrt(2 / 64)).astype(np.float32),
        "b1": np.zeros(HIDDEN, np.float32),
        "w2": (rng.standard_normal((HIDDEN, 10)) * np.sqrt(2 / HIDDEN)).astype(np.float32),
        "b2": np.zeros(10, np.float32),
    }


def varied(x: Array, rng: np.random.Generator) -> Array:
    """The digits [n, 64], some moved by a pixel (zeros move in), all with normal noise added."""
    framed = np.pad(x.reshape(-1, 8, 8), ((0, 0), (1, 1), (1, 1)))
    chances = (MOVED, 1 - 2 * MOVED, MOVED)
    rows = rng.choice(3, (len(x), 1), p=chances) + np.arange(8)
    columns = rng.choice(3, (len(x), 1), p=chances) + np.arange(8)
    moved = framed[np.arange(len(x))[:, None, None], rows[:, :, None], columns[:, None, :]]
    return (moved.reshape(-1, 64) + NOISE * rng.standard_normal((len(x), 64))).astype(np.float32)


def forward(weights: Weights, x: Array) -> tuple[Array, Array]:
    """Hidden activations [n, HIDDEN] and class probabilities [n, 10]."""
    hidden = np.maximum(x @ weights["w1"] + weights["b1"], 0)
    logits = hidden @ weights["w2"] + weights["b2"]
    exps = np.exp(logits - logits.max(axis=1, keepdims=True))
    return hidden, exps / exps.sum(axis=1, keepdims=True)


def gradients(weights: Weights, x: Array, labels: NDArray[np.int64]) -> Weights:
    """Gradients of the mean cross entropy over a batch."""
    hidden, probabilities = forward(weights, x)
    d_logits = probabilities.copy()
    d_logits[np.arange(len(x)), labels] -= 1
    d_logits /= len(x)
    d_hidden = (d_logits @ weights["w2"].T) * (hidden > 0)
    return {"w1": x.T @ d_hidden, "b1": d_hidden.sum(axis=0), "w2": hidden.T @ d_logits, "b2": d_logits.sum(axis=0)}


def train(x: Array, labels: NDArray[np.int64], seed: int) -> Weights:
    """Weights after EPOCHS passes over shuffled batches of BATCH rows."""
    rng = np.random.default_rng(seed)
    weights = initial_weights(rng)
    mean = {name: np.zeros_like(w) for name, w in weights.items()}
    square = {name: np.zeros_like(w) for name, w in weights.items()}
    steps = EPOCHS * -(-len(x) // BATCH)
    step = 0
    for _ in range(EPOCHS):
        order = rng.permutation(len(x))
        seen = varied(x, rng)
        for start in range(0, len(x), BATCH):
            rows = order[start : start + BATCH]
            rate = RATE * (1 + np.cos(np.pi * step / steps)) / 2
            step += 1
            for name, gradient in gradients(weights, seen[rows], labels[rows]).items():
                mean[name] += 0.1 * (gradient - mean[name])
                square[name] += 0.001 * (gradient**2 - square[name])
                move = (mean[name] / (1 - 0.9**step)) / (np.sqrt(square[name] / (1 - 0.999**step)) + 1e-8)
                shrink = DECAY if gradient.ndim == 2 else 0.0
                weights[name] -= np.float32(rate) * (move + shrink * weights[name]).astype(np.float32)
    return weights


def accuracy(weights: Weights, x: Array, labels: NDArray[np.int64]) -> float:
    """Share of rows whose largest probability is the label's."""
    return float((forward(weights, x)[1].argmax(axis=1) == labels).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the perceptron of `tik demo` and write its weights as float16.")
    parser.add_argument("--out", type=Path, default=DATA / "digits_mlp.npz", help="where the weights go (.npz)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the initial weights and the batch order")
    arguments = parser.parse_args()

    x, labels = load_digits()
    trained = train(x[slice(*TRAIN)], labels[slice(*TRAIN)], arguments.seed)
    halves = {name: w.astype(np.float16) for name, w in trained.items()}
    np.savez_compressed(arguments.out, train=np.array(TRAIN), test=np.array(TEST), **halves)

    stored = {name: w.astype(np.float32) for name, w in halves.items()}  # count with what was stored
    for what, (first, end) in (("trained on", TRAIN), ("held out", TEST)):
        share = accuracy(stored, x[first:end], labels[first:end])
        print(f"{what:10} {end - first:5} digits: {share:7.2%} right")
    print(f"wrote {arguments.out}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""numpy_layer.py FOLDER: computes the layer that the program transformer wrote there again, with NumPy in double precision, and
compares the results: no number may be off by more than a thousandth of the largest.
"""
import sys

import numpy

ROWS, WIDTH, HEADS, HIDDEN = 128, 768, 12, 3072
INPUT, NORM_1, QUERIES, OUT, NORM_2, EXPAND, CONTRACT = range(7)
RESULT = 13


def array(folder, number):
    return numpy.fromfile(f"{folder}/{number}.f32", "<f4").astype(float)


def normalized(x, weights):
    weight, shift = weights.reshape(2, WIDTH)
    return (x - x.mean(1, keepdims=True)) / numpy.sqrt(x.var(1, keepdims=True) + 1e-5) * weight + shift


def projected(x, weights):
    inner = x.shape[1]
    width = weights.size // (inner + 1)
    return x @ weights[:inner * width].reshape(inner, width) + weights[inner * width:]


def attended(x):
    query, key, value = x.reshape(ROWS, 3, HEADS, WIDTH // HEADS).transpose(1, 2, 0, 3)
    scores = query @ key.transpose(0, 2, 1) / numpy.sqrt(WIDTH // HEADS)
    weights = numpy.exp(scores - scores.max(2, keepdims=True))
    return (weights / weights.sum(2, keepdims=True) @ value).transpose(1, 0, 2).reshape(ROWS, WIDTH)


def gelu(x):
    return 0.5 * x * (1 + numpy.tanh(numpy.sqrt(2 / numpy.pi) * (x + 0.044715 * x**3)))


def layer(x, folder):
    heads = projected(normalized(x, array(folder, NORM_1)), array(folder, QUERIES))
    middle = x + projected(attended(heads), array(folder, OUT))
    inner = gelu(projected(normalized(middle, array(folder, NORM_2)), array(folder, EXPAND)))
    return middle + projected(inner, array(folder, CONTRACT))


def main(folder):
    expected = layer(array(folder, INPUT).reshape(ROWS, WIDTH), folder)
    off = abs(array(folder, RESULT).reshape(ROWS, WIDTH) - expected).max() / abs(expected).max()
    print(f"{expected.size} numbers, the largest is {abs(expected).max():.3f}, none is off by more than {off:.1e} of it")
    return 0 if off < 1e-3 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)

"""Records what SciPy and NumPy say of the entropies of logits and of where they are high, before and after a training that did not
happen, for the tests of src/tfjs/sampler and src/evaluate.

Run: python entropy.py > entropy.json (needs scipy)
"""

import json

import numpy
import scipy
from scipy import special, stats

generator = numpy.random.default_rng(11)
CLASSES = ["reasoning", "code", "reaction", "answer"]
VOCABULARY = 32


def rollout(sharpness):
    """Logits of 25 tokens; code is sharper, the reaction to a tool flatter."""
    classes = generator.choice(CLASSES, 25, p=[0.5, 0.2, 0.2, 0.1])
    scale = numpy.array([{"code": 4.0, "reaction": 0.8}.get(name, 1.5) for name in classes]) * sharpness
    logits = (generator.standard_normal((25, VOCABULARY)) * scale[:, None]).astype(numpy.float32)
    return classes, logits


def group(entropies, among, top):
    values = entropies[among]
    mean = float(values.mean()) if len(values) > 0 else None
    return {"tokens": int(among.sum()), "entropy": mean, "top": int((among & top).sum())}


def analysis(rollouts):
    classes = numpy.concatenate([names for names, _ in rollouts])
    entropies = [stats.entropy(special.softmax(logits.astype(numpy.float64), axis=1), axis=1) for _, logits in rollouts]
    top = numpy.concatenate([values >= numpy.quantile(values, 0.8) for values in entropies])
    values = numpy.concatenate(entropies)
    return {
        "rollouts": [
            {"classes": list(names), "logits": logits.tolist(), "entropies": found.tolist()}
            for (names, logits), found in zip(rollouts, entropies)
        ],
        "all": group(values, numpy.ones(len(values), bool), top),
        "classes": {name: group(values, classes == name, top) for name in CLASSES},
        "reflection": group(values, (classes == "reaction") & top, top),
    }


def rounded(value):
    """Enough digits of 32-bit floats."""
    if isinstance(value, list):
        return [rounded(inner) for inner in value]
    if isinstance(value, dict):
        return {name: rounded(inner) for name, inner in value.items()}
    return float(f"{value:.9g}") if isinstance(value, float) else value


found = {"before": analysis([rollout(1.0) for _ in range(4)]), "after": analysis([rollout(1.6) for _ in range(4)])}
for when in found.values():
    for of in when["rollouts"]:
        of["logits"] = rounded(of["logits"])
print(json.dumps({"scipy": scipy.__version__, "numpy": numpy.__version__, **found}))

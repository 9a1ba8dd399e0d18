"""Grades the pairs of a JSON file with Math-Verify, once for every line of input, warm and in one process.

Answers with one JSON object a line: the verdicts, or the word why there are none, and the seconds each pair took.
"""

import json
import logging
import sys
import time

logging.disable(logging.CRITICAL)

try:
    from math_verify import parse, verify
except Exception as error:  # what is missing differs between versions
    sys.stdin.readline()
    print(json.dumps({"missing": f"{type(error).__name__}: {error}"}), flush=True)
    sys.exit(0)

with open(sys.argv[1], encoding="utf-8") as file:
    pairs = json.load(file)


def grade(gold, response):
    try:
        return bool(verify(parse(gold), parse(response)))
    except Exception:  # a crash is no verdict in its favour
        return False


for _ in sys.stdin:
    verdicts, seconds = [], []
    for gold, response in pairs:
        start = time.perf_counter()
        verdicts.append(grade(gold, response))
        seconds.append(time.perf_counter() - start)
    print(json.dumps({"verdicts": verdicts, "seconds": seconds}), flush=True)

"""Counts penalties as the public release of the paper does it, with Python's regular expressions.

Reads the name of a JSON file with a list of texts; then, for every line on standard input, goes through all of them
once and answers with one line.
"""

import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    texts = json.load(file)


def error_ratio(text):
    responses = re.findall(r"<tool_response>.*?</tool_response>", text, re.DOTALL)
    failed = sum("error" in response.lower() for response in responses)
    return failed / len(responses) if responses else 0.5


def answer_format(text):
    if "<answer>" not in text or "</answer>" not in text:
        return 1.0
    pairs = len(re.findall(r"<answer>.*?</answer>", text, re.DOTALL))
    if text.count("<answer>") != pairs or text.count("</answer>") != pairs:
        return 1.0
    turns = len(re.findall(r"<\|im_start\|>assistant.*?<\|im_end\|>", text, re.DOTALL))
    return min((pairs - 1) / turns, 1.0) if turns else 1.0


for _ in sys.stdin:
    print(sum(error_ratio(text) + answer_format(text) for text in texts), flush=True)

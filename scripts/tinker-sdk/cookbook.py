"""The tinker-cookbook's rl_loop, sl_loop and sl_basic, as they are, against a Tinker server. The data set, the tokenizer and rl_loop's reward
are ours, so that nothing comes from the network. sl_loop and sl_basic have their defaults; rl_loop's own flags make its batches small: by its
defaults it draws half a million tokens a step.

Usage: python cookbook.py PROGRAM URL MODEL_FOLDER WORK_FOLDER (the server calls the model Qwen/Qwen3.5-9B-Base)
"""

import json
import math
import os
import runpy
import sys
import time

import chz
import datasets
from transformers import AutoTokenizer

MODEL = "Qwen/Qwen3.5-9B-Base"
ROWS = 128
FLAGS = {"rl_loop": ["batch_size=32", "group_size=4", "max_tokens=64", "learning_rate=1e-2"]}
STEPS = {"rl_loop": 4, "sl_loop": 1, "sl_basic": 1}


def rows(name: str) -> datasets.DatasetDict:
    """As many rows as one batch has by default, in the columns of the data set that a program asks for."""
    sums = [(i % 10, (i * 7) % 10) for i in range(ROWS)]
    if "gsm8k" in name:
        columns = {"question": [f"{a}+{b}?" for a, b in sums], "answer": [f"#### {a + b}" for a, b in sums]}
    else:
        turns = [[("user", f"{a}+{b}?"), ("assistant", f"It is {a + b}.")] for a, b in sums]
        columns = {"messages": [[{"role": role, "content": text} for role, text in turn] for turn in turns]}
    data = datasets.Dataset.from_dict(columns)
    return datasets.DatasetDict({"train": data, "test": data})


def reward(response: str, _answer: str) -> float:
    """What a model of random weights has now and then: a digit."""
    return 1.0 if any(letter.isdigit() for letter in response) else 0.0


def main(program: str, url: str, model: str, work: str) -> None:
    from tinker_cookbook.tokenizer_utils import register_tokenizer

    start = time.time()
    register_tokenizer(MODEL, lambda: AutoTokenizer.from_pretrained(model))
    datasets.load_dataset = lambda name, *_, **__: rows(name)
    log = os.path.join(work, program)
    sys.argv = [program, f"log_path={log}", f"base_url={url}", *FLAGS.get(program, [])]
    module = f"tinker_cookbook.recipes.{program}"
    if program == "rl_loop":
        from tinker_cookbook.recipes import rl_loop

        rl_loop.get_reward = reward
        chz.nested_entrypoint(rl_loop.main)
    else:
        runpy.run_module(module, run_name="__main__")
    with open(os.path.join(log, "metrics.jsonl")) as file:
        metrics = [json.loads(line) for line in file]
    words = ("reward", "nll", "grad")
    shown = [{name: round(value, 4) for name, value in line.items() if any(word in name for word in words)} for line in metrics]
    steps = [step for step in shown if step]
    print(f"  the cookbook's {program} in {time.time() - start:.0f} s", *steps)
    assert len(steps) == STEPS[program], metrics
    assert all(math.isfinite(value) for step in steps for value in step.values()), metrics


if __name__ == "__main__":
    os.environ.setdefault("TINKER_API_KEY", "tml-local")
    main(*sys.argv[1:])

"""Records which rollouts RLinf's downsampling keeps.

Run: python rlinf-downsampling.py RLINF_CHECKOUT OUT_DIRECTORY, where torch and numpy are installed.
It writes roc_rlinf.jsonl for RLinf at a3816b596478dcd8a5c69a6ec1468c9519f77b5b; see test/golden for how it is read.
`down_sample_batch` is RLinf's own; the type of its batches, of which it reads a few fields, is a stand-in.
"""

import importlib.util
import json
import pathlib
import random
import sys
import types

CHECKOUT, OUT = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
VERSION = "RLinf a3816b5"
PIECES = [
    "<tool_response>\n7\n</tool_response>", "<tool_response>\nNameError: x\n</tool_response>",
    "<tool_response>\nrelative error: 0\n</tool_response>", "<answer>7</answer>", "<answer>", "</answer>",
    "<|im_end|>\n<|im_start|>assistant\n", "<|im_end|>", "hm",
]


def load():
    for name in ["rlinf", "rlinf.data", "rlinf.data.schema", "rlinf.data.schema.reasoning_results"]:
        sys.modules[name] = types.ModuleType(name)
    sys.modules["rlinf.data.schema.reasoning_results"].RolloutResult = types.SimpleNamespace
    spec = importlib.util.spec_from_file_location("down_sampling", CHECKOUT / "rlinf/utils/down_sampling.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main():
    module = load()
    records = []
    draws = random.Random("rlinf")
    for group_size in [4, 5, 8, 12]:
        for keep in [-1, 2, 3, 5, 8]:
            for minimums in [(0, 0), (2, 2), (-1, -1)]:
                for flags in [(True, True), (True, False), (False, True), (False, False)]:
                    groups = 2
                    count = groups * group_size
                    rewards = [draws.choice([0.0, 1.0, 1.0, -1.0, 0.5]) for _ in range(count)]
                    rewards[:group_size] = [1.0] * group_size
                    texts = ["".join(draws.choices(PIECES, k=draws.randint(1, 5))) for _ in range(count)]
                    options = {
                        "down_sample_to_n": keep, "min_zero_reward_trace_num": minimums[0],
                        "min_non_zero_reward_trace_num": minimums[1], "roc_error_ratio": flags[0],
                        "roc_answer_format": flags[1], "reject_equal_reward": draws.random() < 0.5,
                    }
                    batch = types.SimpleNamespace(
                        group_size=group_size, num_sequence=count, rewards=rewards, response_texts=texts,
                        prompt_lengths=list(range(count)), prompt_ids=[0] * count, response_lengths=[0] * count,
                        response_ids=[0] * count, is_end=[True] * count, prompt_texts=None, answers=None,
                        response_mask=None, rollout_logprobs=None, ref_logprobs=None, recomputed_logprobs=None,
                    )
                    try:
                        expected = {"kept": module.down_sample_batch(batch, options).prompt_lengths}
                    except Exception as error:  # what RLinf raises is recorded by its type
                        expected = {"error": {"type": type(error).__name__, "message": str(error)}}
                    records.append(
                        {
                            "id": f"rlinf-{len(records):04d}", "fn": "down_sample_batch", "reference": VERSION,
                            "inputs": {"groupSize": group_size, "rewards": rewards, "responseTexts": texts},
                            "options": options, "expected": expected,
                        }
                    )
    lines = [json.dumps(record, separators=(",", ":")) for record in records]
    (OUT / "roc_rlinf.jsonl").write_text("\n".join(lines) + "\n")


main()

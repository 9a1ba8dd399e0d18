"""Records which turns and rollouts SimpleTIR takes for void.

Run: python void-turns.py SIMPLETIR_CHECKOUT OUT_DIRECTORY, where torch is installed.
It writes void_turns_simpletir.jsonl for SimpleTIR at e7b5b4430fe266f0cb3b32c65ef2791bca8a2afe; see test/golden for how it is read.
The agent loop and its step are SimpleTIR's own (`recipe/simpletir/agent_utils.py`); what writes turns and runs code is scripted.
"""

import contextlib
import importlib.util
import io
import json
import pathlib
import random
import sys
import types

import torch

CHECKOUT, OUT = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
VERSION = "SimpleTIR e7b5b44"


class DataProto:
    def __init__(self, batch):
        self.batch, self.meta_info = batch, {}

    from_dict = classmethod(lambda cls, batch: cls(batch))


async def run_all(tasks, num_processes):
    """What code prints is what stands behind `print:` in it."""
    printed = [task.split("print:")[1].splitlines()[0] if "print:" in task else "" for task in tasks]
    return [True] * len(tasks), printed, [""] * len(tasks)


def load():
    sys.modules["verl"] = types.ModuleType("verl")
    sys.modules["verl"].DataProto = DataProto
    for name in ["sandbox", "sandbox.internal_sandbox"]:
        sys.modules[name] = types.ModuleType(name)
    sys.modules["sandbox.internal_sandbox"].parallel_sandbox = run_all
    spec = importlib.util.spec_from_file_location("agent_utils", CHECKOUT / "recipe/simpletir/agent_utils.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["agent_utils"] = module
    spec.loader.exec_module(module)
    return module


def scripted(module, script, max_turns, mask_void_turns):
    """An agent whose row i writes script[i][turn]."""

    class Scripted(module.AgentHelper):
        turn = -1

        def _generate_with_gpu_padding(self, rollings):
            self.turn += 1
            return DataProto({"responses": rollings.batch["input_ids"]})

        def _postprocess_responses(self, responses):
            return responses, [script[row][self.turn] for row in responses[:, 0].tolist()]

        def _process_next_obs(self, next_obs):
            return next_obs

        def _update_rolling_state(self, rollings, *_):
            return rollings

        def _update_right_side(self, right_side, *_):
            return right_side

        def _compose_final_output(self, left_side, right_side, void_turn_mask, meta_info):
            return void_turn_mask.tolist()

    config = module.GenerationConfig(
        max_turns=max_turns, max_start_length=9, max_prompt_length=9, max_response_length=9, max_obs_length=9,
        num_gpus=1, rollout_n=1, mask_void_turns=mask_void_turns,
    )
    return Scripted(types.SimpleNamespace(pad_token_id=-1), None, config)


PIECES = [
    "Let me think.", "```python\nx = 1\n```", "```py\nprint:7\n```", "```\nplain\n```", "```python\nprint:\\boxed{3}\n```",
    "```python\nx = 1", "```js\nx = 1\n```", "```python x = 1\n```", "```python\n```", "```python\n\n```", "so \\boxed{42}",
    "\\boxed 42", "boxed{42}", "<answer>42</answer>", "", "```\n```\n```", "\n```", "``python\nx\n``",
]


def main():
    module = load()
    records = []

    def record(fn, inputs, options, compute):
        with contextlib.redirect_stdout(io.StringIO()):
            expected = compute()
        records.append(
            {
                "id": f"void-{len(records):04d}", "fn": fn, "reference": VERSION, "inputs": inputs, "options": options,
                "expected": expected,
            }
        )

    draws = random.Random("void turns")
    texts = [*PIECES, *("\n".join(draws.choices(PIECES, k=draws.randint(2, 4))) for _ in range(60))]
    for text in texts:
        active = torch.ones(1, dtype=torch.bool)
        step = lambda text=text: scripted(module, [], 1, True).execute_predictions([text], active)[2]
        record("execute_predictions", {"prediction": text}, {}, lambda: {"isVoidTurn": bool(step()[0])})
    for max_turns in [1, 3, 5]:
        for mask_void_turns in [True, False]:
            for _ in range(4):
                script = [["\n".join(draws.choices(PIECES, k=2)) for _ in range(max_turns)] for _ in range(6)]
                agent = scripted(module, script, max_turns, mask_void_turns)
                rows = torch.arange(6).reshape(6, 1)
                ones = torch.ones(6, 1, dtype=torch.long)
                batch = DataProto({"input_ids": rows, "attention_mask": ones, "position_ids": ones})
                asked = [0] * 6
                generate = agent._generate_with_gpu_padding

                def counted(rollings):
                    for row in rollings.batch["input_ids"][:, 0].tolist():
                        asked[row] += 1
                    return generate(rollings)

                agent._generate_with_gpu_padding = counted
                with contextlib.redirect_stdout(io.StringIO()):
                    mask = agent.run_llm_loop(batch, rows)
                turns = [script[row][: asked[row]] for row in range(6)]
                options = {"max_turns": max_turns, "mask_void_turns": mask_void_turns}
                record("run_llm_loop", {"rollouts": turns}, options, lambda: {"voidTurnMask": mask})
    lines = [json.dumps(record, separators=(",", ":")) for record in records]
    (OUT / "void_turns_simpletir.jsonl").write_text("\n".join(lines) + "\n")


main()

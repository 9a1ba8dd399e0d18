"""Records which characters transformers counts as the assistant's, for test/unit/rollout/lay-out-conversation.test.ts.

Run: python assistant-spans.py TRL FOLDER (transformers and jinja2; the committed folder is test/recordings/assistant-spans; the
first is trl/chat_templates of PyPI's `trl`, unpacked). With `--all` every training template in it is recorded, and not only those
whose licence lets them be kept.

A training template has marks around what the assistant writes, which `return_assistant_tokens_mask` reads; it is copied as it is.
`NAME.json` beside it has, for every conversation of chat-templates.py that ends with the assistant's last turn, the text and the
spans [start, end) of its characters that the assistant writes, or null where the template refuses it.
"""

import json
import pathlib
import sys

import importlib

import transformers.utils.chat_template_utils as templates

recorder = importlib.import_module("chat-templates")

# The tokens that end a turn.
KEPT = {
    "qwen2_5": ["<|im_end|>"],
    "qwen3": ["<|im_end|>"],
    "qwen3_instruct_2507": ["<|im_end|>"],
    "qwen3_5_think": ["<|im_end|>"],
    "deepseek_r1_distill": ["<｜end▁of▁sentence｜>"],
    "glm4moe": ["<|user|>", "<|observation|>"],
    "gptoss": ["<|return|>", "<|call|>", "<|end|>"],
}


def until_last_turn(messages):
    last = max((i for i, message in enumerate(messages) if message["role"] == "assistant"), default=-1)
    return messages[: last + 1]


def spans(source, messages, with_tools, end):
    try:
        texts, indices = templates.render_jinja_template(
            conversations=[messages],
            tools=recorder.TOOLS if with_tools else None,
            chat_template=source,
            return_assistant_tokens_mask=True,
            bos_token="<s>",
            eos_token=end,
        )
        return {"text": texts[0], "spans": indices[0]}
    except Exception:
        return None


def main(trl, folder, everything):
    templates.datetime = recorder.Clock
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    chosen = KEPT
    if everything:
        chosen = {path.stem.removesuffix("_training"): ["</s>"] for path in pathlib.Path(trl).glob("*_training.jinja")} | KEPT
    for name, ends in chosen.items():
        source = (pathlib.Path(trl) / f"{name}_training.jinja").read_text()
        conversations = {}
        for title, (messages, with_tools, _) in recorder.CONVERSATIONS.items():
            spoken = until_last_turn(messages)
            if spoken:
                conversations[title] = spans(source, spoken, with_tools, ends[0])
        (folder / f"{name}.jinja").write_text(source)
        record = {"endTokens": ends, "conversations": conversations}
        (folder / f"{name}.json").write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--all"]
    main(*arguments, everything="--all" in sys.argv)

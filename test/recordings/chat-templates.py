"""Records what transformers renders with published chat templates, for test/golden/chat-templates.test.ts.

Run: python chat-templates.py TRL LLAMA_CPP FOLDER (transformers and jinja2; the committed folder is
test/recordings/chat-templates; the first two are trl/chat_templates of PyPI's `trl`, and vendor/llama.cpp/models/templates
of PyPI's `llama-cpp-python`, unpacked). With `--all` every template in the two is recorded, and not only those whose
licence lets them be kept.

A template is copied as it is; `NAME.json` beside it has the text of every conversation in `conversations.json`, or null
where the template refuses it. The tokens `bos_token` and `eos_token` are those of `templates.json`; now is 15 January 2026.
"""

import datetime
import json
import pathlib
import sys

import transformers.utils.chat_template_utils as templates

NOW = datetime.datetime(2026, 1, 15, 9, 5)

# The file, the tokens that end a turn, and the licence of the model that it belongs to.
IM_END = ["<|im_end|>"]
DEEPSEEK = ["<｜end▁of▁sentence｜>"]
MISTRAL = ["</s>"]
KEPT = {
    "qwen2.5": ("llama", "Qwen-Qwen2.5-7B-Instruct", IM_END, "Apache-2.0"),
    "qwen3": ("llama", "Qwen-Qwen3-0.6B", IM_END, "Apache-2.0"),
    "qwen3-instruct-2507": ("trl", "qwen3_instruct_2507", IM_END, "Apache-2.0"),
    "qwen3-coder": ("llama", "Qwen3-Coder", IM_END, "Apache-2.0"),
    "qwen3.5": ("llama", "Qwen3.5-4B", IM_END, "Apache-2.0"),
    "qwq": ("llama", "Qwen-QwQ-32B", IM_END, "Apache-2.0"),
    "smollm3": ("llama", "HuggingFaceTB-SmolLM3-3B", IM_END, "Apache-2.0"),
    "mistral-nemo": ("llama", "mistralai-Mistral-Nemo-Instruct-2407", MISTRAL, "Apache-2.0"),
    "mistral-small-3.2": ("llama", "Mistral-Small-3.2-24B-Instruct-2506", MISTRAL, "Apache-2.0"),
    "deepseek-r1-distill-qwen": ("llama", "deepseek-ai-DeepSeek-R1-Distill-Qwen-32B", DEEPSEEK, "MIT"),
    "deepseek-v3": ("trl", "deepseekv3", DEEPSEEK, "MIT"),
    "deepseek-v3.1": ("llama", "deepseek-ai-DeepSeek-V3.1", DEEPSEEK, "MIT"),
    "phi-3.5": ("llama", "microsoft-Phi-3.5-mini-instruct", ["<|end|>"], "MIT"),
    "granite-3.3": ("llama", "ibm-granite-granite-3.3-2B-Instruct", ["<|end_of_text|>"], "Apache-2.0"),
    "granite-4.0": ("llama", "ibm-granite-granite-4.0", ["<|end_of_text|>"], "Apache-2.0"),
    "glm-4.6": ("llama", "GLM-4.6", ["<|user|>", "<|observation|>"], "MIT"),
    "gpt-oss": ("llama", "openai-gpt-oss-120b", ["<|return|>", "<|call|>", "<|end|>"], "Apache-2.0"),
}

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "python",
            "description": "Runs Python and prints what it prints: é, \"quotes\" <b>.",
            "parameters": {
                "type": "object",
                "properties": {"code": {"type": "string", "description": "The program."}, "limit": {"type": "integer"}},
                "required": ["code"],
            },
        },
    },
    {
        "type": "function",
        "function": {
            "name": "search",
            "description": "Looks for pages.",
            "parameters": {"type": "object", "properties": {"words": {"type": "array", "items": {"type": "string"}}}},
        },
    },
]


def call(index, name, arguments):
    return {"id": f"0000{index:05}", "type": "function", "function": {"name": name, "arguments": arguments}}


def tool(index, name, content):
    return {"role": "tool", "content": content, "tool_call_id": f"0000{index:05}", "name": name}


SYSTEM = {"role": "system", "content": "Be brief."}
USER = {"role": "user", "content": "What is 6 * 7?"}
ANSWER = {"role": "assistant", "content": "It is 42."}
CODE = "print(6 * 7)\nprint('\"é\" <b> & \\\\')"
ONE_CALL = {"role": "assistant", "content": "", "tool_calls": [call(0, "python", {"code": CODE})]}
TWO_CALLS = {
    "role": "assistant",
    "content": "I look twice.",
    "tool_calls": [
        call(0, "python", {"code": "1", "limit": 3, "deep": {"of": [True, None, 0.5, "x"]}}),
        call(1, "search", {"words": ["a", "b c"]}),
    ],
}
ONE_READ = tool(0, "python", "42\n\"é\" <b> & \\\n")
THOUGHT = {"role": "assistant", "content": "<think>\nSix sevens.\n</think>\n\nIt is 42."}

# Messages, whether there are tools, and whether the text goes on to where the model writes.
CONVERSATIONS = {
    "user": ([USER], False, True),
    "system and user": ([SYSTEM, USER], False, True),
    "answered": ([SYSTEM, USER, ANSWER], False, False),
    "two questions": ([USER, ANSWER, {"role": "user", "content": "And 7 * 8?"}], False, True),
    "white space": ([{"role": "user", "content": "  \n é ü 漢字 🎉 \n\n"}, {"role": "assistant", "content": "\n a \n"}, USER], False, True),
    "tools": ([USER], True, True),
    "tools and system": ([SYSTEM, USER], True, True),
    "one call": ([USER, ONE_CALL, ONE_READ], True, True),
    "one call answered": ([SYSTEM, USER, ONE_CALL, ONE_READ, ANSWER, {"role": "user", "content": "Sure?"}], True, True),
    "two calls": ([USER, TWO_CALLS, tool(0, "python", "1"), tool(1, "search", "none")], True, True),
    "calls in turn": ([USER, ONE_CALL, ONE_READ, {**ONE_CALL, "tool_calls": [call(1, "python", {"code": "2"})]}, tool(1, "python", "")], True, True),
    "thinking": ([USER, THOUGHT], False, False),
    "thinking before a question": ([USER, THOUGHT, {"role": "user", "content": "Sure?"}], False, True),
    "no user": ([SYSTEM], False, True),
}


class Clock(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return NOW


def render(source, conversation):
    messages, with_tools, prompt = conversation
    try:
        texts, _ = templates.render_jinja_template(
            conversations=[messages],
            tools=TOOLS if with_tools else None,
            chat_template=source,
            add_generation_prompt=prompt,
            bos_token="<s>",
            eos_token="</s>",
        )
        return texts[0]
    except Exception:
        return None


def main(trl, llama, folder, everything):
    templates.datetime = Clock
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    folders = {"trl": pathlib.Path(trl), "llama": pathlib.Path(llama)}
    chosen = KEPT
    if everything:
        chosen = {f"{at}-{path.stem}": (at, path.stem, [], "") for at in folders for path in folders[at].glob("*.jinja")}
    listed = {}
    for name, (at, file, ends, licence) in chosen.items():
        source = (folders[at] / f"{file}.jinja").read_text()
        listed[name] = {"from": f"{'trl' if at == 'trl' else 'llama-cpp-python'}: {file}.jinja", "licence": licence, "endTokens": ends}
        (folder / f"{name}.jinja").write_text(source)
        rendered = {title: render(source, conversation) for title, conversation in CONVERSATIONS.items()}
        (folder / f"{name}.json").write_text(json.dumps(rendered, ensure_ascii=False, indent=1) + "\n")
    conversations = {
        title: {"messages": messages, "tools": with_tools, "addGenerationPrompt": prompt}
        for title, (messages, with_tools, prompt) in CONVERSATIONS.items()
    }
    for file, value in (("conversations", {"tools": TOOLS, "conversations": conversations}), ("templates", listed)):
        (folder / f"{file}.json").write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--all"]
    main(*arguments, everything="--all" in sys.argv)

"""Asks each case of each dialect, whole and streamed, and prints what the libraries gave, a line of JSON each."""

import json
import os
import sys

import anthropic
import openai

ADD = {
    "type": "object",
    "properties": {"a": {"type": "number"}, "b": {"type": "number"}},
    "required": ["a", "b"],
}
LOOK = {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}
TOOLS = [("add", ADD), ("look", LOOK)]
OPENAI = openai.OpenAI()
ANTHROPIC = anthropic.Anthropic()


def chat(prompt, stream):
    body = {
        "model": "policy",
        "messages": [{"role": "user", "content": prompt}],
        "tools": [{"type": "function", "function": {"name": n, "parameters": p}} for n, p in TOOLS],
    }
    if not stream:
        message = OPENAI.chat.completions.create(**body).choices[0].message
        calls = [(c.function.name, c.function.arguments) for c in message.tool_calls or []]
        return getattr(message, "reasoning_content", None), message.content, calls
    reasoning = ""
    with OPENAI.chat.completions.stream(**body) as events:
        for event in events:
            if event.type == "chunk" and event.chunk.choices:
                reasoning += getattr(event.chunk.choices[0].delta, "reasoning_content", None) or ""
        message = events.get_final_completion().choices[0].message
    calls = [(c.function.name, c.function.arguments) for c in message.tool_calls or []]
    return reasoning, message.content, calls


def responses(prompt, stream):
    body = {
        "model": "policy",
        "input": prompt,
        "tools": [{"type": "function", "name": n, "parameters": p, "strict": False} for n, p in TOOLS],
    }
    if not stream:
        response = OPENAI.responses.create(**body)
    else:
        with OPENAI.responses.stream(**body) as events:
            text = "".join(e.delta for e in events if e.type == "response.output_text.delta")
            response = events.get_final_response()
        assert text == response.output_text, (text, response.output_text)
    reasoning = [
        part.text
        for item in response.output
        if item.type == "reasoning"
        for part in [*item.summary, *(item.content or [])]
    ]
    calls = [(i.name, i.arguments) for i in response.output if i.type == "function_call"]
    return "".join(reasoning), response.output_text, calls


def messages(prompt, stream):
    body = {
        "model": "policy",
        "max_tokens": 4096,
        "messages": [{"role": "user", "content": prompt}],
        "tools": [{"name": n, "input_schema": p} for n, p in TOOLS],
    }
    if not stream:
        message = ANTHROPIC.messages.create(**body)
    else:
        with ANTHROPIC.messages.stream(**body) as events:
            text = "".join(events.text_stream)
            message = events.get_final_message()
        assert text == "".join(b.text for b in message.content if b.type == "text"), text
    reasoning = "".join(b.thinking for b in message.content if b.type == "thinking")
    content = "".join(b.text for b in message.content if b.type == "text")
    calls = [(b.name, json.dumps(b.input)) for b in message.content if b.type == "tool_use"]
    return reasoning, content, calls


for ask in (chat, responses, messages):
    for stream in (False, True):
        for case in range(int(sys.argv[1])):
            reasoning, content, calls = ask(f"Case {case}.", stream)
            seen = {"reasoning": reasoning or "", "content": content or "", "calls": calls}
            print(json.dumps({"dialect": ask.__name__, "stream": stream, "case": case, **seen}))

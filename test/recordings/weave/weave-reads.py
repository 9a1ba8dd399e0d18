"""Records what Weave's own code reads in our spans, for test/golden/weave.test.ts.

Run: python weave-reads.py FILE (weave==0.53.12, opentelemetry-proto, sqlparse; Node beside them; the committed file is
test/recordings/weave/seen.json)

record.ts sends the spans of two rollouts over OTLP. Each goes through the code that Weave's server runs on it: for the Agents
view (`extract_genai_span`, then `build_trace_chat` for each trace) and for the Traces view (`Span.to_call`). Releases of the
package `weave` after 0.53.12 have no code of the server. Ids and times are left out.
"""

import base64
import json
import pathlib
import subprocess
import sys

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from weave.trace_server.agents.chat_view import build_trace_chat
from weave.trace_server.agents.types import AgentSpanSchema
from weave.trace_server.opentelemetry.genai_extraction import extract_genai_span
from weave.trace_server.opentelemetry.python_spans import Resource, Span

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = "my-team/my-project"
COLUMNS = """operation_name provider_name agent_name request_model input_tokens
output_tokens finish_reasons request_temperature request_max_tokens input_messages output_messages tool_name tool_type
tool_call_id tool_call_arguments tool_call_result""".split()


def plain(value):
    """Without what is empty or 0: a column's default."""
    if hasattr(value, "model_dump"):
        return plain(value.model_dump(mode="json"))
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items() if one not in (None, "", [], {}, 0)}
    return [plain(one) for one in value] if isinstance(value, list) else value


def sent(value):
    """An attribute as it was sent; Weave makes objects of dots in names, and of texts that are JSON."""
    kind = value.WhichOneof("value")
    return [sent(one) for one in value.array_value.values] if kind == "array_value" else getattr(value, kind)


def read_trace(spans, attributes):
    """What Weave reads in the spans of one rollout. Its conversation's id is a random one, and is left out of every span."""
    spans = sorted(spans, key=lambda span: span.start_time_unix_nano)
    names = {span.span_id: span for span in spans}

    def path(span):
        parent = names.get(span.parent_id)
        return span.name if parent is None else f"{path(parent)} > {span.name}"

    rows = [extract_genai_span(span, project_id=PROJECT) for span in spans]
    read, conversations, threads = [], set(), set()
    for span, row in zip(spans, rows):
        start, end = span.to_call(project_id=PROJECT)
        conversations.add(row.conversation_id)
        threads.add(start.thread_id or "")
        own = {key: value for key, value in attributes[span.span_id].items() if key != "gen_ai.conversation.id"}
        columns = plain({name: getattr(row, name) for name in COLUMNS})
        call = plain({"inputs": start.inputs, "output": end.output, "usage": end.summary.get("usage")})
        read.append({"path": path(span), "attributes": own, "columns": columns, "call": call})
    fields = AgentSpanSchema.model_fields
    schemas = [AgentSpanSchema.model_validate({k: v for k, v in row.model_dump().items() if k in fields}) for row in rows]
    chat = build_trace_chat(schemas, spans[0].trace_id)
    messages = []
    for message in chat.messages:
        body = next((plain(one) for name, one in message if name == message.type and one), {})
        body.pop("duration_ms", None)
        agent = {"agent": message.agent_name} if message.agent_name else {}
        messages.append({"type": message.type, **agent, **body})
    totals = {name: getattr(chat, name) for name in ("total_input_tokens", "total_output_tokens")}
    ids = {"conversations": len(conversations - {""}), "threads": len(threads - {""})}
    return {**ids, "spans": read, "chat": {**totals, "messages": messages}}


def record(file):
    printed = subprocess.run(["npx", "tsx", str(HERE / "record.ts")], check=True, capture_output=True, text=True).stdout
    requests = [base64.b64decode(line) for line in printed.split()]
    spans, attributes = [], {}
    for body in requests:
        for resource_spans in ExportTraceServiceRequest.FromString(body).resource_spans:
            resource = Resource.from_proto(resource_spans.resource)
            for scope_spans in resource_spans.scope_spans:
                for span in scope_spans.spans:
                    spans.append(Span.from_proto(span, resource))
                    attributes[spans[-1].span_id] = {one.key: sent(one.value) for one in span.attributes}
    traces = {}
    for span in spans:
        traces.setdefault(span.trace_id, []).append(span)
    read = sorted((read_trace(one, attributes) for one in traces.values()), key=lambda one: json.dumps(one["spans"][0]))
    file.write_text(json.dumps(read, indent=1, ensure_ascii=False) + "\n")
    print(f"{len(spans)} spans in {len(requests)} requests")


record(pathlib.Path(sys.argv[1]).resolve())

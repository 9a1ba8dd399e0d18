import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { collect, type Collected } from '../recordings/weave/collector.js';
import { sendRollouts } from '../recordings/weave/scenario.js';
import { readSpans, type SentSpan } from './otlp.js';

/** What Weave 0.53.12 read in the spans of one rollout: recorded by test/recordings/weave/weave-reads.py. */
interface Read {
  /** How many ids of conversations and of threads the spans had. */
  readonly conversations: number;
  readonly threads: number;
  readonly spans: readonly {
    readonly path: string;
    readonly attributes: object;
    /** Of the Agents view. */
    readonly columns: { readonly input_tokens?: number; readonly output_tokens?: number };
    /** Of the Traces view. */
    readonly call: { readonly inputs?: object; readonly output?: object; readonly usage?: object };
  }[];
  readonly chat: {
    readonly total_input_tokens: number;
    readonly total_output_tokens: number;
    readonly messages: readonly { readonly type: string; readonly text?: string; readonly tool_result?: string }[];
  };
}

const recorded = JSON.parse(
  readFileSync(new URL('../recordings/weave/seen.json', import.meta.url), 'utf8'),
) as readonly Read[];

let requests: readonly Collected[];
/** The spans of each rollout. */
let traces: readonly (readonly SentSpan[])[];
beforeAll(async () => {
  requests = await collect(sendRollouts);
  const spans = requests.flatMap(({ body }) => readSpans(body));
  traces = [...new Set(spans.map(({ traceId }) => traceId))].map((id) => spans.filter(({ traceId }) => traceId === id));
});

/** In an order of their own: spans may begin in the same moment. */
const sorted = (values: readonly object[]): object[] =>
  [...values].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

function pathOf(span: SentSpan, trace: readonly SentSpan[]): string {
  if (span.parentId === '') return span.name;
  return `${pathOf(
    trace.find(({ spanId }) => spanId === span.parentId)!,
    trace,
  )} > ${span.name}`;
}

describe('the spans that Weave gets', () => {
  it('come as protobuf to its endpoint, with the key and the project', () => {
    for (const { method, path, headers } of requests) {
      expect([method, path]).toEqual(['POST', '/agents/otel/v1/traces']);
      expect(headers).toMatchObject({
        'content-type': 'application/x-protobuf',
        'wandb-api-key': 'key',
        project_id: 'my-team/my-project',
      });
    }
    for (const { resource } of traces.flat())
      expect(resource).toMatchObject({ 'wandb.entity': 'my-team', 'wandb.project': 'my-project' });
  });

  it('have one conversation for each rollout, in a trace of its own', () => {
    const conversations = traces.map((trace) => {
      const ids = trace.map(({ attributes }) => attributes['gen_ai.conversation.id']);
      return [...new Set(ids.filter((id) => id !== undefined))];
    });
    expect(conversations.map((ids) => ids.length)).toEqual([1, 1]);
    expect(new Set(conversations.flat()).size).toBe(2);
  });

  it('are those that Weave read for the recording', () => {
    const sent = traces.map((trace) =>
      sorted(
        trace.map((span) => {
          const attributes = sortedEntries(span.attributes).filter(([name]) => name !== 'gen_ai.conversation.id');
          return { path: pathOf(span, trace), attributes: Object.fromEntries(attributes) };
        }),
      ),
    );
    const read = recorded.map(({ spans }) =>
      sorted(
        spans.map(({ path, attributes }) => ({ path, attributes: Object.fromEntries(sortedEntries(attributes)) })),
      ),
    );
    expect(sorted(sent)).toEqual(sorted(read));
  });
});

const sortedEntries = (attributes: object) =>
  Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1)) as [string, unknown][];

describe('what Weave reads in them', () => {
  it('is a chat of what was said: the prompt, each turn, and the call with its result', () => {
    for (const { chat } of recorded) {
      const said = chat.messages.map(({ type, text, tool_result }) => [type, text ?? tool_result]);
      expect(said).toEqual([
        ['user_message', 'What is 6 * 7?'],
        ['agent_start', undefined],
        ['assistant_message', expect.stringMatching(/^Let us see\./)],
        ['tool_call', '42'],
        ['assistant_message', '<answer>\\boxed{42}</answer>'],
      ]);
    }
  });

  it('is each token of usage once: a rollout has the sum of its generations', () => {
    for (const { chat, spans } of recorded) {
      const chats = spans.filter(({ path }) => path.endsWith('chat qwen3-14b'));
      const sum = (of: 'input_tokens' | 'output_tokens') =>
        chats.reduce((total, { columns }) => total + columns[of]!, 0);
      expect(chats).toHaveLength(2);
      expect([chat.total_input_tokens, chat.total_output_tokens]).toEqual([sum('input_tokens'), sum('output_tokens')]);
    }
  });

  it('is one thread for each rollout, with inputs and outputs of the rollout and of each generation', () => {
    for (const { conversations, threads, spans } of recorded) {
      expect([conversations, threads]).toEqual([1, 1]);
      const withInputs = spans.filter(({ call }) => call.inputs !== undefined && call.output !== undefined);
      expect(withInputs.map(({ path }) => path).sort()).toEqual([
        'invoke_agent solver',
        'invoke_agent solver > turn > chat qwen3-14b',
        'invoke_agent solver > turn > chat qwen3-14b',
      ]);
    }
  });
});

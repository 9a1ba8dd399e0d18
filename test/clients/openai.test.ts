import OpenAI from 'openai';
import type { RunnableToolFunction } from 'openai/lib/RunnableFunction';
import { describe, expect, it } from 'vitest';
import { ADD, ADD_SCHEMA, LOOK, LOOK_SCHEMA, parsed, runTool, type Client, type Seen } from './client.js';
import { describeClient } from './client-suite.js';
import { inSession, type Served } from './session.js';

const clientOf = ({ openai, fetch }: Served) => new OpenAI({ ...openai, fetch });

const TOOLS = [
  { type: 'function' as const, function: { ...ADD, parameters: ADD_SCHEMA } },
  { type: 'function' as const, function: { ...LOOK, parameters: LOOK_SCHEMA } },
];
const RESPONSES_TOOLS = [
  { type: 'function' as const, ...ADD, parameters: ADD_SCHEMA, strict: false },
  { type: 'function' as const, ...LOOK, parameters: LOOK_SCHEMA, strict: false },
];
/** A tool that `runTools` runs. It takes what a tool throws for the end of the loop, so this one says itself what failed. */
const runnable = ({ function: tool }: (typeof TOOLS)[number]): RunnableToolFunction<object> => ({
  type: 'function',
  function: {
    ...tool,
    parse: (text) => JSON.parse(text) as object,
    function: (args) => runTool(tool.name, JSON.stringify(args)),
  },
});

const asked = (prompt: string) => ({
  model: 'policy',
  messages: [{ role: 'user' as const, content: prompt }],
  tools: TOOLS,
});

/** Its types have no reasoning: OpenAI's own service shows none in this dialect. */
function reasoningOf(message: object | undefined): string {
  return (message as { readonly reasoning_content?: string } | undefined)?.reasoning_content ?? '';
}

function seenInMessage({ message, finish_reason }: OpenAI.ChatCompletion.Choice): Seen {
  return {
    reasoning: reasoningOf(message),
    content: message.content ?? '',
    calls: (message.tool_calls ?? []).flatMap((call) =>
      call.type === 'function'
        ? [{ id: call.id, name: call.function.name, arguments: parsed(call.function.arguments) }]
        : [],
    ),
    finish: finish_reason,
  };
}

async function runTools(served: Served, prompt: string, stream: boolean): Promise<string> {
  const body = { model: 'policy', messages: [{ role: 'user' as const, content: prompt }], tools: TOOLS.map(runnable) };
  const { completions } = clientOf(served).chat;
  const runner = stream ? completions.runTools({ ...body, stream: true }) : completions.runTools(body);
  return (await runner.finalContent()) ?? '';
}

const chatChunks: Client = {
  name: 'openai: chat.completions.create',
  finish: ['stop', 'tool_calls'],
  unparsed: (text) => text,
  async ask(served, prompt) {
    const { choices } = await clientOf(served).chat.completions.create(asked(prompt));
    return seenInMessage(choices[0]!);
  },
  async stream(served, prompt, { onText, signal } = {}) {
    const stream = await clientOf(served).chat.completions.create({ ...asked(prompt), stream: true }, { signal });
    let [reasoning, content, finish] = ['', '', null as string | null];
    const calls: { id: string; name: string; text: string }[] = [];
    for await (const { choices } of stream) {
      for (const { delta, finish_reason } of choices) {
        reasoning += reasoningOf(delta);
        content += delta.content ?? '';
        if (delta.content) onText?.(content);
        for (const { index, id, function: called } of delta.tool_calls ?? []) {
          if (id !== undefined) calls[index] = { id, name: called!.name!, text: '' };
          calls[index]!.text += called?.arguments ?? '';
        }
        finish ??= finish_reason;
      }
    }
    return {
      reasoning,
      content,
      calls: calls.map(({ id, name, text }) => ({ id, name, arguments: parsed(text) })),
      finish,
    };
  },
  async loop(served, prompt, isStreamed) {
    return await runTools(served, prompt, isStreamed);
  },
};

const chatHelper: Client = {
  ...chatChunks,
  name: 'openai: chat.completions.stream',
  async stream(served, prompt, { onText, signal } = {}) {
    const stream = clientOf(served).chat.completions.stream(asked(prompt), { signal });
    // It puts together what it knows: reasoning is in the chunks alone.
    let reasoning = '';
    stream.on('chunk', ({ choices }) => (reasoning += reasoningOf(choices[0]?.delta)));
    stream.on('content', (_, content) => onText?.(content));
    const { choices } = await stream.finalChatCompletion();
    return { ...seenInMessage(choices[0]!), reasoning };
  },
};

function seenInResponse({ output, output_text, status }: OpenAI.Responses.Response): Seen {
  return {
    reasoning: output
      .flatMap((item) => (item.type === 'reasoning' ? [...item.summary, ...(item.content ?? [])] : []))
      .map(({ text }) => text)
      .join(''),
    content: output_text,
    calls: output.flatMap((item) =>
      item.type === 'function_call' ? [{ id: item.call_id, name: item.name, arguments: parsed(item.arguments) }] : [],
    ),
    finish: status,
  };
}

const responded = (input: OpenAI.Responses.ResponseInput | string) => ({
  model: 'policy',
  input,
  tools: RESPONSES_TOOLS,
});

/** Asks, runs the calls, and goes on from the response by its id or with all items, until there are no calls. */
async function respondInLoop(served: Served, prompt: string, isStreamed: boolean, isById: boolean): Promise<string> {
  const { responses } = clientOf(served);
  let input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: prompt }];
  let previous: string | undefined;
  for (;;) {
    const body = { ...responded(input), ...(previous === undefined ? {} : { previous_response_id: previous }) };
    const response = isStreamed ? await responses.stream(body).finalResponse() : await responses.create(body);
    const calls = response.output.flatMap((item) => (item.type === 'function_call' ? item : []));
    if (calls.length === 0) return response.output_text;
    const results = calls.map(({ call_id, name, arguments: args }) => ({
      type: 'function_call_output' as const,
      call_id,
      output: runTool(name, args),
    }));
    if (isById) [previous, input] = [response.id, results];
    else input = [...input, ...(response.output as OpenAI.Responses.ResponseInput), ...results];
  }
}

const responsesEvents: Client = {
  name: 'openai: responses.create',
  finish: ['completed', 'completed'],
  unparsed: (text) => text,
  async ask(served, prompt) {
    return seenInResponse(await clientOf(served).responses.create(responded(prompt)));
  },
  async stream(served, prompt, { onText, signal } = {}) {
    const events = await clientOf(served).responses.create({ ...responded(prompt), stream: true }, { signal });
    let [reasoning, content, finish] = ['', '', undefined as string | undefined];
    const calls = new Map<string, { id: string; name: string; text: string }>();
    for await (const event of events) {
      if (event.type === 'response.output_text.delta') {
        content += event.delta;
        onText?.(content);
      }
      if (event.type === 'response.reasoning_summary_text.delta' || event.type === 'response.reasoning_text.delta')
        reasoning += event.delta;
      if (event.type === 'response.output_item.added' && event.item.type === 'function_call')
        calls.set(event.item.id!, { id: event.item.call_id, name: event.item.name, text: '' });
      if (event.type === 'response.function_call_arguments.delta') calls.get(event.item_id)!.text += event.delta;
      if (event.type === 'response.completed') {
        finish = event.response.status;
        // What came piece by piece is what stands in the whole at the end.
        const whole = seenInResponse({ ...event.response, output_text: content });
        expect([whole.reasoning, whole.calls.map((call) => call.id)]).toEqual([
          reasoning,
          [...calls.values()].map(({ id }) => id),
        ]);
      }
    }
    return {
      reasoning,
      content,
      calls: [...calls.values()].map(({ id, name, text }) => ({ id, name, arguments: parsed(text) })),
      finish,
    };
  },
  async loop(served, prompt, isStreamed) {
    return await respondInLoop(served, prompt, isStreamed, true);
  },
};

const responsesHelper: Client = {
  ...responsesEvents,
  name: 'openai: responses.stream',
  async stream(served, prompt, { onText, signal } = {}) {
    const stream = clientOf(served).responses.stream(responded(prompt), { signal });
    stream.on('response.output_text.delta', ({ snapshot }) => onText?.(snapshot));
    return seenInResponse(await stream.finalResponse());
  },
  async loop(served, prompt, isStreamed) {
    return await respondInLoop(served, prompt, isStreamed, false);
  },
};

for (const client of [chatChunks, chatHelper, responsesEvents, responsesHelper]) describeClient(client);

describe('openai', () => {
  it('gets as many answers as it asks for, each a draw of its own with its logprobs', async () => {
    const { seen, policy, rollout } = await inSession({ say: () => 'So 🎲' }, async (served) => {
      const body = { ...asked('Twice.'), n: 2, logprobs: true };
      const { choices, usage } = await clientOf(served).chat.completions.create(body);
      expect(usage!.completion_tokens).toBe(choices.reduce((sum, { logprobs }) => sum + logprobs!.content!.length, 0));
      return choices;
    });
    expect(seen.map(({ index, message }) => [index, message.content])).toEqual([
      [0, 'So 🎲'],
      [1, 'So 🎲'],
    ]);
    const drawn = policy.draws.map(({ logprobs }) => logprobs.join());
    expect(seen.map(({ logprobs }) => logprobs!.content!.map(({ logprob }) => logprob).join()).sort()).toEqual(
      drawn.sort(),
    );
    expect(rollout.branches).toHaveLength(1);
  });

  it('reads errors as those of the service', async () => {
    await inSession({ say: () => 'Yes.' }, async (served) => {
      const client = clientOf(served);
      await client.chat.completions.create(asked('Hm?'));
      const ofAnother = new OpenAI({ ...served.openai, apiKey: 'sk-wrong', maxRetries: 0 });
      await expect(ofAnother.chat.completions.create(asked('Hm?'))).rejects.toThrow(OpenAI.AuthenticationError);
      const unknown = client.responses.create({ ...responded('Hm?'), previous_response_id: 'resp_none' });
      await expect(unknown).rejects.toThrow(OpenAI.NotFoundError);
      const long = client.chat.completions.create(asked('Hm? '.repeat(30_000)));
      await expect(long).rejects.toMatchObject({ status: 400, code: 'context_length_exceeded' });
      expect((await client.models.list()).data.map(({ id }) => id)).toContain('policy');
    });
  });
});

import { describe, expect, it } from 'vitest';
import { CASES, type Case } from './cases.js';
import type { Client, Seen } from './client.js';
import { inSession, type inAgent } from './session.js';

const CALL = '<tool_call>\n{"name": "add", "arguments": {"a": 1, "b": 2}}\n</tool_call>';
const HALVES = ['The first half: 上 🌊 <', ' b> and the second half.'] as const;

/** Holds a client, as it is, to what a policy says; and what is recorded to what was drawn. @param serve - Default: a session over HTTP. */
export function describeClient(client: Client, serve: typeof inAgent = inSession): void {
  describe(client.name, () => {
    describe.each(CASES)('$name', (told) => {
      it('comes whole', async () => {
        const { seen } = await serve({ say: () => told.says }, (served) => client.ask(served, 'What is there?'));
        expectSeen(seen, told, client, false);
      });

      it('comes streamed', async () => {
        const { seen } = await serve({ say: () => told.says }, (served) => client.stream(served, 'What is there?'));
        expectSeen(seen, told, client, true);
      });
    });

    it('has the first pieces of a long answer before its policy has drawn the others', async () => {
      const pause = createPause();
      const pace = (said: string) => (said.endsWith('half') ? pause.over : undefined);
      const { seen } = await serve({ say: () => HALVES.join(''), pace }, (served) =>
        client.stream(served, 'A long answer, please.', {
          onText: (content) => {
            if (HALVES.join('').startsWith(content) && content.includes('The first')) pause.end();
          },
        }),
      );
      expect(seen.content).toBe(HALVES.join(''));
    });

    it('leaves: the policy is told, nothing of the turn is trained on, and the session goes on', async () => {
      const leaves = new AbortController();
      let wasTold = false;
      const pace = async (said: string, signal: AbortSignal | undefined) => {
        if (!said.startsWith('The first half')) return;
        await new Promise((resolve) => signal!.addEventListener('abort', resolve, { once: true }));
        wasTold = true;
      };
      const say = ({ context }: { readonly context: string }) =>
        context.includes('Again') ? 'Short.' : HALVES.join('');
      const { seen, rollout } = await serve({ say, pace }, async (served) => {
        const onText = (content: string) => {
          if (content.startsWith('The first half')) leaves.abort();
        };
        await client.stream(served, 'A long answer, please.', { onText, signal: leaves.signal }).catch(() => undefined);
        await expect.poll(() => wasTold, { timeout: 30_000 }).toBe(true);
        return await client.ask(served, 'Again?');
      });
      expect(seen.content).toBe('Short.');
      expect(rollout.turns.map(({ text }) => text)).toEqual(['Short.']);
    });

    if (serve === inSession)
      it('is told 429 where the session is busy, waits as it is told, and asks again', async () => {
        const pause = createPause();
        const pace = (said: string) => (said === '' ? pause.over : undefined);
        const retryAfter: (string | null)[] = [];
        const { seen, rollout } = await inSession(
          {
            say: ({ context }) => (context.includes('Second') ? 'Two.' : 'One.'),
            pace,
            maxConcurrent: 1,
            onResponse: ({ status, headers }) => {
              if (status !== 429) return;
              retryAfter.push(headers.get('retry-after'));
              pause.end();
            },
          },
          async (served) => await Promise.all([client.ask(served, 'First.'), client.ask(served, 'Second.')]),
        );
        expect(retryAfter).toEqual(['1']);
        expect(seen.map(({ content }) => content).sort()).toEqual(['One.', 'Two.']);
        expect(rollout.branches).toHaveLength(1);
      });

    it.each([
      ['whole', false],
      ['streamed', true],
    ])('runs its tools in several steps, %s: one path, every result with its call', async (_, isStreamed) => {
      const say = ({ context }: { readonly context: string }) => {
        const results = context.split('<tool_response>').length - 1;
        if (results === 0) return `<think>\nOne by one. 🤔\n</think>\n\nFirst: <1>\n${CALL}`;
        if (results === 1)
          return `${CALL.replace('1', '500')}\n<tool_call>{"name":"look",  "arguments":{"place":"Köln"}}</tool_call>`;
        return 'It is 3, and sunny in Köln ☀️';
      };
      const { seen, rollout } = await serve({ say }, (served) => client.loop(served, 'What is 1 + 2?', isStreamed));
      expect(seen).toBe('It is 3, and sunny in Köln ☀️');
      expect(rollout.branches).toBeUndefined();
      expect(
        rollout.turns.map(({ toolCalls }) => toolCalls.map(({ name, response }) => [name, response.isError])),
      ).toEqual([
        [['add', false]],
        [
          ['add', client.hidesFailures !== true],
          ['look', false],
        ],
        [],
      ]);
      const [[first], [failed, place]] = rollout.turns.map(({ toolCalls }) =>
        toolCalls.map(({ response }) => response.text),
      ) as [[string], [string, string]];
      expect(JSON.parse(first)).toEqual({ sum: 3 });
      expect(failed).toContain('too large');
      expect(place).toBe('Köln: ☀️ 21 °C');
    });

    it('answers a call that does not parse in its own way, and the call counts as failed', async () => {
      const say = ({ context }: { readonly context: string }) =>
        context.includes('<tool_response>') ? 'I am sorry.' : CALL.replace('2}}', 'oops');
      const { seen, rollout } = await serve({ say }, (served) => client.loop(served, 'What is 1 + 2?', false));
      expect(seen).toBe('I am sorry.');
      expect(rollout.branches).toBeUndefined();
      expect(rollout.turns.map(({ toolCalls }) => toolCalls.map(({ response }) => response.isError))).toEqual([
        [true],
        [],
      ]);
    });
  });
}

function expectSeen(
  { reasoning, content, calls, finish }: Seen,
  told: Case,
  client: Client,
  isStreamed: boolean,
): void {
  const expected = (told.calls ?? []).map(({ name, arguments: args, isBroken }) => ({
    name,
    arguments: isBroken === true ? client.unparsed(args as string, isStreamed) : args,
  }));
  expect({ reasoning, content, calls: calls.map((call) => ({ name: call.name, arguments: call.arguments })) }).toEqual({
    reasoning: client.hidesReasoning ? '' : (told.reasoning ?? ''),
    content: told.content,
    calls: expected,
  });
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
  expect(finish).toBe(client.finish[expected.length === 0 ? 0 : 1]);
}

/** A wait that a test ends. */
function createPause(): { readonly over: Promise<void>; readonly end: () => void } {
  let end = () => {};
  const over = new Promise<void>((resolve) => (end = resolve));
  return { over, end: () => end() };
}

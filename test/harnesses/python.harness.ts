import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { CASES } from '../clients/cases.js';
import { parsed } from '../clients/client.js';
import { INSTALLED, runHarness } from './harness.js';

interface SeenByPython {
  readonly dialect: 'chat' | 'responses' | 'messages';
  readonly stream: boolean;
  readonly case: number;
  readonly reasoning: string;
  readonly content: string;
  readonly calls: readonly (readonly [name: string, args: string])[];
}

it("Python's openai and anthropic see what the policy said, in three dialects, whole and streamed", async () => {
  const { rollout, stdout } = await runHarness({
    command: [join(INSTALLED, 'python/bin/python'), resolve(import.meta.dirname, 'clients.py'), String(CASES.length)],
    say: ({ context }) => CASES[Number(/Case (\d+)\./.exec(context)![1])]!.says,
  });
  const seen = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SeenByPython);
  expect(seen).toHaveLength(6 * CASES.length);
  for (const { dialect, stream, case: number, reasoning, content, calls } of seen) {
    const told = CASES[number]!;
    const read = calls.map(([name, args]) => ({ name, arguments: parsed(args) }));
    const expected = (told.calls ?? []).map(({ name, arguments: args, isBroken }) => ({
      name,
      arguments: isBroken === true && dialect === 'messages' ? {} : args,
    }));
    expect({ reasoning, content, calls: read }, `${dialect}, ${stream ? 'streamed' : 'whole'}: ${told.name}`).toEqual({
      reasoning: told.reasoning ?? '',
      content: told.content,
      calls: expected,
    });
  }
  expect(rollout.branches).toHaveLength(seen.length - 1);
});

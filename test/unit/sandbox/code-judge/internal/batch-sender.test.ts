import { describe, expect, it } from 'vitest';
import type { HttpAnswer, HttpClient } from '../../../../../src/io/index.js';
import { BatchSender } from '../../../../../src/sandbox/code-judge/internal/batch-sender.js';

const RETRY = { retries: 0, delayMs: 1, maxDelayMs: 1 };
const call = { submission: { type: 'python', solution: '1' }, signal: undefined } as const;
const never = new AbortController().signal;

/** Answers every request with this text. */
const answering = (body: string): HttpClient => ({
  send: () => Promise.resolve({ status: 200, body, headers: {} } as HttpAnswer),
  close: () => {},
});

describe('BatchSender', () => {
  it.each(['', '{', 'null', '[]', '{"results":null}', '{"results":[null]}', '{"results":[{"success":"yes"}]}'])(
    'takes %j for no answer, which another try may bring',
    async (body) => {
      const sent = new BatchSender(answering(body), RETRY, never).send([call]);
      await expect(sent).rejects.toMatchObject({ name: 'SandboxError', retryable: true });
    },
  );

  it('takes fewer results than calls for no answer', async () => {
    const result = { sub_id: 's', success: true, run_success: true, cost: 0, stdout: '', stderr: '', reason: '' };
    const http = answering(JSON.stringify({ results: [result] }));
    await expect(new BatchSender(http, RETRY, never).send([call, call])).rejects.toThrow('number of results');
    await expect(new BatchSender(http, RETRY, never).send([call])).resolves.toEqual([result]);
  });
});

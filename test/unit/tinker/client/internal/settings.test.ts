import { expect, it } from 'vitest';
import { retryDelayMs } from '../../../../../src/io/index.js';
import { clientOptionsSchema } from '../../../../../src/tinker/client/internal/settings.js';

it('tries a server that stays away for about five minutes', () => {
  const { retry } = clientOptionsSchema.parse({ baseUrl: 'http://127.0.0.1:1' });
  const waits = (drawn: number) =>
    Array.from({ length: retry.retries }, (_, i) => retryDelayMs(i, retry, { random: { next: () => drawn } }));
  const minutes = [0, 0.5, 1].map((drawn) => waits(drawn).reduce((sum, wait) => sum + wait, 0) / 60_000);
  for (const total of minutes) expect(Math.abs(total - 5)).toBeLessThan(0.5);
});

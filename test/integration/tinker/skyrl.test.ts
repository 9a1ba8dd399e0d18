import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runClientSession } from './client-session.js';
import { replayExchanges, type Exchange } from './exchanges.js';

/** Recorded from SkyRL's JAX backend on a CPU: `npm run test:tinker -- record`. */
const RECORDED = JSON.parse(readFileSync(new URL('recordings/skyrl-0.3.0.json', import.meta.url), 'utf8')) as {
  readonly gave: unknown;
  readonly exchanges: readonly Exchange[];
};

it('gives on what SkyRL said once what it gave then', async () => {
  const server = await replayExchanges(RECORDED.exchanges);
  try {
    // As a file of JSON keeps it: without what is undefined.
    expect(JSON.parse(JSON.stringify(await runClientSession(server.url)))).toEqual(RECORDED.gave);
  } finally {
    await server.close();
  }
});

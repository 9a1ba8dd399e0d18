/**
 * Uses the whole client on a live server and holds what it gives against what was recorded: `session.ts URL RECORDED`. With
 * `record` after it, records it anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { runClientSession } from '../integration/tinker/client-session.js';
import { recordExchanges, type Exchange } from '../integration/tinker/exchanges.js';
import { farthest } from './farthest.js';

/** Numbers of one release of SkyRL on other processors and other releases of JAX. */
const WITHIN = 1e-3;

const [url, file, mode] = process.argv.slice(2);
const exchanges: Exchange[] = [];
const recorder = await recordExchanges(url!, exchanges);
const gave = await runClientSession(recorder.url);
await recorder.close();
if (mode === 'record') {
  // What was said twice, heartbeats above all, is kept once.
  const once = [...new Map(exchanges.map((exchange) => [JSON.stringify(exchange), exchange])).values()];
  writeFileSync(file!, JSON.stringify({ gave, exchanges: once }, null, 1) + '\n');
  console.log(`${file}: ${once.length} exchanges`);
} else {
  const recorded = JSON.parse(readFileSync(file!, 'utf8')) as { readonly gave: unknown };
  const { distance, path } = farthest(gave, recorded.gave);
  console.log(`the client: farthest from what was recorded by ${distance.toPrecision(2)} (${path})`);
  if (!(distance < WITHIN)) process.exitCode = 1;
}

/**
 * Records what a real engine answers to our policy, for test/golden/engines.test.ts, sglang.test.ts, chat-engines.test.ts and
 * test/clients/vllm.test.ts; vllm.py and sglang.py call it.
 *
 *     npx tsx test/recordings/engines/record.ts tokens|sglang|chat|gateway URL FOLDER
 */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { playEngineScenario } from '../../clients/engine-scenario.js';
import { playChatScenario } from './chat-scenario.js';
import { playScenario } from './scenario.js';
import { playSglang } from './sglang-scenario.js';

const [scenario, url, folder] = process.argv.slice(2) as [
  'tokens' | 'sglang' | 'chat' | 'gateway',
  string,
  string,
];

const exchanges: object[] = [];
const proxy = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    void (async () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const answer = await fetch(`${url}${request.url}`, {
        method: request.method!,
        ...(request.method === 'GET' ? {} : { body, headers: { 'content-type': 'application/json' } }),
      });
      const text = await answer.text();
      // Where the files lie is of one machine.
      const asked = body.replaceAll(folder, 'FOLDER');
      const answered = text.replaceAll(folder, 'FOLDER');
      exchanges.push({ method: request.method, path: request.url, body: asked, status: answer.status, answer: answered });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    })();
  });
});
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
const { port } = proxy.address() as AddressInfo;
const recorded = `http://127.0.0.1:${port}`;
if (scenario === 'tokens') await playScenario({ url: recorded }, join(folder, 'adapter'));
else if (scenario === 'sglang')
  await playSglang(recorded, folder, () => new Promise((resolve) => setTimeout(resolve, 600)));
else if (scenario === 'chat') await playChatScenario(recorded, join(folder, 'model'));
else await playEngineScenario(recorded, join(folder, 'model'));
proxy.close();
proxy.closeAllConnections();
writeFileSync(join(folder, 'exchanges.json'), `${JSON.stringify({ exchanges }, undefined, 1)}\n`);
console.log(`${exchanges.length} exchanges`);

/** A worker in a process of its own, to be killed. Arguments: the URL, the concurrency, the visibility in ms. */
import { createLocalSandbox, startRedisWorker } from '../../../src/sandbox/index.js';

const [url = '', concurrency = '2', visibilityMs = '1000'] = process.argv.slice(2);
const sandbox = await createLocalSandbox({ concurrency: Number(concurrency) });
const worker = await startRedisWorker({
  url,
  sandbox,
  concurrency: Number(concurrency),
  visibilityMs: Number(visibilityMs),
  log: (event, fields) => console.log(JSON.stringify({ event, ...fields })),
});
process.on('SIGTERM', () => {
  void worker
    .close()
    .then(() => sandbox.close())
    .then(() => process.exit(0));
});

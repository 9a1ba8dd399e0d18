/**
 * Question: how long do clients on a CPU wait for `tinker serve` and for SkyRL's Tinker server, with the same model, alone and beside a large tenant?
 *
 *     npx tsx test/tinker/model.ts DIR 512 12
 *     LARGE=16x500 node scripts/skyrl-server.mjs --model DIR -- npx tsx bench/tinker-skyrl.ts DIR
 *
 * The first command writes a Qwen3 of 26 million random weights. The second starts SkyRL with it and sets TINKER_BASE_URL; `tinker serve --model DIR`
 * starts when SkyRL has been measured, so only one of the two computes at a time. It needs an idle machine. PHASE_MS and LARGE are those of
 * bench/tinker-load.ts. It writes its table to docs/tinker-serve.md.
 */
import { basename } from 'node:path';
import { describeMachine } from './harness.js';
import { benchOptions } from './options.js';
import { writeTable } from './table.js';
import { measureServer, summaryOf } from './tinker-load.js';
import { serveModel } from './tinker-served.js';

const { positionals } = benchOptions({ allowPositionals: true });
const [model] = positionals;
const peer = process.env['TINKER_BASE_URL'];
if (model === undefined || peer === undefined)
  throw new RangeError("expected a model's folder, and SkyRL's address in TINKER_BASE_URL (see --help)");

const skyrl = await measureServer(peer, basename(model));
const server = await serveModel(['--model', model, '--name', 'model']);
try {
  const ours = await measureServer(server.url, 'model');
  const data = {
    'tinker serve': { alone: summaryOf(ours.alone), beside: summaryOf(ours.beside) },
    SkyRL: { alone: summaryOf(skyrl.alone), beside: summaryOf(skyrl.beside) },
  };
  const head = ['milliseconds, median (worst)', ...Object.keys(data).flatMap((name) => [`${name}, alone`, 'beside'])];
  const rows = Object.keys(ours.alone).map((call) => [
    call,
    ...Object.values(data).flatMap(({ alone, beside }) =>
      [alone[call]!, beside[call]!].map(({ median, worst }) => `${median.toPrecision(3)} (${worst.toPrecision(3)})`),
    ),
  ]);
  writeTable({
    name: 'tinker-skyrl',
    guide: 'docs/tinker-serve.md',
    head,
    rows,
    data: { ...data, machine: describeMachine() },
  });
} finally {
  await server.close();
}

/**
 * Claim: `tinker serve` answers `healthz` within 50 ms whatever it computes, and a small tenant's step beside a large one takes at most
 * three times as long as alone.
 *
 * `npx tsx bench/tinker-serve.ts` starts `tinker serve --config small` in a process of its own. The large tenant asks for gradients of 80,000 tokens
 * one after the other. Beside it a small tenant makes steps of 8 x 32 tokens, and a third one draws 8 tokens; each is also timed alone. It needs an
 * idle machine, and takes five times PHASE_MS (default 20 000) and two gradients of the large tenant. It writes its table to docs/tinker-serve.md.
 */
import { describeMachine } from './harness.js';
import { benchOptions } from './options.js';
import { writeTable } from './table.js';
import { measureServer, summaryOf } from './tinker-load.js';
import { serveModel } from './tinker-served.js';

benchOptions();

const server = await serveModel(['--config', 'small']);
try {
  const times = await measureServer(server.url, 'small');
  const [alone, beside] = [summaryOf(times.alone), summaryOf(times.beside)];
  const ms = (value: number) => value.toPrecision(3);
  const rows = Object.entries(alone).map(([name, own]) => {
    const other = beside[name]!;
    const ratio = `${(other.median / own.median).toPrecision(2)} ×`;
    return [name, ms(own.median), ms(own.worst), ms(other.median), ms(other.worst), ratio];
  });
  const head = ['milliseconds', 'alone, median', 'worst', 'beside, median', 'worst', 'ratio'];
  const data = { alone, beside, machine: describeMachine() };
  writeTable({ name: 'tinker-serve', guide: 'docs/tinker-serve.md', head, rows, data });
} finally {
  await server.close();
}

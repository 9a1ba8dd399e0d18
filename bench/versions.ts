/**
 * Claim: nothing is slower than in another version of the package, beyond 5 %.
 *
 *     npm run bench:versions -- OLD.tgz NEW.tgz [--rounds N] [--only NAME,NAME]
 *
 * The two tarballs are loaded in a process each and take turns, in an order that changes from round to round, so that a
 * busy moment hits both. The interval is the bootstrap's for the median of the rounds' ratios, new over old: above 1
 * the new version is slower.
 */
import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Random } from '../src/base/index.js';
import { benchOptions } from './options.js';

const { values, positionals } = benchOptions({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '21' }, only: { type: 'string', default: '' } },
});
if (positionals.length !== 2) throw new Error('two tarballs are needed: the old one and the new one');
const rounds = Number(values.rounds);

// Inside node_modules, so that both resolve the same dependencies.
const folder = resolve(import.meta.dirname, '../node_modules/.versions');
const workers = await Promise.all(positionals.map((tarball, index) => start(tarball, join(folder, String(index)))));
try {
  const names = (await ask(workers[0]!, { names: true })) as string[];
  const wanted = values.only === '' ? names : names.filter((name) => values.only.split(',').includes(name));
  console.log('| Work | Old, ms | New, ms | New over old | 95 % interval | |\n| --- | --- | --- | --- | --- | --- |');
  for (const name of wanted) await compare(name);
} finally {
  for (const worker of workers) worker.disconnect();
  rmSync(folder, { recursive: true, force: true });
}

async function start(tarball: string, target: string): Promise<ChildProcess> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['xzf', resolve(tarball), '-C', target]);
  const worker = fork(join(import.meta.dirname, 'versions-worker.ts'), [join(target, 'package')], {
    execArgv: ['--import', 'tsx', '--expose-gc', '--max-old-space-size=6000'],
  });
  await once(worker, 'message');
  return worker;
}

async function ask(worker: ChildProcess, question: object): Promise<unknown> {
  worker.send(question);
  const [answer] = (await once(worker, 'message')) as [{ error?: string; answer?: unknown }];
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer.answer;
}

async function compare(name: string): Promise<void> {
  const times: [number, number][] = [];
  for (let round = -3; round < rounds; round++) {
    const pair: [number, number] = [0, 0];
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      pair[side] = (await ask(workers[side]!, { name })) as number;
    }
    if (round >= 0) times.push(pair);
  }
  const ratios = times.map(([before, after]) => after / before);
  const [low, high] = interval(ratios);
  const verdict = low > 1.05 ? 'slower' : high < 0.95 ? 'faster' : '';
  const cells = [median(times.map(([a]) => a)).toFixed(1), median(times.map(([, b]) => b)).toFixed(1)];
  const span = `${low.toFixed(3)} to ${high.toFixed(3)}`;
  console.log(`| ${name} | ${cells.join(' | ')} | ${median(ratios).toFixed(3)} | ${span} | ${verdict} |`);
}

function interval(ratios: readonly number[]): [number, number] {
  const random = new Random('versions');
  const medians = Array.from({ length: 2000 }, () => median(ratios.map(() => random.pick(ratios))));
  medians.sort((a, b) => a - b);
  return [medians[50]!, medians[1949]!];
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

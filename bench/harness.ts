import { arch, availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';

/** One way of doing the work that a benchmark is about. */
export interface Contestant {
  readonly name: string;
  /** How much is done by one run, in the benchmark's unit of work. */
  readonly work: number;
  /** Does the work; what it returns is consumed, so that nothing can be optimised away. */
  run(): unknown;
}

/** How fast one contestant was. */
export interface Measurement {
  readonly name: string;
  /** Work per second: median, slowest and fastest round. */
  readonly median: number;
  readonly slowest: number;
  readonly fastest: number;
  /** Median over the baseline's median. */
  readonly ratio: number;
}

/** Where a measurement was taken; a number without it means nothing. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly platform: string;
  readonly runtime: string;
  /** Processes wanting a core, before and after; more than a few per core make the numbers low. */
  readonly loadBefore: number;
  readonly loadAfter: number;
}

export interface MeasureOptions {
  /** Timed rounds; each runs every contestant once, so that a busy moment hits all. Default 9. */
  readonly rounds?: number;
  /** Rounds before those, not timed. Default 2. */
  readonly warmUp?: number;
  /** The name of the contestant that ratios are taken to; default the first. */
  readonly baseline?: string;
}

/** Runs contestants side by side, round by round. */
export async function measure(
  contestants: readonly Contestant[],
  { rounds = 9, warmUp = 2, baseline = contestants[0]!.name }: MeasureOptions = {},
): Promise<{ readonly measurements: readonly Measurement[]; readonly machine: Machine }> {
  const loadBefore = loadavg()[0]!;
  const speeds = new Map(contestants.map(({ name }) => [name, [] as number[]]));
  for (let round = -warmUp; round < rounds; round++) {
    for (const contestant of contestants) {
      const start = performance.now();
      consume(await contestant.run());
      const seconds = (performance.now() - start) / 1000;
      if (round >= 0) speeds.get(contestant.name)!.push(contestant.work / seconds);
    }
  }
  const base = median(speeds.get(baseline)!);
  const measurements = contestants.map(({ name }) => {
    const own = speeds.get(name)!;
    const middle = median(own);
    return { name, median: middle, slowest: Math.min(...own), fastest: Math.max(...own), ratio: middle / base };
  });
  return { measurements, machine: { ...describeMachine(), loadBefore, loadAfter: loadavg()[0]! } };
}

export function describeMachine(): Omit<Machine, 'loadBefore' | 'loadAfter'> {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${platform()} ${arch()}`,
    runtime: `Node.js ${process.version}`,
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

let consumed = 0;

function consume(result: unknown): void {
  consumed += typeof result === 'number' ? result : 1;
  if (!Number.isFinite(consumed)) consumed = 0;
}

import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DecoderConfig } from '../src/tfjs/index.js';
import { limitSeconds, needOf, type DeviceSpeed } from './engine-limit.js';
import { jobOf, tokensOf, type EngineAnswer, type Work } from './engine-problem.js';
import { median } from './harness.js';
import { startPeer, type Peer } from './peer.js';
import { startPythonPeer } from './python-peer.js';

/** Who does the work: torch on a device, or ours on a backend. */
export interface Contestant {
  readonly name: string;
  readonly isTorch: boolean;
  readonly engine: string;
  readonly dtype: 'float32' | 'bfloat16';
}

export interface CompareOptions {
  readonly contestants: readonly Contestant[];
  readonly threads: number;
  readonly runs: number;
  /** The most seconds that one run may take. */
  readonly limitSeconds: number;
  /** By number format. */
  readonly speeds: ReadonlyMap<string, DeviceSpeed>;
}

/** One contestant's runs of one kind of work. */
export interface Result {
  readonly contestant: string;
  readonly model: string;
  readonly work: string;
  readonly tokens: number;
  /** A token's part of the median run. */
  readonly cpuMs: number;
  readonly wallMs: number;
  /** Of its matrix products alone. */
  readonly limitMs?: number;
  readonly peakBytes: number;
  readonly deviceBytes?: number;
  readonly check: number;
  readonly about: string;
  readonly loadAverage: number;
  readonly runs: readonly EngineAnswer[];
}

export interface Failure {
  readonly contestant: string;
  readonly model: string;
  readonly work: string;
  readonly failed: string;
}

/** How far apart losses and logprobs of float32 may lie. */
const AGREEMENT = 1e-3;

/** Every contestant does the same work, each in a process of its own, in turns; the first run of each is not timed. */
export async function compare(
  [model, config]: readonly [string, DecoderConfig],
  work: Work,
  options: CompareOptions,
): Promise<readonly (Result | Failure)[]> {
  const peers = options.contestants.map((contestant) => ({
    contestant,
    answers: [] as EngineAnswer[],
    failed: undefined as string | undefined,
    peer: start(config, work, contestant, options.threads),
  }));
  for (let run = -1; run < options.runs; run++)
    for (const one of peers) {
      if (one.failed !== undefined) continue;
      try {
        one.answers.push(await answerOf(one.peer, options.limitSeconds));
      } catch (error) {
        one.failed = (error as Error).message;
        one.peer?.kill();
      }
    }
  for (const { peer } of peers) peer?.close();

  const reference = peers.find(({ contestant }) => contestant.dtype === 'float32')?.answers[0]?.check;
  return peers.map(({ contestant, answers: [warmUp, ...runs], failed }) => {
    const at = { contestant: contestant.name, model, work: work.name };
    if (failed !== undefined || warmUp === undefined) return { ...at, failed: failed ?? 'no answer' };
    const { check, about } = warmUp;
    if (contestant.dtype === 'float32' && Math.abs(check - reference!) > AGREEMENT * Math.abs(reference!))
      return { ...at, failed: `computes something else: ${check} in place of ${reference}` };
    const tokens = tokensOf(work);
    const speed = options.speeds.get(contestant.dtype);
    const need = needOf(config, work, contestant.dtype === 'float32' ? 4 : 2);
    const perToken = (seconds: (answer: EngineAnswer) => number) => (1e3 * median(runs.map(seconds))) / tokens;
    const { peakBytes, deviceBytes } = runs.at(-1)!;
    return {
      ...at,
      tokens,
      cpuMs: perToken(({ cpuSeconds }) => cpuSeconds),
      wallMs: perToken(({ seconds }) => seconds),
      ...(speed && { limitMs: (1e3 * limitSeconds(need, speed)) / tokens }),
      ...{ peakBytes, check, about, runs, loadAverage: loadavg()[0]! },
      ...(deviceBytes !== undefined && { deviceBytes }),
    };
  });
}

/** @returns What torch's device does at most; undefined without torch. */
export async function deviceSpeed(
  { engine, dtype }: Contestant,
  options: Pick<CompareOptions, 'threads' | 'limitSeconds'>,
): Promise<DeviceSpeed | undefined> {
  const peer = startPythonPeer('engine-peer.py', { engine, dtype, threads: options.threads });
  try {
    return await answerOf<DeviceSpeed>(peer, options.limitSeconds);
  } catch (error) {
    console.error(`limit of ${dtype}: ${(error as Error).message}`);
    return undefined;
  } finally {
    peer?.kill();
  }
}

function start(config: DecoderConfig, work: Work, contestant: Contestant, threads: number): Peer | undefined {
  const job = jobOf(config, work, { ...contestant, threads });
  if (contestant.isTorch) return startPythonPeer('engine-peer.py', job);
  const isOwnBuild = contestant.engine === 'node' && process.env['RSTAR2_NATIVE'] !== undefined;
  const resolve = fileURLToPath(new URL('../scripts/native-resolve.mjs', import.meta.url));
  const flags = [...process.execArgv, ...(isOwnBuild ? ['--import', resolve] : [])];
  return startPeer(process.execPath, [...flags, process.argv[1]!, '--worker'], job);
}

async function answerOf<T extends object = EngineAnswer>(peer: Peer | undefined, seconds: number): Promise<T> {
  if (peer === undefined) throw new Error('there is no Python');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`takes more than ${seconds} s`)), seconds * 1e3);
  });
  try {
    const answer = (await Promise.race([peer.ask(), late])) as T & { readonly error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  } finally {
    clearTimeout(timer);
  }
}

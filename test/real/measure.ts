/** What the programs that hold a real model, or one of a real size, against others measure with. */
import { createSampler, type Decoder } from '../../src/tfjs/index.js';

/** What a piece of work took. */
export interface Took {
  readonly seconds: number;
  /** What all cores together have worked for this process: other programs' work is not in it. */
  readonly coreSeconds: number;
}

export async function timed<T>(work: () => Promise<T>): Promise<readonly [T, Took]> {
  const start = performance.now();
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [result, { seconds: (performance.now() - start) / 1e3, coreSeconds: (user + system) / 1e6 }];
}

/** Tokens a second, and a second of one core's work. */
export interface Speed {
  readonly perSecond: number;
  readonly perCoreSecond: number;
}

export function speedOf(tokens: number, { seconds, coreSeconds }: Took): Speed {
  return { perSecond: tokens / seconds, perCoreSecond: tokens / coreSeconds };
}

/** The most memory that the process has had, in bytes. */
export function peakMemory(): number {
  return process.resourceUsage().maxRSS * 1024;
}

/** The speed of `length` tokens each of several conversations whose prompts of 32 tokens have been read in. */
export async function decodeSpeed(model: Decoder, rows: number, length: number): Promise<Speed> {
  const sampler = createSampler(model);
  const prompts = Array.from({ length: rows }, (_, row) =>
    Int32Array.from({ length: 32 }, (_, i) => 1000 + ((row * 37 + i * 11) % 1000)),
  );
  const generate = (starts: readonly Int32Array[], maxTokens: number) =>
    Promise.all(
      starts.map((tokens, row) =>
        sampler.generate({
          tokens,
          sessionId: String(row),
          sampling: { temperature: 0, maxTokens, stopTokens: [] },
        }),
      ),
    );
  const first = await generate(prompts, 1);
  const begun = prompts.map((prompt, row) => Int32Array.of(...prompt, ...first[row]!.tokens));
  const [, took] = await timed(() => generate(begun, length));
  await sampler.close();
  return speedOf(rows * length, took);
}

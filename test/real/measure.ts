/** What the programs that hold a real model, or one of a real size, against others measure with. */
import { createSampler, type Decoder } from '../../src/tfjs/index.js';

/** Seconds of a piece of work. */
export async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const start = performance.now();
  const result = await work();
  return [result, (performance.now() - start) / 1000];
}

/** The most memory that the process has had, in bytes. */
export function peakMemory(): number {
  return process.resourceUsage().maxRSS * 1024;
}

/** Tokens a second of `length` tokens each of several conversations whose prompts of 32 tokens have been read in. */
export async function decodeSpeed(model: Decoder, rows: number, length: number): Promise<number> {
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
  const [, seconds] = await timed(() => generate(begun, length));
  await sampler.close();
  return (rows * length) / seconds;
}

import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { OutputPipe } from '../../../../../../src/sandbox/local/internal/server/output-pipe.js';
import { makePipes } from '../../../../../../src/sandbox/local/internal/server/outputs.js';

const pipes: OutputPipe[] = [];
afterEach(() => {
  for (const pipe of pipes.splice(0)) pipe.destroy();
});

/** Listens to what a Python program writes to descriptor 1. @returns How often it was told of something. */
async function listen(program: string): Promise<{ told: number; elapsedMs: number; text: string }> {
  const startedAt = performance.now();
  const [ends] = await makePipes(1);
  let told = 0;
  const pipe = new OutputPipe(
    ends!,
    () => told++,
    (error) => {
      throw error;
    },
  );
  pipes.push(pipe);
  pipe.listen();
  const child = spawn('python3', ['-I', '-c', program], { stdio: ['ignore', ends!.writeFd, 'inherit'] });
  closeSync(ends!.writeFd);
  await new Promise((resolve) => child.on('exit', resolve));
  pipe.drain(65_536);
  return { told, elapsedMs: performance.now() - startedAt, text: pipe.take(1 << 20).toString() };
}

/** Writes single bytes for a while, as fast as they are taken. */
const bytes = (each: string) =>
  `import fcntl, os, time\nend = time.time() + 0.7\n${each}while time.time() < end:\n    os.write(1, b"x")\n    time.sleep(1e-6)`;

it.each([
  ['writes bytes one by one', ''],
  ['writes bytes one by one, each a packet', 'fcntl.fcntl(1, fcntl.F_SETFL, os.O_DIRECT)\n'],
])('is read seldom where a program %s', async (_, each) => {
  const { told, elapsedMs } = await listen(bytes(each));
  // Some reads are free, then they are rare: without that, each byte costs one.
  expect(told).toBeLessThan(130 + elapsedMs / 4);
});

it('keeps every byte in its order where a program writes much', async () => {
  const { text } = await listen('import os\nfor i in range(3000): os.write(1, b"%5d" % i * (1 if i % 7 else 40))');
  const expected = Array.from({ length: 3000 }, (_, i) =>
    String(i)
      .padStart(5)
      .repeat(i % 7 === 0 ? 40 : 1),
  ).join('');
  expect(text).toBe(expected);
});

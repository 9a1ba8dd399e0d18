import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeLimits } from '../../../../../../src/sandbox/internal/limits.js';
import { pythonFolder } from '../../../../../../src/sandbox/local/internal/containment/root-tree.js';
import { encodeFrame, END_MARK_BYTES } from '../../../../../../src/sandbox/local/internal/server/frame.js';
import type { FrameContent } from '../../../../../../src/sandbox/local/internal/server/frame.js';

/** Reads frames as a fork server's child does, one after another, and says what it understood. */
const READER = `
import json, os, sys
sys.path.insert(0, sys.argv[1])
import rstar2_wire as wire
os.dup2(os.open(sys.argv[2], os.O_RDONLY), 70)
sizes = json.loads(sys.argv[3])
for size in sizes:
    reader, writer = os.pipe()
    os.dup2(reader, wire.INPUT)
    if os.fork() == 0:
        os.close(wire.INPUT); os.close(reader)
        while size > 0:
            data = os.read(70, min(size, 50000))
            size -= len(data)
            wire.write_all(writer, data)
        os._exit(0)
    os.close(writer)
    flags, code, text, limits, mark = wire.read_call()
    os.wait()
    print(json.dumps([bool(flags & wire.DETERMINISTIC), bool(flags & wire.SHOW_VALUE), bool(flags & wire.NATIVE),
                      bool(flags & wire.SESSION), code.hex(), text.hex(), list(limits), mark.hex()]))
`;

const bytes = (content: FrameContent) =>
  Buffer.from(typeof content.program === 'string' ? content.program : new Uint8Array(content.program));

/** What the reader must say about a frame. */
const understood = (content: FrameContent) => [
  content.deterministic,
  content.value,
  typeof content.program !== 'string',
  content.endMark !== undefined,
  bytes(content).toString('hex'),
  Buffer.from(content.stdin).toString('hex'),
  [
    Math.ceil(content.limits.cpuMs / 1000),
    content.limits.memoryBytes,
    content.limits.fileSizeBytes,
    content.limits.processes,
  ],
  (content.endMark ?? Buffer.alloc(END_MARK_BYTES)).toString('hex'),
];

const text = fc.string({ unit: 'grapheme', maxLength: 200 });
const contents: fc.Arbitrary<FrameContent> = fc.record(
  {
    program: fc.oneof(
      text,
      text.map((part) => part.repeat(2000)),
      fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
    ),
    stdin: fc.oneof(
      text,
      text.map((part) => part.repeat(3000)),
    ),
    limits: fc
      .record({
        cpuMs: fc.integer({ min: 1, max: 0x7fffffff }),
        memoryBytes: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        fileSizeBytes: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
        processes: fc.integer({ min: 1, max: 0xffffffff }),
      })
      .map((some) => mergeLimits(some)),
    deterministic: fc.boolean(),
    value: fc.boolean(),
    endMark: fc.uint8Array({ minLength: END_MARK_BYTES, maxLength: END_MARK_BYTES }).map((array) => Buffer.from(array)),
  },
  { requiredKeys: ['program', 'stdin', 'limits', 'deterministic', 'value'] },
);

it('a frame that one language writes is what the other reads, whatever is in it', () => {
  const sample = fc.sample(contents, { numRuns: 100, seed: 7 });
  const frames = sample.map((content) => encodeFrame(content));
  const folder = mkdtempSync(join(tmpdir(), 'rstar2-frames-'));
  const path = join(folder, 'frames');
  writeFileSync(path, Buffer.concat(frames));
  const sizes = JSON.stringify(frames.map((frame) => frame.length));
  const input = openSync('/dev/null', 'r');
  const { stdout, stderr, status } = spawnSync('python3', ['-I', '-c', READER, pythonFolder(), path, sizes], {
    stdio: [input, 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  closeSync(input);
  rmSync(folder, { recursive: true });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const read = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  expect(read).toEqual(sample.map(understood));
});

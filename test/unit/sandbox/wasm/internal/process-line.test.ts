import { describe, expect, it } from 'vitest';
import { asProcessLine } from '../../../../../src/sandbox/wasm/internal/process-line.js';

const END = { id: 'a1', exitCode: 0, value: null, outOfMemory: false, alive: true };

describe('asProcessLine', () => {
  it.each([
    { ready: { python: '3.14.0', pyodide: '314' } },
    { failed: 'no memory' },
    { id: 'a1', to: 1, text: 'x' },
    END,
    { ...END, exitCode: 3, value: '4', interrupted: 'wall' },
  ])('gives %j', (line) => {
    expect(asProcessLine(line)).toBe(line);
  });

  it.each([
    ...[undefined, null, 'text', 5, {}, { ready: null }, { failed: { toString: 1 } }, { ...END, id: 7 }],
    ...[
      { id: 'a1', to: 3, text: 'x' },
      { id: 'a1', to: 1, text: { toString: 1 } },
      { ...END, to: null },
    ],
    ...[
      { ...END, exitCode: '0' },
      { ...END, exitCode: 1.5 },
      { ...END, value: 5 },
      { ...END, value: { toString: 1 } },
    ],
    ...[
      { ...END, outOfMemory: undefined },
      { ...END, alive: 1 },
      { ...END, interrupted: 'never' },
    ],
  ])('refuses %j', (line) => {
    expect(asProcessLine(line)).toBeUndefined();
  });
});

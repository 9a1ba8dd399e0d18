import { describe, expect, it } from 'vitest';
import { simpleTirVoidTurn } from '../../../../src/compat/index.js';

describe('simpleTirVoidTurn', () => {
  it('is a turn with neither a whole block of code nor a box', () => {
    expect(simpleTirVoidTurn('Let me think.')).toBe(true);
    expect(simpleTirVoidTurn('```python\nprint(1)\n```')).toBe(false);
    expect(simpleTirVoidTurn('```python\nprint(1)')).toBe(true);
    expect(simpleTirVoidTurn('so \\boxed{42}')).toBe(false);
  });

  it('takes time linear in a text of openings', () => {
    expect(simpleTirVoidTurn('```\n x'.repeat(200_000))).toBe(true);
  });
});

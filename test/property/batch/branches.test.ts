import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rollout } from '../../../src/base/index.js';
import { packRollouts, selectSequences } from '../../../src/batch/index.js';

/** A turn of an agent: what it read before it, what it drew, and the turns that follow it. */
interface Node {
  readonly read: readonly number[];
  readonly drawn: readonly number[];
  readonly next: readonly Node[];
}

const { tree } = fc.letrec<{ tree: Node }>((tie) => ({
  tree: fc.record({
    read: fc.array(fc.constant(0), { minLength: 1, maxLength: 3 }),
    drawn: fc.array(fc.constant(1), { minLength: 1, maxLength: 3 }),
    next: fc.oneof({ depthSize: 'small' }, fc.constant([]), fc.array(tie('tree'), { maxLength: 3 })),
  }),
}));

/** The lines of turns from the root to each leaf. */
function linesOf(node: Node): Node[][] {
  return node.next.length === 0 ? [[node]] : node.next.flatMap(linesOf).map((line) => [node, ...line]);
}

/** Numbers every token of a tree, so that each is found again: what is read is even, what is drawn odd. */
function numbered(node: Node, from: { next: number }): Node {
  return {
    read: node.read.map(() => 2 * from.next++),
    drawn: node.drawn.map(() => 2 * from.next++ + 1),
    next: node.next.map((child) => numbered(child, from)),
  };
}

function rolloutOf(root: Node): Rollout {
  const trained = new Set<Node>();
  const paths = linesOf(root).map((line) => {
    const own = line.filter((node) => !trained.has(node));
    const ids = line.flatMap(({ read, drawn }) => [...read, ...drawn]);
    const responseMask = line.flatMap((node) => [
      ...node.read.map(() => 0),
      ...node.drawn.map(() => Number(!trained.has(node))),
    ]);
    for (const node of own) trained.add(node);
    const logprobs = Float32Array.from(ids, (id, t) => (responseMask[t] === 1 ? -id / 64 : 0));
    const tokens = {
      ids: Int32Array.from(ids),
      logprobs,
      responseMask: Uint8Array.from(responseMask),
      promptLength: 1,
    };
    return { tokens, turns: own.map(({ drawn }) => ({ text: drawn.join(' '), toolCalls: [] })) };
  });
  const [main, ...branches] = paths.map((path) => ({ ...path, prompt: [], finishReason: 'stop' as const }));
  return { id: 'r', groupId: 'g', ...main!, branches };
}

/** The tokens from the root to each drawn token, by that token. */
function contextsOf(node: Node, before: readonly number[] = []): Map<number, readonly number[]> {
  const contexts = new Map<number, readonly number[]>();
  let context = [...before, ...node.read];
  for (const id of node.drawn) {
    contexts.set(id, context);
    context = [...context, id];
  }
  for (const child of node.next) for (const [id, own] of contextsOf(child, context)) contexts.set(id, own);
  return contexts;
}

describe('trees of turns', () => {
  it('are packed so that every drawn token is counted once, after what the tree has before it', () => {
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 4 }), fc.nat(), (trees, pick) => {
        const from = { next: 1 };
        const roots = trees.map((root) => numbered(root, from));
        const whole = packRollouts(roots.map(rolloutOf), { advantages: 1, aggregation: 'seq-mean-token-mean' });
        const order = roots.map((_, i) => (i + pick) % roots.length);
        const batch = selectSequences(whole, order);
        const expected = new Map(roots.flatMap((root) => [...contextsOf(root)]));
        const counted: number[] = [];
        const segments = batch.segments ?? batch.offsets;
        for (let p = 0; p + 1 < segments.length; p++)
          for (let t = segments[p]!; t < segments[p + 1]!; t++) {
            if (batch.responseMask[t] === 0) continue;
            const id = batch.tokens[t]!;
            counted.push(id);
            expect(Array.from(batch.tokens.subarray(segments[p], t))).toEqual(expected.get(id));
            expect(batch.oldLogprobs[t]).toBe(Math.fround(-id / 64));
          }
        expect(counted.toSorted((a, b) => a - b)).toEqual([...expected.keys()].toSorted((a, b) => a - b));
        // Each rollout weighs as much as any other, however many paths it has.
        order.forEach((_, i) => {
          const own = batch.lossWeights.subarray(batch.offsets[i], batch.offsets[i + 1]);
          expect(own.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1 / roots.length, 5);
        });
      }),
    );
  });
});

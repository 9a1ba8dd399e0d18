import type { Random } from '../../base/index.js';

/**
 * Draws without replacement, one by one, each time with probability ∝ weight among those still there.
 *
 * @param weights - Positive and finite; one per item.
 * @param count - At most the number of items.
 * @returns The items drawn, in the order they were drawn.
 */
export function drawWeighted<T>(items: readonly T[], weights: readonly number[], count: number, random: Random): T[] {
  const left = items.map((item, i) => ({ item, weight: weights[i]! }));
  const drawn: T[] = [];
  while (drawn.length < count) {
    let point = random.next() * left.reduce((sum, { weight }) => sum + weight, 0);
    // Rounding may leave a little of the last weight: the search ends there at the latest.
    let at = 0;
    while (at < left.length - 1 && point >= left[at]!.weight) point -= left[at++]!.weight;
    drawn.push(left.splice(at, 1)[0]!.item);
  }
  return drawn;
}

/** @returns `count` of the items, every subset of that size equally likely. */
export function drawUniform<T>(items: readonly T[], count: number, random: Random): T[] {
  return random.shuffle(items).slice(0, count);
}

/** @returns The `count` items of lowest value, earlier items first where values are equal; a slice as Python takes it. */
export function takeLowest<T>(items: readonly T[], values: readonly number[], count: number): T[] {
  const order = items.map((_, i) => i).sort((a, b) => values[a]! - values[b]! || a - b);
  return order.slice(0, count).map((i) => items[i]!);
}

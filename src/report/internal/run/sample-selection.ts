import { toolCallsOf, type RolloutSample } from '../../../base/index.js';
import { groupByLabel } from '../../../base/internal/index.js';

/**
 * Chooses which samples a report shows when there are more than it may hold.
 *
 * Steps are served in turn, and within a step the kinds (kept or dropped, right or wrong, with or without a failed
 * call), so that every step and every kind is there to be read; the outcome depends on nothing but the input.
 *
 * @returns At most `limit` samples, by step, in their given order.
 */
export function selectSamples(samples: readonly RolloutSample[], limit: number): RolloutSample[] {
  const order = samples.map((_, index) => index).sort((a, b) => samples[a]!.step - samples[b]!.step || a - b);
  if (order.length <= limit) return order.map((index) => samples[index]!);

  const stepOf = samples.map(({ step }) => step);
  const kinds = samples.map(kindOf);
  const queues = spread(groupByLabel(stepOf, order), limit).map((step) =>
    interleave(groupByLabel(kinds, step.members).map((kind) => kind.members)),
  );
  const chosen = new Set(interleave(queues).slice(0, limit));
  return order.filter((index) => chosen.has(index)).map((index) => samples[index]!);
}

function kindOf({ kept, rollout }: RolloutSample): string {
  const failed = toolCallsOf(rollout).some(({ response }) => response.isError);
  return `${kept} ${(rollout.reward ?? 0) > 0} ${failed}`;
}

/** At most `limit` members at even distances, the first and the last among them. */
function spread<T>(items: readonly T[], limit: number): T[] {
  if (items.length <= limit) return [...items];
  if (limit <= 1) return items.slice(items.length - limit);
  return Array.from({ length: limit }, (_, i) => items[Math.round((i * (items.length - 1)) / (limit - 1))]!);
}

/** The first of every list, then the second of every list, and so on. */
function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) =>
    lists.filter((list) => i < list.length).map((list) => list[i]!),
  ).flat();
}

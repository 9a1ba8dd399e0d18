import { CapabilityError, type LearnerModel } from '../../../../base/index.js';
import { integerSeed } from '../../../../base/internal/index.js';
import { ATTENTION, MLP } from '../../../wire/index.js';
import type { TinkerLora } from '../../../wire/messages.js';

/**
 * An adapter in the protocol's words, which has three kinds of matrices and no alpha.
 *
 * @returns undefined where all weights are trained.
 * @throws CapabilityError for what these words cannot say.
 */
export function toTinkerLora({ lora, seed }: LearnerModel): TinkerLora | undefined {
  if (lora === undefined) return undefined;
  const { rank, alpha, targets } = lora;
  if (alpha !== undefined)
    throw new CapabilityError('lora', `model.lora.alpha: expected none (the server has its own), got ${alpha}`);
  return {
    rank,
    ...(seed !== undefined && { seed: integerSeed(seed, 2 ** 31) }),
    ...(targets !== undefined && toKinds(targets)),
  };
}

function toKinds(targets: readonly string[]): Partial<TinkerLora> {
  const hasAll = (group: readonly string[]) => group.every((name) => targets.includes(name));
  const kinds = { trainAttention: hasAll(ATTENTION), trainMlp: hasAll(MLP), trainUnembed: targets.includes('lm_head') };
  const meant = [
    ...(kinds.trainAttention ? ATTENTION : []),
    ...(kinds.trainMlp ? MLP : []),
    ...(kinds.trainUnembed ? ['lm_head'] : []),
  ];
  if (targets.length === 0 || targets.some((name) => !meant.includes(name)))
    throw new CapabilityError(
      'lora',
      `model.lora.targets: expected all of ${ATTENTION.join(', ')}, or of ${MLP.join(', ')}, or lm_head, or some of these ` +
        `groups (what the protocol can say), got ${targets.join(', ') || 'none'}`,
    );
  return kinds;
}

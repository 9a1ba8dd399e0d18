import type { Learner, Objective, OptimizerParameters } from '../../base/index.js';
import { checkCapabilities } from '../../base/internal/index.js';

/** The needs of RL that a learner must support. */
export interface ObjectiveRequest {
  readonly objective: Objective;
  readonly parameters?: OptimizerParameters | undefined;
  readonly sampling: { readonly temperature?: number | undefined };
  /** Whether a KL term has a reference besides the learner's own. */
  readonly hasReference: boolean;
}

/**
 * @param path - Where `sampling` stands, and `reference` the reference of a KL term, for messages.
 * @throws CapabilityError or RangeError for what the learner cannot do.
 */
export function checkObjective(
  { capabilities }: Pick<Learner, 'capabilities'>,
  { objective, parameters, sampling, hasReference }: ObjectiveRequest,
  { path, reference }: { readonly path: string; readonly reference: string },
): void {
  checkCapabilities(capabilities, { objective, parameters });
  if (objective.kl !== undefined && !capabilities.reference && !hasReference)
    throw new RangeError(
      `${reference}: the objective has a KL term, but the learner did not keep its starting weights`,
    );
  const { temperature = 1 } = sampling;
  if (temperature !== 1 && !capabilities.temperature)
    throw new RangeError(`${path}.sampling.temperature: expected 1 (what this learner can do), got ${temperature}`);
}

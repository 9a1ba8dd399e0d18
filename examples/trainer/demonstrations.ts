import { rollOut, sequenceOfRollout, type DataSourceProgress, type RunOptions } from 'rstar2-agent/recipe';
import type { Settings } from './settings.js';
import { Demonstrator } from './task/demonstrator.js';
import { taskOf, type Problem } from './task/problems.js';

/** @returns Demonstrations of the protocol on training problems: each a rollout of the demonstrator, whose Python runs in the sandbox. */
export async function demonstrate(
  problems: readonly Problem[],
  seed: string,
  { demonstrations }: Settings,
  {
    onProgress,
    ...environment
  }: Pick<RunOptions, 'tokenizer' | 'tools' | 'signal'> & {
    readonly onProgress: (progress: DataSourceProgress) => void;
  },
) {
  const { problems: count, perProblem, ...quality } = demonstrations;
  const shown = problems.slice(0, count);
  const demonstrator = new Demonstrator(shown, environment.tokenizer, { ...quality, seed });
  const rollouts = await rollOut(demonstrator, shown.map(taskOf), {
    ...environment,
    samples: perProblem,
    sampling: { maxTokens: 256, maxTurns: 8 },
    seed: `${seed}/demonstrations`,
    onRollout: ({ completed, total }) => onProgress({ completed, total }),
  });
  return rollouts.map(sequenceOfRollout);
}

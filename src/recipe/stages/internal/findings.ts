import type { PolicyLoss } from '../../../base/index.js';
import type { RlStage, Stage } from '../recipe.js';
import { maxTokensAt, objectiveOf } from '../stage-rules.js';

/** By setting, below the stage or the recipe: what to say if it is probably a mistake, else false; a list where several may be wrong. */
export interface Findings {
  readonly [path: string]: Finding | readonly Finding[];
}
type Finding = string | false | undefined;

/** @param totalSteps - Optimizer steps of the stage; Infinity where the number of demonstrations is open. */
export function optimizerFindings({ optimizer }: Stage, totalSteps: number): Findings {
  const { learningRate, weightDecay = 0, epsilon = 0, schedule } = optimizer;
  const { kind, warmupSteps = 0, warmupShare, finalShare } = schedule ?? { kind: 'constant' };
  return {
    'optimizer.learningRate': [
      learningRate > 0.1 && `${learningRate} is far above what any model learns at; usual are 1e-6 to 1e-3`,
      learningRate < 1e-10 && `at ${learningRate} no weight moves by as much as its rounding; usual are 1e-6 to 1e-3`,
    ],
    'optimizer.epsilon':
      epsilon >= 0.01 && `${epsilon} is far above the root of the second moment: steps are almost zero; usual is 1e-8`,
    'optimizer.weightDecay': weightDecay > 1 && `${weightDecay} is far above what is usual, 0 to 0.1`,
    'optimizer.schedule.warmupSteps':
      warmupSteps > totalSteps &&
      totalSteps > 0 &&
      `${warmupSteps} optimizer steps of warm-up, and the stage has ${totalSteps}: the learning rate never reaches ${learningRate}`,
    'optimizer.schedule.warmupShare':
      warmupShare === 1 && 'the whole stage is warm-up: the learning rate reaches its peak only at the last step',
    'optimizer.schedule.finalShare': [
      kind === 'cosine' &&
        finalShare === 1 &&
        'a cosine that ends at its peak never falls; leave the schedule constant, or end at 0 to 0.1',
      kind === 'constant' &&
        finalShare !== undefined &&
        'a constant schedule does not use it; it is the end of a cosine',
    ],
  };
}

/** Below this temperature the most likely token is drawn nearly always. */
const COLD = 0.05;
/** A turn of the fastest engines takes longer. */
const LEAST_TURN_MS = 1000;

export function samplingFindings({ sampling, tools = [], until: { steps } }: RlStage): Findings {
  const { temperature = 1, topP = 1, maxTurns = 10, maxTokens, turnTimeoutMs = Infinity } = sampling;
  const growing = typeof maxTokens === 'object' ? maxTokens : undefined;
  return {
    'sampling.temperature': [
      temperature < COLD &&
        `a temperature of ${temperature} draws ${temperature === 0 ? '' : 'nearly '}the same rollout every time: all rewards of a group are equal, and nothing is learnt; training needs 1`,
      temperature > 2 && `${temperature} draws noise; training needs 1`,
    ],
    'sampling.topP':
      topP < 0.1 &&
      `${topP} leaves hardly a token to choose: rollouts of a group are equal, and nothing is learnt; training needs 1`,
    'sampling.maxTurns':
      maxTurns === 1 &&
      tools.length > 0 &&
      'with one turn no tool response is ever read: a rollout that calls a tool has no answer',
    'sampling.maxTokens': typeof maxTokens === 'number' && budgetFinding(maxTokens),
    'sampling.maxTokens.from': growing && budgetFinding(growing.from),
    'sampling.maxTokens.overSteps':
      growing &&
      growing.overSteps > steps &&
      steps > 0 &&
      `the budget grows over ${growing.overSteps} steps, and the stage has ${steps}: it ends at ${maxTokensAt(sampling, steps)} tokens`,
    'sampling.turnTimeoutMs':
      turnTimeoutMs < LEAST_TURN_MS &&
      `no engine generates a turn in ${turnTimeoutMs} ms: every rollout fails; the default is half an hour`,
  };
}

/** A boxed digit takes 8 tokens or more. */
export function budgetFinding(tokens: number): Finding {
  return tokens < 8 && `no answer fits into ${tokens} tokens: every rollout is cut off`;
}

export function objectiveFindings(stage: RlStage): Findings {
  const { kl, entropy } = objectiveOf(stage);
  const [ofKl = NaN, ofEntropy = NaN] = [kl?.coefficient, entropy?.coefficient];
  return {
    'start.reference':
      kl === undefined &&
      stage.start?.reference !== undefined &&
      'the objective has no KL term, so the reference has no effect; add kl to the objective, or leave the reference out',
    'objective.kl.coefficient': [
      ofKl === 0 && 'the KL term has weight 0: the reference is computed without effect; leave kl out',
      ofKl > 10 && `${ofKl} outweighs every reward: the policy stays where the reference is; usual are 0.001 to 0.1`,
      ofKl < 0 && `${ofKl} rewards being far from the reference; usual are 0.001 to 0.1`,
    ],
    'objective.entropy.coefficient':
      Math.abs(ofEntropy) > 1 &&
      `${ofEntropy} outweighs every reward: what is trained is the entropy; usual is 0.001 to 0.01`,
    ...lossFindings(stage.objective),
  };
}

/** Losses that clip the ratio itself to 1 − ε and 1 + ε; CISPO's upper bound may be far above 1. */
const RATIO_CLIPS: readonly PolicyLoss['kind'][] = ['clip', 'gspo', 'clip-cov', 'gmpo'];

function lossFindings(objective: RlStage['objective']): Findings {
  if (objective === undefined || typeof objective === 'string') return {};
  const { loss } = objective;
  const usual = loss.kind === 'gspo' ? '3e-4' : loss.kind === 'dppo' ? '0.2' : '0.2 to 0.4';
  // A total variation is at most 1.
  const limits = loss.kind === 'dppo' && loss.divergence !== 'kl' ? ['limitLow', 'limitHigh'] : [];
  const clips = RATIO_CLIPS.includes(loss.kind) ? ['clipLow', 'clipHigh'] : loss.kind === 'cispo' ? ['clipLow'] : [];
  const values = new Map<string, unknown>(Object.entries(loss));
  const beyond = [...clips, ...limits].filter((name) => Number(values.get(name) ?? 0) > 1);
  return Object.fromEntries(
    beyond.map((name) => [
      `objective.loss.${name}`,
      `${String(values.get(name))} clips next to nothing: it is a distance from 1; usual is ${usual}`,
    ]),
  );
}

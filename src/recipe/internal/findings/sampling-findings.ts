import type { RlStage } from '../../stages/recipe.js';
import { maxTokensAt } from '../../stages/stage-rules.js';
import type { Finding } from './finding.js';

/** Below it the most likely token is drawn nearly always. */
const COLD = 0.05;
/** A boxed digit takes more tokens. */
const LEAST_TOKENS = 8;
/** A turn of the fastest engines takes longer. */
const LEAST_TURN_MS = 1000;

export function samplingFindings({ sampling, tools, until: { steps } }: RlStage, at: string): Finding[] {
  const { temperature = 1, topP = 1, maxTurns = 10, maxTokens, turnTimeoutMs = Infinity } = sampling;
  const grows = typeof maxTokens === 'object' ? maxTokens : undefined;
  return [
    [
      `${at}.sampling.temperature`,
      temperature < COLD,
      `a temperature of ${temperature} draws ${temperature === 0 ? '' : 'nearly '}the same rollout every time: all rewards of a group are equal, and nothing is learnt; training needs 1`,
    ],
    [`${at}.sampling.temperature`, temperature > 2, `${temperature} draws noise; training needs 1`],
    [
      `${at}.sampling.topP`,
      topP < 0.1,
      `${topP} leaves hardly a token to choose: rollouts of a group are equal, and nothing is learnt; training needs 1`,
    ],
    [
      `${at}.sampling.maxTurns`,
      maxTurns === 1 && (tools?.length ?? 0) > 0,
      'with one turn no tool response is ever read: a rollout that calls a tool has no answer',
    ],
    grows === undefined
      ? budgetFinding(`${at}.sampling.maxTokens`, maxTokens as number)
      : budgetFinding(`${at}.sampling.maxTokens.from`, grows.from),
    [
      `${at}.sampling.maxTokens.overSteps`,
      grows !== undefined && grows.overSteps > steps && steps > 0,
      `the budget grows over ${grows?.overSteps} steps, and the stage has ${steps}: it ends at ${maxTokensAt(sampling, steps)} tokens`,
    ],
    [
      `${at}.sampling.turnTimeoutMs`,
      turnTimeoutMs < LEAST_TURN_MS,
      `no engine writes a turn in ${turnTimeoutMs} ms: every rollout fails; the default is half an hour`,
    ],
  ];
}

export function budgetFinding(path: string, tokens: number): Finding {
  return [path, tokens < LEAST_TOKENS, `no answer fits into ${tokens} tokens: every rollout is cut off`];
}

import { Random, type Rollout, type RolloutBranch, type ToolCall } from '../../../src/base/index.js';
import type { MetricRecord, RolloutSample } from '../../../src/report/index.js';

/** What a page must show as text and never run. */
export const HOSTILE =
  '</script><img src=x onerror="globalThis.hacked=1"><!-- <script>globalThis.hacked=1</script> \u2028';

/** Metrics of a made-up run: SFT, then RL with an evaluation every few steps. */
export function exampleMetrics({ sft = 60, rl = 40, seed = 'run', failed = 0.02 } = {}): MetricRecord[] {
  const random = new Random(seed);
  const noise = (size: number) => random.normal() * size;
  const metrics: MetricRecord[] = [];
  for (let step = 1; step <= sft; step++) {
    metrics.push({
      step,
      stage: 'sft',
      loss: 2.4 * Math.exp(-step / 15) + 0.05 + Math.abs(noise(0.03)),
      gradientNorm: 1.5 * Math.exp(-step / 30) + Math.abs(noise(0.1)),
      tokensPerSecond: 9000 + noise(300),
    });
  }
  const evaluate = (step: number) => {
    const progress = 1 / (1 + Math.exp(-(step - rl * 0.35) / (rl * 0.1)));
    metrics.push({
      step,
      stage: 'eval',
      passAt1: Math.min(1, 0.31 + 0.66 * progress + noise(0.008)),
      toolErrorShareInCorrect: Math.max(0, 0.18 * (1 - progress) + failed + noise(0.004)),
      responseLength: 96 - 18 * progress + noise(1),
      truncation: Math.max(0, 0.05 * (1 - progress) + noise(0.003)),
    });
  };
  evaluate(0);
  for (let step = 1; step <= rl; step++) {
    const progress = 1 / (1 + Math.exp(-(step - rl * 0.35) / (rl * 0.1)));
    metrics.push({
      step,
      stage: 'rl',
      reward: Math.min(1, Math.max(0, 0.3 + 0.66 * progress + noise(0.04))),
      toolErrorShareInCorrect: Math.max(0, 0.18 * (1 - progress) + failed + noise(0.015)),
      responseLength: 96 - 18 * progress + noise(3),
      truncation: Math.max(0, 0.05 * (1 - progress) + noise(0.01)),
      clipFraction: Math.max(0, 0.006 * progress + noise(0.001)),
      entropy: 0.6 * (1 - 0.8 * progress) + noise(0.01),
      kl: Math.abs(2e-4 + noise(5e-5)),
      loss: -0.02 + noise(0.01),
      gradientNorm: 0.8 + Math.abs(noise(0.1)),
      tokensPerSecond: 3400 + noise(150),
      rejectedGroups: 0.2 + 0.6 * progress,
      updateSeconds: 1.4 + noise(0.1),
    });
    if (step % 4 === 0) evaluate(step);
  }
  return metrics;
}

/** A call of the Python tool with what came back. */
export function exampleCall(code: string, text: string, isError = false): ToolCall {
  return { id: 'call-1', name: 'python', arguments: { code }, response: { text, isError, durationMs: 38 } };
}

/** A rollout that fails once, corrects itself and answers. */
export function exampleRollout(overrides: Partial<Rollout> = {}): Rollout {
  const flawed = 'x = fetch(12, 57)  # not a function\nprint(x)';
  const fixed =
    '"""Least common multiple."""\nfrom math import lcm\n\nfor n in range(2):\n    print(lcm(12, 57) % 997, "step", n)';
  const call = (code: string) =>
    `<tool_call>\n${JSON.stringify({ name: 'python', arguments: { code } })}\n</tool_call><|im_end|>`;
  return {
    id: 'step-12/p3/0',
    groupId: 'step-12/p3',
    prompt: [
      { role: 'system', content: 'Use Python for every step, then give the answer in \\boxed{} between answer tags.' },
      { role: 'user', content: 'Take a, the least common multiple of 12 and 57, modulo 997. What is it?' },
    ],
    turns: [
      {
        text: `<reason>The least common multiple is needed; let me compute it.</reason>\n${call(flawed)}`,
        toolCalls: [
          exampleCall(
            flawed,
            'Traceback (most recent call last):\n  File "<program>", line 1, in <module>\nNameError: name \'fetch\' is not defined',
            true,
          ),
        ],
      },
      {
        text: `<reason>There is no fetch. math.lcm does it.</reason>\n${call(fixed)}`,
        toolCalls: [exampleCall(fixed, '228 step 0\n228 step 1')],
      },
      { text: '<answer>The result is \\boxed{228}</answer><|im_end|>', toolCalls: [] },
    ],
    finishReason: 'stop',
    reward: 1,
    ...overrides,
  };
}

/** A rollout whose agent asked a sub-agent, shortened its history, and threw at last. */
export function exampleBranchedRollout(): Rollout {
  const rollout = exampleRollout({ id: 'step-40/p9/0', groupId: 'step-40/p9' });
  const prompt = [{ role: 'user' as const, content: 'Check this: lcm(12, 57) = 228.' }];
  const failed: ToolCall = {
    id: 'call-2',
    name: 'search',
    arguments: { query: 'lcm of 12 and 57' },
    response: { text: 'Error: no network', isError: true, errorEvidence: 'text' },
  };
  const branches: RolloutBranch[] = [
    {
      prompt,
      turns: [{ text: 'Let me look it up.', toolCalls: [failed] }],
      finishReason: 'stop',
      agent: { id: 'checker', parentId: 'solver' },
    },
    {
      prompt: rollout.prompt,
      turns: [{ text: '<answer>\\boxed{229}</answer>', toolCalls: [] }],
      finishReason: 'length',
    },
  ];
  const shared = rollout.turns[0]!.text;
  return {
    ...rollout,
    tokens: exampleTrace(rollout),
    branches: branches.map((branch, i) => {
      const tokens = exampleTrace({
        ...rollout,
        ...branch,
        turns: i === 0 ? branch.turns : [rollout.turns[0]!, ...branch.turns],
      });
      // The turn that the second branch goes on from is the main path's.
      if (i === 1) tokens.responseMask.fill(0, tokens.promptLength, tokens.promptLength + shared.length + 1);
      return { ...branch, tokens };
    }),
    reward: 0,
    agentError: 'Error: no file of that name\n    at solve (agent.ts:12:9)',
  };
}

/** Two groups of eight in each of a few steps, right and wrong, kept and dropped. */
export function exampleSamples(steps: readonly number[] = [1, 12, 40]): RolloutSample[] {
  const random = new Random('samples');
  return steps.flatMap((step) =>
    Array.from({ length: 16 }, (_, index): RolloutSample => {
      const right = random.next() < 0.6;
      const kept = random.next() < 0.5;
      const group = `step-${step}/p${index < 8 ? 1 : 2}`;
      const rollout = exampleRollout({ id: `${group}/${index % 8}`, groupId: group, reward: right ? 1 : 0 });
      const turns = index % 3 === 0 ? rollout.turns.slice(1) : rollout.turns;
      const errorRatio = index % 3 === 0 ? 0 : 0.5;
      return {
        step,
        rollout: { ...rollout, turns, tokens: exampleTrace(rollout) },
        kept,
        reason: `${kept ? 'kept: drawn' : 'dropped: not drawn'} (3 of 5 ${right ? 'positive' : 'negative'}s taken; penalty ${errorRatio})`,
        penalties: { errorRatio, format: 0, total: errorRatio },
        ...(kept ? { advantage: right ? 0.577 : -1.291 } : {}),
        groundTruth: '228',
      };
    }),
  );
}

/** Token ids are code points here. */
export const exampleTokenizer = { decode: (ids: ArrayLike<number>) => String.fromCodePoint(...Array.from(ids)) };

function exampleTrace(rollout: Rollout): NonNullable<Rollout['tokens']> {
  const random = new Random(rollout.id);
  const prompt = Array.from(rollout.prompt.map(({ content }) => content).join('\n') + '\n');
  const response = Array.from(rollout.turns.map(({ text }) => text).join('\n'));
  const ids = Int32Array.from([...prompt, ...response], (character) => character.codePointAt(0)!);
  const logprobs = new Float32Array(ids.length);
  const responseMask = new Uint8Array(ids.length).fill(1, prompt.length);
  for (let i = prompt.length; i < ids.length; i++) logprobs[i] = Math.log(1 - random.next() ** 6);
  return { ids, logprobs, responseMask, promptLength: prompt.length };
}

/** Settings as a trainer has them. */
export const exampleConfig = {
  algorithm: 'grpo-roc',
  seed: 'demo',
  model: { layers: 2, hiddenSize: 64, heads: 4, vocabularySize: 512 },
  sft: { steps: 60, learningRate: 0.003, flawedCalls: 0.15 },
  rl: { steps: 40, groupSize: 8, oversampling: 2, clipLow: 0.2, clipHigh: 0.28, stops: ['<|im_end|>', '</answer>'] },
};

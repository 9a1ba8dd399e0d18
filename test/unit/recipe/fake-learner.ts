import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random, type Learner, type Tokenizer } from '../../../src/base/index.js';
import type { TrainingProblem } from '../../../src/recipe/index.js';
import { createScriptedPolicy } from '../../../src/testing/index.js';
import { TFJS_CAPABILITIES } from '../../../src/tfjs/learner/internal/learner-settings.js';

const END = '<|im_end|>';

/** A token a character; the end of a turn is one. */
export const characters: Tokenizer = {
  vocabularySize: 0x10000 + 1,
  controlTokens: [END],
  encode: (text) =>
    Int32Array.from(
      text.split(END).flatMap((part, i) => [...(i === 0 ? [] : [0x10000]), ...[...part].map((c) => c.charCodeAt(0))]),
    ),
  decode: (ids) => Array.from(ids, (id) => (id === 0x10000 ? END : String.fromCharCode(id))).join(''),
  tokenId: (piece) => (piece === END ? 0x10000 : piece.length === 1 ? piece.charCodeAt(0) : undefined),
};

/** `count` problems; the answer of the i-th is i. */
export function problemsNamed(prefix: string, count: number): TrainingProblem[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `${prefix}-${i}`,
    prompt: [{ role: 'user', content: `What is ${i}?` }],
    metadata: { groundTruth: String(i) },
  }));
}

/** What a fake learner was asked to do. */
export interface FakeLearnerLog {
  readonly calls: string[];
}

/**
 * A learner whose whole model is one number: the share of problems it answers rightly, which every optimizer step raises by its
 * learning rate, and by its moments.
 *
 * @param breaks - Told of every call; throws to play a process that ends there.
 */
export function createFakeLearner(
  { skill = 0.3, breaks = () => undefined }: { skill?: number; breaks?: (call: string) => void } = {},
  log: FakeLearnerLog = { calls: [] },
): Learner {
  let state = { skill, moments: 0, start: skill };
  let gradient = 0;
  const note = (call: string) => {
    log.calls.push(call);
    breaks(call);
  };
  return {
    capabilities: { ...TFJS_CAPABILITIES, reference: true },
    forwardBackward(batch, { ...objective }) {
      note('forwardBackward');
      gradient += batch.responseMask.reduce((sum, one) => sum + one, 0);
      const loss = Math.fround(gradient / 1000 + state.skill);
      const kl = 'kl' in objective && objective.kl !== undefined;
      return Promise.resolve({
        loss,
        logprobs: new Float32Array(batch.tokens.length),
        metrics: {
          tokens: gradient,
          'actor/ppo_kl': 0.5,
          'actor/entropy': state.skill,
          ...(kl ? { 'actor/kl_loss': batch.referenceLogprobs![0]! } : {}),
        },
      });
    },
    optimizerStep(parameters = {}) {
      const { learningRate = 0.01 } = parameters;
      note(`optimizerStep ${learningRate}`);
      state = { ...state, moments: state.moments + 1, skill: Math.min(1, state.skill + learningRate) };
      gradient = 0;
      return Promise.resolve({ gradientNorm: state.moments, learningRate, step: state.moments });
    },
    logprobs(batch, { weights = 'current' } = {}) {
      return Promise.resolve(
        new Float32Array(batch.tokens.length).fill(weights === 'reference' ? state.start : state.skill),
      );
    },
    policy() {
      const { skill: share } = state;
      const policy = createScriptedPolicy({
        tokenizer: characters,
        script: ({ context, request }) => {
          const right = new Random(`${request.sampling.seed}`).next() < share;
          const number = /What is (\d+)\?/.exec(context)![1]!;
          return `\\boxed{${right ? number : 'x'}}`;
        },
      });
      return Promise.resolve({ ...policy, weightVersion: String(state.moments), close: () => Promise.resolve() });
    },
    async saveCheckpoint(location, { storage } = {}) {
      note(`save ${location.split('/').at(-1)}`);
      const text = JSON.stringify(state);
      if (storage !== undefined) await storage.write(`${location}/state.json`, new TextEncoder().encode(text));
      else {
        mkdirSync(location, { recursive: true });
        writeFileSync(join(location, 'state.json'), text);
      }
      return location;
    },
    async loadCheckpoint(location, { optimizer = true, storage } = {}) {
      note(`load ${location.split('/').at(-1)}${optimizer ? '' : ' without optimizer'}`);
      const file = `${location}/state.json`;
      const bytes = storage === undefined ? readFileSync(file) : await storage.read(file);
      const loaded = JSON.parse(new TextDecoder().decode(bytes)) as typeof state;
      state = { ...loaded, moments: optimizer ? loaded.moments : 0 };
    },
    close: () => Promise.resolve(),
  };
}
